"""Takes wrappers off a command: `sudo -u app env A=b npx vercel@latest deploy` runs `vercel deploy`.

What a wrapper is stands in `shell.wrapper_table`; here are the rules of reading it, and the few that are no rows: shells with
`-c`, `ssh`, `python -m`, `cmd /c` and PowerShell's `-Command`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from classifiers.folders import enter, parent
from classifiers.shell.wrapper_options import Options, behind
from classifiers.shell.wrapper_table import BY_NAME, FIRST_ONLY, FOLDER_FILES, FOLDERS, Wrapper
from classifiers.vocabulary import Dialect

MOST_WRAPPERS = 10

_PYTHON = re.compile(r"(?:python|pypy)[\d.]*w?\Z|py\Z")
_VERSION = re.compile(r"(?P<name>(?:@[^/@]+/)?[^/@]+)@[^/]+\Z")
_SCRIPT_SHIM = re.compile(
    r"(?:npm|npx|pnpm|pnpx|yarn|az|gcloud|mvn|firebase|vercel|netlify|code|ng|tsc|eslint)\.(?:cmd|bat|ps1)\Z"
)
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "ash", "fish"})
_SHELL_VALUES = frozenset({"--rcfile", "--init-file", "-O", "+O", "-C"})
_SSH_VALUES = frozenset(f"-{letter}" for letter in "BbcDEeFIiJLlmOopQRSWw")
_POWERSHELL = frozenset({"powershell", "pwsh"})
_POWERSHELL_VALUES = ("-executionpolicy", "-ep", "-ex", "-version", "-v", "-windowstyle", "-w", "-outputformat", "-of", "-inputformat",
                      "-if", "-workingdirectory", "-wd", "-configurationname", "-settingsfile", "-custompipename")  # fmt: skip


@dataclass(slots=True)
class Peeled:
    """A command without its wrappers, or the line that the last of them reads."""

    argv: list[str]
    cwd: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    via: list[str] = field(default_factory=list)
    host: str = ""
    container: str = ""
    part: str = ""  # the sub-project a package manager was told to run it in (`pnpm --filter api exec`)
    line: str | None = None  # a whole command line instead of `argv`
    dialect: Dialect = Dialect.POSIX
    outer: list[str] = field(default_factory=list)  # a command that counts as one itself: `ssh host`
    errexit: bool = False
    pipefail: bool = False
    loose: bool = False
    guarded: bool = False
    background: bool = False
    fed: bool = False  # the line came from standard input


def base(program: str) -> str:
    """The program's name: no folder, no `.exe`. An npm scope is part of the name, a `$(…)` stays whole."""
    if "/" in program or "\\" in program:
        if program[0] == "@" or "$(" in program or "`" in program:
            return program
        program = program.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1] or program
    if program[-4:].lower() in (".exe", ".cmd", ".bat", ".ps1") and (
        program[-4:].lower() == ".exe" or _SCRIPT_SHIM.match(program)
    ):
        return program[:-4].lower()
    return program


def peel(words: list[str], cwd: str, env: Mapping[str, str], stdin: str | None = None) -> Peeled:
    """Take the wrappers off `words`, which start in `cwd` with `env`; `stdin` is what a heredoc feeds them."""
    state = Peeled(argv=[base(words[0]), *words[1:]], cwd=cwd, env=env)
    for _ in range(MOST_WRAPPERS):
        if not _once(state, stdin):
            break
        if state.line is not None:
            return state
    name = state.argv[0]
    if name in FOLDERS or name in FOLDER_FILES:
        _folder_options(state, name)
    return state


def _once(state: Peeled, stdin: str | None) -> bool:
    """Take one wrapper off."""
    argv = state.argv
    name = argv[0]
    rows = BY_NAME.get(name)
    if rows is not None:
        return len(argv) > 1 and any(_row(state, row) for row in rows)
    if name in _SHELLS:
        return _shell(state, stdin)
    if name == "ssh":
        return _ssh(state, stdin)
    if name[:2] == "py" and _PYTHON.match(name):
        return _python(state)
    if name == "cmd" or name in _POWERSHELL:
        return _windows(state, name)
    return False


