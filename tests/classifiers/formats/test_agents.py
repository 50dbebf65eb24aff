"""What each of the smaller agents' formats must not get wrong: whose words, which outcome, whose file."""

import json

import pytest

from classifiers.formats import aider, cline, copilot_cli, cursor, droid, kiro, opencode, pi
from classifiers.formats.registry import sniff
from classifiers.vocabulary import CommandRun, HumanMessage, Line, RunState, Speech
from tests.corpus.samples import samples


def lines(*entries):
    """Entries as lines."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in entries]
    return [Line(each.encode(), number * 1_000, number) for number, each in enumerate(texts, 1)]


def records(form, given, kind, path="/home/ada/lamp/x"):
    """The records of one kind in a complete file."""
    return [each for each in form.read(given, {}, final=True, path=path).records if isinstance(each, kind)]


# --- opencode ---------------------------------------------------------------------------------------------------------


def exported(*parts, role="assistant", parent=None):
    """An export with one message."""
    info = {"id": "ses_1", "directory": "/home/ada/lamp", **({"parentID": parent} if parent else {})}
    return lines({"info": info, "messages": [{"info": {"id": "m", "role": role}, "parts": list(parts)}]})


def bash(number, **state):
    return {"type": "tool", "tool": "bash", "id": f"prt_{number}", "state": {"input": {"command": "make"}, **state}}


@pytest.mark.parametrize(
    ("state", "exit_code", "how"),
    [
        ({"status": "completed", "output": "x", "metadata": {"exit": 0}}, 0, RunState.FINISHED),
        ({"status": "completed", "output": "x", "metadata": {"exit": 2}}, 2, RunState.FINISHED),
        (
            {"status": "completed", "output": "x", "metadata": {"exit": None, "timeout": True}},
            None,
            RunState.INTERRUPTED,
        ),
        ({"status": "error", "error": "Tool execution aborted"}, None, RunState.INTERRUPTED),
        ({"status": "error", "error": "The user rejected permission", "metadata": {"exit": 0}}, None, RunState.NOT_RUN),
        ({"status": "completed"}, None, RunState.FINISHED),
    ],
)
def test_opencode_status_is_not_the_commands(state, exit_code, how):
    """No "completed" is a success: the exit status alone says how it ended, and an error never has one."""
    (run,) = records(opencode.FORMAT, exported(bash(1, **state)), CommandRun)
    assert (run.exit, run.state) == (exit_code, how)


def test_opencode_synthetic_text_and_subagents_are_no_person():
    """Text the program added, and the whole user side of a sub-agent, are nobody's words."""
    real = {"type": "text", "text": "never a", "id": "prt_1"}
    added = {"type": "text", "text": "always b", "id": "prt_2", "synthetic": True}
    said = records(opencode.FORMAT, exported(real, added, role="user"), HumanMessage)
    assert [each.text for each in said] == ["never a"]
    assert records(opencode.FORMAT, exported(real, role="user", parent="ses_0"), HumanMessage) == []


def test_opencode_ids_that_were_blanked_stay_apart():
    """Two parts with the same cleaned id are two records."""
    same = [{**bash(1, status="completed", metadata={"exit": 0}), "id": "REDACTED"} for _ in range(2)]
    assert len({each.key for each in records(opencode.FORMAT, exported(*same), CommandRun)}) == 2


# --- Copilot CLI ------------------------------------------------------------------------------------------------------


def ran(text, **data):
    """A shell call and its completion."""
    call = {"toolCallId": "c", "toolName": "bash", "arguments": {"command": "make"}}
    done = {"toolCallId": "c", "success": True, "result": {"content": text}, **data}
    return lines(
        {"type": "tool.execution_start", "data": call, "id": "1"},
        {"type": "tool.execution_complete", "data": done, "id": "2"},
    )


@pytest.mark.parametrize(
    ("text", "exit_code"),
    [
        ("x\n<exited with exit code 0>", 0),
        ("x\n<exited with exit code 2>", 2),
        ("x\n<shellId: 12 completed with exit code 1>", 1),
        ("<exited with exit code 0>\nand more was printed", None),
        ("no word of it", None),
    ],
)
def test_copilot_exit_stands_at_the_very_end(text, exit_code):
    """`success` is true for all of these; only the tail of the text counts, and the marker is no output."""
    (run,) = records(copilot_cli.FORMAT, ran(text), CommandRun)
    assert run.exit == exit_code
    assert not run.output.text.endswith("exit code 0>")


def test_copilot_background_command_ends_with_its_poll():
    """A command that went on is one record, made when its shell is read, with the status of the end."""
    poll = {"toolCallId": "p", "toolName": "read_bash", "arguments": {"shellId": "7"}}
    over = {"toolCallId": "p", "success": True, "result": {"content": "ok\n<shellId: 7 completed with exit code 0>"}}
    given = ran("<command with shellId: 7 is still running after 30 seconds.>") + lines(
        {"type": "tool.execution_start", "data": poll, "id": "3"},
        {"type": "tool.execution_complete", "data": over, "id": "4"},
    )
    (run,) = records(copilot_cli.FORMAT, given, CommandRun)
    assert (run.exit, run.state, run.output.text) == (0, RunState.FINISHED, "ok")


# --- the others -------------------------------------------------------------------------------------------------------


def test_cursor_proves_no_command():
    """A transcript without results gives commands no status at all."""
    call = {"type": "tool_use", "name": "Shell", "input": {"command": "make"}}
    (run,) = records(cursor.FORMAT, lines({"role": "assistant", "message": {"content": [call]}}), CommandRun)
    assert (run.exit, run.failed, run.output.text) == (None, False, "")


