"""`seorap mcp`: a host's lines on stdin to the daemon's socket, its answers to stdout. Standard library only.

Every host starts one of these for each session, so it is small and quick to start. Nothing is kept between two lines but
who the host is: the daemon may start anew in between, and while none runs the same server answers in this process.
Every line on stdout is a frame. It ends with its stdin, or with the process that started it.
"""

from __future__ import annotations

import json
import os
import select
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

Message = dict[str, Any]
Headers = dict[str, str]
Post = Callable[[bytes, Headers], bytes]
"""A message and its headers -> the answer's body, b"" for none. Raises OSError when nobody answers."""

PATIENCE = 60.0  # seconds for one answer
LARGEST = 4 * 1024 * 1024  # bytes of a line
LOOK = 5.0  # seconds between two looks for the process that started us, where the system cannot tell
BLOCK = 65536
ROOTS = "seorap-roots"
"""The id of our own question to the host: which folders it works in."""

PARSE_ERROR, INVALID_REQUEST, INTERNAL_ERROR = -32700, -32600, -32603  # JSON-RPC 2.0, 5.1
META_VERSION, META_CLIENT = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientInfo"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Whose name is repeated in a header (MCP 2026-07-28, streamable HTTP)."""


def main(place: Path, alone: Callable[[], Post]) -> int:
    """Serve the host on stdin and stdout until it ends. `place` is the daemon's socket, `alone` makes what answers without it."""
    out = os.dup(1)
    os.dup2(2, 1)  # whatever prints, prints to stderr
    session = Session(place, alone, lambda frame: _write(out, frame))
    for line in lines(0):
        session.hear(line)
    return 0


class Session:
    """One host."""

    def __init__(self, place: Path, alone: Callable[[], Post], say: Callable[[bytes], None]) -> None:
        self._place = place
        self._make = alone
        self._alone: Post | None = None
        self._say = say
        self._version = ""
        self._agent = ""
        self._cwd = _here()
        self._name = "mcp-" + os.urandom(8).hex()
        self._has_roots = False

    def hear(self, line: bytes) -> None:
        """One line of the host's."""
        if len(line) > LARGEST:
            return self._fail(None, INVALID_REQUEST, f"The message is larger than {LARGEST:,} bytes.")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return self._fail(None, PARSE_ERROR, "This line is not JSON.")
        if not isinstance(message, dict):
            return self._fail(None, INVALID_REQUEST, "A message is one JSON object.")
        if "method" not in message:
            return self._answered(message)
        method = message["method"]
        self._learn(method, message.get("params"))
        frame = self._answer(message, line)
        if "id" in message:
            self._say(frame or _error(message["id"], INTERNAL_ERROR, "Seorap gave no answer."))
        if self._has_roots and method in {"notifications/initialized", "notifications/roots/list_changed"}:
            self._say(_frame({"jsonrpc": "2.0", "id": ROOTS, "method": "roots/list"}))
        return None

    def _learn(self, method: object, params: object) -> None:
        if not isinstance(params, dict):
            return
        meta = params.get("_meta")
        info = params.get("clientInfo") if method == "initialize" else isinstance(meta, dict) and meta.get(META_CLIENT)
        if isinstance(info, dict) and isinstance(info.get("name"), str):
            self._agent = info["name"]
        if method == "initialize":
            offered = params.get("capabilities")
            self._has_roots = isinstance(offered, dict) and "roots" in offered

    def _answered(self, message: Message) -> None:
        """The host's answer to our question. Where we were started counts if it is inside what it works in."""
        if message.get("id") != ROOTS or not isinstance(message.get("result"), dict):
            return
        roots = message["result"].get("roots")
        uris = [root.get("uri") for root in roots if isinstance(root, dict)] if isinstance(roots, list) else []
        split = [urlsplit(uri) for uri in uris if isinstance(uri, str)]
        folders = [unquote(uri.path) for uri in split if uri.scheme == "file"]
        if folders and not any(Path(self._cwd).is_relative_to(folder) for folder in folders):
            self._cwd = folders[0]

    def _answer(self, message: Message, line: bytes) -> bytes:
        headers = self._headers(message)
        try:
            answer = self._post(line, headers)
            found = json.loads(answer) if answer.strip() else None
        except OSError as trouble:
            return _error(message.get("id"), INTERNAL_ERROR, f"Seorap does not answer: {trouble.strerror or trouble}.")
        except ValueError:
            return _error(message.get("id"), INTERNAL_ERROR, "Seorap failed at this; its log says where.")
        if found is None:
            return b""
        if message.get("method") == "initialize" and isinstance(found.get("result"), dict):
            self._version = str(found["result"].get("protocolVersion", ""))
        return _frame(found)

    def _post(self, line: bytes, headers: Headers) -> bytes:
        """To the daemon, or to ourselves when there is none; once more when it ended meanwhile: no request counts twice."""
        for _ in range(2):
            try:
                return to_socket(self._place, line, headers)
            except (FileNotFoundError, ConnectionRefusedError):
                break
            except (ConnectionError, TimeoutError) as trouble:
                if isinstance(trouble, TimeoutError):
                    raise
        if self._alone is None:
            self._alone = self._make()
        return self._alone(line, headers)

    def _headers(self, message: Message) -> Headers:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        said = meta.get(META_VERSION) if isinstance(meta, dict) else None
        found = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "X-Seorap-Cwd": quote(self._cwd),
            "X-Seorap-Agent": _plain(self._agent),
            "X-Seorap-Session": self._name,
            "Idempotency-Key": os.urandom(12).hex(),
        }
        if isinstance(said, str):
            found |= {"MCP-Protocol-Version": _plain(said), "Mcp-Method": _plain(str(message["method"]))}
            name = params.get(NAMED.get(str(message["method"]), ""))
            if isinstance(name, str):
                found["Mcp-Name"] = _plain(name)
        elif self._version and message["method"] != "initialize":
            found["MCP-Protocol-Version"] = _plain(self._version)
        return found

    def _fail(self, name: object, code: int, why: str) -> None:
        self._say(_error(name, code, why))


