"""What a session should know from its start: the rules that hold here, and what this machine has proved it can do here."""

from __future__ import annotations

import os.path

from classifiers.vocabulary import MemoryType, Workspace
from recall.finding import Finder
from recall.gate import holding
from recall.select import Chosen, cost
from recall.situation import Situation
from recall.staleness import missing
from storage.drawer import foremost

KINDS = {
    MemoryType.RULE: "a rule that holds here",
    MemoryType.CAPABILITY: "proved on this machine",
    MemoryType.PROCEDURE: "it worked here",
}
"""What is told at a start, in this order, and why. The rest is recalled when it is asked for."""

MOST = 12  # memories of a type


def digest(finder: Finder, workspace: Workspace, *, budget: int) -> list[Chosen]:
    """Every constraint, and the foremost memories within `budget` tokens; a long one is passed over for shorter ones.

    What names something that is not there any more is left out, as in `recall.select`.
    """
    here = Situation(workspace=workspace)
    chosen = [Chosen(memory, 1.0, ("a constraint that holds here",)) for memory in holding(finder, here)]
    budget -= sum(cost(each.memory) for each in chosen)
    told = {(each.memory.scope, each.memory.key) for each in chosen}
    found = foremost(finder.store, KINDS.keys(), scopes=here.scopes, limit=MOST, owner=finder.owner)
    for kind, why in KINDS.items():
        for memory in (each for each in found if each.type is kind and (each.scope, each.key) not in told):
            if cost(memory) <= budget and not missing(memory, workspace, os.path.exists):
                budget -= cost(memory)
                chosen.append(Chosen(memory, 0.0, (why,)))
    return chosen
