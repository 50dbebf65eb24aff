"""A drawer with memories of a made-up project, and what is asked of it."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from classifiers.vocabulary import Actor, MemoryType, Workspace
from recall.finding import Finder
from recall.intents import lexicon
from recall.select import Chosen, select
from recall.situation import Situation
from storage.drawer import Entry, write
from storage.engine import open_store
from storage.values import Author

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
HERE = Workspace("git:git.example.com/acme/blyck", "blyck", "/home/ann/blyck")


class Drawer:
    """A store with memories, and questions to it."""

    def __init__(self, store, here: Workspace = HERE) -> None:
        self.store = store
        self.here = here
        self.finder = Finder(store)

    def keep(self, key: str, body: str = "", kind: str = "fact", *, at: datetime = NOW, **more) -> None:
        entry = Entry(key=key, body=body or key, type=MemoryType(kind), **{"scope": self.here.identity, **more})
        write(self.store, entry, author=Author(Actor.PERSON, "ann"), now=at)

    def ask(self, query: str, *files: str, **more) -> list[Chosen]:
        situation = Situation(workspace=self.here, query=query, files=files)
        return select(self.finder, situation, **{"lexicon": lexicon(), "now": NOW, **more})

    def keys(self, query: str, *files: str, **more) -> list[str]:
        return [each.memory.key for each in self.ask(query, *files, **more)]


@pytest.fixture
def drawer(tmp_path):
    with open_store(tmp_path / "seorap.sqlite") as store:
        yield Drawer(store)


@pytest.fixture(
    scope="session",
    params=[
        "prompts",
        "prompts_kept_aside",
        "prompts_second",
        "prompts_third",
        "prompts_kinds",
        "prompts_trades",
        "prompts_kinds_later",
    ],
)
def prompts(request, tmp_path_factory):
    """The hand-written prompts of one made-up project, and the drawer they are asked of."""
    with open_store(tmp_path_factory.mktemp("prompts") / "seorap.sqlite") as store:
        asked = tomllib.loads((Path(__file__).parent / f"{request.param}.toml").read_text(encoding="utf-8"))
        made = Drawer(store, Workspace(**asked["workspace"]) if "workspace" in asked else HERE)
        for memory in asked["memories"]:
            more = {name: memory[name] for name in ("scope", "paths") if name in memory}
            made.keep(memory["key"], memory["body"], memory["type"], **more)
        yield SimpleNamespace(drawer=made, asked=asked["prompts"])