def _row(state: Peeled, row: Wrapper) -> bool:
    """Take off a wrapper that stands in the table."""
    words = state.argv
    start = behind(row, words)
    if start is None:
        return False
    options = Options(row, words, start)
    options.run()
    own = options.own()
    rest = options.rest(start)
    if rest is None or options.asks or not (rest or options.line is not None):
        return False
    if row.only and (not rest or base(rest[0]).split("@")[0] not in row.only):
        return False
    _apply(state, row, options, own, rest)
    return True


def _apply(state: Peeled, row: Wrapper, options: Options, own: dict[str, str], rest: list[str]) -> None:
    state.via.append(" ".join((row.name, *row.then)))
    if row.apart:
        state.cwd, state.env = "", {}
    folder = options.folder or _before_folder(row, state.argv)
    state.part = _part(row, state.argv, len(state.argv) - len(rest)) or state.part
    if folder:
        state.cwd = enter(state.cwd, folder)
    if options.env:
        state.env = {**state.env, **options.env}
    if "profile" in own:
        state.env = {**state.env, "AWS_PROFILE": own["profile"]}
    state.container = own.get("container", state.container)
    if row.counts:
        state.host = options.host or own.get("host", "")
        state.outer = state.argv[: len(state.argv) - len(rest)] if rest else state.argv
    state.loose = state.loose or row.loose
    state.guarded = state.guarded or row.guarded
    state.background = state.background or options.detached
    state.line = " ".join(rest) if (row.joins or row.counts) and rest else options.line
    if rest:
        program = base(rest[0])
        versioned = _VERSION.match(program) if row.package else None
        state.argv = [versioned["name"] if versioned else program, *rest[1:]]


_PARTS = frozenset({"--filter", "-F", "-w", "--workspace"})


def _part(row: Wrapper, words: list[str], end: int) -> str:
    """What `--filter api` or `-w packages/ui` chooses, among the first `end` words of a package manager's call."""
    if row.name not in ("pnpm", "npm", "npx", "bun"):
        return ""
    for place, item in enumerate(words[:end]):
        option, joined, value = item.partition("=")
        if option in _PARTS and (joined or place + 1 < end):
            return value if joined else words[place + 1]
    return ""


def _before_folder(row: Wrapper, words: list[str]) -> str:
    """The folder named by an option before the sub-command (`pnpm -C api exec vitest`)."""
    wanted = FOLDERS.get(row.name)
    if not wanted or not row.then or row.then[-1] not in words:
        return ""
    head = words[: words.index(row.then[-1])]
    found = [head[place + 1] for place, item in enumerate(head[:-1]) if item in wanted]
    return found[-1] if found else ""


def _shell(state: Peeled, stdin: str | None) -> bool:
    """`bash -lc '…'`, `bash -euo pipefail -c '…'`, and a shell that reads a heredoc."""
    words = state.argv
    at, reads, command = 1, False, False
    while at < len(words) and words[at][:1] in ("-", "+") and len(words[at]) > 1:
        item = words[at]
        at += 1
        if item == "--":
            break
        if item in _SHELL_VALUES:
            at += 1
        elif item.startswith("--"):
            reads = reads or item == "--stdin"
        else:
            command = command or "c" in item
            reads = reads or "s" in item
            state.errexit = state.errexit or ("e" in item and item[0] == "-")
            if "o" in item and at < len(words):
                state.errexit = state.errexit or words[at] == "errexit"
                state.pipefail = state.pipefail or words[at] == "pipefail"
                at += 1
    if command:
        if at >= len(words):
            return False
        state.via.append(f"{words[0]} -c")
        state.line = words[at]
        return True
    if stdin is not None and (reads or at >= len(words) or words[at:] == ["-"]):
        state.via.append(words[0])
        state.line, state.fed = stdin, True
        return True
    return False


