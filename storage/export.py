"""Everything that is known, as JSON lines: `seorap export`, and the backup of a PostgreSQL.

What only means something on this machine stays: how far its files were read, and which jobs ran.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import msgspec
from sqlalchemy import select

from storage import migrations
from storage.backups import part_of, private_file
from storage.engine import Store
from storage.errors import translate
from storage.portable import FORMAT, TRAVELS, End, Header, encoded, name_of
from storage.tables import table
from storage.values import LOCAL, Owner

CHUNK = 500
"""Rows held at once."""


def export(store: Store, to: BinaryIO, *, now: datetime, owner: Owner = LOCAL) -> int:
    """Write all that the owner has, as it is at one moment; gives the number of rows.

    Raises:
        StoreError: when the database cannot be read.
        OSError: when `to` cannot be written.
    """
    head = Header(FORMAT, migrations.HEAD, owner.tenant, owner.user, now, owner.team)
    to.write(msgspec.json.encode(head) + b"\n")
    rows = 0
    with store.reading() as db:
        for model in TRAVELS:
            source = table(name_of(model))
            mine = (source.c.tenant == owner.tenant, source.c.user == owner.user)
            chosen = select(source).where(*mine).order_by(*source.primary_key)
            options = {"yield_per": CHUNK}
            for row in db.connection().execute(chosen, execution_options=options).mappings():
                to.write(encoded(source.name, dict(row)))
                rows += 1
    to.write(msgspec.json.encode(End(rows)) + b"\n")
    return rows


def export_to(store: Store, target: Path, *, now: datetime, owner: Owner = LOCAL) -> int:
    """The same into a file of its own, 0600, which is there whole or not at all.

    Raises:
        StoreError: when the database cannot be read, or the file not be written.
    """
    part = part_of(target)
    try:
        private_file(part)
        with part.open("wb") as stream:
            rows = export(store, stream, now=now, owner=owner)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise translate(error, str(target)) from error
    return rows
