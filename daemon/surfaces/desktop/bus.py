"""Freedesktop notifications over the session bus (Desktop Notifications Specification 1.2), on one long-lived connection.

The same connection sends cards and hears of them: some servers answer nobody else, and others close the cards of whoever
left. Nothing here wakes up by itself; an idle connection costs a socket.

A pressed button is a person's word only when the bus itself says that it comes from the owner of the notification
server's name: the bus writes the sender into every message, and nobody can write another's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog
from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, message_bus, new_method_call
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from daemon.surfaces.desktop.face import Able, Closed, Eased, Event, Pressed, Unshown, Vanished
from daemon.surfaces.desktop.wording import Wording

log = structlog.get_logger()

NAME = "org.freedesktop.Notifications"
BUS = "org.freedesktop.DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"
SERVER = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=NAME)
PORTAL = DBusAddress(
    "/org/freedesktop/portal/desktop",
    bus_name="org.freedesktop.portal.Desktop",
    interface="org.freedesktop.portal.OpenURI",
)
PATIENCE = 3.0
"""Seconds. A server that was never started is started by the bus when it is asked; one that hangs is not waited for."""

HINTS = {"urgency": ("y", 1), "suppress-sound": ("b", True), "category": ("s", "x-seorap.candidate")}
RULES = (
    MatchRule(type="signal", sender=NAME, interface=NAME, path=SERVER.object_path),
    MatchRule(type="signal", sender=NAME, interface=PROPERTIES, path=SERVER.object_path),
)


@dataclass(frozen=True, slots=True)
class _Server:
    """Who answers to the name now."""

    owner: str  # its unique name, as the bus gives it
    place: str
    abilities: frozenset[str]


class Bus:
    """A face on the session bus. It connects when it is first asked."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self._connection: DBusConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self._server: _Server | None = None

    async def able(self) -> Able:
        """What the server can do, and whether it wants to be disturbed."""
        server = self._server or await self._ask()
        return Able(
            place=server.place,
            cards=True,
            buttons="actions" in server.abilities,
            markup="body-markup" in server.abilities,
            disturb=not await self._inhibited(),
        )

    async def show(self, wording: Wording, replaces: int) -> int:
        """Show it; a card that is gone already is shown anew."""
        words = [word for button in wording.buttons for word in button]
        body = ("Seorap", replaces, "", wording.title, wording.body, words, HINTS, -1)
        reply = await self._call(new_method_call(SERVER, "Notify", "susssasa{sv}i", body))
        return int(reply.body[0])

    async def close(self, handle: int) -> None:
        """Take it away; servers complain of one that is gone already."""
        if self._server is None:  # with the server its cards are gone
            return
        try:
            await self._call(new_method_call(SERVER, "CloseNotification", "u", (handle,)))
        except Unshown:
            return

    async def open(self, link: str) -> bool:
        """Through the desktop's portal, which knows the screen even where we do not."""
        try:
            await self._call(new_method_call(PORTAL, "OpenURI", "ssa{sv}", ("", link, {})))
        except Unshown:
            return False
        return True

    async def end(self) -> None:
        """Close the connection."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        self._drop()

    async def _ask(self) -> _Server:
        if self._connection is None:
            await self._connect()
        found = await self._call(new_method_call(SERVER, "GetCapabilities"))
        bus = await self._call(message_bus.GetId())
        owner = str(found.header.fields[HeaderFields.sender])
        self._server = _Server(owner, f"{bus.body[0]} {owner}", frozenset(map(str, found.body[0])))
        log.info("desktop.found", abilities=sorted(self._server.abilities))
        return self._server

    async def _inhibited(self) -> bool:
        """The server says that nobody wants to be disturbed; most cannot say."""
        asked = new_method_call(SERVER.with_interface(PROPERTIES), "Get", "ss", (NAME, "Inhibited"))
        try:
            reply = await self._call(asked)
        except Unshown:
            return False
        return bool(reply.body[0] == ("b", True))

    async def _connect(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                self._connection = await open_dbus_connection("SESSION")
        except (
            OSError,
            KeyError,
            ValueError,
            RuntimeError,
            EOFError,
            TimeoutError,
        ) as trouble:  # no bus, or an address that is none
            raise Unshown(f"No session bus answers: {trouble}.") from None
        self._listening = asyncio.ensure_future(self._listen(self._connection))
        changed = MatchRule(type="signal", sender=BUS, interface=BUS, member="NameOwnerChanged")
        changed.add_arg_condition(0, NAME)
        for rule in (*RULES, changed):
            await self._call(message_bus.AddMatch(rule))

    async def _call(self, message: Message) -> Message:
        connection = self._connection
        if connection is None:
            raise Unshown("The session bus is gone.")
        serial = next(connection.outgoing_serial)
        waiting = self._replies[serial] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(PATIENCE):
                await connection.send(message, serial=serial)
                reply = await waiting
        except (OSError, TimeoutError) as trouble:
            raise Unshown(f"The notification server does not answer: {trouble}.") from None
        finally:
            self._replies.pop(serial, None)
        if reply.header.message_type is MessageType.error:
            raise Unshown(f"The notification server refused: {reply.header.fields.get(HeaderFields.error_name)}.")
        return reply

    async def _listen(self, connection: DBusConnection) -> None:
        try:
            while True:
                self._take(await connection.receive())
        except Exception as trouble:  # noqa: BLE001  whatever a bus may send, the daemon goes on without it
            log.info("desktop.lost", why=type(trouble).__name__)
            self._drop()
            self._tell(Vanished())

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.writer.close()
        self._connection = self._server = None
        for each in self._replies.values():
            if not each.done():
                each.set_exception(Unshown("The session bus is gone."))

    def _take(self, message: Message) -> None:
        fields = message.header.fields
        waiting = self._replies.get(fields.get(HeaderFields.reply_serial, -1))
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif message.header.message_type is MessageType.signal:
            sender, member = fields.get(HeaderFields.sender), fields.get(HeaderFields.member)
            said = (fields.get(HeaderFields.interface), member, fields.get(HeaderFields.signature))
            if sender == BUS and said == (BUS, "NameOwnerChanged", "sss") and message.body[0] == NAME:
                self._changed(message.body)
            elif self._server is not None and sender == self._server.owner:
                self._hear(said, message.body)

    def _changed(self, body: Any) -> None:
        """Another server has the name, or none: its cards are gone, and its abilities are asked anew."""
        known, self._server = self._server, None
        self._tell(Vanished() if known is not None and body[1] == known.owner else Eased())

    def _hear(self, said: tuple[Any, Any, Any], body: Any) -> None:
        if said == (NAME, "ActionInvoked", "us"):
            self._tell(Pressed(body[0], body[1]))
        elif said == (NAME, "NotificationClosed", "uu"):
            self._tell(Closed(body[0]))
        elif said == (PROPERTIES, "PropertiesChanged", "sa{sv}as") and body[0] == NAME:
            self._tell(Eased())
