"""What a whole session shows, and a line alone does not."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.mining import SourceRef, mine, regards
from classifiers.recollection import KEPT
from classifiers.rulebook.packaged import packaged
from classifiers.successes import Troubles
from classifiers.vocabulary import (
    Actor,
    CommandRun,
    Draft,
    HumanMessage,
    Mark,
    MemoryType,
    Output,
    Record,
    SessionMark,
    Speech,
    Where,
    Workspace,
)

SOURCE = SourceRef("claude_code", "/logs/blyck/session.jsonl")
DEPLOYED = "✅  Production: https://blyck.example [35s]"


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def said(text: str, line: int, *, session: str = "s1", speech: Speech = Speech.PROMPT) -> HumanMessage:
    return HumanMessage(
        key=f"u{line}", where=Where(line, line), cwd="/src/blyck", session=session, text=text, speech=speech
    )


def ran(command: str, output: str, line: int) -> CommandRun:
    return CommandRun(
        key=f"k{line}",
        where=Where(line, line),
        cwd="/src/blyck",
        session="s1",
        command=command,
        output=Output(output),
        exit=0,
        actor=Actor.AGENT,
    )


def mark(kind: Mark, line: int) -> SessionMark:
    return SessionMark(key=f"m{line}", where=Where(line, line), cwd="/src/blyck", session="s1", mark=kind)


def mined(*records: Record, quiet: bool = True) -> dict[str, Draft]:
    found = mine(records, {}, book=packaged(), place=place, source=SOURCE, quiet=quiet)
    return {draft.key: draft for draft in found.drafts if draft.rule.startswith("session-")}


def test_a_correction_said_twice_is_a_rule() -> None:
    """With both messages as its proof, in the person's own words."""
    found = mined(said("no, I said pnpm", 3), said("No! I said pnpm, not npm!", 9))
    draft = found["rule:pnpm"]
    assert (draft.type, draft.body, draft.scope) == (MemoryType.RULE, "Use pnpm here, not npm.", "path:/src/blyck")
    assert [proof.line for proof in draft.evidence] == [3, 9]
    assert {proof.actor for proof in draft.evidence} == {Actor.PERSON}


@pytest.mark.parametrize(
    "records",
    [
        (said("no, I said pnpm", 3),),
        (said("no, I said pnpm", 3), said("No, I said  PNPM", 9)),  # the prompt sent again
        (said("no, I said pnpm", 3), said("no, use pnpm please", 9, session="s2")),
        (said("no, I said pnpm", 3), said("no, use pnpm please", 5), said("ok, npm is fine", 9)),
        (said("no, I said pnpm", 3), said("no, use pnpm please", 5), said("hm, let's use yarn", 9)),
        (said("fix this", 3), said("no, fix that please", 5)),
        (said("let's go with vitest", 3),),
        (said("don't change this", 3), said("I said don't change this!", 5)),
    ],
)
def test_what_is_not_shown_is_not_proposed(records: tuple[Record, ...]) -> None:
    """Once, sent again, in two sessions, taken back, about the task, or never tried: nothing."""
    assert mined(*records) == {}


def test_the_last_word_stands() -> None:
    """A rival that was insisted on later takes its place."""
    found = mined(
        said("no, use npm please", 1),
        said("no, I said npm", 2),
        said("no! I said pnpm, not npm", 3),
        said("I said pnpm!", 4),
    )
    assert set(found) == {"rule:pnpm"}


def test_a_ban_said_twice_is_a_rule() -> None:
    """In the person's words, without the impatience before them."""
    found = mined(said("looks good. don't add type hints", 2), said("I said don't add type hints!", 7))
    (draft,) = found.values()
    assert (draft.type, draft.body) == (MemoryType.RULE, "Don't add type hints.")


