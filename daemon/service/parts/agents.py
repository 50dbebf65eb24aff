"""The coding agents of this home ask Seorap through their own hooks.

Their settings name one small program of ours, which reaches the daemon and says nothing when it cannot.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from daemon.config import ConfigError
from daemon.hosts.fields import at
from daemon.hosts.happening import Host, Plugin, Switch
from daemon.hosts.registry import HOSTS
from daemon.hosts.servers import MARK, NAME, JsonEntry, TomlEntry, entry
from daemon.service import jsonc
from daemon.service.changes import Block, Change, Written
from daemon.service.machine import Machine
from daemon.service.merged import Merged
from daemon.service.receipt import Item


class Agents:
    """See the module."""

    name = "agents"
    says = "let the coding agents that are used here ask, through their hooks and MCP, what is remembered"

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """The program, and the settings of each agent that has a folder here."""
        hosts = used(machine)
        if not hosts:
            return ()
        program = Written(program_of(machine), _program(machine).encode(), mode=0o700)
        return (program, *(change for host in hosts for change in _changes(machine, host)))

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:
        """Agents read their settings when they start."""
        hosts = used(machine)
        if not hosts:
            return ["No coding agent that Seorap knows is used here."]
        names = ", ".join(host.name for host in hosts)
        told = [f"New sessions of {names} are told what is remembered; those that run may not be."] if changed else []
        told += [f"{host.name} runs its hooks when you {host.first}." for host in hosts if host.first and changed]
        return told + [
            f"{host.name} runs no hooks, for {why}: only MCP and its own files tell it." for host, why in deaf(machine)
        ]

    def end(self, machine: Machine) -> list[str]:  # noqa: ARG002  nothing runs
        """Nothing to do."""
        return []

    def ended(self, machine: Machine) -> None:
        """Nothing to do."""


def used(machine: Machine) -> list[Host]:
    """The hosts whose settings have a place here, unless they are not wanted.

    Raises:
        ConfigError: when `[agents] hosts` names one that there is not.
    """
    for name in machine.settings.config.agents.hosts:
        if name not in {"all", *HOSTS}:
            raise ConfigError(
                f"{machine.settings.config_file}: `agents.hosts` names {name!r}, which is no agent that can ask.",
                f"Nothing was changed. Take all, or some of: {', '.join(HOSTS)}.",
            )
    return list(_used(machine))


def _used(machine: Machine) -> Iterator[Host]:
    wanted = machine.settings.config.agents.hosts
    for host in HOSTS.values():
        if ("all" in wanted or host.name in wanted) and host.folder(machine.settings.environment).is_dir():
            yield host


def deaf(machine: Machine) -> list[tuple[Host, str]]:
    """The hosts that are used here and whose hooks a person stopped, and by which setting."""
    found = []
    for host in used(machine):
        folder = host.folder(machine.settings.environment)
        off = [each for each in host.switches if _stands(folder / each.file, each)]
        if off:
            found.append((host, f"{folder / off[0].file} says {'.'.join(off[0].names)} = {str(off[0].stops).lower()}"))
    return found


def _stands(file: Path, switch: Switch) -> bool:
    """Does the setting stop hooks? What cannot be read stops nothing: the host itself will say so."""
    try:
        text = file.read_text(encoding="utf-8")
        value = tomllib.loads(text) if file.suffix == ".toml" else jsonc.parse(text).plain()
    except (OSError, ValueError):
        return False
    return at(value, *switch.names) is switch.stops


def program_of(machine: Machine) -> Path:
    """Where the program stands that hooks run."""
    return machine.state / "agent-hook"


def _program(machine: Machine) -> str:
    text = _template("agent.sh")
    ask = Path(str(resources.files("daemon.service").joinpath("hooks", "ask.py")))
    slots = {"SOCKET": machine.settings.socket.absolute(), "PYTHON": machine.interpreter, "ASK": ask}
    for slot, value in slots.items():
        text = text.replace(f"@{slot}@", shlex.quote(str(value)))
    return text


def _template(name: str) -> str:
    return resources.files("daemon.service").joinpath("hooks", name).read_text("utf-8")


def _changes(machine: Machine, host: Host) -> Iterator[Change]:
    """Its hooks and its MCP entry; one change for each file."""
    program = shlex.quote(str(program_of(machine)))
    places = machine.settings.environment
    wanted = host.installs(places, lambda event: f"{program} {host.name} {event}")
    server = entry(host.name, places, machine.bridge)
    items: dict[Path, list[Item]] = {}
    news: dict[Path, str] = {}
    if isinstance(wanted, Plugin):
        text = _template(wanted.template).replace("@SOCKET@", json.dumps(str(machine.settings.socket.absolute())))
        yield Written(wanted.file, text.encode())
    else:
        items[wanted.file] = [Item(path, value) for path, value in wanted.items]
        news[wanted.file] = wanted.new
    if isinstance(server, JsonEntry):
        items.setdefault(server.file, []).append(Item(server.path, server.value, NAME))
    for file, some in items.items():
        yield Merged(file, tuple(some), marks=(program, MARK), new=news.get(file, "{}\n"))
    if isinstance(server, TomlEntry):
        yield Block(server.file, server.text, toml=True)


PART = Agents()
