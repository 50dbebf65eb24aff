"""The hosts that are answered. Another one is a file here and its line."""

from __future__ import annotations

from collections.abc import Mapping

from daemon.hosts import claude_code
from daemon.hosts.happening import Host

HOSTS: Mapping[str, Host] = {host.name: host for host in (claude_code.HOST,)}
