"""Amp's threads: `~/.local/share/amp/threads/T-….json`, one document `{v, id, created, env, messages}` rewritten whole.

Written after samples in other programs' tests (no thread of a real person was seen). A command's end is
`run.result.exitCode` beside its output; `run.status` tells whether the tool itself got through. `Where.line` is the
0-based index of the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

import msgspec

from classifiers.agent_session import Ending, Session, stamp
from classifiers.json_documents import document, joined, numbered
from classifiers.json_lines import NOTHING, cut, lazy_text, start_of, typed
from classifiers.vocabulary import Carry, Line, Output, Reading, RunState, SourceKind, Where

_SHELL = frozenset({"Bash", "shell_command", "run_terminal_command"})
_EDITS = frozenset({"edit_file", "create_file", "undo_edit", "apply_patch"})
_QUIET = frozenset({"thinking", "redacted_thinking", "image", "summary", "manual_bash_invocation"})
_STATES = {
    "rejected-by-user": RunState.NOT_RUN,
    "blocked-on-user": RunState.NOT_RUN,
    "cancelled": RunState.INTERRUPTED,
    "error": RunState.FINISHED,
}
_RUNNING = frozenset({"in-progress", "queued"})
_THREAD = re.compile(rb'"id"\s*:\s*"T-[0-9a-fA-F-]{8,}"')
_MESSAGES = re.compile(rb'"messages"\s*:\s*\[')


class Repository(msgspec.Struct, gc=False):
    """Where a tree comes from."""

    url: str | None = None


class Tree(msgspec.Struct, gc=False):
    """A folder the thread works in."""

    uri: str | None = None
    repository: Repository | None = None


class Initial(msgspec.Struct, gc=False):
    """The folders at the start."""

    trees: list[Tree] | None = None


class Env(msgspec.Struct, gc=False):
    """Where it runs."""

    initial: Initial | None = None


class Thread(msgspec.Struct, gc=False):
    """The document; `created` in milliseconds. `parent` is set in a sub-agent's thread."""

    id: str
    messages: list[msgspec.Raw]
    created: float | None = None
    env: Env | None = None
    parent: str | None = msgspec.field(name="mainThreadID", default=None)


class Meta(msgspec.Struct, gc=False):
    """When it was sent, in milliseconds."""

    sent: float | None = msgspec.field(name="sentAt", default=None)


class Message(msgspec.Struct, gc=False):
    """A message."""

    role: str = ""
    content: list[msgspec.Raw] | None = None
    meta: Meta | None = None


class Given(msgspec.Struct, gc=False):
    """A tool's input, of whichever tool."""

    cmd: str | None = None
    command: str | None = None
    cwd: str | None = None
    path: str | None = None


class Told(msgspec.Struct, gc=False):
    """What a shell command gave."""

    output: str | None = None
    exit: int | None = msgspec.field(name="exitCode", default=None)


class Run(msgspec.Struct, gc=False):
    """How far the tool got."""

    status: str = ""
    result: msgspec.Raw = NOTHING


class Block(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str = ""
    text: str | None = None
    id: str = ""
    name: str = ""
    input: msgspec.Raw = NOTHING
    of: str = msgspec.field(name="toolUseID", default="")
    run: Run | None = None
    hidden: bool | None = None


_DOCUMENT = msgspec.json.Decoder(Thread)
_MESSAGE = msgspec.json.Decoder(Message)
_BLOCK = msgspec.json.Decoder(Block)
_INPUT = msgspec.json.Decoder(Given)
_TOLD = msgspec.json.Decoder(Told)


class Amp:
    """See the module."""

    name = "amp"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """A thread's own id, and messages; or a thread's file name where the messages come late."""
        if head.lstrip()[:1] != b"{" or not _THREAD.search(head[:4096]):
            return 0
        named = re.search(r"(?:^|[/\\])T-[0-9a-fA-F-]{8,}\.json$", name) is not None
        return 95 if _MESSAGES.search(head) else 90 if named else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages; a sub-agent's thread has commands, but no person's words."""
        data = joined(lines)
        found = document(_DOCUMENT, data)
        if found is None:
            return Reading(skipped=len(lines))
        session = _session(found)
        for where, raw in numbered(found.messages, data):
            if message := typed(_MESSAGE, raw):
                _message(session, where, message)
        return session.whole(lines)


def _session(found: Thread) -> Session:
    session = Session("amp", {})
    trees = (found.env.initial.trees if found.env and found.env.initial else None) or []
    tree = trees[0] if trees else Tree()
    state = session.state
    state.session, state.at, state.person = found.id, stamp(found.created), not found.parent
    state.cwd = _folder(tree.uri or "")
    state.remote = (tree.repository.url if tree.repository else None) or ""
    session.start(Where(0, 0))
    return session


def _message(session: Session, where: Where, message: Message) -> None:
    at = stamp(message.meta.sent if message.meta else None)
    for number, raw in enumerate(message.content or []):
        block = typed(_BLOCK, raw)
        if block is None:
            session.unknown["block"] += 1
        elif block.type == "text":
            if message.role == "user" and block.text and not block.hidden:
                said = session.call(f"{session.state.session}:{where.line}:{number}", "", where, at=at)
                session.heard(said, block.text)
        elif block.type == "tool_use":
            _asked(session, block, where, at)
        elif block.type == "tool_result":
            _answered(session, block)
        elif block.type not in _QUIET:
            session.unknown[block.type] += 1


def _asked(session: Session, block: Block, where: Where, at: str) -> None:
    given = (typed(_INPUT, block.input) if block.input else None) or Given()
    command = given.cmd or given.command
    key = f"{session.state.session}:{block.id}"
    if block.name in _SHELL and command:
        session.wait(block.id, session.call(key, command, where, at=at, cwd=given.cwd or "", name="shell"))
    elif block.name in _EDITS and given.path:
        session.wait(block.id, session.call(key, given.path, where, at=at, name="edit"))


def _answered(session: Session, block: Block) -> None:
    call = session.state.calls.get(block.of)
    if call is None or block.run is None or block.run.status in _RUNNING:
        return
    del session.state.calls[block.of]
    state = _STATES.get(block.run.status)
    if call.name == "edit":
        if state is None:
            session.edited(call)
        return
    told = (typed(_TOLD, block.run.result) if start_of(block.run.result, 1).startswith(b"{") else None) or Told()
    output = Output(cut(told.output)) if told.output is not None else lazy_text(block.run.result)
    failed = state is not None or bool(told.exit)
    session.ran(call, Ending(state or RunState.FINISHED, told.exit, failed=failed, output=output))


def _folder(uri: str) -> str:
    return unquote(urlsplit(uri).path) if uri.startswith("file://") else uri


FORMAT = Amp()
