"""memory-policy.yaml as a Policy.

The YAML is read as nodes, which know their lines, so that a mistake is named where it stands. A field that is unknown is
a mistake too: a policy that is silently ignored protects nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import yaml

from classifiers.vocabulary import MemoryType
from storage.errors import PolicyError
from storage.policy import DEFAULT, PROVED, Denied, Policy

E = TypeVar("E", bound=StrEnum)
Reader = Callable[["_File", yaml.Node, str], dict[str, Any]]

FOREVER = "permanent"


def read_policy(text: str, *, name: str = "memory-policy.yaml", base: Policy = DEFAULT) -> Policy:
    """The policy that the text describes; what it does not mention stays as in `base`.

    Raises:
        PolicyError: naming the line and the field, for anything that is not understood.
    """
    file = _File(name)
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        file.fail(mark.line + 1 if mark else 1, "", "is not YAML")
    if root is None or root.tag == "tag:yaml.org,2002:null":
        return base
    values = file.fields(root, "", FIELDS)
    types = values.pop("types", base.types) - values.pop("other_types", frozenset())
    kept = dict(base.retention)
    for kind, idle in values.pop("idle", {}).items():
        if idle is None:
            kept.pop(kind, None)
        else:
            kept[kind] = idle
    return replace(base, types=types, retention=MappingProxyType(kept), **values)


def narrowed_by(policy: Policy, text: str, *, name: str = ".seorap/memory-policy.yaml") -> Policy:
    """The policy inside a repository that has a policy file of its own: it may narrow, and never widens.

    Raises:
        PolicyError: as `read_policy`.
    """
    return policy.narrowed(read_policy(text, name=name, base=policy))


class _File:
    """A file that is being read, for its name in errors."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, where: yaml.Node | int, field: str, problem: str) -> NoReturn:
        line = where if isinstance(where, int) else where.start_mark.line + 1
        raise PolicyError(
            f"{self.name}, line {line}: {field + ' ' if field else 'the file '}{problem}.",
            "The policy was not read. `seorap policy check` tells when it is right.",
        )

    def fields(self, node: yaml.Node, field: str, readers: dict[str, Reader]) -> dict[str, Any]:
        """The values of a mapping whose fields are known."""
        values: dict[str, Any] = {}
        for key, value in self.pairs(node, field):
            name = f"{field}.{key.value}" if field else str(key.value)
            reader = readers.get(str(key.value))
            if reader is None:
                self.fail(key, name, f"is not a field here; there are {', '.join(readers)}")
            values |= reader(self, value, name)
        return values

    def pairs(self, node: yaml.Node, field: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, field, "must be a mapping of fields")
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.fail(key, field, "has a name that is no word")
            if key.value in seen:
                self.fail(key, f"{field}.{key.value}" if field else key.value, "stands here twice")
            seen.add(key.value)
            yield key, value

    def words(self, node: yaml.Node, field: str) -> list[tuple[yaml.Node, str]]:
        if not isinstance(node, yaml.SequenceNode):
            self.fail(node, field, "must be a list")
        for item in node.value:
            if not isinstance(item, yaml.ScalarNode) or not item.value:
                self.fail(item, field, "must be a list of words")
        return [(item, item.value) for item in node.value]

    def members(self, node: yaml.Node, field: str, kind: type[E]) -> frozenset[E]:
        return frozenset(self.member(item, field, kind, word) for item, word in self.words(node, field))

    def member(self, node: yaml.Node, field: str, kind: type[E], word: str) -> E:
        if word not in list(kind):
            self.fail(node, field, f"does not know {word!r}; there are {', '.join(kind)}")
        return kind(word)

    def number(self, node: yaml.Node, field: str) -> float:
        try:
            value = float(node.value) if isinstance(node, yaml.ScalarNode) else -1.0
        except ValueError:
            value = -1.0
        if not 0 <= value < 1e9:
            self.fail(node, field, "must be a number")
        return value

    def days(self, node: yaml.Node, field: str) -> timedelta:
        """`14`, `14d` or `14 days`."""
        text = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
        number = text.removesuffix("days").removesuffix("day").removesuffix("d").strip()
        if not number.isascii() or not number.isdigit() or not 0 < int(number[:7]) < 100_000:
            self.fail(node, field, f"must be a number of days, such as 14d, or {FOREVER}")
        return timedelta(days=int(number))


def _allow(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    readers: dict[str, Reader] = {
        "types": lambda f, n, name: {"types": f.members(n, name, MemoryType)},
        "agents_write": _agents_write,
    }
    return file.fields(node, field, readers)


def _agents_write(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    types = file.members(node, field, MemoryType)
    if types & PROVED:
        file.fail(node, field, f"may not hold {' or '.join(sorted(PROVED))}: only what ran can prove them")
    return {"direct": types}


def _deny(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    readers: dict[str, Reader] = {
        "classes": lambda f, n, name: {"denied": f.members(n, name, Denied)},
        "keys": lambda f, n, name: {"denied_keys": tuple(word for _, word in f.words(n, name))},
        "scopes": lambda f, n, name: {"denied_scopes": tuple(word for _, word in f.words(n, name))},
        "types": lambda f, n, name: {"other_types": f.members(n, name, MemoryType)},
    }
    return file.fields(node, field, readers)


def _evidence(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    def confidence(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
        value = file.number(node, field)
        if value > 1:
            file.fail(node, field, "must be between 0 and 1")
        return {"minimum_confidence": value}

    readers: dict[str, Reader] = {
        "minimum_confidence": confidence,
        "longest_body": lambda f, n, name: {"longest_body": int(f.number(n, name))},
    }
    return file.fields(node, field, readers)


def _retention(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    idle: dict[MemoryType, timedelta | None] = {}
    for key, value in file.pairs(node, field):
        name = f"{field}.{key.value}"
        if key.value in {"temporary", "candidates"}:
            values[key.value] = file.days(value, name)
            continue
        forever = isinstance(value, yaml.ScalarNode) and value.value == FOREVER
        idle[file.member(key, name, MemoryType, key.value)] = None if forever else file.days(value, name)
    return values | {"idle": idle}


def _publish(file: _File, node: yaml.Node, field: str) -> dict[str, Any]:
    if not isinstance(node, yaml.ScalarNode) or node.value not in {"true", "false"}:
        file.fail(node, field, "must be true or false")
    return {"publish": node.value == "true"}


FIELDS: dict[str, Reader] = {
    "allow": _allow,
    "deny": _deny,
    "evidence": _evidence,
    "retention": _retention,
    "publish": _publish,
}
"""The fields at the top of the file."""
