"""Codex's rollouts: four generations of outputs, running sessions, forks, and whose words count."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.formats.codex import FORMAT
from classifiers.formats.codex.asked import Asked, command_line, script_call
from classifiers.formats.codex.waiting import PENDING
from classifiers.vocabulary import AgentMessage, CommandRun, Dialect, FileEdit, HumanMessage, Line, RunState
from tests.corpus.samples import CORPUS, lines_of

CALL = "call_" + "a" * 24


def item(kind, **payload):
    return {"timestamp": "2026-03-02T11:00:00.000Z", "type": kind, "payload": payload}


def meta(**more):
    return item("session_meta", id="s1", cwd="/home/ada/lantern", source="cli", **more)


def call(arguments, name="exec_command", ident=CALL):
    return item("response_item", type="function_call", name=name, arguments=json.dumps(arguments), call_id=ident)


def output(text, ident=CALL):
    return item("response_item", type="function_call_output", call_id=ident, output=text)


def read(*items, carry=None, final=False, path="rollout.jsonl"):
    raw = [json.dumps(each).encode() for each in items]
    return FORMAT.read(
        [Line(each, number * 1000, number + 1) for number, each in enumerate(raw)], carry or {}, final=final, path=path
    )


def kept(kind, *items, **more):
    return [each for each in read(*items, **more).records if isinstance(each, kind)]


def first(text, code):
    return json.dumps({"output": text, "metadata": {"exit_code": code, "duration_seconds": 0.5}}, separators=(",", ":"))


@pytest.mark.parametrize(
    ("text", "state", "status", "printed"),
    [
        (first('said "x"\n', 0), RunState.FINISHED, 0, 'said "x"\n'),
        (json.dumps({"metadata": {"exit_code": 3}, "output": "order"}), RunState.FINISHED, 3, "order"),
        (
            json.dumps({"output": "spaced", "metadata": {"exit_code": 4, "duration_seconds": 1}}),
            RunState.FINISHED,
            4,
            "spaced",
        ),
        ("Exit code: 7\nWall time: 0.5 seconds\nOutput:\nno", RunState.FINISHED, 7, "no"),
        (
            "Exit code: 124\nWall time: 10 seconds\nOutput:\ncommand timed out",
            RunState.INTERRUPTED,
            124,
            "command timed out",
        ),
        ("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 5\nOutput:\nhm", RunState.FINISHED, 5, "hm"),
        (
            "Command: sh -c 'x\nOutput:\nExit code: 9'\nChunk ID: a\nProcess exited with code 0\nOutput:\nfine",
            RunState.FINISHED,
            0,
            None,
        ),
        (
            "Wall time: 1 seconds\nOutput:\nExit code: 3 is only printed",
            RunState.FINISHED,
            None,
            "Exit code: 3 is only printed",
        ),
        ("aborted by user after 2.0s", RunState.INTERRUPTED, None, "aborted by user after 2.0s"),
        ("exec command rejected by user", RunState.NOT_RUN, None, "exec command rejected by user"),
    ],
)
def test_every_generation_of_outputs_tells_its_status(text, state, status, printed):
    """The status is read from the header of each generation, and never from what the command printed."""
    (run,) = kept(CommandRun, meta(), call({"cmd": "make"}), output(text))
    assert (run.state, run.exit) == (state, status)
    assert printed is None or run.output.text == printed


def test_a_running_command_ends_where_a_poll_sees_it_exit():
    """The exit belongs to the command that was started, joined by the session's id across batches."""
    begun = read(
        meta(), call({"cmd": "make test"}), output("Chunk ID: a\nProcess running with session ID 9\nOutput:\n")
    )
    assert not [each for each in begun.records if isinstance(each, CommandRun)]
    poll = call({"session_id": 9, "chars": ""}, "write_stdin", CALL + "p")
    (run,) = kept(
        CommandRun, poll, output("Chunk ID: b\nProcess exited with code 0\nOutput:\nok", CALL + "p"), carry=begun.carry
    )
    assert (run.key, run.command, run.exit, run.state) == (f"codex:{CALL}", "make test", 0, RunState.FINISHED)
    (still,) = kept(CommandRun, carry=begun.carry, final=True)
    assert (still.state, still.exit) == (RunState.RUNNING, None)


def test_a_poll_of_an_unknown_session_is_nobodys_success():
    """An exit that cannot be joined to its command gives no record."""
    poll = call({"session_id": 77, "chars": ""}, "write_stdin")
    assert not kept(
        CommandRun, meta(), poll, output("Chunk ID: b\nProcess exited with code 0\nOutput:\nok"), final=True
    )


