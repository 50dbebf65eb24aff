"""What is removed when a person wants none of it any more."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from daemon import settings
from daemon.service.belongings import belongings, discard


def test_every_place_in_the_settings_is_known_and_nothing_else(tmp_path):
    """Whatever path the settings name under Seorap's own folders goes; a person's file beside them stays."""
    root = tmp_path / "seorap"
    root.mkdir()
    made = settings.resolve({"SEORAP_HOME": str(root)}, tmp_path, "sam")
    paths = {each.name: getattr(made, each.name) for each in fields(made)}
    own = {path for path in paths.values() if isinstance(path, Path) and path.is_relative_to(root)}
    assert len(own) > 8
    for path in own:
        path.write_text("")
    (root / "diary.txt").write_text("mine")
    assert set(belongings(made)) == own
    assert list(discard(made)) == []
    assert [each.name for each in root.iterdir()] == ["diary.txt"]
