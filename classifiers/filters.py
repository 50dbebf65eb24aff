"""What a pipe leaves of a command's output: may the lines that say it failed be missing?"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from classifiers.commands import Simple

_SHOW_THE_END = frozenset(
    {"tail", "tee", "cat", "ts", "jq", "less", "more", "Out-Host", "Tee-Object", "xcpretty", "xcbeautify", "gotestfmt", "tap-spec"}
)  # fmt: skip
"""Filters that keep the last lines, where verdicts stand."""
_SELECTS = frozenset({"select-object", "select"})


def may_lack_the_end(simple: Simple, simples: Sequence[Simple], lines: Callable[[], int]) -> bool:
    """Whether what is shown of a piped command may lack its end; `lines` counts what is shown, `simples` are the line's."""
    for program in simple.filter:
        if program == "head":
            most = min((_head_lines(each) for each in simples if each.argv[:1] == ("head",)), default=10)
            if lines() >= most:
                return True
        elif program.lower() in _SELECTS:
            words = [word.lower() for each in simples if each.argv[0].lower() in _SELECTS for word in each.argv[1:]]
            if "-last" not in words or "-first" in words:
                return True
        elif program not in _SHOW_THE_END:
            return True
    return False


def _head_lines(simple: Simple) -> int:
    """How many lines `head -n 20`, `head -20` and `head` keep."""
    digits = re.search(r"-(?:n ?|-lines=)?(\d+)", " ".join(simple.argv[1:]))
    return int(digits[1]) if digits else 10
