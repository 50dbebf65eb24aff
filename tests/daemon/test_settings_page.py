"""docs/settings.md and the settings say the same."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from daemon.config import Config, ConfiguredSource

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def written() -> dict[str, str]:
    """Every setting of the table with its default, as `section.name`."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        names = re.findall(r"`([^`]+)`", cells[0]) if len(cells) == 3 else []
        if not names or not re.fullmatch(r"`[^`]+`(, `[^`]+`)*", cells[0]) or cells[0].endswith(("/`", ".sqlite`")):
            continue
        section = re.match(r"\[+(\w+)\]+ ", names[0])
        names[0] = names[0][section.end() :] if section else names[0]
        defaults = re.split(r"[;,] (?=\S)", cells[1]) if len(names) > 1 else [cells[1]]
        assert len(defaults) == len(names), line
        found |= {f"{section[1]}.{name}" if section else name: said for name, said in zip(names, defaults, strict=True)}
    return found


def real() -> dict[str, object]:
    """Every setting there is, with its default; of tables in a list, those of one entry."""
    found: dict[str, object] = {}
    for each in msgspec.structs.fields(Config):
        kind = type(each.default)
        inner = msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ()
        if each.name == "sources":
            inner = msgspec.structs.fields(ConfiguredSource)
        found |= {f"{each.encode_name}.{one.name}": one.default for one in inner} or {each.name: each.default}
    return found


def test_the_page_names_every_setting_and_no_other():
    assert set(written()) == set(real())


def test_the_page_tells_every_default():
    """As TOML writes it; empty ones are said in words."""
    said = written()
    for name, default in real().items():
        if isinstance(default, bool):
            assert said[name] == str(default).lower(), name
        elif isinstance(default, int | float) or (isinstance(default, str) and default):
            assert said[name].strip("`") == str(default), name
