"""The search index and its outbox; every memory is marked, so that the first search indexes what is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    owner = ("tenant", "user", "team", "scope")
    op.create_table(
        "search_entry",
        *(sa.Column(name, sa.Text(), nullable=False) for name in owner),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", name=op.f("pk_search_entry")),
    )
    op.create_index(op.f("ix_search_entry_tenant_user_revision"), "search_entry", ["tenant", "user", "revision"])
    op.create_table(
        "search_revision",
        *(sa.Column(name, sa.Text(), nullable=False) for name in owner[:3]),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", name=op.f("pk_search_revision")),
    )
    op.create_table(
        "search_change",
        *(sa.Column(name, sa.Text(), nullable=False) for name in owner),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", name=op.f("pk_search_change")),
    )
    place = 'tenant, "user", team, scope, key'
    op.execute(f"INSERT INTO search_change ({place}, at) SELECT {place}, valid_from FROM memory")  # noqa: S608 - ours
