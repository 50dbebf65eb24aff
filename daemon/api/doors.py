"""The sockets: bound and listening, answered by nobody yet."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from classifiers.vocabulary import SeorapError

BACKLOG = 128  # knocks that wait while the server is imported
LOOPBACK = "127.0.0.1"


class NoDoor(SeorapError):
    """A socket cannot be opened; everything else goes on."""


def unix_door(path: Path) -> socket.socket:
    """A Unix socket at `path` that only this user may open; one that a dead process left there is replaced.

    It gets its name after it got its mode, so it is at no time open to others.

    Raises:
        NoDoor: when it cannot be made there.
    """
    if not hasattr(socket, "AF_UNIX"):
        raise NoDoor(
            "Python on this system makes no socket that is one person's own.",
            "Agents get no answer here; all else works.",
        )
    made = path.with_name(f"{path.name}.{os.getpid()}")
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made.unlink(missing_ok=True)
        door.bind(str(made))
        made.chmod(0o600)
        door.listen(BACKLOG)
        door.setblocking(False)
        made.replace(path)
    except OSError as trouble:
        door.close()
        made.unlink(missing_ok=True)
        raise NoDoor(
            f"The socket {path} cannot be made: {trouble.strerror or trouble}.",
            "Agents get no answer here; all else works. A shorter path in SEORAP_HOME may help.",
        ) from None
    return door


def loopback_door(port: int) -> socket.socket:
    """A TCP socket that only this machine reaches, at `port`, or at any free one when that is taken.

    Raises:
        NoDoor: when there is no loopback.
    """
    trouble: OSError | None = None
    for wanted in (port, 0):
        door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # the port of a daemon that just ended
            door.bind((LOOPBACK, wanted))
            door.listen(BACKLOG)
            door.setblocking(False)
        except OSError as refused:
            door.close()
            trouble = refused
        else:
            return door
    raise NoDoor(f"The inbox page cannot be served: {trouble}.", "In a terminal: seorap review")
