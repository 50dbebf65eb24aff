import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.prose import prose
from classifiers.statements import find, slug_of
from classifiers.vocabulary import GLOBAL, Draft, HumanMessage, MemoryType, Speech, Where, Workspace

HERE = Workspace(identity="git:git.example.com/acme/blyck", name="blyck", root="/src/blyck")


def said(text: str, speech: Speech = Speech.PROMPT) -> tuple[Draft, ...]:
    return find(HumanMessage(key="claude:u1", where=Where(7, 700), text=text, speech=speech), HERE)


@pytest.mark.parametrize(
    "text",
    [
        "Never touch PROD.",
        "never push to main without asking me",
        "From now on answer in Korean.",
        "Please always run the linter before you commit.",
        "ok, don't touch production",
        "Don't commit unless I say so.",
        "use pnpm, not npm",
        "Make this a rule: no new files in the root folder.",
        "The date app must always be reachable.",
        "Secrets must never be logged.",
        "Going forward, write the comments in English.",
        "PROD 건드리지 마",
        "앞으로는 한국어로 답해줘",
        "절대 main 브랜치에 직접 푸시하지 마",
        "항상 커밋 전에 테스트를 돌려줘",
        "이제부터 커밋 메시지는 영어로 써줘",
        "今後は日本語で答えてください",
        "必ずテストを実行してからコミットしてください",
        "本番には絶対に触らないでください",
        "以后请用中文回答",
        "不要创建新文件,除非我要求",
        "使用 pnpm, 不要用 npm",
        "永远不要直接修改生产数据库",
        "Всегда отвечай на русском",
        "Никогда не удаляй миграции",
        "Désormais, réponds en français.",
        "À partir de maintenant, commence toujours par une majuscule.",
        "Ab jetzt nur noch deutsche Commits.",
        "De ahora en adelante responde en español.",
    ],
)
def test_lasting_orders_become_rules_in_a_persons_own_words(text):
    """Imperative and lasting, in their language, with the words as proof."""
    (rule,) = said(text)
    assert rule.type is MemoryType.RULE
    assert rule.key.startswith("rule:")
    assert rule.scope == HERE.identity
    assert rule.evidence[0].line == 7
    assert rule.evidence[0].excerpt in text


@pytest.mark.parametrize(
    "text",
    [
        "Fix the failing test.",
        "It never works on my machine.",
        "You always forget the semicolon.",
        "Never have I seen such a bug.",
        "never mind",
        "Why does it always crash?",
        "Don't do anything yet, just analyse.",
        "don't commit for now",
        "The build always fails on CI.",
        "Never better.",
        "Should we always use tabs?",
        "```\n// never call this twice\n```",
        "> never push to main",
        "src/app.ts:12:3 'x' is defined but never used",
        "2026-11-30 10:00:01 ERROR never reached",
        "# Role\nYou are a careful engineer.\nNever touch PROD.",
        "You MUST never ask. You MUST always write tests.",
        "왜 항상 실패해?",
        "아직 배포하지 마",
        "일단 커밋하지 마",
        "今回は必ず確認してください",
        "为什么总是报错",
        "先不要提交, 暂时不要再改",
        "Почему это всегда ломается",
        "Pourquoi ça ne marche jamais ?",
        "",
        "always",
        "never " * 3000,
    ],
)
def test_tasks_complaints_questions_and_pasted_text_become_nothing(text):
    """What is about this task, tells what is, or was written by somebody else, proposes nothing."""
    assert said(text) == ()


def test_a_rejection_may_be_one_word():
    """The reason typed when a call was turned down names the tool to use; the same word as a prompt is nothing."""
    (rule,) = said("npm", Speech.REJECTION)
    assert rule.body == "Use npm here."
    assert said("npm") == ()


def test_a_wish_for_all_projects_holds_everywhere():
    """Only a person widens a rule."""
    (rule,) = said("In every project, always use conventional commits.")
    assert (rule.scope, rule.workspace) == (GLOBAL, "")


def test_a_message_gives_at_most_three_rules_the_surest_first():
    """A list of ten is a specification."""
    rules = said("Never touch alpha.\nNever touch beta.\nFrom now on use gamma.\nNever touch delta.")
    assert len(rules) == 3
    assert rules[0].body == "From now on use gamma."


@pytest.mark.parametrize(
    "other", ["never touch PROD", "Never  touch prod!", "NEVER TOUCH PROD.", "please never touch the PROD"]
)
def test_the_same_wish_has_the_same_key(other):
    """Case, spacing, signs and fillers do not make another rule."""
    assert slug_of(other) == slug_of("Never touch PROD.")


@given(st.text(max_size=400))
def test_no_words_raise_and_keys_are_keys(text):
    """Whatever a person types gives rules with proper keys, or nothing."""
    for rule in said(text):
        assert rule.key == rule.key.strip()
        assert not [letter for letter in rule.key if letter.isspace() or letter.isupper()]
        assert len(rule.key) <= 70


@given(st.text(max_size=300))
def test_prose_only_leaves_lines_out(text):
    """No line is changed or invented."""
    if "```" not in text and "~~~" not in text:
        spoken = [line.strip() for line in prose(text).split("\n")]
        assert {*spoken} - {""} <= {line.strip() for line in text.split("\n")}
