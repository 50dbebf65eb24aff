"""The user unit: its text for this machine, and what `systemctl --user` is asked to do with it."""

from __future__ import annotations

import re
from importlib import resources

from daemon.service.changes import Change, Link, Written
from daemon.service.machine import Answer, Machine, ask

UNIT = "seorap.service"
STEPS = 254  # the first version that knows RestartSteps=
BACKOFF = "RestartSec=2s\nRestartSteps=8\nRestartMaxDelaySec=5min"
PAUSE = "RestartSec=10s"
BY_HAND = (
    "No systemd user manager answers here ({}). At the next login with one it starts by itself; until then: seorap run"
)


def unit(machine: Machine, version: int) -> str:
    """The unit's text. `version` is systemd's: an older one has no growing pause between two restarts."""
    named = machine.settings.environment.named
    text = resources.files("daemon.service").joinpath("systemd", UNIT).read_text("utf-8")
    slots = {
        "@ENVIRONMENT@\n": "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in named.items()),
        "@EXEC@": " ".join(_quoted(word) for word in machine.command),
        "@BACKOFF@": BACKOFF if version >= STEPS else PAUSE,
    }
    return re.sub("|".join(map(re.escape, slots)), lambda slot: slots[slot[0]], text)


def changes(machine: Machine) -> tuple[Change, ...]:
    """The unit, and the link that starts it at login: the one `systemctl enable` makes, which needs a running manager."""
    folder = machine.settings.environment.config / "systemd" / "user"
    return (
        Written(folder / UNIT, unit(machine, _version()).encode()),
        Link(folder / "default.target.wants" / UNIT, str(folder / UNIT)),
    )


def runs() -> bool:
    """Does the manager have it running?"""
    return _systemctl("is-active", UNIT).ok


def begin(*, changed: bool) -> list[str]:
    """Start it and wait until it is ready."""
    manager = _systemctl("daemon-reload")
    if not manager.ok:
        return [BY_HAND.format(manager.text.splitlines()[0] if manager.text else "no answer")]
    started = _systemctl("restart" if changed else "start", UNIT)
    if started.ok:
        return ["The service runs: systemctl --user status seorap"]
    return [f"The service did not start: {started.text}", "See why: journalctl --user -u seorap"]


def end() -> list[str]:
    """Stop it."""
    _systemctl("stop", UNIT)
    return []


def ended() -> None:
    """The unit's file is gone."""
    _systemctl("daemon-reload")
    _systemctl("reset-failed", UNIT)


def _systemctl(*words: str) -> Answer:
    return ask("systemctl", "--user", *words)


def _version() -> int:
    found = re.match(r"systemd (\d+)", ask("systemctl", "--version").text)
    return int(found[1]) if found else 0


def _quoted(word: str) -> str:
    """A word of a unit file: specifiers and variables in it mean nothing. A line break cannot be written in one."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("\n", "\\n")
    return f'"{escaped}"'
