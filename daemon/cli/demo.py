"""`seorap demo`: the whole way, from log lines to MEMORY.md, on a small made-up home that is thrown away."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

import click

APPROVED = ("deploy:blyck", "auth:aws/staging")  # what the demo says yes to; rules come on top
DISMISSED = "ssh:web-1"


@click.command()
@click.option("--keep", type=click.Path(path_type=Path), help="Make it in this new folder and leave it there.")
def demo(keep: Path | None) -> int:
    """Show the whole way on a made-up home in a temporary folder. Nothing of yours is read or written."""
    folder = keep or Path(tempfile.mkdtemp(prefix="seorap-demo-"))
    try:
        return _Demo(folder.absolute()).run()
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


class _Demo:
    """A made-up home, and the real command run in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.workspace = home / "blyck"
        self.environ = {
            "HOME": str(home),
            "USER": "sam",
            "LOGNAME": "sam",
            "SEORAP_HOME": str(home / "seorap"),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
        }

    def run(self) -> int:
        self.furnish()
        click.echo(f"A made-up home with a transcript, a command spool and a CI log: {self.home}\n")
        self.verb("run", "--once")
        self.verb("inbox", "--strongest")
        for key in (*APPROVED, "rule:"):
            self.verb("approve", *self.ids(key))
        self.verb("dismiss", *self.ids(DISMISSED))
        file = self.workspace / ".seorap" / "MEMORY.md"
        click.echo(click.style(f"$ cat {file.relative_to(self.home)}", bold=True))
        click.echo(file.read_text(encoding="utf-8"))
        click.echo("Agents read that after seorap setup --agents. With your own logs: make run, then seorap review")
        return 0

    def furnish(self) -> None:
        """Write the made-up home: a repository with a remote, and what was recorded in it."""
        git = self.workspace / ".git"
        git.mkdir(parents=True)
        (git / "HEAD").write_text("ref: refs/heads/main\n")
        (git / "config").write_text('[remote "origin"]\n\turl = https://git.example.com/acme/blyck.git\n')
        (self.workspace / "package.json").write_text(
            '{"name": "blyck", "scripts": {"build": "vite build", "test": "jest"}}\n'
        )
        logs = self.home / "ci-logs"
        self.place("transcript.jsonl", self.home / ".claude" / "projects" / "-home-sam-blyck" / "session.jsonl")
        self.place("spool.jsonl", self.home / "seorap" / "shell" / "zsh.4242-1795860000.jsonl")
        self.place("ci.txt", logs / "1_publish.txt")
        (self.home / "seorap" / "config.toml").write_text(
            f'[[sources]]\npath = "{logs}"\n\n[follow]\nsettle_seconds = 0\n\n[agents]\nhosts = []\n'
        )

    def place(self, name: str, target: Path) -> None:
        text = (files("daemon.cli") / "sample_home" / name).read_text(encoding="utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace("@HOME@", str(self.home)), encoding="utf-8")

    def ids(self, prefix: str) -> list[str]:
        """The ids of the candidates whose keys begin with `prefix`, as `inbox --json` tells them."""
        import msgspec

        done = self.started("inbox", "--json", capture_output=True)
        rows = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
        return [row["id"] for row in rows if row["key"].startswith(prefix)]

    def verb(self, *words: str) -> None:
        click.echo(click.style(f"$ seorap {' '.join(words)}", bold=True))
        sys.stdout.flush()
        self.started(*words)
        click.echo()

    def started(self, *words: str, capture_output: bool = False) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "daemon.cli", *words]
        return subprocess.run(  # noqa: S603  our own verbs
            command, env=self.environ, cwd=self.workspace, capture_output=capture_output, check=True
        )
