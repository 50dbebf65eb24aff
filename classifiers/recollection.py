"""What only a whole session shows: a correction that had to be repeated, a choice that was then used and worked.

Reading line by line, one impatient "no, use pnpm" is about the task. Twice in one session it is how this person works;
and "let's go with vitest" is a decision once vitest ran and passed. The session's last word stands: what was taken back
before it ended, was compacted or released something is not proposed. Summaries of a session are no memories.

Precision goes first. The state is small and bounded, is stored with the checkpoint, and holds only masked sentences of
at most 200 characters that may become evidence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import msgspec

from classifiers.correction_words import FAMILIES, Named, ban, choice, correction, may_correct, permitted
from classifiers.drafts import SourceRef
from classifiers.inert import one_line
from classifiers.prose import prose
from classifiers.statements.finding import LONG, sentences_of, slug_of
from classifiers.successes import Finding
from classifiers.vocabulary import GLOBAL, Actor, Carry, Draft, Evidence, HumanMessage, MemoryType, Result, Workspace

KEPT = 24
"""Things of one source that are borne in mind; the oldest is forgotten first."""
PROOFS = 3
"""Occurrences kept of each."""
LONGEST = 200
"""Characters of a sentence that can be one of them."""
WORDS = 3
"""Words a prohibition must have, so that it says what it is about."""


class Kind(StrEnum):
    """What was heard."""

    CORRECTION = "correction"
    BAN = "ban"
    CHOICE = "choice"


class Heard(msgspec.Struct):
    """One occurrence, as the carry holds it."""

    record: str
    line: int
    offset: int
    at: datetime | None
    words: str
    whole: str  # hash of the whole message: a prompt sent again is no second word


class Thing(msgspec.Struct):
    """One thing a person may mean to last."""

    kind: Kind
    session: str
    name: str  # the tool, or the slug of what is forbidden
    body: str
    scope: str
    root: str
    heard: list[Heard]
    worked: str = ""  # of a choice: the record that used it and worked
    told: bool = False  # proposed already

    @property
    def ripe(self) -> bool:
        """The session has shown that it lasts."""
        return bool(self.worked) if self.kind is Kind.CHOICE else len({each.whole for each in self.heard}) > 1


@dataclass(slots=True)
class Recollection:
    """What is borne in mind of one source; exactly its carry."""

    things: list[Thing]

    @classmethod
    def of(cls, carry: Carry) -> Recollection:
        """The recollection a carry holds; an unreadable one starts anew."""
        try:
            return cls(msgspec.convert(carry.get("things", []), list[Thing])[-KEPT:])
        except msgspec.ValidationError:
            return cls([])

    def to_carry(self) -> Carry:
        """JSON values, bounded; nothing where nothing is borne in mind."""
        return {"things": msgspec.to_builtins(self.things[-KEPT:])} if self.things else {}

    @property
    def ripe(self) -> bool:
        """Something waits to be proposed at the session's next pause."""
        return any(thing.ripe and not thing.told for thing in self.things)

    def hear(self, message: HumanMessage, workspace: Workspace, *, stated: bool) -> None:
        """Take in what a person said; later words overrule earlier ones. `stated`: it says by itself that it lasts."""
        for place, said in _sentences(message):
            heard = Heard(
                f"{message.key}#{place}",
                message.where.line,
                message.where.offset,
                message.at,
                said,
                _hash(message.text),
            )
            for tool in permitted(said):
                self._forget(message.session, workspace, tool)
            for kind, name, body in () if stated else _meant(said):
                self._note(Thing(kind, message.session, name, body, _scope(workspace), workspace.root, [heard]))

    def worked(self, finding: Finding) -> None:
        """A command that succeeded confirms the choice of the tool it used."""
        record = finding.record
        words = set(finding.command.lower().replace("/", " ").split())
        for thing in self.things:
            if thing.kind is Kind.CHOICE and thing.session == record.session and thing.name in words:
                thing.worked = thing.worked or record.key

    def drafts(self, source: SourceRef) -> Iterator[Draft]:
        """At a pause of the session: what it has shown to last and nobody was told of yet."""
        for thing in self.things:
            if thing.ripe and not thing.told:
                thing.told = True
                yield _draft(thing, source)

    def _note(self, thing: Thing) -> None:
        if thing.kind is not Kind.BAN:
            self._forget(thing.session, None, thing.name, scope=thing.scope)
        for known in self.things:
            if (known.kind, known.session, known.scope, known.name) == (
                thing.kind, thing.session, thing.scope, thing.name,
            ):  # fmt: skip
                if all(each.record != thing.heard[0].record for each in known.heard):
                    known.heard = [*known.heard, *thing.heard][-PROOFS:]
                    known.told = known.told and not known.ripe
                    known.body = max(known.body, thing.body, key=len)
                return
        self.things = [*self.things, thing][-KEPT:]

    def _forget(self, session: str, workspace: Workspace | None, tool: str, *, scope: str = "") -> None:
        """Another tool of the family was spoken for: what insisted on its rivals is taken back."""
        scope = scope or (_scope(workspace) if workspace else "")
        self.things = [
            thing
            for thing in self.things
            if (thing.session, thing.scope) != (session, scope)
            or thing.kind is Kind.BAN
            or thing.name == tool
            or FAMILIES[thing.name] != FAMILIES[tool]
        ]


