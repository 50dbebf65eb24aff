"""A desk: an agent that asks open doors, and what is kept behind them."""

from __future__ import annotations

import json
import socket
import time
from datetime import UTC, datetime

from classifiers.vocabulary import Actor, MemoryType
from storage.drawer import Entry, write
from storage.receipts import receipts
from storage.values import Author, Owner

OWNER = Owner(user="sam")
IDENTITY = "git:git.example.com/acme/blyck"


class Desk:
    def __init__(self, doors, client, folder) -> None:
        self.doors, self.client, self.folder = doors, client, folder
        self.store = doors.store

    def keep(self, key, body="", kind="fact", **more) -> None:
        entry = Entry(key=key, body=body or key, type=MemoryType(kind), **{"scope": IDENTITY, **more})
        write(self.store, entry, author=Author(Actor.PERSON, "sam"), now=datetime.now(UTC), owner=OWNER)

    def raw(self, event, body, host="claude-code", **headers):
        return self.client.post(f"/hooks/{host}/{event}", content=body, headers=headers)

    def ask(self, event, host="claude-code", headers=None, **said) -> dict:
        base = {"session_id": "s1", "cwd": str(self.folder), "hook_event_name": event}
        answer = self.raw(event, json.dumps(base | said), host, **(headers or {}))
        assert answer.status_code == 200
        return answer.json() if answer.content else {}

    def leave(self, event, host="claude-code", **said) -> None:
        """Ask, and go before the answer can come."""
        body = json.dumps({"session_id": "s1", "cwd": str(self.folder), "hook_event_name": event} | said).encode()
        head = f"POST /hooks/{host}/{event} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(str(self.doors.settings.socket))
            asking.sendall(head.encode() + body)

    def context(self, event, **said) -> str:
        return self.ask(event, **said).get("hookSpecificOutput", {}).get("additionalContext", "")

    def receipts(self, number):
        """They are written after the answer was sent."""
        deadline = time.monotonic() + 20
        while len(found := receipts(self.store, owner=OWNER)) < number:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return found
