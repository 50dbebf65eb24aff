"""Walks a POSIX shell line's tree and hands each simple command on, with what the line's status says about it.

The walk keeps its own stack, so no input is too deep, and goes in the order the shell would run things, so that what a
command changes (`cd`, `set -e`, `exit 0`) is known to the commands after it. Where the tree of the grammar and bash
disagree, bash is right: the grammar binds a redirection, and the pipe after it, to the whole of `a && b 2>&1 | c`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from classifiers.builtin_commands import BUILTINS, said, status_of
from classifiers.redirections import REDIRECTS, Redirections
from classifiers.shapes import (
    AND,
    OR,
    SINGLE,
    STATEMENTS,
    Shape,
    Tree,
    body,
    leaf,
    never_zero,
    operands,
    plain_words,
    program,
    statements,
    stops,
)
from classifiers.simple import HIDDEN, IMPLIED, OWN, Call, Process, Sight, Sink, View, effective
from classifiers.words import SUBSTITUTIONS, source, substitutions, word

MOST = 8192
"""Characters of a line that are read: the grammar takes a second for 100,000 pipes. The head ends between commands."""

MOST_REPAIRS = 20

_LANGUAGE = Language(tree_sitter_bash.language())
PARSER = Parser(_LANGUAGE)
_RUNS_ON = Query(_LANGUAGE, "[(command) (file_redirect)] @node")
_SEMICOLON, _BACKSLASH = ord(";"), ord("\\")

_UNSURE, _CALM, _NEGATED = Sight.UNSURE, Sight.CALM, Sight.NEGATED
_BRANCH = Sight.UNSURE | Sight.GUARDED
_TESTS = ("[", "[[", "test")
_KEYWORDS = frozenset(("{", "}", "then", "else", "elif", "fi", "do", "done", "esac"))
"""As the name of a command, a sign that the grammar took bash's structure for words (`! { a; }`), which it does silently."""
_LEADING = frozenset(("!", "not", "and", "or")) | _KEYWORDS
_ENDS_SHELL = re.compile(r"\b(?:exit|return|exec|trap)\b")


def bounded(line: str) -> tuple[str, bool]:
    """The part of a line that is read, and whether that is not all of it."""
    if len(line) <= MOST:
        return line, False
    end = max(line.rfind("\n", 0, MOST), line.rfind(";", 0, MOST))
    return line[: end if end > 0 else MOST], True


def parse(head: str) -> Node:
    """The tree of a line. Where the grammar runs on over the end of a line (after `a | b | c`), the end is made plain."""
    data = head.encode(errors="replace")
    root = PARSER.parse(data).root_node
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
        root = PARSER.parse(data).root_node
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


