"""The shape of a shell tree: which nodes are statements, and the words of a command."""

from __future__ import annotations

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

AROUND = frozenset({"redirected_statement", "quiet", "negated_command"})


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
    while node is not None and node.type in AROUND:
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
