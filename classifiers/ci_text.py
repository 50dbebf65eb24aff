"""What the formats of CI logs share: repository names, and the command that an opaque script's output betrays."""

from __future__ import annotations

import re

from classifiers.step_log import digest

_REMOTE = re.compile(
    r"(?:https?|git|ssh)://(?:[^\s/@]*@)?[\w.-]+(?::\d+)?/[\w.~-]+/[\w.~/-]+|git@[\w.-]+:[\w.~-]+/[\w.~/-]+"
)
_PROGRAM = re.compile(r"^(?:[A-Za-z]:)?[\w.~/\\-]*[/\\](?:s?bin|scripts)[/\\](?=[\w.-]+(?:\s|$))")
_BANNERS = (
    (re.compile(r"Test run for .+\.dll"), "dotnet test"),
    (re.compile(r"> \S+@\S+ ([\w:.-]+)$"), "npm run {}"),
    (re.compile(r"=+ test session starts =+$"), "pytest"),
    (re.compile(r"> Task :(?:[\w-]+:)*(test|build|assemble)$"), "gradle {}"),
    (re.compile(r" +Running (?:unittests|tests/)"), "cargo test"),
    (re.compile(r"MSBuild version \S+"), "dotnet build"),
)
"""A tool's first line → its command, the surest first (`dotnet test` builds before it tests)."""


def remote_in(text: str) -> str:
    """The first git remote URL in a text, without user and password; "" if there is none."""
    found = _REMOTE.search(text)
    return re.sub(r"//[^/@]*@", "//", found[0]).rstrip(".") if found else ""


def project_of(remote: str) -> str:
    """`owner/name` of a remote URL; "" when it has no such end."""
    found = re.search(r"[/:]([\w.~-]+/[\w.~-]+?)(?:\.git)?/?$", remote)
    return found[1] if found else ""


def bare(command: str) -> str:
    """The command with the folder of its program cut off, where that is a folder of programs."""
    return _PROGRAM.sub("", command)


def betrayed(output: list[str]) -> str:
    """The command whose banner stands in a step's first lines; "" when none is known."""
    for banner, command in _BANNERS:
        for text in output[:200]:
            if found := banner.match(text):
                return command.format(*found.groups())
    return ""


class Head:
    """A hash over a log's lines up to its first command: names a log that does not name itself."""

    def __init__(self, value: str = "") -> None:
        self.value = value

    def add(self, text: str) -> None:
        """Take one more line in."""
        self.value = digest(self.value, text)
