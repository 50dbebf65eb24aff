"""How little memory and time this process takes: when it looks for garbage, gives memory back, and loads what."""

from __future__ import annotations

import ctypes
import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

_HASHES = ("_md5", "_sha1", "_sha2" if sys.version_info >= (3, 12) else "_sha256", "_sha3", "_blake2")
"""Python's own; some distributions leave them to OpenSSL."""
_NOW_AND_THEN = 2_000  # new objects between two looks; what runs long makes records, which hold no cycles
_ARENAS = -8
"""`M_ARENA_MAX` of glibc's malloc.h."""
_RARE = 100_000  # as good as never, for what ends in a moment


def lean() -> None:
    """To be called first by what runs long: leaves out 13 MB of what nothing here uses.

    That is asyncio's TLS, structlog's tracebacks in rich, the greenlets of SQLAlchemy's asynchronous engines, archives, and
    OpenSSL's hashes where Python has its own. Each library does without where these are not installed; whoever imports
    one of them later gets it.
    """
    gc.set_threshold(_NOW_AND_THEN)  # what is garbage while modules load would lie between them for good
    if sys.platform == "linux":
        choose = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
        if choose is not None:
            choose(_ARENAS, 1)  # glibc gives each thread a heap of its own, which holds on to what it once took: 3 MB
    modules: dict[str, Any] = sys.modules
    unused = ("ssl", "rich", "greenlet", "bz2", "lzma", *(("_hashlib",) if all(map(find_spec, _HASHES)) else ()))
    hidden = [name for name in unused if name not in modules]
    modules.update(dict.fromkeys(hidden))  # None is Python's own sign for "not there"
    try:
        for name in ("hashlib", "hmac", "asyncio", "structlog", "sqlalchemy.orm"):
            importlib.import_module(name)
    finally:
        for name in hidden:
            del modules[name]


@contextmanager
def rarely() -> Iterator[None]:
    """For a short verb: a quarter of its time was spent on looking for garbage.

    Nearly all it makes are modules, which live as long as it does, and they were looked through while they loaded and
    once more when the process ended.
    """
    gc.set_threshold(_RARE)
    try:
        yield
    finally:
        gc.freeze()


def steady() -> None:
    """For what runs long: look for garbage now and then, for records hold no cycles, and never among what is loaded."""
    gc.freeze()
    gc.set_threshold(_NOW_AND_THEN)


def give_back() -> None:
    """After much work: look once, and return what is free to the system, which the C library would keep for next time."""
    gc.collect()
    gc.freeze()  # what is there now stays, so that the next looks are quick
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)


def begin_anew() -> None:
    """Between two rounds of what runs long: also what was frozen while in use may be garbage now.

    Looking at all of it takes a tenth of a second and more, too long for a time when files are read.
    """
    gc.unfreeze()
    give_back()
