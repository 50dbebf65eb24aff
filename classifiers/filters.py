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
_GREPS = frozenset({"grep", "egrep", "rg"})
_OTHERWISE = re.compile(
    r"-[a-zA-Z]*[clLqmfr]|--(?:count|files|quiet|silent|max-count|file|replace|passthru|multiline)\b"
)
"""Options of a grep with which it prints no whole lines, not all of them, or has its patterns elsewhere."""
_VALUES = frozenset({"-A", "-B", "-C", "--context", "--after-context", "--before-context", "--color", "--colour"})
_LONGEST = 200
"""Characters of a pattern that is tried."""
_FAILURES = (
    "1 failed",
    "Tests:       1 failed, 2 passed, 3 total",
    "test result: FAILED.",
    "FAIL\tacme.example/shop\t0.1s",
)
"""The verdict of a run with a failed test, in the ways most test tools say it, then cargo and go."""
_GO_PASSED = "ok  \tacme.example/shop\t0.1s"


def may_lack_the_end(simple: Simple, simples: Sequence[Simple], lines: Callable[[], int]) -> bool:
    """Whether what is shown of a piped command may lack its end; `lines` counts what is shown, `simples` are the line's."""
    for program in simple.filter:
        if program == "head":
            most = min((_head_lines(each) for each in simples if each.argv[:1] == ("head",)), default=10)
            if lines() >= most:
                return True
        elif program in _GREPS:
            if not all(_shows_failures(each) for each in simples if each.fed and each.argv[:1] == (program,)):
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


def _shows_failures(grep: Simple) -> bool:
    """Whether the pattern of `grep -E 'passed|failed'` would have let a failure through; so does `-v` of anything else."""
    patterns: list[str] = []
    words: list[str] = []
    folded = inverted = False
    queue = list(grep.argv[1:])
    while queue:
        item = queue.pop(0)
        if _OTHERWISE.match(item):
            return False
        if item in _VALUES and queue:
            queue.pop(0)
        elif item in ("-e", "--regexp") and queue:
            patterns.append(queue.pop(0))
        elif item[:1] == "-" and item != "-":
            folded |= item == "--ignore-case" or (item[1:2] != "-" and "i" in item)
            inverted |= item == "--invert-match" or (item[1:2] != "-" and "v" in item)
            if item[1:2] != "-" and item.endswith("e") and queue:
                patterns.append(queue.pop(0))
        else:
            words.append(item)
    patterns = patterns or words[:1]
    if len("".join(patterns)) > _LONGEST:
        return False
    try:
        found = [re.compile(each.replace(r"\|", "|"), re.IGNORECASE if folded else 0) for each in patterns]
    except re.error:
        return False
    if inverted:
        return not any(_any(found, failure) for failure in _FAILURES)
    return (
        _any(found, _FAILURES[0])
        or (_any(found, _FAILURES[1]) and _any(found, "FAIL"))
        or _any(found, _FAILURES[2])
        or (_any(found, _FAILURES[3]) and _any(found, _GO_PASSED))
    )


def _any(patterns: Sequence[re.Pattern[str]], line: str) -> bool:
    return any(pattern.search(line) for pattern in patterns)