def test_a_database_tool_of_a_server_is_a_command_without_its_query():
    """It is named as the agent calls it, and its end is told by its words alone; other tools are not told."""
    asked = call({"query": "select 'hers'"}, "mcp__supabase__execute_sql")
    (run,) = kept(CommandRun, meta(), asked, output('[{"n":1}]'))
    assert (run.command, run.exit, run.output.text) == ("mcp__supabase__execute_sql", None, '[{"n":1}]')
    assert not kept(CommandRun, meta(), call({}, "mcp__playwright__browser_click"), output("{}"))


def test_a_fork_repeats_its_parents_keys():
    """What a fork copied from its parent counts once; only its own start and words are new."""
    parent, fork = (
        {
            each.key
            for each in FORMAT.read(
                lines_of((CORPUS / f"codex/{name}.in").read_bytes()), {}, final=True, path="x"
            ).records
        }
        for name in ("exec_command", "fork")
    )
    assert {each for each in parent if "start" not in each} <= fork
    assert len(fork - parent) == 2


@pytest.mark.parametrize(
    ("argv", "command", "dialect"),
    [
        (["bash", "-lc", "a && b"], "a && b", Dialect.POSIX),
        (["/bin/zsh", "-c", "a"], "a", Dialect.POSIX),
        (["C:\\Windows\\powershell.exe", "-NoProfile", "-Command", "a"], "a", Dialect.POWERSHELL),
        (["cmd.exe", "/c", "dir"], "dir", Dialect.CMD),
        (["git", "commit", "-m", "a b"], "git commit -m 'a b'", None),
        (["bash", "script.sh", "x"], "bash script.sh x", None),
        ("plain | text", "plain | text", None),
        ([], "", None),
        (None, "", None),
    ],
)
def test_an_argument_vector_becomes_the_line_a_person_would_type(argv, command, dialect):
    """A shell's script stands for the vector; any other vector is quoted."""
    assert command_line(argv) == (command, dialect)


def test_a_script_of_several_commands_is_not_guessed():
    """A wrapper script that runs exactly one command names it; several are left alone."""
    assert script_call('await tools.exec_command({"cmd": "make \\"x\\"", "workdir": "/w"})') == Asked(
        'make "x"', workdir="/w"
    )
    assert script_call('tools.exec_command({cmd: "a"}); tools.exec_command({cmd: "b"})').command == ""
    assert script_call("text(1)").command == ""


@pytest.mark.parametrize(
    "more",
    [
        {"source": "exec"},
        {"originator": "codex_exec"},
        {"source": {"subagent": "review"}},
        {"parent_thread_id": "s0"},
        {"agent_role": "worker"},
    ],
)
def test_prompts_of_programs_and_agents_are_no_human_messages(more):
    """A sub-agent's or a script's prompt is nobody's rule, while its commands count."""
    start = item("session_meta", **({"id": "s1", "cwd": "/x", "source": "cli"} | more))
    said = item("event_msg", type="user_message", message="always obey")
    got = read(start, said, call({"cmd": "ls"}), output("Exit code: 0\nOutput:\n"))
    assert not [each for each in got.records if isinstance(each, HumanMessage)]
    assert [each.command for each in got.records if isinstance(each, CommandRun)] == ["ls"]


def test_a_model_input_with_the_user_role_is_never_a_persons_word():
    """Prompts are stored twice and instructions beside them; only the event counts."""
    stored = item(
        "response_item", type="message", role="user", content=[{"type": "input_text", "text": "never deploy"}]
    )
    (said,) = kept(HumanMessage, meta(), stored, item("event_msg", type="user_message", message="never deploy"))
    assert said.where.line == 3


def test_a_patch_gives_an_edit_for_each_file_only_when_it_was_applied():
    """Every file of an applied patch is told, with keys of their own; a refused one changes nothing."""
    patch = "*** Begin Patch\n*** Delete File: a.py\n*** Update File: b.py\n*** Move to: c.py\n*** End Patch"
    asked = item("response_item", type="custom_tool_call", name="apply_patch", call_id=CALL, input=patch)
    done = item("response_item", type="custom_tool_call_output", call_id=CALL, output=first("Success.", 0))
    edits = kept(FileEdit, meta(), asked, done)
    assert [each.path for each in edits] == ["a.py", "b.py", "c.py"]
    assert len({each.key for each in edits}) == 3
    assert not kept(
        FileEdit, meta(), asked, done | {"payload": done["payload"] | {"output": "apply_patch verification failed: x"}}
    )


