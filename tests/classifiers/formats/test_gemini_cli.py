"""Gemini CLI: the text tells how a command ended, and what is taken back was not said."""

import json

import pytest

from classifiers.formats.gemini_cli import FORMAT, LOG
from classifiers.formats.gemini_cli.messages import PARTS, told
from classifiers.vocabulary import HumanMessage, Line, RunState

HEAD = {"sessionId": "s", "projectHash": "h", "startTime": "2026-03-02T11:00:00Z", "lastUpdated": "x"}


def printed(text):
    """How a command that printed `text` ended."""
    parts = json.dumps([{"functionResponse": {"response": {"output": text}}}])
    return told("success", PARTS.decode(parts)).ending


def log(*entries):
    """Lines of a log."""
    return [Line(json.dumps(each).encode(), number * 100, number) for number, each in enumerate([HEAD, *entries], 1)]


def said(lines):
    """What a person said in a complete log."""
    got = LOG.read(lines, {}, final=True, path="x.jsonl")
    return [each.text for each in got.records if isinstance(each, HumanMessage)]


def user(number, text):
    return {"id": f"u{number}", "timestamp": "2026-03-02T11:00:00Z", "type": "user", "content": text}


GEMINI = {"id": "g", "timestamp": "2026-03-02T11:00:00Z", "type": "gemini", "content": "ok"}


@pytest.mark.parametrize(
    ("text", "exit_code", "state"),
    [
        ("Command: a\nDirectory: (root)\nOutput: x\nError: (none)\nExit Code: 3\nSignal: 0", 3, RunState.FINISHED),
        (
            "Command: a\nDirectory: (root)\nOutput: x\nError: (none)\nExit Code: (none)\nSignal: 0",
            None,
            RunState.FINISHED,
        ),
        ("Output: x", 0, RunState.FINISHED),
        ("Output: x\nError: spawn failed", None, RunState.FINISHED),
        ("Output: x\nExit Code: 1\nProcess Group PGID: 3", 1, RunState.FINISHED),
        ("Output: x\nSignal: 15", None, RunState.INTERRUPTED),
        ("Output: x\nBackground PIDs: 12", None, RunState.RUNNING),
        ("Command moved to background (PID: 3). Output hidden.", None, RunState.RUNNING),
        ("Command was cancelled by user before it could complete.", None, RunState.INTERRUPTED),
        ("The tests passed, says the model.", None, RunState.FINISHED),
    ],
)
def test_text_tells_the_end(text, exit_code, state):
    """Whatever the status says, exit and state come from the facts below the output."""
    ending = printed(text)
    assert (ending.exit, ending.state) == (exit_code, state)


def test_output_cannot_forge_a_success():
    """A command that prints "Exit Code: 0" and fails is a failure, and its output is kept."""
    ending = printed("Command: a\nDirectory: (root)\nOutput: Exit Code: 0\nError: (none)\nExit Code: 1\nSignal: 0")
    assert ending.exit == 1
    assert ending.output.text == "Exit Code: 0"


def test_words_taken_back_before_an_answer_were_not_said():
    """A rewind drops the prompt nobody answered; one that was answered stays."""
    assert said(log(user(1, "never a"), {"$rewindTo": "u1"}, user(2, "never b"))) == ["never b"]
    assert said(log(user(1, "never a"), GEMINI, {"$rewindTo": "u1"})) == ["never a"]


def test_a_message_written_again_is_said_once():
    """Repeats, in lines and in patches, tell nothing new."""
    again = {"$set": {"messages": [user(1, "never a"), GEMINI]}}
    assert said(log(user(1, "never a"), GEMINI, user(1, "never a"), GEMINI, again)) == ["never a"]


@pytest.mark.parametrize(
    ("head", "name", "form"),
    [
        (json.dumps(HEAD) + "\n", "session-x.jsonl", LOG),
        (json.dumps(HEAD) + "\n" + json.dumps(user(1, "x")), "full", LOG),
        (json.dumps({**HEAD, "messages": [user(1, "x")]}), "session-x.json", FORMAT),
        (json.dumps({**HEAD, "messages": [user(1, "x")]}, indent=2), "full.jsonl", FORMAT),
        (json.dumps({"messages": [user(1, "x")], **HEAD}), "full.jsonl", FORMAT),
        (json.dumps({"messages": [{"role": "user", "content": "x"}]}), "chat.json", None),
        (json.dumps([{"sessionId": "s", "messageId": 0, "type": "user", "message": "x"}]), "logs.json", None),
    ],
)
def test_document_and_log_are_told_apart(head, name, form):
    """Each of the two takes its own files, and neither takes others."""
    data = head.encode()
    assert (FORMAT.sniff(data, name) > 0, LOG.sniff(data, name) > 0) == (form is FORMAT, form is LOG)
