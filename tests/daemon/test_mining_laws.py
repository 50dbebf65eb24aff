"""What a log proves does not depend on how it was read: in which pieces, in which order, or with what else in it."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classifiers.drafts import merged
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import Draft, Workspace
from daemon.pipeline import digest
from daemon.scanning import Scan
from daemon.sources.resume import Reason
from daemon.sources.tail import Batch
from storage.checkpoints import Checkpoint
from tests.corpus.samples import CORPUS, Sample, lines_of, samples

BOOK = packaged()
SAMPLES = samples()
STREAMS = [sample for sample in SAMPLES if not sample.format.whole]  # the others are read whole each time


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity="git:example.com/acme/shop", name="shop", root="/src/shop", part=re.sub(r"\W+", "-", cwd))


def drafts_of(sample: Sample, data: bytes, cuts: list[int]) -> tuple[Draft, ...]:
    """The drafts of a log that is read in pieces which end at the lines `cuts`."""
    lines = lines_of(data)
    point: Checkpoint | None = None
    found: list[Draft] = []
    carry = b""
    for start, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        following = Checkpoint(path=sample.path, format=sample.format.name, offset=end, lines=end, carry=carry)
        batch = Batch(
            path=sample.path,
            format=sample.format.name,
            lines=lines[start:end],
            previous=point,
            next=following,
            reason=Reason.GROWN,
            final=end == len(lines),
        )
        done = digest(batch, book=BOOK, place=place)
        found += done.drafts
        point, carry = done.step.next, done.step.next.carry
    return merged(found)


def told(drafts: tuple[Draft, ...]) -> list[tuple[object, ...]]:
    """What drafts say, whatever their order."""
    return sorted(
        (
            each.scope,
            each.key,
            each.type.value,
            each.body,
            each.confidence,
            sorted(proof.record for proof in each.evidence),
        )
        for each in drafts
    )


@pytest.mark.parametrize("sample", STREAMS, ids=lambda sample: f"{sample.format.name}-{sample.case}")
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_any_split_gives_the_same_drafts(sample: Sample, data: st.DataObject) -> None:
    """Batches may end at any line."""
    count = len(lines_of(sample.data))
    cuts = sorted(data.draw(st.lists(st.integers(0, count), max_size=4)))
    assert told(drafts_of(sample, sample.data, cuts)) == told(drafts_of(sample, sample.data, []))


def test_the_order_of_files_makes_no_difference() -> None:
    """The same drafts, word for word, with the same evidence in the same order."""
    files = sorted(CORPUS.glob("*/*.in"))

    def scanned(paths: list[Path]) -> list[tuple[object, ...]]:
        scan = Scan(book=BOOK, place=place)
        for path in paths:
            scan.file(path)
        return [(each.key, each.body, each.confidence, each.evidence) for each in scan.drafts()]

    whole = scanned(files)
    assert len(whole) > 10
    for seed in range(3):
        shuffled = files[:]
        random.Random(seed).shuffle(shuffled)
        assert scanned(shuffled) == whole


@pytest.mark.parametrize("sample", SAMPLES[::3], ids=lambda sample: f"{sample.format.name}-{sample.case}")
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_damage_never_raises(sample: Sample, data: st.DataObject) -> None:
    """Bytes cut out, doubled or overwritten anywhere give drafts or none."""
    raw = bytearray(sample.data)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw)))
        raw[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=20))
    assert isinstance(drafts_of(sample, bytes(raw), []), tuple)
