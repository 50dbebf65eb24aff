"""`seorap review` as a person meets it: a real terminal, one key at a time."""

from __future__ import annotations

import re
import signal
import sys
from datetime import UTC, datetime, timedelta

import pexpect
import pytest

KEYS = ("deploy:blyck", "auth:npm", "ssh:web-1")
SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Review:
    """The process on its terminal, and what it has shown."""

    def __init__(self, home, *words: str, columns: int = 100, **environ: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "daemon.cli", "review", *words],
            env={**home.environ, "TERM": "xterm", **environ},
            cwd=str(home.workspace),
            dimensions=(30, columns),
            encoding="utf-8",
            timeout=30,
        )
        self.shown = ""

    def sees(self, text: str) -> str:
        """Wait until `text` is shown; returns everything from the last wait to there."""
        self.child.expect_exact(text)
        self.shown = str(self.child.before) + text
        return self.shown

    def press(self, key: str, then: str) -> str:
        """Press a key; returns the screen up to `then`."""
        self.child.send(key)
        return self.sees(then)

    def left(self) -> str:
        """Wait for its end; returns the rest."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return str(self.child.before)

    @property
    def code(self) -> int | None:
        return self.child.exitstatus


@pytest.fixture
def review(home):
    """Start a review; whatever still runs is ended after the test."""
    running: list[Review] = []

    def start(*words: str, **more) -> Review:
        running.append(Review(home, *words, **more))
        return running[-1]

    yield start
    for each in running:
        each.child.close(force=True)


def statuses(home) -> dict[str, str]:
    return {str(row["key"]): str(row["status"]) for row in home.rows("inbox", "--all")}


def test_each_verdict_by_its_key(home, review):
    """Approve, dismiss and snooze do what they say, and MEMORY.md is written at the end."""
    home.propose(*KEYS)
    seen = review()
    first = seen.sees("? help")
    assert "1 of 3" in first
    for part in ("deploy:blyck", "Known: deploy:blyck.", str(home.workspace), "$ ./deploy.sh", "exit 0", "once"):
        assert part in first
    assert "Kept deploy:blyck." in seen.press("a", "? help")
    assert "Dismissed auth:npm." in seen.press("d", "? help")
    until = (datetime.now(UTC) + timedelta(days=7)).astimezone()
    seen.child.send("s")
    assert f"Snoozed ssh:web-1 until {until:%Y-%m-%d}." in seen.sees("3 decided, 0 wait.")
    seen.left()
    assert seen.code == 0
    assert statuses(home) == {"deploy:blyck": "approved", "auth:npm": "dismissed", "ssh:web-1": "pending"}
    assert "deploy:blyck" in home.memory.read_text()
    assert "[snoozed until" in home.seorap("inbox", "--all").stdout


@pytest.mark.slow
def test_undo_takes_back_in_reverse_and_shows_it_again(home, review):
    """After undo the candidate waits on the screen; with nothing left to take back it says so."""
    home.propose(*KEYS)
    seen = review()
    seen.sees("? help")
    seen.press("a", "? help")
    seen.press("d", "? help")
    assert "Taken back: auth:npm." in seen.press("u", "? help")
    assert "1 of 3" in seen.press("u", "? help")
    assert "Nothing was decided here yet" in seen.press("u", "? help")
    assert "0 decided, 3 wait." in seen.press("q", "wait.")
    seen.left()
    assert not home.memory.exists()


@pytest.mark.slow
def test_moving_unknown_keys_and_help(home, review):
    """j, k, the arrows and Enter move; an unknown key is named and changes nothing; ? explains every key."""
    home.propose(*KEYS)
    seen = review()
    seen.sees("? help")
    for key, place in (("j", 2), ("\r", 3), ("k", 2), ("\x1b[A", 1), ("k", 1), ("\x1b[B", 2), ("ㅓ", 3), ("K", 2)):
        assert f" {place} of 3 " in seen.press(key, "? help")
    assert "'x' is no key here" in seen.press("x", "? help")
    explained = seen.press("?", "? help")
    assert all(f"{key} " in explained for key in "aedsnujkq")
    assert "0 decided, 3 wait." in seen.press("q", "wait.")
    seen.left()
    assert set(statuses(home).values()) == {"pending"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "gone"),
    [
        ("k", {"deploy:blyck"}),
        ("r", {"deploy:blyck", "test:blyck", "deploy:other"}),
        ("w", {"deploy:blyck", "test:blyck"}),
        ("a", {"deploy:blyck", "deploy:other"}),
        ("x", set()),
    ],
)
def test_never_again_by_each_of_its_keys(home, review, key, gone):
    """This key, its rule, this workspace or this action; any other key goes back. What it covers is not asked about."""
    home.propose("deploy:blyck", "test:blyck")
    home.propose("deploy:other", scope="global", workspace="")
    home.propose("auth:npm", rule="another", scope="global", workspace="")
    seen = review()
    seen.sees("? help")
    while "deploy:blyck" not in seen.shown:
        seen.press("j", "? help")
    seen.press("n", "other: back")
    seen.child.send(key)
    seen.press("q", "wait")
    seen.left()
    assert {name for name, status in statuses(home).items() if status == "dismissed"} == gone


@pytest.mark.slow
def test_undo_of_never_shows_what_it_covered_again(home, review):
    """All that one `never` put away waits again, on the screen too."""
    home.propose("deploy:blyck", "deploy:two", "deploy:three")
    seen = review()
    seen.sees("? help")
    seen.press("n", "other: back")
    assert "3 decided" not in seen.press("a", "1 decided, 0 wait.")
    seen.left()
    home.seorap("undo")
    seen = review()
    seen.sees("1 of 3")
    seen.press("j", "2 of 3")
    seen.sees("? help")
    seen.press("n", "other: back")
    assert "3 of 3" in seen.press("k", "? help")
    assert "2 of 3" in seen.press("u", "? help")
    seen.press("q", "0 decided, 3 wait.")
    seen.left()


def editor(home, script: str) -> str:
    path = home.root / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.slow
def test_edit_then_approve(home, review):
    """The words of the editor are kept, secrets masked; nothing changed, an empty text or a broken editor keep nothing."""
    home.propose(*KEYS)
    change = editor(
        home,
        """printf 'Deploy with\\nTOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 ./deploy.sh\\n' > "$1.new"; mv "$1.new" "$1\"""",
    )
    seen = review(EDITOR=change)
    seen.sees("? help")
    assert "Kept deploy:blyck." in seen.press("e", "? help")
    seen.press("q", "1 decided, 2 wait.")
    seen.left()
    (memory,) = home.rows("memory", "list")
    assert str(memory["body"]).startswith("Deploy with TOKEN=")
    assert "ghp_0123" not in home.memory.read_text() + str(memory)


