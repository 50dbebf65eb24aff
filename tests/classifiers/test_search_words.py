from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from classifiers.search_words import LONGEST_TEXT, words_of


def shared(one: str, other: str) -> set[str]:
    return set(words_of(one)) & set(words_of(other))


def test_endings_do_not_matter():
    assert words_of("deploying") == words_of("deploy") == words_of("Deployed") == words_of("deploys")


def test_common_words_are_left_out():
    assert words_of("What is it that we do with the server?") == words_of("server")
    assert words_of("그럼 이제 서버에 어떻게 해야 돼?") == words_of("서버")
    assert words_of("mysql에서") == words_of("mysql")


def test_a_name_is_found_whole_and_by_its_parts():
    assert shared("acme-api", "AcmeApi") == {"acm", "api"}
    assert "acmeapi" in words_of("AcmeApi")


def test_spaceless_scripts_are_found_inside_longer_runs():
    """Particles, endings and compounds hide no word: Korean, Japanese, Chinese."""
    assert shared("배포", "재배포해줘") == {"배포"}
    assert shared("운영서버", "서버에 붙어봐") == {"서버"}
    assert shared("デプロイして", "再デプロイ") >= {"デプ", "ロイ"}
    assert shared("部署", "请部署到生产") == {"部署"}


def test_scripts_are_cut_apart():
    assert words_of("deploy배포") == ["deploy", "배포"]
    assert words_of("배포deploy") == ["배포", "deploy"]


def test_decomposed_text_is_the_same_text():
    """File names of macOS are decomposed."""
    assert words_of("\u1107\u1162\u1111\u1169") == words_of("배포")
    assert words_of("cafe\u0301") == words_of("café")


def test_a_long_text_is_read_to_a_bound():
    assert "last" not in words_of("x " * LONGEST_TEXT + "last")


@given(st.text())
def test_any_text_has_words(text):
    """Nothing raises, and no word is empty."""
    assert all(words_of(text))