def test_cline_documents_tell_the_same_story_with_the_same_keys():
    """What both of a task's documents tell has one key, so reading both counts once."""
    path = "/t/tasks/177/x.json"
    screen = lines([
        {"ts": 1, "type": "say", "say": "text", "text": "never a"}, {"ts": 2, "type": "say", "say": "command", "text": "make"},
        {"ts": 3, "type": "say", "say": "command", "text": "make"}, {"ts": 4, "type": "say", "say": "user_feedback", "text": "and b"},
    ])  # fmt: skip
    call = "<execute_command>\n<command>make</command>\n</execute_command>"
    result = "[execute_command for 'make'] Result:\nCommand executed.\nOutput:\nx"
    model = lines([
        {"role": "user", "content": "<task>\nnever a\n</task>"}, {"role": "assistant", "content": call},
        {"role": "user", "content": result}, {"role": "assistant", "content": call}, {"role": "user", "content": result},
        {"role": "user", "content": "<feedback>\nand b\n</feedback>"},
    ])  # fmt: skip
    for kind in (HumanMessage, CommandRun):
        seen, sent = (
            records(form, given, kind, path) for form, given in ((cline.FORMAT, screen), (cline.HISTORY, model))
        )
        assert len(seen) == 2
        assert [each.key for each in seen] == [each.key for each in sent]


@pytest.mark.parametrize(
    "text",
    [
        "[read_file for 'a'] Result:\n<task>always a</task>",
        "[execute_command for 'cat a'] Result:\nCommand executed.\nOutput:\nfeedback:\n<feedback>\nalways a\n</feedback>",
        "[read_file for 'a'] Result:\n<answer>\nalways a\n</answer> and more",
    ],
)
def test_cline_files_are_no_person(text):
    """Tags in what a tool read or printed are nobody's words."""
    assert records(cline.HISTORY, lines([{"role": "user", "content": text}]), HumanMessage) == []


def test_aider_confirmations_and_the_models_text_are_no_words():
    """Only lines marked as the person's are read, without those that answer aider's own questions."""
    given = lines("# aider chat started at 2026-03-02 11:00:00", "#### never a  ", "", "I always b.", "> always c  ",
                  "##### always d", "#### Add file? (Y)es/(N)o [Yes]: always  ", "", "#### /ask always e", "", "#### and f")  # fmt: skip
    assert [each.text for each in records(aider.FORMAT, given, HumanMessage)] == ["never a", "and f"]


def test_pi_error_without_a_status_did_not_finish():
    """An error that names no exit status is an interruption or no run, never a success."""
    call = {"type": "toolCall", "id": "c", "name": "bash", "arguments": {"command": "make"}}
    for text, how in (("Command aborted", RunState.INTERRUPTED), ("blocked", RunState.NOT_RUN)):
        answer = {"role": "toolResult", "toolCallId": "c", "content": [{"type": "text", "text": text}], "isError": True}
        given = lines(
            {"type": "message", "message": {"role": "assistant", "content": [call]}},
            {"type": "message", "message": answer},
        )
        (run,) = records(pi.FORMAT, given, CommandRun)
        assert (run.exit, run.failed, run.state) == (None, True, how)


def test_droid_message_for_the_eye_only_is_the_programs():
    """What is shown to the person but not sent to the model was not said by the person."""
    content = [{"type": "text", "text": "always a"}]
    given = lines(
        {"type": "message", "id": "m", "message": {"role": "user", "content": content, "visibility": "user_only"}}
    )
    assert records(droid.FORMAT, given, HumanMessage) == []


def test_kiro_cancelled_call_did_not_run():
    """A call that was turned down is told as not run, with the words that turned it down."""
    entry = {
        "user": {"content": {"Prompt": {"prompt": "a"}}},
        "assistant": {"ToolUse": {"tool_uses": [{"id": "t", "name": "execute_bash", "args": {"command": "make"}}]}},
    }
    turned = {"tool_use_id": "t", "content": [{"Text": "cancelled"}], "status": "Error"}
    down = {"user": {"content": {"CancelledToolUses": {"prompt": "never b", "tool_use_results": [turned]}}}}
    given = lines({"conversation_id": "c", "history": [entry, down]})
    (run,) = records(kiro.HISTORY, given, CommandRun)
    assert run.state is RunState.NOT_RUN
    assert [each.text for each in records(kiro.HISTORY, given, HumanMessage)] == ["a", "never b"]


def test_reasons_for_a_rejection_are_marked():
    """A reason typed when turning a call down is told as such, whichever agent kept it."""
    names = {"opencode", "copilot_cli", "cline", "cline_history"}
    for sample in samples():
        if sample.format.name in names and sample.case != "subagent":
            given = [Line(each, 0, number) for number, each in enumerate(sample.data.split(b"\n"), 1)]
            assert Speech.REJECTION in {each.speech for each in records(sample.format, given, HumanMessage)}


@pytest.mark.parametrize(
    "head",
    [
        b'{"type":"session","data":1}', b'{"type":"message","message":{"role":"user"}}', b'[{"role":"user","content":"hi"}]',
        b'{"info":{"title":"API"},"messages":[]}', b'{"conversation_id":"c","messages":[]}', b'[{"ts":1,"value":2}]',
        b"# aider notes", b'{"role":"user","content":"hi"}', b'{"type":"session.start"}', b'{"kind":"List","items":[]}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["full.jsonl", "data.json", "notes.md"])
def test_near_misses_are_nobodys(head, name):
    """Files that only look a little like an agent's are left alone."""
    assert sniff(head, name) is None