class Walk:
    """One walk over one line, and over what `eval` adds to it."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.stack: list[tuple[Callable[..., None], object, View]] = []
        self.functions: dict[str, str] = {}
        self.extra: dict[int, Redirections] = {}  # redirections that feed or lengthen a command, by its node's id

    def run(self, line: str, view: View) -> None:
        """Walk `line` to its end."""
        self._parse(line, view)
        stack = self.stack
        while stack:
            act, node, here = stack.pop()
            act(node, here)

    def _parse(self, line: str, view: View) -> None:
        head, cut = bounded(line)
        if "|&" in head and "'" not in head and '"' not in head:
            head = head.replace("|&", "| ")  # the grammar loses the newline after a second one
        root = parse(head)
        if cut or root.has_error:  # what a broken line means is a guess, so no status is believed
            view = _broken(view)
        self._statements(root.children, view)

    def _push(self, act: Callable[..., None], node: object, view: View) -> None:
        self.stack.append((act, node, view))

    def _visit(self, node: Tree, view: View) -> None:
        handler = _HANDLERS.get(node.type)
        if handler is not None:
            self.stack.append((handler.__get__(self), node, view))

    # --- sequences ---------------------------------------------------------------------------------------------------

    def _statements(self, nodes: list[Tree], view: View) -> None:
        """`a; b & c`: only the last statement's status is that of the sequence."""
        seen, sight, into, process = view
        todo: list[tuple[Tree, bool]] = []
        for node in nodes:
            if node.type == "&":
                if todo:
                    todo[-1] = (todo[-1][0], True)
            elif node.type in STATEMENTS and not (todo and _joined(node, todo)):
                todo.append((node, False))
        last = len(todo) - 1
        for place in range(last, -1, -1):
            node, background = todo[place]
            if background:
                self._push(self._forget, None, view)
                aside = process.fork(HIDDEN)
                self._visit(node, (HIDDEN, sight | Sight.BACKGROUND | _UNSURE, into, aside))
            elif place < last:
                self._settle_later(node, view)
                self._visit(node, (HIDDEN, sight, into, process))
            else:
                self._visit(node, view)

    def _settle_later(self, node: Tree, view: View) -> None:
        if node.type in ("list", "redirected_statement"):
            self._push(self._settle, None, view)

    def _settle(self, _node: object, view: View) -> None:
        """A `cd` that need not have happened leaves the folder unknown from here on."""
        process = view[3]
        if process.doubt:
            process.doubt = False
            process.cwd = ""

    def _forget(self, _node: object, view: View) -> None:
        """`$?` is no longer the status of one known command."""
        self._settle(_node, view)
        view[3].last = None
        view[3].stages = ()

    def _list(self, node: Tree, view: View) -> None:
        """`a && b` and `a || b`: of equal rank, read from the left."""
        parts = operands(node)
        if parts is None:
            self._statements(statements(node), _hidden(view))
        elif parts[1].type == "&&":
            self._and(parts[0], parts[2], view)
        else:
            self._or(parts[0], parts[2], view)

    def _and(self, left: Tree, right: Tree, view: View) -> None:
        seen, sight, into, process = view
        flags = sight | Sight.CHAINED | (0 if seen else _UNSURE) | (Sight.TESTED if _tests(left) else 0)
        self._visit(right, (seen, flags, into, process))
        self._visit(left, (min(seen, IMPLIED), sight | _CALM, into, process))

    def _or(self, left: Tree, right: Tree, view: View) -> None:
        seen, sight, into, process = view
        ends = stops(right)
        fails = ends or never_zero(right)
        if ends or (fails and process.errexit and not sight & _CALM):
            seen = seen or (HIDDEN if sight & _UNSURE or process.lost else process.seen)
        self._push(self._forget, None, view)
        self._visit(right, (HIDDEN, sight | _BRANCH | (Sight.FAILED if ends else 0), into, process))
        self._visit(left, (min(seen, IMPLIED) if fails else HIDDEN, sight | _CALM, into, process))

    # --- pipelines and redirections ----------------------------------------------------------------------------------

    def _pipeline(self, node: Tree, view: View) -> None:
        """`a | b`: every stage is a process of its own, and the last one's status is the pipeline's."""
        stages = _flat(node)
        first = stages[0] if stages else None
        if first is None:
            return
        if any(stage.type == "list" for stage in stages):  # the grammar lost a newline
            self._statements(stages, _broken(view))
            return
        inner = body(first) if first.type == "redirected_statement" else None
        if inner is not None and inner.type == "list":
            self._visit(_rotated(inner, lambda right: Shape("pipeline", [_redo(first, right), *stages[1:]])), view)
            return
        if first.type == "negated_command":
            stages[0] = body(first) or first
            self._negate(Shape("pipeline", stages), view)
        elif inner is not None and inner.type == "negated_command":
            stages[0] = _redo(first, body(inner) or inner)
            self._negate(Shape("pipeline", stages), view)
        else:
            self._stages(stages, view)

    def _stages(self, stages: list[Tree], view: View) -> None:
        _, sight, into, process = view
        seen = effective(view)
        last = len(stages) - 1
        known = [HIDDEN] * last + [seen]
        if process.pipefail and last:
            both = HIDDEN if sight & _NEGATED or process.pipefail < OWN else min(seen, IMPLIED)
            known = [both] * last + [HIDDEN if sight & _NEGATED else min(seen, IMPLIED)]
        if stages[last].type == "redirected_statement" and Redirections.of(stages[last].children).silent:
            sight |= Sight.SILENCED
        names = tuple(program(stage) for stage in stages[1:])
        forks = [process.fork(item) for item in known]
        self._push(self._collect, forks, view)
        for place in range(last, -1, -1):
            flags = sight | Sight.FED if place else sight
            if place < last:
                flags = (flags | Sight.PIPED) & ~_NEGATED
            self._visit(stages[place], (known[place], flags, names[place:] + into, forks[place]))

    def _collect(self, forks: list[Process], view: View) -> None:
        process = view[3]
        process.stages = tuple(fork.last for fork in forks)
        process.last = process.stages[0 if process.pipefail == OWN else -1]

    def _redirected(self, node: Tree, view: View) -> None:
        inner = body(node)
        if inner is not None and inner.type == "list":
            redirects = [child for child in node.children if child.type in REDIRECTS]
            found = Redirections.of(redirects)
            if not found.then:
                self._visit(_rotated(inner, lambda right: _redo(node, right)), view)
            else:
                self._statements(statements(inner), _hidden(view))
                for _, after in found.then:
                    self._visit(after, _hidden(view))
            return
        if inner is not None and inner.type == "pipeline":
            stages = _flat(inner)
            self._visit(Shape("pipeline", [*stages[:-1], _redo(node, stages[-1])]), view)
            return
        found = Redirections.of(node.children)
        if inner is None:
            self._inside(found.substitutions, view)
        elif found.pipe or found.then:
            self._visit(_unfolded(node, inner, found), view)
        else:
            self._bare(inner, found, view)

    def _bare(self, inner: Tree, found: Redirections, view: View) -> None:
        """A statement with its own redirections."""
        seen, sight, into, process = view
        target = leaf(inner)
        reader = isinstance(target, Node) and (found.stdin is not None or bool(found.words))
        if reader and isinstance(target, Node):
            self.extra[target.id] = found
        if found.silent:
            sight |= Sight.SILENCED
            process.silenced = process.silenced or (isinstance(inner, Node) and plain_words(inner) == ["exec"])
        if found.into:
            sight |= Sight.PIPED
        self._visit(inner, (seen, sight, found.into + into, process))
        if found.substitutions and not (found.stdin and isinstance(target, Node) and _interprets(target)):
            self._inside(found.substitutions, view)

    def _quiet(self, node: Tree, view: View) -> None:
        """A statement whose heredoc line was unfolded: its redirections, without what followed them."""
        inner = node.children[0]
        found = Redirections.of(node.children[1:])
        self._bare(inner, found, view)

    # --- compounds ---------------------------------------------------------------------------------------------------

    def _negated(self, node: Tree, view: View) -> None:
        inner = body(node)
        if inner is not None:
            self._negate(inner, view)

    def _negate(self, inner: Tree, view: View) -> None:
        """`! a`: only of a single command (or a pipeline's last one) can its status be told."""
        seen, sight, into, process = view
        tail: Tree | None = inner
        while tail is not None and tail.type in ("pipeline", "redirected_statement"):
            tail = statements(tail)[-1] if tail.type == "pipeline" else body(tail)
        single = tail is not None and tail.type in SINGLE
        self._push(self._forget, None, view)
        seen = seen if single else HIDDEN
        flags = (sight ^ _NEGATED) | _CALM
        self._visit(inner, (seen, flags if seen or single else flags | _UNSURE, into, process))

    def _subshell(self, node: Tree, view: View) -> None:
        _, sight, into, process = view
        child = process.fork(effective(view))
        self._push(self._collect, [child], (HIDDEN, sight, into, process))
        self._statements(node.children, (child.seen, sight, into, child))

    def _group(self, node: Tree, view: View) -> None:
        if node.children and node.children[0].type == "((" and isinstance(node, Node):
            self._inside(substitutions(node), view)
            self._forget(None, view)
        else:
            self._statements(node.children, view)

    def _if(self, node: Tree, view: View) -> None:
        """No branch is sure to run. `if ! a; then exit 1; fi` is `a || exit 1`."""
        parts = {"if": [], "then": [], "fi": []}  # type: dict[str, list[Tree]]
        here = parts["if"]
        branches: list[Tree] = []
        for child in node.children:
            if child.type in parts:
                here = parts[child.type]
            elif child.type in ("elif_clause", "else_clause"):
                branches.append(child)
            else:
                here.append(child)
        seen, sight, into, process = view
        asked, done = statements(Shape("", parts["if"])), statements(Shape("", parts["then"]))
        inner = body(asked[0]) if len(asked) == 1 and asked[0].type == "negated_command" else None
        if inner is not None and inner.type in SINGLE and not branches and stops(Shape("compound_statement", [*done])):
            self._or(inner, Shape("compound_statement", [*parts["then"]]), view)
            return
        self._push(self._forget, None, view)
        inside = (HIDDEN, sight | _BRANCH, into, process)
        for branch in reversed(branches):
            self._push(self._clause, branch, inside)
        self._push(self._sequence, parts["then"], inside)
        self._push(self._sequence, parts["if"], (HIDDEN, sight | Sight.GUARDED | _CALM, into, process))

    def _sequence(self, nodes: list[Tree], view: View) -> None:
        self._statements(nodes, view)

    def _clause(self, node: Tree, view: View) -> None:
        """The rest of an `if`, a loop's body, a `case` item: runs or does not."""
        self._statements(node.children, view)

    def _loop(self, node: Tree, view: View) -> None:
        """`for`, `while`, `case`: what stands inside may never run."""
        _, sight, into, process = view
        inside = (HIDDEN, sight | _BRANCH | _CALM, into, process)
        self._push(self._forget, None, view)
        condition = node.type == "while_statement"
        words: list[Node] = []
        for child in reversed(node.children):
            if child.type in ("do_group", "case_item", "compound_statement"):
                self._push(self._clause, child, inside)
            elif condition and child.type in STATEMENTS:
                self._visit(child, inside)
            elif isinstance(child, Node) and child.child_count:
                words.insert(0, child)
        self._inside([found for item in words for found in substitutions(item)], view)

    def _function(self, node: Tree, view: View) -> None:
        """A definition runs nothing; a call of it is no longer the program of that name."""
        if isinstance(node, Node) and node.named_children:
            self.functions[source(node.named_children[0])] = source(node)
        self._forget(None, view)

    # --- leaves ------------------------------------------------------------------------------------------------------

    def _inside(self, nodes: list[Node], view: View) -> None:
        """Commands in `$(…)`: they run, but their status and their output are taken."""
        _, sight, into, process = view
        flags = (sight | Sight.SILENCED | _UNSURE) & ~(_NEGATED | Sight.FAILED)
        for node in reversed(nodes):
            self._push(self._clause, node, (HIDDEN, flags, into, _captured(process, HIDDEN)))

    def _command(self, node: Tree, view: View) -> None:
        assert isinstance(node, Node)
        words: list[str] = []
        env: dict[str, str] = {}
        redirects: list[Tree] = []
        timed: list[Tree] = []
        for child in node.children:
            kind = child.type
            if kind == "command_name":
                words.append(word(child.children[0]) if child.child_count else source(child))
            elif kind == "variable_assignment":
                name, _, value = source(child).partition("=")
                env[name] = word(child.children[-1]) if value else ""
            elif kind in REDIRECTS:
                redirects.append(child)
            elif kind == "subshell":
                timed.append(child)
            else:
                words.append(word(child))
        text = source(node)
        found = Redirections.of(redirects) if redirects else None
        if self.extra and node.id in self.extra:
            words += self.extra[node.id].words
            found = self.extra[node.id] if found is None or found.stdin is None else found
        call = Call(words, env, text, found.stdin if found else None)
        if found is not None and found.silent:
            view = (view[0], view[1] | Sight.SILENCED, view[2], view[3])
        for item in timed:
            self._visit(item, view)
        if "$(" in text or "`" in text or "<(" in text or ">(" in text:
            self._push(self._call, call, view)
            self._inside([item for child in node.children if child.type != "subshell" for item in substitutions(child)], view)
        elif not timed:
            self._call(call, view)

    def _call(self, call: Call, view: View) -> None:
        seen, sight, into, process = view
        words = call.words
        while words and words[0] in _LEADING:
            first = words.pop(0)
            if first in _KEYWORDS:
                self.sink.misread()
            elif first in ("!", "not"):
                sight = (sight ^ _NEGATED) | _CALM
        name = words[0] if words else ""
        if not name:
            return
        if name in ("builtin", "command") and len(words) > 1 and words[1] in BUILTINS:
            name = words.pop(1)
            words[0] = name
        view = (seen, sight, into, process)
        if name in self.functions:
            self._called(name, view)
            view = (HIDDEN, sight | _UNSURE, into, process)
        if name == "eval" and len(words) > 1:
            held = sight & _NEGATED
            self._parse(" ".join(words[1:]), (HIDDEN if held else seen, sight, into, process))
            return
        if name == "exec" and len(words) > 1:
            view = (HIDDEN if sight & (_UNSURE | _NEGATED) or process.lost else process.seen, sight, into, process)
        if name in ("echo", "printf"):
            printed = said(words, process)
            if printed:
                self.sink.says(*printed)
        self._take(call, view)
        if name == "exec" and len(words) > 1:
            process.lost = True

    def _take(self, call: Call, view: View) -> None:
        seen, sight, into, process = view
        name = call.words[0]
        if name == "exit" and len(call.words) > 1 and not (sight & _UNSURE or process.lost):
            index = status_of(call.words[1], process)
            if index is not None:
                self.sink.exits_with(index, process.seen if not process.pipefail else min(process.seen, IMPLIED))
        index = self.sink.take(call, view)
        act = BUILTINS.get(name)
        if act is not None:
            act(call.words, sight, process)
        process.last = None if sight & _NEGATED or process.lost else index
        process.stages = (process.last,)

    def _called(self, name: str, view: View) -> None:
        """A function of the line is called: what it does to the shell is not followed, so nothing is believed after."""
        process = view[3]
        text = self.functions[name]
        process.lost = process.lost or bool(_ENDS_SHELL.search(text))
        process.stops = True
        if re.search(r"\b(?:cd|pushd|popd)\b", text):
            process.cwd = ""

    def _declaration(self, node: Tree, view: View) -> None:
        assert isinstance(node, Node)
        words = [_assigned(child) for child in node.children]
        self._push(self._call, Call(words, {}, source(node)), view)
        self._inside(substitutions(node), view)

    def _assignment(self, node: Tree, view: View) -> None:
        """`X=$(cmd)`: its status is that of the last `$(…)` in it."""
        assert isinstance(node, Node)
        seen, sight, into, process = view
        parts = node.children if node.type == "variable_assignments" else [node]
        inner = [found for part in parts for found in substitutions(part)]
        for part in parts:
            name, _, value = source(part).partition("=")
            process.statuses[name] = None if sight & _UNSURE else status_of(value.strip('"'), process)
        if not inner:
            self._forget(None, view)
            return
        captured = _captured(process, effective(view) if _direct(inner[-1], node) else HIDDEN)
        self._push(self._collect, [captured], view)
        self._push(self._clause, inner[-1], (captured.seen, sight | Sight.SILENCED, into, captured))
        self._inside(inner[:-1], view)

    def _test(self, node: Tree, view: View) -> None:
        assert isinstance(node, Node)
        first, last = node.children[0].type, node.children[-1].type
        words = [first, source(node)[len(first) : -len(last)].strip(), last]
        self._push(self._call, Call(words, {}, source(node)), view)
        self._inside(substitutions(node), view)


