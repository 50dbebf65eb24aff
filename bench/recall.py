"""How well a recall does and how long it takes; `python -m bench recall [PROMPTS.toml]…`.

Each file of prompts gives precision, recall and silence (their form is that of tests/recall/prompts.toml; a [workspace]
may be named). Without one, all of tests/recall are taken: those that recall is tuned on, and those kept aside, which
alone say how it does on prompts that nobody tuned it for. Where the extra `semantic` is installed, a
second line is of words and meaning. The time is taken on made-up memories of a few thousand words, asked about in
questions of their own words.
"""

from __future__ import annotations

import random
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from classifiers.vocabulary import Actor, MemoryType, Workspace
from daemon.footprint import steady
from recall.finding import Finder
from recall.intents import lexicon
from recall.meaning import Meaning, installed
from recall.select import select
from recall.situation import Situation
from storage.drawer import Entry, write
from storage.engine import Store, open_store
from storage.search import rebuild
from storage.tables import table
from storage.values import LOCAL, Author, MemoryStatus

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
HERE = Workspace("git:git.example.com/acme/blyck", "blyck", "/home/ann/blyck")
PROMPTS = Path("tests/recall")
KEPT_ASIDE = {"prompts_blind", "prompts_stranger", "prompts_untouched"}
QUESTIONS = 1000
LEARNED = 10_000  # memories that a model is asked about too, at most

WEIGHT = 0.75
"""What a cosine of 1 adds to the score of turns, the best of which by its words has 1."""


def main(arguments: list[str]) -> None:
    for file in map(Path, arguments) if arguments else sorted(PROMPTS.glob("prompts*.toml")):
        _judge(file)
    for number in (10_000, 100_000):
        _time(number)


def _judge(file: Path) -> None:
    asked = tomllib.loads(file.read_text(encoding="utf-8"))
    here = Workspace(**asked["workspace"]) if "workspace" in asked else HERE
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "seorap.sqlite") as store:
        for memory in asked["memories"]:
            entry = Entry(
                key=memory["key"],
                body=memory["body"],
                type=MemoryType(memory["type"]),
                scope=memory.get("scope", here.identity),
                paths=tuple(memory.get("paths", ())),
            )
            write(store, entry, author=Author(Actor.PERSON, "ann"), now=NOW)
        for meaning in _ways(store):
            _answer(file, asked, here, Finder(store, meaning=meaning))


def _answer(file: Path, asked: dict[str, Any], here: Workspace, finder: Finder) -> None:
    precision, recall, silent = [], [], []
    for prompt in asked["prompts"]:
        situation = Situation(workspace=here, query=prompt["ask"], files=tuple(prompt.get("files", ())))
        keys = [each.memory.key for each in select(finder, situation, lexicon=lexicon(), now=NOW)]
        wanted, good = prompt.get("want", []), {*prompt.get("want", []), *prompt.get("may", [])}
        if wanted:
            first = keys[:3]
            precision.append(sum(key in good for key in first) / len(first) if first else 0.0)
            recall.append(sum(key in keys for key in wanted) / len(wanted))
        else:
            silent.append(set(keys) <= good)
    print(
        f"recall: {file.stem}{' (kept aside)' if file.stem in KEPT_ASIDE else ''}: {len(asked['prompts'])} prompts over "
        f"{len(asked['memories'])} memories{', by meaning too' if finder.meaning else ''}: precision@3 "
        f"{sum(precision) / len(precision):.3f}, recall {sum(recall) / len(recall):.3f}, "
        f"silence kept {sum(silent)} of {len(silent)}"
    )


def _time(number: int) -> None:
    chance = random.Random(number)
    words = [f"{first}{second}" for first in _words() for second in range(150)]
    common = [1 / (place + 1) for place in range(len(words))]  # as often as words are in a language: Zipf
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "seorap.sqlite") as store:
        _keep(store, (" ".join(chance.choices(words, common, k=14)) for _ in range(number)))
        begin = time.perf_counter()
        rebuild(store, now=NOW)
        indexed = time.perf_counter() - begin
        finder = Finder(store)
        begin = time.perf_counter()
        with finder.ranking():
            loaded = time.perf_counter() - begin
        steady()  # as the daemon does
        print(f"recall: {number:,} memories: indexed once in {indexed:.1f} s, loaded in {loaded:.2f} s")
        questions = [" ".join(chance.choices(words, common, k=chance.randint(2, 12))) for _ in range(QUESTIONS)]
        begin = time.perf_counter()
        for meaning in _ways(store) if number <= LEARNED else (None,):
            if meaning is not None:
                print(
                    f"recall: {number:,} memories: what they mean learned once in {time.perf_counter() - begin:.1f} s"
                )
            finder.meaning = meaning
            _ask(finder, questions, f"{number:,} memories{', by meaning too' if meaning else ''}")
            begin = time.perf_counter()


