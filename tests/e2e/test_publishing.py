"""MEMORY.md beside a person's own files: what appears, what stays, what goes."""

from __future__ import annotations

from pathlib import Path

import pytest

OURS = "<!-- seorap:begin"
FACT = ("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")


def repository(home, name: str) -> object:
    """Another repository of the same person, and `seorap` called in it."""
    git = home.root / name / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text(f'[remote "origin"]\n\turl = git@git.example.com:acme/{name}.git\n')
    return type(home)(home.root, home.environ, place=git.parent)


def configure(home, text: str) -> None:
    file = home.root / "seorap" / "config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if ".git" not in path.parts}


def test_deleting_the_last_memory_leaves_the_workspace_as_it_was(home):
    """The file, its pages and their empty folders go; the repository's history never saw them."""
    home.seorap(*FACT)
    assert everything(home.workspace) == {".seorap", ".seorap/MEMORY.md", ".seorap/memory", ".seorap/memory/fact.md"}
    assert "/.seorap/*" in (home.workspace / ".git" / "info" / "exclude").read_text()
    home.seorap("memory", "delete", "fact:port")
    assert everything(home.workspace) == set()


@pytest.mark.slow
def test_retiring_removes_it_and_its_page_only(home):
    """What else is remembered stays."""
    home.seorap(*FACT)
    home.seorap("memory", "write", "rule:ask", "Ask first.", "--type", "rule")
    home.seorap("memory", "retire", "fact:port")
    text = home.memory.read_text()
    assert "rule:ask" in text
    assert "8080" not in text
    assert everything(home.memory.parent) == {"MEMORY.md", "memory", "memory/rule.md"}


@pytest.mark.slow
def test_a_persons_text_outside_the_markers_stays(home):
    """Before and after our block, in their own bytes; the file outlives our block."""
    home.memory.parent.mkdir()
    home.memory.write_bytes(b"# Mine\r\n\xff\xfe no text\r\n")
    home.seorap(*FACT)
    home.memory.write_bytes(home.memory.read_bytes() + b"after\n")
    home.seorap("memory", "write", "rule:ask", "Ask first.", "--type", "rule")
    data = home.memory.read_bytes()
    assert data.startswith(b"# Mine\r\n\xff\xfe no text\r\n")
    assert data.endswith(b"after\n")
    assert b"8080" in data
    assert b"rule:ask" in data
    home.seorap("memory", "delete", "fact:port")
    home.seorap("memory", "delete", "rule:ask")
    rest = home.memory.read_bytes()
    assert rest.startswith(b"# Mine\r\n\xff\xfe no text\r\n")
    assert rest.endswith(b"after\n")
    assert OURS.encode() not in rest


@pytest.mark.slow
def test_a_workspace_that_cannot_be_written_is_said_and_the_others_go_on(home):
    """A file where the folder should be, damaged markers, a link that leads out: each is named, none stops the rest."""
    homes = [home, *(repository(home, name) for name in ("two", "three"))]
    for each in homes:
        each.seorap(*FACT)
    (blyck, two, three) = (home.workspace, home.root / "two", home.root / "three")
    for folder in (blyck, two):
        for page in sorted((folder / ".seorap").rglob("*"), reverse=True):
            page.unlink() if page.is_file() else page.rmdir()
        (folder / ".seorap").rmdir()
    (blyck / ".seorap").write_text("mine")
    outside = home.root / "outside"
    outside.mkdir()
    (two / ".seorap").symlink_to(outside)
    done = home.seorap("memory", "write", "rule:ask", "Ask.", "--type", "rule", "--scope", "global")
    assert f"{blyck}/.seorap" in done.stderr
    assert "Elsewhere 1 file could not be written; seorap snapshot says" in done.stderr
    assert "rule:ask" in (three / ".seorap" / "MEMORY.md").read_text()
    assert (blyck / ".seorap").read_text() == "mine"
    assert list(outside.iterdir()) == []
    told = rows_of(home.seorap("snapshot", "--json", code=1).stdout)
    assert [bool(row["trouble"]) for row in told] == [True, False, True]
    assert "leads out of" in told[2]["trouble"]


def rows_of(text: str) -> list[dict[str, object]]:
    import json  # noqa: PLC0415  only here

    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.slow
def test_what_holds_everywhere_stands_in_every_workspace(home):
    """A rule for all is in the file of each workspace that has memories, and goes from all of them."""
    two = repository(home, "two")
    for each in (home, two):
        each.seorap(*FACT)
    home.seorap("memory", "write", "rule:ask", "Ask first.", "--type", "rule", "--scope", "global")
    files = (home.memory, home.root / "two" / ".seorap" / "MEMORY.md")
    assert all("rule:ask` (everywhere)" in file.read_text() for file in files)
    two.seorap("memory", "delete", "rule:ask")
    assert not any("rule:ask" in file.read_text() for file in files)


@pytest.mark.slow
def test_a_worktree_has_its_own_file_and_shares_the_ignore_file(home):
    """A `.git` that is a file leads to the common directory; memories of one are shared, for it is the same project."""
    admin = home.workspace / ".git" / "worktrees" / "fix"
    admin.mkdir(parents=True)
    (admin / "HEAD").write_text("ref: refs/heads/fix\n")
    (admin / "commondir").write_text("../..\n")
    tree = home.root / "blyck-fix"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {admin}\n")
    home.seorap(*FACT)
    beside = type(home)(home.root, home.environ, place=tree)
    beside.seorap("memory", "write", "rule:ask", "Ask first.", "--type", "rule")
    text = (tree / ".seorap" / "MEMORY.md").read_text()
    assert "rule:ask" in text
    assert "8080" in text
    assert "/.seorap/*" in (home.workspace / ".git" / "info" / "exclude").read_text()
    assert not (admin / "info").exists()
    assert (tree / ".git").is_file()


@pytest.mark.slow
def test_a_file_of_their_choice_gets_a_block(home):
    """`[snapshot] file`: the block is put into CLAUDE.md and taken out again; what a person wrote and keeps there stays."""
    configure(home, '[snapshot]\nfile = "CLAUDE.md"\n')
    file = home.workspace / "CLAUDE.md"
    file.write_text("# How we work\n")
    (home.workspace / "memory").mkdir()
    home.seorap("snapshot")
    assert (home.workspace / "memory").is_dir()
    home.seorap(*FACT)
    assert file.read_text().startswith("# How we work\n")
    assert "8080" in file.read_text()
    home.seorap("memory", "delete", "fact:port")
    assert file.read_text().strip() == "# How we work"


@pytest.mark.slow
def test_switched_off_nothing_is_written(home):
    """`[snapshot] enabled = false` holds for every verb; a file elsewhere than below the workspace is refused."""
    configure(home, "[snapshot]\nenabled = false\n")
    home.seorap(*FACT)
    assert everything(home.workspace) == set()
    configure(home, '[snapshot]\nfile = "../MEMORY.md"\n')
    assert "`file` is a file within each workspace" in home.seorap("snapshot", code=1).stderr
    assert not (home.root / "MEMORY.md").exists()