_HANDLERS: dict[str, Callable[..., None]] = {
    "ERROR": Walk._clause,
    "c_style_for_statement": Walk._loop,
    "case_statement": Walk._loop,
    "command": Walk._command,
    "compound_statement": Walk._group,
    "declaration_command": Walk._declaration,
    "for_statement": Walk._loop,
    "function_definition": Walk._function,
    "if_statement": Walk._if,
    "list": Walk._list,
    "negated_command": Walk._negated,
    "pipeline": Walk._pipeline,
    "quiet": Walk._quiet,
    "redirected_statement": Walk._redirected,
    "subshell": Walk._subshell,
    "test_command": Walk._test,
    "unset_command": Walk._declaration,
    "variable_assignment": Walk._assignment,
    "variable_assignments": Walk._assignment,
    "while_statement": Walk._loop,
}


def _hidden(view: View) -> View:
    return HIDDEN, view[1] | _UNSURE, view[2], view[3]


def _broken(view: View) -> View:
    """The view from where nothing is believed, here and after it."""
    view[3].seen, view[3].lost = HIDDEN, True
    return HIDDEN, view[1] | Sight.BROKEN | _UNSURE, view[2], view[3]


def _captured(process: Process, seen: int) -> Process:
    """The process of a `$(…)`, which does not take over `set -e`."""
    child = process.fork(seen)
    child.stops = child.stops or child.errexit
    child.errexit = False
    child.last = None
    return child


