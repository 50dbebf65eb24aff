"""What a line does with GitHub Actions: of which repository, which run and which saved log, and whether a change went up."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from classifiers.commands import Simple
from classifiers.folders import enter
from classifiers.outcome import visible
from classifiers.rulebook.entries import Rulebook
from classifiers.scripts import commands_of
from classifiers.vocabulary import CommandRun, Place, Workspace

_GOES_UP = ("git push", "gh workflow run", "gh pr create", "gh pr merge")
_LOOKS = ("sed", "cat", "head", "tail", "grep", "rg", "less", "awk")
_GH_PUSHES = frozenset({("workflow", "run"), ("pr", "create"), ("pr", "merge")})
_NOTHING_WENT_UP = ("[rejected]", "[remote rejected]", "Everything up-to-date", "failed to push", "(dry run)")
"""What git says where it pushed nothing, or not all."""
_NO_PUSH = frozenset({"--dry-run", "-n", "--delete", "-d", "--mirror", "--prune"})
_REF_MOVED = re.compile(r"^[ *+]{1,3}(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\[new (?:branch|tag)\]) +\S+ -> \S+", re.MULTILINE)  # fmt: skip
"""git-push(1), OUTPUT: a ref that was pushed."""
_API = re.compile(r"/?repos/([^/]+/[^/]+)/")
_HERE = frozenset({"{owner}/{repo}", ":owner/:repo"})
_OF_RUN = re.compile(r"/runs/(\d{6,})")
_FILE = re.compile(r"[^\s|()\\^$]*\.[A-Za-z]\w{0,7}")
_OPTION = re.compile(r"-.*|\+?\d+[kM]?")
_SAVED = re.compile(r"(?:>{1,2}|\btee(?: -a)?)\s*[\"']?([^\s\"';&|<>]+\.log)\b")


def may_look(line: str) -> bool:
    """Whether the line may show a saved log, told by its words."""
    return ".log" in line and line.startswith(tuple(f"{each} " for each in _LOOKS))


def may_show(line: str) -> bool:
    """Whether the line may fetch a job's log, told by its words."""
    return "gh " in line and ("gh run view" in line or ("gh api" in line and "/logs" in line))


def may_save(line: str) -> bool:
    """Whether the line may put a job's log into a file, told by its words."""
    return may_show(line) and _SAVED.search(line) is not None


def may_go_up(line: str) -> bool:
    """Whether the line may push or dispatch, told by its words."""
    return any(words in line for words in _GOES_UP)


def simples(run: CommandRun, book: Rulebook) -> list[Simple]:
    """The commands of the line that parsed cleanly."""
    return [call.simple for call in commands_of(run, book).calls if call.simple.argv and not call.simple.broken]


def place_of(call: Simple, run: CommandRun, place: Place) -> Workspace:
    """The workspace that a command of the line was run in; the record's remote is that of its own folder only."""
    moved = bool(call.cwd) and call.cwd.rstrip("/") != run.cwd.rstrip("/")
    return place(call.cwd, "") if moved else place(run.cwd, run.remote)


def is_of(call: Simple, at: Workspace) -> bool:
    """Whether a command is about the repository it was run in, as far as it names one: `-R`, `GH_REPO`, `gh api repos/…`."""
    if call.host or call.container:
        return False
    named = [_repository(each) for each in _named(call) if each not in _HERE]
    return all(at.identity.lower().endswith("/" + each) and "/" in each for each in named)


def _named(call: Simple) -> list[str]:
    found = [call.env["GH_REPO"]] if "GH_REPO" in call.env else []
    for at, word in enumerate(call.argv):
        if word in {"-R", "--repo"}:
            found.append(call.argv[at + 1] if at + 1 < len(call.argv) else "?")
        elif word.startswith(("-R", "--repo=")):
            found.append(word.removeprefix("-R").removeprefix("--repo="))
        elif call.argv[:2] == ("gh", "api") and (api := _API.match(word)):
            found.append(api[1])
        elif word.startswith(("https://", "http://")):
            found.append("/".join(word.split("/")[3:5]))
    return found


def _repository(named: str) -> str:
    return "/".join(named.removesuffix(".git").rstrip("/").split("/")[-2:]).lower() or "?"


def fetches(call: Simple) -> bool:
    """Whether a command prints a job's log from GitHub."""
    return call.argv[:3] == ("gh", "run", "view") or (call.argv[:2] == ("gh", "api") and any("/logs" in each for each in call.argv))  # fmt: skip


def saved(calls: Sequence[Simple], run: CommandRun, place: Place) -> list[str]:
    """The files into which the line put a log of the repository it was run in."""
    fetching = [call for call in calls if fetches(call)]
    home = place(run.cwd, run.remote)
    if not fetching or not all(_is_home(call, run, place, home) for call in fetching):
        return []
    return [file for each in _SAVED.findall(run.command) if (file := enter(fetching[0].cwd or run.cwd, each))]


def shows_own(calls: Sequence[Simple], run: CommandRun, place: Place, files: Collection[str]) -> bool:
    """Whether all logs that the line shows are of the repository it was run in: fetched there, or one of `files`."""
    home = place(run.cwd, run.remote)
    fetching = [call for call in calls if fetches(call)]
    looking = [call for call in calls if call.argv[0] in _LOOKS and any("." in each for each in call.argv[1:]) and not call.fed]  # fmt: skip
    return (
        bool(fetching or looking)
        and all(_is_home(call, run, place, home) for call in fetching)
        and all(_looks_at(call, run, files) for call in looking)
    )


def _is_home(call: Simple, run: CommandRun, place: Place, home: Workspace) -> bool:
    at = place_of(call, run, place)
    return at.identity == home.identity and is_of(call, at)


def _looks_at(call: Simple, run: CommandRun, files: Collection[str]) -> bool:
    """Whether every file that a command names is one of `files`; a pattern that looks like a file's name is taken for one."""
    takes_files = call.argv[0] not in {"sed", "grep", "rg", "awk"}
    named = [each for each in call.argv[1:] if _FILE.fullmatch(each) or (takes_files and not _OPTION.fullmatch(each))]
    return bool(named) and all(enter(call.cwd or run.cwd, each) in files for each in named)


def run_of(calls: Sequence[Simple]) -> str:
    """The number of the one run whose log the line fetches; "" where it is not told."""
    found: set[str] = set()
    for call in calls:
        if fetches(call):
            found |= {number for each in call.argv for number in _OF_RUN.findall(each)}
            words = zip(call.argv[2:], call.argv[3:], strict=False)
            found |= {word for before, word in words if re.fullmatch(r"\d{6,}", word) and before not in {"-j", "--job", "-a", "--attempt"}}  # fmt: skip
    return found.pop() if len(found) == 1 else ""


def went_up(calls: Sequence[Simple], run: CommandRun, place: Place) -> list[str]:
    """The identities of the workspaces from which the line pushed something, or dispatched a workflow."""
    text = run.output.text
    if any(words in text for words in _NOTHING_WENT_UP):
        return []
    found = []
    for call in calls:
        push = call.argv[:2] == ("git", "push")
        dispatch = call.argv[0] == "gh" and call.argv[1:3] in _GH_PUSHES
        if not (push or dispatch) or call.negated or call.background or not _NO_PUSH.isdisjoint(call.argv):
            continue
        at = place_of(call, run, place)
        worked = visible(call, run.exit, failed=run.failed, pipe=run.pipe, alone=False) is True
        if is_of(call, at) and (worked or (push and call.piped and _REF_MOVED.search(text))):
            found.append(at.identity)
    return found
