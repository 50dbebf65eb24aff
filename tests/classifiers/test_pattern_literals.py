"""Plain searches before patterns: never a match less."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.pattern_literals import Ways, literals_of
from classifiers.rulebook.packaged import packaged
from classifiers.screen import Screen, compiled
from classifiers.statements.english import ORDER
from classifiers.statements.habits import HABITS


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        (r"^Successfully built [0-9a-f]{12}$", ("Successfully built ",)),
        (r"^.*(?:Module not found|Cannot find module).*$", ("Module not found", "Cannot find module")),
        (r"^.*(?:Tasks|Jobs)+: done", (": done",)),
        (r"colou?r of it", ("r of it",)),
        (r"abx{0,3}y", ("ab",)),
        (r"ab+cd", ("ab",)),
        (r"(?:a|b)?c", ("c",)),
        (r"(?P<n>never)* again", (" again",)),
        (r"(?!failed)ok (?=now)", ("ok ",)),
        (r"\[100%\] Built", ("[100%] Built",)),
        (r"(?:Deployed)? to \S+ in", (" to ",)),
        (r"one|another", ("one", "another")),
        (r"one|.*", ()),
        (r"(?i:Published) it", ("published",)),
        (r"(?i)\bPublished\b", ("published",)),
        (r"(?s)published.it", ()),
        (r"tab\x41b", ()),
        (r"[a-z()]+\d", ()),
    ],
)
def test_the_literals_are_the_longest_that_every_match_holds_one_of(pattern: str, literals: tuple[str, ...]) -> None:
    """What may be absent is none of them, and a text without alternatives is the only one."""
    assert literals_of(pattern).texts == literals


def test_no_sign_of_the_packaged_rules_matches_without_its_literals() -> None:
    """Every example's output is matched by the same patterns, whether or not their literals are looked for first."""
    book = packaged()
    signs = [each for entry in book.entries for each in (entry.signs, book.failures)]
    patterns = {each for sign in signs for each in (*sign.success, *sign.failure, *sign.veto, *sign.nothing)}
    outputs = [example.out for entry in book.entries for example in (*entry.fires, *entry.silent) if example.out]
    matched = [(pattern, out) for pattern in patterns for out in outputs if compiled(pattern).search(out)]
    assert len(matched) > 100
    assert [pattern for pattern, out in matched if not Screen(out).matches(pattern)] == []


SIGNS = [each for entry in packaged().entries for each in (entry.signs, packaged().failures)]
PATTERNS = sorted({each for sign in SIGNS for each in (*sign.success, *sign.failure, *sign.veto, *sign.nothing)})
LINES = sorted(
    {line for entry in packaged().entries for example in entry.fires for line in example.out.split("\n")}
    | {"", "  ", "===", "✓", "\t", "Tests:", "all", "12", "x ✓ passed", "  3 passed"}
)


@given(st.lists(st.sampled_from(LINES), max_size=8).map("\n".join), st.data())
def test_matches_are_those_of_a_plain_search(text: str, data: st.DataObject) -> None:
    """Looking only at lines that hold a literal finds every match, each where it is, whatever stands above and below."""
    for pattern in data.draw(st.lists(st.sampled_from(PATTERNS), min_size=30, max_size=30)):
        found = [match.span() for match in Screen(text).matches(pattern)]
        assert found == [match.span() for match in compiled(pattern).finditer(text)], pattern


def test_case_does_not_matter_where_it_does_not_to_the_pattern() -> None:
    """A pattern that is blind to case, wholly or in part, finds what stands in any."""
    for pattern in (r"(?i)^all tests passed$", r"^(?i:All Tests) passed$", r"(?i)STRASSE passed"):
        texts = ("ALL TESTS passed", "all tests passed", "strasse passed")
        found = [bool(Screen(text).matches(pattern)) for text in texts]
        assert found == [bool(compiled(pattern).search(text)) for text in texts]


@pytest.mark.parametrize(
    "pattern",
    [
        r"never (?:push|pull)|^always\b|(?<!x)y+|a(?:b|c)d|[|]e\|f|",
        r"one",
        r"(?=now)now|\(|не|ſ",
        r"(?-i:MUST)|must",
        r"(?:^|[,:] ?)(?:please )?(?:(?:never|always) (?:push|pull)|use (?!the)\w+|no(?: way|ne)?)|ever(?:y|(?:s|t)o)?",
    ],
)
@given(text=st.text("neverpushal ways|xyabcdefMUSTonw(не,:", max_size=30))
def test_ways_find_what_the_whole_pattern_finds(pattern: str, text: str) -> None:
    """Alternative by alternative, behind its literals, or as one: the answer is the same."""
    assert Ways(pattern, re.IGNORECASE).search(text) == bool(re.search(pattern, text, re.IGNORECASE))


SAID = "never always please don't do not use push add write comments docs no more npm instead of before after every commit we i you must stop adding ask me , . the this".split()  # noqa: SIM905
WHOLE = {pattern: Ways(pattern, re.IGNORECASE) for pattern in (ORDER, HABITS)}


@given(st.lists(st.sampled_from(SAID), max_size=9).map(" ".join), st.sampled_from(sorted(WHOLE)))
def test_an_order_is_found_apart_as_it_is_whole(said: str, pattern: str) -> None:
    """What stands behind the start of a sentence is tried for itself, and nothing is missed or found by that."""
    assert WHOLE[pattern].search(said) == bool(re.search(pattern, said, re.IGNORECASE))
