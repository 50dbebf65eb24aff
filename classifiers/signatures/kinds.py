"""What a kind of error is: how it is recognised, and the words that stand for it in a signature."""

from __future__ import annotations

from typing import NamedTuple

from classifiers.vocabulary import Category


class Kind(NamedTuple):
    """A kind of error.

    `text` is its signature after the stack's name; `{code}` in it is a group of `pattern`. `hints` are lower case words
    of which one stands in every such output. The group `s` of `pattern` is the subject: what is missing, refused or in
    the way, and differs from case to case; any other named group but `code` is the same, where a pattern has more than one place for it. Patterns are searched line by line (`re.MULTILINE`).
    """

    stack: str
    category: Category
    text: str
    hints: tuple[str, ...]
    pattern: str
