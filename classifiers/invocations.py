"""A simple command read as program, sub-command, flags and script, so that rules need not parse arguments.

Which flags take a value differs from program to program (`-n` is a dry run of one and a namespace of the next), so that
knowledge is handed in: see the `[program]` tables of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from posixpath import normpath

import msgspec
from msgspec.structs import replace

from classifiers.agent_tools import database_tool
from classifiers.commands import Simple

SECOND_NAMES = {"gradlew": "gradle", "mvnw": "mvn", "mvnd": "mvn", "flyctl": "fly", "docker-compose": "docker", "mariadb": "mysql",
            "pip3": "pip", "tofu": "terraform", "podman": "docker", "nerdctl": "docker", "ntl": "netlify", "valkey-cli": "redis-cli",
            "sls": "serverless", "netlify-cli": "netlify", "firebase-tools": "firebase", "@railway/cli": "railway", "eas-cli": "eas", "expo-cli": "expo",
            "@angular/cli": "ng", "@nestjs/cli": "nest", "@sentry/cli": "sentry-cli", "@changesets/cli": "changeset", "@vscode/vsce": "vsce",
            "aws-cdk": "cdk", "sequelize": "sequelize-cli", "@cloudflare/wrangler": "wrangler", "@playwright/test": "playwright", "mongo": "mongosh", "py.test": "pytest", "buildah": "docker", "gmake": "make", "pyproject-build": "build"}  # fmt: skip
"""Programs that are another program under a second name."""

TEST_PROGRAM = "a-test-program"
"""What rules call a program somebody built of tests (`./build/cart_test`), which may have any such name."""
_TEST_NAME = re.compile(
    r"(?:[\w.-]+[_-])?(?:tests|(?:unit|all|run)_tests?|(?:unit|all|run)tests|test_?runner)|[\w.-]+[_-]test"
)

_RUN_WORDS = {
    "npm": ("run", "run-script", "rum"),
    "pnpm": ("run",),
    "yarn": ("run",),
    "bun": ("run",),
    "mise": ("run", "r"),
    "composer": ("run", "run-script"),
    "hatch": ("run",),
    "pdm": ("run",),
    "deno": ("task",),
    "turbo": ("run",),
    "nx": ("run",),
    "lerna": ("run",),
    "rush": (),
    "rushx": (),
    "moon": ("run",),
    "task": (),
    "just": (),
    "make": (),
    "rake": (),
    "poe": (),
    "nox": (),
    "pixi": ("run",),
    "grunt": (),
    "gulp": (),
    "invoke": (),
}
"""Programs that run named scripts, with the word that stands before the name; an empty tuple: the name comes first."""

RUNNERS = frozenset(_RUN_WORDS)
"""All of them."""

_BARE = {"pnpm", "yarn", "npm", "turbo", "nx", "composer"}
"""Runners that also take the script's name without a run word (`yarn build`)."""

_NPM_BARE = {"test": "test", "t": "test", "tst": "test", "start": "start"}


def run_words(program: str) -> frozenset[str]:
    """The words of which one stands in every call by which runner `program` runs a script; empty: any name may."""
    verbs = frozenset(_RUN_WORDS[program])
    if program == "npm":
        return verbs | frozenset(_NPM_BARE)
    if program == "bun":
        return verbs | {"--filter"}
    return frozenset() if program in _BARE else verbs


_OWN_VERBS = frozenset(
    ["add", "audit", "bin", "bugs", "cache", "ci", "config", "create", "dedupe", "deprecate", "dist-tag", "dlx", "docs", "doctor", "exec", "explain", "fund", "global", "help", "i", "import", "init", "install", "install-test", "it", "link", "list", "login", "logout", "ls", "outdated", "owner", "pack", "patch", "ping", "plugin", "prune", "publish", "rebuild", "remove", "rm", "root", "search", "self-update", "set", "setup", "store", "team", "token", "uninstall", "unlink", "up", "update", "upgrade", "version", "versions", "view", "whoami", "why", "workspaces", "info", "node", "npm", "policies", "tag", "unplug", "stage", "require", "dump-autoload", "show", "self-update", "global", "graph", "migrate", "reset", "generate", "prune", "repair", "affected", "run-many"],
)  # fmt: skip
"""Sub-commands of the package managers themselves: never the name of a script."""

_FLAG = re.compile(r"--?[A-Za-z][\w.:-]*\Z|-\d+\Z|/[A-Za-z?]\Z")
_PATHISH = re.compile(
    r"(?:\./|\.\\|(?:~/|\$HOME/|\$\{HOME\}/|/)?(?:[\w.-]+/)*)?(?P<stem>[\w.-]+?)\.(?:sh|bash|zsh|ps1|cmd|bat)\Z"
)
_TWO_LEVEL = {"workspace", "workspaces"}


