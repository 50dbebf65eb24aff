"""Edits to config.toml that keep every comment and blank line a person put there."""

from __future__ import annotations

from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from daemon.config import ConfigError, read_config, text_of


def add_source(file: Path, path: Path, patterns: tuple[str, ...] = (), form: str = "") -> bool:
    """Add a `[[sources]]` entry for `path`. False when there is one already. Raises ConfigError as `read_config`."""
    if any(Path(each.path).expanduser() == path for each in read_config(file).sources):
        return False
    document = _parsed(file)
    entry = tomlkit.table()
    entry.add("path", str(path))
    if patterns:
        entry.add("patterns", list(patterns))
    if form:
        entry.add("format", form)
    entries = document.get("sources")
    if not isinstance(entries, AoT):
        entries = tomlkit.aot()
        document.add("sources", entries)
    entries.append(entry)
    _write(file, document.as_string())
    return True


def remove_source(file: Path, path: Path) -> bool:
    """Take the `[[sources]]` entry of `path` out. False when there is none. Raises ConfigError as `read_config`."""
    if not any(Path(each.path).expanduser() == path for each in read_config(file).sources):
        return False
    document = _parsed(file)
    entries = document["sources"]
    assert isinstance(entries, list)
    for place in reversed(range(len(entries))):
        if Path(str(entries[place]["path"])).expanduser() == path:
            del entries[place]
    if not entries:
        del document["sources"]
    _write(file, document.as_string())
    return True


def _parsed(file: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text_of(file, absent=""))
    except TOMLKitError as trouble:
        raise ConfigError(f"{file} cannot be edited: {trouble}", "Mend it by hand; nothing was changed.") from None


def _write(file: Path, text: str) -> None:
    draft = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_bytes(text.encode())
        draft.replace(file)
    except OSError as trouble:
        draft.unlink(missing_ok=True)
        raise ConfigError(f"{file} cannot be written: {trouble.strerror}", "It is as it was.") from None
