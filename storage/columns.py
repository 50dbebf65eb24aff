"""Column types that mean the same on SQLite and PostgreSQL.

SQLite forgets time zones, and a file name may hold bytes that are not UTF-8: each is settled here, once.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from classifiers.vocabulary import Actor, MemoryType, Result
from storage.values import CandidateStatus, Change, Effect, Judgement, MemoryStatus, Quiet

BYTES_OUT = {0xDC80 + byte: 0x10FF00 + byte for byte in range(128)}
"""Python's stand-ins for undecodable bytes of a file name, moved to private characters that a database accepts."""
BYTES_IN = {there: here for here, there in BYTES_OUT.items()}


class Instant(TypeDecorator[datetime]):
    """An aware UTC datetime. A naive one is a mistake of the caller and raises ValueError."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Out: in UTC."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a naive datetime cannot be stored: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """In: aware again."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class SourcePath(TypeDecorator[str]):
    """A path as `os.fsdecode` gives it, undecodable bytes included; comes back exactly as it went in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Out: without surrogates."""
        del dialect
        return value if value is None or value.isascii() else value.translate(BYTES_OUT)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """In: with them."""
        del dialect
        return value if value is None or value.isascii() else value.translate(BYTES_IN)


class Json(TypeDecorator[Any]):
    """JSON, kept as JSONB where the database has it. Assign a new value to change it: edits in place are not seen."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type on this database."""
        if dialect.name != "postgresql":
            return dialect.type_descriptor(JSON())
        from sqlalchemy.dialects.postgresql import JSONB  # noqa: PLC0415  50 ms and 3 MB nobody on SQLite needs

        return dialect.type_descriptor(JSONB())


class Word(TypeDecorator[StrEnum]):
    """An enum kept as its word, in a plain text column: a new member needs no migration."""

    impl = String
    kind: ClassVar[type[StrEnum]]

    def __init_subclass__(cls, kind: type[StrEnum]) -> None:
        super().__init_subclass__()
        cls.kind = kind
        cls.cache_ok = True  # looked for on the class itself, not on its bases

    def process_bind_param(self, value: StrEnum | str | None, dialect: Dialect) -> str | None:
        """Out: the word, checked."""
        del dialect
        return None if value is None else self.kind(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:
        """In: the member."""
        del dialect
        return None if value is None else self.kind(value)


class MemoryTypeWord(Word, kind=MemoryType):
    """A memory's type."""


class ActorWord(Word, kind=Actor):
    """Who ran it."""


class ResultWord(Word, kind=Result):
    """How it ended."""


class CandidateStatusWord(Word, kind=CandidateStatus):
    """Where a candidate stands."""


class MemoryStatusWord(Word, kind=MemoryStatus):
    """How much a memory is trusted."""


class JudgementWord(Word, kind=Judgement):
    """What a person said."""


class ChangeWord(Word, kind=Change):
    """Why there is a new version."""


class EffectWord(Word, kind=Effect):
    """What came of a lesson."""


class QuietWord(Word, kind=Quiet):
    """What a tombstone keeps away."""
