"""PowerShell and cmd lines, recognised well enough never to be misread.

Neither has a grammar here. A scanner splits at separators outside quotes, brackets and script blocks; whatever is not a
plain sequence of commands (blocks, conditions, assignments) is kept, but its status counts as hidden.
"""

from __future__ import annotations

import re

from classifiers.folders import enter
from classifiers.shell.builtin_commands import change_folder
from classifiers.shell.simple import HIDDEN, IMPLIED, Call, Process, Sight, Sink, View
from classifiers.vocabulary import Dialect

MOST = 8192
"""Characters of a line that are read."""
MOST_BLOCKS = 200

_PS_TOKEN = re.compile(
    r"""(?P<here>@'\r?\n.*?\n'@|@"\r?\n.*?\n"@)|(?P<quote>'(?:[^']|'')*'|"(?:[^"`]|`.|"")*")|(?P<escape>`\r?\n|`.)"""
    r"""|(?P<comment><\#.*?\#>|(?<![^\s;|&(){}])\#[^\n]*)|(?P<open>[({]|[$@]\(|@\{|\$\{)|(?P<close>[)}])"""
    r"""|(?P<redirect>(?:[1-6*]?>>?(?:&[12])?))|(?P<sep>&&|\|\||[;|\n]|&(?=\s*\Z))""",
    re.DOTALL | re.VERBOSE,
)  # fmt: skip
_CMD_TOKEN = re.compile(
    r"""(?P<quote>"[^"\n]*")|(?P<escape>\^\r?\n|\^.)|(?P<open>\()|(?P<close>\))|(?P<redirect>[0-9]?>>?(?:&[0-9])?)|(?P<sep>&&|\|\||[&|\n])""",
    re.DOTALL,
)
_PS_WORD = re.compile(r"""(?:'(?:[^']|'')*'|"(?:[^"`]|`.|"")*"|`.|\$?\([^()]*\)|[^\s'"`])+""", re.DOTALL)
_CMD_WORD = re.compile(r"""(?:"[^"\n]*"|\^.|[^\s"^])+""", re.DOTALL)
_PS_PIECE = re.compile(r"""'((?:[^']|'')*)'|"((?:[^"`]|`.|"")*)"|`(.)""", re.DOTALL)
_CONTINUED = re.compile(r"`\r?\n")
_ENV = re.compile(r"\$env:(\w+)\s*=\s*(.*)\Z", re.DOTALL | re.IGNORECASE)
_ASSIGNED = re.compile(r"(?:\[[\w.\[\]]+\])?\$(?:[\w:]+|\{[^}]*\})(?:\.\w+|\[[^\]]*\])*\s*[-+*/]?=(?!=)\s*")
_BLOCKS = frozenset(
    ["if", "elseif", "else", "foreach", "for", "while", "do", "until", "switch", "try", "catch", "finally", "trap", "function", "filter", "begin", "process", "end", "return", "throw", "exit", "break", "continue", "param", "class", "using", "data"]
)  # fmt: skip
_QUIET = frozenset({"out-null", "out-file", "set-content", "add-content"})
_MOVES = frozenset({"cd", "set-location", "sl", "chdir", "pushd", "push-location"})
_CMDLET = re.compile(r"[A-Za-z]+-[A-Za-z]+\Z")
_NO_VALUE = frozenset({"-path", "-literalpath"})
_CMD_BLOCKS = frozenset({"if", "for", "else", "goto", "exit", "setlocal", "endlocal"})


class _Part:
    """A piece of a line between two separators."""

    __slots__ = ("after", "before", "blocks", "redirect", "text")

    def __init__(self, before: str) -> None:
        self.before = before  # the separator in front of it
        self.after = ""
        self.text = ""
        self.blocks: list[str] = []  # what stands in its braces, round brackets of a condition left out
        self.redirect = False


