"""Aider's chat history: `.aider.chat.history.md` in a project, Markdown that only grows, seen in 0.86.

A person's lines begin with `#### `, aider's own with `> `, and all else is the model's. Output and exit status of a
command go to the model only, so no command proves anything here. Times are local without a zone, so none is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.agent_session import Ending, Session
from classifiers.report_text import folder
from classifiers.step_log import digest
from classifiers.terminal_text import decoded
from classifiers.vocabulary import Actor, Carry, Line, Reading, SourceKind, Where

_STARTED = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*\Z")
_FIRST = re.compile(rb"[\s\xef\xbb\xbf]*# aider chat started at \d{4}-")
_CONFIRM = re.compile(r"\(Y\)es/\(N\)o.*\]: *\w*\s*\Z")
_OWN_COMMAND = re.compile(r"\s*(?:/run |/test |!)\s*(\S.*)\Z")
_RUNNING = re.compile(r"> Running (\S.*?)\s*\Z")
_APPLIED = re.compile(r"> Applied edit to (\S.*?)\s*\Z")
_PROMPT_LINES = 400
_PROMPT_SIZE = 32_768
"""Lines and characters kept of one prompt: a longer one is a pasted document."""


class Aider:
    """See the module."""

    name = "aider"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the option names any file
        """The first words are aider's."""
        return 95 if _FIRST.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """Read lines. A prompt ends with the first line that is not its own, or at `final`."""
        reader = _Reader(carry, path)
        for line in lines:
            reader.take(line)
        if final:
            reader.said()
        return reader.session.reading()


class _Reader:
    """Folds lines into records. The prompt that may go on waits in `held`, all its lines in one text."""

    def __init__(self, carry: Carry, path: str) -> None:
        self.session = Session("aider", carry)
        self.session.state.cwd = folder(path)

    def take(self, line: Line) -> None:
        if line.cut:
            self.session.skipped += 1
            return
        self.session.parsed += 1
        text = decoded(line.data).rstrip("\r\n")
        where = Where(line.number, line.offset)
        if text.startswith("####") and text[4:5] in {"", " "}:
            self._prompt(where, text[5:].removesuffix("  "))
            return
        self.said()
        started = _STARTED.match(text)
        if started:
            self._started(where, started[1])
        elif text.startswith("> "):
            self._told(where, text)

    def said(self) -> None:
        """Tell the prompt that waits: a person's words, or a command of their own after `/run` or `!`."""
        held, self.session.state.held = self.session.state.held, []
        for prompt in held:
            own = _OWN_COMMAND.match(prompt.text)
            if own:
                prompt.text = own[1].strip()
                self.session.ran(prompt, Ending(), actor=Actor.PERSON)
            elif not _CONFIRM.search(prompt.text) and not prompt.text.lstrip().startswith("/"):
                self.session.heard(prompt, prompt.text)

    def _prompt(self, where: Where, text: str) -> None:
        held = self.session.state.held
        if not held:
            self.session.state.held = [self.session.call(self._key("said"), text[:_PROMPT_SIZE], where)]
            return
        if len(held[0].text) < _PROMPT_SIZE and held[0].text.count("\n") < _PROMPT_LINES:
            held[0].text = f"{held[0].text}\n{text}"[:_PROMPT_SIZE]

    def _started(self, where: Where, at: str) -> None:
        state = self.session.state
        state.session, state.count, state.started = digest("aider", at), 0, False
        self.session.start(where)

    def _told(self, where: Where, text: str) -> None:
        running, applied = _RUNNING.match(text), _APPLIED.match(text)
        if running:
            self.session.ran(self.session.call(self._key("ran"), running[1], where), Ending())
        elif applied:
            self.session.edited(self.session.call(self._key("edit"), applied[1], where))

    def _key(self, kind: str) -> str:
        """A key of the place in the session: the file only grows, and a copy of it has the same places."""
        self.session.state.count += 1
        return f"{self.session.state.session}:{kind}:{self.session.state.count}"


FORMAT = Aider()
