"""Hooks in a host's settings: put in, recognised, renewed, and taken out, with a person's own left alone."""

from __future__ import annotations

import json

import pytest

from daemon.service.changes import take_back
from daemon.service.jsonc import parse
from daemon.service.marked import Kept
from daemon.service.merged import Merged
from daemon.service.receipt import Item

MARK = "/s/agent-hook"
THEIRS = '{\n  // mine\n  "model": "opus",\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],\n  },\n}\n'


def hook(event, **more):
    value = {"hooks": [{"type": "command", "command": f"{MARK} claude-code {event}", **more}]}
    return Item(("hooks", event), value)


def change(file, *items):
    return Merged(file, items or (hook("Stop"), hook("SessionStart")), marks=(MARK,))


def made(wanted, before=None):
    entry = wanted.entry("agents", before)
    wanted.make(before)
    assert wanted.stands()
    return entry


@pytest.mark.parametrize("text", [THEIRS, "{}", '{"a": 1}', '\ufeff{\r\n\t"a": [1]\r\n}'])
def test_settings_get_their_bytes_back(tmp_path, text):
    """A second setup changes nothing; uninstall leaves the file as it was found."""
    file = tmp_path / "settings.json"
    file.write_bytes(text.encode())
    entry = made(change(file))
    once = file.read_bytes()
    assert change(file).stands()
    again = made(change(file), entry)
    assert file.read_bytes() == once
    assert take_back(again)
    assert file.read_bytes() == text.encode()
    assert not take_back(again)


def test_what_is_put_in_stands_in_its_order(tmp_path):
    """As a person would have written it: the first event first, and before what stood there."""
    file = tmp_path / "settings.json"
    file.write_text(THEIRS)
    made(change(file, hook("SessionStart"), hook("UserPromptSubmit"), hook("Stop")))
    assert list(parse(file.read_text()).plain()["hooks"]) == ["SessionStart", "UserPromptSubmit", "Stop"]


def test_a_file_that_was_made_goes_again_unless_something_else_is_in_it(tmp_path):
    file = tmp_path / "settings.json"
    entry = made(change(file))
    assert take_back(entry)
    assert not file.exists()
    entry = made(change(file))
    file.write_text(json.dumps(json.loads(file.read_text()) | {"model": "x"}))
    assert take_back(entry)
    assert json.loads(file.read_text()) == {"model": "x"}


def test_what_the_host_wrote_anew_is_still_known(tmp_path):
    """It saves its settings without comments; what else was added meanwhile stays."""
    file = tmp_path / "settings.json"
    file.write_text(THEIRS)
    entry = made(change(file))
    anew = parse(file.read_text()).plain()
    anew["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "later"}]})
    file.write_text(json.dumps(anew, indent=4))
    assert change(file).stands()
    assert take_back(entry)
    left = json.loads(file.read_text())
    assert left["model"] == "opus"
    assert [each["hooks"][0]["command"] for each in left["hooks"]["Stop"]] == ["say done", "later"]
    assert "SessionStart" not in left["hooks"]


def test_a_newer_version_takes_the_place_of_ours(tmp_path):
    file = tmp_path / "settings.json"
    file.write_text(THEIRS)
    first = made(change(file, hook("Stop")))
    second = made(change(file, hook("Stop", timeout=5), hook("SessionStart")), first)
    assert file.read_text().count("claude-code Stop") == 1
    assert take_back(second)
    assert parse(file.read_text()).plain() == parse(THEIRS).plain()


def test_what_a_person_edited_is_kept(tmp_path):
    """A hook of ours with another time limit is theirs: neither renewed nor doubled nor removed."""
    file = tmp_path / "settings.json"
    entry = made(change(file))
    edited = file.read_text().replace("claude-code Stop", "claude-code Stop --mine")
    file.write_text(edited)
    with pytest.raises(Kept):
        change(file).entry("agents", entry)
    assert file.read_text() == edited
    assert take_back(entry)
    assert "claude-code Stop --mine" in file.read_text()
    assert "SessionStart" not in file.read_text()


@pytest.mark.parametrize("content", [b"", b'{"hooks": {', b"\xff\xfe", b'{"hooks": []}', b"[1]", b"not json"])
def test_half_written_settings_are_left_alone(tmp_path, content):
    file = tmp_path / "settings.json"
    file.write_bytes(content)
    assert not change(file).stands()
    with pytest.raises(Kept, match=r"settings\.json"):
        change(file).entry("agents", None)
    assert file.read_bytes() == content


def test_read_only_settings_are_left_alone(tmp_path):
    file = tmp_path / "settings.json"
    file.write_text("{}")
    file.chmod(0o444)
    with pytest.raises(Kept, match="read-only"):
        change(file).entry("agents", None)
    assert file.read_text() == "{}"


SERVER = Item(("mcpServers",), {"command": "/py", "args": [MARK]}, "seorap")


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"a": 1}',
        '{"mcpServers": {}}',
        '{\n  "mcpServers": {\n    // mine\n    "x": {"command": "x"},\n  },\n}\n',
        '{"mcpServers": {"x": {}}}',
    ],
)
def test_a_member_goes_in_and_comes_out_again(tmp_path, text):
    """Beside what arrays got in the same file."""
    file = tmp_path / "settings.json"
    file.write_text(text)
    entry = made(change(file, SERVER, hook("Stop")))
    held = parse(file.read_text()).plain()
    assert held["mcpServers"].pop("seorap") == SERVER.value
    assert held["mcpServers"] == parse(text).plain().get("mcpServers", {})
    newer = Item(SERVER.path, {"command": "/py3", "args": [MARK]}, "seorap")
    second = made(change(file, newer, hook("Stop")), entry)
    assert parse(file.read_text()).plain()["mcpServers"]["seorap"] == newer.value
    assert take_back(second)
    left = parse(file.read_text()).plain()
    assert left == parse(text).plain() or left == {k: v for k, v in parse(text).plain().items() if v}
    file.write_text(text)
    entry = made(change(file, SERVER))
    assert take_back(entry)
    assert file.read_text() == text


def test_a_server_of_that_name_that_is_a_persons_is_kept(tmp_path):
    file = tmp_path / "settings.json"
    text = '{"mcpServers": {"seorap": {"command": "mine"}}}'
    file.write_text(text)
    with pytest.raises(Kept, match=r"mcpServers\.seorap"):
        change(file, SERVER).entry("agents", None)
    assert file.read_text() == text
