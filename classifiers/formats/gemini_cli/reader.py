"""Messages of a Gemini CLI session into records, from the document or from the log."""

from __future__ import annotations

from classifiers.agent_session import Session, absolute
from classifiers.agent_tools import told_as
from classifiers.edits import replaced
from classifiers.folders import enter
from classifiers.formats.gemini_cli.messages import (
    ARGS,
    EDITS,
    MESSAGE,
    PARTS,
    QUIET,
    SHELL,
    Args,
    Message,
    ToolCall,
    answered,
)
from classifiers.formats.gemini_cli.messages import told as told_of
from classifiers.json_lines import cut, text_of, typed
from classifiers.vocabulary import Carry, Line, Where

# How messages begin that carry the role of a person and are the program's: context, hooks' output, summaries, and the
# echo of a command typed after "!".
_PROGRAM = (
    "<session_context", "[Function Response: ", "<hook_context", "<state_snapshot", "System: Please continue", "I ran the following shell command:",
    "This is the Gemini CLI. We are setting up the context", "/", "?",
)  # fmt: skip
_ATTACHED = "\n--- Content from referenced files ---"
_OPEN = frozenset({"scheduled", "validating", "executing", "awaiting_approval"})


class Reader:
    """Folds messages into records."""

    def __init__(self, carry: Carry) -> None:
        self.session = Session("gemini", carry)

    def take(self, line: Line) -> None:
        """Read one line of the log; what is none is counted."""
        entry = None if line.cut else typed(MESSAGE, line.data)
        if entry is None or not self._entry(Where(line.number, line.offset), entry):
            self.session.skipped += bool(line.cut or line.data.strip())
            return
        self.session.parsed += 1

    def close(self) -> None:
        """Tell the words that still wait."""
        self._release()
        self.session.close()

    def metadata(self, entry: Message) -> None:
        """Learn whose session it is, and where."""
        state = self.session.state
        state.session = entry.session_id or state.session
        state.at = entry.start_time or state.at
        if entry.kind:
            state.person = entry.kind != "subagent"
        if entry.directories:
            state.cwd = entry.directories[0]

    def message(self, where: Where, message: Message) -> None:
        """Read a message; one that is written again tells only what is new in it."""
        self.session.start(where)
        if message.type == "user":
            self._words(where, message)
        elif message.type == "gemini":
            self._release()
            for call in message.tool_calls or ():
                self._called(where, message, call)
        elif message.type not in QUIET:
            self.session.unknown[message.type or ""] += 1

    def _entry(self, where: Where, entry: Message) -> bool:
        if entry.rewind_to is not None:
            self._rewound()
        elif entry.id is not None and entry.type is not None:
            self.message(where, entry)
        elif entry.patch:
            self._patched(where, typed(MESSAGE, entry.patch) or Message())
        elif entry.session_id is not None:
            self._patched(where, entry)
        else:
            return False
        return True

    def _patched(self, where: Where, patch: Message) -> None:
        """New metadata; messages in it replace what the model sees, most of them told long ago."""
        self.metadata(patch)
        for raw in patch.messages or ():
            message = typed(MESSAGE, raw)
            if message is not None and message.id is not None:
                self.message(where, message)

    # --- what the agent did -------------------------------------------------------------------------------------------

    def _called(self, where: Where, message: Message, tool: ToolCall) -> None:
        shell = tool.name == SHELL
        asked = "" if shell else told_as(tool.name, tool.server)
        if not shell and not asked and tool.name not in EDITS:
            return
        if not tool.status or tool.status in _OPEN or not tool.id or not self.session.once(tool.id):
            return
        args = typed(ARGS, tool.args) or Args()
        at = tool.timestamp or message.timestamp or ""
        if shell and args.command:
            told = told_of(tool.status, typed(PARTS, tool.result) if tool.result else None)
            cwd = self._folder(args.directory or args.dir_path or told.folder)
            call = self.session.call(tool.id, args.command, where, at=at, cwd=cwd)
            self.session.ran(call, told.ending)
        elif asked:
            ending = answered(tool.status, typed(PARTS, tool.result) if tool.result else None)
            self.session.ran(self.session.call(tool.id, asked, where, at=at), ending)
        elif not shell and args.file_path and tool.status == "success":
            call = self.session.call(tool.id, args.file_path, where, at=at)
            self.session.edited(call, replaced(args.file_path, args.old_string, args.new_string))

    def _folder(self, named: str) -> str:
        if not named or named.startswith("("):
            return ""
        root = self.session.state.cwd
        return named if absolute(named) else (enter(root, named) if root else "")

    # --- what the person said -----------------------------------------------------------------------------------------

    def _words(self, where: Where, message: Message) -> None:
        self._release()
        text = text_of(message.display_content) or text_of(message.content).partition(_ATTACHED)[0]
        if not message.id or not text or text.lstrip().startswith(_PROGRAM) or not self.session.once(message.id):
            return
        said = self.session.call(message.id, "", where, at=message.timestamp or "", name=message.id)
        said.text = cut(text)
        self.session.state.held = [said]

    def _release(self) -> None:
        held, self.session.state.held = self.session.state.held, []
        for said in held:
            self.session.heard(said, said.text)

    def _rewound(self) -> None:
        """A message and all after it are taken back; the words that wait are always among them."""
        self.session.state.held = []
