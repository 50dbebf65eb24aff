"""The plain verbs as a script or a person meets them: what they print, where, and how they end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.cli.main import VERBS

FACT = ("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")


def said(home, *words: str, code: int, **environ: str) -> str:
    """What a failing verb says on stderr: words, never a traceback, and nothing on stdout."""
    done = home.seorap(*words, code=code, **environ)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr


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
    assert "is at version 1, not 0" in said(home, *FACT, "--expect", "0", code=1)
    other = ("memory", "write", "fact:port", "It listens on 9090.", "--type", "fact")
    assert "another request" in said(home, *other, "--request", "r1", code=1)
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
    said(elsewhere, "memory", "read", "fact:port", code=1)
    (git := tmp_path / "third" / ".git").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/third.git\n')
    type(home)(home.root, home.environ, place=git.parent).seorap(*FACT)
    assert "--scope" in said(elsewhere, "memory", "retire", "fact:port", code=1)
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
    assert "stays away" in said(home, *FACT[:2], "fact:who", "X.", "--type", "fact", code=1, CLAUDECODE="1")
    home.seorap("memory", "lift", "fact:who")
    home.seorap(*FACT[:2], "fact:who", "X.", "--type", "fact", CLAUDECODE="1")
    assert home.keys() == {"fact:who"}
    said(home, "memory", "lift", "fact:nothing", code=1)


@pytest.mark.slow
def test_snooze_never_and_undo(home):
    """A snoozed candidate is out of the list and shown as such with --all; never covers what it names; undo takes both back."""
    one, two = home.propose("deploy:blyck", "deploy:two")
    home.seorap("snooze", one, "--days", "3")
    assert home.keys() == {"deploy:two"}
    assert "[snoozed until" in home.seorap("inbox", "--all").stdout
    home.seorap("undo")
    home.seorap("never", two, "--what", "action")
    assert home.keys() == set()
    assert home.rows("inbox", "--all")[0]["status"] == "dismissed"
    home.seorap("undo", two)
    assert home.keys() == {"deploy:blyck", "deploy:two"}
    assert "no verdict to take back" in said(home, "undo", code=1)


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
    assert "already approved" in said(home, "dismiss", one, code=1)
    assert "--body goes with one ID" in said(home, "approve", one, two, "--body", "x", code=2)


@pytest.mark.slow
def test_an_ambiguous_id_names_what_it_may_be(home):
    """Nothing is judged by a guess."""
    names = home.propose(*(f"ssh:host-{number}" for number in range(40)))
    letters = [name[0] for name in names]
    twice = next(letter for letter in letters if letters.count(letter) > 1)
    assert "Type more of the id" in said(home, "approve", twice, code=1)
    assert "no candidate" in said(home, "approve", "", code=1)
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
    assert "is no format" in said(home, "sources", "add", str(logs), "--format", "junitt", code=2)
    home.seorap("sources", "add", str(logs), "--pattern", "*.xml", "--format", "junit")
    assert "followed already" in home.seorap("sources", "add", str(logs)).stdout
    row = next(row for row in home.rows("sources", "list") if row["path"] == str(logs))
    assert (row["patterns"], row["format"], row["files"]) == (["*.xml"], "junit", 1)
    home.seorap("sources", "remove", str(logs))
    assert config.read_text() == "# mine\n[follow]\nwell_known = false  # quiet\n"
    assert "not among" in said(home, "sources", "remove", str(logs), code=1)


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
    assert "bad.yaml" in said(home, "policy", "check", str(bad), code=1)
    assert "this holds without one" in home.seorap("policy", "check").stdout
    (home.root / "seorap").mkdir(exist_ok=True)
    bad.replace(home.root / "seorap" / "memory-policy.yaml")
    assert "memory-policy.yaml" in said(home, "inbox", code=1)


def test_status_tells_a_script_everything(home):
    """One object with stable names; a file that is not understood any more is in it and in the text."""
    spool = home.root / "seorap" / "shell" / "zsh.1-1.jsonl"
    spool.parent.mkdir(parents=True)
    spool.write_text('{"v":99}\n' * 3)
    home.seorap("run", "--once")
    (row,) = home.rows("status")
    assert {"running", "database", "waiting", "nightly", "candidates", "memories", "formats", "sources"} <= set(row)
    assert row["drifted"] == {"seorap_spool": [str(spool)]}
    text = home.seorap("status").stdout
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
        assert "Usage: seorap" in said(home, *words, code=2)
    for words in (
        ("approve", "zzz"),
        ("memory", "show", "fact:no"),
        ("memory", "read", "fact:no", "--json"),
        ("undo",),
    ):
        assert said(home, *words, code=1).startswith("seorap: ")
    assert "<action>:<target>" in said(home, "memory", "write", "no key", "x", "--type", "fact", code=1)


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


# --- when the ground gives way ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("text", ["sources = [", "[follow]\nwatch = 3\n", "[nope]\n", "\udcff"])
def test_a_broken_config_is_named_by_every_verb(home, text):
    """The file, the place and what to do; nothing is changed, and completion and help still work."""
    config = home.root / "seorap" / "config.toml"
    config.parent.mkdir()
    config.write_bytes(os.fsencode(text))
    for words in (("status",), ("inbox", "--json"), ("sources", "add", "/tmp/x"), ("run", "--once"), ("scan",)):
        assert str(config) in said(home, *words, code=1)
    assert config.read_bytes() == os.fsencode(text)
    home.seorap("--help")
    home.seorap("completion", "bash")


@pytest.mark.slow
def test_a_home_that_cannot_be_one(home):
    """A file where the folder should be is said in words, by reading and by writing verbs."""
    (home.root / "seorap").write_text("")
    for words in (("status",), ("run", "--once"), FACT, ("sources", "add", "/tmp/x")):
        assert str(home.root / "seorap") in said(home, *words, code=1)


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["strange", "torn"])
def test_a_damaged_database_is_said(home, damage):
    """Not a database, or one whose pages were overwritten: every verb names it, and the file stays for a rescue."""
    home.seorap(*FACT)
    file = home.root / "seorap" / "seorap.sqlite"
    data = bytearray(file.read_bytes())
    data[0 if damage == "strange" else 4096 :] = bytes(number * 7 % 251 for number in range(len(data)))[: len(data)]
    file.write_bytes(data)
    for words in (("status",), ("inbox", "--json"), FACT, ("run", "--once")):
        assert "damaged" in said(home, *words, code=1)
    assert file.read_bytes()[4096:] == bytes(data[4096:])


@pytest.mark.slow
def test_a_folder_that_is_gone(home, tmp_path):
    """Called from a folder that was removed: words, not a traceback."""
    gone = tmp_path / "gone"
    script = f"mkdir {gone}; cd {gone}; rmdir {gone}; exec {sys.executable} -m daemon.cli "
    for words in ("memory read fact:port", "memory write fact:port x --type fact", "sources add x", "scan x"):
        done = subprocess.run(
            ["sh", "-c", script + words], env=home.environ, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (1, ""), words
        assert done.stderr.startswith("seorap: "), done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="mounting needs root on Linux")
def test_a_full_disk_is_said_and_loses_nothing(home, tmp_path):
    """What did not fit is not half there: verbs say the disk is full, and go on where they were once there is room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("this container may not mount")
    try:
        where = {"SEORAP_HOME": str(disk)}
        home.seorap(*FACT, **where)
        ballast = disk / "ballast"
        with ballast.open("wb", buffering=0) as stream:
            try:
                while stream.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        home.record("npx vercel deploy --prod", "Production: https://blyck.example.com [21s]\n")
        big = ("memory", "write", "fact:big", "x " * 40_000, "--type", "fact")
        assert "is full" in said(home, *big, code=1, **where)
        assert "No space" in said(home, "sources", "add", "/tmp/x", code=1, **where)
        ballast.unlink()
        assert home.seorap("memory", "read", "fact:port", **where).stdout == "The API listens on 8080.\n"
        home.seorap("run", "--once", **where)
        assert "deploy:blyck" in home.seorap("inbox", **where).stdout
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


