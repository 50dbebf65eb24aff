"""Error-time recall: a command failed with an error that a lesson knows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from classifiers.signatures.reading import Signature
from classifiers.tries import lessons_of
from classifiers.vocabulary import MemoryType
from recall.select import Chosen
from recall.staleness import missing
from storage.drawer import at_places

if TYPE_CHECKING:
    from recall.finding import Finder
    from recall.situation import Situation


def known(finder: Finder, situation: Situation, error: Signature, command: str) -> list[Chosen]:
    """The lesson about exactly this error of this command: this workspace's, or else one that holds everywhere.

    Usually none. What a sandbox may have refused the command counts after the error itself.
    """
    keys = lessons_of(command, error)
    places = [(scope, key) for key in keys for scope in situation.scopes]
    found = at_places(finder.store, places, owner=finder.owner)
    for memory in sorted(found, key=lambda each: places.index((each.scope, each.key))):
        if memory.type is MemoryType.LESSON and not missing(memory, situation.workspace, os.path.exists):
            return [Chosen(memory, 1.0, (f"this error is known: {error.name}",))]
    return []
