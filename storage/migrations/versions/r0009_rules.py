"""Rules that hold whatever the file is are found by a mark of their own: they are indexed anew at the next question."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    place = 'tenant, "user", team, scope, key'
    rules = f"SELECT {place}, valid_from FROM memory WHERE type = 'rule'"  # noqa: S608 - ours
    op.execute(f"INSERT INTO search_change ({place}, at) {rules} ON CONFLICT DO NOTHING")
