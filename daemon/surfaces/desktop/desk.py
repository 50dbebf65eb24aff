"""Between the cards and the store: what a card says, and what becomes of a pressed button. For a thread, never the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from classifiers.vocabulary import Actor, SeorapError
from daemon.publishing import publish_all
from daemon.settings import Settings
from daemon.surfaces.desktop.face import Able
from daemon.surfaces.desktop.pacing import DIGEST
from daemon.surfaces.desktop.wording import Wording, card, digest
from storage import queue
from storage.browsing import Pending
from storage.engine import Store
from storage.errors import AlreadyDecided, NotFound
from storage.policy import Policy
from storage.values import Author, Owner

log = structlog.get_logger()

LATER = timedelta(days=1)
"""How long the button *Later* puts a candidate off."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One person's queue, as their desktop sees it."""

    settings: Settings
    store: Store
    owner: Owner
    policy: Policy
    clock: Callable[[], datetime]

    def wording(self, name: str, awake: Sequence[Pending], able: Able) -> Wording:
        """What the card of that candidate says, or the digest of all that are awake.

        Raises:
            NotFound: when it was purged meanwhile.
        """
        if name == DIGEST:
            day = self.clock().astimezone().date()
            today = all(each.raised_at.astimezone().date() == day for each in awake)
            return digest(len(awake), today=today, buttons=able.buttons)
        found = queue.candidate(self.store, name, owner=self.owner)
        proof = queue.evidence(self.store, found.scope, found.key, owner=self.owner, limit=1)
        return card(found, proof, buttons=able.buttons, markup=able.markup)

    def judge(self, name: str, verb: str, seen: str) -> None:
        """A person's word by a button. What they read is what is kept; on what is decided already it changes nothing."""
        try:
            key = self._give(name, verb, seen)
        except (AlreadyDecided, NotFound) as trouble:
            log.info("card.late", why=trouble.title)
        else:
            log.info("card.judged", verb=verb, key=key)

    def link(self, name: str) -> str | None:
        """To the inbox page, at that card; None when no page is served."""
        from daemon.api.link import found_link  # noqa: PLC0415  an HTTP client, for the few who click

        try:
            return found_link(self.settings, self.clock(), candidate=name)
        except SeorapError as trouble:
            log.warning("page.unlinked", why=trouble.title)
            return None

    def _give(self, name: str, verb: str, seen: str) -> str:
        author, now = Author(Actor.PERSON, self.settings.user), self.clock()
        if verb == "approve":
            memory = queue.approve(
                self.store, name, author=author, now=now, body=seen, owner=self.owner, policy=self.policy
            )
            self._publish(memory.workspace)
            return memory.key
        if verb == "dismiss":
            return queue.dismiss(self.store, name, author=author, now=now, owner=self.owner).key
        until = (now + LATER).replace(minute=0, second=0, microsecond=0)
        return queue.snooze(self.store, name, until, author=author, now=now, owner=self.owner).key

    def _publish(self, root: str) -> None:
        if not self.settings.config.snapshot.enabled:
            return
        for each in publish_all(self.store, self.owner, self.settings, roots=(root,)):
            if each.trouble:
                log.warning("snapshot.failed", workspace=each.workspace, why=each.trouble)
