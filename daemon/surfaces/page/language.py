"""The page's words, one TOML file a language, and which language somebody reads."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

LANGUAGES = {"en": "English", "ko": "한국어"}
"""Each has its file in `words/`; the first one stands in for all others."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language."""

    code: str
    words: Mapping[str, str]

    def __call__(self, word: str, **values: object) -> str:
        """The text of that name, its `{places}` filled. With `n`, the text `NAME_one` is taken for 1 if there is one."""
        text = self.words.get(f"{word}_one") if values.get("n") == 1 else None
        return (text or self.words[word]).format(**values)

    def number(self, number: int) -> str:
        """With its thousands apart."""
        return f"{number:,}"

    def day(self, moment: datetime | None, now: datetime) -> str:
        """A day in local time: today and yesterday by name."""
        if moment is None:
            return self("undated")
        there = moment.astimezone()
        days = (now.astimezone().date() - there.date()).days
        if days in {0, 1}:
            return self("today" if days == 0 else "yesterday")
        year = "" if there.year == now.astimezone().year else f" {there.year}"
        if self.code == "ko":
            return f"{year.strip() + '년 ' if year else ''}{there.month}월 {there.day}일"
        return f"{there.day} {there:%b}{year}"

    def moment(self, moment: datetime | None, now: datetime) -> str:
        """A day with its time."""
        return self.day(moment, now) + (f" {moment.astimezone():%H:%M}" if moment else "")


@cache
def language(code: str) -> Language:
    """The language of that code."""
    text = (files("daemon.surfaces.page") / "words" / f"{code}.toml").read_text(encoding="utf-8")
    return Language(code, tomllib.loads(text))


def preferred(accept: str) -> str:
    """The first language we have of an Accept-Language header, by its weights."""
    found: list[tuple[float, str]] = []
    for entry in accept[:500].split(","):
        name, _, rest = entry.strip().partition(";")
        weight = rest.strip().removeprefix("q=")
        try:
            found.append((-float(weight) if weight else -1.0, name.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((code for weight, code in sorted(found, key=lambda one: one[0]) if code in LANGUAGES and weight), "en")
