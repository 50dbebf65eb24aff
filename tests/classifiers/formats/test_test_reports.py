"""What each report of a test tool counts, and which reports say nothing."""

import json

import pytest

from classifiers.formats import dart_json, go_test_json, jest_json, mocha_json, pytest_json, rspec_json, tap, trx
from tests.corpus.samples import lines_of


def counts(module, text, path="report"):
    """(passed, failed, skipped, errors) of every report in the text."""
    reading = module.FORMAT.read(lines_of(text.encode()), {}, final=True, path=path)
    return [tuple(record.counts) for record in reading.records]


@pytest.mark.parametrize(
    ("stream", "found"),
    [
        ("1..2\nok 1 a\nok 2 b", [(2, 0, 0, 0)]),
        ("ok 1 a\nnot ok 2 b\n1..2", [(1, 1, 0, 0)]),
        ("1..3\nok 1 a\nok 2 b # skip\nnot ok 3 c # TODO", [(1, 0, 2, 0)]),
        ("1..2\nok 1 a", [(1, 0, 0, 1)]),
        ("1..2\nok 1 a\nBail out!\nok 2 b", [(2, 0, 0, 1)]),
        ("1..1\nok 1 a\n1..1\nok 1 a", [(2, 0, 0, 1)]),
        ("ok 1 a\nok 2 b", []),
        ("1..0 # SKIP no database", []),
        ("1..1\n    not ok 1 inner\nok 1 outer", [(1, 0, 0, 0)]),
    ],
)
def test_tap_needs_its_plan(stream, found):
    """A stream counts only with a plan, and clean only if the plan is met; TODO and SKIP are neither pass nor failure."""
    assert counts(tap, stream) == found


def test_go_reports_each_package_that_ran_tests():
    """A package without tests says nothing, one that did not compile is an error, subtests are not counted twice."""
    events = [
        {"Action": "pass", "Package": "a", "Test": "T/sub"},
        {"Action": "pass", "Package": "a", "Test": "T"},
        {"Action": "pass", "Package": "a"},
        {"Action": "skip", "Package": "b"},
        {"Action": "pass", "Package": "c"},
        {"Action": "fail", "Package": "d"},
    ]
    assert counts(go_test_json, "\n".join(map(json.dumps, events))) == [(1, 0, 0, 0), (0, 0, 0, 1)]


@pytest.mark.parametrize(
    ("success", "found"), [(True, [(1, 0, 1, 0)]), (None, [(1, 0, 1, 1)]), (False, [(1, 0, 1, 1)])]
)
def test_dart_hidden_tests_do_not_count(success, found):
    """Loading a file is no test, a skipped test no pass, and a run that did not succeed is never clean."""
    flags = [(True, False), (False, False), (False, True)]
    done = [{"type": "testDone", "result": "success", "hidden": hidden, "skipped": off} for hidden, off in flags]
    assert counts(dart_json, "\n".join(map(json.dumps, [*done, {"type": "done", "success": success}]))) == found


@pytest.mark.parametrize(
    ("module", "document", "found"),
    [
        (jest_json, {"numPassedTests": 3, "success": True}, [(3, 0, 0, 0)]),
        (jest_json, {"numPassedTests": 3, "success": False}, [(3, 0, 0, 1)]),
        (jest_json, {"numPassedTests": 0, "numFailedTests": 0, "numRuntimeErrorTestSuites": 2}, [(0, 0, 0, 2)]),
        (jest_json, {"numPassedTests": 0}, []),
        (mocha_json, {"stats": {"passes": 3, "failures": 0, "pending": 1}}, [(3, 0, 1, 0)]),
        (mocha_json, {"stats": {"passes": 3, "failures": 0}, "failures": [{}]}, [(3, 1, 0, 0)]),
        (mocha_json, {"stats": {"passes": 0}}, []),
        (pytest_json, {"exitcode": 0, "summary": {"passed": 3, "xfailed": 1}}, [(3, 0, 1, 0)]),
        (pytest_json, {"exitcode": 2, "summary": {"passed": 3}}, [(3, 0, 0, 1)]),
        (pytest_json, {"exitcode": 5, "summary": {}}, []),
        (rspec_json, {"summary": {"example_count": 3, "failure_count": 1, "pending_count": 1}}, [(1, 1, 1, 0)]),
        (rspec_json, {"summary": {"example_count": 0}}, []),
        (rspec_json, {"summary": {"example_count": 1}, "examples": [{"run_time": 1e-6}]}, []),
        (jest_json, ["numPassedTests"], []),
        (mocha_json, {"stats": 3}, []),
    ],
)
def test_documents_are_counted_by_their_own_rules(module, document, found):
    """Counts are taken, contradictions count as errors, and no tests or another document give nothing."""
    assert counts(module, json.dumps(document)) == found


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"stats": {"passes": 1}} x', "\x00\xff"])
def test_broken_documents_give_nothing(text):
    """No broken or endlessly nested document raises."""
    for module in (jest_json, mocha_json, pytest_json, rspec_json, trx):
        assert counts(module, text) == []


@pytest.mark.parametrize(
    ("results", "outcome", "found"),
    [
        (["Passed", "Passed", "NotExecuted"], "Completed", [(2, 0, 1, 0)]),
        (["Passed", "Failed"], "Failed", [(1, 1, 0, 0)]),
        (["Passed"], "Aborted", [(1, 0, 0, 1)]),
        ([], "Completed", []),
    ],
)
def test_trx_outcome_may_only_contradict(results, outcome, found):
    """Results are counted; a run that went wrong is not clean whatever its results."""
    inside = "".join(f'<UnitTestResult outcome="{each}"/>' for each in results)
    document = f'<TestRun><Results>{inside}</Results><ResultSummary outcome="{outcome}"/></TestRun>'
    assert counts(trx, document) == found
