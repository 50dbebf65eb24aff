"""Which memories of an action that is asked for are meant, and which rules hold for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from recall.ranking import Place
from recall.weighing import CLEAR, SAID, Scale, kind_of

NEEDS_TARGET = frozenset({"auth", "ssh", "infra", "publish"})
"""Actions of which a machine knows many: they are only meant when the target is named too."""

THING = "db"
SAYS_MORE = frozenset({"migrate", "deploy"})
"""What can be done to a database. `db` is named after a thing, and a rule for one of these that names it is not for `db`."""


MANY = 4
"""So many parts leave no room for the rules among what is given."""


def meant(asked: Iterable[Place], hinted: AbstractSet[Place], scale: Scale) -> set[Place]:
    """Which of the memories of actions that are asked for or hinted at are meant: those whose target is named, or all.

    What speaks of less of the question than another one, and of nothing else, is not meant: the other one is. Nor is
    what speaks of nothing but its action where a target of another one is named; the workspace's own always may be.
    """
    found = set(hinted)
    for action, places in _by_action(asked).items():
        some = places
        if action in NEEDS_TARGET:
            some = [place for place in places if scale.named(place[1]) or scale.share(place) >= CLEAR]
        passed = outnamed(some, some, scale)
        some = [place for place in some if place not in passed]
        others = [place for place in some if scale.held(place)]
        found.update(place for place in some if not any(scale.outdone(place, other) for other in others))
    if any(scale.named(key) for _, key in found):
        return {place for place in found if scale.held(place) or scale.of_project(place[1])}
    return found


def outnamed(places: Iterable[Place], others: Iterable[Place], scale: Scale) -> set[Place]:
    """Of places those of an action of which another one's target is named, or more of it, or all of it and not of theirs."""
    named: dict[str, set[tuple[frozenset[str], bool]]] = defaultdict(set)
    for _, key in others:
        if kind_of(key)[-1] not in SAID and (said := scale.said_of(key)):
            named[kind_of(key)[-1]].add((said, scale.whole(key)))
    return {
        place
        for place in places
        for action in kind_of(place[1])[-1:]
        if any(
            scale.said_of(place[1]) < said or (whole and scale.said_of(place[1]) == said and not scale.whole(place[1]))
            for said, whole in named[action]
        )
    }


def beside(scale: Scale) -> frozenset[Place]:
    """Of what is asked for the parts that nothing is said of, where the project has the action itself or parts are many.

    What its own action speaks of too says nothing of a part: both are deployed to production.
    """
    found: set[Place] = set()
    for places in _by_action(scale.asked).values():
        own = [scale.held(place) for place in places if scale.of_project(place[1])]
        if own or len(places) >= MANY:
            shared = frozenset().union(*own)
            found.update(
                place
                for place in places
                if not (scale.of_project(place[1]) or scale.said_of(place[1])) and scale.held(place) <= shared
            )
    return frozenset(found)


def about(
    actions: AbstractSet[str], speaking: Mapping[str, AbstractSet[Place]], narrowed: Mapping[str, AbstractSet[Place]]
) -> frozenset[Place]:
    """The rules that speak of an action that is asked for; `speaking` has those that speak of each.

    Those in `narrowed` are for less than the action: one of integration tests is not for all tests.
    """
    found = {place for action in actions for place in speaking[action] - narrowed.get(action, frozenset())}
    if THING in actions:
        more = {place for action in SAYS_MORE - actions for place in speaking[action]}
        found -= more.difference(*(speaking[action] for action in actions - {THING}))
    return frozenset(found)


def _by_action(places: Iterable[Place]) -> Mapping[str, list[Place]]:
    found: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        found[kind_of(place[1])[-1]].append(place)
    return found
