"""What came of lessons that agents were given, and what a person made a constraint of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
NEW = (
    ("memory", "guard", JSON, "{}"),
    ("memory", "prevented", sa.Integer(), "0"),
    ("memory", "still_failed", sa.Integer(), "0"),
    ("memory", "prevented_in", JSON, "[]"),
    ("memory_version", "guard", JSON, "{}"),
    ("receipt", "command", sa.Text(), ""),
)


def upgrade() -> None:
    for table, name, kind, filled in NEW:
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column(name, kind, nullable=False, server_default=sa.text(f"'{filled}'")))
        with op.batch_alter_table(table) as batch:
            batch.alter_column(name, server_default=None)
    op.add_column("memory", sa.Column("untried", sa.Float(), nullable=True))
    op.create_table(
        "feedback",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("effect", sa.String(), nullable=False),
        sa.Column("observed", sa.Boolean(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "host", "session", "scope", "key", name=op.f("pk_feedback")),
    )
    op.create_index(op.f("ix_feedback_tenant_user_scope_key"), "feedback", ["tenant", "user", "scope", "key"])
