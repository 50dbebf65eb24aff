"""What a record shows to have failed in GitHub Actions: a job whose log it prints, or a command of its own that publishes."""

from __future__ import annotations

import re

import msgspec

from classifiers.ci_commands import may_look, may_show, simples
from classifiers.drafts import on_a_card
from classifiers.remedies import teaches
from classifiers.rulebook.entries import Rulebook
from classifiers.screen import Screen
from classifiers.signatures.reading import Signature, known
from classifiers.unmended import failed
from classifiers.vocabulary import Category, CommandRun

_MENDED = frozenset({Category.AUTH, Category.PERMISSION, Category.COMMAND, Category.VERSION, Category.TOOLCHAIN, Category.CONFIG, Category.DEPENDENCY, Category.MEMORY, Category.DISK})  # fmt: skip
"""Troubles that a workflow may mend; the others come and go by themselves."""

_MAY_PUBLISH = re.compile(r"\b(?:npm|pnpm|yarn|bun|lerna|changeset|cargo|uv|poetry|hatch|flit|twine|gem|dotnet|mvn|gradle\w*)\b[^\n;&|]*[ :]publish\b")  # fmt: skip
_COLOUR = re.compile(r"\x1b\[[\d;]*m|\r")
_LOG_LINE = re.compile(r"^(?:(?P<job>[^\t\n]{1,200})\t[^\t\n]*\t)?(?:\d+[:-])?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?(?P<said>.*)$", re.MULTILINE)  # fmt: skip
_JOB_NAME = re.compile(r"^Complete job name: (.+)$", re.MULTILINE)
_ENDED_BADLY = "##[error]"
_HEAD, _TAIL = 3_000, 9_000
"""Characters of a log that are looked at: the job's name stands at its head, what ended it at its end."""


class Broken(msgspec.Struct):
    """What failed: a job, or a command that publishes. Text is masked."""

    session: str
    scope: str
    line: int
    numbers: list[str]  # of run and job, as far as the command names them
    job: str  # "" where it is not known
    command: str  # "" for a job
    stack: str
    category: str
    error: str
    subject: str
    shown: str
    run: str = ""  # the number of the run, where it is known
    cause: str = ""

    @property
    def signature(self) -> Signature:
        """The error."""
        return Signature(self.stack, Category(self.category), self.error, self.subject, self.shown)


def may_break(run: CommandRun) -> bool:
    """Whether it may show a job's log, or publish; asked of every command, so by single words."""
    line = run.command
    if may_look(line) or may_show(line):
        return True
    return "publish" in line and failed(run) and _may_publish(line)


def _may_publish(line: str) -> bool:
    return _MAY_PUBLISH.search(line) is not None


def failure_of(run: CommandRun, numbers: list[str], book: Rulebook) -> Broken | None:
    """What a record shows to have failed: a job whose log it prints, or a publish of its own."""
    text = run.output.text
    ended_badly = _ENDED_BADLY in text
    may_publish = not ended_badly and failed(run) and _may_publish(run.command)
    if not ended_badly and not may_publish:
        return None
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    text = _COLOUR.sub("", text) if ended_badly else Screen.of(text).text
    log = list(_LOG_LINE.finditer(text)) if ended_badly else []
    said = "\n".join(line["said"] for line in log) if ended_badly else text
    error = known(said, teaches)
    if error is None or error.category not in _MENDED or (may_publish and error.category is not Category.AUTH):
        return None
    publishes = _publish(run, book) if may_publish else ""
    if may_publish and not publishes:
        return None
    named = _JOB_NAME.search(said)
    job = named[1] if named else next((line["job"] for line in log if line["job"]), "")
    return Broken(
        session=run.session,
        scope="",
        line=run.where.line,
        numbers=numbers if log else [],
        job=on_a_card(job)[:80],
        command=publishes,
        stack=error.stack,
        category=error.category,
        error=error.text,
        subject=error.subject,
        shown=on_a_card(error.line)[:200],
    )


def _publish(run: CommandRun, book: Rulebook) -> str:
    """The command that publishes, as far as the line's failure may be its own."""
    ways = [each for each in simples(run, book) if "publish" in each.argv[1:3] and "--dry-run" not in each.argv]
    return on_a_card(ways[-1].text or " ".join(ways[-1].argv)) if ways else ""
