"""Words that say that something lasts, mistyped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.statements.slips import SLIPS, meant
from classifiers.statements.words import marked


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Alwyas use uv, nver pip", "always use uv, never pip"),
        ("form now on befroe each release", "from now on before each release"),
        ("allways ask", "always ask"),
        ("the fever of the lever", "the fever of the lever"),
        ("utility, eery, aways", "utility, eery, aways"),
    ],
)
def test_a_slip_is_read_as_what_is_meant(typed: str, wanted: str) -> None:
    """Whole words alone; words of their own stay."""
    assert meant(typed) == wanted


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_marks_a_text(slip: str) -> None:
    """Or its sentence would never be read."""
    assert marked(f"please {slip} do it") or SLIPS[slip] in {"please", "commit", "until"}


@given(st.text(max_size=60))
def test_no_text_raises_and_mending_twice_mends_no_more(text: str) -> None:
    """What is meant has no slips."""
    assert meant(meant(text)) == meant(text)
