"""Loanwords in Hangul: which English words they may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.search_words import words_of
from classifiers.transliteration import keys_of, likeness, of_hangul, of_latin


def sounds_like(hangul: str, latin: str) -> bool:
    """Does the run in Hangul sound like the word, as the index keeps it?"""
    sound = of_hangul(hangul)
    return sound is not None and any(likeness(sound, one) for one in of_latin(words_of(latin)[-1]))


@pytest.mark.parametrize(
    ("hangul", "latin"),
    [
        *(("컨슈머", "consumer"), ("컨테이너", "container"), ("마이그레이션", "migration"), ("스테이징", "staging")),
        *(("롤백", "rollback"), ("쿼리", "query"), ("스케줄러", "scheduler"), ("시뮬레이터", "simulator")),
        *(("콜렉터", "collector"), ("컬렉션", "collection"), ("노마드", "nomad"), ("테서랙트", "tesseract")),
        *(("리밸런싱", "rebalancing"), ("포탈", "portal"), ("포털", "portal"), ("사이프러스", "cypress")),
        *(
            ("텔레메트리", "telemetry"),
            ("쿠버네티스", "kubernetes"),
            ("어플리케이션", "application"),
            ("캐시", "cache"),
        ),
        *(("젯슨", "jetson"), ("블루투스", "bluetooth"), ("임베딩", "embedding"), ("토크나이저", "tokenizer")),
        *(("펌웨어", "firmware"), ("프로메테우스", "prometheus"), ("매니지먼트", "management"), ("부산", "busan")),
    ],
)
def test_a_loanword_is_the_word_it_was(hangul, latin):
    assert sounds_like(hangul, latin)


@pytest.mark.parametrize(
    ("hangul", "latin"),
    [
        *(
            ("문제", "manage"),
            ("추가", "check"),
            ("처리", "char"),
            ("주문", "human"),
            ("화면", "memory"),
            ("정산", "agent"),
        ),
        *(
            ("바꿔", "back"),
            ("했어", "host"),
            ("의존성", "junit"),
            ("확인", "hook"),
            ("저장", "join"),
            ("상태", "sent"),
        ),
        *(("하지", "hash"), ("나눠", "known"), ("너무", "name")),
    ],
)
def test_a_korean_word_is_no_english_one(hangul, latin):
    assert not sounds_like(hangul, latin)


@given(st.text(alphabet=st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=40), st.text(max_size=30))
def test_any_word_is_compared(hangul, latin):
    sound = of_hangul(hangul)
    if sound is not None:
        assert len(sound.vowels) == len(sound.consonants) + 1
        assert keys_of(sound)[0] == sound.consonants
        assert all(0 <= likeness(sound, one) <= 1 for one in of_latin(latin.lower()))


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=24))
def test_every_reading_has_its_vowels(latin):
    readings = of_latin(latin)
    assert 1 <= len(readings) <= 16
    assert all(len(one.vowels) == len(one.consonants) + 1 for one in readings)