def read(line: str, dialect: Dialect, sink: Sink, view: View) -> None:
    """Hand the commands of a PowerShell or cmd line to `sink`."""
    head = line[:MOST]
    parts, whole = _parts(head, _CMD_TOKEN if dialect is Dialect.CMD else _PS_TOKEN)
    broken = not whole or len(head) < len(line)
    _Reader(dialect, sink).run(parts, view if not broken else _without(view, Sight.BROKEN))


def _without(view: View, sight: int) -> View:
    return HIDDEN, view[1] | sight | Sight.UNSURE, view[2], view[3]


def _parts(line: str, token: re.Pattern[str]) -> tuple[list[_Part], bool]:
    """The pieces of a line, and whether its brackets and quotes close."""
    cutter = _Cutter(line)
    for match in token.finditer(line):
        kind = match.lastgroup
        if kind in ("open", "close"):
            if not cutter.bracket(match, always=token is _CMD_TOKEN):
                return cutter.end()[0], False
        elif not cutter.depth and kind in ("sep", "redirect", "comment"):
            cutter.cut(kind, match)
    return cutter.end()


class _Cutter:
    """Cuts a line into parts; what stands in braces is put aside."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.parts = [_Part("")]
        self.depth = self.position = self.inner = 0

    def bracket(self, match: re.Match[str], *, always: bool) -> bool:
        """A bracket opens or closes; False when it closes nothing."""
        if match.lastgroup == "open":
            self.depth += 1
            if self.depth == 1:
                self.inner = match.end()
            return True
        self.depth -= 1
        if self.depth == 0 and (always or match[0] == "}"):
            here = self.parts[-1]
            here.blocks.append(self.line[self.inner : match.start()])
            here.text += self.line[self.position : self.inner]
            self.position = match.start()
        return self.depth >= 0

    def cut(self, kind: str, match: re.Match[str]) -> None:
        """A separator, a redirection or a comment outside brackets."""
        here = self.parts[-1]
        here.text += self.line[self.position : match.start()]
        self.position = match.start() if kind == "redirect" else match.end()
        if kind == "sep":
            here.after = match[0]
            self.parts.append(_Part(match[0]))
        elif kind == "redirect":
            here.redirect = here.redirect or (match[0][0] in ">1*" and "&" not in match[0])

    def end(self) -> tuple[list[_Part], bool]:
        """All parts; whether the line is whole."""
        last = self.parts[-1]
        last.text += self.line[self.position :]
        return self.parts, self.depth == 0 and (last.text.count('"') + last.text.count("'")) % 2 == 0


class _Reader:
    """Reads the parts of one line, and of the blocks in it, without recursion."""

    def __init__(self, dialect: Dialect, sink: Sink) -> None:
        self.cmd = dialect is Dialect.CMD
        self.sink = sink
        self.token = _CMD_TOKEN if self.cmd else _PS_TOKEN

    def run(self, parts: list[_Part], view: View) -> None:
        """Take the commands, those inside blocks after those around them."""
        todo = [(parts, view)]
        while todo:
            row, here = todo.pop(0)
            kept = [part for part in row if part.text.strip() or part.blocks]
            certain = not any(self._block(part) for part in kept)
            around = here if certain else _without(here, 0)
            blocks = [block for place in range(len(kept)) for block in self._part(kept, place, around)]
            if len(todo) < MOST_BLOCKS:
                todo += [(_parts(block, self.token)[0], _without(here, Sight.GUARDED)) for block in blocks]

    def _block(self, part: _Part) -> bool:
        """A condition, a loop, a jump: after it nothing is sure."""
        first = re.match(r"\s*(\w+)", part.text)
        words = _CMD_BLOCKS if self.cmd else _BLOCKS
        return bool(part.blocks) or (bool(first) and first is not None and first[1].lower() in words)

    def _part(self, parts: list[_Part], place: int, view: View) -> list[str]:
        """One piece; what stands in its blocks is left to do."""
        part = parts[place]
        text = part.text.strip()
        process = view[3]
        env = None if self.cmd else _ENV.match(text)
        if env:
            process.env = {**process.env, env[1]: _resolved(env[2].strip())}
            return []
        taken = None if self.cmd else _ASSIGNED.match(text)
        if taken:
            text = text[taken.end() :].lstrip()
            view = _without(view, Sight.SILENCED)
            if not re.match(r"&?\s*[\w./\\:~-]*[a-zA-Z]", text):
                return part.blocks
        words = self._words(text)
        if words and self._block(part) and words[0].lower() in (_CMD_BLOCKS if self.cmd else _BLOCKS):
            return part.blocks
        if words:
            self._take(words, text, self._view(parts, place, view), process)
        return part.blocks

    def _view(self, parts: list[_Part], place: int, view: View) -> View:
        """What the line's status says of the piece: that of the last one is its own, `a && b` implies a."""
        seen, sight, into, process = view
        after = [part.before for part in parts[place + 1 :]]
        if after:
            seen = min(seen, IMPLIED) if set(after) == {"&&"} else HIDDEN
        if parts[place].before == "||" or "||" in [part.before for part in parts[: place + 1]]:
            seen = HIDDEN
            sight |= Sight.GUARDED
        if parts[place].before == "&&":
            sight |= Sight.CHAINED
        if parts[place].after == "&" and not self.cmd:
            seen = HIDDEN
            sight |= Sight.BACKGROUND
        programs = self._downstream(parts, place)
        if programs:
            sight |= Sight.PIPED
        if parts[place].before == "|":
            sight |= Sight.FED
            seen = seen if self.cmd else HIDDEN
        if parts[place].redirect or any(name.lower() in _QUIET for name in programs):
            sight |= Sight.SILENCED
        return seen, sight, programs + into, process

    def _downstream(self, parts: list[_Part], place: int) -> tuple[str, ...]:
        names: list[str] = []
        for part in parts[place + 1 :]:
            if part.before != "|":
                break
            words = self._words(part.text.strip())
            names.append(words[0] if words else "{")
        return tuple(names)

    def _words(self, text: str) -> list[str]:
        text = re.sub(r"(?<!\S)(?:[0-9*]?>>?(?:&[0-9])?)\s*(?:&[0-9]|[^\s&|;]+)?", " ", text)
        if not self.cmd and text[:1] in ("'", '"', "@", "$", "("):
            return []  # a value, not a command
        if self.cmd:
            words = [re.sub(r'"|\^(.)', lambda match: match[1] or "", item) for item in _CMD_WORD.findall(text)]
            if words and words[0].lower() == "call":
                del words[0]
            return [words[0].lstrip("@"), *words[1:]] if words else []
        found = _PS_WORD.findall(_CONTINUED.sub(" ", text))
        if found[:1] in (["&"], ["."]):
            del found[0]
        return [_resolved(item) for item in found]

    def _take(self, words: list[str], text: str, view: View, process: Process) -> None:
        name = words[0].lower()
        if not name:
            return
        if self.cmd and name == "set" and len(words) > 1 and "=" in words[1]:
            variable, _, value = " ".join(words[1:]).partition("=")
            process.env = {**process.env, variable: value}
            return
        if not self.cmd and _CMDLET.match(words[0]):
            view = (HIDDEN, view[1], view[2], process)  # a cmdlet's status is not an exit status
        self.sink.take(Call(words, {}, text), view)
        if name in _MOVES:
            rest = [item for item in words[1:] if item.lower() not in _NO_VALUE and item.lower() != "/d"]
            change_folder(["cd", *rest], view[1], process)
        elif name in ("popd", "pop-location"):
            process.cwd = enter("", "-")


def _resolved(item: str) -> str:
    """Quotes and backticks of a PowerShell word taken off."""
    return _PS_PIECE.sub(_piece, item) if item[:1] != "$" or item[:2] == "$(" else item


def _piece(match: re.Match[str]) -> str:
    single, double, escaped = match.groups()
    if single is not None:
        return single.replace("''", "'")
    if double is not None:
        return re.sub(r"`(.)", r"\1", double.replace('""', '"'), flags=re.DOTALL)
    return escaped if escaped != "\n" else " "
