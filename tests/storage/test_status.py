from __future__ import annotations

from classifiers.vocabulary import MemoryType
from storage import drawer, queue
from storage.drawer import Entry
from storage.intake import Step, checkpoints, commit
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


def test_files_that_are_not_understood_stay_known_until_they_are(store, make):
    """A file with three broken lines in a row, or with nothing else, is named by its format; one good line ends it."""
    one = make.point("/one", 10, lines=1, drift=1, mtime_ns=1)
    few = make.point("/few", 10, lines=9, drift=2, mtime_ns=2)
    many = make.point("/many", 10, lines=9, drift=3, mtime_ns=3)
    for point in (one, few, many):
        commit(store, LOCAL, [Step(None, point)], now=make.now)
    assert counts(store).drifted == {"bash": ["/many", "/one"]}
    assert sorted(point.path for point in checkpoints(store) if point.drifted) == ["/many", "/one"]
    commit(store, LOCAL, [Step(many, make.point("/moved", 20, lines=12))], now=make.now)
    assert counts(store).drifted == {"bash": ["/one"]}
    assert counts(store, owner=Owner("acme")).drifted == {}


def test_a_late_step_counts_no_lines(store, make):
    """Lines of a step that was left out are counted by whoever stored them."""
    for _ in range(2):
        commit(store, LOCAL, [make.step(parsed=5)], now=make.now)
    assert counts(store).formats == {"bash": Lines(5, 0, 0)}
