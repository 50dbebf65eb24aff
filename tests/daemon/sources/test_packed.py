"""Checkpoints packed and unpacked."""

import sys
from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from daemon.sources.packed import pack, unpack
from storage.checkpoints import Checkpoint

VALUES = {"str": st.text(), "int": st.integers(0, 2**63 - 1), "bytes": st.binary(), "bool": st.booleans()}
WIDE = st.integers(0, 2**128)  # file systems whose device and file numbers pass 64 bits


@given(
    st.builds(
        Checkpoint,
        **{each.name: VALUES[str(each.type)] for each in fields(Checkpoint)} | {"device": WIDE, "inode": WIDE},
    )
)
def test_it_comes_back_as_it_was_but_for_the_carry(checkpoint):
    """Whatever stands in it; the carry lies in the store alone."""
    assert unpack(checkpoint.path, pack(checkpoint)) == replace(checkpoint, carry=b"")


def test_it_is_small():
    """Ten thousand of them are two megabytes, however long their carries are."""
    checkpoint = Checkpoint(
        path="/a/b",
        format="claude_code",
        offset=2**31,
        lines=10_000,
        anchor="a" * 32,
        anchor_length=256,
        head="b" * 32,
        head_length=1024,
        device=2**40,
        inode=2**40,
        size=2**31,
        mtime_ns=2**60,
        carry=b"x" * 5000,
    )
    assert sys.getsizeof(pack(checkpoint)) < 200
