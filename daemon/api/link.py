"""The way from a command or a card to the page: a link that opens it once."""

from __future__ import annotations

import http.client
import secrets
from contextlib import closing
from datetime import datetime
from urllib.parse import urlencode

import msgspec

from daemon.api.address import Address, read_address
from daemon.api.doors import LOOPBACK
from daemon.api.tokens import Tokens, tokens
from daemon.settings import Settings

PATIENCE = 3.0  # seconds that the page has to say who it is


def found_link(settings: Settings, now: datetime, *, candidate: str = "") -> str | None:
    """A link to the page that is served now, or None when none is; with `candidate`, an id, to that card.

    Whoever answers has to prove that it is ours: another user's server on a port we once had is told nothing.

    Raises:
        BadToken: when the install's secret cannot be used.
    """
    address = read_address(settings.address)
    if address is None:
        return None
    secret = tokens(settings.token)
    return made_link(address, secret, now, candidate=candidate) if _proves(address, secret) else None


def made_link(address: Address, secret: Tokens, now: datetime, *, candidate: str = "") -> str:
    """A link to the page there, good once and for two minutes."""
    asked = {"ticket": secret.ticket(now)} | ({"id": candidate} if candidate else {})
    return f"{address.origin}/open?{urlencode(asked)}"


def _proves(address: Address, secret: Tokens) -> bool:
    challenge = secrets.token_urlsafe(16)
    try:
        with closing(http.client.HTTPConnection(LOOPBACK, address.port, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/alive?challenge={challenge}")
            said = msgspec.json.decode(connection.getresponse().read(10_000), type=dict[str, str | int])
    except (OSError, http.client.HTTPException, msgspec.DecodeError):
        return False
    return secrets.compare_digest(str(said.get("answer", "")).encode(), secret.answer(challenge).encode())
