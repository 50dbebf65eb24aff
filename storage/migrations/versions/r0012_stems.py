"""Words that one stem made one are apart, production and product: what holds such a stem is indexed at the next question."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

STEMS = ("product", "stage", "author", "post")


def upgrade() -> None:
    one = 'tenant, "user", scope, key'
    held = " OR ".join(f"CAST(words AS TEXT) LIKE '%\"{stem}\"%'" for stem in STEMS)
    place = 'tenant, "user", team, scope, key'
    again = f"SELECT {place}, valid_from FROM memory WHERE ({one}) IN (SELECT {one} FROM search_entry WHERE {held})"  # noqa: S608 - ours
    op.execute(f"INSERT INTO search_change ({place}, at) {again} ON CONFLICT DO NOTHING")
