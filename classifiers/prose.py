"""The lines of a message in which a person plausibly speaks: code, logs, quotes, tables and dumps cut away.

People paste what they talk about. What was pasted says "never" and "always" too, and is nobody's wish.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_PASTED = re.compile(
    r"^\s*(?:>|\||\+\+\+|---|@@|diff |\$ |❯ |PS [A-Z]:|at [\w.$<]+ ?\(|File \"|Traceback|npm (?:ERR|error|warn)|error(?:\[|:| TS)"
    r"|warning:|\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[\w+\]|<\/?\w|[{}\[\]()];?,?$|import |from \S+ import |const |let |var |def |class "
    r"|function |return |#include|SELECT |INSERT |export |sudo |git |curl |docker )"
    r"|[\w./\\-]+\.\w{1,5}:\d+(?::\d+)?|https?://\S{80,}|;\s*$|=>|\bnode_modules\b|&&|\|\||::\w|[{}]|\\n|</\w+>",
    re.IGNORECASE,
)
_LONGEST = 600  # characters of a line somebody typed
_LETTERS = 0.6  # of a line's characters; a dump has fewer


def prose(text: str) -> str:
    """`text` without what was most likely pasted into it; "" when nothing else is there."""
    lines = _FENCE.sub("\n", text).split("\n")
    kept = [line for line in lines if not line.strip() or _spoken(line)]
    return "\n".join(kept).strip()


def _spoken(line: str) -> bool:
    if len(line) > _LONGEST or _PASTED.search(line):
        return False
    words = sum(letter.isalpha() or letter == " " for letter in line)
    return words >= _LETTERS * len(line)