@pytest.mark.slow
def test_the_whole_way_on_postgresql(home, postgres):
    """SEORAP_DATABASE_URL alone moves everything; no file of a database is made here, and no password is shown."""
    where = {"SEORAP_DATABASE_URL": postgres}
    home.environ |= {"LOGNAME": f"sam-{os.getpid()}"}
    home.record("npx vercel deploy --prod", "Production: https://blyck.example.com [21s]\n")
    home.seorap("run", "--once", **where)
    home.seorap("run", "--once", **where)
    (card,) = [json.loads(line) for line in home.seorap("inbox", "--json", **where).stdout.splitlines()]
    assert (card["key"], card["seen"]) == ("deploy:blyck", 1)
    home.seorap("approve", card["id"], **where)
    assert "deploy:blyck" in home.memory.read_text()
    home.seorap("undo", **where)
    home.seorap("memory", "purge", "deploy:blyck", "--yes", **where)
    assert not home.memory.exists()
    assert not (home.root / "seorap" / "seorap.sqlite").exists()
    gone = {"SEORAP_DATABASE_URL": "postgresql://sam:hunter2hunter2@127.0.0.1:1/none"}
    told = said(home, "status", code=1, **gone)
    assert "127.0.0.1" in told
    assert "hunter2" not in told


# --- completion -------------------------------------------------------------------------------------------------------

