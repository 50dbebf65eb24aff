"""Wishes that choose one of several: one matter, one key, and the later word counts."""

from datetime import UTC, datetime, timedelta

import pytest

from classifiers.drafts import merged
from classifiers.statements.choices import choice_of
from classifiers.statements.finding import find
from classifiers.vocabulary import HumanMessage, Where, Workspace

HERE = Workspace(identity="git:git.example.com/acme/blyck", name="blyck", root="/src/blyck")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "matter", "chosen"),
    [
        ("always use npm", "javascript-package-manager", "npm"),
        ("Use pnpm from now on, not npm.", "javascript-package-manager", "pnpm"),
        ("In this repo we use bun instead of yarn", "javascript-package-manager", "bun"),
        ("npm 말고 pnpm 써", "javascript-package-manager", "pnpm"),
        ("npmではなくpnpmを使ってください", "javascript-package-manager", "pnpm"),
        ("使用 pnpm, 不要用 npm", "javascript-package-manager", "pnpm"),
        ("используй uv, а не pip", "python-package-manager", "uv"),
        ("utilise pnpm, pas npm", "javascript-package-manager", "pnpm"),
        ("Please use uv instead of pip.", "python-package-manager", "uv"),
        ("I prefer tabs over spaces.", "indentation", "tabs"),
        ("I prefer spaces to tabs.", "indentation", "spaces"),
        ("Use pytest, not unittest.", "python-test-runner", "pytest"),
        ("Use npm here.", "javascript-package-manager", "npm"),
        ("From now on answer in Korean.", "language-of-answers", "korean"),
        ("always respond in English", "language-of-answers", "english"),
        ("앞으로는 영어로 답해줘", "language-of-answers", "english"),
        ("今後は日本語で回答してください", "language-of-answers", "japanese"),
        ("以后请用中文回答", "language-of-answers", "chinese"),
        ("Впредь отвечай на русском", "language-of-answers", "russian"),
        ("Désormais, réponds en français.", "language-of-answers", "french"),
    ],
)
def test_a_wish_may_choose_one_of_several(said: str, matter: str, chosen: str) -> None:
    """The matter and what was chosen in it, in any of the languages."""
    assert choice_of(said) == (matter, chosen)


@pytest.mark.parametrize(
    "said",
    [
        "never use npm",
        "never run npm ci in the api folder",
        "use npm or yarn",
        "use pnpm for the web app and uv for the api",
        "always run the pytest suite before you commit",
        "From now on write the commit messages in English.",
        "npm publish must always be asked for",
        "use jest-extended",
        "",
    ],
)
def test_what_says_more_or_less_is_no_choice(said: str) -> None:
    """Nor does a ban alone choose anything."""
    assert choice_of(said) is None


def test_the_later_of_two_choices_counts_however_sure_the_earlier_was() -> None:
    """In whatever order they are read."""
    words = ("From now on always use npm.", "use pnpm, not npm")
    one, two = (
        find(HumanMessage(key=f"k{day}", where=Where(1, 0), at=NOW + timedelta(days=day), text=said), HERE)[0]
        for day, said in enumerate(words)
    )
    assert one.key == two.key == "rule:javascript-package-manager"
    assert one.confidence > two.confidence
    for drafts in ([one, two], [two, one]):
        (found,) = merged(drafts)
        assert found.body == "use pnpm, not npm"
