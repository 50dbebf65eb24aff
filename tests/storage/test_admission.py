"""What keeps a draft away is the same for who makes candidates and for who explains why there is none."""

from storage import queue
from storage.drawer import Entry, write
from storage.intake import commit
from storage.policy import DEFAULT
from storage.proposals import prospects
from storage.queue import candidates
from storage.values import LOCAL, Quiet


def outlook(store, make, draft, policy=DEFAULT):
    (found,) = prospects(store, LOCAL, [draft], now=make.now, policy=policy)
    return found


def test_a_draft_nobody_knows_has_nothing_in_its_way(store, make):
    """And nothing is stored by asking."""
    found = outlook(store, make, make.draft())
    assert (found.refused, found.memory, found.candidate) == (None, None, None)
    assert candidates(store) == []


def test_what_waits_and_what_is_remembered_are_told(store, make):
    """A candidate by its id and status, a memory by its status."""
    commit(store, steps=[make.step(make.draft())], now=make.now)
    (one,) = candidates(store)
    found = outlook(store, make, make.draft("r2"))
    assert (found.candidate, found.id) == ("pending", one.id)
    queue.approve(store, one.id, author=make.person, now=make.now)
    assert outlook(store, make, make.draft("r2")).memory == "active"


def test_each_kind_of_tombstone_says_who_laid_it(store, make):
    """Key, rule, workspace and action keep a draft away, with the person's name and the day."""
    for number, what in enumerate(Quiet):
        draft = make.draft(f"r{number}", key=f"a{number}:x", rule=f"rule{number}", scope=f"path:/{number}")
        commit(store, steps=[make.step(draft, path=f"/{number}")], now=make.now)
        (one,) = candidates(store)
        queue.never(store, one.id, what, author=make.person, now=make.now)
        refused = outlook(store, make, draft).refused
        assert refused is not None
        assert refused.obstacle == "quiet"
        assert f"the {what}" in refused.why
        assert "person:ann on 2025-06-01" in refused.why


def test_the_policy_says_what_it_denies(store, make):
    """Its own words are passed on."""
    refused = outlook(store, make, make.draft(confidence=0.1)).refused
    assert refused is not None
    assert (refused.obstacle, "unverified_guess is denied" in refused.why) == ("denied", True)


def test_a_memory_that_stands_is_not_kept_away_from_its_evidence(store, make):
    """A tombstone keeps candidates away, not what confirms a memory."""
    entry = Entry(key="deploy:acme", body="It deploys.", scope=make.scope)
    commit(store, steps=[make.step(make.draft())], now=make.now)
    queue.dismiss(store, candidates(store)[0].id, author=make.person, now=make.now)
    assert outlook(store, make, make.draft("r2")).refused is not None
    write(store, entry, author=make.person, now=make.now)
    assert outlook(store, make, make.draft("r2")).refused is None
