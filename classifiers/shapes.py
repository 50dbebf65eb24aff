"""The shape of a shell tree: which nodes are statements, and which statements can only end in failure."""

from __future__ import annotations

import re
from typing import TypeAlias

from tree_sitter import Node

from classifiers.words import source


class Shape:
    """A node as bash means it, where the grammar's tree has it otherwise."""

    __slots__ = ("children", "type")

    def __init__(self, kind: str, children: list[Tree]) -> None:
        self.type = kind
        self.children = children


Tree: TypeAlias = Node | Shape

STATEMENTS = frozenset(
    "ERROR c_style_for_statement case_statement command compound_statement declaration_command for_statement function_definition "
    "if_statement list negated_command pipeline quiet redirected_statement subshell test_command unset_command variable_assignment "
    "variable_assignments while_statement".split()
)  # fmt: skip
SINGLE = frozenset({"command", "test_command", "declaration_command", "unset_command"})
OPERATORS = frozenset({"&&", "||"})

AND, OR = Shape("&&", []), Shape("||", [])

_NAMES = {
    "subshell": "(",
    "compound_statement": "{",
    "if_statement": "if",
    "while_statement": "while",
    "for_statement": "for",
    "c_style_for_statement": "for",
    "case_statement": "case",
}
_NONZERO = re.compile(r"(?!0*\Z)\d{1,3}\Z")
_LEAVES = frozenset(("exit", "return", "exec", "eval", "source", ".", "break", "continue", "trap"))


def statements(node: Tree) -> list[Tree]:
    """The statements directly below a node."""
    return [child for child in node.children if child.type in STATEMENTS]


def body(node: Tree) -> Tree | None:
    """What a redirection or a `!` stands around."""
    for child in node.children:
        if child.type in STATEMENTS:
            return child
    return None


def operands(node: Tree) -> tuple[Tree, Tree, Tree] | None:
    """Left, operator and right of a list."""
    parts = [child for child in node.children if child.type in STATEMENTS or child.type in OPERATORS]
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 and parts[1].type in OPERATORS else None


def leaf(node: Tree) -> Tree | None:
    """The command a redirection at the end of `node` belongs to."""
    here: Tree | None = node
    while here is not None and here.type in ("list", "pipeline", "negated_command", "redirected_statement", "quiet"):
        below = statements(here)
        here = (below[0] if here.type in ("redirected_statement", "quiet") else below[-1]) if below else None
    return here


def plain_words(node: Tree) -> list[str]:
    """The words of a command as written, without its assignments and redirections."""
    if not isinstance(node, Node):
        return []
    return [
        source(child) for child in node.children if child.type != "variable_assignment" and not child.type.endswith("redirect")
    ]


def program(stage: Tree) -> str:
    """A name for what stands after a `|`: its first word, or the keyword of a compound."""
    here: Tree | None = stage
    while here is not None and here.type in ("redirected_statement", "quiet", "negated_command", "pipeline", "list"):
        here = body(here)
    if here is None:
        return ""
    if here.type == "command":
        words = plain_words(here)
        while len(words) > 1 and words[0] in ("sudo", "command", "time"):
            del words[0]
        return words[0].rsplit("/", 1)[-1].strip("'\"") if words else ""
    return _NAMES.get(here.type, here.type)


def stops(node: Tree) -> bool:
    """Does reaching `node`, right after a failure, surely end the shell with a failure? (`exit 1`, `{ echo …; exit 1; }`)"""
    if node.type == "command":
        words = plain_words(node)
        return words[:1] == ["exit"] and (len(words) == 1 or words[1] == "$?" or bool(_NONZERO.match(words[1])))
    last = _last_of_group(node) if node.type == "compound_statement" else None  # a subshell ends only itself
    if last is None or last.type != "command":
        return False
    words = plain_words(last)
    return words[:1] == ["exit"] and len(words) > 1 and bool(_NONZERO.match(words[1]))


def never_zero(node: Tree) -> bool:
    """Can `node`, right after a failure, end only in a failure? (`false`, `return 1`, `die "…"`, `(exit 1)`)"""
    if node.type == "command":
        words = plain_words(node)
        if not words:
            return False
        if words[0] in ("exit", "return"):
            return len(words) == 1 or words[1] == "$?" or bool(_NONZERO.match(words[1]))
        return words[0] in ("false", "die")
    last = _last_of_group(node)
    if last is None or last.type != "command":
        return False
    words = plain_words(last)
    if words[:1] in (["exit"], ["return"]):
        return len(words) > 1 and bool(_NONZERO.match(words[1]))
    return words[:1] in (["false"], ["die"])


def _last_of_group(node: Tree) -> Tree | None:
    """The last statement of a group that runs straight through to it."""
    if node.type not in ("compound_statement", "subshell"):
        return None
    inside = statements(node)
    if not inside or any(child.type == "&" for child in node.children):
        return None
    return inside[-1] if all(_passes(child) for child in inside[:-1]) else None


def _passes(node: Tree) -> bool:
    """A statement after which the next one always runs, and whose parts are commands that cannot end the shell."""
    if node.type == "redirected_statement":
        inner = body(node)
        return inner is not None and inner.type == "command" and _passes(inner)
    if node.type != "command":
        return node.type in ("variable_assignment", "pipeline")
    words = plain_words(node)
    return bool(words) and words[0] not in _LEAVES
