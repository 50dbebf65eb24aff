"""TOML texts → a rulebook. Pure; a text that does not fit is refused with its file, entry and field named.

A person's own files have the same form. An entry with the name of an earlier one takes its place, and `off = true`
in it silences it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import regex

from classifiers.pattern_finder import PatternFinder
from classifiers.rulebook.entries import Entry, Example, Proof, Rulebook, Signs
from classifiers.rulebook.triggers import triggers
from classifiers.screen import compiled
from classifiers.vocabulary import ACTIONS, MemoryType, SeorapError

_T = TypeVar("_T")

_SIGNS = ("success", "failure", "veto", "nothing")
_LISTS = ("programs", "scripts", "not_scripts", "words", "goals", "needs", "forbids", "allows", "keys", "hints", "uses")
_TEXTS = ("name", "action", "body")
_FLAGS = ("fed", "remote", "blind", "ci", "ladder", "off")
_CHOICES = {
    "action": ACTIONS,
    "type": tuple(MemoryType),
    "proof": tuple(Proof),
    "scope": ("workspace", "global"),
}
_FIELDS = {*_SIGNS, *_LISTS, *_TEXTS, *_FLAGS, *_CHOICES, "ok_exits", "confidence", "fires", "silent"}
_TABLES = {"entry", "program", "signs", "general"}


class RulebookError(SeorapError):
    """A rulebook text that cannot be used."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        place = f"{file}: entry {entry!r}" if entry else file
        super().__init__(
            f"The rulebook file {place}: {field} {problem}.",
            "No rule of this file was taken. Correct the field and try again.",
        )


def load(texts: Mapping[str, str], *, proved: Collection[str] = ()) -> Rulebook:
    """Read rulebook files: file name -> TOML text, in the order in which later entries replace earlier ones.

    The patterns of `proved` files are known to be good; those of the others are tried, which takes its time.

    Raises:
        RulebookError: naming file, entry and field.
    """
    tables = {file: _parse(file, text) for file, text in texts.items()}
    shared = {
        name: _signs(file, f"signs.{name}", body, proved)
        for file, table in tables.items()
        for name, body in table.get("signs", {}).items()
    }
    found: dict[str, Entry] = {}
    for file, table in tables.items():
        for raw in table.get("entry", []):
            entry = _entry(file, raw, shared, proved)
            found.pop(entry.name, None)
            if not raw.get("off"):
                found[entry.name] = entry
    return _book(tuple(found.values()), tables, proved)


def _parse(file: str, text: str) -> dict[str, Any]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(file, "", "the text", f"is not TOML ({error})") from error
    for name in table:
        if name not in _TABLES:
            raise RulebookError(file, "", name, "is not a table of a rulebook")
    return table


def _book(entries: tuple[Entry, ...], tables: Mapping[str, dict[str, Any]], proved: Collection[str]) -> Rulebook:
    valued: dict[str, frozenset[str]] = {}
    general: dict[str, list[str]] = {}
    failures = Signs()
    for file, table in tables.items():
        for program, body in table.get("program", {}).items():
            valued[program] = valued.get(program, frozenset()) | frozenset(body.get("valued", ()))
        for name, values in table.get("general", {}).items():
            general.setdefault(name, []).extend(values)
        failures += _signs(file, "general", {"failure": table.get("general", {}).get("failure", [])}, proved)
    by_program: dict[str, tuple[Entry, ...]] = {}
    for entry in entries:
        for program in entry.programs:
            by_program[program] = (*by_program.get(program, ()), entry)
    return Rulebook(
        entries=entries,
        valued=valued,
        negatives=frozenset(general.get("negatives", ())),
        printers=frozenset(general.get("printers", ())),
        failures=failures,
        finder=PatternFinder(pattern for signs in (failures, *(entry.signs for entry in entries)) for pattern in signs),
        by_program=by_program,
        by_script=tuple(entry for entry in entries if entry.scripts),
        triggers=triggers(entries),
    )


# --- one entry --------------------------------------------------------------------------------------------------------


