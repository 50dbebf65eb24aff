"""Terminal sessions that a person pasted or recorded: a prompt, what was typed, what was printed.

There is no exit status, so only the output can prove anything. Any text may hold such lines, so this format is the last
that a file is taken for. `result` is the first line of output: output line n stands at line `result.line + n`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.step_log import StepLog, digest
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Actor, Carry, CommandRun, Dialect, Line, Reading, SourceKind, Where

_PROMPTS = (
    (re.compile(r"(?:\([\w.-]+\) )?PS (?P<cwd>[A-Za-z]:\\[^>]*|/[^>]*|~[^>]*)> ?(?P<typed>.*)"), Dialect.POWERSHELL),
    (re.compile(r"(?P<cwd>[A-Za-z]:\\[^>\n]*)>(?P<typed>.*)"), Dialect.CMD),
    (
        re.compile(r"(?:\([\w.-]+\) ?)?\[?[\w.-]+@[\w.-]+[: ] ?(?P<cwd>[^\]$#%]*?)\]? ?[$#%](?: (?P<typed>.*)|$)"),
        Dialect.POSIX,
    ),
    (
        re.compile(
            r"(?:\([\w.-]+\) )?(?:[~/][\w./~-]* )?[❯➜➤](?P<cwd>)(?:  \S+(?: git:\([^)]*\))?(?: ✗)?)? (?P<typed>.*)"
        ),
        Dialect.POSIX,
    ),
    (re.compile(r"(?P<cwd>)\$ (?P<typed>.*)"), Dialect.POSIX),
)
_FENCE = re.compile(r"(?:```|~~~|Script (?:started|done) on )")
_LIMIT = 2_000
"""Characters of a typed line; a longer one is a document that happens to look like a prompt."""


def _prompted(text: str) -> tuple[str, str, Dialect] | None:
    """(folder, typed, dialect) of a line that starts with a prompt; the folder only if the prompt shows all of it."""
    for pattern, dialect in _PROMPTS:
        found = pattern.match(text[:_LIMIT])
        if found:
            folder = found["cwd"].strip()
            whole = re.match(r"[~/]|[A-Za-z]:\\", folder)
            return folder if whole else "", (found["typed"] or "").strip(), dialect
    return None


class TerminalTranscript:
    """See the module."""

    name = "terminal_transcript"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """Two prompts with something typed; never surer than any format that knows itself."""
        if b"\x00" in head:
            return 0
        typed = 0
        for data in head.split(b"\n"):
            found = _prompted(cleaned(data))
            typed += found is not None and found[1] != ""
        return 2 if typed > 1 else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  its path is any
        """One CommandRun per typed line, once the next prompt or the file's end shows its whole output."""
        step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        records: list[CommandRun] = []
        for line in lines:
            text = cleaned(line.data)
            prompt = _prompted(text)
            if step and step.facts["more"] and not prompt:
                _continue(step, text)
                continue
            if prompt or _FENCE.match(text):
                records += _closed(step)
                step = _opened(line, *prompt) if prompt else None
            elif step:
                step.facts["result"] = step.facts["result"] or [line.number, line.offset]
                step.add(line.number, text)
        if final:
            records += _closed(step)
            step = None
        return Reading(tuple(records), {"step": step.to_carry() if step else None}, parsed=len(lines))


def _opened(line: Line, folder: str, typed: str, dialect: Dialect) -> StepLog | None:
    if not typed:
        return None
    step = StepLog(line.number, line.offset, cwd=folder, dialect=dialect.value, more=False, result=None)
    _continue(step, typed)
    return step


def _continue(step: StepLog, text: str) -> None:
    """A line that ends in a backslash goes on in the next one, after the shell's `> ` if that was copied too."""
    step.run(text.removeprefix("> ") if step.script else text)
    step.facts["more"] = step.facts["dialect"] == Dialect.POSIX and text.endswith("\\")


def _closed(step: StepLog | None) -> list[CommandRun]:
    if step is None:
        return []
    command, output, result = "\n".join(step.script), step.output(), step.facts["result"]
    return [
        CommandRun(
            key=f"terminal:{digest(command, str(step.number), output.text[:2000])}",
            where=step.where,
            cwd=step.facts["cwd"],
            command=command,
            actor=Actor.PERSON,
            dialect=Dialect(step.facts["dialect"]),
            output=output,
            result=Where(result[0], result[1]) if result else None,
        )
    ]


FORMAT = TerminalTranscript()
