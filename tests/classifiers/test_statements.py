import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.prose import prose
from classifiers.secret_judges import MASK
from classifiers.secrets import mask
from classifiers.statements.finding import find, may_state, slug_of
from classifiers.vocabulary import GLOBAL, Draft, HumanMessage, MemoryType, Speech, Where, Workspace

sys.path.insert(0, str(Path(__file__).parent))

from secret_samples import PROVIDERS, TEMPLATES, Maker, provider_token

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
        "from now, NOTE that you do not remove env files without explicit permission.",
        "do not remove settings files without explicit permission",
        "ask me before deleting any file",
        "Whenever you change the schema, run the migrations.",
        "run the tests after every commit",
        "Before each release, update the changelog.",
        "stop adding comments to the code",
        "Please use uv instead of pip.",
        "toujours mettre une majuscule en début de phrase",
        "garde ça comme ça pour tout ce projet",
        "réponds toujours en français",
        "utilise pnpm, pas npm",
        "ne touche jamais à la prod",
        "npm 말고 pnpm 써",
        "커밋 메시지는 항상 영어로 작성해",
        "내 허락 없이 파일 삭제하지 마",
        "모든 커밋은 절대 main에 푸시하지 마세요",
        "npmではなくpnpmを使ってください",
        "勝手にファイルを削除しないで",
        "絶対にmainに直接pushしないで",
        "使用pnpm不要npm",
        "每次提交前必须运行测试",
        "используй pnpm, а не npm",
        "Не трогай прод без моего разрешения",
        "antworte immer auf Deutsch",
        "niemals auf main pushen",
        "responde siempre en español",
        "nunca toques producción",
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
        "it should always stick to the right edge",
        "always fails with exit 1",
        "do you remember that bug",
        "remember to add the import",
        "5 minutes from now on the timer",
        '"never use tabs" is what the linter says',
        'It prints "from now on, use beta" at the top.',
        "add a button that always shows the total",
        "You are wrong, never do that again",
        "write the docs for the entire project",
        "절대 경로로 바꿔줘",
        "버튼이 항상 보이게 수정해줘",
        "항상 같은 에러가 나는데 확인해줘",
        "앞으로 할 일 정리해줘",
        "이제부터 시작하자",
        "今後どのような対策があるかまとめてください",
        "必ずエラーになるので直してください",
        "使用总是报错的接口",
        "禁止访问 403",
        "immer noch kaputt",
        "since the update, from now on it always fails when I log in",
        "main 함수는 건드리지 마",
        "I think it is the best way going forward",
        "the plan going forward is unclear",
        "don't show the popup unless the user clicks",
        "désormais, le site plante",
        "a partir de ahora falla",
        "以后,再说吧",
        "我们决定使用方案二",
        "we decided to keep it",
        "nie gesehen",
        "siempre falla",
        "siempre da error",
        "We decided to go with option 2.",
        "note that the bug is in the header",
        "note that the server is down on port 5433",
    ],
)
def test_tasks_complaints_questions_and_pasted_text_become_nothing(text):
    """What is about this task, tells what is, or was written by somebody else, proposes nothing."""
    assert said(text) == ()


@pytest.mark.parametrize("reason", ["npm", "no, use npm", "use npm instead", "NPM please", "use npm not yarn."])
def test_a_rejection_may_be_one_word(reason):
    """The reason typed when a call was turned down names the tool to use; the same word as a prompt is nothing."""
    (rule,) = said(reason, Speech.REJECTION)
    assert (rule.key, rule.body) == ("rule:javascript-package-manager", "Use npm here.")
    assert rule.evidence[0].excerpt == reason
    assert said("npm") == ()


@pytest.mark.parametrize(
    "text",
    [
        "We decided to use Postgres instead of MySQL.",
        "blyck-web is the app going forward",
        "The new goal is to ship the command line only.",
        "앞으로 Postgres를 사용하기로 했어",
    ],
)
def test_a_choice_that_was_made_is_a_decision(text):
    """What stays made is kept apart from what shall be done."""
    (draft,) = said(text)
    assert (draft.type, draft.confidence) == (MemoryType.DECISION, 0.7)
    assert draft.key.startswith("decision:")


@pytest.mark.parametrize(
    "text", ["remember that the staging DB is on port 5433", "Note that the API server runs on api.example.com."]
)
def test_where_something_is_becomes_a_fact(text):
    """Only on request, and only with a place to keep."""
    (draft,) = said(text)
    assert (draft.type, draft.confidence) == (MemoryType.FACT, 0.7)
    assert draft.key.startswith("fact:")


