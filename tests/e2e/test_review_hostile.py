"""`seorap review` on a real terminal, against hostile text and hands on the wrong keys."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime

import pexpect
import pytest

from classifiers.vocabulary import Draft, Evidence, MemoryType, Result
from storage.checkpoints import Checkpoint, Step
from storage.intake import commit
from storage.policy import DEFAULT
from storage.values import Owner

pytestmark = pytest.mark.slow

NOW = datetime.now(UTC)

KEYS = tuple(f"deploy:shop-{number}" for number in range(12))
SEQUENCE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
OURS = {b"\x1b[2J", b"\x1b[1;1H", b"\x1b[H", b"\x1b[1m", b"\x1b[0m", b"\x1b[2m"}
DRAWN = rb"\? help"
ASKED = rb"other: back"
ODD = (
    *(b"\x00", b"\xff\xfe", b"\xe3\x85", b"\xf0\x9f\x92\xa9", b"\x1b[200~aaaa\x1b[201~", b"\x1b[1;5C", b"\x1bOP", b"\x1b]0;x\x07"),
    *(b"\x1b[M !!", b"\x7f", b"\t", b"\x0c", b"\x16", "ㅁ".encode(), "é".encode(), b"?", b"j", b"k", b"u", b"s"),
    *(b"n", b"nk", b"d", b"a", b"e", b"N", b"\x1b[99999999999A", b"\x1b" * 9, b"a" * 300, b"\r", b"\n", b"0", b"%", b"\\"),
)  # fmt: skip


def started(home, *words: str, size: tuple[int, int] = (30, 100), **environ: str) -> pexpect.spawn:
    return pexpect.spawn(
        sys.executable,
        ["-m", "daemon.cli", "review", *words],
        env={**home.environ, "TERM": "xterm", "EDITOR": "true", **environ},
        cwd=str(home.workspace),
        dimensions=size,
        timeout=30,
    )


STATES = [DRAWN, ASKED, pexpect.EOF]


def pressed(child: pexpect.spawn, key: bytes, seen: bytearray) -> int:
    """Which of STATES follows a key. One that came while the screen was drawn is thrown away, so it is pressed again."""
    for _ in range(30):
        child.send(key)
        at = child.expect([*STATES, pexpect.TIMEOUT], timeout=1)
        seen += child.before or b""
        if at < len(STATES):
            return at
    raise AssertionError(f"nothing follows {key!r}")


@pytest.mark.parametrize("seed", [1, 2])
def test_any_keys_and_any_window_leave_a_review_that_goes_on_or_ends_well(home, seed):
    """Whatever bytes come and however the window is pulled: no traceback, no byte of theirs echoed, verdicts add up."""
    home.propose(*KEYS)
    chance = random.Random(seed)
    child, seen = started(home), bytearray()
    at = child.expect(STATES)
    for _ in range(60):
        if at == 2:
            child = started(home)
            at = child.expect(STATES)
        elif at == 0 and chance.random() < 0.2:
            width = chance.choice([each for each in (1, 2, 7, 19, 80, 400) if each != child.getwinsize()[1]])
            child.setwinsize(chance.choice([1, 2, 24, 500]), width)
            at = child.expect(STATES)
            seen += child.before or b""
        else:
            at = pressed(child, chance.choice(ODD), seen)
    while at != 2:
        at = pressed(child, b"q", seen)
    child.close()
    assert child.exitstatus == 0
    assert b"Traceback" not in seen
    assert set(SEQUENCE.findall(bytes(seen))) <= OURS
    assert not set(SEQUENCE.sub(b"", bytes(seen))) & set(b"\x00\x07\x1b\x7f")
    rows = home.rows("inbox", "--all")
    assert {row["status"] for row in rows} <= {"pending", "approved", "dismissed"}
    kept = {row["key"] for row in home.rows("memory", "list")}
    assert kept == {row["key"] for row in rows if row["status"] == "approved"}


EVIL = "".join(
    (
        "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[?1049h\x1bc\x9b31m\x08\x7f",
        "\u202egnp.exe\u2066\u200b\U000e0041\ufeff\u2028next\u2029\x85 \r over",
        "\ud55c\uae00" * 50 + "e\u0301" * 400 + "\u0301" * 2000 + "\U0001f3f3\ufe0f\u200d\U0001f308" * 200,
        "w" * 3000 + " end",
    )
)
WIDE = replace(DEFAULT, longest_body=100_000, denied=frozenset())
"""A person's policy may let everything in."""
BODIES = {
    "evil": EVIL,
    "long": "word " * 2000,
    "unbroken": "x" * 10_000,
    "wide": "\ubc30" * 10_000,
    "marks": "a" + "\u0336" * 10_000,
    "lines": "\n" * 10_000 + "end",
}


