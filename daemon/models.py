"""Asking a model: an OpenAI-compatible URL, or an installed agent's command line. Bounded in time and size, never trusted.

No shell, no redirect, no proxy, no retry. A call can be given up from another thread at any moment.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from classifiers.consulting import AnswerError, reply, request
from classifiers.inert import one_line
from daemon.settings import OWN

LARGEST = 256 * 1024
"""Bytes of an answer; what is longer is no answer to what was asked."""


class ModelError(Exception):
    """Why there is no answer, in a few words of our own: none of the model's text."""


@dataclass(slots=True)
class Model:
    """One way to ask. `abort` ends a call that runs; the model is not asked again after it."""

    where: str | tuple[str, ...]  # a URL, or a command and its arguments
    name: str = ""
    key: str = field(default="", repr=False)
    timeout: float = 60.0  # seconds for the whole call
    _end: Callable[[], None] | None = None
    _over: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def label(self) -> str:
        """What it is called where people see it: host or program, and the model's name."""
        place = urlsplit(self.where).hostname or "" if isinstance(self.where, str) else Path(self.where[0]).name
        return one_line(f"{self.name} at {place}" if self.name else place, 80)

    def ask(self, prompt: str) -> str:
        """The text of the answer. Blocks for at most `timeout` seconds.

        Raises:
            ModelError: saying why there is none.
        """
        try:
            if isinstance(self.where, str):
                return reply(self._post(self.where, request(prompt, self.name)))
            return self._run(self.where, prompt).decode("utf-8", "replace")
        except AnswerError as trouble:
            raise ModelError(str(trouble)) from None

    def abort(self) -> None:
        """Give up the call that runs, if one does, and all later ones."""
        with self._lock:
            self._over = True
            if self._end is not None:
                self._end()

    @contextmanager
    def _limited(self, end: Callable[[], None]) -> Iterator[None]:
        """`end` stops what runs inside: when the time is up, or when it is given up.

        Raises:
            ModelError: when either happened, whatever came of it.
        """
        late = threading.Event()

        def too_late() -> None:
            late.set()
            end()

        clock = threading.Timer(self.timeout, too_late)
        clock.daemon = True
        clock.start()
        try:
            with self._lock:
                self._end = end
                if self._over:
                    end()
            yield
        except ModelError:
            if not late.is_set() and not self._over:
                raise
        finally:
            clock.cancel()
            with self._lock:
                self._end = None
        if late.is_set():
            raise ModelError(f"no answer within {self.timeout:g} seconds")
        if self._over:
            raise ModelError("it was given up")

    # --- a URL --------------------------------------------------------------------------------------------------------

    def _post(self, url: str, body: bytes) -> bytes:
        parts = urlsplit(url)
        path = parts.path.rstrip("/")
        if not path.endswith("/chat/completions"):
            path += "/chat/completions"
        make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        try:
            connection = make(parts.hostname or "", parts.port, timeout=self.timeout)
            connection.connect()
        except TimeoutError:
            raise ModelError(f"no answer within {self.timeout:g} seconds") from None
        except (OSError, ValueError, http.client.HTTPException):
            raise ModelError("it cannot be reached") from None
        line: socket.socket = connection.sock

        def hang_up() -> None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

        text = b""
        with closing(connection), self._limited(hang_up):
            text = _exchange(connection, f"{path}?{parts.query}" if parts.query else path, body, headers)
        return _bounded(text)

    # --- a command ----------------------------------------------------------------------------------------------------

    def _run(self, command: tuple[str, ...], prompt: str) -> bytes:
        text, status = b"", 0
        with tempfile.TemporaryDirectory(prefix="seorap-") as folder, tempfile.TemporaryFile() as given:
            given.write(prompt.encode("utf-8", "replace"))
            given.seek(0)
            try:
                process = subprocess.Popen(  # noqa: S603  the person's own command, and no shell
                    command,
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=folder,
                    env={**os.environ, OWN: "1"},  # noqa: TID251  all of it goes on to the command
                    start_new_session=True,
                )
            except (OSError, ValueError):
                raise ModelError("its command cannot be started") from None

            def kill() -> None:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)

            assert process.stdout is not None
            try:
                with self._limited(kill):
                    text = process.stdout.read(LARGEST + 1)
                    if len(text) > LARGEST:
                        kill()
                    status = process.wait()
            finally:
                kill()  # whatever it left running
                process.wait()
                process.stdout.close()
        text = _bounded(text)
        if status != 0:
            raise ModelError(f"its command ended with {status}")
        return text


def _exchange(connection: http.client.HTTPConnection, path: str, body: bytes, headers: dict[str, str]) -> bytes:
    try:
        connection.request("POST", path, body, headers)
        with connection.getresponse() as answer:
            if answer.status != 200:
                raise ModelError(f"it answered with status {answer.status}")
            return answer.read(LARGEST + 1)
    except TimeoutError:
        raise ModelError("it stopped answering") from None
    except (OSError, ValueError, http.client.HTTPException):
        raise ModelError("the connection broke off") from None


def _bounded(text: bytes) -> bytes:
    if len(text) > LARGEST:
        raise ModelError(f"it answered with more than {LARGEST // 1024} KiB")
    return text
