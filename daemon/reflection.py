"""A model's reading of a session that has paused, if a person has set one: asked seldom, believed never, only proposing.

The session is read again from its file, masked like everything else, and cut to the newest few thousand characters.
What a session has been shown up to is in the store, so neither a restart nor a second daemon asks again.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from datetime import datetime

import structlog

from classifiers.consulting import AnswerError, Piece, pieces, prompt, taken
from classifiers.drafts import SourceRef
from classifiers.formats.registry import format_named
from classifiers.secrets import mask_record
from classifiers.vocabulary import Carry, CommandRun, HumanMessage, Record
from daemon.models import Model, ModelError
from daemon.pipeline import understood
from daemon.reader import Judges
from daemon.sources.tail import Trouble, read
from daemon.workspace_policy import Narrowing
from storage import consultations
from storage.checkpoints import Checkpoint
from storage.consultations import Call
from storage.engine import Store
from storage.intake import offer

log = structlog.get_logger()

RECORDS = 400
"""Newest records of a session that are looked at."""
MESSAGES = 2
"""A person's messages that a session must hold before it is worth a call."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be asked of one session."""

    path: str
    format: str
    shown: tuple[Piece, ...]
    call: Call


class Reflection:
    """Asks one model. `question` and `keep` are for the thread that reads and writes; `ask` blocks, and is for another."""

    def __init__(self, store: Store, judges: Judges, model: Model, *, calls_per_day: int, characters: int) -> None:
        """`characters` bounds what a call is shown."""
        self.model = model
        self._store = store
        self._judges = judges
        self._limit = calls_per_day
        self._characters = characters

    def question(self, path: str, form: str, now: datetime) -> Question | None:
        """What to ask of the session at `path`; None where nothing new is worth a call, or today's are used up."""
        owner = self._judges.owner
        records, last = _newest(path, form, consultations.shown(self._store, path, owner=owner))
        if sum(isinstance(record, HumanMessage) for record in records) < MESSAGES:
            return None
        masked = (clean for record in reversed(records) if (clean := mask_record(record)) is not None)
        shown = pieces(masked, self._characters)
        if sum(piece.person for piece in shown) < MESSAGES:
            return None
        call = consultations.claim(self._store, path, last, limit=self._limit, now=now, owner=owner)
        return Question(path, form, tuple(shown), call) if call is not None else None

    def ask(self, question: Question) -> str:
        """The model's answer. Raises ModelError."""
        return self.model.ask(prompt(question.shown))

    def keep(self, question: Question, answer: str | ModelError, now: datetime) -> tuple[str, ...]:
        """Check an answer, propose what stands the check, and write down how it went; ids of new candidates."""
        owner = self._judges.owner
        try:
            if isinstance(answer, ModelError):
                raise answer
            places = [self._judges.place(piece.cwd, piece.remote) for piece in question.shown]
            source = SourceRef(question.format, question.path)
            found = taken(answer, question.shown, places, source, self.model.label)
        except (ModelError, AnswerError) as trouble:
            consultations.finish(self._store, question.call, trouble=str(trouble), owner=owner)
            log.warning("model.failed", model=self.model.label, why=str(trouble))
            return ()
        own = Narrowing(self._judges.policy, time.monotonic)
        drafts = [draft for draft in found.drafts if not own.refusal(draft)]
        done = offer(self._store, owner, drafts, now=now, policy=self._judges.policy)
        consultations.finish(self._store, question.call, proposed=len(done.created), refused=found.refused, owner=owner)
        log.info("model.answered", model=self.model.label, proposed=len(done.created), refused=found.refused)
        return done.created


def _newest(path: str, form_name: str, after: int) -> tuple[list[Record], int]:
    """The newest records behind line `after` that a model may be shown, and the last line that was read."""
    form = format_named(form_name)
    kept: deque[Record] = deque(maxlen=RECORDS)
    checkpoint: Checkpoint | None = None
    carry: Carry = {}
    more = form is not None
    while more and form is not None:
        batch = read(path, checkpoint, form)
        if isinstance(batch, Trouble):
            break
        reading = understood(form, batch, carry)
        kept += [
            record
            for record in reading.records
            if isinstance(record, HumanMessage | CommandRun) and record.where.line > after
        ]
        checkpoint, carry, more = batch.next, reading.carry, batch.more
    return list(kept), checkpoint.lines if checkpoint is not None else 0
