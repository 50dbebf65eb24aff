"""Plain searches before patterns: never a match less."""

import pytest
import regex

from classifiers.pattern_literals import literal_of
from classifiers.rulebook.packaged import packaged


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        (r"^Successfully built [0-9a-f]{12}$", "Successfully built "),
        (r"^.*(?:Tasks|Jobs): done", ": done"),
        (r"colou?r of it", "r of it"),
        (r"abx{0,3}y", "ab"),
        (r"ab+cd", "ab"),
        (r"\[100%\] Built", "[100%] Built"),
        (r"(?:Deployed)? to \S+ in", " to "),
        (r"one|another", ""),
        (r"(?i)published", ""),
        (r"tab\x41b", ""),
        (r"[a-z()]+\d", ""),
    ],
)
def test_the_literal_is_the_longest_that_every_match_holds(pattern: str, literal: str) -> None:
    """What may be absent, repeated, or one of several is no part of it."""
    assert literal_of(regex.compile(pattern, regex.MULTILINE)) == literal


def test_no_sign_of_the_packaged_rules_matches_without_its_literal() -> None:
    """Every example's output is matched by the same patterns, whether or not their literals are looked for first."""
    book = packaged()
    signs = [each for entry in book.entries for each in (entry.signs, book.failures)]
    patterns = {each for sign in signs for each in (*sign.success, *sign.failure, *sign.veto, *sign.nothing)}
    outputs = [example.out for entry in book.entries for example in (*entry.fires, *entry.silent) if example.out]
    matched = [(pattern, found[0]) for pattern in patterns for out in outputs if (found := pattern.search(out))]
    assert len(matched) > 100
    assert [pattern.pattern for pattern, text in matched if literal_of(pattern) not in text] == []
