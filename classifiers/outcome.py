"""Did a command succeed? Exit status where it is visible, else the command's own unmistakable output; unknown is an answer.

One command line has one exit status and one output, whatever number of commands it holds. So a status counts only for
the commands it speaks of, and output counts only when the tool's own words are in it, not the line's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec
import regex

from classifiers.commands import Simple, Visibility
from classifiers.rulebook.entries import Entry, Proof, Signs
from classifiers.screen import Screen
from classifiers.vocabulary import Outcome, Result, RunState


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What a record tells about one command of its line."""

    simple: Simple
    state: RunState = RunState.FINISHED
    status: bool | None = None  # did the command's own status say success? None: not visible
    exit: int | None = None  # the line's status
    recorded: bool = True  # the source keeps output, so silence means silence
    shown: Screen = msgspec.field(default_factory=Screen)  # the line's output
    line: str = ""  # the whole command line
    doubtful: bool = False  # the line also prints what others wrote, so its output proves nothing
    same: int = 1  # commands of the line that print the same kind of verdict


class Judgement(msgspec.Struct, frozen=True):
    """An outcome, and what the proving output named."""

    outcome: Outcome
    captures: Mapping[str, str] = msgspec.field(default_factory=dict)
    at: int = -1  # 0-based line of the output that proves it, -1 when none does
    others: tuple[Mapping[str, str], ...] = ()  # what the same line named in other rounds of a loop


def visible(simple: Simple, exit_status: int | None, *, failed: bool, pipe: Sequence[int], alone: bool) -> bool | None:
    """What the line's status says of `simple`: True it ended with 0, False it did not, None nothing.

    `pipe` holds the statuses of the last pipeline's stages and `alone` says that the line is nothing but that pipeline:
    then its stages are as visible as a single command.
    """
    if alone and pipe and not simple.background and not simple.guarded:
        return all(status == 0 for status in pipe) or None
    if simple.visibility is Visibility.HIDDEN:
        return None
    if exit_status is None:
        return False if failed and simple.visibility is Visibility.OWN else None
    if exit_status == 0 and not failed:
        return True
    return False if simple.visibility is Visibility.OWN else None


def judge(scene: Scene, entry: Entry, failures: Signs) -> Judgement:
    """How the command ended, by what `entry` takes as proof.

    Raises:
        PatternTimeoutError: a pattern of the entry took too long.
    """
    told = early(scene, entry)
    if told is not None:
        return Judgement(told)
    found = _read(scene, entry, failures)
    if found.bad:
        return Judgement(Outcome(Result.FAILURE, found.bad, found.excerpt))
    if found.idle:
        return Judgement(Outcome(Result.UNKNOWN, f"nothing happened: {found.idle}", found.excerpt))
    return _weighed(scene, entry, found)


def early(scene: Scene, entry: Entry) -> Outcome | None:
    """The outcome, where it can be told without the output."""
    simple = scene.simple
    if scene.state is RunState.NOT_RUN:
        return Outcome(Result.NOT_RUN, "did not run")
    if scene.state is not RunState.FINISHED:
        return Outcome(Result.UNKNOWN, "still running" if scene.state is RunState.RUNNING else "interrupted")
    if simple.background or simple.negated:
        return Outcome(Result.UNKNOWN, "in the background" if simple.background else "its failure was asked for")
    if entry.proof is Proof.BOTH and scene.status is None:
        return Outcome(Result.UNKNOWN, "its exit status is hidden")
    if scene.status is False and scene.exit not in entry.ok_exits:
        return Outcome(Result.FAILURE, f"exit {scene.exit}" if scene.exit is not None else "failed")
    return None


def may_prove(scene: Scene, entry: Entry, shown: Callable[[], Screen]) -> bool:
    """Whether `judge` may find a success once it sees the output, which `shown` opens; False is sure.

    Raises:
        PatternTimeoutError: a pattern of the entry took too long.
    """
    if early(scene, entry) is not None:
        return False
    ok, silenced = scene.status is True, scene.simple.silenced
    if ok and (entry.proof in {Proof.EXIT, Proof.EITHER} or (entry.blind and (silenced or not scene.recorded))):
        return True
    if silenced or (entry.proof is Proof.EXIT and not ok):
        return False
    screen = shown()
    return any(screen.found(entry.signs.success))


def _weighed(scene: Scene, entry: Entry, found: _Found) -> Judgement:
    text, ok = found.good, scene.status is True
    if text and (ok or entry.proof is not Proof.EXIT):
        if not ok and (entry.proof is Proof.BOTH or scene.doubtful):
            return Judgement(Outcome(Result.UNKNOWN, "its exit status is hidden"))
        why = f"{'exit 0, ' if ok else ''}{text}"
        outcome = Outcome(Result.SUCCESS, why, found.excerpt, 1.0 if ok else 0.85)
        return Judgement(outcome, found.captures, found.at, found.others)
    if not ok:
        return Judgement(Outcome(Result.UNKNOWN, "its exit status is hidden and no result was shown"))
    if entry.proof in {Proof.EXIT, Proof.EITHER}:
        return Judgement(Outcome(Result.SUCCESS, "exit 0", found.excerpt, 0.9))
    if entry.blind and (not scene.recorded or (scene.simple.silenced and entry.proof is Proof.OUTPUT)):
        return Judgement(Outcome(Result.SUCCESS, "exit 0, output not recorded", "", 0.8))
    return Judgement(Outcome(Result.UNKNOWN, "exit 0, but no sign that it did anything"))


