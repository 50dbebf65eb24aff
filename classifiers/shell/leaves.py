"""The single commands of a shell walk: words resolved, `$(…)` opened, what they do to the shell kept."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable

from tree_sitter import Node

from classifiers.shell.builtin_commands import BUILTINS, said, status_of
from classifiers.shell.redirections import REDIRECTS, Redirections
from classifiers.shell.shapes import Plain, Tree
from classifiers.shell.simple import HIDDEN, IMPLIED, Call, Process, Sight, Sink, View, effective
from classifiers.shell.words import SUBSTITUTIONS, source, substitutions, word

_KEYWORDS = frozenset(("{", "}", "then", "else", "elif", "fi", "do", "done", "esac"))
"""As the name of a command, a sign that the grammar took bash's structure for words (`! { a; }`), which it does silently."""
_LEADING = frozenset(("!", "not", "and", "or")) | _KEYWORDS
_ENDS_SHELL = re.compile(r"\b(?:exit|return|exec|trap|set|eval)\b")
_MOVES = re.compile(r"\b(?:cd|pushd|popd)\b")
_OPTIONAL = frozenset({"expansion", "arithmetic_expansion", "array", "subscript"}) | SUBSTITUTIONS


class Leaves(ABC):
    """The part of a walk that deals with single commands; `Walk` adds what joins them."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.stack: list[tuple[Callable[..., None], object, View]] = []
        self.functions: dict[str, str] = {}
        self.fed: dict[int, Redirections] = {}  # redirections that feed or lengthen a command, by its node's id

    def push(self, act: Callable[..., None], node: object, view: View) -> None:
        """Do this next, before all that is on the stack."""
        self.stack.append((act, node, view))

    @abstractmethod
    def parse(self, line: str, view: View) -> None:
        """Put the statements of another line next."""

    @abstractmethod
    def block(self, node: Tree, view: View) -> None:
        """Put the statements directly below a node next."""

    @abstractmethod
    def visit(self, node: Tree, view: View) -> None:
        """Put a statement next."""

    def forget(self, _node: object, view: View) -> None:
        """`$?` is no longer the status of one known command."""
        self.settle(_node, view)
        view[3].last = None
        view[3].stages = ()

    def settle(self, _node: object, view: View) -> None:
        """A `cd` that need not have happened leaves the folder unknown from here on."""
        process = view[3]
        if process.doubt:
            process.doubt = False
            process.cwd = ""

    def collect(self, forks: list[Process], view: View) -> None:
        """`$?` and `PIPESTATUS` after processes of their own."""
        process = view[3]
        process.stages = tuple(fork.last for fork in forks)
        process.last = process.stages[0 if process.pipefail > IMPLIED else -1]

    def inside(self, nodes: list[Node], view: View) -> None:
        """Commands in `$(…)`: they run, but their status and their output are taken."""
        _, sight, into, process = view
        flags = (sight | Sight.SILENCED | Sight.UNSURE) & ~(Sight.NEGATED | Sight.FAILED)
        for node in reversed(nodes):
            self.push(self.block, node, (HIDDEN, flags, into, _captured(process, HIDDEN)))

    def command(self, node: Node | Plain, view: View) -> None:
        """`A=b cmd word "$(inner)" > file`."""
        if isinstance(node, Plain):
            self.call(
                Call(node.words, {}, node.text), (view[0], view[1] | Sight.SILENCED, *view[2:]) if node.silent else view
            )
            return
        text = source(node)
        words, env = _words(node)
        redirects: list[Tree] = [child for child in node.children if child.type in REDIRECTS]
        timed = [child for child in node.children if child.type == "subshell"]
        view, stdin = self._redirect(node, words, redirects, view)
        for item in timed:  # `time ( … )`
            self.visit(item, view)
        call = Call(words, env, text, stdin)
        if "$(" in text or "`" in text or "<(" in text or ">(" in text:
            self.push(self.call, call, view)
            self.inside(
                [item for child in node.children if child.type != "subshell" for item in substitutions(child)], view
            )
        elif not timed or words[:1] != ["time"]:
            self.call(call, view)

    def _redirect(self, node: Node, words: list[str], redirects: list[Tree], view: View) -> tuple[View, str | None]:
        """Its redirections: those that stand before it, and those put by that stand behind it."""
        behind = self.fed.get(node.id) if self.fed else None
        if behind is None and not redirects:
            return view, None
        before = Redirections.of(redirects)
        if behind is not None:
            words += behind.words
        if before.silent:
            view = (view[0], view[1] | Sight.SILENCED, view[2], view[3])
        return view, before.stdin if behind is None or behind.stdin is None else behind.stdin

    def call(self, call: Call, view: View) -> None:
        """A command whose words are known runs."""
        seen, sight, into, process = view
        words = call.words
        while words and words[0] in _LEADING:
            first = words.pop(0)
            if first in _KEYWORDS:
                self.sink.misread()
            elif first in ("!", "not"):
                sight = (sight ^ Sight.NEGATED) | Sight.CALM
        if not words or not words[0]:
            return
        if words[0] in ("builtin", "command") and len(words) > 1 and words[1] in BUILTINS:
            del words[0]
        view = (seen, sight, into, process)
        name = words[0]
        if name in self.functions:
            self._called(self.functions[name], process)
            view = (HIDDEN, sight | Sight.UNSURE, into, process)
        if name == "eval" and len(words) > 1:
            self.parse(" ".join(words[1:]), (HIDDEN if sight & Sight.NEGATED else seen, sight, into, process))
        elif name == "exec" and len(words) > 1:
            hidden = sight & (Sight.UNSURE | Sight.NEGATED) or process.lost
            self._take(call, (HIDDEN if hidden else process.seen, sight, into, process))
            process.lost = True
        else:
            self._take(call, view)

    def _take(self, call: Call, view: View) -> None:
        _, sight, _, process = view
        words = call.words
        name = words[0]
        if name in ("echo", "printf"):
            printed = said(words, process)
            if printed:
                self.sink.says(*printed)
        elif name == "exit" and len(words) > 1 and not (sight & Sight.UNSURE or process.lost):
            ended = status_of(words[1], process)
            if ended is not None:
                self.sink.exits_with(ended, min(process.seen, IMPLIED) if process.pipefail else process.seen)
        index = self.sink.take(call, view)
        act = BUILTINS.get(name)
        if act is not None:
            act(words, sight, process)
        process.last = None if sight & Sight.NEGATED or process.lost else index
        process.stages = (process.last,)

    def _called(self, text: str, process: Process) -> None:
        """A function of the line is called: what it does to the shell is not followed, so nothing is believed after."""
        process.lost = process.lost or bool(_ENDS_SHELL.search(text))
        process.stops = True
        if _MOVES.search(text):
            process.cwd = ""

    def function(self, node: Node, view: View) -> None:
        """A definition runs nothing; a call of it is no longer the program of that name."""
        if node.named_children:
            self.functions[source(node.named_children[0])] = source(node)
        self.forget(None, view)

    def declaration(self, node: Node, view: View) -> None:
        """`export A=b`, `local X=$(cmd)`, `unset A`."""
        words = [
            "=".join(_assigned(child)) if child.type == "variable_assignment" else word(child)
            for child in node.children
        ]
        self.push(self.call, Call(words, {}, source(node)), view)
        self.inside(substitutions(node), view)

    def assignment(self, node: Node, view: View) -> None:
        """`X=$(cmd)`: its status is that of the last `$(…)` in it."""
        _, sight, into, process = view
        parts = node.children if node.type == "variable_assignments" else [node]
        for part in parts:
            name, value = _assigned(part)
            process.statuses[name] = None if sight & Sight.UNSURE else status_of(value, process)
        inner = [found for part in parts for found in substitutions(part)]
        if not inner:
            self.forget(None, view)
            return
        captured = _captured(process, effective(view) if _sure(inner[-1], node) else HIDDEN)
        self.push(self.collect, [captured], view)
        self.push(self.block, inner[-1], (captured.seen, sight | Sight.SILENCED, into, captured))
        self.inside(inner[:-1], view)

    def test(self, node: Node, view: View) -> None:
        """`[ -f x ]` and `[[ … ]]` count as commands."""
        first, last = node.children[0].type, node.children[-1].type
        words = [first, source(node)[len(first) : -len(last)].strip(), last]
        self.push(self.call, Call(words, {}, source(node)), view)
        self.inside(substitutions(node), view)


def _words(node: Node) -> tuple[list[str], dict[str, str]]:
    r"""The words and the assignments of a command. The grammar cuts `"c"\\ d` in two and drops the escaped blank."""
    words: list[str] = []
    env: dict[str, str] = {}
    text, start, end = node.text or b"", node.start_byte, -1
    for child in node.children:
        kind = child.type
        if kind == "variable_assignment":
            name, value = _assigned(child)
            env[name] = value
        elif kind not in REDIRECTS and kind != "subshell":
            between = text[end - start : child.start_byte - start] if end >= 0 else b" "
            item = word(child.children[0]) if kind == "command_name" and child.child_count else word(child)
            if words and (not between or (between[:1] == b"\\" and between[1:2] not in (b"\n", b"\r"))):
                words[-1] += between[1:].decode() + item
            else:
                words.append(item)
            end = child.end_byte
            continue
        end = -1
    return words, env


def _captured(process: Process, seen: int) -> Process:
    """The process of a `$(…)`, which does not take over `set -e`."""
    child = process.fork(seen)
    child.stops = child.stops or child.errexit
    child.errexit = False
    child.last = None
    return child


def _assigned(node: Node) -> tuple[str, str]:
    """Name and value of an assignment."""
    name, _, value = source(node).partition("=")
    return name.rstrip("+"), word(node.children[-1]) if value else ""


def _sure(found: Node, assignment: Node) -> bool:
    """Is the `$(…)` sure to run when the assignment does? Not in `${X:-$(cmd)}`."""
    if found.type != "command_substitution":
        return False
    above = found.parent
    while above is not None and above.id != assignment.id:
        if above.type in _OPTIONAL:
            return False
        above = above.parent
    return True
