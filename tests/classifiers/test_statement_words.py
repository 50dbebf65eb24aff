"""The quick look for words without which no sentence states anything."""

from time import process_time

import pytest

from classifiers.statements.finding import find
from classifiers.statements.words import marked, sayings_of
from classifiers.vocabulary import Draft, HumanMessage, MemoryType, Where, Workspace


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


@pytest.mark.parametrize(
    ("head", "items"),
    [
        ("팀 컨벤션:", ["서비스에서 쿼리 직접 호출 안 함", "상수는 파일 맨 위"]),
        ("コーディング規約:", ["クエリはリポジトリ層だけ", "定数はファイルの先頭"]),
        ("代码规范：", ["查询只在仓储层", "常量放文件开头"]),
    ],
)
@pytest.mark.parametrize("mark", ["-", "*", "1."])
def test_each_item_under_a_head_of_conventions_is_a_rule(head: str, items: list[str], mark: str) -> None:
    """Without its mark; what follows the list is judged by itself."""
    text = "\n".join([head, *(f"{mark} {item}" for item in items), "", "로그인 페이지 만들어줘"])
    assert [(draft.type, draft.body) for draft in _find(text)] == [(MemoryType.RULE, item) for item in items]
    assert _find(text.replace(head, "할 일 / TODO / 待办:")) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("실행 결과는 원문 그대로 붙여줘", "매번 그렇게 해줘"),
        ("実行結果は原文のまま貼って", "毎回そうして"),
        ("命令输出原样贴出来", "以后都这样"),
    ],
)
def test_a_next_sentence_may_say_that_the_one_before_it_lasts(before: str, after: str) -> None:
    """The wish alone is of this task."""
    assert [(draft.type, draft.body) for draft in _find(f"{before}。\n{after}")] == [(MemoryType.RULE, f"{before}。")]
    assert _find(before) == []


@pytest.mark.parametrize(
    "said",
    [
        "슬랙에 '커밋은 항상 작게 한다'라고 공지해줘",
        "READMEに「コミット前に必ずリントを通す」と書いて",
        "在 README 里写上“提交前必须跑测试”",
    ],
)
def test_what_is_quoted_to_be_written_somewhere_is_no_rule(said: str) -> None:
    """In the quotes of their language."""
    assert _find(said) == []


@pytest.mark.parametrize(
    "piece", ["코드 ", "코드", "커밋 메시지는 ", "コミット", "必ず", "提交", "每次", "aa ", "a-", "1.2:", "이야, "]
)
def test_no_sentence_takes_long_to_judge(piece: str) -> None:
    """Pieces that repeat give a pattern many ways to match: each is cut short before it can try them all."""
    for end in ("는 항상 하지 마", "は使わないで", "，不要用", "이야, 기억해"):
        started = process_time()
        _find((piece * 400)[:390] + end)
        assert process_time() - started < 1


def _find(text: str) -> list[Draft]:
    return list(find(HumanMessage(key="k", where=Where(1, 0), text=text), Workspace("", "", "")))
