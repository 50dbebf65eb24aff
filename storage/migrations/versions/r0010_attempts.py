"""Where a memory was read that a session does not name, and which record showed what came of a lesson."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
NEW = (
    ("receipt", "workspace", sa.Text(), ""),
    ("feedback", "record", sa.Text(), ""),
    ("feedback", "sessions", JSON, "[]"),
)


def upgrade() -> None:
    for table, name, kind, filled in NEW:
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column(name, kind, nullable=False, server_default=sa.text(f"'{filled}'")))
        with op.batch_alter_table(table) as batch:
            batch.alter_column(name, server_default=None)
