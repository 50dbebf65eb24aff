"""What verbs print: untrusted text inert, one JSON object a line, and words for a person."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click
import msgspec

from classifiers.inert import inert
from classifiers.maturity import maturity
from classifiers.vocabulary import Draft, Evidence, MemoryType
from storage.sureness import grown

if TYPE_CHECKING:
    from storage.tables import Candidate, EvidenceRow, Memory


def json_line(value: Mapping[str, Any]) -> None:
    """One JSON object on a line of stdout: the form every `--json` has."""
    try:
        line = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file name that is no UTF-8
        line = msgspec.json.encode(_encodable(msgspec.to_builtins(value)))
    sys.stdout.buffer.write(line + b"\n")


def _encodable(value: Any) -> Any:
    """The same value, with U+FFFD for every byte of a file name that is no text."""
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    if isinstance(value, dict):
        return {_encodable(name): _encodable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_encodable(each) for each in value]
    return value


def say(text: str = "", *, err: bool = False) -> None:
    """A line for a person; what a log could have put in it is harmless."""
    click.echo("\n".join(inert(line) for line in text.split("\n")), err=err)


def day(moment: datetime | None) -> str:
    """A day in local time, or a dash."""
    return moment.astimezone().strftime("%Y-%m-%d") if moment else "-"


def served(value: Any) -> Any:
    """What was stored, for whoever reads it now: masked once more, should an older mask have known less."""
    from classifiers.secrets import mask  # 120 ms that a verb with nothing to show never needs

    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {name: served(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [served(each) for each in value]
    return value


def draft_object(draft: Draft) -> dict[str, Any]:
    """A draft as `scan --json` prints it; `inbox --json` adds to the same fields."""
    seen = len({each.record for each in draft.evidence})
    return {
        "type": draft.type,
        "scope": draft.scope,
        "key": draft.key,
        "body": served(draft.body),
        "confidence": draft.confidence,
        "evidence": [evidence_object(each) for each in draft.evidence],
        "seen": seen,
    } | lesson_object(msgspec.to_builtins(draft.lesson or {}), draft.paths, seen)


def lesson_object(lesson: Mapping[str, str], paths: Sequence[str], seen: int) -> dict[str, Any]:
    """`lesson`, which every `--json` adds to a lesson that was mined, and to nothing else."""
    if not lesson:
        return {}
    return {"lesson": {**served(dict(lesson)), "paths": served(list(paths)), "maturity": maturity(seen)}}


def evidence_object(evidence: Evidence | EvidenceRow) -> dict[str, Any]:
    """One proof as every `--json` prints it. `line` is 1-based, `at` ISO 8601 in UTC or null."""
    return {
        "format": evidence.format,
        "path": evidence.path,
        "line": evidence.line,
        "offset": evidence.offset,
        "at": evidence.at,
        "command": served(evidence.command),
        "outcome": evidence.outcome,
        "why": served(evidence.why),
    }


def candidate_object(candidate: Candidate, proof: Sequence[EvidenceRow]) -> dict[str, Any]:
    """A candidate as `inbox --json` prints it: the fields of a draft and where it stands."""
    return {
        "id": candidate.id,
        "status": candidate.status,
        "type": candidate.type,
        "scope": candidate.scope,
        "key": candidate.key,
        "body": served(candidate.body),
        "confidence": candidate.confidence,
        "evidence": [evidence_object(each) for each in proof],
        "seen": candidate.seen,
        "first_seen": candidate.first_seen,
        "last_seen": candidate.last_seen,
    } | lesson_object(candidate.lesson, candidate.paths, candidate.seen)


def memory_object(memory: Memory) -> dict[str, Any]:
    """A memory as the `--json` of the memory verbs prints it."""
    return {
        "type": memory.type,
        "scope": memory.scope,
        "key": memory.key,
        "body": served(memory.body),
        "confidence": memory.confidence,
        "status": memory.status,
        "version": memory.version,
        "paths": memory.paths,
        "proof": served(memory.proof),
        "seen": memory.seen,
        "source": memory.source,
        "confirmed_by": memory.confirmed_by,
        "first_seen": memory.first_seen,
        "last_seen": memory.last_seen,
        "expires_at": memory.expires_at,
    } | _tried(memory)


def _tried(memory: Memory) -> dict[str, Any]:
    """What a lesson has come to, and what a constraint forbids."""
    found = {"guard": served(memory.guard)} if memory.guard else {}
    if memory.type is not MemoryType.LESSON:
        return found
    lesson = lesson_object(memory.lesson, memory.paths, memory.seen).get("lesson", {})
    stands = grown(memory.scope, memory.seen, memory.prevented_in, memory.guard)
    counts = {"prevented": memory.prevented, "still_failed": memory.still_failed}
    return found | {"lesson": {**lesson, "maturity": stands, **counts}}