def _ask(finder: Finder, questions: list[str], name: str) -> None:
    took, worked = [], []
    for question in questions:
        situation = Situation(workspace=HERE, query=question)
        begin, busy = time.perf_counter(), time.thread_time()
        select(finder, situation, lexicon=lexicon(), now=NOW)
        took.append((time.perf_counter() - begin) * 1000)
        worked.append((time.thread_time() - busy) * 1000)
    print(f"recall: {name}: {_spread(took)}; of the processor {_spread(worked)}")


def _spread(milliseconds: list[float]) -> str:
    milliseconds.sort()
    number = len(milliseconds)
    return f"median {milliseconds[number // 2]:.1f} ms, p99 {milliseconds[int(number * 0.99)]:.1f} ms"


def _ways(store: Store) -> Iterator[Meaning | None]:
    """By words alone; and by meaning too, with the model of the extra `semantic`, where it is installed."""
    yield None
    if installed():
        found = Meaning(store)
        found.learn()
        yield found


def _words() -> list[str]:
    return [
        "deploy",
        "build",
        "test",
        "ship",
        "shop",
        "cart",
        "api",
        "auth",
        "data",
        "queue",
        "card",
        "page",
        "river",
        "stone",
        "cloud",
        "tiger",
        "apple",
        "mango",
    ]


def _keep(store: Store, texts: Iterable[str]) -> None:
    """Put each text into the drawer, as the memory `fact:note-<number>`; by hand, for speed."""
    times = dict.fromkeys(("first_seen", "last_seen", "valid_from"), NOW)
    fixed = {"version": 1, "type": MemoryType.FACT, "confidence": 1.0, "status": MemoryStatus.ACTIVE, "seen": 1}
    empty = {"paths": [], "proof": [], "rule": "", "workspace": "", "source": "", "confirmed_by": ""}
    same = {**LOCAL.columns(), "scope": HERE.identity, **times, **fixed, **empty}
    rows = [{**same, "key": f"fact:note-{number}", "body": text} for number, text in enumerate(texts)]
    with store.engine.begin() as connection:
        for start in range(0, len(rows), 10_000):
            connection.execute(table("memory").insert(), rows[start : start + 10_000])


class Turns:
    """Turns of a conversation as memories, for a benchmark of evidence recall: [(id, text)] in, ids out, the best first."""

    def __init__(self, turns: list[tuple[str, str]]) -> None:
        """Keep the turns in a drawer of their own."""
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(Path(self.folder.name) / "seorap.sqlite")
        self.ids = {f"fact:note-{number}": name for number, (name, _) in enumerate(turns)}
        _keep(self.store, (text for _, text in turns))
        rebuild(self.store, now=NOW)
        self.finder = Finder(self.store)

    def search(self, query: str, k: int) -> list[str]:
        """The ids of the k best turns."""
        with self.finder.ranking() as ranking:
            return [self.ids[hit.key] for hit in ranking.find(lexicon().concepts(query), [HERE.identity], k)]


class TurnsByMeaning(Turns):
    """The same, ranked by words and by meaning: what the model of the extra `semantic` adds."""

    def search(self, query: str, k: int) -> list[str]:
        """The ids of the k best turns."""
        if self.finder.meaning is None:
            self.finder.meaning = Meaning(self.store)
            self.finder.meaning.learn()
        scores = {
            key: WEIGHT * max(0.0, cosine)
            for _, keys, cosines in self.finder.meaning.cosines(query, [HERE.identity])
            for key, cosine in zip(keys, cosines.tolist(), strict=True)
        }
        with self.finder.ranking() as ranking:
            hits = ranking.find(lexicon().concepts(query), [HERE.identity], 4 * k)
        for hit in hits:
            scores[hit.key] += hit.score / hits[0].score
        return [self.ids[key] for key in sorted(scores, key=lambda key: -scores[key])[:k]]
