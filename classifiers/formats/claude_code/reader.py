"""Lines of a Claude Code session into records.

A command's record is made where its result is read. Whose words a user record holds is told by the record's own fields
first and by `trust` second; a sub-agent's "user" is another agent, so only its commands and edits count.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from classifiers.agent_tools import database_tool
from classifiers.edits import is_kept, replaced
from classifiers.formats.claude_code import background, entries
from classifiers.formats.claude_code.background import Ended
from classifiers.formats.claude_code.endings import Ending, ending_of, notices, polled
from classifiers.formats.claude_code.entries import Entry, Given
from classifiers.formats.claude_code.heads import LONG, PROGRESS, alone, glance, goes_on, is_whole, worked
from classifiers.formats.claude_code.task_files import looked_at, text_read
from classifiers.formats.claude_code.waiting import KEPT, State, Waiting, waiting
from classifiers.json_lines import BROKEN, NOTHING, cut, instant, loosely, text_of, typed
from classifiers.lines import spans
from classifiers.message_blocks import Block
from classifiers.trust import answers, human_text, rejection_reason
from classifiers.vocabulary import (
    Actor,
    AgentMessage,
    Carry,
    CommandRun,
    Dialect,
    FileEdit,
    HumanMessage,
    Line,
    Mark,
    Output,
    Reading,
    Record,
    RunState,
    SessionMark,
    Speech,
    Where,
)

_BANG = re.compile(r"\s*<bash-input>(.*?)</bash-input>", re.DOTALL)
_BANG_OUTPUT = re.compile(r"<bash-(?:stdout|stderr)>(.*?)</bash-(?:stdout|stderr)>", re.DOTALL)
_TYPED = (b'"typed"', b'"queued"', b'"user"', b"null", b"")  # what `promptSource` says of a person's words
_NOTICE_HEAD = "<task-notification>"
_SESSIONS = 16  # sessions of one file whose start is remembered as told


class Reader:
    """Reads one batch: the state of the carry, and the records it gives."""

    def __init__(self, carry: Carry) -> None:
        self._state = State.of(carry)
        self._records: list[Record] = []
        self._unknown: Counter[str] = Counter()
        self._parsed = 0
        self._skipped = 0
        self._here = _field(self._state.session)
        self._progress = 0  # where in a line it says that it is one: the lines of a session are alike in that
        self._handlers = {
            "assistant": self._assistant,
            "user": self._user,
            "system": self._system,
            "attachment": self._attachment,
            "queue-operation": self._queue,
        }

    def reading(self) -> Reading:
        """What the lines gave."""
        return Reading(tuple(self._records), self._state.carry(), self._parsed, self._skipped, dict(self._unknown))

    def read(self, lines: Sequence[Line]) -> None:
        """Read lines; those that are no record of Claude Code's are counted."""
        for data, start, end, number, offset, was_cut in spans(lines):
            if was_cut:
                self._skipped += 1
            elif self._passed(data, start, end):
                self._parsed += 1
            else:
                self._take(data[start:end], number, offset)

    def _take(self, line: bytes, number: int, offset: int) -> None:
        try:
            entry = entries.ENTRY.decode(line)
        except BROKEN:
            loose = loosely(entries.ENTRY, line)
            if loose is None:
                self._skipped += bool(line.strip())
                return
            entry = loose
        self._parsed += 1
        handler = self._handlers.get(entry.type)
        if handler is not None:
            where = Where(number, offset)
            if entry.session_id != self._state.session and entry.session_id and entry.cwd and not entry.aside:
                self._started(where, entry, entry.session_id)
            handler(where, entry)
        elif entry.type == "progress":
            self._progress = max(line.find(PROGRESS), 0)
        elif entry.type not in entries.QUIET:
            self._unknown[entry.type] += 1

    def _passed(self, data: bytes, start: int, end: int) -> bool:
        """Whether the head of a line tells all that comes of it.

        It is quiet; or, as a look takes longer than decoding a short line, a long result of no call that we follow, or
        of an edit that worked.
        """
        if end - start < LONG:
            at = self._progress
            return data.startswith(PROGRESS, start + at, end) and is_whole(data, start, end, at)
        seen = glance(data, start, end)
        if seen is None or not seen.call:
            return seen is not None
        call = self._state.calls.get(seen.call)
        if call is None:
            return (not self._state.calls or alone(data, seen, end)) and goes_on(data, start, seen, end, self._here)
        if call.name not in entries.EDITS:
            return False
        if not (worked(data, seen, end) and alone(data, seen, end) and goes_on(data, start, seen, end, self._here)):
            return False
        del self._state.calls[seen.call]
        self._records.append(FileEdit(**call.base(), path=call.text, change=Output(call.change)))
        return True

    def close(self) -> None:
        """Tell what is still open. A call without a result, and a `!` command without output, prove nothing."""
        self._turn_over()
        self._told(background.closed(self._state.tasks))
        self._state.calls.clear()
        self._state.bang = None

    def _started(self, where: Where, entry: Entry, session: str) -> None:
        state = self._state
        state.session, state.cwd = session, entry.cwd or ""
        self._here = _field(session)
        if session in state.started:
            return
        state.started = [*state.started[1 - _SESSIONS :], state.session]
        start = waiting(where, entry, f"claude:start:{state.session}", "")
        self._records.append(SessionMark(**start.base(), mark=Mark.START, branch=entry.git_branch or ""))

    # --- what the agent did and said ----------------------------------------------------------------------------------

    def _assistant(self, where: Where, entry: Entry) -> None:
        if entry.message is None or not isinstance(entry.message.content, list):
            return
        for block in entry.message.content:
            if block.type == "tool_use" and (
                block.name in entries.FOLLOWED
                or (self._state.tasks and block.name == entries.READS)
                or database_tool(block.name)
            ):
                self._call(where, entry, block)
            elif block.type == "text" and block.text and not entry.aside and not entry.is_api_error_message:
                self._state.said = waiting(where, entry, f"claude:{entry.uuid}", block.text)
        if entry.message.stop_reason == "end_turn":
            self._turn_over()
            self._told(background.settled(self._state.tasks))

    def _call(self, where: Where, entry: Entry, block: Block) -> None:
        given = typed(entries.GIVEN, block.input) or Given()
        task = ""
        if self._state.tasks:
            task = looked_at(block.name, given, self._state.tasks)
            self._told(background.settled(self._state.tasks, but=task))
        text: str | None
        if block.name == entries.READS:
            text = task
        elif block.name in entries.SHELLS:
            text = given.command
        elif block.name in entries.EDITS:
            text = given.file_path or given.notebook_path
        elif block.name not in entries.FOLLOWED:
            text = block.name
        else:
            text = given.task_id or given.bash_id or given.shell_id or "?"
        if text and block.id:
            call = waiting(where, entry, f"claude:{block.id}", text, block.name)
            call.unconfined = given.unconfined is True
            if given.old_string and is_kept(text):
                call.change = replaced(text, text_of(given.old_string), text_of(given.new_string))
            call.task = task
            self._state.call(call, block.id)

    def _turn_over(self) -> None:
        said, self._state.said = self._state.said, None
        if said is not None:
            self._records.append(AgentMessage(**said.base(), text=said.text))

    # --- what came of it ----------------------------------------------------------------------------------------------

    def _user(self, where: Where, entry: Entry) -> None:
        content = entry.message.content if entry.message else None
        if isinstance(content, list):
            results = [block for block in content if block.type == "tool_result"]
            if results:
                for block in results:
                    self._result(where, entry, block)
                return
            content = "\n".join(block.text for block in content if block.type == "text" and block.text)
        if content and not entry.aside:
            self._words(where, entry, content)

    def _result(self, where: Where, entry: Entry, block: Block) -> None:
        call = self._state.calls.pop(block.tool_use_id, None)
        if block.is_error:
            self._said(where, entry, block, rejection_reason(cut(text_of(block.content))), Speech.REJECTION)
        if call is None:
            return
        if call.name == entries.READS:
            if not block.is_error:
                text = text_read(block.content, entry.tool_use_result)
                self._told(background.looked(self._state.tasks, call.task, where, text))
        elif call.name in entries.SHELLS or call.name not in entries.FOLLOWED:
            self._shell_result(where, entry, block, call)
        elif block.is_error:
            return
        elif call.name in entries.EDITS:
            self._records.append(FileEdit(**call.base(), path=call.text, change=Output(call.change)))
        elif call.name == entries.QUESTION:
            self._said(where, entry, block, answers(cut(text_of(block.content))), Speech.ANSWER)
        else:
            ending = Ending(RunState.INTERRUPTED) if call.name in entries.STOPS else polled(block.content)
            self._told(background.ended(self._state.tasks, frozenset({call.text}), where, ending))

    def _shell_result(self, where: Where, entry: Entry, block: Block, call: Waiting) -> None:
        ending = ending_of(block, entry.tool_use_result)
        if ending.state is not RunState.RUNNING:
            self._ran(call, where, ending)
            if call.task and ending.output is not None and not ending.failed:
                self._told(background.looked(self._state.tasks, call.task, where, ending.output.text))
            return
        call.task = ending.task
        self._told(background.begun(self._state.tasks, block.tool_use_id, call))

    def _told(self, commands: Iterable[Ended]) -> None:
        for each in commands:
            self._ran(*each)

    def _ran(self, call: Waiting, result: Where, ending: Ending) -> None:
        self._records.append(
            CommandRun(
                key=call.key,
                where=call.where,
                at=instant(call.at),
                session=call.session,
                cwd=call.cwd,
                command=call.text,
                actor=Actor.AGENT,
                dialect=entries.SHELLS.get(call.name, Dialect.POSIX),
                state=ending.state,
                exit=ending.exit,
                failed=ending.failed,
                output=ending.output or Output(),
                result=result,
                unconfined=call.unconfined,
            )
        )

    # --- what the person said -----------------------------------------------------------------------------------------

    def _words(self, where: Where, entry: Entry, text: str) -> None:
        if self._state.tasks and _NOTICE_HEAD in text[:200]:
            self._noticed(where, text)
        if entry.is_meta:
            return
        self._turn_over()
        if text.lstrip().startswith("<bash-"):
            self._bang(where, entry, text)
        elif _is_person(entry):
            self._heard(waiting(where, entry, f"claude:{entry.uuid}", ""), text, Speech.PROMPT)

    def _said(self, where: Where, entry: Entry, block: Block, text: str, speech: Speech) -> None:
        """Keep a person's words out of a tool's result."""
        if text and not entry.aside:
            said = waiting(where, entry, f"claude:{block.tool_use_id}:said", "")
            self._records.append(HumanMessage(**said.base(), text=text, speech=speech))

    def _heard(self, at: Waiting, text: str, speech: Speech) -> None:
        words = human_text(cut(text))
        if words:
            self._told(background.settled(self._state.tasks))
            self._records.append(HumanMessage(**at.base(), text=words, speech=speech))

    def _bang(self, where: Where, entry: Entry, text: str) -> None:
        """The person's own `!` command, and in this record or the next what it printed. Its status is not told."""
        typed_in = _BANG.match(text)
        if typed_in:
            self._state.bang = waiting(where, entry, f"claude:{entry.uuid}", typed_in[1].strip())
        printed = "\n".join(part for part in _BANG_OUTPUT.findall(text) if part)
        if "<bash-std" not in text or self._state.bang is None:
            return
        bang, self._state.bang = self._state.bang, None
        self._records.append(
            CommandRun(
                **bang.base(),
                command=bang.text,
                actor=Actor.PERSON,
                output=Output(cut(printed)),
                result=where,
            )
        )

    def _attachment(self, where: Where, entry: Entry) -> None:
        attached = entry.attachment
        if attached is None or attached.type != "queued_command":
            return
        text = text_of(attached.prompt)
        if attached.command_mode == "task-notification" or text.lstrip().startswith(_NOTICE_HEAD):
            self._noticed(where, text)
        elif attached.command_mode in {None, "prompt"} and not attached.is_meta and _is_person(entry, attached.origin):
            self._queued(waiting(where, entry, f"claude:{entry.uuid}", text))

    def _queue(self, where: Where, entry: Entry) -> None:
        """Prompts typed while the agent works: taken in mid-turn ("remove"), only this record keeps the words.

        One that waits for the end of the turn ("dequeue") comes again as a user record.
        """
        queue = self._state.queue
        if entry.operation == "enqueue":
            text = text_of(entry.content)
            if self._state.tasks:
                self._noticed(where, text)
            key = f"claude:{entry.session_id}:queued:{entry.timestamp}"
            said = waiting(where, entry, key, "" if text.lstrip().startswith(("<", "{", "/")) else text)
            said.cwd = said.cwd or self._state.cwd
            self._state.queue = [*queue[1 - KEPT :], said]
        elif entry.operation == "popAll":
            queue.clear()
        elif queue:
            said = queue.pop(0)
            if entry.operation == "remove" and said.text:
                self._queued(said)

    def _queued(self, said: Waiting) -> None:
        digest = hashlib.blake2b(said.text.strip().encode("utf-8", "replace"), digest_size=8).hexdigest()
        if digest in self._state.heard:  # newer versions keep both the queue's record and an attachment
            self._state.heard.remove(digest)
            return
        self._state.heard = [*self._state.heard[1 - KEPT :], digest]
        self._heard(said, said.text, Speech.QUEUED)

    def _noticed(self, where: Where, text: str) -> None:
        """End background tasks, but leave one that is being asked about to that answer, which has its output."""
        asked = {call.text for call in self._state.calls.values() if call.name in entries.POLLS}
        for notice in notices(text):
            if not asked & notice.ids:
                self._told(background.ended(self._state.tasks, notice.ids, where, notice.ending))

    # --- the rest -----------------------------------------------------------------------------------------------------

    def _system(self, where: Where, entry: Entry) -> None:
        if entry.subtype == "compact_boundary" and not entry.aside:
            self._turn_over()
            mark = waiting(where, entry, f"claude:{entry.uuid}", "")
            self._records.append(SessionMark(**mark.base(), mark=Mark.COMPACT, branch=entry.git_branch or ""))


def _field(session: str) -> bytes:
    return b'"sessionId":"%s"' % session.encode("utf-8", "replace")


def _is_person(entry: Entry, origin: msgspec.Raw = NOTHING) -> bool:
    """Whether the record's own fields leave room for a person: no sub-agent, summary, harness text or program."""
    if entry.aside or entry.is_meta or entry.is_compact_summary or entry.is_visible_in_transcript_only:
        return False
    if (entry.entrypoint or "").startswith("sdk") or bytes(entry.prompt_source) not in _TYPED:
        return False
    origins = (bytes(entry.origin), bytes(origin))
    return all(said in (b"", b"null") or b'"human"' in said for said in origins)
