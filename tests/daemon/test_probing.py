"""Running a probe, with real programs."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from daemon import probing
from daemon.probing import run


def call(code: str) -> tuple[tuple[str, ...], ...]:
    return ((sys.executable, "-c", code),)


def test_it_passes_only_when_all_of_it_does(tmp_path):
    good, bad = call("print('ann')"), call("import sys; print('no'); sys.exit(3)")
    assert run(good, home=tmp_path) == probing.Ran(True, "ann")
    assert run(good + bad, home=tmp_path) == probing.Ran(False, "no")
    assert run(bad + good, home=tmp_path) == probing.Ran(False, "no")
    assert run(call("import sys; sys.exit(3)"), home=tmp_path).said.endswith("ended with 3")


def test_what_cannot_be_run_says_nothing_of_the_capability(tmp_path):
    assert run((("no-such-program-here",),), home=tmp_path) == probing.Ran(
        None, "no-such-program-here is not installed here"
    )
    assert run((), home=tmp_path).passed is None


def test_what_it_said_is_masked_and_harmless(tmp_path):
    said = run(call("print('ghp_' + 'a1B2' * 9, chr(27) + '[31m red', chr(10), 'x' * 5000)"), home=tmp_path).said
    assert "a1B2a1B2" not in said
    assert "\x1b" not in said
    assert "\n" not in said
    assert len(said) <= probing.SAID


def test_nothing_is_asked_and_no_shell_reads_it(tmp_path):
    """Its stdin is empty, and words stay words."""
    assert run(call("print(repr(input('password: ')))"), home=tmp_path).passed is False
    assert (
        run(((sys.executable, "-c", "import sys; print(sys.argv[1])", "$HOME; ls"),), home=tmp_path).said == "$HOME; ls"
    )


def test_it_ends_in_time_with_all_that_it_started(tmp_path, monkeypatch):
    monkeypatch.setattr(probing, "PATIENCE", 1.0)
    noted = tmp_path / "pid"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > {noted}\nwait\n")
    program.chmod(0o755)
    begin = time.monotonic()
    ran = run(((str(program),),), home=tmp_path)
    assert time.monotonic() - begin < 20
    assert ran.passed is False
    assert "no answer within" in ran.said
    status = Path(f"/proc/{noted.read_text().strip()}/stat")
    deadline = time.monotonic() + 20
    while status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z":  # a zombie waits for its parent
        assert time.monotonic() < deadline
        time.sleep(0.01)
