"""Plain searches before patterns: never a match less."""

import pytest
import regex

from classifiers.pattern_literals import literals_of
from classifiers.rulebook.packaged import packaged


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
        (r"(?i:published) it", (" it",)),
        (r"(?i)published", ()),
        (r"tab\x41b", ()),
        (r"[a-z()]+\d", ()),
    ],
)
def test_the_literals_are_the_longest_that_every_match_holds_one_of(pattern: str, literals: tuple[str, ...]) -> None:
    """What may be absent is none of them, and a text without alternatives is the only one."""
    assert literals_of(regex.compile(pattern, regex.MULTILINE)) == literals


def test_no_sign_of_the_packaged_rules_matches_without_its_literals() -> None:
    """Every example's output is matched by the same patterns, whether or not their literals are looked for first."""
    book = packaged()
    signs = [each for entry in book.entries for each in (entry.signs, book.failures)]
    patterns = {each for sign in signs for each in (*sign.success, *sign.failure, *sign.veto, *sign.nothing)}
    outputs = [example.out for entry in book.entries for example in (*entry.fires, *entry.silent) if example.out]
    matched = [(pattern, found[0]) for pattern in patterns for out in outputs if (found := pattern.search(out))]
    assert len(matched) > 100
    lost = [each for each, text in matched if literals_of(each) and not any(one in text for one in literals_of(each))]
    assert lost == []
