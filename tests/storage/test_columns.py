from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from storage.cleaning import clean, cleaned
from storage.columns import Instant, SourcePath
from storage.dialects import read_json
from storage.intake import commit
from storage.queue import candidates
from storage.values import LOCAL

HERE = sqlite.dialect()


@given(st.binary())
def test_any_file_name_comes_back(data):
    """Bytes that are no UTF-8 survive the way through a text column."""
    path = data.decode("utf-8", "surrogateescape")
    stored = SourcePath().process_bind_param(path, HERE)
    stored.encode()
    assert SourcePath().process_result_value(stored, HERE) == path


@given(st.text(st.characters(exclude_categories=())))
def test_clean_text_is_taken_by_both_databases(text):
    """What is left encodes, holds no NUL and keeps its length; clean text is left alone."""
    done = clean(text)
    done.encode()
    assert "\x00" not in done
    assert (len(done), clean(done)) == (len(text), done)


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=())),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(max_size=4), some, max_size=4),
    max_leaves=8,
)


@given(ANY, st.booleans())
def test_json_comes_back_as_the_standard_library_reads_it(value, ascii_only):
    """Whatever another version wrote: numbers of any size, infinity, half a pair of surrogates."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert read_json(text) == json.loads(text)


def test_a_clean_draft_is_left_alone(make):
    """The usual draft costs no copy."""
    draft = make.draft("r1")
    assert cleaned(draft) is draft


def test_a_naive_time_is_a_mistake(store, make):
    """It is refused on both databases, and nothing is stored."""
    with pytest.raises(ValueError, match="naive"):
        Instant().process_bind_param(datetime(2025, 1, 1), HERE)  # noqa: DTZ001 - the mistake
    naive = make.draft(make.evidence("r1", datetime(2025, 1, 1)))  # noqa: DTZ001 - the mistake
    with pytest.raises((ValueError, TypeError), match="naive"):
        commit(store, LOCAL, [make.step(naive)], now=make.now)
    assert candidates(store) == []


def test_times_come_back_in_utc(store, make):
    """Whatever zone a time was given in, the same moment comes back, to the microsecond."""
    seoul = datetime(2025, 6, 1, 9, 0, 0, 123_456, timezone(timedelta(hours=9)))
    commit(store, LOCAL, [make.step(make.draft(make.evidence("r1", seoul)))], now=make.now)
    (found,) = candidates(store)
    assert (found.first_seen, found.first_seen.tzinfo) == (seoul, UTC)
