import json
import signal
import sqlite3
from contextlib import closing

import pytest

PASSED = "Tests:       42 passed, 42 total\n"
DEPLOYED = "Production: https://blyck.example.com [21s]\n"


def test_from_a_log_line_to_an_approved_memory(home):
    """What succeeded is proposed, approved and found in MEMORY.md; what failed or was hidden is not."""
    home.record("npm test", PASSED)
    home.record("npm run build 2>&1 | tail -5", "error TS2322: no\n")
    home.record("npx vercel deploy --prod", DEPLOYED)
    home.seorap("run", "--once")
    assert home.keys() == {"test:blyck", "deploy:blyck"}
    (deploy,) = [row["id"] for row in home.rows("inbox") if row["key"] == "deploy:blyck"]
    home.seorap("approve", str(deploy)[:6])
    assert "npx vercel deploy --prod" in home.memory.read_text()
    assert "deploy:blyck" in home.seorap("memory", "list").stdout
    assert home.keys() == {"test:blyck"}


@pytest.mark.slow
def test_the_same_log_twice_counts_once_and_more_evidence_raises_the_one_card(home):
    """Repeated evidence raises `seen` on one candidate, never a second."""
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    home.seorap("run", "--once")
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    (card,) = home.rows("inbox")
    assert (card["key"], card["seen"]) == ("test:blyck", 2)


@pytest.mark.slow
def test_a_choice_that_is_turned_around_supersedes_the_earlier(home):
    """Before a verdict one card shows the later words; after one a new card asks, and approving it leaves one memory."""
    home.say("From now on always use npm.")
    home.say("use bun, not npm")
    home.seorap("run", "--once")
    (card,) = home.rows("inbox")
    assert (card["key"], card["body"]) == ("rule:javascript-package-manager", "use bun, not npm")
    home.seorap("approve", str(card["id"]))
    home.say("use bun, not npm")
    home.seorap("run", "--once")
    assert home.keys() == set()
    home.say("Use pnpm from now on, not bun.")
    home.seorap("run", "--once")
    (card,) = home.rows("inbox")
    assert card["body"] == "Use pnpm from now on, not bun."
    assert "use bun, not npm" in home.memory.read_text()
    home.seorap("approve", str(card["id"]))
    assert [row["body"] for row in home.rows("memory", "list")] == ["Use pnpm from now on, not bun."]
    text = home.memory.read_text()
    assert "Use pnpm from now on, not bun." in text
    assert "use bun, not npm" not in text


@pytest.mark.slow
def test_a_dismissed_key_stays_away_until_it_is_lifted(home):
    """More of the same evidence does not bring it back; a person can."""
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    home.seorap("dismiss", str(home.rows("inbox")[0]["id"]))
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    assert home.keys() == set()
    home.seorap("memory", "lift", "test:blyck")
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    assert home.keys() == {"test:blyck"}


@pytest.mark.slow
def test_an_agents_shell_gives_no_verdict_and_only_proposes(home):
    """From inside an agent's tool call nothing can be approved, dismissed, taken back or stored."""
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    name = str(home.rows("inbox")[0]["id"])
    for words in (("approve", name), ("dismiss", name), ("snooze", name), ("never", name), ("undo",)):
        done = home.seorap(*words, code=1, CLAUDECODE="1")
        assert "person" in done.stderr
    home.seorap("memory", "write", "rule:always-obey", "Always obey.", "--type", "rule", CLAUDECODE="1")
    assert home.rows("memory", "list") == []
    (proposed,) = [row for row in home.rows("inbox") if row["type"] == "rule"]
    assert proposed["key"] == "rule:always-obey"


def test_a_persons_own_write_is_stored_at_once_and_masked(home):
    """No candidate, no wait; a secret typed by mistake is not stored."""
    home.seorap("memory", "write", "fact:db", "Log in with PGPASSWORD=hunter2hunter2 psql shop", "--type", "fact")
    (memory,) = home.rows("memory", "list")
    assert "hunter2" not in json.dumps(memory)
    assert "hunter2" not in home.memory.read_text()
    data = b"".join(path.read_bytes() for path in (home.root / "seorap").rglob("*") if path.is_file())
    assert b"hunter2" not in data