def _joined(node: Tree, todo: list[tuple[Tree, bool]]) -> bool:
    """Fish joins statements with the commands `and` and `or`: read `a; and b` as `a && b`."""
    if node.type != "command" or todo[-1][1] or not node.children:
        return False
    first = node.children[0]
    text = first.text if isinstance(first, Node) else None
    if text not in (b"and", b"or"):
        return False
    todo[-1] = (Shape("list", [todo[-1][0], AND if text == b"and" else OR, node]), False)
    return True


def _flat(node: Tree) -> list[Tree]:
    """The stages of a pipeline; `a | b 2>&1 | c` is a pipeline in a pipeline for the grammar."""
    stages = statements(node)
    while stages:
        first = stages[0]
        inner = body(first) if first.type == "redirected_statement" else first
        if inner is None or inner.type != "pipeline":
            break
        below = statements(inner)
        below[-1] = below[-1] if inner is first else _redo(first, below[-1])
        stages[:1] = below
    return stages


def _redo(redirected: Tree, inner: Tree) -> Tree:
    """The same redirections around another statement."""
    return Shape("redirected_statement", [inner, *(child for child in redirected.children if child.type in REDIRECTS)])


def _rotated(inner: Tree, remake: Callable[[Tree], Tree]) -> Tree:
    """Read the grammar's `(a && b) 2>&1` as bash's `a && (b 2>&1)`."""
    parts = operands(inner)
    if parts is None:
        return inner
    return Shape("list", [parts[0], parts[1], remake(parts[2])])


