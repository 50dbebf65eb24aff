"""What a failed command printed → the signature of its error.

The earliest line of a known kind counts: later ones mostly follow from it; but the tool that names its trouble
(`kubectl`: the cluster cannot be reached) counts before what it met (the network: connection refused). Only where there is none does the last line
of an exception count, and then the first line that says error. Lines that report what went well or is only a warning,
and those that merely wrap another error (`npm ERR! code 1`, `make: *** Error 1`), are nobody's error.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from classifiers.literal_finder import LiteralFinder
from classifiers.signatures.kinds import Kind
from classifiers.signatures.languages import LANGUAGES
from classifiers.signatures.normal import normal
from classifiers.signatures.packages import PACKAGES
from classifiers.signatures.services import SERVICES
from classifiers.signatures.systems import SYSTEMS
from classifiers.vocabulary import Category

HEAD, TAIL = 3_000, 7_000
"""Characters of an output that are looked at: an error stands near the beginning of what it causes, or at the end."""
_LINE = 400


@dataclass(frozen=True, slots=True)
class Signature:
    """An error, so that the same kind is known again."""

    stack: str
    category: Category
    text: str  # without what differs from time to time
    subject: str = ""  # what is missing, refused or in the way; "" where nothing is named
    line: str = ""  # the line that says it, as it was printed

    @property
    def name(self) -> str:
        """Stack and text: what two errors of one kind share."""
        return f"{self.stack}: {self.text}"

    @property
    def hash(self) -> str:
        """8 hex digits of the name and the subject: what two cases of the same trouble share."""
        said = f"{self.name}\0{self.subject.lower()}"
        return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=4).hexdigest()


def signature(output: str) -> Signature | None:
    """The signature of the error that `output` reports; None where it reports none."""
    text = _looked_at(output)
    return _known(_hinted(text.lower()), text) or _unknown(text)


def known(output: str, wanted: Callable[[Category, str], bool]) -> Signature | None:
    """As `signature`, but None for an error of no known kind, or that is not `wanted` by its category and name."""
    text = _looked_at(output)
    kinds = _hinted(text.lower())
    asked = [kind for kind in kinds if wanted(kind.category, f"{kind.stack}: {kind.text}")]
    if not any(True for kind in asked for _ in _first(kind, text)):  # most often; the others need not be looked for
        return None
    found = _known(kinds, text)
    return found if found is not None and wanted(found.category, found.name) else None


def _known(kinds: Sequence[Kind], text: str) -> Signature | None:
    """The earliest of these kinds, of those that say the most."""
    for vague in sorted({_vague(kind) for kind in kinds}):
        found = [first for kind in kinds if _vague(kind) == vague for first in _first(kind, text)]
        if found:
            return min(found, key=lambda each: each[0])[1]
    return None


_KINDS = LANGUAGES + PACKAGES + SERVICES + SYSTEMS
"""In this order: of two that see the same line, the first knows it better."""


@cache
def _hints() -> tuple[LiteralFinder, tuple[int, ...]]:
    """What finds the hints of all kinds, and the kind's place that each hint belongs to."""
    hints = [(hint, place) for place, kind in enumerate(_KINDS) for hint in kind.hints]
    return LiteralFinder(hint for hint, _ in hints), tuple(place for _, place in hints)


def _hinted(low: str) -> list[Kind]:
    """The kinds of which a hint stands in a text."""
    finder, kinds = _hints()
    return [_KINDS[place] for place in sorted({kinds[hint] for hint in finder.places(low)})]


_NO_ERROR = re.compile(
    r"^\s*(?:npm (?:WARN|warn|notice)\b|warn(?:ing)?[:\s\]]|\[?WARN|W:|DEBUG|INFO|\[INFO|✓|✔|PASS\b|ok\b|note:|hint:|#|//|\+ |- \[|\d+\s*\|)"
    r"|DeprecationWarning|ExperimentalWarning",
)


