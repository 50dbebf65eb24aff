"""What verbs that touch the store begin with: settings, the open store, and who asks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from classifiers.vocabulary import GLOBAL, Actor, SeorapError, Workspace
from daemon import settings
from daemon.cli.printing import say
from daemon.opening import owner, policy, readable_store
from storage.engine import Store
from storage.policy import Policy
from storage.values import Author, Owner

if TYPE_CHECKING:
    from storage.tables import Memory


@dataclass(frozen=True, slots=True)
class Opened:
    """An open store, with all a verb has to know."""

    settings: settings.Settings
    store: Store
    owner: Owner
    author: Author
    policy: Policy
    now: datetime

    def later(self) -> Opened:
        """The same, at the time it is now: for a verb that waits for a person."""
        return replace(self, now=datetime.now(UTC))  # noqa: TID251  the verb is the edge where time comes in

    def person(self) -> Author:
        """The person whose verdict this is. Raises SeorapError in a shell that belongs to a coding agent."""
        if self.author.actor is not Actor.PERSON:
            raise SeorapError(
                f"A verdict is a person's word, and this shell belongs to {self.author.name}.",
                "Nothing was changed. Give it in a terminal of your own: seorap review",
            )
        return self.author

    def here(self, cwd: Path | None = None) -> Workspace:
        """The workspace the verb was called in."""
        from daemon.app import places

        try:
            folder = cwd or Path.cwd()
        except FileNotFoundError:
            raise SeorapError("The folder you are in is not there any more.", "Go to another one: cd") from None
        return places(self.settings)(str(folder), "")

    def gone(self, memories: Iterable[Memory]) -> dict[tuple[str, str], tuple[str, ...]]:
        """By scope and key what these memories name and their workspaces do not hold any more."""
        from daemon.app import places
        from recall.staleness import gone

        found = places(self.settings)
        return gone(memories, lambda folder: found(folder, ""), os.path.exists)

    def scope(self, name: str) -> str:
        """A scope a person typed: global, workspace (the one here), or an identity as lists print it."""
        return GLOBAL if name == GLOBAL else self.here().identity if name == "workspace" else name

    def publish(self, *roots: str) -> None:
        """Bring MEMORY.md of every workspace in step, and say where it changed."""
        from daemon.publishing import publish_all, when_changed

        if not self.settings.config.snapshot.enabled:
            return
        done = publish_all(self.store, self.owner, self.settings, roots=roots)
        when_changed(done, lambda text: say(text, err=True), asked=[root for root in roots if root])

    def name_untold(self) -> None:
        """After something was kept: say which agents used here are told nothing of it before they are set up."""
        from daemon.agent_pages import untold

        names: list[str] = []
        with suppress(SeorapError):  # a setting or receipt that cannot be read: the verdict stands, and doctor names it
            names = [host.name for host in untold(self.settings)]
        if names:
            say(
                f"{', '.join(names)}: used here, and told nothing yet. So that they are: seorap setup --agents",
                err=True,
            )


@contextmanager
def opened() -> Iterator[Opened]:
    """Open the store for one verb. One that cannot be written can still be read, and that is said at the end."""
    current = settings.load()
    with readable_store(current) as found:
        yield Opened(
            settings=current,
            store=found,
            owner=owner(current),
            author=Author(Actor.AGENT, current.agent) if current.agent else Author(Actor.PERSON, current.user),
            policy=policy(current),
            now=datetime.now(UTC),  # noqa: TID251  the verb is the edge where time comes in
        )
        if found.unwritable is not None:
            say(f"seorap: {found.unwritable.title} What is kept was read; nothing can be stored.", err=True)