@pytest.mark.slow
@pytest.mark.parametrize("script", ["true", "exit 3", ': > "$1"', "/nowhere/vi"])
def test_an_editor_that_changes_nothing(home, review, script):
    """Left as it was, failed, emptied or not there: the candidate waits, the review goes on."""
    home.propose(*KEYS)
    seen = review(EDITOR="/nowhere/vi" if script == "/nowhere/vi" else editor(home, script))
    seen.sees("? help")
    screen = seen.press("e", "? help")
    assert "othing was changed." in " ".join(screen.split())
    assert "1 of 3" in screen
    assert "Kept auth:npm." in seen.press("j", "? help") + seen.press("a", "? help")
    seen.press("q", "1 decided, 2 wait.")
    seen.left()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["\x03", "\x04", "\x1b"])
def test_leaving_keeps_what_was_decided(home, review, way):
    """Ctrl-C, Ctrl-D and Escape leave like q: what was approved stands in MEMORY.md, and who is not told of it is named."""
    home.propose(*KEYS)
    (home.root / ".claude").mkdir()
    seen = review()
    seen.sees("? help")
    seen.press("a", "? help")
    assert "claude-code: used here, and told nothing yet" in seen.press(way, "1 decided, 2 wait.")
    seen.left()
    assert seen.code == 0
    assert "deploy:blyck" in home.memory.read_text()


@pytest.mark.slow
def test_an_interrupt_while_it_works_keeps_what_was_decided(home, review):
    """A signal that comes while it waits ends the review like q."""
    home.propose(*KEYS)
    seen = review()
    seen.sees("? help")
    seen.press("a", "? help")
    seen.child.kill(signal.SIGINT)
    seen.sees("1 decided, 2 wait.")
    seen.left()
    assert "deploy:blyck" in home.memory.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 100])
def test_it_fits_the_window(home, review, columns):
    """No line is wider than the window, in Hangul too, and no word of the body is lost."""
    body = "이 저장소는 서랍이라고 부르며 배포하기 전에 언제나 시험을 돌린다. " + "very-long-path/" * 12 + " end."
    home.propose("rule:seorap", body=body, type="rule")
    seen = review(columns=columns)
    screen = SEQUENCE.sub("", seen.sees("? help")).replace("\r", "")
    seen.press("?", "? help")
    for line in screen.split("\n") + SEQUENCE.sub("", seen.shown).replace("\r", "").split("\n"):
        assert sum(2 if "\u1100" <= letter <= "\ud7a3" and letter not in "─│→…" else 1 for letter in line) <= columns
    flat = "".join(screen.split())
    assert "".join(body.split()) in flat