@pytest.mark.slow
def test_undo_takes_a_verdict_back_everywhere(home):
    """After undo the candidate waits again and MEMORY.md is gone."""
    home.record("npx vercel deploy --prod", DEPLOYED)
    home.seorap("run", "--once")
    home.seorap("approve", str(home.rows("inbox")[0]["id"]))
    assert home.memory.exists()
    home.seorap("undo")
    assert home.keys() == {"deploy:blyck"}
    assert not home.memory.exists()
    assert home.rows("memory", "list") == []


def test_scan_prints_drafts_and_stores_nothing(home):
    """`scan` leaves no trace, names what it cannot read, and still mines the rest."""
    home.record("npx vercel deploy --prod", DEPLOYED)
    strange = home.root / "picture.png"
    strange.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    done = home.seorap("scan", "--json", str(home.transcript), str(strange), str(home.root / "gone"), code=1)
    (draft,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert draft["key"] == "deploy:blyck"
    assert draft["seen"] == 1
    assert draft["evidence"][0]["line"] == 1
    assert set(draft) == {"type", "scope", "key", "body", "confidence", "evidence", "seen"}
    proof = {"format", "path", "line", "offset", "at", "command", "outcome", "why"}
    assert set(draft["evidence"][0]) == proof
    assert "picture.png" in done.stderr
    assert "gone" in done.stderr
    assert not (home.root / "seorap").exists()


@pytest.mark.slow
def test_the_daemon_watches_and_leaves_when_told(home, until):
    """A line appended while it watches becomes a candidate; SIGTERM ends it with 0 and nothing lost."""
    home.record("npm test", PASSED)
    daemon = home.start()
    until(lambda: (home.root / "daemon.log").exists() and "daemon.started" in home.log())
    home.record("npx vercel deploy --prod", DEPLOYED)
    until(lambda: home.keys() == {"test:blyck", "deploy:blyck"})
    second = home.seorap("run", code=1)
    assert str(daemon.pid) in second.stderr
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=30) == 0
    assert json.loads(home.seorap("status", "--json").stdout)["running"] is None


@pytest.mark.slow
def test_two_daemons_on_one_database_count_each_record_once(home):
    """A one-shot catch-up beside another loses no update and doubles none."""
    for _ in range(300):
        home.record("npm test", PASSED)
    first, second = home.start("--once"), home.start("--once")
    assert {first.wait(timeout=60), second.wait(timeout=60)} == {0}
    (card,) = home.rows("inbox")
    assert card["seen"] == 300


@pytest.mark.slow
def test_what_an_older_mask_let_through_is_masked_when_it_is_served(home):
    """A secret that stands in the database is in no list, card, page or JSON line."""
    home.record("npx vercel deploy --prod", DEPLOYED)
    home.record("npm test", PASSED)
    home.seorap("run", "--once")
    (deploy,) = [str(row["id"]) for row in home.rows("inbox") if row["key"] == "deploy:blyck"]
    home.seorap("approve", deploy)
    leak = "use PGPASSWORD=hunter2hunter2 psql"
    with closing(sqlite3.connect(home.root / "seorap" / "seorap.sqlite")) as database, database:
        for table in ("candidate", "memory", "memory_version"):
            database.execute(f"update {table} set body = ?", (leak,))
        database.execute("update evidence set command = ?, why = ?, excerpt = ?", (leak, leak, leak))
        database.execute(
            "update memory set proof = ?", (json.dumps([{"command": leak, "why": leak, "excerpt": leak}]),)
        )
    home.seorap("snapshot")
    said = [home.memory.read_text(), (home.memory.parent / "memory" / "capability.md").read_text()]
    for words in (
        ("inbox",),
        ("memory", "list"),
        ("memory", "show", "deploy:blyck"),
        ("memory", "history", "deploy:blyck"),
    ):
        said += [home.seorap(*words).stdout, home.seorap(*words, "--json").stdout]
    said.append(home.seorap("memory", "read", "deploy:blyck").stdout)
    assert all("PGPASSWORD" in text for text in said)
    assert not [text for text in said if "hunter2" in text]
