"""What a stat told, packed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daemon.sources.watched import Look

SIZES = st.integers(0, 2**63 - 1)
TIMES = st.integers(-(2**64), 2**65)  # before 1970, and past what 64 bits of nanoseconds hold
INODES = st.integers(0, 2**128 - 1)
DEVICES = st.integers(-(2**31), 2**64 - 1)


@given(SIZES, TIMES, INODES, DEVICES)
def test_every_number_comes_back(size: int, mtime_ns: int, inode: int, device: int) -> None:
    look = Look(size, mtime_ns, inode, device)
    assert (look.size, look.mtime_ns, look.inode, look.device) == (size, mtime_ns, inode, device)
    assert look.identity == (device, inode)


@given(st.tuples(SIZES, TIMES, INODES, DEVICES), st.tuples(SIZES, TIMES, INODES, DEVICES))
def test_any_difference_but_the_devices_is_a_change(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert Look(*one).same(Look(*other)) == (one[:3] == other[:3])
    assert Look(*one).same(Look(*one[:3], other[3]))
    assert not Look(*one).same(None)
