from __future__ import annotations

from classifiers.vocabulary import MemoryType
from storage import drawer, queue
from storage.drawer import Entry
from storage.intake import commit
from storage.status import Counts, Lines, counts
from storage.values import LOCAL, CandidateStatus, Judgement, MemoryStatus, Owner


def test_an_empty_store_counts_nothing(store):
    """All numbers are zero or empty, and nothing raises."""
    found = counts(store)
    assert found == Counts(size=found.size)


def test_the_numbers_add_up(store, make):
    """Candidates by status, memories by type and status, lines by format, and when the last commit was."""
    drafts = [make.draft("r1", "r2", key=f"test:{name}") for name in "abc"]
    names = commit(store, LOCAL, [make.step(*drafts, parsed=5, skipped=1)], now=make.now).created
    commit(store, LOCAL, [make.step(start=10, end=20, parsed=2, unknown=4)], now=make.days(1))
    queue.approve(store, names[0], author=make.person, now=make.now)
    queue.dismiss(store, names[1], author=make.person, now=make.now)
    drawer.write(store, Entry(key="rule:x", body="X", type=MemoryType.RULE), author=make.person, now=make.now)
    found = counts(store)
    assert found.candidates == dict.fromkeys(
        [CandidateStatus.PENDING, CandidateStatus.APPROVED, CandidateStatus.DISMISSED], 1
    )
    assert found.memories == {
        MemoryType.CAPABILITY: {MemoryStatus.ACTIVE: 1},
        MemoryType.RULE: {MemoryStatus.ACTIVE: 1},
    }
    assert found.verdicts == {Judgement.APPROVE: 1, Judgement.DISMISS: 1}
    assert found.formats == {"bash": Lines(parsed=7, skipped=1, unknown=4)}
    assert (found.sources, found.evidence, found.tombstones, found.last_commit) == (1, 6, 1, make.days(1))
    assert counts(store, owner=Owner("acme")).evidence == 0


def test_a_late_step_counts_no_lines(store, make):
    """Lines of a step that was left out are counted by whoever stored them."""
    for _ in range(2):
        commit(store, LOCAL, [make.step(parsed=5)], now=make.now)
    assert counts(store).formats == {"bash": Lines(5, 0, 0)}
