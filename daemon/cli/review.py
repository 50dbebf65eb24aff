"""`seorap review`: one candidate at a time, one key each. Works over ssh, needs no mouse and no colour.

Every verdict is stored as it is given, so leaving in whatever way loses none; MEMORY.md is written once, at the end.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from classifiers.inert import inert
from classifiers.vocabulary import SeorapError
from daemon.cli.queue import FILTER, part_of

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from storage.pulse import Pulse
    from storage.tables import Candidate

LEGEND = (
    *("a approve", "e edit", "d dismiss", "s snooze a week", "n never again"),
    *("u undo", "j next", "k back", "q quit", "? help"),
)
HELP = (
    "a keep it as it stands",
    "e change the words, then approve",
    "d turn it down; its key stays away",
    "s ask again in a week",
    "n never again: this key, its rule, this workspace, or this action",
    "u take the last verdict back",
    "j leave it for later, go on",
    "k go back one",
    "q stop here; what you decided is stored",
)
NEVER = {"k": "key", "r": "rule", "w": "workspace", "a": "action"}
NEVER_LEGEND = (
    "Never again:",
    "k this key",
    "r what its rule proposes",
    "w this workspace",
    "a this action",
    "other: back",
)
QUIT = {"q", "\x03", "\x04", "\x1b"}  # also Ctrl-C, Ctrl-D, Escape
SAME = {"\r": "j", "\n": "j", "\x1b[B": "j", "\x1bOB": "j", "\x1b[A": "k", "\x1bOA": "k"}  # Enter and the arrows
HANGUL = dict(zip("ㅁㄷㅇㄴㅜㅕㅓㅏㅂㄱㅈ", "aedsnujkqrw", strict=True))  # the same keys while a Korean layout is on


@click.command()
@click.option("--strongest", is_flag=True, help="Best proved first instead of newest.")
@FILTER
def review(words: tuple[str, ...], types: tuple[str, ...], *, strongest: bool) -> int:
    """Go through what waits: see the proof, then one key for the verdict.

    With WORDS only what holds all of them, in its key, text or place.
    """
    from daemon.cli.opened import opened
    from storage import queue
    from storage.pulse import Pulse

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SeorapError(
            "A review needs a terminal.", "In scripts use: seorap inbox --json, seorap approve ID, seorap dismiss ID"
        )
    with opened() as at:
        at.person()
        if at.store.unwritable is not None:  # no verdict could be kept
            raise at.store.unwritable
        part = part_of(words, types)

        def waits(now: Opened) -> list[Candidate]:
            return queue.candidates(now.store, owner=now.owner, awake_at=now.now, strongest=strongest, part=part)

        waiting = [each.id for each in waits(at)]
        if not waiting:
            click.echo("Nothing waits." if part is None else "Nothing of that kind waits.")
            return 0
        with closing(Pulse(at.store, at.owner)) as pulse:
            return _Review(at, waits, waiting, pulse).run()


@dataclass
class _Review:
    """The walk through the candidates that waited when it began."""

    at: Opened
    waits: Callable[[Opened], list[Candidate]]  # what there is to go through now
    waiting: list[str]
    pulse: Pulse
    place: int = 0
    decided: list[str] = field(default_factory=list)  # ids, in the order of their verdicts
    covered: dict[str, list[str]] = field(default_factory=dict)  # by id: others that its `never` decided too
    roots: set[str] = field(default_factory=set)  # workspaces whose memories may have changed
    skipped: set[str] = field(default_factory=set)  # decided elsewhere, and said
    note: str = ""

    def run(self) -> int:
        try:
            while self.place < len(self.waiting) and self.step(self.waiting[self.place]):
                continue
        except KeyboardInterrupt:
            self.note = ""
        return self.leave()

    def step(self, name: str) -> bool:
        """Show one candidate and do what a person says of it. False to stop."""
        keys: dict[str, Callable[[str], None]] = {
            "a": self.approve,
            "e": self.edit,
            "d": self.dismiss,
            "s": self.snooze,
            "n": self.never,
            "u": self.undo,
            "j": self.forward,
            "k": self.back,
            "?": self.explain,
        }
        pressed = ""
        try:
            self.pulse.changed()  # what we did ourselves is no news
            size = shutil.get_terminal_size()
            self.show(name)
            found = self.key(lambda: self.pulse.changed() or shutil.get_terminal_size() != size)
            if found is None:
                self.follow(name)
                return True
            pressed = found
            self.at = self.at.later()
            if pressed in keys:
                keys[pressed](name)
            elif pressed not in QUIT:
                self.note = f"{pressed!r} is no key here. ? shows them all."
        except SeorapError as trouble:
            self.note = f"{trouble.title} {trouble.hint}"
            self.place += pressed != "u" and not self.open(name)
        return pressed not in QUIT

    def key(self, changed: Callable[[], bool] = lambda: False) -> str | None:
        """The key that was pressed; None when the window, or what waits, is not what it was."""
        from daemon.cli import keys

        try:
            pressed = keys.key(changed)
        except (KeyboardInterrupt, EOFError):
            return "q"
        if pressed is None:
            return None
        pressed = SAME.get(pressed, pressed) or "q"
        return HANGUL.get(pressed, pressed.lower())

    def follow(self, name: str) -> None:
        """What was decided elsewhere is gone, and what came since is at the end."""
        from storage import queue

        self.at = self.at.later()
        pending = [each.id for each in self.waits(self.at)]
        known = {*self.waiting, *self.covered_by_now()}
        self.waiting += [each for each in pending if each not in known]
        if name not in pending and name not in self.decided and name not in self.skipped:
            try:
                key = queue.candidate(self.at.store, name, owner=self.at.owner).key
            except SeorapError:  # purged
                key = name
            self.note = f"{key} was decided elsewhere."
            self.skipped.add(name)
            self.place += 1

    def covered_by_now(self) -> set[str]:
        """What a `never` of this review put away."""
        return {each for found in self.covered.values() for each in found}

    def open(self, name: str) -> bool:
        """Does the candidate still wait? Somebody else may have decided or purged it meanwhile."""
        from storage import queue
        from storage.errors import NotFound
        from storage.lookup import OPEN

        try:
            return queue.candidate(self.at.store, name, owner=self.at.owner).status in OPEN
        except NotFound:
            return False

    def show(self, name: str) -> None:
        from daemon.cli.printing import say
        from daemon.surfaces.terminal import card, side_by_side, wrapped
        from storage import queue

        found = queue.candidate(self.at.store, name, owner=self.at.owner)
        proof = queue.evidence(self.at.store, found.scope, found.key, owner=self.at.owner)
        width = shutil.get_terminal_size().columns
        click.clear()
        title = f" {self.place + 1} of {len(self.waiting)} ".center(min(width, 100), "─")
        click.echo(click.style(title, bold=True) if self.at.settings.colour else title)
        say("\n".join(card(found, proof, width)))
        if found.status != "pending":
            say(f"\n({found.status})")
        if self.note:
            say()
            for line in self.note.split("\n"):
                say("\n".join(wrapped(line, width - 1, rest="  ")))
            self.note = ""
        legend = "\n".join(side_by_side(LEGEND, width - 1))
        click.echo("\n" + (click.style(legend, dim=True) if self.at.settings.colour else legend))

    def approve(self, name: str, body: str | None = None) -> None:
        from storage import queue

        at = self.at
        memory = queue.approve(
            at.store, name, author=at.author, now=at.now, body=body, owner=at.owner, policy=at.policy
        )
        self.roots.add(memory.workspace)
        self.done(name, f"Kept {memory.key}.")

    def edit(self, name: str) -> None:
        from daemon.cli.printing import served
        from storage import queue

        found = queue.candidate(self.at.store, name, owner=self.at.owner)
        try:
            text = click.edit(inert(served(found.body)) + "\n", extension=".md")
        except click.ClickException as trouble:  # no such editor, or it failed
            self.note = f"{trouble.format_message()} Nothing was changed."
            return
        words = " ".join((text or "").split())
        if words:
            self.approve(name, words)
        else:
            self.note = "Nothing was changed."

    def dismiss(self, name: str) -> None:
        from storage import queue

        found = queue.dismiss(self.at.store, name, author=self.at.author, now=self.at.now, owner=self.at.owner)
        self.done(name, f"Dismissed {found.key}.")

    def snooze(self, name: str) -> None:
        from storage import queue

        until = self.at.now + timedelta(days=7)
        found = queue.snooze(self.at.store, name, until, author=self.at.author, now=self.at.now, owner=self.at.owner)
        self.done(name, f"Snoozed {found.key} until {until.astimezone():%Y-%m-%d}.")

    def never(self, name: str) -> None:
        from daemon.surfaces.terminal import side_by_side
        from storage import queue
        from storage.values import Quiet

        click.echo("\n".join(side_by_side(NEVER_LEGEND, shutil.get_terminal_size().columns - 1)))
        what = NEVER.get(self.key() or "")
        if what is None:
            return
        found = queue.never(
            self.at.store, name, Quiet(what), author=self.at.author, now=self.at.now, owner=self.at.owner
        )
        self.done(name, f"Never again: {what} of {found.key}.")
        self.drop_decided(name)

    def undo(self, _name: str) -> None:
        from storage import queue

        if not self.decided:
            self.note = "Nothing was decided here yet. `seorap undo` takes back older verdicts."
            return
        name = self.decided.pop()
        found = queue.undo(self.at.store, name, author=self.at.author, now=self.at.now, owner=self.at.owner)
        self.roots.add(found.workspace)
        self.place = self.waiting.index(name)
        self.waiting[self.place + 1 : self.place + 1] = self.covered.pop(name, [])
        self.note = f"Taken back: {found.key}."

    def forward(self, _name: str) -> None:
        self.place += 1

    def back(self, _name: str) -> None:
        self.place = max(0, self.place - 1)

    def explain(self, _name: str) -> None:
        self.note = "\n".join(HELP)

    def done(self, name: str, note: str) -> None:
        if name not in self.decided:
            self.decided.append(name)
        self.note = note
        self.place += 1

    def drop_decided(self, name: str) -> None:
        """`never` may have decided others that waited too: they are not shown any more, until it is taken back."""
        from storage import queue

        pending = {each.id for each in queue.candidates(self.at.store, owner=self.at.owner, awake_at=self.at.now)}
        ahead = self.waiting[self.place :]
        self.covered[name] = [each for each in ahead if each not in pending and each not in self.decided]
        self.waiting[self.place :] = [each for each in ahead if each not in self.covered[name]]

    def leave(self) -> int:
        from daemon.cli.printing import say
        from storage import queue

        with suppress(OSError):  # the terminal may be gone; MEMORY.md is written all the same
            click.clear()
            if self.note:
                say(self.note)
        if self.roots:
            self.at.publish(*self.roots)
            self.at.name_untold()
        left = len(queue.candidates(self.at.store, owner=self.at.owner, awake_at=self.at.now))
        click.echo(f"{len(self.decided)} decided, {left} wait{'s' if left == 1 else ''}.")
        return 0
