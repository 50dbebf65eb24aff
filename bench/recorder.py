"""What the command recorder costs at a prompt: `python -m bench.recorder [shell…]`.

Each shell runs on a pty with and without the recorder, in turns, so that a busy machine slows both. The time is from Enter
to the next prompt, for a builtin that does nothing; the ratio is what a person could notice.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import pexpect

from daemon.service.recorder import SHELLS, script

PROMPT = b"READY> "
ROUNDS = 6
COMMANDS = 60
WARM_UP = 10
# What stands behind a finished command: fish draws the typed line once more first, so its prompt alone proves nothing.
_ENDS = {"bash": rb"READY> ", "zsh": rb"READY> .*\x1b\[\?2004h", "fish": rb"\x1b\[\?2004h.*READY> "}
_STARTS = {
    "bash": (".bashrc", "PS1='READY> '", 'eval "$(cat ~/recorder)"'),
    "zsh": (".zshrc", "PS1='READY> '", 'eval "$(cat ~/recorder)"'),
    "fish": (
        ".config/fish/config.fish",
        "function fish_prompt; echo -n 'READY> '; end; set -g fish_greeting",
        "cat ~/recorder | source",
    ),
}


def session(shell: str, home: Path, *, recorded: bool) -> list[float]:
    """Milliseconds from Enter to the next prompt, for each command of one session."""
    name, prompt, source = _STARTS[shell]
    (home / "recorder").write_text(script(shell, home / "shell"))
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_text(f"{prompt}\n{source if recorded else ''}\n")
    env = {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8"}
    pty = pexpect.spawn(shutil.which(shell) or shell, ["-i"], cwd=str(home), env=env, timeout=20)
    pty.delaybeforesend = None
    pty.expect_exact(PROMPT)
    times = []
    for number in range(COMMANDS):
        pty.send(f": {number}")
        pty.expect_exact(f": {number}".encode())
        quiet(pty)
        start = time.perf_counter()
        pty.send(b"\n")
        pty.expect(_ENDS[shell])
        times.append((time.perf_counter() - start) * 1000)
        quiet(pty)
    pty.sendline(b" exit")
    pty.expect(pexpect.EOF)
    pty.close()
    return times[WARM_UP:]


def quiet(pty: pexpect.spawn) -> None:
    """Read until the shell has stopped drawing."""
    try:
        while True:
            pty.read_nonblocking(65536, 0.02)
    except pexpect.TIMEOUT:
        return


def main(shells: list[str]) -> None:
    """Print a row for each shell."""
    print(f"{'shell':6} {'without':>9} {'with':>9} {'added':>9} {'ratio':>6}   (median ms a prompt; p95 with)")
    for shell in shells or SHELLS:
        if not shutil.which(shell):
            print(f"{shell:6} not installed")
            continue
        off, on = [], []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                off += session(shell, Path(folder), recorded=False)
            with tempfile.TemporaryDirectory() as folder:
                on += session(shell, Path(folder), recorded=True)
                lines = sum(len(each.read_bytes().splitlines()) for each in Path(folder, "shell").glob("*.jsonl"))
                assert lines >= COMMANDS, f"{shell} recorded {lines} of {COMMANDS} commands"
        without, recorded = statistics.median(off), statistics.median(on)
        p95 = statistics.quantiles(on, n=20)[18]
        print(
            f"{shell:6} {without:9.3f} {recorded:9.3f} {recorded - without:9.3f} {recorded / without:6.2f}   {p95:.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
