"""Rows as JSON lines that either database takes: the form of `seorap export`.

The first line is a `Header`, the last an `End` that tells how many rows stand between, so that a file cut off on its
way is known. A row is one object: its table's columns by name, without the owner, who stands in the header. Paths keep
bytes that are no text as `storage.columns.SourcePath` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, partial, reduce
from operator import or_
from typing import Annotated, Any

import msgspec
from sqlalchemy import BigInteger

from storage.cleaning import clean, masked_text
from storage.columns import BYTES_IN, BYTES_OUT, SourcePath
from storage.tables import Candidate, EvidenceRow, Memory, MemoryVersion, Owned, Tombstone, Verdict, table

FORMAT = 1
"""The number of this form. A reader refuses a higher one."""

TRAVELS: tuple[type[Owned], ...] = (Tombstone, MemoryVersion, Memory, Candidate, Verdict, EvidenceRow)
"""What is exported, in the order of the file: evidence, which there is most of, comes last."""

MASKED = frozenset({"body", "command", "why", "excerpt", "proof", "workspace", "paths", "lesson", "guard"})
"""Columns in which an older mask may have left a secret."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="row", tag="seorap-export"):
    """Who exported, from which tables."""

    format: int
    revision: str  # of `storage.migrations`
    tenant: str
    user: str
    at: datetime
    team: str = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="row", tag="end"):
    """The file is whole."""

    rows: int


def name_of(model: type[Owned]) -> str:
    """The table's name, which is the `row` of its lines."""
    return str(model.__tablename__)


def encoded(name: str, values: Mapping[str, Any]) -> bytes:
    """One row of the table `name` as a line, masked once more; the owner's columns are left out."""
    kept: dict[str, Any] = {"row": str(name)}
    for column in table(name).c:
        value = values[column.name]
        if column.name in Owned.model_fields:
            continue
        if isinstance(column.type, SourcePath):
            value = value.translate(BYTES_OUT)
        kept[str(column.name)] = _masked(value) if column.name in MASKED else value
    return msgspec.json.encode(kept) + b"\n"


def values_of(row: msgspec.Struct) -> dict[str, Any]:
    """A decoded row's values as the table takes them: clean, masked, in UTC, paths with their bytes.

    Raises:
        OverflowError: for a time that is none in UTC.
    """
    values = {name: _cleaned(value) for name, value in msgspec.structs.asdict(row).items()}
    for column in table(row_name(row)).c:
        if isinstance(column.type, SourcePath):
            values[column.name] = values[column.name].translate(BYTES_IN)
        elif column.name in MASKED and column.name in values:
            values[column.name] = _masked(values[column.name])
    return values


def row_name(row: msgspec.Struct) -> str:
    """The `row` of a decoded line."""
    return str(row.__struct_config__.tag)


@cache
def decoder() -> msgspec.json.Decoder[Any]:
    """Decodes any line; raises msgspec.ValidationError or DecodeError."""
    kinds: list[Any] = [Header, End, *(_struct(model) for model in TRAVELS)]
    return msgspec.json.Decoder(type=reduce(or_, kinds))


def _struct(model: type[Owned]) -> type[msgspec.Struct]:
    fields: list[Any] = []
    columns = table(name_of(model)).c
    for name, info in model.model_fields.items():
        if name in Owned.model_fields:
            continue
        kind = _bounded(info.annotation, wide=isinstance(columns[name].type, BigInteger))
        default = partial(info.get_default, call_default_factory=True)
        fields.append((name, kind) if info.is_required() else (name, kind, msgspec.field(default_factory=default)))
    return msgspec.defstruct(
        model.__name__, fields, kw_only=True, forbid_unknown_fields=True, tag_field="row", tag=name_of(model)
    )


def _bounded(kind: Any, *, wide: bool) -> Any:
    """The column's type, with what a database or a reader could not take shut out."""
    whole = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1 if wide else 2**31 - 1)]
    share = Annotated[float, msgspec.Meta(ge=0, le=1)]
    moment = Annotated[datetime, msgspec.Meta(tz=True)]
    known: dict[Any, Any] = {
        int: whole,
        int | None: whole | None,
        float: share,
        float | None: share | None,
        datetime: moment,
        datetime | None: moment | None,
    }
    return known.get(kind, kind)


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return masked_text(value)
    if isinstance(value, dict):
        return {name: _masked(each) for name, each in value.items()}
    return [_masked(each) for each in value] if isinstance(value, list) else value


def _cleaned(value: Any) -> Any:
    if type(value) is str:  # not an enum's word
        return clean(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    if isinstance(value, dict):
        return {clean(name): _cleaned(each) for name, each in value.items()}
    return [_cleaned(each) for each in value] if isinstance(value, list) else value
