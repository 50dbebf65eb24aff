"""Whether two commands are one, tried again: the same tool, asked for the same thing.

Arguments that only say how (`--force`, a port) differ between a failure and the success after it, and are often what
mended it; so they do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from classifiers.commands import Simple
from classifiers.invocations import SECOND_NAMES, Invocation

_LOOKS = frozenset(
    ["ls", "cat", "head", "tail", "grep", "rg", "egrep", "find", "fd", "sed", "awk", "wc", "sort", "uniq", "cut", "tr", "diff", "cmp", "stat", "file", "du", "df", "ps", "lsof", "netstat", "ss", "which", "where", "command", "type", "echo", "printf", "test", "[", "[[", "true", "false", "cd", "pwd", "pushd", "popd", "export", "source", ".", "set", "unset", "sleep", "wait", "kill", "pkill", "killall", "rm", "mkdir", "rmdir", "cp", "mv", "ln", "touch", "chmod", "chown", "tee", "xargs", "jq", "yq", "curl", "wget", "nc", "ping", "dig", "date", "env", "id", "whoami", "tree", "less", "more", "read", "exit", "return", "alias", "eval", "get-content", "get-childitem", "select-string", "test-path", "set-location", "remove-item", "base64", "md5sum", "sha256sum", "xxd", "od", "nl", "apply_patch", "history", "man", "tput", "trap", "basename", "dirname", "realpath", "readlink"],
)  # fmt: skip
"""Commands that look, move things or are plumbing: that one of them failed once is nothing to learn."""
_INTERPRETERS = re.compile(r"(?:python|node|ruby|perl|php|deno|bun|bash|sh|zsh|pwsh|powershell|osascript|sqlite3|psql|mysql|Rscript|julia|lua)[\d.]*\Z")  # fmt: skip
_WORD = re.compile(r"[a-z][\w:.-]*\Z")
_SCRIPT = re.compile(r"[\w./\\-]+\.\w+\Z")
_DEEP = {"aws": 2, "gcloud": 3, "az": 2, "gh": 2, "prisma": 2, "supabase": 2, "kubectl": 2, "helm": 1, "docker": 2, "terraform": 1, "git": 1, "go": 1, "cargo": 1, "npm": 1, "pnpm": 1, "yarn": 1, "bun": 1, "pip": 1, "uv": 2, "poetry": 1, "manage.py": 1, "rails": 1, "artisan": 1, "systemctl": 2, "brew": 1, "composer": 1, "bundle": 1, "dotnet": 1, "flutter": 1, "pod": 1, "firebase": 1, "vercel": 1, "netlify": 1, "wrangler": 2, "fly": 1, "heroku": 1, "doctl": 2, "alembic": 1, "drizzle-kit": 1, "next": 1, "vite": 1, "nx": 1, "turbo": 1}  # fmt: skip
"""How many words behind the program say what it is asked for; else it is one, if that is a word and no value."""


_PROGRAM = re.compile(
    r"(?:\A|&&|\|\||[;|\n(])\s*(?:(?:sudo|npx|time|env|nohup|g?timeout(?:\s+-\S+)*\s+[\d.]+[smhd]?|[A-Za-z_]\w*=\S*)\s+)*([\w./\\:+-]+)"
    r"(?:[^\S\n]+([a-z][\w:.-]*)(?=\s|\Z|[;&|)]))?"
)
_NAMED_ALONE = re.compile(r"psql|mysql|.*\.(?:sh|bash|zsh|ps1|cmd|bat)\Z")  # whatever they are given, see `name`


@lru_cache(maxsize=256)  # what is watched is compared with each command that follows
def asked(line: str) -> frozenset[tuple[str, str]]:
    """The programs of a command line that do something, each with the first word that it is given.

    Told at a glance and without taking the line apart. The word is "" where there is none, or where the same command may
    be without it. Versions and endings are cut off: what `python` could not do is tried again with `python3`.
    """
    found = set()
    for place, word in _PROGRAM.findall(line[:4_000]):
        program = place.replace("\\", "/").rpartition("/")[2]
        if program.lower() not in _LOOKS:
            cut = program[:-4] if program.endswith(".exe") else program.rstrip("0123456789.")
            if len(cut) > 1:
                found.add((cut, "" if word in _IMPLIED or _NAMED_ALONE.match(program) else word))
    return frozenset(found)


@lru_cache(maxsize=256)
def asked_of_others(line: str) -> frozenset[tuple[str, str]]:
    """As `asked`, of a line whose program may be missing: `podman` may be asked for what `docker` was."""
    said = asked(line)
    return said.union((other, what) for program, what in said for other in _other_names().get(program, ()))


@cache
def _other_names() -> dict[str, frozenset[str]]:
    """A program -> what else it goes by."""
    names: dict[str, set[str]] = {}
    for second, first in SECOND_NAMES.items():
        names.setdefault(first, {first}).add(second)
    return {each: frozenset(same - {each}) for same in names.values() for each in same}


@lru_cache(maxsize=256)
def programs(line: str) -> frozenset[str]:
    """The programs alone."""
    return frozenset(program for program, _ in asked(line))


def may_ask(line: str, what: Iterable[tuple[str, str]]) -> bool:
    """Whether a line may hold one of what another line `asked`."""
    return any(program in line and word in line for program, word in what)


def looks_only(simple: Simple) -> bool:
    """Whether the command only looks or moves things about."""
    return not simple.argv or simple.argv[0].lower() in _LOOKS


def name(call: Invocation) -> str:
    """What the command is, in a few words: equal for a command that is tried again. "" where that cannot be told."""
    simple = call.simple
    if looks_only(simple):
        return ""
    where = f"{simple.host or simple.container}: " if simple.host or simple.container else ""
    if call.script:
        return f"{where}{call.runner or call.script} {call.part}".rstrip()
    if _INTERPRETERS.match(call.program):
        file = next((word for word in call.words if _SCRIPT.match(word)), "")
        client = call.program in {"psql", "mysql"}
        return f"{where}{call.program} {file}".rstrip() if file or client else ""
    words = call.words[: _DEEP.get(call.program, 1)]
    kept = [word for word in words if _WORD.match(word) or _SCRIPT.match(word)]
    return " ".join([f"{where}{call.program}", *kept, *([call.part] if call.part else [])])


def tool_of(name: str) -> str:
    """The tool of a command by its `name`: what all its sub-commands share; the name itself for a script or a program."""
    program, _, asked = name.partition(" ")
    return program if program in _DEEP and not asked.startswith("run ") else name


def stands_in(other: Simple, argv: Sequence[str], text: str, env: Sequence[str]) -> bool:
    """Whether `other` is the call of a program that was not found, under another name or from another place.

    `argv`, `text` and `env` are those of the call that failed.
    """
    if not argv or other.host or not does_the_same(other.argv, argv):
        return False
    if other.argv[0] == argv[0]:
        return other.text.split()[:1] != text.split()[:1] or bool(set(other.env) - set(env))
    return not other.container


def does_the_same(argv: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one program, under whatever name or version, is asked for exactly the same."""
    return (len(argv) == 1 or argv[-1] == other[-1]) and _canonical(argv) == _canonical(other)