def test_a_bare_make_this_a_rule_takes_the_sentence_before_it():
    """What shall hold is what was just said."""
    (rule,) = said("No tables in the answers. Make this a rule.")
    assert (rule.key, rule.body) == ("rule:no-tables-in-answers", "No tables in the answers.")
    assert said("Make this a rule.") == ()


@pytest.mark.parametrize(
    ("text", "body", "key"),
    [
        ("And from now on never touch PROD.", "From now on never touch PROD.", "rule:never-touch-prod"),
        ("ok, and never touch PROD.", "Never touch PROD.", "rule:never-touch-prod"),
        ("그리고 앞으로는 PROD 건드리지 마", "앞으로는 PROD 건드리지 마", "rule:prod-건드리지-마"),
        ("btw never touch PROD", "Never touch PROD", "rule:never-touch-prod"),
        ("Heads up: never touch PROD.", "Never touch PROD.", "rule:never-touch-prod"),
        ("never touch PROD plz", "never touch PROD plz", "rule:never-touch-prod"),
        ("never touch PROD, ok?", "never touch PROD", "rule:never-touch-prod"),
        ("fyi: staging is on Postgres 14", "Staging is on Postgres 14", "fact:staging-on-postgres-14"),
        ("just so you know, staging is on Postgres 14", "Staging is on Postgres 14", "fact:staging-on-postgres-14"),
        ("참고로 절대 PROD 건드리지 마", "절대 PROD 건드리지 마", "rule:절대-prod-건드리지-마"),
    ],
)
def test_a_rule_stands_alone_and_is_named_for_what_it_says(text, body, key):
    """What joins it to the sentence before is no part of it, and that it lasts no part of its name; the proof has all."""
    (draft,) = said(text)
    assert (draft.body, draft.key) == (body, key)
    assert draft.evidence[0].excerpt.strip(".") in text


@pytest.mark.parametrize(
    "wish",
    [
        "From now on use {}.",
        "never share {}",
        "{}\nMake this a rule.",
        "add to AGENTS.md: use {} here",
        "{}, always use that",
    ],
)
def test_a_wish_about_a_masked_secret_is_none(wish):
    """What it is about was masked, so nothing is left that could hold; the same words about something else are a wish."""
    secret = Maker(3)
    planted = [t.format(p=secret.password(), t=secret.token()) for t in TEMPLATES]
    planted += [f"the key is {provider_token(name, secret)[0]}" for name in PROVIDERS]
    for text in planted:
        masked = wish.format(mask(text))
        assert MASK in masked
        assert not [draft for draft in said(masked) if MASK in draft.body + draft.evidence[0].excerpt]
    assert said(wish.format("the team account for staging"))


def test_long_wishes_that_begin_alike_keep_two_keys():
    """A cut target ends in a hash of the whole, and stays within its length."""
    start = "never commit the generated files of the packages folder to the repository of "
    one, two = slug_of(start + "alpha alone"), slug_of(start + "beta alone")
    assert one != two
    assert max(len(one), len(two), len(slug_of("가" * 100))) <= 60


def test_composed_and_decomposed_letters_give_one_key():
    """An accent is the same however it is stored and whatever its case."""
    assert slug_of("toujours écrire") == slug_of("TOUJOURS E\u0301CRIRE")


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


PIECES = (
    "don't commit without my ok", "staging is on Postgres 14", "No exceptions.", "매번.", "배포 전에는 확인해줘",
    "never push to main", "Never touch alpha.", "make this a rule", "remember this", "сделай это правилом", "fais-en une règle",
    "mach das zur regel", "haz de esto una regla", "use pnpm", "fix the login page", "add to CLAUDE.md:", "answer in Korean",
    "규칙으로 해줘", "これをルールにして", "我们决定使用 pnpm", "we decided to use bun", "staging lives on port 8080, remember that",
    "```", "~~~", "npm ERR! never", "x" * 700, "why does it never work?", "- always run the tests", " ", "\n", "\n", ". ",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(Speech))
def test_the_quick_look_misses_nothing_that_is_found(text, speech):
    """What a message may state is told from its marked lines, whatever stands around them."""
    message = HumanMessage(key="claude:u1", where=Where(7, 700), text=text, speech=speech)
    assert may_state(message) or not find(message, HERE)


@given(st.text(max_size=300))
def test_prose_only_leaves_lines_out(text):
    """No line is changed or invented."""
    if "```" not in text and "~~~" not in text:
        spoken = [line.strip() for line in prose(text).split("\n")]
        assert {*spoken} - {""} <= {line.strip() for line in text.split("\n")}
