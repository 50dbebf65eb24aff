"""Collects the commands of a line: takes their wrappers off and opens the lines inside them."""

from __future__ import annotations

from msgspec.structs import replace

from classifiers import powershell
from classifiers.shell.simple import HIDDEN, OWN, VISIBILITY, Call, Process, Sight, Simple, View, effective
from classifiers.shell.walk import Walk
from classifiers.vocabulary import Dialect
from classifiers.wrappers import Peeled, peel

DEEPEST = 5
"""Lines within lines (`ssh host "bash -c '…'"`) that are opened."""

_SHOW_ALL = frozenset({"tee", "cat"})


class Collector:
    """Takes the wrappers off what a walk finds, and opens the lines inside it."""

    def __init__(self) -> None:
        self.found: list[Simple] = []
        self.echoes: list[tuple[int, str]] = []
        self.depth = 0
        self.doubtful = False

    @classmethod
    def of(cls, line: str, cwd: str = "", dialect: Dialect = Dialect.POSIX, *, errexit: bool = False) -> Collector:
        """All that one line gives."""
        process = Process(OWN, cwd)
        process.errexit = errexit
        collector = cls()
        collector.read(line, dialect, (OWN, 0, (), process))
        return collector

    def read(self, line: str, dialect: Dialect, view: View) -> None:
        """Read a line, or one inside another."""
        if dialect is Dialect.POSIX:
            Walk(self).run(line, view)
        else:
            powershell.read(line, dialect, self, view)

    def says(self, index: int, prefix: str) -> None:
        """The line prints the status of command `index` after the text `prefix`."""
        self.echoes.append((index, prefix))

    def misread(self) -> None:
        """Nothing that was said about the line can be believed."""
        self.doubtful = True

    def exits_with(self, index: int, seen: int) -> None:
        """The line ends with the status of command `index`."""
        self.found[index] = replace(self.found[index], visibility=VISIBILITY[seen])

    def take(self, call: Call, view: View) -> int | None:
        """Keep one command, or the commands of the line it opens."""
        seen, sight, into, process = effective(view), *view[1:]
        env = {**process.env, **call.env} if call.env else process.env
        peeled = peel(call.words, process.cwd, env, call.stdin)
        if peeled.loose:
            seen = HIDDEN
        if peeled.background or peeled.guarded or process.stops or process.errexit or process.silenced:
            sight |= (
                (Sight.BACKGROUND if peeled.background else 0)
                | (Sight.GUARDED if peeled.guarded else 0)
                | (Sight.CHAINED if process.stops or process.errexit else 0)
                | (Sight.SILENCED if process.silenced else 0)
            )
            if peeled.background:
                seen = HIDDEN
        if peeled.line is None or self.depth >= DEEPEST:
            return self._keep(call, peeled, (seen, sight, into, process))
        return self._open(call, peeled, (seen, sight, into, process))

    def _open(self, call: Call, peeled: Peeled, view: View) -> int | None:
        """Read the line that a wrapper runs."""
        seen, sight, into, process = view
        index: int | None = None
        if peeled.outer:
            env = {**process.env, **call.env} if call.env else process.env
            own = Peeled(argv=peeled.outer, cwd=process.cwd, env=env, via=peeled.via[:-1])
            index = self._keep(call, own, view)
        child = Process(HIDDEN if sight & Sight.NEGATED else seen, peeled.cwd)
        child.env = dict(peeled.env)
        child.errexit = peeled.errexit
        child.pipefail = OWN if peeled.pipefail else HIDDEN
        child.host = peeled.host or process.host
        child.container = peeled.container or ("" if peeled.host else process.container)
        child.via = (*process.via, *peeled.via)
        child.text = process.text or ("" if peeled.fed else call.text)
        if not child.seen:
            sight |= Sight.UNSURE
        self.depth += 1
        before = len(self.found)
        assert peeled.line is not None
        self.read(peeled.line, peeled.dialect, (child.seen, sight & ~(Sight.CALM | Sight.FAILED), into, child))
        self.depth -= 1
        if len(self.found) == before and index is None:
            return self._keep(call, peeled, view)
        return child.last if child.last is not None else index

    def _keep(self, call: Call, peeled: Peeled, view: View) -> int:
        seen, sight, into, process = view
        self.found.append(
            Simple(
                argv=tuple(peeled.argv),
                env=peeled.env,
                cwd=peeled.cwd,
                visibility=VISIBILITY[seen],
                background=bool(sight & Sight.BACKGROUND),
                negated=bool(sight & Sight.NEGATED),
                guarded=bool(sight & Sight.GUARDED),
                chained=bool(sight & Sight.CHAINED),
                piped=bool(sight & Sight.PIPED),
                filter=into,
                teed=bool(into) and _SHOW_ALL.issuperset(into),
                fed=bool(sight & Sight.FED),
                silenced=bool(sight & Sight.SILENCED),
                host=peeled.host or process.host,
                container=peeled.container or process.container,
                part=peeled.part,
                via=(*process.via, *peeled.via) if peeled.via else process.via,
                text=process.text or call.text,
                looped=bool(sight & Sight.LOOPED),
                broken=bool(sight & Sight.BROKEN),
            )
        )
        return len(self.found) - 1
