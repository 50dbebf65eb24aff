"""Alembic's way in. It always gets an open connection, and never logs or opens anything itself."""

from __future__ import annotations

from alembic import context

from storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew
    transactional_ddl=True,  # as our SQLite connections are: they begin transactions themselves
)
with context.begin_transaction():
    context.run_migrations()
