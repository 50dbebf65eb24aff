"""What a lesson knows besides its sentence, on candidates, memories and their versions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    for table in ("candidate", "memory", "memory_version"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("lesson", JSON, nullable=False, server_default=sa.text("'{}'")))
        with op.batch_alter_table(table) as batch:
            batch.alter_column("lesson", server_default=None)
