"""The surest and newest memories of a type are found without looking at the others."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_memory_foremost", "memory", ["tenant", "user", "scope", "type", "status", "confidence", "last_seen"]
    )
