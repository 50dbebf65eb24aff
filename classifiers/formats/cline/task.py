"""A Cline task while one of its documents is read: where it happens, and keys that both documents share."""

from __future__ import annotations

import re
from collections import Counter

from classifiers.agent_session import Call, Session
from classifiers.report_text import folder
from classifiers.step_log import digest
from classifiers.vocabulary import Where

_FOLDER = re.compile(rb"Current (?:Working|Workspace) Directory \(([^)\n]{1,1000})\)")
_NAME = re.compile(r"[^/\\]*\Z")


class Task:
    """A task's session. `data` is the whole document: the working folder stands in the first request's environment."""

    def __init__(self, path: str, data: bytes) -> None:
        self.session = Session("cline", {})
        self._seen: Counter[str] = Counter()
        state = self.session.state
        name = _NAME.search(folder(path))
        state.session = name[0] if name else ""
        found = _FOLDER.search(data)
        state.cwd = re.sub(r"\\+", r"\\", found[1].decode("utf-8", "replace")) if found else ""

    def call(self, kind: str, text: str, where: Where, *, at: str = "") -> Call:
        """Something that happened, keyed by what and how often, not by a place that differs between the documents."""
        told = digest(kind, text.strip())
        self._seen[told] += 1
        return self.session.call(f"{self.session.state.session}:{kind}:{told}:{self._seen[told]}", text, where, at=at)
