"""`seorap review`: one candidate at a time, one key each. Works over ssh, needs no mouse and no colour."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from classifiers.vocabulary import SeorapError

if TYPE_CHECKING:
    from daemon.cli.opened import Opened

LEGEND = "a approve   e edit   d dismiss   s snooze a week   n never again   u undo   j next   k back   q quit   ? help"
HELP = """\
a  keep it as it stands                 u  take the last verdict back
e  change the words, then approve       j  leave it for later, go on
d  turn it down; its key stays away     k  go back one
s  ask again in a week                  q  stop here; what you decided is stored
n  never again: this key, its rule, this workspace, or this action"""
NEVER = {"k": "key", "r": "rule", "w": "workspace", "a": "action"}


@click.command()
@click.option("--strongest", is_flag=True, help="Best proved first instead of newest.")
def review(*, strongest: bool) -> int:
    """Go through what waits: see the proof, then one key for the verdict."""
    from daemon.cli.opened import opened
    from storage import queue

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SeorapError(
            "A review needs a terminal.", "In scripts use: seorap inbox --json, seorap approve ID, seorap dismiss ID"
        )
    with opened() as at:
        at.person()
        waiting = [each.id for each in queue.candidates(at.store, owner=at.owner, awake_at=at.now, strongest=strongest)]
        if not waiting:
            click.echo("Nothing waits.")
            return 0
        return _Review(at, waiting).run()


@dataclass
class _Review:
    """The walk through the candidates that waited when it began."""

    at: Opened
    waiting: list[str]
    place: int = 0
    decided: list[str] = field(default_factory=list)  # ids, in the order of their verdicts
    note: str = ""

    def run(self) -> int:
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
        while self.place < len(self.waiting):
            self.show(self.waiting[self.place])
            pressed = self.key()
            if pressed in {"q", "\x03", "\x04", "\x1b"}:
                break
            act = keys.get({"\r": "j", "\n": "j", "\x1b[B": "j", "\x1b[A": "k"}.get(pressed, pressed))
            if act is None:
                self.note = f"{pressed!r} is no key here. ? shows them all."
                continue
            try:
                act(self.waiting[self.place])
            except SeorapError as trouble:
                self.note = f"{trouble.title} {trouble.hint}"
                self.place += 1
        return self.leave()

    def key(self) -> str:
        try:
            return click.getchar()
        except (KeyboardInterrupt, EOFError):
            return "q"

    def show(self, name: str) -> None:
        from daemon.cli.printing import say
        from daemon.surfaces.terminal import card
        from storage import queue

        found = queue.candidate(self.at.store, name, owner=self.at.owner)
        proof = queue.evidence(self.at.store, found.scope, found.key, owner=self.at.owner)
        width = shutil.get_terminal_size().columns
        click.clear()
        title = f" {self.place + 1} of {len(self.waiting)} "
        click.echo(click.style(title.center(min(width, 100), "─"), bold=True))
        say("\n".join(card(found, proof, width)))
        if found.status != "pending":
            say(f"\n({found.status})")
        if self.note:
            say(f"\n{self.note}")
            self.note = ""
        click.echo("\n" + click.style(LEGEND, dim=True))

    def approve(self, name: str, body: str | None = None) -> None:
        from storage import queue

        at = self.at
        memory = queue.approve(
            at.store, name, author=at.author, now=at.now, body=body, owner=at.owner, policy=at.policy
        )
        self.done(name, f"Kept {memory.key}.")

    def edit(self, name: str) -> None:
        from storage import queue

        found = queue.candidate(self.at.store, name, owner=self.at.owner)
        text = click.edit(found.body + "\n", extension=".md")
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
        from storage import queue
        from storage.values import Quiet

        click.echo(
            "Never again:  k this key   r what its rule proposes   w this workspace   a this action   other: back"
        )
        what = NEVER.get(self.key())
        if what is None:
            return
        found = queue.never(
            self.at.store, name, Quiet(what), author=self.at.author, now=self.at.now, owner=self.at.owner
        )
        self.done(name, f"Never again: {what} of {found.key}.")
        self.drop_decided()

    def undo(self, _name: str) -> None:
        from storage import queue

        if not self.decided:
            self.note = "Nothing was decided here yet. `seorap undo` takes back older verdicts."
            return
        name = self.decided.pop()
        found = queue.undo(self.at.store, name, author=self.at.author, now=self.at.now, owner=self.at.owner)
        if name not in self.waiting:
            self.waiting.insert(self.place, name)
        self.place = self.waiting.index(name)
        self.note = f"Taken back: {found.key}."

    def forward(self, _name: str) -> None:
        self.place += 1

    def back(self, _name: str) -> None:
        self.place = max(0, self.place - 1)

    def explain(self, _name: str) -> None:
        self.note = HELP

    def done(self, name: str, note: str) -> None:
        self.decided.append(name)
        self.note = note
        self.place += 1

    def drop_decided(self) -> None:
        """`never` may have decided others that waited too: they are not shown any more."""
        from storage import queue

        pending = {each.id for each in queue.candidates(self.at.store, owner=self.at.owner, awake_at=self.at.now)}
        ahead = [each for each in self.waiting[self.place :] if each in pending]
        self.waiting = self.waiting[: self.place] + ahead

    def leave(self) -> int:
        from storage import queue

        click.clear()
        if self.note:
            click.echo(self.note)
        if self.decided:
            self.at.publish()
        left = len(queue.candidates(self.at.store, owner=self.at.owner, awake_at=self.at.now))
        click.echo(f"{len(self.decided)} decided, {left} wait.")
        return 0
