"""What a tool answers, and the arguments that all tools share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

Cwd: TypeAlias = Annotated[
    str, Meta(description="Folder you work in, absolute; only needed when it is not where you were started.")
]


@dataclass(frozen=True, slots=True)
class Told:
    """The same twice: text for a model, fenced where it is stored text, and data for a program."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    failed: bool = False
    changed: str | None = None  # root of the workspace whose memories did, "" for all
