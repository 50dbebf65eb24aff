"""Ask the daemon for a coding agent's hook, where there is no curl: `python -I -S ask.py SOCKET HOST EVENT [HEADLESS]`.

One file and the standard library alone, for it is started at each event. Whatever goes wrong, there is no answer.
"""

from __future__ import annotations

import socket
import sys
import time

PATIENCE = 0.2  # seconds for all of it
LARGEST = 4 * 1024 * 1024  # bytes of an answer


def ask(place: str, host: str, event: str, said: bytes, *, headless: bool = False) -> bytes:
    """The answer, a JSON object, or nothing."""
    until = time.monotonic() + PATIENCE
    head = f"POST /hooks/{host}/{event} HTTP/1.1\r\nHost: seorap\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(said)}\r\n"
    head += "X-Seorap-Headless: 1\r\n\r\n" if headless else "\r\n"
    got = b""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE)
            line.connect(place)
            line.sendall(head.encode() + said)
            while part := _next(line, until):
                got += part
                if len(got) > LARGEST:
                    return b""
    except (OSError, ValueError):
        return b""
    return _body(got)


def _next(line: socket.socket, until: float) -> bytes:
    line.settimeout(max(0.001, until - time.monotonic()))
    return line.recv(65536)


def _body(answer: bytes) -> bytes:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    whole = b"content-length: %d" % len(body) in lines
    return body if lines[0].startswith(b"http/1.1 200 ") and whole and body[:1] == b"{" else b""


if __name__ == "__main__":
    place, host, event, *more = sys.argv[1:]
    sys.stdout.buffer.write(ask(place, host, event, sys.stdin.buffer.read(), headless=bool(more)))
