"""A notification server answers, where there is a desktop, and what it can do."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from daemon.doctor.finding import Finding, Patient, State

PATIENCE = 3.0
"""Seconds. A server that was never started is started by the bus when it is asked."""


def notices(patient: Patient) -> Iterator[Finding]:
    """It is asked for its name and abilities, which shows nothing on the screen."""
    current = patient.settings
    if not current.config.notices.enabled:
        yield Finding("notices", State.NOTE, "Desktop notices are turned off ([notices] enabled).")
    elif not current.notices:
        told = "the next prompt of a recorded shell" if current.config.notices.prompt_hint else "seorap status"
        hint = "[notices] prompt_hint = true tells it before a prompt, too."
        yield Finding(
            "notices",
            State.NOTE,
            f"There is no desktop here. What waits is told by: {told}",
            "" if current.config.notices.prompt_hint else hint,
        )
    elif sys.platform.startswith("linux"):
        yield _server(current.config.notices.quiet)


def _server(quiet: str) -> Finding:
    found = _asked()
    if found is None:
        hint = "Candidates wait in the inbox all the same. Desktops bring one; without: install dunst."
        return Finding("notices", State.TROUBLE, "No notification server answers on the session bus.", hint)
    name, abilities = found
    hours = f", not from {quiet.replace('-', ' to ')}" if quiet else ""
    if "actions" in abilities:
        return Finding("notices", State.FINE, f"{name} shows cards with buttons{hours}.")
    hint = "Decide in the inbox, or use a server with actions."
    return Finding("notices", State.FINE, f"{name} shows cards{hours}, but has no buttons.", hint)


def _asked() -> tuple[str, frozenset[str]] | None:
    """The name the server gives itself, and its abilities; None when none answers."""
    from jeepney import DBusAddress, MessageType, new_method_call  # noqa: PLC0415  only where there is a desktop
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415  as above

    name = "org.freedesktop.Notifications"
    server = DBusAddress("/org/freedesktop/Notifications", bus_name=name, interface=name)
    calls = [new_method_call(server, member) for member in ("GetServerInformation", "GetCapabilities")]
    try:
        with open_dbus_connection("SESSION") as bus:
            answers = [bus.send_and_get_reply(call, timeout=PATIENCE) for call in calls]
    except (OSError, KeyError, ValueError, RuntimeError, EOFError, TimeoutError):  # no bus, or no address of one
        return None
    if any(answer.header.message_type is not MessageType.method_return for answer in answers):
        return None
    return str(answers[0].body[0]), frozenset(map(str, answers[1].body[0]))