TAB = {
    "bash": 'eval "$(seorap completion bash)"; COMP_WORDS=(seorap {word}); COMP_CWORD=1; {function} seorap {word} seorap;'
    ' printf "%s\\n" "${{COMPREPLY[@]}}"',
    "fish": 'seorap completion fish | source; complete -C "seorap {word}"',
}


@pytest.fixture
def on_path(home) -> dict[str, str]:
    """`seorap` as a command, as an installed one is."""
    folder = home.root / "bin"
    folder.mkdir()
    command = folder / "seorap"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m daemon.cli "$@"\n')
    command.chmod(0o755)
    return {**home.environ, "PATH": f"{folder}:{home.environ['PATH']}"}


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_completes(home, on_path, shell):
    """`seorap me<TAB>` gives memory, in each shell."""
    found = shutil.which(shell, path=on_path["PATH"])
    if found is None:
        (pytest.fail if os.environ.get("SEORAP_TEST_REQUIRE_ALL") == "1" else pytest.skip)(f"{shell} is not installed")
    if shell == "zsh":
        assert "memory" in zsh_completes(home, on_path, found, "seorap me")
        return
    script = TAB[shell].format(word="me", function="_seorap_completion")
    done = subprocess.run(
        [found, "-c", script], env=on_path, cwd=home.workspace, capture_output=True, text=True, check=False
    )
    assert "memory" in done.stdout, done.stderr
    assert "inbox" not in done.stdout


def zsh_completes(home, environ: dict[str, str], zsh: str, typed: str) -> str:
    """What zsh's own line editor makes of `typed` and a tab."""
    import pexpect  # noqa: PLC0415  only here

    (home.root / ".zshrc").write_text(
        'PS1="ready> "\nautoload -Uz compinit && compinit -u -D\neval "$(seorap completion zsh)"\nunsetopt beep\n'
    )
    child = pexpect.spawn(
        zsh, ["-i"], env={**environ, "TERM": "dumb"}, cwd=str(home.workspace), encoding="utf-8", timeout=30
    )
    try:
        child.expect_exact("ready> ")
        child.send(typed + "\t")
        child.expect_exact("memory")
        return str(child.after)
    finally:
        child.close(force=True)


@pytest.mark.slow
def test_every_verb_has_help(home):
    """Each verb of the table can be imported and explains itself; the top help imports none of them."""
    for verb in VERBS:
        assert f"Usage: seorap {verb}" in home.seorap(verb, "--help").stdout
    top = home.seorap("--help").stdout
    assert all(verb in top for verb in VERBS)
    assert Path(home.root / "seorap").exists() is False
