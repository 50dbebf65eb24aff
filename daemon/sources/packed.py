"""Checkpoints as they lie in memory: packed, because ten thousand are held for each one that is read.

Packed, a checkpoint takes 120 bytes beside its path; as an object 700. The carry, which may be long, is left out: it
lies in the store, and whoever reads on asks for it there.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

import msgspec

from storage.checkpoints import Checkpoint

_HASHES = ("anchor", "head")
_FIELDS = tuple(name for name in Checkpoint.__slots__ if name not in {"path", "device", "inode", "carry", *_HASHES})
_FORMAT, _OFFSET, _SIZE, _MTIME = (_FIELDS.index(name) for name in ("format", "offset", "size", "mtime_ns"))
_values = attrgetter(*_FIELDS)
_encode_into = msgspec.msgpack.Encoder().encode_into
_buffer = bytearray()
_decode = msgspec.msgpack.Decoder().decode


class Glance(NamedTuple):
    """What every look compares a file with; the rest of its checkpoint is unpacked when it is read."""

    format: str
    offset: int
    inode: int
    size: int
    mtime_ns: int


def glance(packed: bytes) -> Glance:
    """The least of a packed checkpoint: ten thousand files are looked at in the time of one start."""
    _, inode, _, _, *rest = _decode(packed)
    return Glance(rest[_FORMAT], rest[_OFFSET], int(inode), rest[_SIZE], rest[_MTIME])


def identity_of(packed: bytes) -> tuple[int, int]:
    """Device and inode of a packed checkpoint."""
    device, inode, *_ = _decode(packed)
    return int(device), int(inode)


def pack(checkpoint: Checkpoint) -> bytes:
    """The checkpoint without its path and its carry. Device and inode may pass the 64 bits of a packed number, so they go as text."""
    hashes = _short(checkpoint.anchor), _short(checkpoint.head)
    _encode_into((str(checkpoint.device), str(checkpoint.inode), *hashes, *_values(checkpoint)), _buffer)
    return bytes(_buffer)  # what the encoder itself returns keeps the half kilobyte it was written into


def unpack(path: str, packed: bytes) -> Checkpoint:
    """The checkpoint of `path` that was packed; its carry is empty."""
    device, inode, anchor, head, *rest = _decode(packed)
    return Checkpoint(
        path=path,
        device=int(device),
        inode=int(inode),
        anchor=_long(anchor),
        head=_long(head),
        **dict(zip(_FIELDS, rest, strict=True)),
    )


def _short(digest: str) -> bytes | str:
    """A hash in half its length; whatever is none of ours as it is."""
    try:
        short = bytes.fromhex(digest)
    except ValueError:
        return digest
    return short if short.hex() == digest else digest


def _long(short: bytes | str) -> str:
    return short if isinstance(short, str) else short.hex()
