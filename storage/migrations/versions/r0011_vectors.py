"""What memories mean, as an embedding model put it: a cache that is filled again when it is lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "search_vector",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("tenant", "user", "team", "scope", "key", "digest")),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", name=op.f("pk_search_vector")),
    )
