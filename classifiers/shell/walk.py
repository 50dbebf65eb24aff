"""Walks a POSIX shell line's tree and hands each simple command on, with what the line's status says about it.

The walk keeps its own stack, so no input is too deep, and goes in the order the shell would run things, so that what a
command changes (`cd`, `set -e`, `exit 0`) is known to the commands after it.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from classifiers.shell.leaves import Leaves
from classifiers.shell.plain import plain
from classifiers.shell.redirections import Redirections
from classifiers.shell.shapes import (
    AND,
    OR,
    SINGLE,
    STATEMENTS,
    Chain,
    Plain,
    Shape,
    Tree,
    body,
    leaf,
    plain_words,
    statements,
)
from classifiers.shell.simple import HIDDEN, IMPLIED, OWN, Sight, View, effective
from classifiers.shell.stages import never_zero, program, stops, tests
from classifiers.shell.tree import MOST, bounded, parse, pipelines
from classifiers.shell.words import source, substitutions

_BRANCH = Sight.UNSURE | Sight.GUARDED
_INTERPRETERS = frozenset({"bash", "sh", "zsh", "ssh", "dash", "ksh"})


class Walk(Leaves):
    """One walk over one line, and over what `eval` adds to it."""

    def run(self, line: str, view: View) -> None:
        """Walk `line` to its end."""
        self.parse(line, view)
        stack = self.stack
        while stack:
            act, node, here = stack.pop()
            act(node, here)

    def parse(self, line: str, view: View) -> None:
        """Put the statements of `line` next. What a broken line means is a guess, so no status is believed."""
        simple = plain(line) if len(line) <= MOST else None
        if simple is not None:
            self.sequence(simple, view)
            return
        head, cut = bounded(line)
        if "|&" in head and "'" not in head and '"' not in head:
            head = head.replace("|&", "| ")  # the grammar loses the newline after a second one
        root = parse(head)
        if cut or root.has_error:
            process = view[3]
            process.seen, process.lost = HIDDEN, True
            view = (HIDDEN, view[1] | Sight.BROKEN | Sight.UNSURE, view[2], process)
        self.sequence(root.children, view)

    def visit(self, node: Tree, view: View) -> None:
        """Put a statement next."""
        name = _HANDLERS.get(node.type)
        if name is not None:
            self.stack.append((name.__get__(self), node, view))

    def block(self, node: Tree, view: View) -> None:
        """The statements directly below a node: a group, a loop's body, what an ERROR left."""
        self.sequence(node.children, view)

    def sequence(self, nodes: list[Tree] | list[Node], view: View) -> None:
        """`a; b & c`: only the last statement's status is that of the sequence."""
        _, sight, into, process = view
        todo: list[tuple[Tree, bool]] = []
        for node in nodes:
            if node.type in STATEMENTS:
                if not (todo and _joined(node, todo)):
                    todo.append((node, False))
            elif node.type == "&" and todo:
                todo[-1] = (todo[-1][0], True)
        last = len(todo) - 1
        for place in range(last, -1, -1):
            item, background = todo[place]
            if background:
                self.push(self.forget, None, view)
                aside = process.fork(HIDDEN)
                self.visit(item, (HIDDEN, sight | Sight.BACKGROUND | Sight.UNSURE, into, aside))
            elif place < last:
                if item.type in ("list", "redirected_statement"):
                    self.push(self.settle, None, view)
                self.visit(item, (HIDDEN, sight, into, process))
            else:
                self.visit(item, view)

    # --- lists and pipelines -----------------------------------------------------------------------------------------

    def chain(self, node: Tree, view: View) -> None:
        """`a | b && c || d`: from the right, each operator says what is known of its left and its right side."""
        rows, between = (node.rows, node.between) if isinstance(node, Chain) else pipelines(node)
        for place in range(len(between) - 1, -1, -1):
            right = rows[place + 1]
            if not right or not rows[place]:
                self.sink.misread()
                continue
            step = self._and if between[place] == "&&" else self._or
            view = step(rows[place], right, view)
        if rows[0]:
            self.row(rows[0], view)

    def row(self, stages: list[Tree], view: View) -> None:
        """Put a pipeline next, or the one command that stands for it."""
        if len(stages) == 1:
            self.visit(stages[0], view)
        else:
            self.push(self.stages, Shape("stages", stages), view)

    def _and(self, left: list[Tree], right: list[Tree], view: View) -> View:
        seen, sight, into, process = view
        flags = sight | Sight.CHAINED | (0 if seen else Sight.UNSURE) | (Sight.TESTED if tests(left[-1]) else 0)
        self.row(right, (seen, flags, into, process))
        return min(seen, IMPLIED), sight | Sight.CALM, into, process

    def _or(self, _left: list[Tree], right: list[Tree], view: View) -> View:
        seen, sight, into, process = view
        ends = len(right) == 1 and stops(right[0])
        fails = ends or (len(right) == 1 and never_zero(right[0]))
        if ends or (fails and process.errexit and not sight & Sight.CALM):
            seen = seen or (HIDDEN if sight & Sight.UNSURE or process.lost else process.seen)
        self.push(self.forget, None, view)
        self.row(right, (HIDDEN, sight | _BRANCH | (Sight.FAILED if ends else 0), into, process))
        return min(seen, IMPLIED) if fails else HIDDEN, sight | Sight.CALM, into, process

    def stages(self, node: Tree, view: View) -> None:
        """`a | b`: every stage is a process of its own, and the last one's status is the pipeline's."""
        stages = list(node.children)
        _, sight, into, process = view
        if stages[0].type != "command" and _negated(stages):
            sight = (sight ^ Sight.NEGATED) | Sight.CALM
            view = (_below_not(stages[-1], view), sight, into, process)
            self.push(self.forget, None, view)
        seen = effective(view)
        last = len(stages) - 1
        known = [HIDDEN] * last + [seen]
        if process.pipefail:
            all_fine = HIDDEN if sight & Sight.NEGATED else min(seen, IMPLIED)
            known = [all_fine if process.pipefail == OWN else HIDDEN] * last + [all_fine]
        if _silent(stages[last]):
            sight |= Sight.SILENCED
        names = tuple(program(stage) for stage in stages[1:])
        forks = [process.fork(item) for item in known]
        self.push(self.collect, forks, view)
        for place in range(last, -1, -1):
            flags = sight | Sight.FED if place else sight
            if place < last:
                flags = (flags | Sight.PIPED) & ~Sight.NEGATED
            self.visit(stages[place], (known[place], flags, names[place:] + into, forks[place]))

    # --- what stands around a statement ------------------------------------------------------------------------------

    def redirected(self, node: Tree, view: View) -> None:
        """`a > f`, `cat <<EOF`: the grammar may hold a whole chain in it."""
        inner = body(node)
        if inner is None:
            self.inside(Redirections.of(node.children).substitutions, view)
        elif inner.type in ("list", "pipeline") or any(child.type == "heredoc_redirect" for child in node.children):
            self.chain(node, view)
        else:
            self.quiet(node, view)

    def quiet(self, node: Tree, view: View) -> None:
        """One statement and its own redirections."""
        seen, sight, into, process = view
        inner = body(node)
        if inner is None:
            return
        found = Redirections.of(node.children)
        target = leaf(inner)
        if isinstance(target, Node) and (found.stdin is not None or found.words):
            self.fed[target.id] = found
        if found.silent:
            sight |= Sight.SILENCED
            process.silenced = process.silenced or [*plain_words(inner), *found.words] == ["exec"]
        fed = (program(found.into),) if found.into is not None else ()
        if fed:
            sight |= Sight.PIPED
        interpreted = (
            found.stdin and target is not None and not _INTERPRETERS.isdisjoint([*plain_words(target), *found.words])
        )
        if found.substitutions and not interpreted:
            self.inside(found.substitutions, view)
        self.visit(inner, (seen, sight, fed + into, process))

    def negated(self, node: Tree, view: View) -> None:
        """`! a`: only of a single command can the status be told from it."""
        inner = body(node)
        if inner is not None:
            self.push(self.forget, None, view)
            flags = (view[1] ^ Sight.NEGATED) | Sight.CALM
            seen = _below_not(inner, view)
            self.visit(inner, (seen, flags if seen else flags | Sight.UNSURE, view[2], view[3]))

    def subshell(self, node: Tree, view: View) -> None:
        """`( … )`: a process of its own."""
        child = view[3].fork(effective(view))
        self.push(self.collect, [child], view)
        self.sequence(node.children, (child.seen, view[1], view[2], child))

    def group(self, node: Tree, view: View) -> None:
        """`{ …; }` and `(( … ))`."""
        if node.children and node.children[0].type == "((":
            self.arithmetic(node, view)
        else:
            self.sequence(node.children, view)

    def arithmetic(self, node: Tree, view: View) -> None:
        """`((n++))` runs nothing but what it substitutes."""
        self.push(self.forget, None, view)
        if isinstance(node, Node):
            self.inside(substitutions(node), view)

    # --- branches and loops ------------------------------------------------------------------------------------------

    def branch(self, node: Tree, view: View) -> None:
        """`if`: no branch is sure to run. `if ! a; then exit 1; fi` is `a || exit 1`."""
        parts: dict[str, list[Tree]] = {"if": [], "then": [], "fi": []}
        here = parts["if"]
        others: list[Tree] = []
        for child in node.children:
            if child.type in parts:
                here = parts[child.type]
            elif child.type in ("elif_clause", "else_clause"):
                others.append(child)
            else:
                here.append(child)
        asked = statements(parts["if"])
        inner = body(asked[0]) if len(asked) == 1 and asked[0].type == "negated_command" else None
        then = Shape("compound_statement", parts["then"])
        if inner is not None and inner.type in SINGLE and not others and stops(then):
            self.row([inner], self._or([inner], [then], view))
            return
        _, sight, into, process = view
        self.push(self.forget, None, view)
        for other in reversed(others):
            self.push(self.block, other, (HIDDEN, sight | _BRANCH, into, process))
        self.push(self.block, then, (HIDDEN, sight | _BRANCH, into, process))
        self.push(self.sequence, parts["if"], (HIDDEN, sight | Sight.GUARDED | Sight.CALM, into, process))

    def loop(self, node: Tree, view: View) -> None:
        """`for`, `while`, `case`: what stands inside may never run."""
        _, sight, into, process = view
        turns = 0 if node.type == "case_statement" else Sight.LOOPED
        inside = (HIDDEN, sight | _BRANCH | Sight.CALM | turns, into, process)
        self.push(self.forget, None, view)
        condition = node.type == "while_statement"
        words: list[Node] = []
        for child in reversed(node.children):
            if child.type in ("do_group", "case_item", "compound_statement"):
                self.push(self.block, child, inside)
            elif condition and child.type in STATEMENTS:
                self.visit(child, inside)
            elif isinstance(child, Node) and child.child_count:
                words.insert(0, child)
        self.inside([found for item in words for found in substitutions(item)], view)


