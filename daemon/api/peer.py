"""Which user is at the other end of a loopback connection.

A browser is started with its address on the command line, which every user of a Linux machine may read: without this a
ticket could be used by another user who is quicker. Other systems hand the address over in private.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

TABLE = Path("/proc/net/tcp")
_LOCAL, _REMOTE, _USER = 1, 2, 7  # columns of the kernel's table


def may_be_ours(client: tuple[str, int], server: tuple[str, int], table: Path = TABLE) -> bool:
    """False when the kernel says that `client`, an IPv4 address and port, belongs to another user."""
    wanted = (_named(*client), _named(*server))
    try:
        with table.open(encoding="ascii") as rows:
            for row in rows:
                columns = row.split()
                if (columns[_LOCAL], columns[_REMOTE]) == wanted:
                    return int(columns[_USER]) == os.getuid()
    except OSError:  # a system without that table
        return True
    return False


def _named(host: str, port: int) -> str:
    """As the table writes it: the address as one number in the machine's own byte order."""
    packed = socket.inet_aton(host)
    number = int.from_bytes(packed, "little" if socket.htons(1) != 1 else "big")
    return f"{number:08X}:{port:04X}"