@pytest.mark.parametrize("body", BODIES)
def test_a_hostile_card_is_drawn_at_once_and_touches_nothing(home, body):
    """In the text, the folder, the command, the reason and the proof; whatever the window."""
    text = BODIES[body]
    record = {"record": "r", "format": "bash", "path": f"/home/sam/{text[:3000]}", "line": 3}
    proof = Evidence(**record, at=NOW, outcome=Result.SUCCESS, command=text, why=text, excerpt=text)
    draft = Draft(
        type=MemoryType.CAPABILITY,
        scope="git:x/y",
        key="deploy:blyck",
        body=text,
        workspace="/w/" + text[:3000],
        rule="made-up",
        confidence=0.9,
        evidence=(proof,),
    )
    with home.store() as store:
        commit(
            store,
            Owner(user="sam"),
            [Step(None, Checkpoint(path="/log", format="bash"), (draft,))],
            now=NOW,
            policy=WIDE,
        )
    for size in ((30, 100), (3, 12), (1, 1)):
        child = started(home, size=size)
        child.expect(DRAWN)
        seen = bytearray(child.before)
        began = time.monotonic()
        pressed(child, b"?", seen)
        assert time.monotonic() - began < 5
        assert pressed(child, b"q", seen) == 2
        child.close()
        assert child.exitstatus == 0
        assert set(SEQUENCE.findall(bytes(seen))) <= OURS
        plain = SEQUENCE.sub(b"", bytes(seen)).decode()
        assert not set(plain) & set("\x00\x07\x08\x1b\x7f\x85\x9b\u202e\u2066\u200b\u2028\u2029\U000e0041\ufeff")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_moment_loses_no_verdict_and_leaves_a_whole_memory_file(home, number):
    """Also while a verdict is stored or MEMORY.md is written."""
    home.propose(*KEYS)
    chance = random.Random(number)
    for _ in range(3):
        child, seen = started(home), bytearray()
        child.expect(DRAWN)
        pressed(child, b"a", seen)
        child.send(b"a")
        time.sleep(chance.random() * 0.1)
        child.kill(number)
        child.expect(pexpect.EOF)
        child.close()
        assert b"Traceback" not in seen + (child.before or b"")
    approved = {row["key"] for row in home.rows("inbox", "--all") if row["status"] == "approved"}
    assert len(approved) >= 3
    assert {row["key"] for row in home.rows("memory", "list")} == approved
    home.seorap("snapshot")
    assert all(key in home.memory.read_text() for key in approved)


def test_a_terminal_that_goes_away_ends_the_review(home, until):
    """The window is closed: the process does not linger, and what was decided is kept."""
    home.propose(*KEYS)
    child, seen = started(home), bytearray()
    child.expect(DRAWN)
    pressed(child, b"a", seen)
    os.close(child.child_fd)
    until(lambda: not child.isalive())
    assert len(home.rows("memory", "list")) == 1


def test_without_a_hang_up_signal_a_closed_terminal_ends_it_in_words(home, until):
    """As under `nohup`, where nobody says that the terminal has gone: reading it fails."""
    home.propose(*KEYS)
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f"trap '' HUP; exec {sys.executable} -m daemon.cli review 2>{home.root}/stderr"],
        env={**home.environ, "TERM": "xterm"},
        cwd=str(home.workspace),
        timeout=30,
    )
    child.expect(DRAWN)
    pressed(child, b"a", bytearray())
    os.close(child.child_fd)
    until(lambda: not child.isalive())
    assert "Traceback" not in (home.root / "stderr").read_text()
    assert len(home.rows("memory", "list")) == 1
    assert "deploy:shop-0" in home.memory.read_text()
