"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    make_candidate()
    make_checkpoint()
    make_evidence()
    make_idempotency()
    make_job_run()
    make_memory()
    make_memory_version()
    make_tally()
    make_tombstone()
    make_verdict()


def make_candidate() -> None:
    op.create_table(
        "candidate",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("paths", JSON, nullable=False),
        sa.Column("best_at", INSTANT, nullable=True),
        sa.Column("edited", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("first_seen", INSTANT, nullable=False),
        sa.Column("last_seen", INSTANT, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("raised_at", INSTANT, nullable=False),
        sa.Column("snoozed_until", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", name=op.f("pk_candidate")),
        sa.UniqueConstraint("tenant", "user", "id", name=op.f("uq_candidate_tenant_user_id")),
    )
    op.create_index(op.f("ix_candidate_tenant_user_status"), "candidate", ["tenant", "user", "status"])


def make_checkpoint() -> None:
    op.create_table(
        "checkpoint",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.BigInteger(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=False),
        sa.Column("anchor_length", sa.Integer(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("head_length", sa.Integer(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("inode", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("mtime_ns", sa.BigInteger(), nullable=False),
        sa.Column("drift", sa.BigInteger(), nullable=False),
        sa.Column("carry", sa.LargeBinary(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "machine", "path", name=op.f("pk_checkpoint")),
    )


def make_evidence() -> None:
    op.create_table(
        "evidence",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("at", INSTANT, nullable=True),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.Column("stored_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", "record", name=op.f("pk_evidence")),
    )


def make_idempotency() -> None:
    op.create_table(
        "idempotency",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("response", JSON, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "name", name=op.f("pk_idempotency")),
    )


def make_job_run() -> None:
    op.create_table(
        "job_run",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "job", "slot", name=op.f("pk_job_run")),
    )


def make_memory() -> None:
    op.create_table(
        "memory",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("paths", JSON, nullable=False),
        sa.Column("proof", JSON, nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("confirmed_by", sa.Text(), nullable=False),
        sa.Column("first_seen", INSTANT, nullable=False),
        sa.Column("last_seen", INSTANT, nullable=False),
        sa.Column("valid_from", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=True),
        sa.Column("review_after", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", name=op.f("pk_memory")),
    )


def make_memory_version() -> None:
    op.create_table(
        "memory_version",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.Column("change", sa.String(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("paths", JSON, nullable=False),
        sa.Column("proof", JSON, nullable=False),
        sa.Column("confirmed_by", sa.Text(), nullable=False),
        sa.Column("valid_from", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("tenant", "user", "scope", "key", "version", name=op.f("pk_memory_version")),
    )


def make_tally() -> None:
    op.create_table(
        "tally",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("parsed", sa.BigInteger(), nullable=False),
        sa.Column("skipped", sa.BigInteger(), nullable=False),
        sa.Column("unknown", sa.BigInteger(), nullable=False),
        sa.Column("last_commit", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "format", name=op.f("pk_tally")),
    )


def make_tombstone() -> None:
    op.create_table(
        "tombstone",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "kind", "scope", "name", name=op.f("pk_tombstone")),
    )


def make_verdict() -> None:
    op.create_table(
        "verdict",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("candidate", sa.Text(), nullable=False),
        sa.Column("judgement", sa.String(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("undoes", sa.BigInteger(), nullable=True),
        sa.Column("before", JSON, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user", "seq", name=op.f("pk_verdict")),
    )
    op.create_index(op.f("ix_verdict_tenant_user_candidate"), "verdict", ["tenant", "user", "candidate"])
