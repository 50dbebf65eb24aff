"""MEMORY.md in the files that agents read of their own accord, and what is never touched."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from classifiers.vocabulary import Actor, MemoryType
from daemon.agent_pages import CODEX, MOST
from daemon.publishing import publish_all, withdraw_all
from daemon.service.installing import install, undo
from daemon.service.machine import Machine
from daemon.service.parts.agents import PART
from daemon.settings import resolve
from storage.drawer import Entry, write
from storage.engine import open_store
from storage.values import LOCAL, Author

NOW = datetime(2026, 5, 4, tzinfo=UTC)
NAMES = ("CLAUDE.local.md", "AGENTS.md", "GEMINI.md")


class Place:
    """A workspace with a repository and memories, on a machine with three agents."""

    def __init__(self, root, store) -> None:
        self.root, self.store = root / "blyck", store
        git = self.root / ".git"
        (git / "info").mkdir(parents=True)
        (git / "HEAD").write_text("ref: refs/heads/main\n")
        self.exclude = git / "info" / "exclude"
        for name in (".claude", ".codex", ".gemini"):
            (root / name).mkdir()
        self.settings = resolve({"SEORAP_HOME": str(root / "s")}, root, "sam")
        self.machine = Machine(self.settings, "linux", sys.executable)
        install(self.machine, [PART])
        self.keep(0)

    def keep(self, number: int) -> None:
        entry = Entry(
            key=f"fact:{number}",
            body=f"The port of service {number} is {8000 + number}. " * 3,
            type=MemoryType.FACT,
            scope="git:host/blyck",
            workspace=str(self.root),
        )
        write(self.store, entry, author=Author(Actor.PERSON, "sam"), now=NOW)

    def publish(self, way: str = "new", **more):
        snapshot = msgspec.structs.replace(self.settings.config.snapshot, agent_files=way, **more)
        config = msgspec.structs.replace(self.settings.config, snapshot=snapshot)
        (done,) = publish_all(self.store, LOCAL, replace(self.settings, config=config))
        assert done.trouble == ""
        return done

    def there(self) -> list[str]:
        return [name for name in NAMES if (self.root / name).exists()]


@pytest.fixture
def place(tmp_path):
    with open_store(tmp_path / "seorap.sqlite") as store:
        yield Place(tmp_path, store)


def test_new_files_are_made_and_kept_out_of_history(place):
    """An import where the agent follows one, the index where it does not; all of it goes again with the part."""
    place.publish()
    assert place.there() == list(NAMES)
    assert "@.seorap/MEMORY.md\n" in (place.root / "CLAUDE.local.md").read_text()
    assert "@.seorap/MEMORY.md\n" in (place.root / "GEMINI.md").read_text()
    assert "fact:0" in (place.root / "AGENTS.md").read_text()
    assert {f"/{name}" for name in NAMES} <= set(place.exclude.read_text().splitlines())
    assert not place.publish().changed
    undo(place.machine, [PART])
    place.publish()
    assert place.there() == []
    assert not any(f"/{name}" in place.exclude.read_text() for name in NAMES)


def test_what_a_project_wrote_is_touched_only_when_a_person_said_so(place):
    """And then only between our markers; it is not hidden from git."""
    theirs = b"# House rules\n\nUse tabs.\n"
    (place.root / "AGENTS.md").write_bytes(theirs)
    place.publish()
    assert (place.root / "AGENTS.md").read_bytes() == theirs
    place.publish("all")
    text = (place.root / "AGENTS.md").read_bytes()
    assert text.startswith(theirs)
    assert b"fact:0" in text
    assert "/AGENTS.md" not in place.exclude.read_text()
    place.publish("off")
    assert (place.root / "AGENTS.md").read_bytes().strip() == theirs.strip()
    assert place.there() == ["AGENTS.md"]


def test_a_file_of_ours_that_somebody_writes_in_is_theirs(place):
    """Our block goes, and git sees the file again: it cannot be committed with our text in it."""
    place.publish()
    with (place.root / "AGENTS.md").open("a") as stream:
        stream.write("Use tabs.\n")
    place.publish()
    assert (place.root / "AGENTS.md").read_text().strip() == "Use tabs."
    assert "/AGENTS.md" not in place.exclude.read_text()


def test_a_repository_may_say_no(place):
    """Its policy file keeps every file of ours away, and takes away what was there."""
    place.publish()
    (place.root / ".seorap" / "memory-policy.yaml").write_text("publish: false\n")
    place.publish()
    assert place.there() == []
    assert [path.name for path in (place.root / ".seorap").iterdir()] == ["memory-policy.yaml"]


def test_it_leaves_room_for_what_codex_reads(place):
    """However many memories there are and however long the project's own text is."""
    for number in range(200):
        place.keep(number)
    place.publish()
    assert (place.root / "AGENTS.md").stat().st_size <= MOST + 200
    (place.root / "AGENTS.md").write_text("x" * (CODEX - 4000) + "\n")
    place.publish("all")
    assert (place.root / "AGENTS.md").stat().st_size <= CODEX


def test_all_of_it_goes_with_the_data(place):
    place.publish()
    withdraw_all(place.store, LOCAL, place.settings)
    assert place.there() == []
    assert not place.exclude.exists() or place.exclude.read_text() == ""


def test_an_index_that_a_person_put_into_such_a_file_stays_one(place):
    """`[snapshot] file = "AGENTS.md"`: the whole index stands there, and nothing takes turns with it."""
    assert place.publish(file="AGENTS.md").changed
    before = (place.root / "AGENTS.md").read_bytes()
    assert b"# Memory" in before
    assert not place.publish(file="AGENTS.md").changed
    assert (place.root / "AGENTS.md").read_bytes() == before
    assert "@AGENTS.md\n" in (place.root / "CLAUDE.local.md").read_text()
