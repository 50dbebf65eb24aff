"""Quieter with use: the more of a rule's proposals a person turns down, the surer the next one has to be.

For each rule and scope the verdicts make a Beta posterior of approval. Its prior is the rule's own record in the other
scopes, and theirs is that most proposals are welcome, so a rule that is junk everywhere is met with doubt in a new
repository, and one approval counts for more there than ten dismissals far away. Two dismissals never raise a bar, and
no bar is so high that what is seen in session after session would not pass it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, func, or_, select

from classifiers.vocabulary import Draft
from storage.engine import Store
from storage.spots import Spot, at_spots
from storage.tables import table
from storage.values import LOCAL, Judgement, Owner, Quiet

WELCOME = (3.0, 1.0)
"""The Beta prior of a rule nobody has judged: three of four proposals are welcome."""
FAR = 0.5
"""What a verdict in another scope counts for in the prior of this one."""
PRIOR = 4.0
"""How many verdicts of this scope its prior weighs, whatever number made it."""
FEWEST = 3
"""Dismissals of a rule, anywhere, before any bar is raised."""
FAIR = 0.5
"""Expected approval at which no bar is raised; one of half of that is the highest bar's."""
HEIGHTS = (0.5, 0.95)
"""The lowest and the highest bar, as confidences."""
DOUBT = 0.7
"""What is left of a draft's doubt for each further session it was seen in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How sure a draft of this rule must be in this scope, and the verdicts that made it so."""

    rule: str
    scope: str
    height: float  # a confidence; 0.0 where no bar is raised
    approved: int
    dismissed: int


def height(approved: int, dismissed: int, elsewhere: tuple[int, int] = (0, 0)) -> float:
    """The bar after these verdicts; `elsewhere` are the rule's approvals and dismissals in other scopes."""
    if dismissed + elsewhere[1] < FEWEST:
        return 0.0
    prior = (WELCOME[0] + FAR * elsewhere[0]) / (sum(WELCOME) + FAR * sum(elsewhere))
    mean = (PRIOR * prior + approved) / (PRIOR + approved + dismissed)
    if mean >= FAIR:
        return 0.0
    share = min((FAIR - mean) / (FAIR / 2), 1.0)
    return round(HEIGHTS[0] + share * (HEIGHTS[1] - HEIGHTS[0]), 3)


def strength(confidence: float, sessions: int) -> float:
    """How sure a draft is that was seen in so many sessions (at least 1)."""
    return 1 - (1 - confidence) * DOUBT ** (max(sessions, 1) - 1)


class Bars:
    """The bars of some rules at one moment."""

    def __init__(self, connection: Connection, owner: Owner, rules: Collection[str] | None = None) -> None:
        """`rules` names those that matter; None means all."""
        self._here: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
        self._all: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for rule, scope, judgement, number in _verdicts(connection, owner, rules):
            place = 0 if judgement is Judgement.APPROVE else 1
            self._here[rule, scope][place] += number
            self._all[rule][place] += number

    def bar(self, rule: str, scope: str) -> Bar:
        """The bar of the rule in the scope. What no rule made has none."""
        approved, dismissed = self._here.get((rule, scope), (0, 0))
        every = self._all.get(rule, (0, 0))
        elsewhere = (every[0] - approved, every[1] - dismissed)
        return Bar(
            rule=rule,
            scope=scope,
            height=height(approved, dismissed, elsewhere) if rule else 0.0,
            approved=approved,
            dismissed=dismissed,
        )

    def raised(self) -> list[Bar]:
        """The bars that verdicts raised in their own scope, the highest first."""
        found = [self.bar(rule, scope) for rule, scope in self._here]
        return sorted((bar for bar in found if bar.height), key=lambda bar: (-bar.height, bar.rule, bar.scope))


def raised(store: Store, *, owner: Owner = LOCAL) -> list[Bar]:
    """All bars that are raised now."""
    with store.reading() as db:
        return Bars(db.connection(), owner).raised()


def _verdicts(
    connection: Connection, owner: Owner, rules: Collection[str] | None
) -> Iterable[tuple[str, str, Judgement, int]]:
    """The verdicts that stand, counted by rule, scope and judgement; silencing a workspace or action judges no rule."""
    if rules is not None and not any(rules):
        return []
    said, judged = table("verdict").c, table("candidate").c
    undone = select(said.undoes).where(said.tenant == owner.tenant, said.user == owner.user, said.undoes.is_not(None))
    about_the_rule = said.what.in_([Quiet.KEY.value, Quiet.RULE.value])
    chosen = (
        select(judged.rule, judged.scope, said.judgement, func.count())
        .where(said.tenant == owner.tenant, said.user == owner.user, said.seq.not_in(undone))
        .where(judged.tenant == said.tenant, judged.user == said.user, judged.id == said.candidate, judged.rule != "")
        .where(
            or_(
                said.judgement.in_([Judgement.APPROVE, Judgement.DISMISS]),
                and_(said.judgement == Judgement.NEVER, about_the_rule),
            )
        )
        .group_by(judged.rule, judged.scope, said.judgement)
    )
    if rules is not None:
        chosen = chosen.where(judged.rule.in_(sorted(rules)))
    return ((rule, scope, judgement, number) for rule, scope, judgement, number in connection.execute(chosen))


@dataclass(frozen=True, slots=True)
class Low:
    """How far a draft is from the bar of its rule and scope."""

    bar: Bar
    strength: float  # its confidence, raised by how often it was seen
    sessions: int


def low(connection: Connection, owner: Owner, spots: Mapping[Spot, Sequence[Draft]]) -> dict[Spot, Low]:
    """The spots of which no draft reaches its bar: their evidence is kept, and may lift them over it one day."""
    bars = Bars(connection, owner, {draft.rule for drafts in spots.values() for draft in drafts})
    doubted = {spot: [(draft, bars.bar(draft.rule, draft.scope)) for draft in drafts] for spot, drafts in spots.items()}
    doubted = {spot: found for spot, found in doubted.items() if all(bar.height for _, bar in found)}
    sessions = _sessions(connection, owner, doubted)
    found: dict[Spot, Low] = {}
    for spot, drafts in doubted.items():
        for draft, _ in drafts:
            sessions[spot].update(evidence.session or evidence.record for evidence in draft.evidence)
        seen = len(sessions[spot])
        nearest = max((Low(bar, strength(draft.confidence, seen), seen) for draft, bar in drafts), key=_reach)
        if _reach(nearest) < 0:
            found[spot] = nearest
    return found


def _reach(low: Low) -> float:
    return low.strength - low.bar.height


def _sessions(connection: Connection, owner: Owner, spots: Collection[Spot]) -> dict[Spot, set[str]]:
    """The sessions that speak for each; a record without one stands for itself."""
    found: dict[Spot, set[str]] = {spot: set() for spot in spots}
    target = table("evidence")
    columns = target.c
    name = case((columns.session != "", columns.session), else_=columns.record)
    for condition in at_spots(target, owner, spots):
        chosen = select(columns.scope, columns.key, name).where(condition).distinct()
        for scope, key, session in connection.execute(chosen):
            found[scope, key].add(session)
    return found
