"""Places in the drawer: where several rows of one owner are asked for by scope and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sqlalchemy import ColumnElement, Table, and_, tuple_

from storage.values import Owner

Spot: TypeAlias = tuple[str, str]
"""(scope, key)."""

CHUNK = 500
"""Spots in one statement; each is two parameters, and SQLite takes 32,766."""


def at_spots(target: Table, owner: Owner, spots: Iterable[Spot]) -> Iterator[ColumnElement[bool]]:
    """Conditions that together choose the owner's rows at these spots."""
    ordered = sorted(spots)
    columns = target.c
    for start in range(0, len(ordered), CHUNK):
        chosen = tuple_(columns.scope, columns.key).in_(ordered[start : start + CHUNK])
        yield and_(columns.tenant == owner.tenant, columns.user == owner.user, chosen)
