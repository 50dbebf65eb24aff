"""A notification server answers, where there is a desktop."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from daemon.doctor.finding import Finding, Patient, State

PATIENCE = 3.0
"""Seconds. A server that was never started is started by the bus when it is asked."""


def notices(patient: Patient) -> Iterator[Finding]:
    """It is asked for its name, which shows nothing on the screen."""
    current = patient.settings
    if not current.config.notices.enabled:
        yield Finding("notices", State.NOTE, "Desktop notices are turned off ([notices] enabled).")
    elif not current.notices:
        yield Finding("notices", State.NOTE, "There is no desktop here.", "What waits is told by: seorap status")
    elif sys.platform.startswith("linux"):
        name = _server()
        if name:
            yield Finding("notices", State.FINE, f"{name} shows them.")
        else:
            hint = "Candidates wait in the inbox all the same. Desktops bring one; without: install dunst."
            yield Finding("notices", State.TROUBLE, "No notification server answers on the session bus.", hint)


def _server() -> str:
    """The name the server gives itself; "" when none answers."""
    from jeepney import DBusAddress, MessageType, new_method_call  # noqa: PLC0415  only where there is a desktop
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415  as above

    name = "org.freedesktop.Notifications"
    server = DBusAddress("/org/freedesktop/Notifications", bus_name=name, interface=name)
    try:
        with open_dbus_connection("SESSION") as bus:
            answer = bus.send_and_get_reply(new_method_call(server, "GetServerInformation"), timeout=PATIENCE)
    except (OSError, KeyError, ValueError, TimeoutError):  # no bus, or an address that is none
        return ""
    return str(answer.body[0]) if answer.header.message_type is MessageType.method_return else ""
