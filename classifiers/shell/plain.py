"""Plain lines, read without a grammar: words, simple quotes, `&&`, `||`, `|`, `;` and output redirections.

Nine lines in ten are of this kind and cost a quarter of what a tree costs. Whatever could mean more (variables, groups,
keywords, heredocs, `&`, newlines) is left to the grammar, and both read a plain line alike.
"""

from __future__ import annotations

import re

from classifiers.shell.redirections import SHOWN
from classifiers.shell.shapes import Chain, Plain, Tree
from classifiers.shell.words import unquote

_TOKEN = re.compile(
    r"""[ \t]*+(?:(?P<redirect>[12]?>>?(?:&[12](?=[\s;]|\Z))?)"""
    r"""|(?P<word>(?:[A-Za-z0-9_./:=@%+,~^*?-]++|'[^'\n]*+'|"[^"$`\\\n!]*+")++)(?=[ \t|;&]|\Z)"""
    r"""|(?P<operator>&&|\|\||\||;(?!;))|\Z)"""
)
_KEYWORDS = frozenset(
    ["if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function", "in", "time", "coproc", "exec", "and", "or", "not", "begin", "end", "let", "-", "export", "declare", "typeset", "local", "readonly", "unset"]
)  # fmt: skip
"""Words that make a command more than plain when they stand first, or that the grammar has nodes of their own for."""
_QUOTES = re.compile("['\"]")


def plain(line: str) -> list[Tree] | None:
    """The statements of a plain line, None for any other."""
    reader = _Reader(line)
    position, size, match = 0, len(line), _TOKEN.match
    while position < size:
        found = match(line, position)
        if found is None:
            return None
        position = found.end()
        kind = found.lastgroup
        if kind == "word":
            fits = reader.word(found["word"], position)
        elif kind == "operator":
            fits = reader.operator(found["operator"])
        elif kind == "redirect":
            fits = reader.redirect(found["redirect"])
        else:
            break
        if not fits:
            return None
    return reader.end()


class _Reader:
    """The statement being read."""

    __slots__ = ("between", "last", "line", "opens", "rows", "silent", "start", "statements", "target", "text", "words")

    def __init__(self, line: str) -> None:
        self.line = line
        self.statements: list[Tree] = []
        self.rows: list[list[Tree]] = [[]]
        self.between: list[str] = []
        self.words: list[str] = []
        self.start = self.last = 0
        self.text = ""
        self.silent = self.opens = False
        self.target = ""  # a redirection that waits for its file

    def word(self, text: str, end: int) -> bool:
        start = end - len(text)
        if "'" in text or '"' in text:
            text = unquote(text)
        if self.target:
            if self.target[0] != "2":
                self.silent = text not in SHOWN
            self.target = ""
            self.opens = True
            self.text = self.text or self.line[self.start : self.last]
            return bool(self.words)
        if not self.words:
            if text in _KEYWORDS or "=" in text or not text:
                return False
            self.start = start
        self.words.append(text)
        self.last = end
        return True

    def redirect(self, text: str) -> bool:
        if self.target or not self.words:
            return False
        self.text = self.text or self.line[self.start : self.last]
        if "&" not in text:
            self.target = text
        elif text[0] != "2":
            self.silent = False
        return True

    def operator(self, text: str) -> bool:
        if not self._command():
            return False
        if text == ";":
            self._statement()
        elif text != "|":
            self.between.append(text)
            self.rows.append([])
        return True

    def end(self) -> list[Tree] | None:
        if self.words or self.target:
            if not self._command():
                return None
        elif self.rows != [[]]:
            return None  # ends with an operator
        if self.rows != [[]]:
            self._statement()
        return self.statements

    def _command(self) -> bool:
        if not self.words or self.target:
            return False
        self.rows[-1].append(
            Plain(self.words, self.text or self.line[self.start : self.last], silent=self.silent, opens=self.opens)
        )
        self.words, self.text, self.silent, self.opens = [], "", False, False
        return True

    def _statement(self) -> None:
        single = not self.between and len(self.rows[0]) == 1
        self.statements.append(self.rows[0][0] if single else Chain(self.rows, self.between))
        self.rows, self.between = [[]], []
