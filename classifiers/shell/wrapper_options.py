"""Reads a wrapper's own words, by its row in `wrapper_table`, up to where the wrapped command begins."""

from __future__ import annotations

import re

from classifiers.shell.wrapper_table import Wrapper

ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)\Z", re.DOTALL)


def behind(row: Wrapper, words: list[str]) -> int | None:
    """Where the words behind the name and its sub-commands begin."""
    at = 1
    for expected in row.then:
        while at < len(words) and words[at][:1] == "-":
            at += 2 if words[at] in row.before or words[at] in row.folder else 1
        if at >= len(words) or words[at] != expected:
            return None
        at += 1
    return at


class Options:
    """A wrapper's own words, read from left to right."""

    def __init__(self, row: Wrapper, words: list[str], at: int) -> None:
        self.row = row
        self.words = words
        self.at = at
        self.folder = ""
        self.host = ""
        self.env: dict[str, str] = {}
        self.detached = "" in row.detaches
        self.line: str | None = None
        self.module: str | None = None
        self.found = False  # the command's words begin at `at`, no doubt
        self.asks = False

    def run(self) -> None:
        """Read options (and assignments) up to the first other word."""
        words, row = self.words, self.row
        while self.at < len(words) and not self.found and self.line is None and self.module is None:
            item = words[self.at]
            if item == "--":
                self.at += 1
                self.found = True
            elif item == "-" and row.name in ("su", "runuser", "env"):
                self.at += 1
            elif len(item) > 1 and item[0] == "-":
                self._option(item)
            elif row.assigns and (match := ASSIGNMENT.match(item)):
                self.env[match[1]] = match[2]
                self.at += 1
            elif row.mixed and not row.arguments:
                self.at += 1
            else:
                return

    def _option(self, item: str) -> None:
        name, joined, value = item.partition("=") if item.startswith("--") else (item, "", "")
        self.at += 1
        if not joined and item[1] != "-" and len(item) > 2 and not self._known(item):
            name, value, joined = self._cluster(item)
        if name in self.row.asks:
            self.asks = True
        if name in self.row.detaches:
            self.detached = True
        if name in self.row.rest:
            self.found = True
        elif self._known(name):
            if not joined:
                value = self.words[self.at] if self.at < len(self.words) else ""
                self.at += 1
            self._value(name, value)

    def _known(self, name: str) -> bool:
        row = self.row
        return any(name in known for known in (row.values, row.line, row.folder, row.sets, row.module, row.hosts))

    def _cluster(self, item: str) -> tuple[str, str, str]:
        """`-iu root` and `-uroot`: the first letter that takes a value takes what is left."""
        for place in range(1, len(item)):
            name = f"-{item[place]}"
            if name in self.row.detaches:
                self.detached = True
            if name in self.row.asks:
                self.asks = True
            if self._known(name) or name in self.row.rest:
                left = item[place + 1 :]
                return name, left, "=" if left else ""
        return item, "", "="

    def _value(self, name: str, value: str) -> None:
        row = self.row
        if name in row.line:
            self.line = value
        elif name in row.module:
            self.module = value
        elif name in row.folder:
            self.folder = value
        elif name in row.hosts:
            self.host = value
        elif name in row.sets and (match := ASSIGNMENT.match(value)):
            self.env[match[1]] = match[2]

    def own(self) -> dict[str, str]:
        """Take the wrapper's own words: a duration, a lock file, the container's name."""
        found: dict[str, str] = {}
        for kind in self.row.arguments:
            if self.line is not None or self.at >= len(self.words):
                break
            found[kind] = self.words[self.at]
            self.at += 1
            if self.row.mixed:
                self.found = False
                self.run()
        return found

    def rest(self, start: int) -> list[str] | None:
        """The wrapped command's words; None when this runs no command after all."""
        row, words = self.row, self.words
        known = self.found or self.line is not None or self.module is not None
        if row.name in ("su", "runuser") and row.line and self.line is None:
            return None
        if row.dashed and (not known or (row.arguments and "--" in words[self.at :])):
            if row.rest or "--" not in words[start:]:
                return None
            self.at = words.index("--", start) + 1
        rest = words[self.at :]
        if rest[:1] == ["--"] or (rest[:1] == ["{"] and row.name == "time"):
            del rest[0]
        return rest if self.module is None else [self.module, *rest]
