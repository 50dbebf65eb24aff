import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from classifiers.vocabulary import Actor, MemoryType
from daemon.publishing import Published, publish_all, when_changed
from daemon.settings import resolve
from daemon.workspace_policy import Narrowing, published_in
from storage.drawer import Entry, write
from storage.engine import open_store
from storage.policy import DEFAULT
from storage.values import LOCAL, Author

NOW = datetime(2026, 5, 4, tzinfo=UTC)


@pytest.fixture
def published(tmp_path):
    """Two workspaces with a memory each; publishes them all."""
    with open_store(tmp_path / "seorap.sqlite") as store:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            entry = Entry(
                key="fact:port",
                body="It is 8080.",
                type=MemoryType.FACT,
                scope=f"git:host/{name}",
                workspace=str(tmp_path / name),
            )
            write(store, entry, author=Author(Actor.PERSON, "sam"), now=NOW)

        def publish(file=".seorap/MEMORY.md", **more):
            settings = resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam")
            snapshot = msgspec.structs.replace(settings.config.snapshot, file=file, **more)
            return publish_all(
                store, LOCAL, replace(settings, config=msgspec.structs.replace(settings.config, snapshot=snapshot))
            )

        yield publish


@pytest.mark.parametrize("method", ["is_dir", "resolve"])
def test_a_workspace_that_may_not_be_looked_into_stops_nothing(published, monkeypatch, tmp_path, method):
    """A folder of somebody else's, or a network disk that is gone: the others are written."""
    real = getattr(Path, method)

    def refused(self: Path, *more: object, **options: object) -> object:
        if str(self).startswith(str(tmp_path / "one")):
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, *more, **options)

    monkeypatch.setattr(Path, method, refused)
    done = {each.workspace: each for each in published()}
    assert done[str(tmp_path / "two")].changed
    assert all("Permission denied" in each.trouble for name, each in done.items() if name.endswith("one"))


def test_publishing_again_changes_nothing(published, tmp_path):
    """The second time is up to date; a workspace that is gone is passed over."""
    assert [each.changed for each in published()] == [True, True]
    assert [each.changed for each in published()] == [False, False]
    (tmp_path / "one").rename(tmp_path / "elsewhere")
    assert [each.workspace for each in published()] == [str(tmp_path / "two")]


@pytest.mark.parametrize(
    ("file", "pages"),
    [
        (".seorap/MEMORY.md", "memory/fact.md"),
        ("CLAUDE.md", ".seorap/memory/fact.md"),
        ("docs/agents/MEMORY.md", "../../.seorap/memory/fact.md"),
    ],
)
def test_the_pages_lie_out_of_the_way_wherever_the_index_is(published, tmp_path, file, pages):
    """The index names them as seen from its own place, and the repository's history does not see them."""
    root = tmp_path / "one"
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    published(file)
    index = root / file
    assert f"Proof and detail: {pages}" in index.read_text()
    assert (index.parent / pages).resolve() == root / ".seorap" / "memory" / "fact.md"
    assert (root / ".seorap" / "memory" / "fact.md").is_file()
    assert "/.seorap/*" in (root / ".git" / "info" / "exclude").read_text().splitlines()
    assert {path.name for path in root.iterdir()} == {".git", ".seorap", file.split("/")[0]}


def test_what_changed_is_told_in_a_line_each():
    """Written, removed and failed are said; what is up to date is not."""
    lines: list[str] = []
    when_changed(
        [
            Published("/a", "M.md", 1, changed=True),
            Published("/b", "M.md", 2, changed=True),
            Published("/c", "M.md", 0, changed=True),
            Published("/d", "M.md", 3, changed=False),
            Published("/e", "M.md", 3, changed=False, trouble="The disk is full."),
        ],
        lines.append,
    )
    assert lines == ["/a/M.md: 1 memory", "/b/M.md: 2 memories", "/c/M.md removed", "The disk is full."]


def test_troubles_of_other_workspaces_are_counted_where_one_is_asked_about():
    """A verb in one workspace does not repeat every day what is wrong in another; what is wrong here it says."""
    lines: list[str] = []
    done = [Published(f"/{name}", "M.md", 1, changed=False, trouble=f"{name} is full.") for name in "abc"]
    when_changed([*done, Published("/d", "M.md", 1, changed=True)], lines.append, asked=["/b"])
    assert lines == [
        "b is full.",
        "/d/M.md: 1 memory",
        "Elsewhere 2 files could not be written; seorap snapshot says which and why.",
    ]


@pytest.mark.parametrize("name", ["AGENTS.md", ".seorap/memory-policy.yaml", ".seorap/MEMORY.md"])
@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_a_repository_whose_files_never_end_stops_nothing(published, tmp_path, kind, name):
    """Linked to a device, or a pipe: it is not read, and the other workspace is published."""
    file = tmp_path / "one" / name
    file.parent.mkdir(exist_ok=True)
    file.symlink_to("/dev/zero") if kind == "device" else os.mkfifo(file)
    published()
    assert (tmp_path / "two" / ".seorap" / "MEMORY.md").exists()
    assert published_in(tmp_path / "one")
    assert Narrowing(DEFAULT, lambda: 0.0).of(str(tmp_path / "one")) is DEFAULT
