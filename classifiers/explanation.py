"""What became of a record, in words: how it was taken apart, which rule judged what, and what that proposes.

It words what `mining` decided and decides nothing itself: the value comes from the very call that made the drafts, and
the pieces a draft has no room for are asked of the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from classifiers.inert import one_line
from classifiers.invocations import Invocation
from classifiers.matching import passed_over
from classifiers.mining import Judged
from classifiers.rulebook.entries import Rulebook
from classifiers.scripts import LONGEST, commands_of
from classifiers.statements.finding import heard
from classifiers.successes import Finding, may_concern
from classifiers.vocabulary import (
    Actor,
    AgentMessage,
    CiStep,
    CommandRun,
    FileEdit,
    HumanMessage,
    Record,
    Result,
    SessionMark,
    TestReport,
)

KINDS: dict[type[Record], str] = {
    CommandRun: "command",
    CiStep: "CI step",
    TestReport: "test report",
    HumanMessage: "person's message",
    AgentMessage: "agent's message",
    FileEdit: "file edit",
    SessionMark: "session mark",
}
"""What each record is called."""

UNJUDGED = {
    AgentMessage: "an agent's own words prove nothing",
    FileEdit: "an edit proves nothing by itself",
    SessionMark: "a moment of the session, not a proof",
}
"""Records nothing is ever proposed of, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One rule's word on one command: taken with its outcome, or passed over and why."""

    rule: str
    action: str
    result: str = ""  # success, failure, unknown or not_run; "" when the rule was passed over
    why: str = ""
    excerpt: str = ""  # the output lines that say so
    key: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One simple command of a line."""

    text: str
    program: str
    via: tuple[str, ...]  # the wrappers taken off, outermost first
    visibility: str  # own, implied or hidden
    notes: tuple[str, ...]  # piped, in the background, …
    rules: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """All there is to say of one record, before the store is asked."""

    kind: str
    who: str
    trust: str
    seen: str  # the command, the words, the path: one line
    facts: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()  # what a person said, and what was made of each sentence
    lacking: str = ""  # what the working sequence that ends here lacks to be a procedure
    why: str = ""  # why it proposes nothing; "" when it proposes something


def explain(judged: Judged, book: Rulebook) -> Explanation:
    """Word the judgement of one masked record. Pure, and never longer than the record is."""
    record = judged.record
    who, trust = _speaker(record)
    return Explanation(
        kind=KINDS[type(record)],
        who=who,
        trust=trust,
        seen=_seen(record),
        facts=tuple(_facts(record)),
        commands=tuple(_commands(judged, book)) if isinstance(record, CommandRun | CiStep) else (),
        sentences=heard(record) if isinstance(record, HumanMessage) else (),
        lacking=judged.lacking,
        why="" if judged.drafts else _why(judged, book),
    )


def _speaker(record: Record) -> tuple[str, str]:
    """Who did or said it, and how far that is trusted."""
    if isinstance(record, HumanMessage):
        return "a person", f"their own words ({record.speech}): rules, decisions and facts may come of them"
    if isinstance(record, CommandRun):
        words = {Actor.PERSON: "a person", Actor.AGENT: "an agent", Actor.CI: "a CI job"}[record.actor]
        return words, "a command and its outcome: it proves what succeeded, never what somebody wants"
    if isinstance(record, CiStep | TestReport):
        return "a CI job" if isinstance(record, CiStep) else "a test tool", "a result: it proves what succeeded"
    return "an agent" if isinstance(record, AgentMessage | FileEdit) else "the tool", "nothing is taken from it"


def _seen(record: Record) -> str:
    texts = {
        CommandRun: "command",
        CiStep: "script",
        HumanMessage: "text",
        AgentMessage: "text",
        FileEdit: "path",
        SessionMark: "mark",
        TestReport: "suite",
    }
    return one_line(str(getattr(record, texts[type(record)])), 400)


def _facts(record: Record) -> Iterator[str]:
    if isinstance(record, CommandRun):
        yield f"state {record.state}"
        yield "no exit status recorded" if record.exit is None else f"exit {record.exit}"
        if record.pipe:
            yield "pipe statuses " + " ".join(map(str, record.pipe))
        if record.failed:
            yield "its source says it failed"
        if record.weak:
            yield "its source is not sure it was this command"
    elif isinstance(record, CiStep):
        ended = {True: "the step passed", False: "the step failed", None: "the log does not show how the step ended"}
        yield ended[record.passed]
        if record.project:
            yield f"project {record.project}"
    elif isinstance(record, TestReport):
        counts = record.counts
        yield f"{counts.passed} passed, {counts.failed} failed, {counts.errors} errors, {counts.skipped} skipped"
    if record.cwd:
        yield f"in {record.cwd}"


# --- commands ---------------------------------------------------------------------------------------------------------


def _commands(judged: Judged, book: Rulebook) -> Iterator[Command]:
    record = judged.record
    assert isinstance(record, CommandRun | CiStep)
    if isinstance(record, CommandRun) and len(record.command) > LONGEST:
        return
    of_ci = isinstance(record, CiStep) or record.actor is Actor.CI
    unclaimed = list(judged.findings)
    for call in commands_of(record, book).calls:
        simple = call.simple
        text = simple.text or " ".join(simple.argv)
        own = [each for each in unclaimed if each.command == text]
        unclaimed = [each for each in unclaimed if each.command != text]
        yield Command(
            text=one_line(text, 400),
            program=call.program,
            via=simple.via,
            visibility=simple.visibility,
            notes=tuple(_notes(call)),
            rules=(*map(_judgement, own), *_left_out(call, book, of_ci=of_ci)),
        )


def _judgement(each: Finding) -> Verdict:
    outcome = each.outcome
    nameless = outcome.result is Result.SUCCESS and not each.key
    return Verdict(
        rule=each.entry.name,
        action=each.entry.action,
        result=outcome.result,
        why=outcome.why + ("; what it was about cannot be told, or is a throw-away folder" if nameless else ""),
        excerpt=outcome.excerpt,
        key=each.key,
        command=one_line(each.command, 400),
    )


def _left_out(call: Invocation, book: Rulebook, *, of_ci: bool) -> Iterator[Verdict]:
    for entry, why in passed_over(call, book):
        yield Verdict(rule=entry.name, action=entry.action, why=why)
    if of_ci:
        for entry in book.by_program.get(call.program, ()):
            if not entry.ci:
                yield Verdict(rule=entry.name, action=entry.action, why="a CI job says nothing of this machine here")


def _notes(call: Invocation) -> Iterator[str]:
    simple = call.simple
    if simple.filter:
        yield "piped into " + ", ".join(simple.filter)
    for flag, words in (
        (simple.background, "in the background"),
        (simple.negated, "negated by !"),
        (simple.guarded, "runs only if something before it did or did not work"),
        (simple.looped, "in a loop: its status is that of the last time"),
        (simple.chained, "may not have run if one before it failed"),
        (simple.fed, "reads another command's output"),
        (simple.silenced, "its output is not shown"),
        (simple.broken, "the line did not parse cleanly"),
        (bool(simple.host), f"on the host {simple.host}"),
        (bool(simple.container), f"in the container {simple.container}"),
        (bool(simple.cwd), f"in {simple.cwd}"),
        (bool(call.script), f"runs the script {call.runner or call.script}"),
    ):
        if flag:
            yield words


def _why(judged: Judged, book: Rulebook) -> str:
    """Why a record proposes nothing, in one phrase."""
    record = judged.record
    if type(record) in UNJUDGED:
        return UNJUDGED[type(record)]
    if isinstance(record, HumanMessage):
        return "no sentence of it says by its own words that it shall hold"
    if isinstance(record, TestReport):
        return "it shows failures, or no passed test"
    assert isinstance(record, CommandRun | CiStep)
    if not judged.findings:
        long = isinstance(record, CommandRun) and len(record.command) > LONGEST
        trivial = "no rule fits" if may_concern(record, book) else "trivial: no rule is about"
        return f"it is longer than {LONGEST:,} characters" if long else f"{trivial} any of its commands"
    told = [each for each in judged.findings if each.outcome.result is not Result.UNKNOWN] or list(judged.findings)
    return f"{told[-1].entry.name}: {_judgement(told[-1]).why}"
