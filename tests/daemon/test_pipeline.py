import json
import time
from pathlib import Path

import pytest

from classifiers.formats.registry import format_named
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import Line
from daemon import pipeline
from daemon.pipeline import CARRY_LIMIT, digest
from daemon.sources.places import Places
from daemon.sources.resume import Reason
from daemon.sources.tail import Batch
from storage.checkpoints import Checkpoint

TOKEN = "ghp_q7Xr2LmZ9vKtB4wNcH8sJfY3pEgD6uA1xRoT"
BODY = [f"MIIEpAIBAAKCAQEA{number}abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG" for number in range(4)]
KEY = ["-----BEGIN RSA PRIVATE KEY-----", *BODY, "-----END RSA PRIVATE KEY-----"]
STEP = ["##[group]Run ./deploy.sh", "./deploy.sh", "shell: /usr/bin/bash -e {0}", "##[endgroup]"]


class Log:
    """One file that is read on from batch to batch, as the daemon does."""

    def __init__(self, form: str, path: str) -> None:
        self.point = Checkpoint(path=path, format=form)
        self.first = True

    def read(self, *texts: str, carry: bytes | None = None) -> pipeline.Digest:
        lines, offset = [], self.point.offset
        for number, text in enumerate(texts, self.point.lines + 1):
            lines.append(Line(text.encode(), offset, number))
            offset += len(text.encode()) + 1
        old = self.point
        following = Checkpoint(
            path=old.path,
            format=old.format,
            offset=offset,
            lines=old.lines + len(lines),
            drift=old.drift,
            carry=old.carry if carry is None else carry,
        )
        batch = Batch(
            path=old.path,
            format=old.format,
            lines=lines,
            previous=None if self.first else old,
            next=following,
            reason=Reason.GROWN,
        )
        place = Places(home=Path("/nowhere"), clock=time.monotonic)
        done = digest(batch, book=packaged(), place=place)
        self.point, self.first = done.step.next, False
        return done


@pytest.fixture
def actions():
    """A log of GitHub Actions whose step is still open."""
    return Log("github_actions", "/ci/1_deploy.txt")


def stamped(*texts: str) -> list[str]:
    return [f"2026-01-01T00:00:01.0000000Z {text}" for text in texts]


def test_a_secret_in_an_open_step_never_reaches_the_checkpoint(actions):
    """What a format holds open for its next batch is masked like a record, and is still open."""
    actions.read(
        *stamped(*STEP, f"token {TOKEN}", "export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEY1")
    )
    carry = actions.point.carry.decode()
    assert "./deploy.sh" in carry
    assert TOKEN not in carry
    assert "wJalr" not in carry


def test_a_secret_in_a_pending_command_never_reaches_the_checkpoint():
    """A tool call whose answer has not come yet is kept without its secret."""
    log = Log("claude_code", "/home/sam/.claude/projects/-blyck/session.jsonl")
    asked = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": f"GH_TOKEN={TOKEN} gh pr list"}}
    log.read(
        json.dumps(
            {
                "type": "assistant",
                "sessionId": "s1",
                "uuid": "a1",
                "cwd": "/home/sam/blyck",
                "version": "2.1.200",
                "timestamp": "2026-01-01T00:00:01Z",
                "message": {"role": "assistant", "content": [asked]},
            }
        )
    )
    assert b"gh pr list" in log.point.carry
    assert TOKEN.encode() not in log.point.carry


@pytest.mark.parametrize("cut", range(1, len(KEY)))
def test_no_line_of_a_key_file_reaches_the_checkpoint(actions, cut):
    """A private key that a step prints, a line each, is known as one wherever the batches are cut; its neighbours stay."""
    actions.read(*stamped(*STEP, "before the key", *KEY[:cut]))
    first = actions.point.carry.decode()
    actions.read(*stamped(*KEY[cut:], "after the key", f"token {TOKEN}"))
    second = actions.point.carry.decode()
    for line in BODY:
        assert line not in first + second
    for kept in ("before the key", "after the key", "token ***"):
        assert kept in second


def test_a_format_that_raises_costs_its_lines_and_is_counted(actions, monkeypatch, capsys):
    """No input is a dead end: the lines are passed, counted as skipped, and said."""

    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(type(format_named("github_actions")), "read", broken)
    done = actions.read("one", "two", "three")
    assert (done.step.parsed, done.step.skipped, done.step.drafts) == (0, 3, ())
    assert done.drifted
    assert "format.failed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "carry", [b"{", b"[1]", b"3", b'{"format": 5, "mined": 7}', b'{"format": {"step": []}}', b"\xff"]
)
def test_a_carry_of_another_version_is_dropped_and_the_file_is_read_on(actions, carry):
    """What was open is lost, not the file."""
    done = actions.read(*stamped(*STEP, "hello"), carry=carry)
    assert done.step.parsed == len(STEP) + 1


def test_a_carry_that_grew_too_large_is_dropped(actions, monkeypatch):
    """A checkpoint stays small: over the limit nothing is carried, and the step still commits."""
    actions.read(*stamped(*STEP, "hello"))
    assert 0 < len(actions.point.carry) <= CARRY_LIMIT
    monkeypatch.setattr(pipeline, "CARRY_LIMIT", 100)
    done = actions.read(*stamped("more"))
    assert done.step.next.carry == b""
    assert done.step.parsed == 1


def test_drift_is_a_run_of_broken_lines():
    """Two broken lines after good ones are a crash or a full disk, three are another format, one good line ends it."""
    good = '{"v":1,"sh":"zsh","sid":"1-1","pid":1,"t0":1.0,"t1":2.0,"exit":0,"ps":"0","dup":false,"trunc":false,"cwd":"/","cmd":"ls"}'
    log = Log("seorap_spool", "/home/sam/seorap/shell/zsh.1-1.jsonl")
    told = [log.read(*texts).drifted for texts in ([good], ["x"], ["x"], ["x"], [good, "x", "x", "x"], ["x", "x", "x"])]
    assert told == [False, False, False, True, False, True]
    assert not log.read().drifted  # an empty batch says nothing new
    assert log.point.drifted
