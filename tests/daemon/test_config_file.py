import os
from pathlib import Path

import pytest

from daemon.config import ConfigError, read_config, text_of
from daemon.config_file import add_source, remove_source

WRITTEN = '# mine\n[follow]\nwatch = false # on a network disk\n\n[[sources]]\npath = "/logs/old"\n'


def test_a_source_is_added_once_and_found_by_the_settings(tmp_path):
    """What `add` writes is what the daemon reads."""
    file = tmp_path / "seorap" / "config.toml"
    assert add_source(file, tmp_path / "ci", ("**/*.xml",), "junit")
    assert not add_source(file, tmp_path / "ci")
    (source,) = read_config(file).sources
    assert (source.path, source.patterns, source.format) == (str(tmp_path / "ci"), ("**/*.xml",), "junit")


def test_comments_and_other_settings_survive_adding_and_removing(tmp_path):
    """Adding and removing the same source leaves the file byte for byte."""
    file = tmp_path / "config.toml"
    file.write_text(WRITTEN)
    add_source(file, tmp_path / "ci")
    assert file.read_text().startswith(WRITTEN.rstrip())
    assert remove_source(file, tmp_path / "ci")
    assert file.read_text().rstrip() == WRITTEN.rstrip()
    assert not remove_source(file, tmp_path / "ci")


def test_the_mark_that_windows_editors_put_before_utf_8_is_no_mistake(tmp_path):
    """It cannot be seen, so nobody could mend it: in the settings, when they are edited, and in the files beside them."""
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xef\xbb\xbf" + WRITTEN.encode())
    assert not read_config(file).follow.watch
    assert add_source(file, tmp_path / "ci")
    assert [each.path for each in read_config(file).sources] == ["/logs/old", str(tmp_path / "ci")]
    file.write_bytes(b"\xef\xbb\xbf# mine\n")
    assert text_of(file) == "# mine\n"


def test_the_last_source_leaves_no_empty_entry(tmp_path):
    """The settings still read what is left."""
    file = tmp_path / "config.toml"
    add_source(file, tmp_path / "ci")
    remove_source(file, tmp_path / "ci")
    assert read_config(file).sources == ()


def test_a_folder_that_is_no_text_leaves_the_file_as_it_was(tmp_path):
    """TOML is UTF-8; what cannot be written leaves no half-written file beside it."""
    file = tmp_path / "config.toml"
    file.write_text(WRITTEN)
    with pytest.raises(UnicodeEncodeError):
        add_source(file, tmp_path / os.fsdecode(b"\xff"))
    assert [each.name for each in tmp_path.iterdir()] == ["config.toml"]
    assert file.read_text() == WRITTEN


def test_a_broken_file_is_not_edited(tmp_path):
    """It is named, and left as it is."""
    file = tmp_path / "config.toml"
    file.write_text("sources = [")
    with pytest.raises(ConfigError):
        add_source(file, tmp_path / "ci")
    assert file.read_text() == "sources = ["


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_file_is_refused_at_once(tmp_path, kind):
    """A pipe without a writer would hold every verb for ever, a device without end would fill the memory."""
    file = tmp_path / "config.toml"
    {"pipe": os.mkfifo, "folder": Path.mkdir, "device": lambda it: it.symlink_to("/dev/zero")}[kind](file)
    for way in (read_config, text_of, lambda it: add_source(it, tmp_path / "ci")):
        with pytest.raises(ConfigError, match="is no file"):
            way(file)
