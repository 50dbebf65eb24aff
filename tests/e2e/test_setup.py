"""`setup` and `uninstall` in a home without a service manager: what appears, what is asked, what goes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest

from daemon.cli.setup import PARTS

UNIT = Path(".config/systemd/user/seorap.service")
RC = "alias ll='ls -l'"


def pictured(home: Path) -> dict[str, tuple[int, bytes]]:
    """Every path of a home, with its permissions and content."""
    found = {}
    for path in home.rglob("*"):
        link = path.is_symlink()
        content = str(path.readlink()).encode() if link else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(home))] = (path.lstat().st_mode, content)
    return found


@pytest.fixture
def fresh(home):
    """A home whose person uses bash, fish and every agent, with the places each system gives."""
    del home.environ["SEORAP_HOME"]
    home.environ |= {"SHELL": "/usr/bin/fish", "XDG_RUNTIME_DIR": str(home.root / "nowhere")}
    (home.root / ".bashrc").write_text(RC)
    for agent in (".claude", ".codex", ".gemini", ".cursor", ".copilot", ".config/opencode"):
        (home.root / agent).mkdir(parents=True)
    (home.root / ".gemini" / "settings.json").write_text('{\n  "ui": {}, // mine\n}')
    return home


def test_three_commands_and_the_home_is_as_it_was(fresh):
    """Install, check, remove: a diff of the home before and after shows nothing."""
    before = pictured(fresh.root)
    said = fresh.seorap("setup", "--yes").stdout
    assert "seorap run" in said, "nobody starts the service here, so it says how to by hand"
    text = (fresh.root / UNIT).read_text()
    assert f'ExecStart="{sys.executable}" "-P" "-OO" "-m" "daemon.cli" "run"' in text
    assert "@" not in text.replace("@system-service", "").replace("between @ signs", "")
    assert (fresh.root / ".bashrc").read_text().startswith(RC + "\n# >>> seorap >>>\n")
    assert (fresh.root / ".config/fish/conf.d/seorap.fish").read_text().startswith("if status")
    assert not (fresh.root / ".zshrc").exists()
    fresh.seorap("status")
    after = pictured(fresh.root)
    fresh.seorap("setup", "--yes")
    assert pictured(fresh.root) == after, "a second setup changes nothing"
    fresh.seorap("uninstall", "--yes", "--data")
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_the_data_stays_unless_it_is_named(fresh):
    """What was remembered outlives an uninstall; a later one takes it, the snapshots and every folder made."""
    before = pictured(fresh.root)
    fresh.seorap("setup", "--yes")
    fresh.seorap("memory", "write", "fact:port", "It listens on 8080.", "--type", "fact")
    exclude = fresh.workspace / ".git" / "info" / "exclude"
    assert exclude.exists()
    fresh.seorap("uninstall", "--yes")
    assert not (fresh.root / UNIT).exists()
    assert fresh.rows("memory", "list")[0]["key"] == "fact:port"
    assert fresh.memory.exists()
    fresh.seorap("uninstall", "--data", "--yes")
    exclude.parent.rmdir()
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_what_ran_before_setup_leaves_nothing_either(fresh):
    """The first run made folders that setup therefore did not; a setting is written into one that it did."""
    share, state = (fresh.root / ".local" / name for name in ("share", "state"))
    share.mkdir(parents=True, exist_ok=True)
    state.mkdir(exist_ok=True)
    before = pictured(fresh.root)
    (state / "seorap").mkdir(mode=0o700)
    fresh.seorap("run", "--once")
    fresh.seorap("setup", "--yes")
    fresh.seorap("sources", "add", str(fresh.root / ".claude"))
    fresh.seorap("uninstall", "--yes")
    fresh.seorap("uninstall", "--yes", "--data")
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_nothing_is_changed_without_a_yes(fresh):
    """A dry run only tells; where nobody can be asked it is a no; a person is asked once, and the data separately."""
    before = pictured(fresh.root)
    assert str(fresh.root / UNIT) in fresh.seorap("setup", "--dry-run").stdout
    assert "--yes" in fresh.seorap("setup", code=1).stderr
    assert pictured(fresh.root) == before

    def typed(words: str, *answers: tuple[str, str]) -> int:
        terminal = pexpect.spawn(
            sys.executable, ["-m", "daemon.cli", *words.split()], cwd=fresh.workspace, env=fresh.environ, timeout=30
        )
        for question, answer in answers:
            terminal.expect_exact(question)
            terminal.sendline(answer)
        terminal.expect_exact(pexpect.EOF)
        return terminal.wait()

    assert typed("setup", ("Make these changes?", "n")) == 1
    assert pictured(fresh.root) == before
    assert typed("setup", ("Make these changes?", "y")) == 0
    assert typed("setup") == 0, "nothing to do, nothing to ask"
    fresh.seorap("memory", "list")
    assert typed("uninstall", ("Undo these changes?", "n")) == 1
    assert (fresh.root / UNIT).exists()
    assert typed("uninstall", ("Undo these changes?", "y"), ("Remove the data too", "n")) == 0
    assert (fresh.root / ".local/share/seorap/seorap.sqlite").exists()
    assert typed("uninstall", ("Remove the data too", "y")) == 0
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_each_part_comes_and_goes_by_itself(fresh):
    """Named parts only, or all but those ruled out; what one part made outlives the others."""
    before = pictured(fresh.root)
    fresh.seorap("setup", "--yes", "--shell-hook")
    assert not (fresh.root / UNIT).exists()
    fresh.seorap("setup", "--yes", "--no-shell-hook")
    assert (fresh.root / UNIT).exists()
    fresh.seorap("uninstall", "--yes", "--service")
    assert not (fresh.root / UNIT).exists()
    assert "seorap" in (fresh.root / ".bashrc").read_text()
    for part in PARTS:
        fresh.seorap("uninstall", "--yes", f"--{part.name}")
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_what_a_person_edited_is_kept_and_said(fresh):
    """The unit with a line of their own and a start-up file with a damaged block stay as they are; exit 1."""
    fresh.seorap("setup", "--yes")
    unit, rc = fresh.root / UNIT, fresh.root / ".bashrc"
    unit.write_text(unit.read_text() + "# mine\n")
    rc.write_text(rc.read_text().replace("# <<< seorap <<<\n", ""))
    kept = unit.read_bytes(), rc.read_bytes()
    for words in (("setup", "--yes"), ("uninstall", "--yes", "--data")):
        said = fresh.seorap(*words, code=1).stderr
        assert str(unit) in said
        assert str(rc) in said
        assert "Traceback" not in said
        assert (unit.read_bytes(), rc.read_bytes()) == kept
    assert not (fresh.root / ".local/state/seorap").exists()


@pytest.mark.slow
def test_a_setup_cut_off_at_any_change_is_undone_all_the_same(fresh):
    """Each change is noted before it is made: the receipt of the first n changes removes them."""
    before = pictured(fresh.root)
    fresh.seorap("setup", "--yes")
    receipt = fresh.root / ".local/state/seorap/installed.json"
    noted = json.loads(receipt.read_text())
    for entry in noted["entries"][1::2]:  # noted, and then the power went
        path = Path(entry["path"])
        if entry["kind"] in {"written", "link"}:
            path.unlink()
    fresh.seorap("uninstall", "--yes", "--data")
    assert pictured(fresh.root) == before


@pytest.mark.slow
def test_a_receipt_that_cannot_be_read_changes_nothing(fresh):
    """It is said, and neither verb guesses."""
    fresh.seorap("setup", "--yes")
    receipt = fresh.root / ".local/state/seorap/installed.json"
    receipt.write_text("{")
    before = pictured(fresh.root)
    for words in (("setup", "--yes"), ("uninstall", "--yes")):
        assert "installed.json" in fresh.seorap(*words, code=1).stderr
    assert pictured(fresh.root) == before


def test_one_folder_for_all_keeps_what_is_not_seoraps(home):
    """Under SEORAP_HOME the unit is told so, and a person's own file there stays."""
    home.seorap("setup", "--yes", "--service", "--folders")
    assert f'Environment="SEORAP_HOME={home.root}/seorap"' in (home.root / UNIT).read_text()
    (home.root / "seorap" / "notes.txt").write_text("mine")
    home.seorap("uninstall", "--yes", "--data")
    assert [path.name for path in (home.root / "seorap").iterdir()] == ["notes.txt"]
