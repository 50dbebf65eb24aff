"""How a call ended, told from its output, of which there were four generations.

To 0.58 a JSON string `{"output", "metadata": {"exit_code"}}`; then text under "Exit code: N"; then text under "Process
exited with code N", first with a line for the command and later without. A status stands near the start or at the very
end, so nothing else is decoded until someone asks for the text.
"""

from __future__ import annotations

import re

import msgspec

from classifiers.formats.codex.items import FIRST_OUTPUT, FirstOutput
from classifiers.json_lines import cut, start_of, text_of, typed
from classifiers.vocabulary import Output, RunState

_HEAD = 1_024  # bytes; a header takes less than 300
_FACTS = re.compile(rb'\\"exit_code\\":(-?\d{1,10}),\\"duration_seconds\\":([\d.]{1,20})\}\}"\Z')
_HEADER = re.compile(
    rb'"(?:Chunk ID: [^\\"]{1,40}\\n)?(?:Exit code: (-?\d{1,10})\\n)?(?:Wall time: ([\d.]{1,20}) seconds\\n)?'
    rb"(?:Process exited with code (-?\d{1,10})\\n|Process running with session ID (\d{1,12})\\n)?"
)
_ANY_EXIT = re.compile(rb"\\n(?:Process exited with code|Exit code:) (-?\d{1,10})\\n")
_SCRIPT_EXIT = re.compile(r'Process exited with code (-?\d{1,10})|"exit_code"\s*:\s*(-?\d{1,10})')

_TIMED_OUT = 124
_NOT_RUN = (
    "exec command rejected",
    "rejected by user",
    "approval required",
    "command rejected",
    "failed to parse function arguments",
    "unsupported call",
    "unknown tool",
    "execution error: Io(Custom",
)
_FAILED = (
    "failed in sandbox",
    "execution error",
    "exec_command failed",
    "apply_patch verification failed",
    "write_stdin failed",
)


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a command ended. `session` is the running session's id when it has not."""

    state: RunState = RunState.FINISHED
    exit: int | None = None
    failed: bool = False
    output: Output | None = None
    duration: float | None = None  # seconds
    session: str = ""


def ending_of(output: msgspec.Raw) -> Ending:
    """How the call with this output ended."""
    head = start_of(output, _HEAD)
    if head.startswith(b'"{'):
        return _first_generation(output)
    if head.startswith(b'"Command:'):  # a command of any length stands before the facts
        rest = text_of(output).partition("\nChunk ID:")[2][:_HEAD]
        head = f'"Chunk ID:{rest}'.replace("\n", "\\n").encode()
    facts = _HEADER.match(head)
    early, wall, late, running = facts.groups() if facts else (None,) * 4
    duration = _number(wall) if wall else None
    if running:
        return Ending(RunState.RUNNING, duration=duration, session=running.decode())
    code = early or late
    if code is None and (found := _ANY_EXIT.search(head.partition(b"Output:\\n")[0])):
        code = found[1]  # a header with lines we do not know
    if code is None:
        return _untold(text_of(output), duration)
    return _ended(int(code), duration, Output(lambda: cut(_body(text_of(output)))))


def _first_generation(output: msgspec.Raw) -> Ending:
    facts = _FACTS.search(bytes(memoryview(output)[-160:]))
    if facts:
        return _ended(int(facts[1]), _number(facts[2]), Output(lambda: cut(_inner(text_of(output)).output or "")))
    inner = _inner(text_of(output))
    if inner.metadata is None or inner.metadata.exit_code is None:
        return Ending(output=Output(cut(inner.output or text_of(output))))
    said = Output(cut(inner.output or ""))
    return _ended(inner.metadata.exit_code, inner.metadata.duration_seconds, said)


def _inner(text: str) -> FirstOutput:
    return typed(FIRST_OUTPUT, text) or FirstOutput()


def _ended(code: int, duration: float | None, output: Output) -> Ending:
    state = RunState.INTERRUPTED if code == _TIMED_OUT else RunState.FINISHED
    return Ending(state, code, failed=code != 0, output=output, duration=duration)


def _untold(text: str, duration: float | None) -> Ending:
    """An output without a status: refused, aborted, or of a tool that tells none."""
    output = Output(cut(_body(text)))
    if text.startswith("aborted"):
        return Ending(RunState.INTERRUPTED, output=output, duration=duration)
    if text.startswith(_NOT_RUN) or "Rejected(" in text[:300] or "rejected by user" in text[:300]:
        return Ending(RunState.NOT_RUN, output=output)
    return Ending(failed=text.startswith(_FAILED), output=output, duration=duration)


def script_ending(output: msgspec.Raw) -> Ending:
    """How the only command of a script ended, where the script printed that."""
    text = text_of(output)
    codes = {int(code or other) for code, other in _SCRIPT_EXIT.findall(text)}
    said = Output(cut(_body(text)))
    return _ended(codes.pop(), None, said) if len(codes) == 1 else Ending(output=said)


def _body(text: str) -> str:
    facts, found, body = text.partition("Output:\n")
    return (
        body
        if found and (not facts or facts.startswith(("Exit code", "Command:", "Chunk ID", "Wall time", "Script")))
        else text
    )


def _number(digits: bytes) -> float | None:
    try:
        return float(digits)
    except ValueError:
        return None