def unversioned(program: str) -> str:
    """`python3.12` is `python`."""
    return program.rstrip("0123456789.")


def _canonical(argv: Sequence[str]) -> list[str]:
    program = unversioned(argv[0])
    return [SECOND_NAMES.get(program, program), *(["compose"] if program == "docker-compose" else []), *argv[1:]]


def asks_the_same(argv: Sequence[str], other: Sequence[str]) -> bool:
    """Whether both end in the same arguments, so many that it cannot be chance, whatever program is given them."""
    tail = list(argv[1:])
    return len(tail) >= 3 and sum(map(len, tail)) >= 24 and list(other[-len(tail) :]) == tail


def may_repeat(line: str, called: str, argv: Sequence[str], *, near: bool) -> bool:
    """Whether one of the line's commands may be the one of this name and these arguments, tried again.

    Told by their words, before the line is taken apart. `near` says that the line holds the name of the program.
    """
    given = argv[1:]
    if near and called and all(word in line for word in called.split() if word in given and word not in _IMPLIED):
        return True
    if not asks_the_same(argv, given) and not (near and not called):
        return False
    return _longest(tuple(given)) in line


@lru_cache(maxsize=256)  # asked again for each command that follows
def _longest(arguments: tuple[str, ...]) -> str:
    return max(_LETTERS.findall(" ".join(arguments)), key=len, default="")


_IMPLIED = frozenset({"run", "test", "start", "compose"})
"""Words of a name that its command need not hold: `npm t`, `yarn build`, `docker-compose up`."""
_LETTERS = re.compile(r"\w+")
