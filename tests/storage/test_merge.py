from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from storage.engine import open_store
from storage.intake import commit
from storage.merge import candidate_id
from storage.queue import candidates
from storage.tables import metadata
from storage.values import LOCAL, CandidateStatus, Owner

SPOTS = st.sampled_from(["deploy:a", "deploy:b"])
BODIES = st.sampled_from(["one", "two", "three"])


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("merge") / "seorap.sqlite") as store:
        yield store


def drafts(make):
    rows = st.builds(make.evidence, st.sampled_from("rstuv"), st.none() | st.integers(0, 3).map(make.days))
    return st.builds(
        lambda records, key, body, confidence: replace(make.draft(*records, key=key, body=body), confidence=confidence),
        st.lists(rows, min_size=1, max_size=3),
        SPOTS,
        BODIES,
        st.sampled_from([0.5, 0.9]),
    )


def dated(make, found):
    """Give equal records equal times, as they have in life: a record's key tells the record."""
    times = {name: day for day, name in enumerate("rstu")} | {"v": None}
    rows = tuple(
        replace(row, at=None if times[row.record] is None else make.days(times[row.record])) for row in found.evidence
    )
    return replace(found, evidence=rows)


def outcome(store, make, batches):
    with store.engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(delete(table))
    for number, batch in enumerate(batches):
        commit(store, LOCAL, [make.step(*batch, path=f"/{number}")], now=make.now)
    return sorted((one.model_dump() for one in candidates(store)), key=lambda one: one["key"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(data=st.data())
def test_the_order_and_grouping_of_commits_do_not_matter(shared, make, data):
    """However drafts are shuffled, batched and repeated, the same candidates come of them."""
    found = [dated(make, one) for one in data.draw(st.lists(drafts(make), min_size=1, max_size=6))]
    plain = outcome(shared, make, [found])
    mixed = data.draw(st.permutations(found))
    cut = data.draw(st.integers(0, len(mixed)))
    repeated = [data.draw(st.sampled_from(found))]
    assert outcome(shared, make, [mixed[:cut], repeated, mixed[cut:]]) == plain
    assert plain
    for one in plain:
        records = {row.record for draft in found if draft.key == one["key"] for row in draft.evidence}
        assert (one["seen"], one["status"]) == (len(records), CandidateStatus.PENDING)


def test_an_id_is_its_keys_and_can_be_typed():
    """The id depends on owner, scope and key alone, and holds only small letters and digits."""
    names = {
        candidate_id(owner, scope, key)
        for owner in (LOCAL, Owner("t"), Owner(user="u"))
        for scope in ("global", "git:x")
        for key in ("a:b", "a:c")
    }
    assert len(names) == 12
    assert all(len(name) == 12 and name.isalnum() and name == name.lower() for name in names)
    assert candidate_id(Owner(team="any"), "global", "a:b") == candidate_id(LOCAL, "global", "a:b")
