"""`seorap`: finds the verb, and turns whatever goes wrong into words on stderr and an exit status.

Exit 0 done, 1 not done (said why), 2 wrong usage. Verbs are imported when they are used, so this file stays quick.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from classifiers.inert import inert
from daemon import footprint

if TYPE_CHECKING:
    from classifiers.vocabulary import SeorapError

# verb -> (module, attribute, what `seorap --help` says of it); in the order a person meets them
VERBS: dict[str, tuple[str, str, str]] = {
    "run": ("running", "run", "Watch, and keep what was approved: the daemon in the foreground."),
    "setup": (
        "setup",
        "setup",
        "Install the service, the command recorder and agents' hooks; says what it changes, asks once.",
    ),
    "uninstall": ("setup", "uninstall", "Undo exactly what setup changed; the data is asked for separately."),
    "demo": ("demo", "demo", "The whole way on a small made-up home, in a temporary folder."),
    "status": ("status", "status", "What is watched, what waits, what is kept."),
    "doctor": ("doctor", "doctor", "Is every part well? Mends what it can."),
    "inbox": ("queue", "inbox", "List what waits for your verdict."),
    "review": ("review", "review", "Go through what waits, one key each."),
    "approve": ("queue", "approve", "Keep candidates as memories."),
    "dismiss": ("queue", "dismiss", "Turn candidates down, for good."),
    "snooze": ("queue", "snooze", "Put candidates off for some days."),
    "never": ("queue", "never", "Never propose this again: key, rule, action or workspace."),
    "undo": ("queue", "undo", "Take the last verdict back."),
    "memory": ("memory", "memory", "The drawer: write, read, list, history, retire, delete, purge."),
    "recall": ("recall", "recall", "What an agent would be given for a question, and why."),
    "hook": ("hook", "hook", "What a coding agent's hook asks: HOST EVENT, its JSON on stdin."),
    "mcp": ("mcp", "mcp", "Serve a coding agent on stdin and stdout; agents start it themselves."),
    "probe": ("probe", "probe", "Does a capability still hold? Asks once, then runs a read-only call."),
    "snapshot": ("jobs", "snapshot", "Write MEMORY.md where something changed."),
    "decay": ("jobs", "decay", "Let old facts and decisions fade."),
    "scan": ("scan", "scan", "Mine without storing: what would these logs prove?"),
    "explain": ("explain", "explain", "Why a line was, or was not, proposed: PATH:LINE."),
    "sources": ("sources", "sources", "What is followed: list, add, remove."),
    "ci": ("ci", "ci", "Runs of GitHub Actions: fetch recent ones through an installed gh."),
    "shell-hook": ("sources", "shell_hook", "The command recorder for bash, zsh or fish."),
    "backup": ("data", "backup", "Copy everything into one file."),
    "restore": ("data", "restore", "Put a backup in the place of the database."),
    "export": ("data", "export", "Everything as JSON lines, for another database or machine."),
    "import": ("data", "import_", "Take in what was exported."),
    "policy": ("jobs", "policy", "What may be remembered: check the policy."),
    "completion": ("completion", "completion", "Completion for bash, zsh or fish."),
}


class ReaderGone(Exception):
    """Whoever read our output has had enough: `seorap inbox | head`."""


@contextmanager
def reader_gone() -> Iterator[None]:
    """Click would end with 1 when the reader of a pipe has gone, and say nothing."""
    try:
        yield
    except BrokenPipeError as gone:
        raise ReaderGone from gone


class Verbs(click.Group):
    """A group whose verbs are imported when somebody uses them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's own signature
        """Every verb, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The verb's command, or None when there is none of that name."""
        if cmd_name not in VERBS:
            return None
        module, attribute, _ = VERBS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f"daemon.cli.{module}"), attribute)
        return command

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """As click does; `--help` is printed here."""
        with reader_gone():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb."""
        with reader_gone():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table itself, so that help imports no verb."""
        with formatter.section("Verbs"):
            formatter.write_dl([(verb, says) for verb, (_, _, says) in VERBS.items()])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="seorap", prog_name="seorap")
def seorap() -> None:
    """Seorap remembers what your machine has proved it can do, asks you once, and tells every coding agent.

    It reads shell history, CI logs and agent transcripts, proposes what succeeded, and keeps what you approve.
    Nothing is kept without your word; secrets are masked before anything is stored.
    """


def _told() -> type[SeorapError]:
    """The error that has words for a person. Imported when something went wrong: `--help` needs nothing beside it."""
    from classifiers.vocabulary import SeorapError

    return SeorapError


@footprint.rarely()
def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # file names are bytes, and not every terminal speaks UTF-8
    try:
        status: Any = seorap.main(prog_name="seorap", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.ClickException as trouble:
        told = io.StringIO()
        trouble.show(told)
        click.echo(inert(told.getvalue()), nl=False, err=True)  # it repeats what was typed, or what a file is called
        sys.exit(2 if isinstance(trouble, click.UsageError) else 1)
    except _told() as trouble:
        click.echo(f"seorap: {inert(trouble.title)}", err=True)
        if trouble.hint:
            click.echo(f"        {inert(trouble.hint)}", err=True)
        sys.exit(1)
    except UnicodeEncodeError as trouble:
        odd = inert(str(trouble.object)[trouble.start :][:60].encode("utf-8", "backslashreplace").decode())
        click.echo(f"seorap: {odd} is no UTF-8 text; nothing can be kept or found by such a name.", err=True)
        click.echo("        Nothing was changed.", err=True)
        sys.exit(1)
    except (ReaderGone, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as trouble:
        where = f"{trouble.filename}: " if trouble.filename else ""
        click.echo(f"seorap: {inert(f'{where}{trouble.strerror or trouble}')}", err=True)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)
