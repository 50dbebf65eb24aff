"""The rulebook that comes with Seorap: package data, read once. The one place of this room that opens files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from classifiers.rulebook.entries import Rulebook
from classifiers.rulebook.loader import load


def texts() -> dict[str, str]:
    """The packaged files, name -> TOML text, `general.toml` among them."""
    found = (item for item in files("classifiers.rulebook").iterdir() if item.name.endswith(".toml"))
    return {item.name: item.read_text(encoding="utf-8") for item in sorted(found, key=lambda item: item.name)}


@cache
def packaged() -> Rulebook:
    """The packaged rules alone."""
    found = texts()
    return load(found, proved=found)
