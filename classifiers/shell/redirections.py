"""What the redirections of a command do: where its output goes, and what it is fed.

Arguments may follow a redirection (`echo >&2 done`); the grammar puts them below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tree_sitter import Node

from classifiers.shell.shapes import Tree, statements
from classifiers.shell.words import SUBSTITUTIONS, source, substitutions, word

REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})

SHOWN = frozenset({"/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1", "/dev/fd/2"})
_BOTH = frozenset({"&>", "&>>"})
_OUT = frozenset({">", ">>", ">|", ">&"}) | _BOTH
_TABS = re.compile(r"^\t+", re.MULTILINE)


@dataclass(slots=True)
class Redirections:
    """All redirections of one command."""

    silent: bool = False  # standard output goes where nobody sees it
    into: Tree | None = None  # what is fed through `> >(…)`
    stdin: str | None = None  # a heredoc or here-string
    words: list[str] = field(default_factory=list)  # arguments written after a redirection
    substitutions: list[Node] = field(default_factory=list)

    @classmethod
    def of(cls, nodes: Iterable[Tree]) -> Redirections:
        """Read the redirect nodes among `nodes`."""
        found = cls()
        for node in nodes:
            if not isinstance(node, Node):
                continue
            if node.type == "file_redirect":
                found._file(node)
            elif node.type == "heredoc_redirect":
                found._heredoc(node)
            elif node.type == "herestring_redirect":
                found._herestring(node)
        return found

    def _file(self, node: Node) -> None:
        descriptor, operator, target, behind = _parts(node)
        self.words += [word(child) for child in behind]
        if target is not None and target.type in SUBSTITUTIONS:
            self.substitutions.append(target)
        elif target is not None and target.child_count:
            self.substitutions.extend(substitutions(target))
        if descriptor in ("", "1") or operator in _BOTH:
            self._standard_output(operator, target)

    def _standard_output(self, operator: str, target: Node | None) -> None:
        if operator == ">&-":
            self.silent = True
        elif operator in _OUT and target is not None:
            if target.type == "process_substitution":
                inside = statements(target.children)
                self.into = inside[-1] if inside else None
                self.silent = False
            else:
                name = word(target)
                copy = operator == ">&" and name.isdigit()
                self.silent = not (copy or name in SHOWN)

    def _heredoc(self, node: Node) -> None:
        self.stdin = self.stdin or ""
        behind = False
        for child in node.children:
            kind = child.type
            if kind == "heredoc_body":
                self._body(child, node)
            elif kind == "file_redirect":
                self._file(child)
            elif kind in ("&&", "||", "pipeline"):
                behind = True  # another command's; `tree.pipelines` puts it in its place
            elif not behind and child.is_named and kind not in ("heredoc_start", "heredoc_end", "file_descriptor"):
                self.words.append(word(child))

    def _body(self, body: Node, heredoc: Node) -> None:
        text = source(body)
        self.stdin = _TABS.sub("", text) if any(child.type == "<<-" for child in heredoc.children) else text
        if body.child_count:
            self.substitutions.extend(substitutions(body))

    def _herestring(self, node: Node) -> None:
        for child in node.named_children:
            if child.type != "file_descriptor":
                self.stdin = word(child)
                self.substitutions.extend(substitutions(child))


def opens(node: Tree) -> bool:
    """Whether a redirection may fail: it opens a file. A copy of a descriptor (`2>&1`) always works."""
    if node.type != "file_redirect" or not isinstance(node, Node):
        return node.type.endswith("redirect")
    target = _parts(node)[2]
    return target is None or target.type != "number"


def _parts(node: Node) -> tuple[str, str, Node | None, list[Node]]:
    """The descriptor, the operator, what stands behind it, and the words after that, which are the command's own."""
    descriptor = operator = ""
    target: Node | None = None
    behind: list[Node] = []
    for child in node.children:
        if child.type == "file_descriptor":
            descriptor = source(child)
        elif not child.is_named and not operator:
            operator = child.type
        elif target is None and operator not in (">&-", "<&-"):
            target = child
        else:
            behind.append(child)
    return descriptor, operator, target, behind