def _unfolded(node: Tree, inner: Tree, found: Redirections) -> Tree:
    """`cat <<EOF | b && c` with the parts that the grammar hides in the heredoc in their own places."""
    tree: Tree = Shape("quiet", [inner, *(child for child in node.children if child.type in REDIRECTS)])
    after: list[tuple[Tree, Tree]] = []
    if found.pipe:
        stage = found.pipe[0]
        inner_list = body(stage) if stage.type == "redirected_statement" else None
        if inner_list is not None and inner_list.type == "list":
            stage = _rotated(inner_list, partial(_redo, stage))
        while stage.type == "list" and (parts := operands(stage)) is not None:
            after.insert(0, (parts[1], parts[2]))
            stage = parts[0]
        tree = Shape("pipeline", [tree, stage, *found.pipe[1:]])
    for operator, right in after + found.then:
        tree = Shape("list", [tree, operator, right])
    return tree


def _tests(left: Tree) -> bool:
    last = leaf(left)
    return last is not None and (last.type == "test_command" or plain_words(last)[:1] in (["["], ["test"]))


def _interprets(target: Node) -> bool:
    """A shell, near or far, that reads its commands from the heredoc."""
    return bool({"bash", "sh", "zsh", "ssh", "dash", "ksh"} & {item.rsplit("/", 1)[-1] for item in plain_words(target)})


def _assigned(child: Node) -> str:
    if child.type != "variable_assignment":
        return word(child)
    name, _, value = source(child).partition("=")
    return f"{name}={word(child.children[-1]) if value else ''}"


def _direct(found: Node, assignment: Node) -> bool:
    """Is the `$(…)` sure to run when the assignment does? Not in `${X:-$(cmd)}`."""
    above = found.parent
    while above is not None and above.id != assignment.id:
        if above.type in ("expansion", "arithmetic_expansion", "array", "subscript", *SUBSTITUTIONS):
            return False
        above = above.parent
    return True
