"""Where `seorap` begins: what a host starts again and again goes its own short way, all else to `main`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daemon.mcp.bridge import Post


def main() -> None:
    """Run the command line."""
    try:
        if sys.argv[1:] == ["mcp"]:
            sys.exit(mcp())
        from daemon.cli.main import main as whole

        whole()
    except KeyboardInterrupt:  # before the verb began: its modules were still being read
        sys.stderr.write("Stopped.\n")
        sys.exit(130)


def mcp() -> int:
    """Serve the host that started us until it ends."""
    from daemon.mcp.bridge import main as bridge
    from daemon.whereabouts import socket_here

    return bridge(socket_here(), _alone)


def _alone() -> Post:
    from daemon.mcp.alone import Alone

    return Alone()
