"""What a shell's own commands do to the commands after them: `cd`, `set -e`, `export`, `exit`, `trap`."""

from __future__ import annotations

import re
from collections.abc import Callable

from classifiers.folders import enter
from classifiers.shell.simple import HIDDEN, IMPLIED, OWN, Process, Sight

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)\Z", re.DOTALL)
_NONZERO = re.compile(r"\d+\Z")
_VARIABLE = re.compile(r"\$\{?(\w+|\?)\}?\Z")
_STATUS = re.compile(r"\$\?|\$\{(?:PIPESTATUS|pipestatus)\[(\d)\]\}|\$pipestatus\[(\d)\]|\$\{?([A-Za-z_]\w*)\}?")


def change_folder(words: list[str], sight: int, process: Process) -> None:
    """`cd X`, `pushd X`; `cd -` and `popd` lead somewhere unknown."""
    targets = [item for item in words[1:] if item == "-" or not item.startswith("-") or item[1:].isdigit()]
    if words[0] == "popd" or (words[0] == "pushd" and not targets):
        process.cwd = ""
    else:
        process.cwd = enter(process.cwd, targets[-1] if targets else "~")
    if sight & (Sight.GUARDED | Sight.TESTED):
        process.doubt = True


def set_options(words: list[str], sight: int, process: Process) -> None:
    """`set -euo pipefail`. Where it is not sure to have run, both answers must stay possible."""
    rest = iter(words[1:])
    for item in rest:
        if len(item) < 2 or item[0] not in "-+":
            return
        on = item[0] == "-"
        if item == "--":
            return
        if "o" in item:
            _option(next(rest, ""), on=on, sight=sight, process=process)
        if "e" in item and item[1] != "-" and not _erases(words):
            _option("errexit", on=on, sight=sight, process=process)


def _erases(words: list[str]) -> bool:
    """Fish's `set -e NAME` unsets a variable."""
    return len(words) == 3 and words[1] == "-e" and words[2][:1] not in "-+"


def _option(name: str, *, on: bool, sight: int, process: Process) -> None:
    unsure = sight & Sight.UNSURE
    if name == "errexit":
        process.errexit = on and (process.errexit or not unsure)
        process.stops = process.stops or on or bool(unsure)
    elif name == "pipefail":
        process.pipefail = IMPLIED if unsure else OWN if on else HIDDEN


def export(words: list[str], _sight: int, process: Process) -> None:
    """`export A=b`, `declare -x A=b`."""
    if words[0] not in ("export", "declare", "typeset") or (words[0] != "export" and "-x" not in words):
        return
    for item in words[1:]:
        match = _ASSIGNMENT.match(item)
        if match:
            process.env = {**process.env, match[1]: match[2]}


def unset(words: list[str], _sight: int, process: Process) -> None:
    """`unset A`."""
    process.env = {name: value for name, value in process.env.items() if name not in words}


def trap(words: list[str], _sight: int, process: Process) -> None:
    """A trap that ends the shell may turn any later status into another."""
    process.lost = process.lost or any("exit" in item for item in words[1:2])


def leave(words: list[str], sight: int, process: Process) -> None:
    """`exit 1`: if later commands run at all, it did not come here. `exit 0`: a line's 0 may have come from here."""
    code = words[1] if len(words) > 1 else ""
    failed = bool(_NONZERO.match(code)) and int(code[-6:]) % 256 != 0
    if failed or (sight & Sight.FAILED and code in ("", "$?")):
        process.stops = True
    else:
        process.lost = True


BUILTINS: dict[str, Callable[[list[str], int, Process], None]] = {
    "cd": change_folder,
    "pushd": change_folder,
    "popd": change_folder,
    "set": set_options,
    "export": export,
    "declare": export,
    "typeset": export,
    "unset": unset,
    "trap": trap,
    "exit": leave,
    "return": leave,
}


def status_of(value: str, process: Process) -> int | None:
    """The command whose status `$?`, or a variable that took it, holds."""
    match = _VARIABLE.match(value)
    if not match:
        return None
    return process.last if match[1] == "?" else process.statuses.get(match[1])


def said(words: list[str], process: Process) -> tuple[int, str] | None:
    """`echo "EXIT: $?"`: the command whose status is printed, and the text printed before it."""
    if not any("$" in item for item in words):
        return None
    text = _printed(words)
    for match in _STATUS.finditer(text):
        stage = match[1] or match[2]
        if stage is not None:
            place = int(stage) - (1 if "pipestatus" in match[0] else 0)
            index = process.stages[place] if 0 <= place < len(process.stages) else None
        elif match[3]:
            index = process.statuses.get(match[3])
        else:
            index = process.last
        if index is not None:
            return index, text[: match.start()].replace("\\n", "\n").rsplit("\n", 1)[-1]
    return None


def _printed(words: list[str]) -> str:
    if words[0] == "printf" and len(words) > 2 and "%" in words[1]:
        template = re.sub(r"%[-\d.]*[sdi]", "%s", words[1])
        return template.replace("%s", words[2], 1) if template.count("%s") == 1 else ""
    shown = [item for place, item in enumerate(words[1:]) if not (place == 0 and re.fullmatch(r"-[neE]+", item))]
    return " ".join(shown)
