"""What stands between two operators: its name, and whether it can only end in failure."""

from __future__ import annotations

import re

from classifiers.shell.redirections import Redirections, opens
from classifiers.shell.shapes import AROUND, Plain, Tree, body, leaf, plain_words, statements

_NAMES = {
    "subshell": "(",
    "compound_statement": "{",
    "if_statement": "if",
    "while_statement": "while",
    "for_statement": "for",
    "c_style_for_statement": "for",
    "case_statement": "case",
}
_NONZERO = re.compile(r"(?!0*\Z)\d{1,2}\Z|1\d\d\Z|2[0-4]\d\Z|25[0-5]\Z")
_LEAVES = frozenset(("exit", "return", "exec", "eval", "source", ".", "break", "continue", "trap"))


def program(stage: Tree) -> str:
    """A name for what stands after a `|`: its first word, or the keyword of a compound."""
    inner = leaf(stage)
    if inner is None:
        return ""
    if inner.type == "command":
        words = _words(stage)
        place = 0
        while place + 1 < len(words) and words[place] in ("sudo", "command", "time"):
            place += 1
        return words[place].rsplit("/", 1)[-1] if words else ""
    return _NAMES.get(inner.type, inner.type)


def tests(stage: Tree) -> bool:
    """Is this `[ … ]`, `[[ … ]]` or `test …`?"""
    inner = leaf(stage)
    return inner is not None and (inner.type == "test_command" or plain_words(inner)[:1] == ["test"])


def stops(stage: Tree) -> bool:
    """Does `stage` (`exit 1`, `{ echo …; exit 1; }`), right after a failure, surely end the shell with a failure?"""
    if _opens(stage):
        return False  # a file that cannot be opened, and it never runs
    words = _words(stage)
    stage = (body(stage) if stage.type == "quiet" else None) or stage
    if stage.type == "command":
        return words[:1] == ["exit"] and _fails(words, bare=True)
    last = _last_of_group(stage) if stage.type == "compound_statement" else []  # a subshell ends only itself
    return last[:1] == ["exit"] and _fails(last, bare=False)


def never_zero(stage: Tree) -> bool:
    """Can `stage` (`false`, `return 1`, `die "…"`, `(exit 1)`), right after a failure, end only in a failure?"""
    words = _words(stage)
    stage = (body(stage) if stage.type == "quiet" else None) or stage
    bare = stage.type == "command"
    words = words if bare else _last_of_group(stage)
    if words[:1] in (["exit"], ["return"]):
        return _fails(words, bare=bare)
    return words[:1] in (["false"], ["die"])


def _opens(stage: Tree) -> bool:
    """Is it redirected to or from a file?"""
    return stage.opens if isinstance(stage, Plain) else any(map(opens, stage.children))


def _words(stage: Tree) -> list[str]:
    """The words of a single command, those behind its redirections too (`exit >&2 1`)."""
    words: list[str] = []
    here: Tree | None = stage
    while here is not None and here.type in AROUND:
        words = Redirections.of(here.children).words + words
        here = body(here)
    return plain_words(here) + words if here is not None else []


def _fails(words: list[str], *, bare: bool) -> bool:
    """Is the status of `exit …` not 0? Alone it is that of the failure before."""
    if len(words) == 1:
        return bare
    return (words[1] == "$?" and bare) or bool(_NONZERO.match(words[1]))


def _last_of_group(node: Tree) -> list[str]:
    """The words of the last command of a group, if the group runs straight through to it."""
    if node.type not in ("compound_statement", "subshell") or any(child.type == "&" for child in node.children):
        return []
    inside = statements(node.children)
    return plain_words(inside[-1]) if inside and all(_passes(child) for child in inside[:-1]) else []


def _passes(node: Tree) -> bool:
    """A statement after which the next one always runs: nothing in it can end the shell."""
    inner = leaf(node)
    if inner is None or inner.type in ("variable_assignment", "test_command"):
        return True
    if node.type == "pipeline" and inner is node:
        return all(child.type in ("command", "|", "redirected_statement") for child in node.children)
    words = plain_words(inner)
    return bool(words) and words[0] not in _LEAVES
