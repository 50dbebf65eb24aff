"""Words that say that something lasts, as fingers type them: "alwyas", "nver", "dont ever", "form now on"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from classifiers.literal_finder import LiteralFinder

_OFTEN = ("always", "never", "before", "without", "unless", "instead", "whenever", "please", "commit", "every", "until")
_REAL = frozenset(
    [
        "allways",
        "ever",
        "nerve",
        "fever",
        "sever",
        "lever",
        "neve",
        "every",
        "very",
        "ever",
        "even",
        "commits",
        "comment",
        "omit",
        "bore",
        "for",
        "fore",
        "fever",
        "per",
        "pleas",
        "plead",
        "please",
        "pleads",
        "lease",
        "leas",
        "with",
        "within",
        "commie",
        "unlessed",
        "insteads",
        "verey",
        "evey",
        "util",
        "neer",
        "eery",
        "commi",
        "aways",
        "pease",
        "instea",
        "committ",
        "pleae",
        "uness",
        "commit",
        "unti",
    ]
) - {"allways", "verey", "evey"}
"""What is near one of them and a word of its own."""
_PHRASES = {
    "form now on": "from now on",
    "from no on": "from now on",
    "goign forward": "going forward",
    "alway": "always",
}


def _slips(word: str) -> Iterator[str]:
    """Two letters swapped, one left out, one doubled; the first letter stays."""
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 :]
        yield word[: at + 1] + word[at:]
        if at + 1 < len(word):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


SLIPS: dict[str, str] = _PHRASES | {
    slip: word for word in _OFTEN for slip in _slips(word) if slip not in _REAL and slip not in _OFTEN
}
"""What is typed -> what is meant, lower case."""
_FINDER = LiteralFinder(SLIPS)
_WRONG = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(SLIPS, key=len, reverse=True))})(?!\w)", re.IGNORECASE)


def meant(said: str) -> str:
    """`said` with its slips mended, to be judged by; what is kept of it stays as it was typed."""
    return _WRONG.sub(lambda slip: SLIPS[slip[0].lower()], said) if _FINDER.places(said.lower()) else said
