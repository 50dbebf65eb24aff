"""What people say in nine languages, and what of it shall hold: `tests/corpus/judgement/sentences.toml`."""

import tomllib
from pathlib import Path

import pytest

from classifiers.statements.finding import find
from classifiers.vocabulary import HumanMessage, Where, Workspace

CASES = Path(__file__).parents[1] / "corpus" / "judgement"
JUDGED, KINDS = (tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8")) for name in ("sentences", "kinds"))
HERE = Workspace(identity="git:git.example.com/acme/blyck", name="blyck", root="/src/blyck")
SENTENCES = [
    (language, kind, text)
    for judged in (JUDGED, KINDS)
    for language, kinds in judged.items()
    for kind, texts in kinds.items()
    for text in texts
]


@pytest.mark.parametrize(
    ("language", "kind", "text"), SENTENCES, ids=[f"{s[0]}-{s[1]}-{n}" for n, s in enumerate(SENTENCES)]
)
def test_a_sentence_gives_what_holds_and_nothing_else(language: str, kind: str, text: str) -> None:
    """Lasting wishes, choices and facts are found; tasks, complaints and questions propose nothing."""
    found = {draft.type.value for draft in find(HumanMessage(key="k", where=Where(1, 0), text=text), HERE)}
    assert found == (set() if kind == "nothing" else {kind})


def test_every_language_has_wishes_and_tasks() -> None:
    """At least ten of each in every language."""
    assert set(JUDGED) == {"en", "ko", "ja", "zh", "ru", "fr", "de", "es", "pt"}
    assert all(len(kinds["rule"]) >= 10 and len(kinds["nothing"]) >= 10 for kinds in JUDGED.values())
