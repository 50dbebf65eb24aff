"""Kiro's tools: what a call asks for, and how its result says that a command ended. Log and document share them."""

from __future__ import annotations

import re

import msgspec

from classifiers.agent_session import Call, Ending, Session
from classifiers.json_lines import cut, typed
from classifiers.vocabulary import Output, RunState, Where

_SHELLS = frozenset({"shell", "execute_bash", "execute_cmd", "executeBash"})
_EDITS = frozenset({"fs_write", "write", "fsWrite", "strReplace"})
_STATUS = re.compile(r"(?:exit (?:status|code):? ?)?(-?\d{1,10})\s*\Z")
_SIGNAL = re.compile(r"signal:? ")


class Args(msgspec.Struct, gc=False):
    """A call's arguments, of whichever tool."""

    command: str | None = None
    path: str | None = None
    working_dir: str | None = None


class Printed(msgspec.Struct, gc=False):
    """The JSON part of a shell's result."""

    exit_status: str | int | None = None
    stdout: str | None = None
    stderr: str | None = None


_ARGS = msgspec.json.Decoder(Args)
_PRINTED = msgspec.json.Decoder(Printed)


def called(session: Session, call_id: str, name: str, args: msgspec.Raw, where: Where) -> None:
    """Keep a call until its result comes."""
    shell = name in _SHELLS
    given = (typed(_ARGS, args) if args else None) or Args()
    text = given.command if shell else given.path if name in _EDITS else None
    if text and call_id:
        call = session.call(call_id, text, where, cwd=given.working_dir or "", name="shell" if shell else "edit")
        session.wait(call_id, call)


def done(session: Session, call_id: str, status: str, parts: list[msgspec.Raw], where: Where) -> None:
    """A result came: `parts` are its JSON and text parts, undecoded."""
    call: Call | None = session.state.calls.pop(call_id, None)
    if call is None:
        return
    if call.name == "shell":
        session.ran(call, _ending(status.lower(), parts), where)
    elif status.lower() == "success":
        session.edited(call)


def _ending(status: str, parts: list[msgspec.Raw]) -> Ending:
    for part in parts:
        printed = typed(_PRINTED, part)
        if printed is None or printed.exit_status is None:
            continue
        output = Output(cut("\n".join(text for text in (printed.stdout, printed.stderr) if text)))
        said = str(printed.exit_status)
        code = _STATUS.match(said)
        if code:
            return Ending(exit=int(code[1]), failed=int(code[1]) != 0, output=output)
        return Ending(RunState.INTERRUPTED if _SIGNAL.match(said) else RunState.FINISHED, failed=True, output=output)
    return Ending(RunState.FINISHED if status == "success" else RunState.NOT_RUN, failed=status != "success")
