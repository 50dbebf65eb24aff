"""A lesson on its whole way: from a failure in a transcript to MEMORY.md."""

from __future__ import annotations

import pytest

REFUSED = 'psql: error: connection to server at "localhost", port 5432 failed: Connection refused\n'


def story(home) -> None:
    home.record("psql shop -c 'select 1'", REFUSED, exit_code=2)
    home.record("docker compose up -d db", " Container db  Started\n")
    home.record("psql shop -c 'select 1'", " ?column?\n----------\n 1\n(1 row)\n")


def test_a_lesson_is_seen_by_scan_with_all_its_fields(home):
    """`scan --json` prints the error, its category, the fix and how far it has come; nothing of it on all else."""
    story(home)
    rows = {str(row["key"]).split(":")[0]: row for row in home.rows("scan", str(home.transcript))}
    assert set(rows) == {"lesson", "db"}
    assert "lesson" not in rows["db"]
    assert rows["lesson"]["lesson"] == {
        "signature": "postgres: server does not answer",
        "category": "connection",
        "stack": "postgres",
        "cause": "",
        "fix": "after `docker compose up -d db`",
        "paths": [],
        "maturity": "observation",
    }


@pytest.mark.slow
def test_from_a_failure_to_a_lesson_in_the_drawer(home):
    """Proposed once, however the file grew; approved, shown and published; seen again it is a pattern."""
    home.record("psql shop -c 'select 1'", REFUSED, exit_code=2)
    home.seorap("run", "--once")
    home.record("docker compose up -d db", " Container db  Started\n")
    home.seorap("run", "--once")
    home.record("psql shop -c 'select 1'", " ?column?\n----------\n 1\n(1 row)\n")
    home.seorap("run", "--once")
    (card,) = (row for row in home.rows("inbox") if row["type"] == "lesson")
    assert card["lesson"]["maturity"] == "observation"
    home.seorap("approve", str(card["id"]))
    shown = home.seorap("memory", "show", str(card["key"])).stdout
    assert "signature: postgres: server does not answer" in shown
    assert "docker compose up -d db" in home.memory.read_text()
    page = (home.memory.parent / "memory" / "lesson.md").read_text()
    assert "- error: postgres: server does not answer, connection; observation" in page
    story(home)
    home.seorap("run", "--once")
    assert home.rows("memory", "show", str(card["key"]))[0]["lesson"]["maturity"] == "pattern"
