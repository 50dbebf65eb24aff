"""The parts of an installation. Another one is a file here and its line."""

from __future__ import annotations

from daemon.service.parts import Part, agents, folders, service, shell_hook

PARTS: tuple[Part, ...] = (folders.PART, service.PART, shell_hook.PART, agents.PART)
