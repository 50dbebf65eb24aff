"""`PatternFinder` never passes over a pattern that matches, and passes over nearly all that do not."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from classifiers.pattern_finder import PatternFinder
from classifiers.rulebook.packaged import packaged
from classifiers.screen import Screen, compiled

BOOK = packaged()
PATTERNS = sorted({each for entry in BOOK.entries for each in (*entry.signs, *BOOK.failures)})
LINES = sorted({line for entry in BOOK.entries for each in entry.fires for line in each.out.split("\n")})


@settings(deadline=None)  # the first example compiles all patterns
@given(st.lists(st.sampled_from(LINES), max_size=8).map("\n".join))
def test_what_may_match_holds_all_that_match(text: str) -> None:
    possible = BOOK.finder.possible(text.casefold())
    assert {pattern for pattern in PATTERNS if compiled(pattern).search(text)} <= possible
    assert len(possible) < len(PATTERNS) / 2


def test_a_screen_finds_the_same_with_and_without_it() -> None:
    for text in ("\n".join(LINES[at : at + 5]) for at in range(0, len(LINES), 25)):
        plain, quick = Screen(text).found(PATTERNS), Screen(text, BOOK.finder).found(PATTERNS)
        assert [[match.span() for match in found] for found in quick] == [
            [match.span() for match in found] for found in plain
        ]


def test_a_pattern_that_it_does_not_know_is_tried() -> None:
    """So that nothing is lost where a screen is asked for more than the rulebook's signs."""
    known = [f"known {number}" for number in range(40)]
    found = Screen("known 7\nunknown", PatternFinder(known)).found([*known, "^unknown"])
    assert [match[0].group() for match in found] == ["known 7", "unknown"]


def test_case_does_not_hide_what_matches() -> None:
    patterns = [r"(?i)^STRASSE", r"Straße", r"^ok\b", r"İ!", r"^\d+$"]
    for text in ("Straße", "strasse", "STRASSE", "ok", "i̇!", "İ!", "12"):
        possible = PatternFinder(patterns).possible(text.casefold())
        assert {pattern for pattern in patterns if compiled(pattern).search(text)} <= possible
