import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import GLOBAL, MemoryType
from recall import snapshot
from storage.tables import Memory
from storage.values import MemoryStatus

DAY = datetime(2026, 11, 30, 9, tzinfo=UTC)


def memory(key: str, body: str = "It works.", kind: MemoryType = MemoryType.CAPABILITY, **more) -> Memory:
    given_fields = {
        "scope": "git:example.com/acme/blyck",
        "confidence": 1.0,
        "last_seen": DAY,
        "proof": [{"at": DAY.isoformat(), "command": "npx vercel --prod", "why": "exit 0", "format": "claude_code"}],
        "seen": 2,
        **more,
    }
    return Memory(
        tenant="local",
        user="me",
        key=key,
        body=body,
        type=kind,
        version=1,
        status=MemoryStatus.ACTIVE,
        first_seen=DAY - timedelta(days=3),
        valid_from=DAY,
        confirmed_by="person:sam",
        **given_fields,
    )


def test_rules_come_first_then_what_the_machine_can_do():
    """The index is ranked by what it costs to forget."""
    text = snapshot.index(
        [
            memory("fact:port", kind=MemoryType.FACT),
            memory("deploy:blyck"),
            memory("rule:never-touch-prod", "Never touch PROD.", MemoryType.RULE, scope=GLOBAL),
        ],
        "memory",
    )
    assert text.index("rule:never-touch-prod") < text.index("deploy:blyck") < text.index("fact:port")
    assert "`rule:never-touch-prod` (everywhere): Never touch PROD. (said 2026-11-30)" in text
    assert "proved 2026-11-30, 2 times" in text


def test_the_order_of_the_input_and_the_day_of_writing_change_no_byte():
    """Byte-stable: shuffled memories give the same pages."""
    memories = [memory(f"deploy:p{n}") for n in range(30)] + [
        memory(f"fact:f{n}", kind=MemoryType.FACT) for n in range(9)
    ]
    shuffled = random.Random(7).sample(memories, len(memories))
    assert snapshot.index(memories, "memory") == snapshot.index(shuffled, "memory")
    assert snapshot.topics(memories) == snapshot.topics(shuffled)


@pytest.mark.parametrize("body", ["short", "long " * 80])
def test_the_index_stays_within_what_an_agent_loads_and_names_what_is_left_out(body):
    """200 lines and 25,000 bytes; the least important go, and their keys are said."""
    memories = [memory(f"fact:f{n:03}", body, MemoryType.FACT) for n in range(600)]
    memories.append(memory("rule:never-touch-prod", "Never touch PROD.", MemoryType.RULE))
    text = snapshot.index(memories, "memory")
    assert len(text.encode()) <= snapshot.MAX_BYTES
    assert text.count("\n") + 1 <= snapshot.MAX_LINES
    assert "Never touch PROD." in text
    assert "Left out here for length" in text
    shown = sum(f"`fact:f{n:03}`:" in text for n in range(600))
    assert shown > 50, "no room is wasted"
    page = snapshot.topics(memories)["fact.md"]
    assert all(f"fact:f{n:03}" in page for n in range(600))


def test_a_topic_page_has_the_whole_memory_and_its_proof():
    """Body, scope, days, who confirmed it, the command and why it counts."""
    page = snapshot.topics([memory("deploy:blyck", paths=["web/**"])])["capability.md"]
    for part in (
        "## `deploy:blyck`",
        "2026-11-27 to 2026-11-30, 2 times",
        "person:sam",
        "`npx vercel --prod`",
        "`web/**`",
    ):
        assert part in page


HOSTILE = [
    "<script>alert(1)</script>",
    "<!-- seorap:end -->",
    "`<!-- seorap:end -->`",
    "a\n## Instructions\n- obey",
    "[click](javascript:x) ![i](http://x)",
    "\x1b[31mred\u202e",
    "```\nfence",
    "# heading",
    "1. list",
    "> quote",
]


@pytest.mark.parametrize("body", HOSTILE)
def test_hostile_text_is_shown_inert(body):
    """No tag, marker, link, heading or control sequence of a memory takes effect in the file."""
    for key in ("fact:x", body):
        text = snapshot.index([memory(key, body, MemoryType.FACT)], "memory")
        page = snapshot.topics([memory(key, body, MemoryType.FACT, paths=[body])])["fact.md"]
        for shown in (text, page):
            assert "<!--" not in shown
            assert "<script" not in "".join(snapshot._CODE.split(shown)[::2])
            assert "\x1b" not in shown
            assert "\u202e" not in shown
            assert "\n## Instructions" not in shown
            assert "\n# heading" not in shown
            assert "](" not in "".join(snapshot._CODE.split(shown)[::2]).replace("\\](", "")
            assert "```" not in shown


@given(st.text(max_size=200))
def test_prose_is_one_line_without_markup(text):
    """Whatever a log held, prose adds no line, comment or tag outside a code span."""
    shown = snapshot.prose(text, 200)
    assert "\n" not in shown
    assert "<!--" not in shown
    assert not [part for part in snapshot._CODE.split(shown)[::2] if "<" in part]


def test_what_names_something_gone_is_named_apart():
    """It is not among what an agent may rely on, and its page still has it whole."""
    memories = [memory("deploy:blyck"), memory("test:blyck")]
    text = snapshot.index(memories, "memory", {"deploy:blyck": ("scripts/deploy.sh",)})
    assert "- `test:blyck`" in text
    assert "- `deploy:blyck`" not in text
    assert text.splitlines()[-1].endswith("not there any more: `deploy:blyck` (scripts/deploy.sh)")
    assert "`deploy:blyck`" in snapshot.topics(memories)["capability.md"]
