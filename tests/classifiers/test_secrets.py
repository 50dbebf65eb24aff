"""The laws of the mask, and the records it is laid over."""

import shlex
import time
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from classifiers import secret_values, secrets
from classifiers.secrets import mask, mask_record
from classifiers.vocabulary import (
    Actor,
    AgentMessage,
    CiStep,
    CommandRun,
    FileEdit,
    HumanMessage,
    Mark,
    Output,
    Record,
    SessionMark,
    Where,
)
from classifiers.vocabulary import TestReport as Report

TOKEN = "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a"
RECORDS = (
    CommandRun(key="k", where=Where(1, 0), command="make", actor=Actor.PERSON),
    CiStep(key="k", where=Where(1, 0), script="make"),
    Report(key="k", where=Where(1, 0), tool="pytest"),
    HumanMessage(key="k", where=Where(1, 0), text="hello"),
    AgentMessage(key="k", where=Where(1, 0), text="hello"),
    FileEdit(key="k", where=Where(1, 0), path="a.py"),
    SessionMark(key="k", where=Where(1, 0), mark=Mark.START),
)
NAMES = (
    "password",
    "DB_PASSWORD",
    "token",
    "--token ",
    "-p",
    "Bearer ",
    "비밀번호는 ",
    "key",
    "://a:b",
    "Cookie: a",
    "sk-",
)
PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(NAMES),
    st.sampled_from(["=", ":", '"', "'", "\\", "\n", "@", "/", ",", ";", "&", "|", "$", "{", "}", "(", ")", "***"]),
    st.text("abcXYZ0189_-+/=.", min_size=1, max_size=40),
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


def planted(record: Record, name: str) -> Record | None:
    """`record` with a secret in the field `name`; None where the field holds no text."""
    value, secret = getattr(record, name), f"x --token {TOKEN} y"
    if isinstance(value, Output):
        return structs.replace(record, **{name: Output(lambda: secret)})
    return structs.replace(record, **{name: secret}) if type(value) is str else None


def readable(record: Record) -> str:
    """Everything a record says, its output opened."""
    values = [getattr(record, field.name) for field in structs.fields(record)]
    return " ".join(value.text if isinstance(value, Output) else str(value) for value in values)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_no_field_of_any_record_lets_a_secret_through(record):
    """Each text field by itself, the output when it is opened; a record whose key holds one is dropped."""
    texts = [field.name for field in structs.fields(record) if planted(record, field.name) is not None]
    assert {"key", "session", "cwd", "remote"} <= set(texts)
    for name in texts:
        masked = mask_record(planted(record, name))
        if name == "key":
            assert masked is None
        else:
            assert TOKEN[6:] not in readable(masked), name
            assert "***" in readable(masked), name


def test_all_record_types_are_covered():
    """A new type of record cannot be forgotten: without fields to mask it would be dropped."""
    assert {type(record).__name__ for record in RECORDS} == {kind.__name__ for kind in Record.__subclasses__()}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_without_secrets_stays_as_it_was(record):
    """Ids that are generated, and so look like tokens, above all."""
    record = structs.replace(
        record,
        key="claude:toolu_01TnB4qkX9vYf2mRzLw8Cd3H",
        session="ses_6f3a9bc2effeXyZabcDE4567",
        cwd="/home/anna/shop",
        remote="git@git.example.com:acme/shop.git",
        at=datetime(2024, 5, 1, tzinfo=UTC),
    )
    assert mask_record(record) == record


def test_an_output_is_masked_only_when_it_is_opened():
    """Masking a record does not open its output, and whoever opens it sees the mask."""
    opened = []
    output = Output(lambda: opened.append(1) or f"token: {TOKEN}\nok")
    masked = mask_record(structs.replace(RECORDS[0], output=output))
    assert opened == []
    assert masked.output.text == "token: ***\nok"


def test_a_record_that_cannot_be_masked_is_dropped(monkeypatch):
    """Whatever goes wrong, nothing passes unmasked: the record is gone and a text is one mask."""
    monkeypatch.setattr(secrets, "Look", lambda *_: 1 / 0)
    secrets._masked_id.cache_clear()
    assert [mask_record(record) for record in RECORDS] == [None] * len(RECORDS)
    assert mask("ls -la") == "***"


