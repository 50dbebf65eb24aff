import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.rulebook.loader import RulebookError, load
from classifiers.rulebook.packaged import packaged, texts
from classifiers.rulebook.triggers import concerned

MINE = """
[[entry]]
name = "acme-ship"
action = "deploy"
programs = ["acmectl"]
words = ["ship"]
keys = ["deploy:{project}"]
fires = [{ run = "acmectl ship", key = "deploy:blyck" }]
silent = [{ run = "acmectl ship --dry-run" }]
"""


def test_a_person_s_own_rule_joins_the_packaged_ones() -> None:
    """Extra texts have the same form and are simply more rules."""
    book = load({**texts(), "mine.toml": MINE})
    assert concerned(book, "acmectl ship")
    assert book.entries[-1].name == "acme-ship"


def test_a_later_entry_replaces_or_silences_an_earlier_one() -> None:
    """The same name takes the earlier entry's place, and `off` removes it."""
    off = '[[entry]]\nname = "acme-ship"\noff = true\n'
    assert load({"a": MINE, "b": off}).entries == ()
    again = MINE.replace('words = ["ship"]', 'words = ["go"]')
    assert [entry.words for entry in load({"a": MINE, "b": again}).entries] == [(("go",),)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (('action = "deploy"', 'action = "fly"'), "action"),
        (('action = "deploy"\n', ""), "action"),
        (('words = ["ship"]', 'words = "ship"'), "words"),
        (('words = ["ship"]', 'wrods = ["ship"]'), "wrods"),
        (('words = ["ship"]', "success = ['(']"), "success"),
        (('words = ["ship"]', 'proof = "hope"'), "proof"),
        (('words = ["ship"]', "confidence = 7"), "confidence"),
        (('words = ["ship"]', 'uses = ["nothing"]'), "uses"),
        (('programs = ["acmectl"]\n', ""), "programs"),
        (('silent = [{ run = "acmectl ship --dry-run" }]', ""), "silent"),
        (('{ run = "acmectl ship"', "{ exit = 0"), "fires"),
    ],
)
def test_a_broken_rule_is_refused_by_name(change: tuple[str, str], field: str) -> None:
    """The error names the file, the entry and the field."""
    with pytest.raises(RulebookError) as caught:
        load({"mine.toml": MINE.replace(*change)})
    assert all(word in caught.value.title for word in ("mine.toml", "acme-ship", field))


def test_a_text_that_is_not_toml_is_refused() -> None:
    """A syntax error is an error a person can read."""
    with pytest.raises(RulebookError, match=r"mine\.toml"):
        load({"mine.toml": "[[entry"})


@given(st.text(max_size=80))
def test_any_line_can_be_asked_about(line: str) -> None:
    """Whether rules are concerned is answered for every text, and never for an empty book."""
    assert concerned(load({}), line) is False


@pytest.mark.parametrize(
    ("line", "is_concerned"),
    [
        ("cat <<'EOF' > notes.md\nthen docker push acme/api\nEOF", False),
        ("git commit -m \"$(cat <<'EOF'\nfix: vercel deploy --prod\nEOF\n)\"", False),
        ('cat > a.txt <<-"END"\nvercel deploy --prod\n  END\nls', False),
        ("cat <<'EOF' > notes.md\nvercel deploy --prod", False),  # cut off in the middle
        ("cat <<'EOF' > notes.md\nx\nEOF\nvercel deploy --prod", True),
        ("cat <<'EOF' > a.md && vercel deploy --prod\nx\nEOF", True),
        ("cat <<'EOF' | ssh web1\nvercel deploy --prod\nEOF", True),
        ("bash <<'EOF'\nvercel deploy --prod\nEOF", True),
        ("cat <<EOF > a.md\n$(vercel deploy --prod)\nEOF", True),
    ],
)
def test_what_is_only_written_down_concerns_no_rule(line: str, *, is_concerned: bool) -> None:
    """The body of a heredoc that is kept as text is no command; one that a shell reads is."""
    assert concerned(packaged(), line) is is_concerned