def may_matter(message: HumanMessage) -> bool:
    """Whether `hear` would take anything of it. Meant for a message before its mask."""
    if len(message.text) > LONG or not may_correct(message.text):
        return False
    return any(permitted(said) or any(True for _ in _meant(said)) for _, said in _sentences(message))


def _sentences(message: HumanMessage) -> Sequence[tuple[int, str]]:
    """The short sentences, a "No!" before one joined to it."""
    text = prose(message.text) if len(message.text) <= LONG else ""
    found: list[tuple[int, str]] = []
    head = ""
    for place, said in sentences_of(text):
        if _REFUSES.fullmatch(said):
            head = said.rstrip(".! ") + ", "
        elif len(said) <= LONGEST:
            found.append((place, head + said))
            head = ""
    return found


_REFUSES = re.compile(r"(?:no+|nope|wrong|stop|again|아니|いや|違う|不对|нет|non|nein)[.!。！ ]*", re.IGNORECASE)


def _meant(said: str) -> Iterator[tuple[Kind, str, str]]:
    """What a sentence may mean to last: kind, name, body."""
    fixed = correction(said)
    if fixed is not None:
        yield Kind.CORRECTION, fixed.wanted, _use(fixed)
        return
    settled = choice(said)
    if settled is not None:
        yield Kind.CHOICE, settled.wanted, f"{settled.wanted} is used here; a person settled on it: “{said.strip()}”"
        return
    forbidden = ban(said)
    slug = slug_of(forbidden) if forbidden else ""
    if slug and (not slug.isascii() or slug.count("-") >= WORDS - 1):
        yield Kind.BAN, slug, forbidden[0].upper() + forbidden[1:] + "."


def _use(named: Named) -> str:
    return f"Use {named.wanted} here, not {named.unwanted}." if named.unwanted else f"Use {named.wanted} here."


def _scope(workspace: Workspace) -> str:
    return workspace.identity or GLOBAL


def _hash(text: str) -> str:
    plain = " ".join(text.lower().split())
    return hashlib.blake2b(plain.encode("utf-8", "replace"), digest_size=6).hexdigest()


_WHY = {
    Kind.CORRECTION: "a person said so more than once in a session",
    Kind.BAN: "a person said so more than once in a session",
    Kind.CHOICE: "a person settled on it, and it worked in that session",
}
_SURE = {Kind.CORRECTION: 0.75, Kind.BAN: 0.6, Kind.CHOICE: 0.6}


def _draft(thing: Thing, source: SourceRef) -> Draft:
    kind = MemoryType.DECISION if thing.kind is Kind.CHOICE else MemoryType.RULE
    return Draft(
        type=kind,
        scope=thing.scope,
        key=f"{kind.value}:{thing.name}",
        body=thing.body,
        confidence=_SURE[thing.kind],
        evidence=tuple(
            Evidence(
                record=heard.record,
                format=source.format,
                path=source.path,
                line=heard.line,
                offset=heard.offset,
                at=heard.at,
                session=thing.session,
                actor=Actor.PERSON,
                outcome=Result.UNKNOWN,
                why=_WHY[thing.kind],
                excerpt=one_line(heard.words, 500),
            )
            for heard in thing.heard
        ),
        rule=f"session-{thing.kind}",
        workspace="" if thing.scope == GLOBAL else thing.root,
    )
