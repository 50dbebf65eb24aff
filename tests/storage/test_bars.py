"""Quieter with use: what people turn down has to be surer, never for good, and a later approval takes it back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import queue
from storage.bars import FEWEST, HEIGHTS, height, raised, strength
from storage.intake import commit
from storage.policy import DEFAULT
from storage.proposals import prospects
from storage.queue import candidates
from storage.tombstones import Stone, lift
from storage.values import LOCAL, Quiet

counts = st.integers(0, 200)


@given(counts, counts, counts, counts)
def test_a_bar_is_bounded_and_moves_with_the_verdicts(approved, dismissed, approved_far, dismissed_far):
    """One more dismissal never lowers it, one more approval never raises it, here or elsewhere."""
    far = (approved_far, dismissed_far)
    bar = height(approved, dismissed, far)
    assert bar == 0 or HEIGHTS[0] <= bar <= HEIGHTS[1]
    assert height(approved, dismissed + 1, far) >= bar
    assert height(approved + 1, dismissed, far) <= bar
    assert height(approved, dismissed, (approved_far, dismissed_far + 1)) >= bar
    assert height(approved, dismissed, (approved_far + 1, dismissed_far)) <= bar


@given(st.integers(0, FEWEST - 1), st.integers(0, FEWEST - 1), counts)
def test_two_dismissals_silence_nothing(here, far, approved):
    """However they are spread."""
    if here + far < FEWEST:
        assert height(approved, here, (0, far)) == 0


@given(st.floats(0.3, 0.99), counts, counts)
def test_no_bar_is_too_high_for_what_is_seen_again_and_again(confidence, dismissed, far):
    """What is proved in session after session passes the highest bar."""
    assert any(strength(confidence, sessions) >= height(0, dismissed, (0, far)) for sessions in range(1, 12))


def test_one_approval_recovers_what_is_sure():
    """After eight dismissals a rule's sure proposals are quiet; one approval lets them through again."""
    assert height(0, 8) > 0.9
    assert height(1, 8) < 0.9


def test_an_approval_here_outweighs_dismissals_elsewhere():
    """A rule that is junk in other repositories starts doubted in a new one, and one welcome there is heard."""
    assert height(0, 0, (0, 20)) == HEIGHTS[1]
    assert height(1, 0, (0, 20)) < 0.9


class Told:
    """A store where one rule's proposals are judged, a file each."""

    def __init__(self, store, make):
        self.store, self.make, self.number = store, make, 0

    def see(self, *, key="", scope="", session="", confidence=0.7):
        self.number += 1
        proof = self.make.evidence(f"r{self.number}", session=session or f"s{self.number}")
        draft = self.make.draft(
            proof,
            key=key or f"rule:k{self.number}",
            scope=scope or self.make.scope,
            rule="order",
            confidence=confidence,
        )
        done = commit(self.store, steps=[self.make.step(draft, path=f"/{self.number}")], now=self.make.now)
        return draft, done

    def dismissed(self, times, **more):
        for _ in range(times):
            _, done = self.see(confidence=0.99, **more)
            queue.dismiss(self.store, done.created[0], author=self.make.person, now=self.make.now)


@pytest.fixture
def told(store, make):
    """A store and a rule in it."""
    return Told(store, make)


def test_what_is_dismissed_again_and_again_grows_quiet(store, make, told):
    """Below the bar nothing is proposed, the evidence stays, and both status and explain can say so."""
    told.dismissed(2)
    assert told.see()[1].created
    told.dismissed(4)
    draft, done = told.see()
    assert (done.created, done.low, done.evidence) == ((), 1, 1)
    (bar,) = raised(store)
    assert (bar.rule, bar.scope, bar.dismissed, bar.approved) == ("order", make.scope, 6, 0)
    (found,) = prospects(store, LOCAL, [draft], now=make.now, policy=DEFAULT)
    assert (found.low.bar, found.low.sessions, found.refused) == (bar, 1, None)


def test_seen_in_enough_sessions_it_is_proposed_all_the_same(told):
    """Evidence below the bar adds up; ten records of one session are one word."""
    told.dismissed(6)
    for _ in range(10):
        assert not told.see(key="rule:again", session="one")[1].created
    proposed = [told.see(key="rule:again")[1].created for _ in range(8)]
    assert any(proposed)


def test_an_approval_lowers_the_bar_and_an_undo_forgets_a_verdict(store, make, told):
    """The posterior is of the verdicts that stand."""
    told.dismissed(8)
    high = raised(store)[0].height
    _, done = told.see(confidence=0.99)
    queue.approve(store, done.created[0], author=make.person, now=make.now)
    assert raised(store)[0].height < high
    queue.undo(store, done.created[0], author=make.person, now=make.now)
    assert raised(store)[0].height == high
    for _ in range(6):
        queue.undo(store, author=make.person, now=make.now)
    assert raised(store) == []


def test_one_rule_in_one_workspace_grows_quiet_and_no_other(make, told):
    """Another rule, and three dismissals' worth of another workspace, are proposed as before."""
    told.dismissed(4)
    other = make.draft("x1", key="rule:x", rule="other", confidence=0.7)
    assert commit(told.store, steps=[make.step(other, path="/x")], now=make.now).created
    assert told.see(scope="git:host/ann/new")[1].created


def test_what_waits_already_is_not_taken_away(store, make, told):
    """A bar keeps new candidates away; one that waits still gathers evidence."""
    _, first = told.see(key="rule:waits")
    told.dismissed(8)
    _, more = told.see(key="rule:waits")
    assert more.raised == first.created
    assert candidates(store)[0].seen == 2


def test_a_silenced_workspace_says_nothing_of_its_rules(store, make):
    """`never` of a workspace or an action is no verdict on the rule; of a key or the rule itself it is."""
    for number, what in enumerate((Quiet.WORKSPACE, Quiet.ACTION, Quiet.KEY, Quiet.RULE)):
        draft = make.draft(f"n{number}", key=f"a{number}:x", scope=f"git:h/{number}", rule="order", confidence=0.99)
        (name,) = commit(store, steps=[make.step(draft, path=f"/n{number}")], now=make.now).created
        queue.never(store, name, what, author=make.person, now=make.now)
    lift(store, Stone(Quiet.RULE, "order"))
    assert raised(store) == []  # two verdicts on the rule; four would raise it


def test_what_no_rule_made_has_no_bar(store, make, told):
    """An agent's own proposal is judged by a person each time."""
    told.dismissed(8)
    by_hand = make.draft("h1", key="fact:h", rule="", confidence=0.4)
    assert commit(store, steps=[make.step(by_hand, path="/h")], now=make.now).created
