"""The tree of a POSIX shell line, mended where the grammar and bash disagree.

The grammar runs on over the end of a line after `a | b | c`, binds a redirection to the whole of `a && b > f`, reads
`a 2>&1 | b | c && d` as a pipe into `(b | c && d)`, and puts whatever follows `<<EOF` on its line below the heredoc.
None of these is marked as an error.
"""

from __future__ import annotations

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from classifiers.shell.shapes import Shape, Tree, body
from classifiers.shell.words import source, spelled

MOST = 8192
"""Characters of a line that are read: the grammar takes a second for 100,000 pipes. The head ends between commands."""
MOST_REPAIRS = 20

_LANGUAGE = Language(tree_sitter_bash.language())
_PARSER = Parser(_LANGUAGE)
_RUNS_ON = Query(_LANGUAGE, "[(command) (file_redirect)] @node")
_HEREDOCS = Query(_LANGUAGE, "(heredoc_body) @body")
_SEMICOLON, _BACKSLASH = ord(";"), ord("\\")
_NESTED = frozenset({"list", "pipeline"})
_OPERATORS = {"&&": "&&", "||": "||", "|": "|", "|&": "|"}
_REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})


def bounded(line: str) -> tuple[str, bool]:
    """The part of a line that is read, and whether that is not all of it."""
    if len(line) <= MOST:
        return line, False
    end = max(line.rfind("\n", 0, MOST), line.rfind(";", 0, MOST))
    return line[: end if end > 0 else MOST], True


def parse(head: str) -> Node:
    """The tree of a line, with the ends of commands where bash has them."""
    data = spelled(head)
    root = _PARSER.parse(data).root_node
    if "\n" not in head:
        return root
    for _ in range(MOST_REPAIRS):
        ends = _lost_ends(root, data)
        if not ends:
            break
        mended = bytearray(data)
        for end in ends:
            mended[end] = _SEMICOLON
        data = bytes(mended)
        root = _PARSER.parse(data).root_node
    return root


def _lost_ends(root: Node, data: bytes) -> list[int]:
    """Newlines between the words of one command, which should have ended it."""
    ends: list[int] = []
    for nodes in QueryCursor(_RUNS_ON).captures(root).values():
        for node in nodes:
            if b"\n" not in data[node.start_byte : node.end_byte]:
                continue
            position = node.start_byte
            for child in node.children:
                end = data.find(b"\n", position, child.start_byte)
                if end >= 0 and data[end - 1] != _BACKSLASH:
                    ends.append(end)
                    break
                position = child.end_byte
    return ends


def heredocs(head: str) -> list[str]:
    """The bodies of a line's heredocs."""
    nodes = QueryCursor(_HEREDOCS).captures(parse(head)).get("body", [])
    return [source(node) for node in nodes]


def pipelines(node: Tree) -> tuple[list[list[Tree]], list[str]]:
    """A nest of lists, pipelines and redirections as bash reads it.

    That is a row of pipelines, each the list of its stages, with the `&&` and `||` between them: of equal rank, from
    the left. A redirection belongs to the stage before it.
    """
    rows: list[list[Tree]] = [[]]
    between: list[str] = []
    stack: list[Tree | tuple[Tree, ...]] = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            if rows[-1]:
                rows[-1][-1] = Shape("quiet", [rows[-1][-1], *here])
        elif here.type in _OPERATORS:
            if here.type in ("&&", "||"):
                between.append(here.type)
                rows.append([])
        elif here.type in _NESTED:
            stack.extend(reversed(here.children))
        elif here.type == "redirected_statement":
            redirects = tuple(child for child in here.children if child.type in _REDIRECTS)
            inside = body(here)
            stack.extend(reversed([part for item in redirects for part in _behind_heredoc(item)]))
            if inside is not None:
                stack.extend((redirects, inside))
        elif here.type not in ("comment", "\n", ";"):
            rows[-1].append(here)
    return rows, between


def _behind_heredoc(redirect: Tree) -> list[Tree]:
    """What stands behind `<<EOF` on its line and is not of the heredoc: `| grep x && next`."""
    if redirect.type != "heredoc_redirect":
        return []
    kept = (*_NESTED, *_OPERATORS)
    found: list[Tree] = []
    for child in redirect.children:
        if child.type in kept or (found and found[-1].type in _OPERATORS):
            found.append(child)
    return found
