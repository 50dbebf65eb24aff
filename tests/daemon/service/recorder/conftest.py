"""Real shells on a pty, with the recorder in their start-up file."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import time
from pathlib import Path

import pexpect
import pytest

from daemon.service.recorder import script

DEADLINE = 6.0
PROMPT = b"READY> "
_SEQUENCES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")
_STARTS = {
    "bash": (".bashrc", [], "PS1='READY> '"),
    "zsh": (".zshrc", ["-d"], "PS1='READY> '"),
    "fish": (".config/fish/config.fish", [], "function fish_prompt; echo -n 'READY> '; end; set -g fish_greeting"),
}


class Terminal:
    """A shell on a pty. What is typed is answered for by the shell alone: the tests wait for what it did, never sleep."""

    def __init__(
        self,
        shell: str,
        home: Path,
        *,
        before: str = "",
        after: str = "",
        changes: tuple[str, str] = ("", ""),
        recorded: bool = True,
        installed=lambda: None,
    ) -> None:
        """`installed` is called when the start-up file is there. `before` and `after` stand around the recorder in the start-up file; `changes` are replaced in its text."""
        self.home = home
        self.spool = home / "state" / "shell"
        self.spool.parent.mkdir(exist_ok=True)
        self.shell = shell
        text = script(shell, self.spool).replace(*changes) if recorded else ""
        name, arguments, prompt = _STARTS[shell]
        start = home / name
        start.parent.mkdir(parents=True, exist_ok=True)
        (home / "recorder").write_text(text)
        source = 'eval "$(cat ~/recorder)"' if shell != "fish" else "cat ~/recorder | source"
        start.write_text(f"{prompt}\n{before}\n{source}\n{after}\n")
        installed()
        # or a fish that starts in a new home reads all manual pages in the background, long after the test
        (home / ".local" / "share" / "fish" / "generated_completions").mkdir(parents=True, exist_ok=True)
        env = {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8"}
        self._pty = pexpect.spawn(
            shutil.which(shell), ["-i", *arguments], cwd=str(home), env=env, dimensions=(50, 4000), timeout=DEADLINE
        )
        self._pty.delaybeforesend = None
        self.pid = self._pty.pid
        self.screen = self._typed = b""
        self.until(self.ready)

    def run(self, *lines: str | bytes) -> list[dict]:
        """Type each line at its prompt and wait for the next prompt; all rows of the spool."""
        for line in lines:
            self.type(line if isinstance(line, bytes) else line.encode())
            self.enter()
        return self.rows()

    def type(self, keys: bytes) -> None:
        """Type at the prompt, without Enter."""
        self.until(self.ready)
        self.screen, self._typed = b"", keys
        self._pty.send(keys)

    def enter(self) -> None:
        self.send(b"\n")
        ran = b"\x1b[?2004l" if self.shell == "fish" and self._typed.strip() else b"\n"
        self.until(lambda: ran in self.screen and self.ready())

    def send(self, keys: bytes) -> None:
        """Press keys whatever the shell does."""
        self._pty.send(keys)

    def cancel(self) -> None:
        """Press Ctrl-C, and once more a second later where the shell was too busy drawing to take it."""
        pressed = 0.0

        def gone() -> bool:
            nonlocal pressed
            if time.monotonic() - pressed > 1.0:
                self.screen, pressed = b"", time.monotonic()
                self.send(b"\x03")
                self._drain(0.1)
            seemed = self.ready()  # fish draws a prompt first and then what is typed behind it
            self._drain(0.1)
            return seemed and self.ready()

        self.until(gone)

    def foreground(self, program: str) -> None:
        """Wait until `program` has the terminal."""

        def runs() -> bool:
            try:
                return Path(f"/proc/{os.tcgetpgrp(self._pty.child_fd)}/comm").read_text().strip() == program
            except OSError:
                return False

        self.until(runs)

    def until(self, holds) -> None:
        """Read what the shell shows until `holds()`."""
        end = time.monotonic() + DEADLINE
        while not holds():
            assert time.monotonic() < end, f"{self.shell} did not answer; it shows {self.screen[-2000:]!r}"
            self._drain(0.01)

    def seen(self, text: bytes) -> None:
        """Wait until the shell has shown `text`."""
        self.until(lambda: text in self.screen)

    def ready(self) -> bool:
        """Whether the prompt is shown and nothing is typed."""
        if not _SEQUENCES.sub(b"", self.screen).endswith(PROMPT):
            return False
        # zsh and fish switch bracketed paste on while they edit a line; before that they may lose keys
        on, off = self.screen.rfind(b"\x1b[?2004h"), self.screen.rfind(b"\x1b[?2004l")
        return {"bash": True, "zsh": on > off, "fish": on >= off}[self.shell]

    def rows(self) -> list[dict]:
        """What the spool holds; every line has to be JSON."""
        lines = [
            each
            for path in sorted(self.spool.glob("*.jsonl"))
            if path.is_file()
            for each in path.read_bytes().split(b"\n")
            if each
        ]
        return [json.loads(each.decode("utf-8", "replace")) for each in lines]

    def read(self, name: str) -> str:
        """A file the shell wrote in its home."""
        path = self.home / name
        return path.read_text() if path.exists() else ""

    def close(self) -> None:
        self._pty.ptyproc.delayafterclose = 0.0
        if self._pty.isalive():
            self._pty.kill(signal.SIGKILL)
            self._pty.wait()
        self._pty.close()

    def _drain(self, timeout: float = 0.0) -> None:
        try:
            while True:
                self.screen += self._pty.read_nonblocking(65536, timeout)
                timeout = 0.0
        except (pexpect.TIMEOUT, pexpect.EOF):
            return


@pytest.fixture
def terminal(tmp_path: Path, needed):
    """Opens a shell by its name; the rest is as Terminal's."""
    opened: list[Terminal] = []

    def start(shell: str, **how) -> Terminal:
        needed(shell)
        home = tmp_path / f"home{len(opened)}"
        home.mkdir()
        opened.append(Terminal(shell, home, **how))
        return opened[-1]

    yield start
    for each in opened:
        each.close()
