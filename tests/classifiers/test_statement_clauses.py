"""The signs by which Russian, French, German, Spanish and Portuguese sentences are known to hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.statements import clauses
from classifiers.statements.clauses import told
from classifiers.statements.hearing import _TOGETHER, _entries, heard
from classifiers.statements.signs import french, german, loanwords, portuguese, russian, spanish, tools

LANGUAGES = {"french": french, "german": german, "portuguese": portuguese, "russian": russian, "spanish": spanish}
ASKED = {part for sign in (*clauses._RULES, *clauses._FACTS, clauses._CHOICE)
         for part in frozenset().union(*sign.needs, sign.taken)}  # fmt: skip
FOR_OTHERS = {part for first, second, *_ in _TOGETHER for part in (first, second)} | {"this", "build", "matter"}


@pytest.mark.parametrize("words", [*LANGUAGES.values(), loanwords, tools])
def test_each_entry_is_words_and_each_sign_is_asked_for(words) -> None:
    """A brace that does not close leaves one behind; a sign that no rule needs would be dead."""
    for part, text in words.WORDS.items():
        assert part in ASKED | FOR_OTHERS, part
        assert not [entry for entry in _entries(text) if not entry.strip(" *") or set(entry) & set("{}")], part


@pytest.mark.parametrize("words", LANGUAGES.values())
def test_each_language_has_words_for_each_sign(words) -> None:
    """But those that two words give together, and those whose words all languages share."""
    together = {both for _, _, both, _ in _TOGETHER}
    given = {*words.WORDS, *loanwords.WORDS, *tools.WORDS, *together, "path", "file", "address", "number"}
    assert given >= ASKED


@pytest.mark.parametrize(
    ("typed", "careful"),
    [
        ("a partir de maintenant reponds en francais et commite pas sans mon accord", "À partir de maintenant réponds en français et commite pas sans mon accord"),
        ("fuer jede Aenderung brauchen wir einen Test", "Für jede Änderung brauchen wir einen Test"),
        ("fur jede anderung brauchen wir einen test", "Für jede Änderung brauchen wir einen Test"),
        ("nao mexe na pasta vendor sem minha autorizacao", "Não mexe na pasta vendor sem minha autorização"),
        ("no subas contrasenas al repo sin mi aprobacion", "No subas contraseñas al repo sin mi aprobación"),
        ("всё храним в UTC, ещё и логи", "все храним в UTC, еще и логи"),
    ],
)  # fmt: skip
def test_accents_umlauts_and_capitals_change_nothing(typed: str, careful: str) -> None:
    """People type to agents without them."""
    assert told(typed) == told(careful) is not None


@pytest.mark.parametrize(
    ("lasts", "passes"),
    [
        ("Коммиты только на английском", "Коммиты только на английском, но сейчас пиши как хочешь"),
        ("on ne pousse jamais sur main", "mon chef dit qu'on ne pousse jamais sur main"),
        ("Keine neuen Abhängigkeiten ohne Rücksprache", "Was wäre, wenn keine neuen Abhängigkeiten ohne Rücksprache gingen"),
        ("no subas nada a main sin mi permiso", "por esta vez no subas nada a main sin mi permiso"),
        ("testes sempre com vitest", "os testes sempre falham com vitest"),
    ],
)  # fmt: skip
def test_a_sign_of_the_moment_of_talk_or_of_what_breaks_takes_it_away(lasts: str, passes: str) -> None:
    """The same words, once as an order and once not."""
    assert told(lasts)
    assert told(passes) is None


@pytest.mark.parametrize("said", ["always use the linter", "run it and push", "테스트 항상 돌려", "", "¿y si no?", "…"])
def test_other_languages_and_questions_give_no_sign(said: str) -> None:
    """They are heard elsewhere, or state nothing."""
    assert told(said) is None


@given(st.text(alphabet="абвдесниеlesquenoa ,.:*{}'«»/-?\n0ßü", max_size=200))
def test_no_text_raises(said: str) -> None:
    """Whatever it is, and every word of it gives signs or none."""
    told(said)
    assert all(isinstance(parts, frozenset) for clauses in heard(said) for clause in clauses for parts in clause)
