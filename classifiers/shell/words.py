"""The words of a bash tree: quotes resolved, what only the shell knows left as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})

_QUOTE = re.compile(r"['\"\\]")
_PIECE = re.compile(
    r"""\$'(?P<ansi>(?:[^'\\]|\\.)*)'|'(?P<raw>[^']*)'|\$?"(?P<double>(?:[^"\\]|\\.)*)"|\\(?P<escaped>.)""", re.DOTALL
)
_DOUBLE = re.compile(r'\\([$`"\\])|\\\n')
_ANSI = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_ANSI_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}


def source(node: Node) -> str:
    """The node's text as written."""
    return (node.text or b"").decode(errors="replace")


def word(node: Node) -> str:
    """One word of a command, quotes and escapes resolved."""
    text = source(node)
    if not _QUOTE.search(text):
        return text
    if node.type == "raw_string":
        return text[1:-1]
    if "$(" not in text and "`" not in text:
        return unquote(text)
    if node.type == "concatenation":
        return "".join(_part(child) for child in node.children)
    return _part(node)


def unquote(text: str) -> str:
    """Resolve the quotes and escapes of a word that holds no `$(…)`."""
    return _PIECE.sub(_piece, text)


def substitutions(node: Node) -> list[Node]:
    """The outermost `$(…)`, backticks, `<(…)` and `>(…)` below a node, in the order they are written."""
    found: list[Node] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if here.type in SUBSTITUTIONS:
            found.append(here)
        elif here.child_count:
            stack.extend(reversed(here.children))
    return found


def _part(node: Node) -> str:
    text = node.text or b""
    if node.type != "string":
        plain = text.decode(errors="replace")
        if node.type == "raw_string":
            return plain[1:-1]
        return plain if node.type in SUBSTITUTIONS or "$(" in plain else unquote(plain)
    out: list[str] = []
    position = start = node.start_byte
    position += 1
    for child in node.named_children:
        if child.type != "string_content":
            out.append(_double(text[position - start : child.start_byte - start].decode(errors="replace")))
            out.append(source(child))
            position = child.end_byte
    out.append(_double(text[position - start : -1].decode(errors="replace")))
    return "".join(out)


def _piece(match: re.Match[str]) -> str:
    kind = match.lastgroup
    held = match[kind] if kind else ""
    if kind == "double":
        return _double(held)
    if kind == "ansi":
        return _ANSI.sub(_ansi, held)
    return "" if held == "\n" and kind == "escaped" else held


def _double(text: str) -> str:
    return _DOUBLE.sub(lambda match: match[1] or "", text) if "\\" in text else text


def _ansi(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "xuU" and len(code) > 1:
        return _character(int(code[1:], 16))
    if code[0] in "01234567":
        return _character(int(code, 8))
    return _ANSI_LETTERS.get(code, code)


def _character(code: int) -> str:
    return chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"
