"""An error line of no known kind, with everything masked that differs from one time to the next."""

from __future__ import annotations

import re

_MASKS = (
    (re.compile(r"https?://\S+|\b(?:postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|ssh|git|file)://\S+"), "<url>"),
    (re.compile(r"\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"), "<time>"),
    (re.compile(r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"), "<time>"),
    (re.compile(r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b"), "<id>"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b"), "<address>"),
    (re.compile(r"\bsha256:[0-9a-f]+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b"), "<hash>"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b"), "<host>"),
    (re.compile(r"\b(?:localhost|(?:[\w-]+\.)+(?:com|net|org|io|dev|local|internal|app|co))(?::\d+)?\b"), "<host>"),
    (re.compile(r"'+[^'\n]{1,200}'+|\"+[^\"\n]{1,200}\"+|`+[^`\n]{1,200}`+|‘[^’\n]{1,200}’|“[^”\n]{1,200}”"), "<name>"),
    (re.compile(r"(?<![\w<])(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:[/\\][\w.@+%~-]+)+[/\\]?(?::\d+)*"), "<path>"),
    (re.compile(r"\b[\w-]+(?:[/\\][\w.@+-]+)+(?::\d+)*"), "<path>"),
    (re.compile(r"\b[\w-]+\.(?:py|js|ts|tsx|jsx|mjs|cjs|rs|go|java|kt|rb|php|cs|c|cc|cpp|h|hpp|json|toml|ya?ml|lock|sh|sql|txt|md|cfg|ini|env)\b(?::\d+)*"), "<path>"),
    (re.compile(r"\bv?\d+(?:\.\d+)+(?:[-+][\w.]+)?\b"), "<version>"),
    (re.compile(r"(?<![\w<])[-+]?\d[\d,]*(?:\.\d+)?(?=[a-zA-Z%]{0,2}\b)"), "<n>"),
)  # fmt: skip
_LONGEST = 160


def normal(line: str) -> str:
    """`line` with names, paths, hosts, hashes, versions and numbers masked; masking it again changes nothing."""
    text = " ".join(line.split())[:2000]
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return " ".join(re.sub(r"(<\w+>)(?:[,\s]+\1)+", r"\1", text).split())[:_LONGEST].rstrip()
