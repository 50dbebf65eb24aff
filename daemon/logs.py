"""Structured logs: dotted names in the past tense, counts and reasons, never content.

A terminal gets colour; a pipe plain `key=value` lines; the journal the same without a time of its own, each line with
its priority; `--log json` one JSON object a line. A file is rotated, so that a disk never fills with logs.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import MutableMapping
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, TextIO

import structlog

SIZE, KEPT = 1_000_000, 5
"""Bytes of a log file, and how many older ones stay."""

PRIORITY = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
"""As syslog counts; `<n>` before a line is what sd-daemon(3) asks for."""


def configure(
    *,
    style: str = "auto",
    verbose: bool = False,
    stream: TextIO | None = None,
    journal: str = "",
    file: Path | None = None,
) -> None:
    """Set up logging for this process, once, at its edge. `style` is auto, console, plain, journal or json.

    `journal` is JOURNAL_STREAM: the device and inode of the stream that leads to the journal (systemd.exec(5)). With
    `file` the lines go there instead of to `stream`; OSError when it cannot be written.
    """
    out = stream or sys.stderr
    if style == "auto":
        style = "plain" if file else "console" if out.isatty() else "journal" if _is(out, journal) else "plain"
    stamps = () if style == "journal" else (structlog.processors.TimeStamper(fmt="iso", utc=True),)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            *stamps,
            structlog.processors.format_exc_info,
            *_renderers(style),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if verbose else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(out) if file is None else _File(file),
        cache_logger_on_first_use=True,
    )
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="watchdog")  # its texts name every watched path


def silence() -> None:
    """No log at all: for a verb that prints what it finds itself."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def _is(out: TextIO, journal: str) -> bool:
    try:
        found = os.fstat(out.fileno())
    except (OSError, ValueError):  # no file behind it
        return False
    return journal == f"{found.st_dev}:{found.st_ino}"


def _renderers(style: str) -> list[Any]:
    if style == "json":
        return [structlog.processors.JSONRenderer()]
    if style in {"plain", "journal"}:
        plain = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], drop_missing=True)
        return [plain] if style == "plain" else [lambda *told: _with_priority(plain, *told)]
    return [structlog.dev.ConsoleRenderer(pad_event_to=28)]


def _with_priority(plain: Any, logger: Any, name: str, event: MutableMapping[str, Any]) -> str:
    priority = PRIORITY.get(str(event.get("level")), 6)
    return f"<{priority}>{plain(logger, name, event)}"


class _File:
    """Loggers that write into one rotated file, 0600."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._handler = _PrivateFile(path, maxBytes=SIZE, backupCount=KEPT, encoding="utf-8")

    def __call__(self, *_: object) -> _File:
        return self

    def msg(self, message: str) -> None:
        self._handler.emit(logging.LogRecord("seorap", logging.INFO, "", 0, message, None, None))

    debug = info = warning = error = msg


class _PrivateFile(RotatingFileHandler):
    def _open(self) -> Any:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return os.fdopen(descriptor, self.mode, encoding=self.encoding, errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """A log that cannot be written is no reason to end, nor to write about it elsewhere."""