_HANDLERS: dict[str, Callable[..., None]] = {
    "ERROR": Walk.block,
    "c_style_for_statement": Walk.loop,
    "case_statement": Walk.loop,
    "command": Walk.command,
    "compound_statement": Walk.group,
    "declaration_command": Walk.declaration,
    "for_statement": Walk.loop,
    "function_definition": Walk.function,
    "if_statement": Walk.branch,
    "list": Walk.chain,
    "negated_command": Walk.negated,
    "pipeline": Walk.chain,
    "quiet": Walk.quiet,
    "redirected_statement": Walk.redirected,
    "subshell": Walk.subshell,
    "test_command": Walk.test,
    "unset_command": Walk.declaration,
    "variable_assignment": Walk.assignment,
    "variable_assignments": Walk.assignment,
    "while_statement": Walk.loop,
}


def _joined(node: Tree, todo: list[tuple[Tree, bool]]) -> bool:
    """Fish joins statements with the commands `and` and `or`: read `a; and b` as `a && b`."""
    if node.type != "command" or todo[-1][1] or not node.children or not isinstance(node, Node):
        return False
    first = source(node.children[0]) if node.children[0].end_byte - node.children[0].start_byte <= 3 else ""
    if first not in ("and", "or"):
        return False
    todo[-1] = (Shape("list", [todo[-1][0], AND if first == "and" else OR, node]), False)
    return True


def _silent(stage: Tree) -> bool:
    if isinstance(stage, Plain):
        return stage.silent
    return stage.type == "quiet" and Redirections.of(stage.children).silent


def _negated(stages: list[Tree]) -> bool:
    """`! a | b` negates the pipeline: take the `!` off its first stage."""
    first = stages[0]
    inner = body(first) if first.type == "quiet" else first
    if inner is None or inner.type != "negated_command":
        return False
    bare = body(inner) or inner
    stages[0] = bare if inner is first else Shape("quiet", [bare, *first.children[1:]])
    return True


def _below_not(node: Tree, view: View) -> int:
    """What is known of a statement that a `!` stands before."""
    inner = leaf(node)
    return view[0] if inner is not None and inner.type in SINGLE else HIDDEN
