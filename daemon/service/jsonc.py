r"""Putting values into JSON that a person keeps by hand, and taking them out: every other byte stays as it is.

Comments, trailing commas, order, indentation, a byte order mark and `\r\n` are a person's. A value goes to the front of
its array or object, so that one piece of text goes in, and the same piece comes out again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

_TRIVIA = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_SAME_LINE = re.compile(r"[ \t]*(?://[^\r\n]*|/\*(?:(?!\*/)[^\r\n])*\*/[ \t]*(?=\r?\n))?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_DEEPEST = 100


class NotJson(ValueError):
    """The text is not JSON, even with comments and trailing commas."""


@dataclass(slots=True)
class Node:
    """A value and where it stands: `start` its first character, `end` behind its last."""

    start: int
    end: int
    value: Any = None  # of a scalar
    items: list[Node] | None = None  # of an array
    members: dict[str, tuple[int, Node]] | None = None  # of an object: where its key begins, and the value
    commas: list[int] = field(default_factory=list)

    def plain(self) -> Any:
        """The value as Python's own."""
        if self.items is not None:
            return [item.plain() for item in self.items]
        if self.members is not None:
            return {name: node.plain() for name, (_, node) in self.members.items()}
        return self.value

    def parts(self) -> list[tuple[int, int]]:
        """Where each item, or member with its key, begins and ends."""
        if self.items is not None:
            return [(item.start, item.end) for item in self.items]
        return [(start, node.end) for start, node in (self.members or {}).values()]


def parse(text: str) -> Node:
    """The value of the text. Raises NotJson when there is none, half of one, or something behind it."""
    reader = _Reader(text)
    reader.at = 1 if text.startswith("\ufeff") else 0
    node = reader.value(0)
    reader.skip()
    if reader.at != len(text):
        raise NotJson
    return node


def find(root: Node, path: Sequence[str]) -> Node | None:
    """What stands at a path of names; None when nothing does. Raises NotJson when something on the way is no object."""
    node = root
    for name in path:
        if node.members is None:
            raise NotJson
        if name not in node.members:
            return None
        node = node.members[name][1]
    return node


def put_in(text: str, path: Sequence[str], item: Any, name: str = "") -> tuple[str, str]:
    """The text with `item` at the front of what is at `path`, which is made when it is missing; and what was put in.

    With a `name` that is an object, and the item its member of that name; else an array. Raises NotJson when it is
    something else, or the object has such a member.
    """
    root = parse(text)
    place, rest = root, list(path)
    while rest and place.members is not None and rest[0] in place.members:
        place = place.members[rest.pop(0)][1]
    if rest:
        value: Any = {name: item} if name else [item]
        for each in reversed(rest[1:]):
            value = {each: value}
        if place.members is None:
            raise NotJson
        return _fronted(text, place, value, f"{json.dumps(rest[0])}: ")
    if name:
        if place.members is None or name in place.members:
            raise NotJson
        return _fronted(text, place, item, f"{json.dumps(name)}: ")
    if place.items is None:
        raise NotJson
    return _fronted(text, place, item, "")


def take_out(text: str, path: Sequence[str], items: Iterable[Any], name: str = "") -> str:
    """The text without those items of the array at `path`, or without such a member `name` of the object there.

    Containers on the way that are then empty go as well.

    For text that was written anew meanwhile: what stands between our items and their neighbours goes with them. Raises
    NotJson.
    """
    gone = list(items)
    holder = find(parse(text), path)
    if holder is None:
        return text
    if name:
        parts = [node if each == name else None for each, (_, node) in (holder.members or {}).items()]
    else:
        parts = [*(holder.items or ())]
    found = [place for place, node in enumerate(parts) if node is not None and node.plain() in gone]
    if not found:
        return text
    for number in reversed(found):
        text = _without(text, holder, number)
    for depth in range(len(path), 0, -1):
        root = parse(text)
        node, above = find(root, path[:depth]), find(root, path[: depth - 1])
        if node is None or above is None or node.parts() or above.members is None:
            break
        text = _without(text, above, list(above.members).index(path[depth - 1]))
    return text


def _without(text: str, holder: Node, number: int) -> str:
    parts = holder.parts()
    start, end = parts[number]
    after = [comma for comma in holder.commas if comma >= end]
    if number + 1 < len(parts):
        return text[:start] + text[parts[number + 1][0] :]
    if after:
        end = after[0] + 1
    if number:
        start = parts[number - 1][1] if not after else holder.commas[number - 1] + 1
        return text[:start] + text[end:]
    return text[: holder.start + 1] + text[holder.end - 1 :]


def _fronted(text: str, holder: Node, value: Any, key: str) -> tuple[str, str]:
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    at = holder.start + 1
    parts = holder.parts()
    one_line = bool(parts) and "\n" not in text[holder.start : holder.end]
    line = text.rfind("\n", 0, holder.start) + 1
    outer = re.match(r"[ \t]*", text[line:])
    indent = outer[0] if outer else ""
    if one_line and not (holder.start == 0 or holder.members is not None):
        said = key + json.dumps(value, ensure_ascii=False) + ", "
        return text[:at] + said + text[at:], said
    inner = f"{newline}{indent}{unit}"
    body = json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", inner)
    if not one_line:
        behind = _SAME_LINE.match(text, at)
        at = behind.end() if behind and text[behind.end() : behind.end() + 1] in {"\r", "\n"} else at
    said = inner + key + body
    if parts:
        said += "," + (inner if one_line else "")
    elif "\n" not in text[at : holder.end]:
        said += f"{newline}{indent}"
    return text[:at] + said + text[at:], said


def _unit(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


class _Reader:
    """One pass over the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> None:
        found = _TRIVIA.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise NotJson
        self.skip()
        match self.text[self.at : self.at + 1]:
            case "{":
                return self.object(depth)
            case "[":
                return self.array(depth)
            case '"':
                start, value = self.at, self.string()
                return Node(start, self.at, value)
            case _:
                return self.scalar()

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise NotJson
        self.at = found.end()
        try:
            return str(json.loads(found[0]))
        except ValueError:
            raise NotJson from None

    def scalar(self) -> Node:
        found = _SCALAR.match(self.text, self.at)
        if found is None:
            raise NotJson
        start, self.at = self.at, found.end()
        try:
            return Node(start, self.at, json.loads(found[0]))
        except ValueError:
            raise NotJson from None

    def array(self, depth: int) -> Node:
        node = Node(self.at, self.at, items=[])
        assert node.items is not None
        self.at += 1
        while not self.closed("]", node, len(node.items)):
            node.items.append(self.value(depth + 1))
        return node

    def object(self, depth: int) -> Node:
        node = Node(self.at, self.at, members={})
        assert node.members is not None
        self.at += 1
        count = 0
        while not self.closed("}", node, count):
            start, name = self.at, self.string()
            self.skip()
            if self.text[self.at : self.at + 1] != ":":
                raise NotJson
            self.at += 1
            if name in node.members:  # which of them holds is the reader's secret
                raise NotJson
            node.members[name] = (start, self.value(depth + 1))
            count += 1
        return node

    def closed(self, close: str, node: Node, count: int) -> bool:
        """Is this the end? Reads the comma that must stand before another part, and may before the end."""
        self.skip()
        if count and self.text[self.at : self.at + 1] == ",":
            node.commas.append(self.at)
            self.at += 1
            self.skip()
        elif count and self.text[self.at : self.at + 1] != close:
            raise NotJson
        if self.text[self.at : self.at + 1] != close:
            return False
        self.at += 1
        node.end = self.at
        return True