# --- reading the output -----------------------------------------------------------------------------------------------


class _Found(msgspec.Struct):
    good: str = ""
    bad: str = ""
    idle: str = ""
    excerpt: str = ""
    at: int = -1
    captures: Mapping[str, str] = msgspec.field(default_factory=dict)
    others: tuple[Mapping[str, str], ...] = ()


def _read(scene: Scene, entry: Entry, failures: Signs) -> _Found:
    text = scene.shown.text
    if not text.strip():
        return _Found()
    signs = entry.signs
    for patterns, failed in ((signs.veto, True), (signs.nothing, False)):
        match = _first(patterns, scene)
        if match is not None:
            said = _line(text, match)
            return _Found(bad=said, excerpt=said) if failed else _Found(idle=said, excerpt=said)
    good, captures = (None, {}) if scene.simple.silenced else _success(signs.success, scene)
    bad = _last(signs.failure if scene.status is True else signs.failure + failures.failure, scene)
    if bad is not None and (good is None or scene.simple.looped or bad.start() > good.start()):
        return _Found(bad=_line(text, bad), excerpt=_line(text, bad))
    if good is None:
        return _Found(excerpt=_ending(text) if scene.status else "")
    found = _Found(
        _line(text, good), excerpt=_around(text, good), at=text.count("\n", 0, good.start()), captures=captures
    )
    if scene.simple.looped and captures:
        found.others = _rounds(signs.success, scene, captures)
    return found


_MOST_ROUNDS = 6
"""Rounds of a loop whose targets are told one by one; of more, only the last is."""


def _rounds(patterns: Sequence[str], scene: Scene, last: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
    """What the other rounds of a loop named: `for s in api web; do deploy $s; done` is about both."""
    named = [
        {**last, **names}
        for found in scene.shown.found(patterns)
        for match in found
        if (names := _named(match)) and _counts(match) and not _quoted(match, scene.line)
    ]
    others = [each for place, each in enumerate(named) if each != last and each not in named[:place]]
    return tuple(others) if len(others) < _MOST_ROUNDS else ()


_COUNT = regex.compile(r"n\d*")


def _first(patterns: Sequence[str], scene: Scene) -> regex.Match[str] | None:
    return next((found[0] for found in scene.shown.found(patterns)), None)


def _last(patterns: Sequence[str], scene: Scene) -> regex.Match[str] | None:
    matches = [found[-1] for found in scene.shown.found(patterns)]
    return max(matches, key=lambda match: match.start(), default=None)


def _success(patterns: Sequence[str], scene: Scene) -> tuple[regex.Match[str] | None, dict[str, str]]:
    """The last line that says success, with counts above 0 and not a text of the command line itself; all captures."""
    best: regex.Match[str] | None = None
    captures: dict[str, str] = {}
    lines: set[int] = set()
    for found in scene.shown.found(patterns):
        for match in found:
            captures |= _named(match)
            if not _counts(match) or _quoted(match, scene.line):
                continue
            if scene.same > 1:
                lines.add(scene.shown.text.count("\n", 0, match.start()))
            if best is None or match.start() > best.start():
                best = match
    if scene.status is not True and scene.same > 1 and len(lines) < scene.same:
        return None, {}  # two commands of the line would say so, and only one did
    return best, captures | _named(best) if best is not None else {}


@lru_cache(maxsize=1024)
def _groups(pattern: regex.Pattern[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of its groups: those that count, and those that are captured."""
    counting = tuple(name for name in pattern.groupindex if _COUNT.fullmatch(name))
    return counting, tuple(name for name in pattern.groupindex if name not in counting)


def _named(match: regex.Match[str]) -> dict[str, str]:
    return {name: match[name] for name in _groups(match.re)[1] if match[name]}


def _counts(match: regex.Match[str]) -> bool:
    counting = _groups(match.re)[0]
    return not counting or sum(int("".join(filter(str.isdigit, match[name] or "")) or 0) for name in counting) > 0


def _quoted(match: regex.Match[str], line: str) -> bool:
    said = match.group().strip()
    return len(said) > 3 and said in line


def _line(text: str, match: regex.Match[str]) -> str:
    start = text.rfind("\n", 0, match.end() - 1 if match.group().endswith("\n") else match.end()) + 1
    end = text.find("\n", start)
    return text[start : end if end >= 0 else None].strip()[:160]


def _around(text: str, match: regex.Match[str]) -> str:
    start = text.rfind("\n", 0, max(text.rfind("\n", 0, match.start()), 0)) + 1
    end = text.find("\n", match.end())
    end = text.find("\n", end + 1) if end >= 0 else -1
    return text[start : end if end >= 0 else None].strip()[-500:]


def _ending(text: str) -> str:
    lines = [line for line in text.rstrip().split("\n")[-3:] if line.strip()]
    return "\n".join(lines)[-300:]
