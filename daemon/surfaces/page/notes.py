"""What a verdict led to, for the page that is shown next. In memory: after a restart nothing is said, and nothing is lost."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

MANY = 100  # notes that are remembered; each is for one page, shown at once


@dataclass(slots=True)
class Note:
    """Lines of (word, values) for `Language`, and the candidates whose verdict can be taken back from here."""

    said: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    undo: list[str] = field(default_factory=list)
    bad: bool = False

    def say(self, word: str, **values: object) -> None:
        """Add a line."""
        self.said.append((word, values))

    def trouble(self, word: str, **values: object) -> None:
        """Add a line about what was not done."""
        self.bad = True
        self.say(word, **values)


class Notes:
    """The last notes, by a name nobody can guess."""

    def __init__(self) -> None:
        self._notes: dict[str, Note] = {}

    def keep(self, note: Note) -> str:
        """Keep it; gives its name."""
        while len(self._notes) >= MANY:
            self._notes.pop(next(iter(self._notes)))
        name = secrets.token_urlsafe(9)
        self._notes[name] = note
        return name

    def find(self, name: str) -> Note | None:
        """The note of that name."""
        return self._notes.get(name)
