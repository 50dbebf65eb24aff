"""How well it judges, on hand-written cases: precision and recall per action and per type of what people say.

`tests/corpus/judgement` holds the cases, among them those no rule was made for when they were first judged (`KEPT_ASIDE`):
docs/proof.md keeps those figures, which say what to expect of logs nobody has seen. The rulebook's own examples are counted
too. A draft is right when the case names its key; of `either`, one key is enough.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from classifiers.rulebook.packaged import packaged
from classifiers.statements.finding import find
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import Actor, CommandRun, Dialect, HumanMessage, Output, Where, Workspace

CASES = Path(__file__).parents[1] / "tests" / "corpus" / "judgement"
KEPT_ASIDE = (
    ("aside", "kept aside"),
    ("aside_later", "kept aside later"),
    ("strangers", "by somebody who had seen no rule"),
    ("strangers_later", "by another, and later"),
)
"""Sets no rule was made for when they were first judged, and what they are called."""
HERE = Where(1, 0)
Counts = dict[str, list[int]]


def place(cwd: str, _remote: str, *, name: str = "shop") -> Workspace:
    part = cwd.removeprefix(f"/src/{name}").strip("/")
    return Workspace(identity=f"git:git.example.com/acme/{name}", name=name, root=f"/src/{name}", part=part)


def record_of(run: str, status: int | None, out: str, name: str, dialect: str = "posix") -> CommandRun:
    return CommandRun(
        key="k",
        where=HERE,
        cwd=f"/src/{name}",
        command=run,
        actor=Actor.AGENT,
        exit=status,
        output=Output(out),
        dialect=Dialect(dialect),
    )


def keys_of(record: CommandRun, name: str, *, only: str = "", script: str = "") -> set[str]:
    scripts = {"npm run deploy": script} if script else {}
    found = findings(
        record, packaged(), lambda cwd, remote: replace(place(cwd, remote, name=name), scripts=scripts), Troubles()
    )
    return {each.key for each in found if each.good and only in ("", each.entry.name)}


def add(counts: Counts, got: Iterable[str], wanted: Iterable[str]) -> None:
    """Count proposals, wanted ones and hits, by what stands before the colon."""
    got, wanted = set(got), set(wanted)
    for name, key in [(key.split(":")[0], key) for key in got | wanted]:
        row = counts[name]
        row[0] += key in got
        row[1] += key in wanted
        row[2] += key in got and key in wanted


def of_commands(areas: dict[str, list[dict[str, Any]]], counts: Counts) -> int:
    cases = [case for area in areas.values() for case in area]
    for case in cases:
        status = case.get("exit", 0)
        known = None if status < 0 else status
        record = record_of(case["run"], known, case["out"], "shop", case.get("dialect", "posix"))
        got, either = keys_of(record, "shop"), case.get("either", ())
        add(counts, got, case["keys"] if not either else got.intersection(either) or either[:1])
    return len(cases)


def of_sentences(languages: dict[str, dict[str, list[str]]], counts: Counts) -> int:
    said = [(kind, text) for kinds in languages.values() for kind, texts in kinds.items() for text in texts]
    for kind, text in said:
        types = [draft.type.value for draft in find(HumanMessage(key="k", where=HERE, text=text), place("", ""))]
        add(counts, types, [] if kind == "nothing" else [kind])
    return len(said)


def of_examples(counts: Counts) -> int:
    """Each entry by itself: it promises the key of its own examples, and silence on its counter-examples."""
    entries = packaged().entries
    for entry in entries:
        for example in (*entry.fires, *entry.silent):
            record = record_of(example.run, example.exit, example.out, "blyck")
            got = keys_of(record, "blyck", only=entry.name, script=example.script)
            add(counts, got, {example.key} - {""})
    return sum(len(entry.fires) + len(entry.silent) for entry in entries)


def table(title: str, cases: int, counts: Counts) -> Iterator[str]:
    yield f"{title}: {cases} cases"
    total = [sum(row[place] for row in counts.values()) for place in range(3)]
    for name, (got, wanted, hit) in [*sorted(counts.items()), ("all", total)]:
        precision, recall = hit / got if got else 1.0, hit / wanted if wanted else 1.0
        yield f"  {name:10s} precision {precision:5.3f}  recall {recall:5.3f}  ({hit} right of {got} proposed, {wanted} wanted)"


def main(arguments: list[str]) -> None:
    """Print one table for each set of cases."""
    del arguments
    sentences, kinds, commands, *others = (
        tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("sentences", "kinds", "commands", *(name for name, _ in KEPT_ASIDE))
    )
    sets = (
        ("what people say, as tested", of_sentences, sentences),
        ("what lasts by what it is about, as tested", of_sentences, kinds),
        ("commands, as tested", of_commands, commands),
        *(
            (f"{what}, {title}", measure, cases[part])
            for (_, title), cases in zip(KEPT_ASIDE, others, strict=True)
            for what, measure, part in (
                ("what people say", of_sentences, "sentences"),
                ("commands", of_commands, "commands"),
            )
        ),
    )
    for title, measure, cases in sets:
        counts: Counts = defaultdict(lambda: [0, 0, 0])
        print("\n".join(table(title, measure(cases, counts), counts)))
    counts = defaultdict(lambda: [0, 0, 0])
    print("\n".join(table("the rulebook's own examples", of_examples(counts), counts)))