def _entry(file: str, raw: Any, shared: Mapping[str, Signs], proved: Collection[str]) -> Entry:
    name = str(raw.get("name", "")) if isinstance(raw, dict) else ""
    if not name:
        raise RulebookError(file, "", "entry", "has no name")
    _check(file, name, raw)
    signs = _signs(file, name, raw, proved)
    for use in raw.get("uses", []):
        if use not in shared:
            raise RulebookError(file, name, "uses", f"names signs that no file has: {use!r}")
        signs += shared[use]
    if not raw.get("off") and not (raw.get("programs") or raw.get("scripts")):
        raise RulebookError(file, name, "programs", "is missing: a rule is about a program or a script")
    for field in () if raw.get("off") else ("keys", "fires", "silent"):
        if not raw.get(field):
            raise RulebookError(file, name, field, "is missing: every rule has a key, an example and a counter-example")
    return Entry(
        name=name,
        action=raw.get("action", "test"),
        type=MemoryType(raw.get("type", MemoryType.CAPABILITY)),
        programs=frozenset(raw.get("programs", ())),
        scripts=tuple(raw.get("scripts", ())),
        not_scripts=tuple(raw.get("not_scripts", ())),
        words=tuple(tuple(phrase.split()) for phrase in raw.get("words", ())),
        goals=tuple(raw.get("goals", ())),
        needs=tuple(raw.get("needs", ())),
        forbids=tuple(raw.get("forbids", ())),
        allows=frozenset(raw.get("allows", ())),
        fed=raw.get("fed", False),
        remote=raw.get("remote", False),
        proof=Proof(raw.get("proof", Proof.EITHER)),
        ok_exits=frozenset({0, *raw.get("ok_exits", ())}),
        blind=raw.get("blind", True),
        signs=signs,
        scope=raw.get("scope", "workspace"),
        keys=tuple(raw.get("keys", ())),
        body=raw.get("body", ""),
        confidence=float(raw.get("confidence", 0.9)),
        ci=raw.get("ci", True),
        ladder=raw.get("ladder", False),
        hints=tuple(raw.get("hints", ())),
        fires=tuple(_example(file, name, "fires", example) for example in raw.get("fires", ())),
        silent=tuple(_example(file, name, "silent", example) for example in raw.get("silent", ())),
        file=file,
    )


def _check(file: str, name: str, raw: Mapping[str, Any]) -> None:
    for field, value in raw.items():
        if field not in _FIELDS:
            raise RulebookError(file, name, field, "is not a field of a rule")
        if field in (*_SIGNS, *_LISTS) and not _all(value, str):
            raise RulebookError(file, name, field, "is not a list of texts")
        if field in _TEXTS and not isinstance(value, str):
            raise RulebookError(file, name, field, "is not a text")
        if field in _FLAGS and not isinstance(value, bool):
            raise RulebookError(file, name, field, "is neither true nor false")
        if field in _CHOICES and value not in _CHOICES[field]:
            raise RulebookError(file, name, field, f"is not one of {', '.join(_CHOICES[field])}")
    if not _all(raw.get("ok_exits", []), int):
        raise RulebookError(file, name, "ok_exits", "is not a list of numbers")
    confidence = raw.get("confidence", 0.9)
    if not isinstance(confidence, int | float) or not 0 < confidence <= 1:
        raise RulebookError(file, name, "confidence", "is not a number above 0 and up to 1")
    if "action" not in raw and not raw.get("off"):
        raise RulebookError(file, name, "action", "is missing")


def _all(value: Any, kind: type[_T]) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _example(file: str, name: str, field: str, raw: Any) -> Example:
    kinds: dict[str, tuple[type, ...]] = {"run": (str,), "exit": (int,), "out": (str,), "key": (str,), "script": (str,)}
    if not isinstance(raw, dict) or not isinstance(raw.get("run"), str):
        raise RulebookError(file, name, field, "has an example without `run`")
    for key, value in raw.items():
        if key == "hidden":
            continue
        if key not in kinds or not isinstance(value, kinds[key]):
            raise RulebookError(file, name, field, f"has an example with a wrong {key!r}")
    known = {key: value for key, value in raw.items() if key in kinds}
    if "exit" not in known and raw.get("hidden"):
        known["exit"] = None
    return Example(**known)


def _signs(file: str, name: str, raw: Mapping[str, Any], proved: Collection[str]) -> Signs:
    for field in _SIGNS if file not in proved else ():
        for text in raw.get(field, ()):
            _try(file, name, field, text)
    return Signs(*(tuple(raw.get(field, ())) for field in _SIGNS))


def _try(file: str, name: str, field: str, text: str) -> None:
    try:
        compiled(text)
    except (regex.error, TypeError) as error:
        raise RulebookError(file, name, field, f"has a broken pattern {text!r} ({error})") from error
