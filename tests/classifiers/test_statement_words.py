"""The quick look for words without which no sentence states anything."""

import pytest

from classifiers.statement_words import marked, sayings_of


@pytest.mark.parametrize(
    "said",
    [
        "never push to main", "from now on use pnpm", "going forward, write tests first", "keep in mind that it runs",
        "절대 main에 푸시하지 마", "今後は英語で", "以后都用 pnpm", "впредь пиши тесты", "ne pousse jamais sur main",
        "nutze pnpm statt npm", "usa siempre pnpm", "ab jetzt nur noch tests",
    ],
)  # fmt: skip
def test_a_lasting_word_marks_a_text_in_any_language(said: str) -> None:
    """English, Korean, Japanese, Chinese, Russian, French, German and Spanish."""
    assert marked(said)


@pytest.mark.parametrize(
    "said", ["fix the login page", "hab jetzt zeit", "a knotty nothing", "로그인 고쳐 줘", "", "forward it"]
)
def test_words_that_only_hold_such_letters_mark_nothing(said: str) -> None:
    """Whole words count, not pieces of longer ones."""
    assert not marked(said)


def test_a_way_of_saying_is_found_in_the_languages_its_letters_allow() -> None:
    """Plain text is compared with what plain letters can say, any other text with all."""
    said = ("never push to main", "절대 main에 푸시하지 마", "決してmainにpushしないこと", "绝对不要推送到 main")
    assert [sayings_of(one).order.search(one) for one in said] == [True] * 4
    assert len({sayings_of(one) for one in said}) == 4
    explicit = "from now on use pnpm — always"
    assert sayings_of(explicit).explicit.search(explicit)
    assert not sayings_of("ten").explicit.search("ten seconds from now on the clock")
