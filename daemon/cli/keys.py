"""One key from a terminal, while what is on the screen may change: over ssh too, where an arrow may arrive in pieces."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable

import click

EVERY = 0.2  # seconds between two looks at what changed
PIECES = 0.05  # seconds within which the rest of an escape sequence follows its first byte


def key(changed: Callable[[], bool]) -> str | None:
    """The next key; "" for the end of input, None when `changed()` is true, which is asked a few times a second.

    What was typed before is thrown away: nobody judges what they have not seen.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows
        return click.getchar()
    terminal = sys.stdin.fileno()
    try:
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal)
        try:
            while not _there(terminal, EVERY):
                if changed():
                    return None
            return _first(terminal)
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    except (OSError, termios.error):  # the window was closed, and nobody said so: that too is the end of input
        return ""


def _first(terminal: int) -> str:
    """The first key of what is there: a letter, or a whole sequence."""
    read = os.read(terminal, 32)
    while len(read) < 8 and (read == b"\x1b" or _cut(read)) and _there(terminal, PIECES):
        more = os.read(terminal, 32)
        if not more:
            break
        read += more
    text = read.decode(errors="replace")
    return text if text.startswith("\x1b") else text[:1]


def _cut(read: bytes) -> bool:
    """Does it end within a letter, or a sequence?"""
    try:
        read.decode()
    except UnicodeDecodeError as trouble:
        return trouble.end == len(read)
    return read in {b"\x1b[", b"\x1bO"}


def _there(terminal: int, seconds: float) -> bool:
    return bool(select.select([terminal], [], [], seconds)[0])
