"""Troubles, said without flooding the log: the first at once, then one line in thirty seconds with their number."""

from __future__ import annotations

import structlog

from daemon.sources.trouble import Trouble

_EVERY = 30.0

_log = structlog.get_logger(__name__)


class Complaints:
    """What is wrong with which file now, and when that was last said."""

    def __init__(self) -> None:
        self.now: dict[str, Trouble] = {}
        self._unsaid = 0
        self._said = float("-inf")

    def add(self, trouble: Trouble, now: float) -> None:
        """Note a trouble, and say it if nothing was said lately."""
        if self.now.get(trouble.path) != trouble:
            self.now[trouble.path] = trouble
        self._unsaid += 1
        if now - self._said >= _EVERY:
            _log.warning("source.failed", path=trouble.path, kind=str(trouble.kind), count=self._unsaid)
            self._said, self._unsaid = now, 0

    def clear(self, path: str) -> None:
        """The file is well, or gone."""
        self.now.pop(path, None)
