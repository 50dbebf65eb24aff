import pytest

from classifiers.formats.junit import FORMAT
from tests.corpus.samples import lines_of


def read(text, path="target/TEST-a.xml"):
    return FORMAT.read(lines_of(text.encode()), {}, final=True, path=path).records


@pytest.mark.parametrize(
    ("document", "counts"),
    [
        ("<testsuite><testcase/></testsuite>", (1, 0, 0, 0)),
        ('<testsuite tests="9" failures="0"><testcase/></testsuite>', (1, 0, 0, 0)),
        ('<testsuite failures="1"><testcase/></testsuite>', (1, 0, 0, 1)),
        ("<testsuite><testcase><failure/></testcase></testsuite>", (0, 1, 0, 0)),
        ("<testsuite><testcase><rerunFailure/></testcase></testsuite>", (1, 0, 0, 0)),
        ('<testsuite><testcase status="skipped"/></testsuite>', (0, 0, 1, 0)),
        ('<t:testsuites xmlns:t="u"><t:testsuite><t:testcase/></t:testsuite></t:testsuites>', (1, 0, 0, 0)),
    ],
)  # fmt: skip
def test_cases_are_counted_and_attributes_only_contradict(document, counts):
    """Passed, failed, skipped and errors are those of the cases; a failure that only an attribute knows still counts against the report."""
    assert read(document)[0].counts == counts


@pytest.mark.parametrize(
    "document",
    [
        "",
        "<testsuite tests='3'/>",
        "<suites><testcase/></suites>",
        "<testsuite><testcase/>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite><testcase/></testsuite>",
        "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><testsuite><testcase name='&a;'/></testsuite>",
        "<!DOCTYPE x SYSTEM 'http://localhost/x.dtd'><testsuite>&a;<testcase/></testsuite>",
        "<testsuite>" * 100_000 + "<testcase/>" + "</testsuite>" * 100_000,
        "<?xml version='1.0' encoding='no-such'?><testsuite><testcase/></testsuite>",
    ],
    ids=["empty", "none", "root", "cut", "entity", "external", "dtd", "deep", "encoding"],
)
def test_no_cases_broken_or_hostile_gives_no_report(document):
    """What holds no case, is broken, or would make a parser grow or reach out, gives nothing and does not raise."""
    assert read(document) == ()


def test_a_report_is_placed_by_its_folder():
    """Where the report lies is all that is known of its project."""
    assert read("<testsuite name='s'><testcase/></testsuite>", "/home/ada/x/build/r.xml")[0].cwd == "/home/ada/x/build"
