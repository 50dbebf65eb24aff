"""What the tests of sources share: formats that only name themselves."""

from dataclasses import dataclass

import pytest

from classifiers.vocabulary import Reading, SourceKind


@dataclass(frozen=True)
class Plain:
    """A format that reads nothing; it knows every file that begins with `sure`."""

    name: str = "plain"
    kind: SourceKind = SourceKind.TRANSCRIPT
    whole: bool = False
    sure: bytes = b"#known"

    def sniff(self, head, name):
        return 90 if head.startswith(self.sure) else 0

    def read(self, lines, carry, *, final, path):
        return Reading()


@pytest.fixture
def plain():
    """A format of lines."""
    return Plain()


@pytest.fixture
def document():
    """A format of one document."""
    return Plain(name="document", kind=SourceKind.REPORT, whole=True)


@pytest.fixture
def log():
    """A CI format, complete once quiet."""
    return Plain(name="log", kind=SourceKind.CI)
