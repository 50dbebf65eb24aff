"""The plain verbs as a script or a person meets them: what they print, where, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.cli import start
from daemon.cli.main import VERBS
from daemon.waits import Stopwatch

FACT = ("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")


@pytest.mark.slow
def test_a_memory_from_write_to_delete(home):
    """Written, read, listed, shown, retired and deleted; its history tells every step; each --json has its fields."""
    home.seorap(*FACT)
    assert home.seorap("memory", "read", "fact:port").stdout == "The API listens on 8080.\n"
    (row,) = home.rows("memory", "list")
    assert list(row) == [
        *("type", "scope", "key", "body", "confidence", "status", "version", "paths", "proof"),
        *("seen", "source", "confirmed_by", "first_seen", "last_seen", "expires_at"),
    ]
    assert (row["scope"], row["source"]) == ("git:git.example.com/acme/blyck", "person:sam")
    home.seorap("memory", "retire", "fact:port")
    assert home.rows("memory", "list") == []
    assert home.rows("memory", "show", "fact:port")[0]["status"] == "retired"
    home.seorap("memory", "delete", "fact:port")
    assert [step["change"] for step in home.rows("memory", "history", "fact:port")] == ["written", "retired", "deleted"]


@pytest.mark.slow
def test_expect_and_request_make_writing_safe(home):
    """--expect refuses to overwrite what it did not see; the same --request again changes nothing, another body is refused."""
    home.seorap(*FACT, "--expect", "0", "--request", "r1")
    assert "version 1." in home.seorap(*FACT, "--expect", "0", "--request", "r1").stdout
    assert "is at version 1, not 0" in home.refused(*FACT, "--expect", "0", code=1)
    other = ("memory", "write", "fact:port", "It listens on 9090.", "--type", "fact")
    assert "another request" in home.refused(*other, "--request", "r1", code=1)
    home.seorap(*other, "--expect", "1")
    (row,) = home.rows("memory", "list")
    assert (row["body"], row["version"]) == ("It listens on 9090.", 2)


@pytest.mark.slow
def test_scopes(home, tmp_path):
    """A key is found here first and then everywhere; from elsewhere where it stands alone, and else the scope is asked for."""
    home.seorap(*FACT)
    home.seorap("memory", "write", "rule:ask", "Ask first.", "--type", "rule", "--scope", "global")
    assert {row["scope"] for row in home.rows("memory", "list", "--scope", "global")} == {"global"}
    assert home.rows("memory", "read", "rule:ask")[0]["scope"] == "global"
    other = tmp_path / "other"
    other.mkdir()
    elsewhere = type(home)(home.root, home.environ, place=other)
    assert elsewhere.rows("memory", "show", "fact:port")[0]["scope"] == "git:git.example.com/acme/blyck"
    elsewhere.refused("memory", "read", "fact:port", code=1)
    (git := tmp_path / "third" / ".git").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/third.git\n')
    type(home)(home.root, home.environ, place=git.parent).seorap(*FACT)
    assert "--scope" in elsewhere.refused("memory", "retire", "fact:port", code=1)
    elsewhere.seorap("memory", "retire", "fact:port", "--scope", "git:git.example.com/acme/blyck")
    home.seorap("memory", "delete", "rule:ask")
    assert [row["change"] for row in home.rows("memory", "history", "rule:ask")] == ["written", "deleted"]


@pytest.mark.slow
def test_purge_asks_and_leaves_no_word(home):
    """Without a yes nothing happens; with it no file of ours holds the text, and the key stays away until it is lifted."""
    home.seorap("memory", "write", "fact:who", "Ann Lee lives in Busan.", "--type", "fact")
    assert home.seorap("memory", "purge", "fact:who", code=130).stdout.startswith("Every word")
    home.seorap("memory", "purge", "fact:who", "--yes")
    for path in home.root.rglob("*"):
        assert not path.is_file() or b"Busan" not in path.read_bytes(), path
    assert "stays away" in home.refused(*FACT[:2], "fact:who", "X.", "--type", "fact", code=1, CLAUDECODE="1")
    home.seorap("memory", "lift", "fact:who")
    home.seorap(*FACT[:2], "fact:who", "X.", "--type", "fact", CLAUDECODE="1")
    assert home.keys() == {"fact:who"}
    home.refused("memory", "lift", "fact:nothing", code=1)


@pytest.mark.slow
def test_snooze_never_and_undo(home):
    """A snoozed candidate is out of the list and shown as such with --all; never covers what it names; undo takes both back."""
    one, two = home.propose("deploy:blyck", "deploy:two")
    home.seorap("snooze", one, "--days", "3")
    assert home.keys() == {"deploy:two"}
    assert "waiting     1, and 1 snoozed  →  seorap review" in home.seorap("status").stdout
    (row,) = home.rows("status")
    assert (row["waiting"], sum(row["ages"].values()), row["candidates"]) == (1, 1, {"pending": 2})
    assert "[snoozed until" in home.seorap("inbox", "--all").stdout
    home.seorap("undo")
    home.seorap("never", two, "--what", "action")
    assert home.keys() == set()
    assert home.rows("inbox", "--all")[0]["status"] == "dismissed"
    home.seorap("undo", two)
    assert home.keys() == {"deploy:blyck", "deploy:two"}
    assert "no verdict to take back" in home.refused("undo", code=1)


def test_inbox_json_has_these_fields_and_nothing_else(home):
    """What scripts rely on."""
    home.propose("deploy:blyck")
    (row,) = home.rows("inbox")
    assert list(row) == [
        *("id", "status", "type", "scope", "key", "body", "confidence", "evidence", "seen", "first_seen", "last_seen")
    ]
    assert list(row["evidence"][0]) == ["format", "path", "line", "offset", "at", "command", "outcome", "why"]


@pytest.mark.slow
def test_several_ids_at_once(home):
    """One bad id gives exit 1 and is named; the others are judged, and MEMORY.md is written once."""
    one, two, _ = home.propose("deploy:blyck", "test:blyck", "auth:npm")
    done = home.seorap("approve", one, "nope", two, code=1)
    assert done.stdout.count("Kept") == 2
    assert "'nope'" in done.stderr
    assert done.stderr.count("MEMORY.md") == 1
    assert "already approved" in home.refused("dismiss", one, code=1)
    assert "--body goes with one ID" in home.refused("approve", one, two, "--body", "x", code=2)


@pytest.mark.slow
def test_an_ambiguous_id_names_what_it_may_be(home):
    """Nothing is judged by a guess."""
    names = home.propose(*(f"ssh:host-{number}" for number in range(40)))
    letters = [name[0] for name in names]
    twice = next(letter for letter in letters if letters.count(letter) > 1)
    assert "Type more of the id" in home.refused("approve", twice, code=1)
    assert "no candidate" in home.refused("approve", "", code=1)
    assert len(home.keys()) == 40


@pytest.mark.slow
def test_sources_are_listed_added_and_removed(home):
    """What a person adds is followed and stands in config.toml, whose comments stay; a misspelt format is refused."""
    config = home.root / "seorap" / "config.toml"
    config.parent.mkdir()
    config.write_text("# mine\n[follow]\nwell_known = false  # quiet\n")
    logs = home.root / "ci logs"
    logs.mkdir()
    (logs / "a.xml").write_text("<x/>")
    assert "is no format" in home.refused("sources", "add", str(logs), "--format", "junitt", code=2)
    home.seorap("sources", "add", str(logs), "--pattern", "*.xml", "--format", "junit")
    assert "followed already" in home.seorap("sources", "add", str(logs)).stdout
    row = next(row for row in home.rows("sources", "list") if row["path"] == str(logs))
    assert (row["patterns"], row["format"], row["files"]) == (["*.xml"], "junit", 1)
    assert f" 1 file   {logs}\n" in home.seorap("sources", "list").stdout
    home.seorap("sources", "remove", str(logs))
    assert config.read_text() == "# mine\n[follow]\nwell_known = false  # quiet\n"
    assert "not among" in home.refused("sources", "remove", str(logs), code=1)


@pytest.mark.slow
def test_an_approval_says_which_agents_are_told_nothing(home):
    """One line, however many were kept, where an agent is used and was not set up; none for who uses none or was."""
    names = home.propose("deploy:blyck", "auth:npm", "ssh:web-1", "ssh:web-2", "ssh:web-3")
    assert "told nothing" not in home.seorap("approve", names[0]).stderr
    (home.root / ".claude").mkdir()
    told = home.seorap("approve", names[1], names[2]).stderr
    assert told.count("claude-code: used here, and told nothing yet") == 1
    assert "seorap setup --agents" in told
    assert "told nothing" not in home.seorap("dismiss", names[3]).stderr
    home.seorap("setup", "--agents", "--yes")
    assert "told nothing" not in home.seorap("approve", names[4]).stderr


def test_sources_of_one_name_stand_together_and_can_be_told_apart(home):
    """Sorted by name and path; no two lines are the same, though a format is kept in several places and one in two forms."""
    rows = home.rows("sources", "list")
    places = [(row["name"], row["path"]) for row in rows]
    assert places == sorted(places)
    assert len({name for name, _ in places}) < len(rows)
    lines = home.seorap("sources", "list").stdout.splitlines()
    assert len(set(lines)) == len(lines) == len(rows)


@pytest.mark.slow
def test_the_jobs_by_hand(home):
    """A dry run changes nothing; a snapshot says what it would do, does it, and finds nothing to do."""
    home.seorap(*FACT)
    home.memory.unlink()
    assert home.rows("decay", "--dry-run") == []
    assert "1 memory, would be kept in step" in home.seorap("snapshot", "--dry-run").stdout
    assert not home.memory.exists()
    assert home.rows("snapshot")[0]["changed"] is True
    assert home.rows("snapshot") == [
        {"workspace": str(home.workspace), "file": ".seorap/MEMORY.md", "memories": 1, "changed": False, "trouble": ""}
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text", [b"types: [a", b"nope: 1\n", b"\xff\xfe", b"- a\n- b\n", b"retention: 3\n"])
def test_a_bad_policy_is_refused_with_its_place(home, text):
    """`policy check FILE` says what is wrong; as the policy in force it stops verbs with the same words, never silently."""
    bad = home.root / "bad.yaml"
    bad.write_bytes(text)
    assert "bad.yaml" in home.refused("policy", "check", str(bad), code=1)
    assert "this holds without one" in home.seorap("policy", "check").stdout
    (home.root / "seorap").mkdir(exist_ok=True)
    bad.replace(home.root / "seorap" / "memory-policy.yaml")
    assert "memory-policy.yaml" in home.refused("inbox", code=1)


def test_status_tells_a_script_everything(home):
    """One object with stable names; a file that is not understood any more is in it and in the text."""
    spool = home.root / "seorap" / "shell" / "zsh.1-1.jsonl"
    spool.parent.mkdir(parents=True)
    spool.write_text('{"v":99}\n' * 3)
    home.seorap("run", "--once")
    (row,) = home.rows("status")
    assert {"running", "database", "waiting", "nightly", "candidates", "memories", "formats", "sources"} <= set(row)
    assert row["drifted"] == {"seorap_spool": [str(spool)]}
    assert row["recall"] is None
    Stopwatch(home.root / "seorap" / "recall-waits").note(0.0041)
    told = home.rows("status")[0]["recall"]
    assert (told["answered"], told["p50"], told["p99"]) == (1, told["p95"], told["p50"])
    text = home.seorap("status").stdout
    assert "recall      1 answer to agents; p50 4." in text
    assert f"FORMAT DRIFT: 1 file is not understood any more: {spool}" in text
    spool.unlink()
    assert home.rows("status")[0]["drifted"] == {}


@pytest.mark.slow
def test_every_json_is_json_alone(home):
    """Every verb that takes --json prints objects and nothing else on stdout, on an empty store and on a full one."""
    verbs = (
        *(("inbox",), ("memory", "list"), ("sources", "list"), ("status",), ("decay",), ("snapshot",), ("scan",)),
        *(("memory", "quiet"), ("inbox", "--all"), ("decay", "--dry-run"), ("snapshot", "--dry-run")),
    )
    for prepare in (lambda: None, lambda: (home.propose("deploy:blyck"), home.seorap(*FACT))):
        prepare()
        for words in verbs:
            for line in home.seorap(*words, "--json").stdout.splitlines():
                assert isinstance(json.loads(line), dict), words


@pytest.mark.slow
def test_wrong_usage_is_2_and_not_done_is_1(home):
    """And both say why on stderr."""
    for words in (("nope",), ("inbox", "--nope"), ("approve",), ("memory", "write", "k"), ("scan", "--since", "3x")):
        assert "Usage: seorap" in home.refused(*words, code=2)
    for words in (
        ("approve", "zzz"),
        ("memory", "show", "fact:no"),
        ("memory", "read", "fact:no", "--json"),
        ("undo",),
    ):
        assert home.refused(*words, code=1).startswith("seorap: ")
    assert "<action>:<target>" in home.refused("memory", "write", "no key", "x", "--type", "fact", code=1)


@pytest.mark.slow
def test_a_reader_that_had_enough(home):
    """`seorap inbox | head -0` ends quietly with 0, however much there is."""
    home.propose(*(f"ssh:host-{number}" for number in range(300)))
    for words in ("inbox", "inbox --json", "--help"):
        command = f"set -o pipefail; {sys.executable} -m daemon.cli {words} | head -c 0"
        done = subprocess.run(
            ["bash", "-c", command], env=home.environ, cwd=home.workspace, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, ""), (words, done.stderr)
        assert "Traceback" not in done.stderr
        assert "Broken" not in done.stderr


@pytest.mark.slow
def test_file_names_that_are_no_text(home):
    """A path that is no UTF-8 stops neither the list nor its --json, nor does a terminal that speaks Latin-1."""
    spool = home.root / "seorap" / "shell" / os.fsdecode(b"zsh.\xff-1.jsonl")
    spool.parent.mkdir(parents=True)
    spool.write_text('{"v":99}\n' * 3)
    home.seorap("run", "--once")
    assert "\ufffd" in home.rows("status")[0]["drifted"]["seorap_spool"][0]
    assert "FORMAT DRIFT" in home.seorap("status").stdout
    home.propose("deploy:blyck", body="배포한다 → 끝")
    assert "deploy:blyck" in home.seorap("inbox", PYTHONIOENCODING="latin-1").stdout


@pytest.mark.slow
def test_arguments_that_fool_a_terminal_or_are_no_text(home):
    """What was typed is repeated without a sequence or a direction mark; bytes that are no text are refused in words."""
    odd = "\x1b[2J\u202eevil\u200b"
    for words in (("inbox", odd), ("approve", odd), ("policy", "check", odd), ("explain", f"{odd}:1"), (odd,)):
        told = home.refused(*words, code=None)
        assert "evil" in told
        assert not set(odd[0] + "\u202e\u200b") & set(told)
    bytes_ = os.fsdecode(b"\xff\xfe")
    for words in (("approve", bytes_), ("sources", "add", bytes_), ("never", bytes_)):
        assert "no UTF-8" in home.refused(*words, code=1)


@pytest.mark.parametrize("words", [["status"], ["mcp"]])
def test_an_interrupt_before_the_verb_began_is_no_traceback(monkeypatch, capsys, words):
    """Modules are read for a moment first, and a person may have thought better of it."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["seorap", *words])
    monkeypatch.setattr("daemon.cli.main.main", interrupted)
    monkeypatch.setattr("daemon.cli.start.mcp", interrupted)
    with pytest.raises(SystemExit) as left:
        start.main()
    assert left.value.code == 130
    assert capsys.readouterr().err == "Stopped.\n"


@pytest.mark.slow
def test_every_verb_has_help(home):
    """Each verb of the table can be imported and explains itself; the top help imports none of them."""
    for verb in VERBS:
        assert f"Usage: seorap {verb}" in home.seorap(verb, "--help").stdout
    top = home.seorap("--help").stdout
    assert all(verb in top for verb in VERBS)
    assert Path(home.root / "seorap").exists() is False
