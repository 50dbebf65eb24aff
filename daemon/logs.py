"""Structured logs: dotted names in the past tense, counts and reasons, never content.

A terminal gets colour, a pipe or the journal plain `key=value` lines, `--log json` one JSON object a line.
"""

from __future__ import annotations

import logging
import sys
import warnings
from typing import Any, TextIO

import structlog


def configure(*, style: str = "auto", verbose: bool = False, stream: TextIO | None = None) -> None:
    """Set up logging for this process, once, at its edge. `style` is auto, console, plain or json."""
    out = stream or sys.stderr
    if style == "auto":
        style = "console" if out.isatty() else "plain"
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _renderer(style),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if verbose else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="watchdog")  # its texts name every watched path


def _renderer(style: str) -> Any:
    if style == "json":
        return structlog.processors.JSONRenderer()
    if style == "plain":
        return structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    return structlog.dev.ConsoleRenderer(pad_event_to=28)