def _ssh(state: Peeled, stdin: str | None) -> bool:
    """`ssh -p 22 user@host 'cmd'`: a command of its own and a wrapper. ssh joins its words with blanks."""
    words = state.argv
    at, host, background = 1, "", False
    while at < len(words):
        item = words[at]
        if item[:1] == "-" and len(item) > 1 and item != "--":
            background = background or ("f" in item and item[:2] not in _SSH_VALUES)
            at += 2 if item[:2] in _SSH_VALUES and len(item) == 2 else 1
        elif host:
            break
        elif item != "--":
            host = item
            at += 1
        else:
            at += 1
    rest = " ".join(words[at:])
    if not host or (not rest and stdin is None):
        return False
    state.outer = words[:at]
    state.via.append("ssh")
    state.cwd, state.env, state.container, state.host = "", {}, "", host
    state.background = state.background or background
    remote = rest.split()
    if stdin is not None and (not remote or _reads_stdin(remote)):
        state.line, state.fed = stdin, True
        state.errexit = "-e" in remote or "-euo" in remote
    else:
        state.line = rest
    return True


def _reads_stdin(remote: list[str]) -> bool:
    """`ssh host bash -s <<EOF`, `ssh host 'sudo bash' <<EOF`."""
    while len(remote) > 1 and remote[0] in ("sudo", "exec", "env"):
        remote = remote[1:]
    return (
        base(remote[0]) in _SHELLS
        and all(item[0] in "-+" or item == "pipefail" for item in remote[1:])
        and "-c" not in remote
    )


def _python(state: Peeled) -> bool:
    """`python -W error -m pytest` runs pytest."""
    words = state.argv
    at = 1
    while at < len(words) and words[at][:1] == "-":
        item = words[at]
        if item[-1] == "m" and item[1] != "-" and "c" not in item:
            rest = words[at + 1 :]
            if rest:
                state.via.append(f"{words[0]} -m")
                state.argv = rest
            return bool(rest)
        if item in ("-c", "-"):
            return False
        at += 2 if item in ("-W", "-X") else 1
    return False


def _windows(state: Peeled, name: str) -> bool:
    """`cmd /c npm test`, `powershell -NoProfile -Command "…"`; an encoded command or a script file stays as it is."""
    words = state.argv
    for at in range(1, len(words)):
        flag = words[at].lower()
        if name == "cmd":
            if flag.lstrip("/") in ("c", "k") and flag[0] == "/":
                return _opened(state, f"{name} /c", words[at + 1 :], Dialect.CMD)
            if flag[:1] != "/":
                return False
        elif flag[0:2] == "-c" and "-command".startswith(flag):
            return _opened(state, f"{name} -Command", words[at + 1 :], Dialect.POWERSHELL)
        elif flag.startswith("-"):
            if flag.startswith(("-f", "-e")) and not flag.startswith("-ex") and flag != "-ep":
                return False
        elif words[at - 1].lower() not in _POWERSHELL_VALUES:
            bare = name == "powershell"
            return bare and _opened(state, name, words[at:], Dialect.POWERSHELL)
    return False


def _opened(state: Peeled, via: str, rest: list[str], dialect: Dialect) -> bool:
    if not rest:
        return False
    state.via.append(via)
    state.line, state.dialect = " ".join(rest), dialect
    return True


def _folder_options(state: Peeled, name: str) -> None:
    """`git -C api status`: the folder the program goes to by itself. The words stay as written."""
    wanted = FOLDERS.get(name, frozenset())
    files = FOLDER_FILES.get(name, frozenset())
    words = state.argv
    for place in range(1, len(words)):
        item = words[place]
        if name in FIRST_ONLY and item[:1] != "-" and words[place - 1] not in wanted:
            return
        option, joined, value = item.partition("=")
        if option not in wanted and option not in files:
            continue
        if not joined:
            value = words[place + 1] if place + 1 < len(words) else ""
        state.cwd = enter(state.cwd, value if option in wanted else parent(value) if value.count(".") else value)