class Invocation(msgspec.Struct, frozen=True, eq=False):
    """A simple command, ready to be compared with rules. One is itself only, as a `Rulebook` is."""

    simple: Simple
    program: str  # canonical: gradlew is gradle
    words: tuple[str, ...] = ()  # positional arguments in order, sub-commands first
    flags: Mapping[str, tuple[str, ...]] = msgspec.field(
        default_factory=dict
    )  # flag -> its values; "" where it has none
    script: str = ""  # the named script a runner runs (`npm run build` -> "build"), or a script file's stem
    runner: str = ""  # the canonical call of that script (`npm run build`), as `Workspace.scripts` names it
    part: str = ""  # the sub-project the flags choose (`pnpm --filter api`)

    def flag(self, *names: str) -> str:
        """The last value of the first of `names` that is given, "" when none is or it has no value."""
        for name in names:
            values = self.flags.get(name)
            if values and values[-1]:
                return values[-1]
        return ""


def read(simple: Simple, valued: Mapping[str, frozenset[str]]) -> Invocation:
    """Take the arguments of `simple` apart; `valued` maps a program to its flags that take a value."""
    argv = _behind(simple.argv)
    name = argv[0].lower() if argv else ""
    if name[:5] == "mcp__" and (asked := database_tool(name)):
        return Invocation(simple, "mcp", asked)
    program = TEST_PROGRAM if "test" in name and _TEST_NAME.fullmatch(name) else SECOND_NAMES.get(name, name)
    words, flags = _arguments(argv[1:], valued.get(program, frozenset()))
    if program == "cargo" and words and words[0][0] == "+":
        words = words[1:]  # the toolchain of `cargo +nightly test`
    if name == "docker-compose":
        words = ("compose", *words)
    verbose = program == "bun" and "--filter" in flags and not {*words[:1]} & {"run", "x", *_OWN_VERBS}
    script, runner = _script(argv, program, ("run", *words) if verbose else words)
    part = _part(program, words, flags) or _leaf(simple.part)
    return Invocation(simple, program, words, flags, script, runner, part)


def tool_behind(call: Invocation, known: Callable[[str], bool]) -> Simple | None:
    """The tool that `pnpm vitest run`, `yarn workspace api jest` and `bun prisma …` run where no script has that name.

    `known` says which words are tools; those that are common names of scripts are taken for scripts.
    """
    name = call.words[2:3] if call.program == "yarn" and call.words[:1] == ("workspace",) else call.words[:1]
    if (
        call.program not in _BINARIES
        or name != (call.script,)
        or call.script in _SCRIPT_NAMES
        or not known(call.script)
    ):
        return None
    return replace(call.simple, argv=call.simple.argv[call.simple.argv.index(name[0]) :])


_BINARIES = frozenset({"pnpm", "yarn", "bun"})
_SCRIPT_NAMES = frozenset(
    "build test tests package pack release deploy publish migrate make task info now tap run start render unittest auto convert".split()  # noqa: SIM905
)


def _arguments(args: tuple[str, ...], valued: frozenset[str]) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    words: list[str] = []
    flags: dict[str, tuple[str, ...]] = {}
    queue = list(args)
    while queue:
        arg = queue.pop(0)
        name, eq, value = arg.partition("=")
        if arg in {"--", "-"}:
            continue
        if eq and name.startswith("-"):
            pass
        elif arg in valued and queue:
            value = queue.pop(0)
        elif len(arg) > 2 and arg[0] == "-" and arg[1] != "-" and arg[:2] in valued:
            name, value = arg[:2], arg[2:]
        elif not _FLAG.match(arg):
            words.append(arg)
            continue
        flags[name] = (*flags.get(name, ()), value)
    return tuple(words), flags


_PYTHON = re.compile(r"python[\d.]*|py|pypy\d*", re.IGNORECASE)
_BEHIND = {"manage.py", "setup.py", "artisan", "phpunit", "console", "rails", "rake", "django-admin"}


def _behind(argv: tuple[str, ...]) -> tuple[str, ...]:
    """`python -m pytest` is pytest, `python manage.py migrate` is manage.py, `bundle exec rspec` is rspec."""
    if len(argv) < 2:
        return argv
    first = argv[1].replace("\\", "/").rsplit("/", 1)[-1]
    if _PYTHON.fullmatch(argv[0]):
        plain = [index for index, arg in enumerate(argv) if arg == "-m"]
        if plain and len(argv) > plain[0] + 1 and all(arg.startswith("-") for arg in argv[1 : plain[0]]):
            return argv[plain[0] + 1 :]
        return (first, *argv[2:]) if first in _BEHIND else ("python", *argv[1:])
    if argv[0] in {"php", "ruby"} and first in _BEHIND:
        return (first, *argv[2:])
    if argv[:2] == ("bundle", "exec") and len(argv) > 2:
        return argv[2:]
    return argv


