from dataclasses import replace

import pytest

from daemon.sources.resume import Reason, Resume, digest, resume
from storage.checkpoints import Checkpoint

KNOWN = Checkpoint(path="/a", format="plain", offset=40, lines=4, anchor=digest(b"x" * 40), anchor_length=40, size=50)


def test_without_a_checkpoint_reading_starts_at_the_top():
    """A file never seen is read from its first byte."""
    assert resume(None, 99, None, path="/a") == Resume(0, 0, Reason.FIRST_SIGHT)


@pytest.mark.parametrize(
    ("size", "anchor", "path", "form", "expected"),
    [
        (60, KNOWN.anchor, "/a", "plain", Resume(40, 4, Reason.GROWN)),
        (40, KNOWN.anchor, "/a", None, Resume(40, 4, Reason.UNCHANGED)),
        (60, KNOWN.anchor, "/b", None, Resume(40, 4, Reason.MOVED)),
        (40, KNOWN.anchor, "/b", None, Resume(40, 4, Reason.MOVED)),
        (39, None, "/a", None, Resume(0, 0, Reason.TRUNCATED)),
        (60, "other", "/a", None, Resume(0, 0, Reason.REPLACED)),
        (60, None, "/a", None, Resume(0, 0, Reason.REPLACED)),
        (60, "other", "/b", None, Resume(0, 0, Reason.FIRST_SIGHT)),
        (39, None, "/b", None, Resume(0, 0, Reason.FIRST_SIGHT)),
        (60, KNOWN.anchor, "/a", "another", Resume(0, 0, Reason.REPLACED)),
    ],
)
def test_the_anchor_decides(size, anchor, path, form, expected):
    """Only the bytes before the offset prove continuity; everything else only names the reason."""
    assert resume(KNOWN, size, anchor, path=path, form=form) == expected


@pytest.mark.parametrize("hint", [{"inode": 7}, {"device": 7}, {"size": 7}, {"mtime_ns": 7}, {"head": "7"}])
def test_hints_decide_nothing(hint):
    """Another inode, size, time or head changes no decision."""
    assert resume(replace(KNOWN, **hint), 60, KNOWN.anchor, path="/a") == Resume(40, 4, Reason.GROWN)


def test_a_complete_artefact_that_grew_is_read_anew():
    """What was closed too early is read again from the top; one that did not grow is left alone."""
    done = replace(KNOWN, final=True)
    assert resume(done, 60, KNOWN.anchor, path="/a") == Resume(0, 0, Reason.REOPENED)
    assert resume(done, 40, KNOWN.anchor, path="/a") == Resume(40, 4, Reason.UNCHANGED)


def test_reasons_that_start_over_say_so():
    """Every reason that reads from the top hands out an empty carry."""
    fresh = {reason for reason in Reason if Resume(0, 0, reason).fresh}
    assert fresh == {Reason.FIRST_SIGHT, Reason.TRUNCATED, Reason.REPLACED, Reason.REOPENED}
