"""JSON with comments, edited in place."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from daemon.service.jsonc import NotJson, find, parse, put_in, take_out

ITEM = {"hooks": [{"type": "command", "command": "'/s/hook' claude-code Stop", "timeout": 5}]}
PATH = ("hooks", "Stop")
WRITTEN = (
    "{}",
    "{\n}\n",
    '{"model": "x"}',
    '{\n  "model": "x"\n}\n',
    '{\n\t"model": "x", // mine\n\t"hooks": {},\n}\n',
    '\ufeff{\r\n    "hooks": {\r\n        "Stop": []\r\n    }\r\n}\r\n',
    '{ // all of it\n  "hooks": { /* none */ },\n}',
    '{"hooks": {"Stop": [{"hooks": []}, {"hooks": []},]}}',
    '// head\n{\n  "hooks": {\n    "Stop": [ // ours\n      {"matcher": "a\\"]}//"}\n    ],\n    "Other": []\n  }\n} // tail\n',
    '{"hooks":{"Stop":[ // c\n]}}',
)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_put_in_comes_out_and_the_rest_never_moved(text):
    """The new value is there, all others are as they were, and one cut gives back every byte."""
    after, said = put_in(text, PATH, ITEM)
    before, now = parse(text).plain(), parse(after).plain()
    assert find(parse(after), PATH).plain()[0] == ITEM
    now["hooks"]["Stop"].pop(0)
    before.setdefault("hooks", {}).setdefault("Stop", [])
    assert now == before
    assert after.count(said) == 1
    assert after.replace(said, "") == text


@pytest.mark.parametrize("text", WRITTEN)
def test_it_comes_out_of_text_that_was_written_anew(text):
    """A host that saves its settings loses comments and spaces; ours goes all the same, and empty holders with it."""
    after, _ = put_in(text, PATH, ITEM)
    for indent in (None, 2):
        anew = json.dumps(parse(after).plain(), indent=indent)
        left = parse(take_out(anew, PATH, [ITEM])).plain()
        wanted = parse(text).plain()
        for name in ("Stop", "hooks"):
            holder = wanted.get("hooks", {}) if name == "Stop" else wanted
            if name in holder and not holder[name]:
                del holder[name]
        assert left == wanted


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
TRIVIA = st.sampled_from(["", " ", "\n", "\n  ", "\t", " // c\n", "/* } */"])


@st.composite
def texts(draw, value=None):
    """JSON with anything a person may put between."""
    found = draw(st.dictionaries(st.text(max_size=3), VALUES, max_size=3)) if value is None else value

    def write(one) -> str:
        if isinstance(one, list | dict) and one:
            parts = (
                [write(each) for each in one]
                if isinstance(one, list)
                else [f"{json.dumps(name)}{draw(TRIVIA)}:{draw(TRIVIA)}{write(each)}" for name, each in one.items()]
            )
            joined = ",".join(f"{draw(TRIVIA)}{part}{draw(TRIVIA)}" for part in parts)
            tail = draw(st.sampled_from(["", ","])) + draw(TRIVIA)
            return f"[{joined}{tail}]" if isinstance(one, list) else f"{{{joined}{tail}}}"
        return json.dumps(one, ensure_ascii=draw(st.booleans()))

    return f"{draw(TRIVIA)}{write(found)}{draw(TRIVIA)}"


@settings(deadline=None, max_examples=150)
@given(text=texts())
@example('{/* a comment */ "a": 1 /* and another, at the end of the line */\n}')
def test_any_object_takes_it_and_gives_it_back(text):
    """Law: in and out is nothing, for whatever stands there."""
    after, said = put_in(text, PATH, ITEM)
    place = after.index(said)
    assert after[:place] + after[place + len(said) :] == text
    assert find(parse(after), PATH).plain() == [ITEM]
    kept = parse(text).plain()
    out = parse(take_out(after, PATH, [ITEM])).plain()
    assert out == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a": 1',
        '{"a" 1}',
        "[1,,2]",
        '{"a": 1} x',
        "nope",
        '{"a": 1, "a": 2}',
        '{"a": "\\x"}',
        "[" * 500,
        "01",
    ],
)
def test_what_is_no_json_is_refused(text):
    with pytest.raises(NotJson):
        parse(text)


@pytest.mark.parametrize("text", ["[]", "7", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": null}'])
def test_a_place_that_is_something_else_is_refused(text):
    with pytest.raises(NotJson):
        put_in(text, PATH, ITEM)
