"""Secrets planted in every format's own log, in place of words it holds: none reaches a draft, a carry or a checkpoint."""

import re
from collections.abc import Iterator

import msgspec
import pytest

from classifiers.formats.registry import FORMATS
from classifiers.rulebook.packaged import packaged
from classifiers.secrets import mask_record
from classifiers.vocabulary import AgentMessage, CiStep, CommandRun, FileEdit, HumanMessage, Record, Workspace
from daemon.pipeline import digest
from daemon.sources.resume import Reason
from daemon.sources.tail import Batch
from storage.checkpoints import Checkpoint
from tests.corpus.samples import Sample, lines_of, samples

SECRET = "Q7" + "vT2mXk9Lw4Rz8Nc5Hb1Jd6Fg3Ys0P"
# No quotes, brackets or ampersands: each form may stand in JSON, XML, YAML and on a command line as it is.
FORMS = (
    "--password {}", "--token={}", "--api-key {}", "--auth-token {}", "--client-secret={}", "-e API_TOKEN={}", "--set dbPassword={}",
    "password={}", "PASSWORD={}", "DB_PASSWORD={}", "PGPASSWORD={}", "MYSQL_PWD={}", "API_KEY={}", "SECRET_KEY={}", "GITHUB_TOKEN={}",
    "AWS_SECRET_ACCESS_KEY={}", "NPM_TOKEN={}", "SENTRY_AUTH_TOKEN={}", "STRIPE_SECRET={}", "CLIENT_SECRET={}", "JWT_SECRET={}", "SESSION_SECRET={}",
    "password: {}", "token: {}", "api_key: {}", "secret: {}", "client_secret: {}", "Authorization: Bearer {}", "authorization: token {}",
    "X-Api-Key: {}", "Cookie: session={}", "https://deploy:{}@git.example.com/shop.git", "postgres://app:{}@db.example.com/shop",
    "redis://:{}@cache.example.com", "amqp://app:{}@mq.example.com", "https://example.com/hook?token={}", "https://example.com/x?api_key={}",
    "my password is {}", "the token is {}", "gh" + "p_{}", "gl" + "pat-{}", "np" + "m_{}", "sk-" + "ant-{}", "xox" + "b-{}", "hvs" + ".{}",
)  # fmt: skip
PER_SAMPLE = 16
_WORD = re.compile(r"(?<![^\s])[A-Za-z]{3,}(?![^\s])")
_TEXTS = {
    CommandRun: ("command",),
    CiStep: ("script",),
    HumanMessage: ("text",),
    AgentMessage: ("text",),
    FileEdit: ("path",),
}


def place(_cwd: str, _remote: str) -> Workspace:
    return Workspace(identity="git:example.com/acme/shop", name="shop", root="/src/shop")


def texts_of(record: Record) -> Iterator[str]:
    for name in _TEXTS.get(type(record), ()):
        yield getattr(record, name)
    if isinstance(record, CommandRun | CiStep):
        yield record.output.text


def plants(sample: Sample, number: int) -> Iterator[tuple[str, bytes]]:
    """Copies of a sample, each with a form of a secret in place of one word of a record's text."""
    words = [
        word
        for record in sample.format.read(lines_of(sample.data), {}, final=True, path=sample.path).records
        for text in texts_of(record)
        for word in _WORD.findall(text)[:6]
        if sample.data.count(word.encode()) == 1
    ]
    for turn, word in enumerate(list(dict.fromkeys(words))[:PER_SAMPLE]):
        form = FORMS[(number * PER_SAMPLE + turn) % len(FORMS)].format(SECRET)
        yield form, sample.data.replace(word.encode(), form.encode())


SAMPLES = samples()
PLANTS = [(sample, form, data) for number, sample in enumerate(SAMPLES) for form, data in plants(sample, number)]


def readable(text: str) -> bool:
    return any(SECRET[at : at + 12] in text for at in range(len(SECRET) - 11))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({sample.format.name for sample, _, _ in PLANTS}))
def test_no_planted_secret_leaves_the_pipeline(name):
    """Neither in drafts, nor in what the next batch is told, nor in any masked record."""
    for sample, form, data in PLANTS:
        if sample.format.name != name:
            continue
        lines = lines_of(data)
        point = Checkpoint(path=sample.path, format=name, offset=len(data), lines=len(lines))
        batch = Batch(
            path=sample.path, format=name, lines=lines, previous=None, next=point, reason=Reason.GROWN, final=True
        )
        done = digest(batch, book=packaged(), place=place)
        said = msgspec.json.encode([done.drafts, done.step.drafts], enc_hook=str).decode()
        assert not readable(said + repr(done.step.next.carry)), form
        for record in sample.format.read(lines_of(data), {}, final=True, path=sample.path).records:
            masked = mask_record(record)
            assert masked is None or not any(map(readable, texts_of(masked))), (form, record)


def test_the_plants_are_many():
    """More than three hundred secrets in more than forty forms, in every format that holds a person's or a tool's text."""
    assert len(PLANTS) >= 300
    assert len({form for _, form, _ in PLANTS}) >= 40
    wordless = {  # they hold numbers and names, no text that could hold a secret
        "dart_json",
        "github_runner",
        "go_test_json",
        "jest_json",
        "junit",
        "mocha_json",
        "pytest_json",
        "rspec_json",
        "tap",
        "trx",
    }
    assert {sample.format.name for sample, _, _ in PLANTS} >= {each.name for each in FORMATS} - wordless
