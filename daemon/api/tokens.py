"""The install's secret, and all that is made from it: nothing else has to be stored.

A file of 32 random bytes that only this user may read. `seorap inbox --open` reads it and makes a ticket: a link that
works once, for two minutes, and leads to a cookie. Every value is a keyed hash with a purpose of its own, so none can be
used for another, and a new secret ends them all.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from classifiers.vocabulary import SeorapError

TICKET = timedelta(minutes=2)
SESSION = timedelta(days=30)
_BYTES = 32


class BadToken(SeorapError):
    """The file of the secret cannot be used."""


class Tokens:
    """Makes and checks what proves that somebody may see the page."""

    def __init__(self, secret: bytes) -> None:
        """`secret` is the content of the install's file."""
        self._secret = secret
        self._spent: dict[str, datetime] = {}  # tickets, until they would have ended by themselves

    @property
    def place(self) -> str:
        """The first part of the page's paths.

        A browser sends cookies to every port of a host, so another user's server on this machine could be sent ours;
        not to a path that server cannot know, though.
        """
        return self._made("place", "")[:16]

    def ticket(self, now: datetime) -> str:
        """What opens the page once."""
        return self._lasting("ticket", now + TICKET)

    def spend(self, ticket: str, now: datetime) -> bool:
        """Is it a ticket of ours that nobody used yet? Now it is used."""
        self._spent = {each: until for each, until in self._spent.items() if until > now}
        until = self._until("ticket", ticket, now)
        if until is None or ticket in self._spent:
            return False
        self._spent[ticket] = until
        return True

    def session(self, now: datetime) -> str:
        """What the cookie holds."""
        return self._lasting("session", now + SESSION)

    def signed_in(self, cookie: str, now: datetime) -> bool:
        """Is it a cookie of ours that has not ended?"""
        return self._until("session", cookie, now) is not None

    def form(self, cookie: str) -> str:
        """What every form of this session carries; another site can send the form, but cannot know this."""
        return self._made("form", cookie)

    def form_of(self, cookie: str, given: str) -> bool:
        """Was that form made for this session?"""
        return hmac.compare_digest(self.form(cookie).encode(), given.encode("utf-8", "replace"))

    def answer(self, challenge: str) -> str:
        """What only a server that holds the secret can say: a ticket is brought to no other."""
        return self._made("answer", challenge)

    def _lasting(self, purpose: str, until: datetime) -> str:
        text = f"{int(until.timestamp())}.{secrets.token_urlsafe(16)}"
        return f"{text}.{self._made(purpose, text)}"

    def _until(self, purpose: str, value: str, now: datetime) -> datetime | None:
        text, _, proof = value.rpartition(".")
        if not hmac.compare_digest(self._made(purpose, text).encode(), proof.encode("utf-8", "replace")):
            return None
        until = datetime.fromtimestamp(int(text.partition(".")[0]), tz=now.tzinfo)
        return until if until > now else None

    def _made(self, purpose: str, text: str) -> str:
        said = f"seorap {purpose}\0{text}".encode("utf-8", "replace")
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()


def tokens(file: Path) -> Tokens:
    """The tokens of this install; its secret is made if it has none yet.

    Raises:
        BadToken: when the file cannot be read, or others may read it.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return Tokens(_read(file))
        except FileNotFoundError:
            _make(file)
            return Tokens(_read(file))
    except OSError as trouble:
        raise BadToken(
            f"{file} cannot be used: {trouble.strerror or trouble}.", "Give this user leave to it."
        ) from None


def _read(file: Path) -> bytes:
    with file.open("rb") as opened:
        if os.name == "posix" and os.fstat(opened.fileno()).st_mode & 0o077:
            raise BadToken(f"Others may read {file}.", "Remove it; a new secret is made, and open pages ask again.")
        secret = opened.read(_BYTES + 1)
    if len(secret) != _BYTES:
        raise BadToken(f"{file} does not hold a secret.", "Remove it; a new one is made, and open pages ask again.")
    return secret


def _make(file: Path) -> None:
    """Two processes may do it at once: the first one's stays, and it is never seen half written."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, secrets.token_bytes(_BYTES))
    finally:
        os.close(descriptor)
    try:
        os.link(part, file)
    except FileExistsError:
        return
    finally:
        part.unlink()
