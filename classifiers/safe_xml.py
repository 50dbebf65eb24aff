"""Walking through an XML document that may be hostile: no document type, so no entities; no abyss of nesting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol
from xml.parsers import expat

from classifiers.vocabulary import Line

DEPTH = 100
"""Test suites nest, but no tool nests them like this."""


class RefusedError(Exception):
    """The document is not what its walker reads, or one that must not be read on."""


class Walker(Protocol):
    """What is told about each element; names come without their prefix, depth 1 is the root."""

    def start(self, tag: str, attributes: Mapping[str, str], depth: int) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element is over."""


def walk(lines: Sequence[Line], walker: Walker) -> bool:
    """Whether the lines are one well-formed document that `walker` took to its end. Never raises for bad input."""
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEPTH:
            raise RefusedError
        walker.start(tag.rpartition(":")[2], attributes, depth)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        walker.end(tag.rpartition(":")[2])

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = _refuse  # no report has one, and entities can be declared nowhere else
    try:
        for line in lines:
            parser.Parse(line.data + b"\n", False)
        parser.Parse(b"", True)
    except (expat.ExpatError, RefusedError, ValueError, LookupError):
        return False
    return not any(line.cut for line in lines)


def _refuse(*_: object) -> None:
    raise RefusedError
