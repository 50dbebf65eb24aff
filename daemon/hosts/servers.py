"""Where each host names its MCP servers, and how ours is written there."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from daemon.settings import Environment

NAME = "seorap"
MARK = '"daemon.cli","mcp"'
"""Stands in every entry of ours, as JSON without spaces."""
PASSED = ("SEORAP_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""What tells where the daemon's socket is: some hosts start their servers with next to no environment."""


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """A member `seorap` of an object in a JSON file."""

    file: Path
    path: tuple[str, ...]
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TomlEntry:
    """Lines at the end of a TOML file."""

    file: Path
    text: str


Entry = JsonEntry | TomlEntry


def entry(host: str, places: Environment, command: Sequence[str]) -> Entry | None:
    """The entry of that host; None when it has no place for one here, or a person named another server so."""
    make = _OF.get(host)
    environ = {name: places.named[name] for name in PASSED if name in places.named}
    return make(places, list(command), environ) if make else None


def _claude_code(places: Environment, command: list[str], environ: dict[str, str]) -> Entry | None:
    """The user's own scope, as `claude mcp add --scope user` writes it; a file that Claude Code made, or none."""
    file = (places.claude if "CLAUDE_CONFIG_DIR" in places.named else places.home) / ".claude.json"
    value = {"type": "stdio", "command": command[0], "args": command[1:], "env": environ}
    return JsonEntry(file, ("mcpServers",), value) if file.exists() else None


def _codex(places: Environment, command: list[str], environ: dict[str, str]) -> Entry | None:
    file = places.codex / "config.toml"
    lines = [f"[mcp_servers.{NAME}]", f"command = {json.dumps(command[0])}", f"args = {json.dumps(command[1:])}"]
    if environ:
        lines.append("env = { " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in environ.items()) + " }")
    text = "\n".join(lines) + "\n"
    return TomlEntry(file, text) if _may_hold(file) else None


def _may_hold(file: Path) -> bool:
    """Has it no server of our name but the one we put there? What is no TOML now is told where it is to be changed."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    servers = read.get("mcp_servers", {})
    known = servers.get(NAME) if isinstance(servers, dict) else servers
    return known is None or (isinstance(known, dict) and known.get("args", [])[-2:] == ["daemon.cli", "mcp"])


def _servers(file: Callable[[Environment], Path], **more: Any) -> Callable[..., Entry]:
    """A file with `mcpServers`, as most have it."""

    def make(places: Environment, command: list[str], environ: dict[str, str]) -> Entry:
        value = {**more, "command": command[0], "args": command[1:]} | ({"env": environ} if environ else {})
        return JsonEntry(file(places), ("mcpServers",), value)

    return make


def _opencode(places: Environment, command: list[str], environ: dict[str, str]) -> Entry:
    value = {"type": "local", "command": command, "enabled": True} | ({"environment": environ} if environ else {})
    file = places.config / "opencode" / "opencode.json"
    other = file.with_suffix(".jsonc")
    return JsonEntry(other if other.exists() and not file.exists() else file, ("mcp",), value)


_OF: Mapping[str, Callable[[Environment, list[str], dict[str, str]], Entry | None]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini-cli": _servers(lambda places: places.home / ".gemini" / "settings.json"),
    "cursor": _servers(lambda places: places.home / ".cursor" / "mcp.json"),
    "copilot-cli": _servers(lambda places: places.home / ".copilot" / "mcp-config.json", type="local", tools=["*"]),
    "opencode": _opencode,
}
"""By the host's name."""