def _looked_at(output: str) -> str:
    if len(output) > HEAD + TAIL:
        output = output[:HEAD] + "\n" + output[-TAIL:]
    return "\n".join(line[:_LINE].rstrip() for line in output.split("\n"))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def _vague(kind: Kind) -> int:
    """How little the kind says: a tool that names its trouble knows it better than the network below or a panic above."""
    return 1 + (kind.text == "panicked") if kind.stack in _GENERAL or kind.category is Category.CODE else 0


_GENERAL = frozenset({"network", "system"})


def _first(kind: Kind, text: str) -> Iterator[tuple[int, Signature]]:
    """Where the first line of the kind starts, and the signature it gives."""
    for match in _compiled(kind.pattern).finditer(text):
        start = text.rfind("\n", 0, match.start() + (match.group()[:1] == "\n")) + 1
        end = text.find("\n", match.end())
        line = text[start : end if end >= 0 else None].strip()
        if not _NO_ERROR.search(line):
            groups = {name: value for name, value in match.groupdict().items() if value}
            words = kind.text.replace("{code}", groups.pop("code", ""))
            subject = next(iter(groups.values()), "").strip("'\" .,:")[:120]
            yield start, Signature(kind.stack, kind.category, words, subject, _near(line, match.group().strip()))
            return


def _near(line: str, said: str) -> str:
    """A long line, from shortly before what matters in it."""
    at = line.find(said.split("\n", maxsplit=1)[0])
    return "…" + line[at - 20 :] if at > 60 and len(line) > 150 else line


# --- errors of no known kind ------------------------------------------------------------------------------------------

_EXCEPTION = re.compile(r"^(?:E +)?(?:Exception in thread \"[^\"]*\" |Caused by: |Uncaught )?(?P<name>(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Failure|Interrupt|Exit|Warning|NotFound|Refused|Timeout))(?:: (?P<said>.*))?$", re.MULTILINE)  # fmt: skip
_SAYS_ERROR = re.compile(r"(?:^|[\s\[(*])(?:fatal|error|err!|failed|failure|cannot|could not|unable to|denied|invalid|panic|abort(?:ed)?)\b", re.IGNORECASE)  # fmt: skip
_WRAPS = re.compile(
    r"^\s*(?:npm (?:ERR!|error)(?: (?:code|errno|path|command|signal|workspace|location|Lifecycle|Exit status|A complete log|This is probably)\b.*)?$"
    r"|(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\*|build stopped)|error: (?:Recipe|script) |\s*ELIFECYCLE|Command failed with exit code|exit(?:ed with)? (?:code|status)"
    r"|BUILD FAILED|FAILURE: Build failed|error Command failed|Error: Process completed|\* What went wrong|error: could not compile|error: aborting due to"
    r"|\[ERROR\] (?:Re-run|To see|For more|-> \[|After correcting|$)|Traceback|\d+ errors?\b|Found \d+ error|Execution failed for task|.*returned a non-zero code)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:\[?(?:ERROR|error|fatal|FATAL|err)\]?[:\s!]+|npm (?:ERR!|error) )+")


def _unknown(text: str) -> Signature | None:
    exceptions = list(_EXCEPTION.finditer(text))
    if exceptions:
        said = exceptions[-1]
        name = said["name"].rsplit(".", 1)[-1]
        words = f"{name}: {normal(said['said'] or '')}".rstrip(": ")
        return Signature("exception", Category.CODE, words, "", said.group().strip())
    for line in text.split("\n"):
        if _SAYS_ERROR.search(line) and not _NO_ERROR.search(line) and not _WRAPS.search(line):
            words = normal(_LEAD.sub("", line.strip()))
            if len(re.findall(r"[^\W\d_]{2,}", re.sub(r"<\w+>", "", words))) >= 2:
                return Signature("unknown", Category.CODE, words, "", line.strip())
    return None
