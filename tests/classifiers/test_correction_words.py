"""What corrects, forbids and settles, and what only sounds like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.correction_words import FAMILIES, ban, choice, correction


@pytest.mark.parametrize(
    ("said", "wanted", "unwanted"),
    [
        ("no, I said pnpm", "pnpm", ""),
        ("No, use pnpm not npm!", "pnpm", "npm"),
        ("nope. pnpm please", "pnpm", ""),
        ("not npm, use pnpm", "pnpm", "npm"),
        ("I told you to use uv", "uv", ""),
        ("again, use vitest instead", "vitest", ""),
        ("아니 pnpm 쓰라고", "pnpm", ""),
        ("いや、pnpmを使って", "pnpm", ""),
        ("不对，用 pnpm", "pnpm", ""),
        ("нет, используй pnpm", "pnpm", ""),
        ("non, utilise pnpm", "pnpm", ""),
        ("nein, nimm pnpm", "pnpm", ""),
        ("no, usa pnpm", "pnpm", ""),
    ],
)
def test_a_correction_names_its_tool(said: str, wanted: str, unwanted: str) -> None:
    """In every language Seorap listens to."""
    assert correction(said) == (wanted, unwanted)


@pytest.mark.parametrize(
    "said",
    [
        "no, npm install fails",
        "no, pnpm is broken",
        "no, use npm for this task",
        "no, use pnpm?",
        "no, use pnpm for now",
        "use pnpm",
        "I said hello to npm support",
        "no, I don't know",
        "not npm related, use your head",
    ],
)
def test_what_only_sounds_like_a_correction(said: str) -> None:
    """A complaint, a question, a passing wish and a plain order correct nobody."""
    assert correction(said) is None


@pytest.mark.parametrize(
    ("said", "forbidden"),
    [
        ("Don't add comments.", "Don't add comments"),
        ("i said don't add comments!", "don't add comments"),
        ("주석 달지 마", "주석 달지 마"),
        ("コメントを追加しないでください", "コメントを追加しないでください"),
        ("不要加注释", "不要加注释"),
        ("не добавляй комментарии", "не добавляй комментарии"),
        ("n'ajoute pas de commentaires", "n'ajoute pas de commentaires"),
        ("don't change this file", ""),
        ("please don't touch that", ""),
        ("don't delete anything yet", ""),
        ("it doesn't add comments", ""),
        ("why don't you add comments", ""),
        ("don't run it now", ""),
    ],
)
def test_a_ban_says_what_it_is_about(said: str, forbidden: str) -> None:
    """What points at the talk, or is of the moment, forbids nothing elsewhere."""
    assert ban(said) == forbidden


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("let's go with vitest", "vitest"),
        ("ok, let's use pnpm.", "pnpm"),
        ("we'll use postgres", "postgres"),
        ("pnpm으로 가자", "pnpm"),
        ("давай на pnpm", "pnpm"),
        ("maybe let's use pnpm", ""),
        ("should we go with vitest?", ""),
        ("let's use npm for now", ""),
        ("if it fails, let's use npm", ""),
    ],
)
def test_a_choice_is_made_and_not_weighed(said: str, wanted: str) -> None:
    """Maybe, if, for now and a question leave it open."""
    found = choice(said)
    assert (found.wanted if found else "") == wanted


@given(st.text(max_size=300), st.sampled_from(sorted(FAMILIES)), st.text(max_size=100))
def test_any_text_is_taken(before: str, tool: str, after: str) -> None:
    """No input raises, and what is named is a tool of a family."""
    said = f"{before} {tool} {after}"
    for found in (correction(said), choice(said)):
        assert found is None or found.wanted in FAMILIES
    assert isinstance(ban(said), str)
