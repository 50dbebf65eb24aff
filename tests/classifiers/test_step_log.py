import json

from hypothesis import given
from hypothesis import strategies as st

from classifiers.step_log import HEAD, MIDDLE, SCRIPT, TAIL, WIDTH, StepLog

TEXTS = st.lists(st.text(alphabet="ab \t§日", max_size=30), max_size=60)


def filled(texts, first=11):
    step = StepLog(10, 100, name="x")
    for number, text in enumerate(texts, first):
        step.add(number, text)
    return step


def test_a_long_step_keeps_its_line_numbers():
    """In a step far over the bounds line n of the output is still line `first + n` of the log, or empty."""
    texts = [f"line {number} {'.' * 60}" for number in range(20_000)]
    texts[10_000] = "Tests:       7 passed, 7 total"
    step = filled(texts)
    lines = step.output().text.split("\n")
    assert len(lines) == len(texts)
    assert all(got in ("", wanted) for got, wanted in zip(lines, texts, strict=True))
    assert (lines[0], lines[10_000], lines[-1]) == (texts[0], texts[10_000], texts[-1])


def test_a_carry_stays_small():
    """The carry of any step is under 80 kB."""
    step = filled([f"{number} passed {'x' * 5000}" for number in range(3000)])
    for _ in range(3000):
        step.run("make test")
    assert HEAD + MIDDLE + TAIL + SCRIPT < len(json.dumps(step.to_carry())) + 3 * WIDTH < 90_000


def test_numbers_that_are_left_out_become_empty_lines():
    """A line that was no output keeps its place."""
    step = StepLog(1, 0)
    step.add(3, "a")
    step.add(6, "b")
    assert (step.first, step.output().text) == (3, "a\n\n\nb")


def test_a_step_is_quiet_until_it_prints():
    """Empty lines are no output."""
    step = filled(["", ""])
    assert step.quiet
    step.add(13, "x")
    assert not step.quiet


@given(TEXTS, TEXTS)
def test_a_carry_brings_the_step_back(before, after):
    """A step that went through a carry goes on as if it had not."""
    texts = [text * 40 for text in before], [text * 40 for text in after]
    whole = filled([*texts[0], *texts[1]])
    halved = StepLog.from_carry(json.loads(json.dumps(filled(texts[0]).to_carry())))
    for number, text in enumerate(texts[1], 11 + len(before)):
        halved.add(number, text)
    assert halved.to_carry() == whole.to_carry()
    assert halved.output() == whole.output()