@pytest.mark.slow
def test_no_color_is_honoured(home, review):
    """With NO_COLOR the only sequences are those that clear the screen; without it there is some emphasis."""
    home.propose(*KEYS)
    plain = review(NO_COLOR="1")
    found = set(SEQUENCE.findall(plain.sees("? help")))
    assert not {each for each in found if each.endswith("m")}
    assert {each for each in SEQUENCE.findall(review().sees("? help")) if each.endswith("m")}


def test_a_hostile_candidate_cannot_touch_the_terminal(home, review):
    """Titles, cursor moves, direction marks and invisible letters in what was mined do not reach the screen."""
    evil = "Safe.\x1b]0;owned\x07\x1b[2A\x1b[1;31mred\u202egnp\u200b\U000e0041 end\x08\x9b31m"
    home.propose("deploy:blyck", body=evil, workspace=str(home.workspace) + "\x1b]52;c;aGk=\x07")
    seen = review()
    screen = seen.sees("? help")
    seen.press("a", "1 decided")
    screen += seen.left()
    assert set(SEQUENCE.findall(screen)) <= {"\x1b[2J", "\x1b[1;1H", "\x1b[1m", "\x1b[0m", "\x1b[2m"}
    assert not set(SEQUENCE.sub("", screen)) & set("\x1b\x07\x08\x9b\u202e\u200b\U000e0041")
    assert "Safe." in screen


@pytest.mark.slow
def test_decided_elsewhere_meanwhile(home, review):
    """Gone at once and told, whether it was dismissed in another window or purged altogether."""
    names = home.propose(*KEYS, "test:blyck")
    seen = review()
    seen.sees("? help")
    home.seorap("dismiss", names[0])
    assert "2 of 4" in seen.sees("deploy:blyck was decided elsewhere.")
    seen.sees("? help")
    home.seorap("memory", "purge", "auth:npm", "--yes")
    assert f"{names[1]} was decided elsewhere." in seen.sees("? help")
    assert "3 of 4" in seen.shown
    home.seorap("memory", "purge", "test:blyck", "--yes")
    seen.sees("? help")
    assert "1 decided, 0 wait." in seen.press("a", "wait.")
    seen.left()
    assert seen.code == 0


def test_without_a_terminal_it_says_what_to_use(home):
    """Piped, it does nothing and names the verbs for scripts."""
    home.propose(*KEYS)
    assert "seorap inbox --json" in home.seorap("review", code=1).stderr


@pytest.mark.slow
def test_nothing_to_review(home, review):
    """An empty queue ends it at once, with 0."""
    home.seorap("status")
    seen = review()
    seen.sees("Nothing waits.")
    seen.left()
    assert seen.code == 0


@pytest.mark.slow
def test_what_comes_meanwhile_is_at_the_end(home, review):
    """A candidate that is proved while somebody reviews is counted, and shown in its turn."""
    home.propose("deploy:blyck")
    seen = review()
    assert "1 of 1" in seen.sees("? help")
    home.propose("auth:npm")
    assert "1 of 2" in seen.sees("? help")
    assert "auth:npm" in seen.press("a", "? help")
    assert "2 decided, 0 wait." in seen.press("d", "wait.")


@pytest.mark.slow
def test_a_window_of_another_size_is_drawn_anew(home, review):
    """No key is needed."""
    home.propose(*KEYS)
    seen = review(columns=100)
    seen.sees("? help")
    seen.child.setwinsize(30, 40)
    screen = SEQUENCE.sub("", seen.sees("? help")).replace("\r", "")
    assert max(len(line) for line in screen.split("\n")) <= 40


@pytest.mark.slow
def test_keys_in_pieces_and_in_bursts(home, review):
    """An arrow whose bytes come one by one is an arrow, not Escape; of a burst only the first key judges."""
    home.propose(*KEYS)
    seen = review()
    seen.sees("? help")
    seen.child.delaybeforesend = 0.01
    for each in "\x1b[B":
        seen.child.send(each)
    assert "2 of 3" in seen.sees("? help")
    seen.child.delaybeforesend = 0.05
    assert "3 of 3" in seen.press("aaaa", "? help")
    assert "1 decided, 2 wait." in seen.press("q", "wait.")


@pytest.mark.slow
def test_a_part_of_what_waits(home, review):
    """By words and by type, in the review and in the list."""
    home.propose(*KEYS)
    home.propose("rule:no-prod", type="rule", body="Never deploy on Friday.")
    seen = review("DEPLOY", "--type", "rule")
    screen = seen.sees("? help")
    assert "1 of 1" in screen
    assert "rule:no-prod" in screen
    seen.press("q", "0 decided")
    assert {row["key"] for row in home.rows("inbox", "deploy")} == {"deploy:blyck", "rule:no-prod"}
    assert {row["key"] for row in home.rows("inbox", "--type", "rule")} == {"rule:no-prod"}
    assert "Nothing of that kind waits." in review("nowhere").sees("waits.")
