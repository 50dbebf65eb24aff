from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import BadKey
from storage.keys import normal_key


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("deploy:blyck", "deploy:blyck"),
        (" Deploy : Main Site ", "deploy:main-site"),
        ("procedure:deploy:Blyck", "procedure:deploy:blyck"),
        ("rule:" + unicodedata.normalize("NFD", "배포 금지"), "rule:배포-금지"),
        ("publish:npm/@acme/API", "publish:npm/@acme/api"),
    ],
)
def test_a_key_is_set_right_where_it_can_be(typed, key):
    """Case, spaces and composition are made one way."""
    assert normal_key(typed) == key


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "deploy",
        "deploy:",
        ":x",
        "배포:x",
        "de/ploy:x",
        "a:\x00",
        "a:b\u200b",
        "a:\u202etxt",
        "a:\ud800",
        "a:" + "x" * 199,
    ],
)
def test_what_would_mislead_is_refused(typed):
    """No action, no target, invisible characters, or no end."""
    with pytest.raises(BadKey):
        normal_key(typed)


@given(st.text())
def test_a_key_is_normal_once_and_for_all(text):
    """Normalising twice changes nothing; no input raises anything but BadKey."""
    try:
        key = normal_key("a:" + text)
    except BadKey:
        return
    assert normal_key(key) == key
    assert unicodedata.is_normalized("NFC", key)
    assert not any(character.isspace() for character in key)
