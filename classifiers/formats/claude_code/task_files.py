"""Looks at what a background task printed: at the file it writes to, `…/tasks/<task>.output`, or by the tool that polls it.

Only a look that shows the end of the file counts: `cat`, `tail` and `Read`, not a search in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from classifiers.formats.claude_code.entries import POLLS, READ_RESULT, READS, Given
from classifiers.formats.claude_code.waiting import Waiting
from classifiers.json_lines import cut, text_of, typed

_ENDING = ".output"
_TAIL = r"tail(?:\s+-(?:n\s*|c\s*)?\d+)?"
_LOOK = re.compile(
    rf"(?:sleep\s+[\d.]+\s*(?:&&|;)\s*)?(?:cat|type|Get-Content(?:\s+-Tail\s+\d+)?|{_TAIL})\s+"
    rf"(?:\"(?P<quoted>[^\"$`\n]+)\"|'(?P<plain>[^'\n]+)'|(?P<bare>[^\s\"'$`|;&<>()*?\[]+))(?:\s+2>\s*(?:/dev/null|&1))?(?:\s*\|\s*{_TAIL})?\s*"
)
_FILE = re.compile(r"[\\/]tasks[\\/]([\w-]{1,80})\.output\Z")
_LONGEST = 1_000  # characters of a command that does nothing but look
_NUMBERED = re.compile(r"^ *\d+(?:→|\t)", re.MULTILINE)


def looked_at(name: str, given: Given, tasks: Mapping[str, Waiting]) -> str:
    """The task whose output a call of the tool `name` reads, as its key in `tasks`; "" for none."""
    if name in POLLS:
        return _key(given.task_id or given.bash_id or given.shell_id or "", tasks)
    told = (given.file_path if name == READS else given.command) or ""
    if _ENDING not in told or len(told) > _LONGEST:  # most often
        return ""
    if name == READS:
        named = {_task_of(told) if bytes(given.limit) in {b"", b"null"} else ""}
    else:
        looks = [_LOOK.fullmatch(part.strip()) for part in told.split("||")]
        named = {_task_of(look["quoted"] or look["plain"] or look["bare"]) if look else "" for look in looks}
    return _key(named.pop(), tasks) if len(named) == 1 else ""


def _task_of(path: str) -> str:
    found = _FILE.search(path)
    return found[1] if found else ""


def _key(task: str, tasks: Mapping[str, Waiting]) -> str:
    return next((key for key, call in tasks.items() if task and call.task == task), "")


def text_read(content: msgspec.Raw, result: msgspec.Raw) -> str:
    """What `Read` showed of a file, bounded."""
    told = typed(READ_RESULT, result) if result else None
    if told is not None and told.file is not None and told.file.content:
        return cut(told.file.content)
    return cut(_NUMBERED.sub("", text_of(content)))
