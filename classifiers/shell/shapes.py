"""The shape of a shell tree: which nodes are statements, and which statements can only end in failure."""

from __future__ import annotations

import re
from typing import TypeAlias

from tree_sitter import Node

from classifiers.shell.words import source, word


class Shape:
    """A node as bash means it, where the grammar's tree has it otherwise."""

    __slots__ = ("children", "type")

    def __init__(self, kind: str, children: list[Tree]) -> None:
        self.type = kind
        self.children = children


class Plain(Shape):
    """A command that was read without the grammar."""

    __slots__ = ("opens", "silent", "text", "words")

    def __init__(self, words: list[str], text: str, *, silent: bool, opens: bool) -> None:
        super().__init__("command", [])
        self.opens = opens  # it is redirected to a file
        self.words = words
        self.text = text
        self.silent = silent


class Chain(Shape):
    """Pipelines, each the list of its stages, and the `&&` and `||` between them."""

    __slots__ = ("between", "rows")

    def __init__(self, rows: list[list[Tree]], between: list[str]) -> None:
        super().__init__("list", [])
        self.rows = rows
        self.between = between


Tree: TypeAlias = Node | Shape

STATEMENTS = frozenset(
    (
        *("ERROR", "c_style_for_statement", "case_statement", "command", "compound_statement", "declaration_command"),
        *("for_statement", "function_definition", "if_statement", "list", "negated_command", "pipeline", "quiet"),
        *("redirected_statement", "stages", "subshell", "test_command", "unset_command", "variable_assignment"),
        *("variable_assignments", "while_statement"),
    )
)
"""Nodes that run. `quiet` and `stages` are Shapes: a stage with its redirections, and a pipeline in bash's order."""
SINGLE = frozenset({"command", "test_command", "declaration_command", "unset_command"})
AND, OR = Shape("&&", []), Shape("||", [])

_AROUND = frozenset({"redirected_statement", "quiet", "negated_command"})
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


def statements(nodes: list[Tree] | list[Node]) -> list[Tree]:
    """The statements among `nodes`."""
    return [node for node in nodes if node.type in STATEMENTS]


def body(node: Tree) -> Tree | None:
    """What a redirection or a `!` stands around."""
    for child in node.children:
        if child.type in STATEMENTS:
            return child
    return None


def leaf(node: Tree | None) -> Tree | None:
    """What stands inside redirections and `!`."""
    while node is not None and node.type in _AROUND:
        node = body(node)
    return node


def plain_words(node: Tree) -> list[str]:
    """The words of a command, without its assignments and redirections."""
    if isinstance(node, Plain):
        return node.words
    if not isinstance(node, Node) or node.type != "command":
        return []
    words: list[str] = []
    for child in node.children:
        if child.type == "command_name":
            words.append(word(child.children[0]) if child.child_count else source(child))
        elif child.type != "variable_assignment" and not child.type.endswith("redirect"):
            words.append(word(child))
    return words


def program(stage: Tree) -> str:
    """A name for what stands after a `|`: its first word, or the keyword of a compound."""
    inner = leaf(stage)
    if inner is None:
        return ""
    if inner.type == "command":
        words = plain_words(inner)
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
    stage = (body(stage) if stage.type == "quiet" else None) or stage
    if stage.type == "command":
        words = plain_words(stage)
        return words[:1] == ["exit"] and _fails(words, bare=True)
    last = _last_of_group(stage) if stage.type == "compound_statement" else []  # a subshell ends only itself
    return last[:1] == ["exit"] and _fails(last, bare=False)


def never_zero(stage: Tree) -> bool:
    """Can `stage` (`false`, `return 1`, `die "…"`, `(exit 1)`), right after a failure, end only in a failure?"""
    stage = (body(stage) if stage.type == "quiet" else None) or stage
    bare = stage.type == "command"
    words = plain_words(stage) if bare else _last_of_group(stage)
    if words[:1] in (["exit"], ["return"]):
        return _fails(words, bare=bare)
    return words[:1] in (["false"], ["die"])


def _opens(stage: Tree) -> bool:
    """Is it redirected to or from a file? A copy of a descriptor (`2>&1`) always works."""
    if isinstance(stage, Plain):
        return stage.opens
    return any(
        child.type.endswith("redirect") and (child.type != "file_redirect" or child.children[-1].type != "number")
        for child in stage.children
    )


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
