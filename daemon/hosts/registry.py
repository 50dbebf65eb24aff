"""The hosts that are answered. Another one is a file here and its line."""

from __future__ import annotations

from collections.abc import Mapping

from daemon.hosts import claude_code, codex, copilot_cli, cursor, gemini_cli, opencode
from daemon.hosts.happening import Host

_ALL: tuple[Host, ...] = (
    claude_code.HOST,
    codex.HOST,
    gemini_cli.HOST,
    cursor.HOST,
    copilot_cli.HOST,
    opencode.HOST,
)
HOSTS: Mapping[str, Host] = {host.name: host for host in _ALL}
