"""Finding memories by their words: the index in memory, kept in step with the one at rest."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from recall.meaning import Meaning
from recall.ranking import Ranking
from storage.engine import Store
from storage.errors import StoreFull, StoreReadOnly
from storage.search import WITH_PATHS, changed_since, refresh, state, unindexed
from storage.values import LOCAL, Owner


class Finder:
    """Finds an owner's active memories. Threads may share one; the first question fills it."""

    def __init__(self, store: Store, owner: Owner = LOCAL, meaning: Meaning | None = None) -> None:
        """`meaning` is asked when no word finds anything."""
        self.store = store
        self.owner = owner
        self.meaning = meaning
        self._ranking = Ranking()
        self._revision = 0
        self._lock = threading.Lock()

    @contextmanager
    def ranking(self) -> Iterator[Ranking]:
        """The words of all active memories, as the drawer holds them now: whatever was committed before is in it."""
        with self._lock:
            self._keep_in_step()
            yield self._ranking

    def has_paths(self, scopes: Iterable[str]) -> bool:
        """Is there a memory of these scopes that speaks of files?"""
        with self.ranking() as ranking:
            return any(True for _ in ranking.holding(WITH_PATHS, tuple(scopes)))

    def _keep_in_step(self) -> None:
        revision, waiting = state(self.store, owner=self.owner)
        if not waiting and revision == self._revision:
            return
        ahead = self._refreshed() if waiting else {}
        for entry in changed_since(self.store, self._revision, owner=self.owner):
            self._ranking.put((entry.scope, entry.key), entry.words)
            self._revision = max(self._revision, entry.revision)
        for place, words in ahead.items():
            self._ranking.put(place, words)

    def _refreshed(self) -> Mapping[tuple[str, str], Mapping[str, int]]:
        """Bring the index at rest up to date; where nothing can be stored, what it lacks."""
        try:
            refresh(self.store)
        except (StoreFull, StoreReadOnly):
            return unindexed(self.store, owner=self.owner)
        return {}
