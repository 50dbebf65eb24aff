"""The lines of a message in which a person plausibly speaks: code, logs, quotes, tables and dumps cut away.

People paste what they talk about. What was pasted says "never" and "always" too, and is nobody's wish.
"""

from __future__ import annotations

import re
import string

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_PASTED_START = re.compile(
    r"\s*(?:>|\||\+\+\+|---|@@|diff |\$ |❯ |PS [A-Z]:|at [\w.$<]+ ?\(|File \"|Traceback|npm (?:ERR|error|warn)|error(?:\[|:| TS)"
    r"|warning:|\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[\w+\]|<\/?\w|[{}\[\]()];?,?$|import |from \S+ import |const |let |var |def |class "
    r"|function |return |#include|SELECT |INSERT |export |(?:sudo|git|curl|docker) (?!.*[぀-ヿ一-鿿가-힣]))",
    re.IGNORECASE,
)
_PASTED_PIECES = ("{", "}", "=>", "&&", "||", "\\n")
# What holds the text may be pasted, if the pattern says so too; most lines hold none of them.
_PASTED_SIGNS = (
    (":", re.compile(r"[\w./\\-]\.\w{1,5}:\d|::\w")),
    ("://", re.compile(r"https?://\S{80,}", re.IGNORECASE)),
    (";", re.compile(r";\s*$")),
    ("</", re.compile(r"</\w+>")),
)
_MODULES = re.compile(r"\bnode_modules\b", re.IGNORECASE)
_ASCII_WORDS = dict.fromkeys(map(ord, string.ascii_letters + " "))
LONGEST_LINE = 600
"""Characters of a line that somebody typed."""
_CJK = "\u2e80"
_LETTERS = 0.6  # of a line's characters; a dump has fewer


def prose(text: str) -> str:
    """`text` without what was most likely pasted into it; "" when nothing else is there."""
    lines = _FENCE.sub("\n", text).split("\n")
    kept = [line for line in lines if not line.strip() or _spoken(line)]
    return "\n".join(kept).strip()


def _spoken(line: str) -> bool:
    if len(line) > LONGEST_LINE or _pasted(line):
        return False
    if line.isascii():  # the quick way to the same number
        words = len(line) - len(line.translate(_ASCII_WORDS))
    else:
        letters = list(filter(str.isalpha, line))  # a letter of Chinese, Japanese or Korean says as much as two
        words = len(letters) + line.count(" ") + len([letter for letter in letters if letter >= _CJK])
    return words >= _LETTERS * len(line)


def _pasted(line: str) -> bool:
    if _PASTED_START.match(line):
        return True
    for piece in _PASTED_PIECES:  # plain loops: this is asked of every line
        if piece in line:
            return True
    for sign, pattern in _PASTED_SIGNS:
        if sign in line and pattern.search(line):
            return True
    return "node_modules" in line.lower() and _MODULES.search(line) is not None