def lines(source: int) -> Iterator[bytes]:
    """The lines that come in at a descriptor, until it ends or whoever started us does. One that is too long comes cut."""
    parent, ended = os.getppid(), _end_of_parent()
    left = b""
    while True:
        ready, _, _ = select.select([source, *ended], [], [], None if ended else LOOK)
        if source not in ready:
            if ended or os.getppid() != parent:
                return
            continue
        read = os.read(source, BLOCK)
        if not read:
            if left.strip():
                yield left
            return
        *whole, left = (left + read).split(b"\n")
        for line in whole:
            if line.strip():
                yield line
        left = left[: LARGEST + 1]


def _end_of_parent() -> list[int]:
    """A descriptor that can be read when the process that started us has ended; none where the system has no such thing."""
    try:
        return [os.pidfd_open(os.getppid())]
    except (AttributeError, OSError):
        return []


def to_socket(place: Path, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Ask the daemon. HTTP/1.0, so that the answer ends with its connection.

    Raises:
        OSError: when nobody answers, or the answer was cut off.
    """
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    if not hasattr(socket, "AF_UNIX"):
        raise ConnectionRefusedError("nobody can listen there on this system")
    asked = f"POST /mcp/ HTTP/1.0\r\nHost: localhost\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(str(place))
        connection.sendall(asked + body)
        parts = []
        while part := connection.recv(BLOCK):
            parts.append(part)
    start, found, answer = b"".join(parts).partition(b"\r\n\r\n")
    length = next((line[15:] for line in start.lower().split(b"\r\n") if line.startswith(b"content-length:")), b"")
    if not found or (length.strip() and len(answer) != int(length)):
        raise ConnectionResetError("the daemon ended before it had answered")
    return answer


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109  pathlib would say the same
    except OSError:  # it is not there any more
        return ""


def _plain(text: str) -> str:
    """Fit for a header."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text)[:200]


def _error(name: object, code: int, why: str) -> bytes:
    return _frame({"jsonrpc": "2.0", "id": name, "error": {"code": code, "message": why}})


def _frame(message: object) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _write(out: int, frame: bytes) -> None:
    try:
        while frame:
            frame = frame[os.write(out, frame) :]
    except BrokenPipeError:
        sys.exit(0)