def test_a_choice_that_worked_is_a_decision() -> None:
    """A success of the tool in the same session confirms it; the words are quoted."""
    passed = "Test Files  1 passed (1)\n     Tests  3 passed (3)"
    found = mined(said("ok, let's go with vitest", 2), ran("npx vitest run", passed, 5))
    (draft,) = found.values()
    assert (draft.type, draft.key) == (MemoryType.DECISION, "decision:vitest")
    assert "ok, let's go with vitest" in draft.body
    assert mined(said("ok, let's go with jest", 2), ran("npx vitest run", passed, 5)) == {}


@pytest.mark.parametrize(
    "pause",
    [
        (mark(Mark.COMPACT, 20),),
        (mark(Mark.END, 20),),
        (mark(Mark.START, 20),),
        (ran("npx vercel --prod", DEPLOYED, 20),),
    ],
    ids=["compacted", "ended", "next session", "released"],
)
def test_a_session_is_reflected_on_when_it_pauses(pause: tuple[Record, ...]) -> None:
    """Not while it runs; and what was told is not told again."""
    twice = (said("no, I said pnpm", 3), said("no, use pnpm please", 9))
    assert mined(*twice, quiet=False) == {}
    assert set(mined(*twice, *pause, quiet=False)) == {"rule:pnpm"}
    first = mine([*twice, *pause], {}, book=packaged(), place=place, source=SOURCE)
    again = mine([mark(Mark.END, 30)], first.carry, book=packaged(), place=place, source=SOURCE, quiet=True)
    assert (again.drafts, first.ripe, again.ripe) == ((), False, False)


TALK = (
    said("no, I said pnpm", 1),
    said("don't add type hints", 2),
    said("let's go with vitest", 3),
    ran("npx vitest run", "Tests  3 passed (3)", 4),
    said("no! it's pnpm, not npm", 5),
    mark(Mark.COMPACT, 6),
    said("please don't add type hints!", 7),
    said("I said pnpm", 8),
    ran("npx vercel --prod", DEPLOYED, 9),
    said("no, use uv please", 10),
    said("I told you to use uv", 11),
)


@given(st.sets(st.integers(1, len(TALK) - 1)))
def test_any_split_gives_the_same(cuts: set[int]) -> None:
    """Batches end anywhere, and the carry goes through the database as JSON."""

    def drafts(cuts: set[int]) -> dict[str, set[str]]:
        carry: dict[str, object] = {}
        found: dict[str, set[str]] = {}
        edges = [0, *sorted(cuts), len(TALK)]
        for start, end in pairwise(edges):
            done = mine(TALK[start:end], carry, book=packaged(), place=place, source=SOURCE, quiet=end == len(TALK))
            carry = json.loads(json.dumps(done.carry, default=str))
            for draft in done.drafts:
                found.setdefault(draft.key, set()).update(proof.record for proof in draft.evidence)
        return found

    assert drafts(cuts) == drafts(set())


def test_what_says_by_itself_that_it_lasts_is_not_taken_twice() -> None:
    """A rule that was proposed as it was said is not proposed again by the session."""
    assert mined(said("use pnpm, not npm", 1), said("I said: use pnpm, not npm!", 2), said("no, I said pnpm", 3)) == {}


def test_the_state_is_bounded() -> None:
    """However much is said, few things are borne in mind, and what was unreadable starts anew."""
    talk = [said(f"don't add words like number{number} anywhere", number) for number in range(200)]
    done = mine(talk, {"things": "?"}, book=packaged(), place=place, source=SOURCE)
    assert 0 < len(done.carry["things"]) <= KEPT
    assert len(json.dumps(done.carry, default=str)) < 20_000


@pytest.mark.parametrize("text", ["no, I said pnpm", "don't add type hints", "let's go with vitest", "npm is fine"])
def test_what_it_needs_is_not_left_out_before_the_mask(text: str) -> None:
    """The quick look before the mask lets through what a session is reflected on by."""
    assert regards(said(text, 1), packaged(), place, Troubles())
    assert regards(mark(Mark.COMPACT, 1), packaged(), place, Troubles())
