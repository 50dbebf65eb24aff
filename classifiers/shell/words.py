"""The words of a bash tree: quotes resolved, what only the shell knows left as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})

_MARK = "qzU"
_SPELLED = re.compile(rf"{_MARK}([0-9A-F]{{2,6}})zq")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_QUOTE = re.compile(r"['\"\\]")
_PIECE = re.compile(
    r"""\$'(?P<ansi>(?:[^'\\]++|\\.)*+)'|'(?P<raw>[^']*)'|\$?"(?P<double>(?:[^"\\]++|\\.)*+)"|\\(?P<escaped>.)""",
    re.DOTALL,
)
_DOUBLE = re.compile(r'\\([$`"\\])|\\\n')
_ANSI = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_ANSI_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}


def spelled(text: str) -> bytes:
    """A line for the grammar: ASCII only, every other character spelled as a word of letters.

    The grammar's scanner looks characters up in C tables made for single bytes: `{` before a character beyond the first
    plane ends the process (tree-sitter-bash 0.25).
    """
    return (text if text.isascii() else _BEYOND.sub(_spell, text)).encode()


def source(node: Node) -> str:
    """The node's text as written."""
    return _read(node.text or b"")


def _read(data: bytes) -> str:
    text = data.decode()
    return _SPELLED.sub(_unspell, text) if _MARK in text else text


def _spell(match: re.Match[str]) -> str:
    return f"{_MARK}{ord(match[0]):X}zq"


def _unspell(match: re.Match[str]) -> str:
    return _character(int(match[1], 16))


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
        plain = _read(text)
        if node.type == "raw_string":
            return plain[1:-1]
        return plain if node.type in SUBSTITUTIONS or "$(" in plain else unquote(plain)
    out: list[str] = []
    position = start = node.start_byte
    position += 1
    for child in node.named_children:
        if child.type != "string_content":
            out.append(_double(_read(text[position - start : child.start_byte - start])))
            out.append(source(child))
            position = child.end_byte
    out.append(_double(_read(text[position - start : -1])))
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
