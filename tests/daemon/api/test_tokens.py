"""The install's secret and what is made from it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.api.tokens import SESSION, TICKET, BadToken, Tokens, tokens

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINE, OTHER = Tokens(b"a" * 32), Tokens(b"b" * 32)


def test_a_secret_is_made_once_and_is_private(tmp_path):
    file = tmp_path / "state" / "token"
    assert tokens(file).place == tokens(file).place
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["token"]
    assert tokens(tmp_path / "other").place != tokens(file).place


@pytest.mark.parametrize(("content", "mode"), [(b"short", 0o600), (b"x" * 33, 0o600), (b"x" * 32, 0o640)])
def test_a_secret_that_is_none_or_that_others_may_read_is_refused(tmp_path, content, mode):
    file = tmp_path / "token"
    file.write_bytes(content)
    file.chmod(mode)
    with pytest.raises(BadToken):
        tokens(file)


def test_a_ticket_opens_once_and_not_for_long():
    ticket = MINE.ticket(NOW)
    assert MINE.spend(ticket, NOW)
    assert not MINE.spend(ticket, NOW)
    late = MINE.ticket(NOW)
    assert not MINE.spend(late, NOW + TICKET)


def test_a_session_lasts_a_month_and_its_forms_are_its_own():
    cookie = MINE.session(NOW)
    assert MINE.signed_in(cookie, NOW + SESSION - timedelta(seconds=2))
    assert not MINE.signed_in(cookie, NOW + SESSION)
    assert MINE.form_of(cookie, MINE.form(cookie))
    assert not MINE.form_of(MINE.session(NOW), MINE.form(cookie))
    assert not MINE.form_of(cookie, "")


def test_nothing_made_for_one_purpose_or_by_another_install_serves():
    assert not MINE.signed_in(MINE.ticket(NOW), NOW)
    assert not MINE.spend(MINE.session(NOW), NOW)
    assert not MINE.signed_in(OTHER.session(NOW), NOW)
    assert MINE.answer("x") != OTHER.answer("x")
    assert MINE.answer(MINE.place) != MINE.form(MINE.place)


@given(st.text())
def test_any_other_text_is_refused(text):
    assert not MINE.signed_in(text, NOW)
    assert not MINE.spend(text, NOW)
    assert not MINE.form_of(text, text)


@given(st.integers(0, 80), st.characters())
def test_a_changed_cookie_is_refused(place, letter):
    cookie = MINE.session(NOW)
    changed = cookie[:place] + letter + cookie[place + 1 :]
    assert changed == cookie or not MINE.signed_in(changed, NOW)