def _script(argv: tuple[str, ...], program: str, words: tuple[str, ...]) -> tuple[str, str]:
    if program in _RUN_WORDS:
        return _named(program, words)
    path = argv[0] if argv else ""
    if program in {"bash", "sh", "zsh", "source", "pwsh", "powershell"} and words:
        path = words[0]
    file = _PATHISH.match(path)
    return (file["stem"].lower(), path) if file else ("", "")


def _named(program: str, words: tuple[str, ...]) -> tuple[str, str]:
    if program == "yarn" and len(words) > 2 and words[0] in _TWO_LEVEL:
        words = words[2:]
    verbs = _RUN_WORDS[program]
    if not words:
        return "", ""
    if words[0] in verbs:
        return (words[1], f"{program} run {words[1]}") if len(words) > 1 else ("", "")
    if program == "npm":
        name = _NPM_BARE.get(words[0], "")
        return name, f"npm run {name}" if name else ""
    if not verbs:
        return words[0], f"{program} {words[0]}"
    if program in _BARE and words[0] not in _OWN_VERBS:
        return words[0], f"{program} run {words[0]}"
    return "", ""


_PART_FLAGS = {
    "pnpm": ("--filter", "-F", "-C", "--dir"),
    "npm": ("-w", "--workspace", "--prefix"),
    "yarn": ("--cwd",),
    "bun": ("--filter", "--cwd"),
    "turbo": ("--filter",),
    "lerna": ("--scope",),
    "mvn": ("-pl", "--projects"),
    "cargo": ("-p", "--package"),
    "make": ("-C",),
    "just": ("-d",),
    "go": ("-C",),
}


def _part(program: str, words: tuple[str, ...], flags: Mapping[str, tuple[str, ...]]) -> str:
    if program == "yarn" and len(words) > 2 and words[0] == "workspace":
        return _leaf(words[1])
    for name in _PART_FLAGS.get(program, ()):
        values = flags.get(name)
        if values and values[-1]:
            return _leaf(values[-1])
    if program in {"nx", "moon"} and words and ":" in words[-1]:
        return words[-1].split(":")[0]
    if program == "nx" and len(words) == 2 and words[0] not in _OWN_VERBS:
        return words[1]
    return _part_of_goals(program, words)


def _part_of_goals(program: str, words: tuple[str, ...]) -> str:
    """The sub-project that what is to be done names: `:api:build`, `api/test`."""
    if program == "sbt":
        chosen = [found[1] or found[2] for word in words if (found := _SBT_PROJECT.fullmatch(word))]
        return chosen[0] if len(set(chosen)) == 1 else ""
    if program == "gradle":
        goals = [word.strip(":").split(":") for word in words if ":" in word]
        return goals[0][-2] if len(goals) == 1 and len(goals[0]) > 1 else ""
    return _of_paths(words) if program in _PATH_RUNNERS else ""


_PATH_RUNNERS = frozenset(
    "pytest jest vitest mocha ava bun deno playwright cypress go rspec phpunit pest".split()  # noqa: SIM905
)
"""Test runners that are told by paths what to run."""
_WITHIN = re.compile(r"(?:apps|packages|services|libs|crates|modules|plugins)/(?P<part>[\w.-]+/|[\w-]+\Z)")


def _of_paths(words: tuple[str, ...]) -> str:
    """The sub-project all the paths lie in: of `apps/web/test/a.test.ts` it is web, of `libs/a.test.ts` none."""
    paths = [normpath(word) + "/" * word.endswith("/") for word in words if "/" in word]
    parts = {found["part"].rstrip("/") if (found := _WITHIN.match(path)) else "" for path in paths}
    return parts.pop() if len(parts) == 1 else ""


_SBT_PROJECT = re.compile(r"project (\S+)|([\w-]+)/[\w:]+")
"""`project api` and `api/test` choose a project of sbt's."""


def _leaf(name: str) -> str:
    """`@acme/api...`, `./packages/api` and `api` are the sub-project api."""
    leaf = name.partition("[")[0].strip("{}./").removesuffix("...").rstrip("/").rsplit("/", 1)[-1]
    return leaf if _UNSURE.isdisjoint(leaf) else ""


_UNSURE = frozenset("*$!^")
"""What a name holds that only the shell or the program knows."""