def test_the_remote_belongs_to_the_sessions_folder_only():
    """A command in another folder is not claimed for the session's repository, and no user info is kept in its address."""
    start = meta(git={"repository_url": "https://ada:made-up@git.example.org/ada/lantern.git", "branch": "main"})
    inside, outside = (
        kept(CommandRun, start, call({"cmd": "ls", "workdir": where}), output("Exit code: 0\nOutput:\n"))[0]
        for where in ("web", "/home/ada/lantern-two")
    )
    assert (inside.cwd, inside.remote) == ("/home/ada/lantern/web", "https://git.example.org/ada/lantern.git")
    assert (outside.cwd, outside.remote) == ("/home/ada/lantern-two", "")


def test_a_quiet_line_in_another_layout_is_read_the_same():
    """Spacing and key order change nothing."""
    quiet = item("event_msg", type="token_count", info={"type": "user_message"})
    layouts = [
        json.dumps(quiet | {"timestamp": "2026-03-02T11:00:00Z"}, separators=(",", ":")),
        json.dumps(quiet),
        json.dumps(quiet, separators=(",", ":")),
        json.dumps(dict(reversed(quiet.items())), indent=None),
    ]
    for each in layouts:
        got = FORMAT.read([Line(each.encode(), 0, 1)], {}, final=True, path="x")
        assert (got.parsed, got.skipped, got.records, got.unknown) == (1, 0, (), {})


def test_a_torn_quiet_line_is_counted():
    """A line that begins like one nobody needs, but never ends, is broken like any other."""
    whole = json.dumps(item("event_msg", type="token_count", info={"total": 1}), separators=(",", ":")).encode()
    torn = [Line(whole[:-9], 0, 1), Line(whole[:-2] + b'{"timestamp":', 100, 2), Line(whole, 200, 3, cut=True)]
    got = FORMAT.read(torn, {}, final=True, path="x")
    assert (got.parsed, got.skipped, got.records, got.unknown) == (0, 3, (), {})


SAID_AGAIN = (
    meta(),
    item("turn_context", turn_id="t1", cwd="/home/ada/lantern"),
    item("turn_context", turn_id="t2", cwd="/home/ada/kite", model="x"),
    item("turn_context", cwd="/home/ada/kite/wing"),
    {"type": "turn_context", "payload": {"cwd": "/k"}},
    {"payload": {"cwd": "/kites"}, "type": "turn_context"},
    {"type": "response_item", "payload": {"cwd": "/k"}},
    item("event_msg", type="task_started", turn_id="t3"),
    item("event_msg", type="item_completed", turn_id="t4", item={"type": "Reasoning"}),
    item("event_msg", type="user_message", message="go on"),
    call({"cmd": "make"}),
    output("Exit code: 0\nOutput:\nok"),
)


@given(st.lists(st.sampled_from(SAID_AGAIN), min_size=1, max_size=12))
def test_a_context_that_is_said_again_changes_nothing(said):
    """Word for word or not, whatever stood between: a batch gives what its lines give one by one."""
    raw = [json.dumps(each, separators=(",", ":")).encode() for each in said]
    lines = [Line(each, number * 1000, number + 1) for number, each in enumerate(raw)]
    whole = FORMAT.read(lines, {}, final=False, path="x")
    records, carry, parsed = [], {}, 0
    for line in lines:
        one = FORMAT.read([line], carry, final=False, path="x")
        records += one.records
        carry, parsed = one.carry, parsed + one.parsed
    assert (list(whole.records), whole.carry, whole.parsed) == (records, carry, parsed)


def test_the_last_words_of_the_agent_wait_for_the_turns_end():
    """Of a turn's messages only the last is told, once the turn is over."""
    spoken = read(
        meta(),
        item("event_msg", type="agent_message", message="a"),
        item("event_msg", type="agent_message", message="b"),
    )
    assert not [each for each in spoken.records if isinstance(each, AgentMessage)]
    (said,) = kept(AgentMessage, item("event_msg", type="task_complete", turn_id="t"), carry=spoken.carry)
    assert said.text == "b"


def test_the_carry_stays_bounded():
    """Calls that never get an output are forgotten, oldest first."""
    got = read(meta(), *(call({"cmd": "x" * 20_000}, ident=f"{CALL}{number}") for number in range(PENDING + 9)))
    assert len(got.carry["calls"]) == PENDING
    assert len(json.dumps(got.carry)) < 1_000_000


def test_a_session_without_its_first_line_is_named_by_its_file():
    """A file whose head is lost still tells which session it is."""
    path = "/x/rollout-2026-03-02T11-00-00-019c0000-0000-7000-8000-00000000000a.jsonl"
    (run,) = kept(CommandRun, call({"cmd": "ls"}), output("Exit code: 0\nOutput:\n"), path=path)
    assert run.session == "019c0000-0000-7000-8000-00000000000a"