def test_a_type_of_record_nobody_knows_is_dropped():
    """What has no list of its text fields cannot be made sure of."""

    class Gossip(HumanMessage, kw_only=True):
        about: str = ""

    assert mask_record(Gossip(key="k", where=Where(1, 0), text="hello", about=TOKEN)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Zx81kQpT9vLm4RwY7bNc",
        "  9f86d081884c7d659a2feaa0c55ad015\n",
        "the key for staging is 9f86d081884c7d659a2feaa0c55ad015",
        "here is the api key you asked for, it is Zx81kQpT9vLm4RwY7bNc",
    ],
)
def test_a_person_who_pastes_a_token_is_covered(text):
    """Of what a person typed, a generated value alone or behind the word "key" is a secret without any other sign."""
    masked = mask_record(HumanMessage(key="k", where=Where(1, 0), text=text))
    assert "9f86d081" not in masked.text
    assert "Zx81kQpT" not in masked.text


@given(TEXTS)
@example("password: password: ***")
@example("a://b:c://d:e@f@g")
@example("token=" * 200)
@example("İ password=hunter22x")
@example("\ud800 password=hunter22x")
def test_any_text_comes_out_once_and_for_all(text):
    """It never raises, masking twice changes nothing, and the text hardly grows."""
    once = mask(text)
    assert mask(once) == once
    assert len(once) <= len(text) * 3 + 3


@given(st.text("abcdefgh \n", max_size=300))
def test_plain_words_stay(text):
    """Text without a sign of a secret is returned as it is."""
    assert mask(text) == text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("export DB_PASSWORD='a b$c9x' && make", ["export", "DB_PASSWORD=***", "&&", "make"]),
        ('tool --password "it\'s 4 me" --user anna', ["tool", "--password", "***", "--user", "anna"]),
        ("mysql -uroot -phunter22 shop < a.sql", ["mysql", "-uroot", "-p***", "shop", "<", "a.sql"]),
        ("curl -u anna:hunter22 -H 'X-Api-Key: Zx81kQpT9vLm' a.b", ["curl", "-u", "anna:***", "-H", "X-Api-Key: ***", "a.b"]),
        ("docker login -p hunter22 reg.example.com", ["docker", "login", "-p", "***", "reg.example.com"]),
    ],
)  # fmt: skip
def test_a_shell_reads_the_same_words_as_before(line, words):
    """The mask takes the place of the value inside its quotes, and of nothing else."""
    assert shlex.split(mask(line)) == words


def test_an_address_is_still_one():
    """Scheme, user, host, path and the names of a query survive."""
    url = urlsplit(mask(f"https://anna:hunter22@example.com:8443/a/b?page=2&access_token={TOKEN}&x=1"))
    assert (url.scheme, url.username, url.password, url.hostname, url.port) == (
        "https",
        "anna",
        "***",
        "example.com",
        8443,
    )
    assert url.query == "page=2&access_token=***&x=1"


def test_a_variables_default_is_a_value_and_its_name_none():
    """`${NAME:-value}` keeps its braces, and what stands behind them."""
    assert mask("redis://:${REDIS_PASSWORD:-hunter22}@redis:6379") == "redis://:${REDIS_PASSWORD:-***}@redis:6379"


def test_text_without_a_sign_meets_no_pattern(monkeypatch):
    """A megabyte of build output costs a look for signs and nothing more."""
    calls = []
    monkeypatch.setattr(secrets, "_once", lambda *given: calls.append(given))
    text = "Compiling shop v1 (target/debug/build) ok 12 34 56\n" * 20_000
    assert len(text) > 1_000_000
    assert mask(text) == text
    assert calls == []


def test_a_name_is_judged_once(monkeypatch):
    """A megabyte of one name and value is judged a bounded number of times for each place."""
    calls = []
    judged = secret_values.stands_for_another
    monkeypatch.setattr(
        "classifiers.secret_names.stands_for_another", lambda value: calls.append(len(value)) or judged(value)
    )
    mask("db_password: hunter22x\n" * 5_000)
    assert len(calls) <= 2 * 5_000 + 10
    assert max(calls) < 700


def test_a_token_of_any_length_goes_whole():
    """The patterns look at a bounded piece; what goes on behind it is masked too."""
    long = "A1b2C3d4E5" * 900
    assert mask(f"use github_{'pat'}_{long} now") == "use *** now"
    assert mask(f"export API_TOKEN={long} now") == "export API_TOKEN=*** now"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["htpasswd -b ", "htpasswd -nbB admin ", "curl -u ", "curl -H ", "pass:", "mysql -p", "docker login -u ", "token="],
)
def test_a_line_that_repeats_a_tool_takes_no_square_time(piece):
    """Four times the text takes no more than some eight times as long."""

    def seconds(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        started = time.process_time()
        mask(text)
        return time.process_time() - started

    seconds(1_000)
    assert seconds(160_000) < max(8 * seconds(40_000), 0.5)
    assert seconds(160_000) < 6
