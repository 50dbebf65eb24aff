"""What a tool call asks for: the command line as a person would have typed it, and the shell that reads it.

Early versions pass an argument vector, almost always a shell with its script, of which only the script is kept.
"""

from __future__ import annotations

import re
import shlex
from itertools import pairwise

import msgspec

from classifiers.edits import DELETED, KEPT, is_kept
from classifiers.formats.codex.items import ARGUMENTS, Arguments
from classifiers.json_lines import text_of, typed
from classifiers.vocabulary import Dialect

_POSIX_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})
_POWERSHELLS = frozenset({"powershell", "pwsh"})

_ESCALATED = "require_escalated"

_PATCH_LINE = re.compile(r"\n\*\*\* ((?:Add|Update|Delete) File|Move to): (.+)")
_PATCH_COMMAND = re.compile(r"\s*(?:cd \S+ && )?(?:apply_patch|applypatch)\s")
_SCRIPT_CALL = re.compile(r"\bexec_command\s*\(")
_SCRIPT_FIELD = re.compile(r"""["']?\b(cmd|workdir)["']?\s*:\s*("(?:[^"\\]|\\.)*")""")

Argv = str | list[str] | None


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A command that is asked for, or the running session that is polled."""

    command: str = ""
    dialect: Dialect | None = None  # None: the machine's usual shell
    workdir: str = ""
    polls: str = ""  # session id
    stops: bool = False  # Ctrl-C is sent to it
    unconfined: bool = False  # it is to run outside the sandbox


def asked(raw: msgspec.Raw) -> Asked:
    """Read a call's arguments: a JSON object, or a string that holds one."""
    given = _arguments(raw)
    if given is None:
        return Asked()
    if given.session_id is not None:
        return Asked(polls=str(given.session_id), stops="\x03" in (given.chars or ""))
    command, dialect = command_line(given.cmd or given.command or given.input)
    if given.shell and dialect is None:
        dialect = _dialect(given.shell)
    unconfined = given.with_escalated_permissions is True or given.sandbox_permissions == _ESCALATED
    return Asked(command, dialect, given.workdir or given.working_directory or "", unconfined=unconfined)


def _arguments(raw: msgspec.Raw) -> Arguments | None:
    if not raw:
        return None
    return typed(ARGUMENTS, text_of(raw) or raw)


def command_line(argv: Argv) -> tuple[str, Dialect | None]:
    """A command line, and its dialect where the argument vector names a shell."""
    if isinstance(argv, str):
        return argv, None
    if not argv:
        return "", None
    dialect = _dialect(argv[0])
    if dialect is not None and len(argv) > 1 and _takes_script(argv[-2], dialect):
        return argv[-1], dialect
    return shlex.join(argv), None


def _dialect(program: str) -> Dialect | None:
    name = program.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
    if name in _POSIX_SHELLS:
        return Dialect.POSIX
    if name in _POWERSHELLS:
        return Dialect.POWERSHELL
    return Dialect.CMD if name == "cmd" else None


def _takes_script(flag: str, dialect: Dialect) -> bool:
    if dialect is Dialect.POSIX:
        return flag.startswith("-") and flag.endswith("c")
    return flag.lower() in {"-command", "-c", "/c", "/k"}


def script_call(source: str) -> Asked:
    """The command of a script that runs exactly one; a script of several does not say whose output it prints."""
    if len(_SCRIPT_CALL.findall(source)) != 1:
        return Asked()
    fields = {found[1]: text_of(msgspec.Raw(found[2])) for found in _SCRIPT_FIELD.finditer(source)}
    return Asked(fields.get("cmd", ""), workdir=fields.get("workdir", ""))


def patched_files(patch: str) -> dict[str, str]:
    """The files a patch names, in its order, each once, with its change as `edits` writes it."""
    patch = f"\n{patch}"
    found: dict[str, str] = {}
    heads = [*_PATCH_LINE.finditer(patch), None]
    for head, after in pairwise(heads):
        assert head is not None
        path = head[2].strip()
        section = patch[head.end() : after.start() if after else None]
        if head[1] == "Delete File":
            found[path] = DELETED if is_kept(path) else ""
        else:
            told = head[1] == "Update File" and path not in found and len(section) <= KEPT and is_kept(path)
            found[path] = section if told else ""
    return found


def is_patch(command: str) -> bool:
    """Whether a shell call is really a patch, which Codex applies itself."""
    return "*** Begin Patch" in command and _PATCH_COMMAND.match(command) is not None
