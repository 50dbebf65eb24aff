"""The grammar of what lasts: its words, its parts and its quick look."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.statements.grammar import kind_of, may_be_kind, only_keeps, takes_a_word
from classifiers.statements.kinds import ANYWHERE, KINDS, NEEDS, NEVER, ORDERS, TOPIC
from classifiers.statements.parts import is_english
from classifiers.statements.phrases import Phrase, entries_of, is_phrase
from classifiers.statements.wording import english, names
from classifiers.vocabulary import MemoryType

PASSED = {
    "clause",
    "asks",
    "soft",
    "it",
    "who",
    "screen",
    "keeps",
    "ever",
    "lasts",
    "we",
    "note",
    "each",
    "copy",
    "this",
    "if",
    "bad",
}
"""Parts that the grammar itself asks for."""


@pytest.mark.parametrize("words", [english, names])
def test_each_entry_is_words_and_is_found_by_a_literal(words) -> None:
    """A brace that does not close leaves one behind."""
    for part, text in words.WORDS.items():
        for entry in entries_of(text):
            assert entry.strip(" *"), part
            assert entry.count("{") == entry.count("}"), (part, entry)
            if is_phrase(entry):
                assert Phrase(entry, frozenset({part})).literals.texts, (part, entry)
            else:
                assert not set(entry) & set("{}|"), (part, entry)


def test_each_kind_says_what_it_needs() -> None:
    """The quick look asks for it, so a kind without would never be told."""
    assert {why for _, why, *_ in (*KINDS, *ANYWHERE)} == set(NEEDS)


def test_each_part_of_a_kind_has_words_and_each_word_a_kind() -> None:
    """A part that nothing plays would make a kind that is never told."""
    spelled = " ".join([TOPIC, NEVER, ORDERS, *(how for _, _, *hows in (*KINDS, *ANYWHERE) for how in hows)])
    asked = {part for parts in re.findall(r"<([a-z|]+)>", spelled) for part in parts.split("|")} | PASSED
    signs = {"place", "number", "address", "name", "dir", "port"}
    assert asked - signs <= {*english.WORDS, *names.WORDS} <= asked


@pytest.mark.parametrize("said", ["please do not push to the main branch", "pnpm only", "don\u2019t commit"])
def test_english_is_known_by_its_little_words(said: str) -> None:
    """And where nothing tells."""
    assert is_english(said)


@pytest.mark.parametrize(
    "said",
    ["커밋은 English로", "コミットは英語で", "提交信息用英文", "пиши тесты", "ne pousse rien sur la branche", "nichts auf der Branch ändern",
     "no toques nada en la carpeta", "não mexa em nada na pasta"],
)  # fmt: skip
def test_other_languages_are_not(said: str) -> None:
    """They have words of their own."""
    assert not is_english(said)
    assert kind_of(said) is None


@pytest.mark.parametrize(
    ("said", "kind", "why"),
    [
        ("don't commit until I say so", MemoryType.RULE, "forbidden without the person's leave"),
        ("the prod DB is a read-only replica", MemoryType.FACT, "how the surroundings are"),
        ("the search service is owned by the discovery team", MemoryType.FACT, "whose something is"),
        ("we picked Redis over Memcached for the cache", MemoryType.DECISION, "a choice that was made"),
    ],
)
def test_a_kind_is_told_with_its_reason(said: str, kind: MemoryType, why: str) -> None:
    """Rules, facts and decisions."""
    assert kind_of(said) == (kind, why)


@pytest.mark.parametrize("remark", ["That goes for every branch.", "No exceptions.", "stick to that pls"])
def test_a_short_remark_keeps_the_order_before_it(remark: str) -> None:
    """It says nothing by itself."""
    assert only_keeps(remark.strip(" ."))
    assert kind_of(remark) is None


def test_only_an_order_of_work_is_kept() -> None:
    """Questions, complaints and small talk are not."""
    assert takes_a_word("Please run the type checker before you hand over the code")
    assert not takes_a_word("Shall I push the branch?")
    assert not takes_a_word("The build always fails")
    assert not takes_a_word("Absolutely, Dana")


SPOKEN = (
    "don't commit push until I say so without my ok each release pnpm npm not the staging DB is on Postgres 14 branch names start with feat/ "
    "legacy/ off limits only ops team may 커밋 하지 마 不要 никогда ne pousse jamais la , . 5432 İ"
)
WORDS = st.sampled_from(SPOKEN.split())


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_the_quick_look_misses_no_kind(said: str) -> None:
    """Whatever is told was possible, also by the line it stands in."""
    assert may_be_kind(said) or kind_of(said) is None
    assert may_be_kind(f"well, {said} and more") or kind_of(said) is None


@given(st.text(max_size=80))
def test_no_text_raises(said: str) -> None:
    """In any script, with letters that grow in lower case."""
    kind_of(said)
    only_keeps(said)
    takes_a_word(said)
