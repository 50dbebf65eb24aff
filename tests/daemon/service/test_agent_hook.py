"""The program that agents run: an answer, or nothing, soon, and always a good end."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from daemon.config import ConfigError
from daemon.service.installing import finish, install, installed, undo
from daemon.service.jsonc import parse
from daemon.service.machine import Machine
from daemon.service.parts.agents import PART, program_of
from daemon.settings import resolve

SLOW_MACHINE = 3.0  # seconds; the limit itself is measured by bench/hooks.py
ANSWER = b'{"hookSpecificOutput":{"additionalContext":"\xec\x84\x9c\xeb\x9e\x8d"}}'


@pytest.fixture(params=["curl", "python"])
def program(request, tmp_path):
    """The program as setup writes it, with and without curl on the PATH."""
    (tmp_path / ".claude").mkdir()
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    machine.state.mkdir()
    PART.changes(machine)[0].make()
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "curl") if request.param == "curl" else ("sh",):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    return Program(program_of(machine), machine.settings.socket, {"PATH": str(folder)})


class Program:
    def __init__(self, path: Path, place: Path, environ: dict[str, str]) -> None:
        self.path, self.place, self.environ = path, place, environ

    def run(self, said: bytes = b"{}", **environ: str) -> bytes:
        begin = time.monotonic()
        done = subprocess.run(
            [self.path, "claude-code", "Stop"],
            input=said,
            env={**self.environ, **environ},
            capture_output=True,
            timeout=30,
            check=True,
        )
        assert time.monotonic() - begin < SLOW_MACHINE
        assert done.stderr == b""
        return done.stdout

    def serve(self, answer: bytes, *, seen: list[bytes] | None = None) -> threading.Thread:
        """Somebody who takes one request, says `answer` and hangs up."""
        door = socket.socket(socket.AF_UNIX)
        door.bind(str(self.place))
        door.listen()

        def once() -> None:
            with door, door.accept()[0] as line:
                got = b""
                while b"\r\n\r\n" not in got or len(got.partition(b"\r\n\r\n")[2]) < length(got):
                    got += line.recv(65536)
                if seen is not None:
                    seen.append(got)
                line.sendall(answer)

        thread = threading.Thread(target=once, daemon=True)
        thread.start()
        return thread


def length(request: bytes) -> int:
    head = request.lower().partition(b"\r\n\r\n")[0]
    return int(next(line for line in head.split(b"\r\n") if line.startswith(b"content-length:")).split(b":")[1])


def http(body: bytes, status: str = "200 OK", said: int | None = None) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body) if said is None else said}\r\n\r\n".encode() + body


def test_the_answer_is_handed_on(program):
    """Whole, after a megabyte of question; a program's session says so."""
    seen: list[bytes] = []
    thread = program.serve(http(ANSWER), seen=seen)
    assert program.run(b'{"prompt": "' + b"x" * 1_000_000 + b'"}', CLAUDE_CODE_ENTRYPOINT="sdk-py").strip() == ANSWER
    thread.join(10)
    assert seen[0].startswith(b"POST /hooks/claude-code/Stop HTTP/1.1\r\n")
    assert b"x-seorap-headless: 1" in seen[0].lower()


@pytest.mark.parametrize(
    "answer",
    [
        http(b""),
        http(b"Internal trouble", "500 Internal Server Error"),
        http(b'{"a": 1}', "404 Not Found"),
        http(b"<html>"),
        http(b'{"half', said=400),
        b"garbage\r\n",
        b"\x00\xff",
        b"",
    ],
)
def test_anything_else_is_nothing(program, answer):
    program.serve(answer)
    assert program.run() == b""


def test_nobody_is_there(program):
    """No socket, a dead one, and a file in its place."""
    assert program.run() == b""
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(program.place))
    door.close()
    assert program.run() == b""
    program.place.unlink()
    program.place.write_text("")
    assert program.run() == b""


def test_a_daemon_that_was_stopped_holds_nobody_up(program):
    """It is there and takes the connection, and never answers."""
    code = f"import socket,sys\nd=socket.socket(socket.AF_UNIX); d.bind({str(program.place)!r}); d.listen(); print(flush=True)\nwhile 1: d.accept()"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        os.kill(process.pid, signal.SIGSTOP)
        try:
            assert program.run() == b""
        finally:
            process.kill()


def test_an_agent_of_our_own_does_not_ask(program):
    """The socket is not even opened."""
    program.serve(http(ANSWER))
    assert program.run(SEORAP_OWN="1") == b""


def test_agents_that_are_not_used_here_are_left_alone(tmp_path):
    """Without a folder of theirs nothing is written; a setting names the ones that are wanted."""
    there = resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam")
    assert PART.changes(Machine(there, "linux", sys.executable)) == ()
    (tmp_path / ".claude").mkdir()
    assert len(PART.changes(Machine(there, "linux", sys.executable))) == 2
    agents = msgspec.structs.replace(there.config.agents, hosts=("codex",))
    unwanted = replace(there, config=msgspec.structs.replace(there.config, agents=agents))
    assert PART.changes(Machine(unwanted, "linux", sys.executable)) == ()
    odd = msgspec.structs.replace(there.config.agents, hosts=("claude",))
    misspelt = replace(there, config=msgspec.structs.replace(there.config, agents=odd))
    with pytest.raises(ConfigError, match="'claude', which is no agent"):
        PART.changes(Machine(misspelt, "linux", sys.executable))


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        (".codex/config.toml", "[features]\nhooks = false\n", "features.hooks = false"),
        (".codex/config.toml", "[features]\ncodex_hooks = false\n", "features.codex_hooks = false"),
        (".claude/settings.json", '{"disableAllHooks": true, /* for now */}', "disableAllHooks = true"),
        (".gemini/settings.json", '{"hooksConfig": {"enabled": false}}', "hooksConfig.enabled = false"),
        (".copilot/settings.json", '{"disableAllHooks": true}', "disableAllHooks = true"),
    ],
)
def test_a_person_is_told_when_an_agent_runs_no_hooks(tmp_path, file, text, says):
    """Each time setup runs; not while they run, nor when the setting cannot be read."""
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    (tmp_path / file).parent.mkdir()
    for running in ("", "\xff", text.replace("true", "1").replace("false", "0")):
        (tmp_path / file).write_text(running)
        assert not [line for line in PART.begin(machine, changed=False) if "runs no hooks" in line]
    (tmp_path / file).write_text(text)
    (told,) = PART.begin(machine, changed=False)
    assert f"{file} says {says}" in told


def test_no_tool_is_refused_for_want_of_our_program(tmp_path):
    """Copilot CLI refuses a tool whose hook fails; ours ends well when its program is gone."""
    (tmp_path / ".copilot").mkdir()
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    install(machine, [PART])
    program_of(machine).unlink()
    (hook,) = json.loads((tmp_path / ".copilot/hooks/seorap.json").read_text())["hooks"]["preToolUse"]
    done = subprocess.run(["sh", "-c", hook["bash"]], input=b"{}", capture_output=True, check=True)
    assert done.stdout == b""


def test_an_agent_that_is_uninstalled_later_is_forgotten(tmp_path):
    """Its folder is not made again, its settings are not missed, and the others' are undone all the same."""
    for folder in (".claude", ".codex", ".gemini", ".cursor", ".copilot", ".config/opencode"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".claude" / "settings.json").write_text("{}\n")
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    assert install(machine, [PART]).kept == []
    gone = (".codex", ".gemini", ".cursor", ".copilot", ".config/opencode")
    for folder in gone:
        shutil.rmtree(tmp_path / folder)
    again = install(machine, [PART])
    assert (again.kept, again.said) == ([], [])
    assert not [folder for folder in gone if (tmp_path / folder).exists()]
    told = undo(machine, [PART])
    finish(machine)
    assert told.kept == []
    assert not [folder for folder in gone if (tmp_path / folder).exists()]
    assert (tmp_path / ".claude" / "settings.json").read_text() == "{}\n"
    assert not machine.receipt.exists()


def test_all_agents_are_set_up_and_left_as_they_were(tmp_path):
    """One that cannot be changed is told, and the others are set up all the same; undone, every byte is back."""
    settings = {
        ".claude/settings.json": '{\n  // mine\n  "model": "opus",\n}\n',
        ".codex/config.toml": 'model = "o"\n',
        ".gemini/settings.json": '{"half": ',
        ".claude.json": '{\n  "numStartups": 3,\n  "mcpServers": {}\n}',
        ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "./mine.sh"}]}}',
        ".cursor/mcp.json": '{"mcpServers": {"mine": {"command": "x"}}} // kept',
        ".copilot/config.json": "{}",
        ".config/opencode/opencode.json": "{}",
    }
    for name, text in settings.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    told = install(machine, [PART])
    assert "codex runs its hooks when you trust them once: /hooks there" in told.said[1]
    assert len(told.kept) == 1
    assert ".gemini/settings.json is not JSON" in told.kept[0]
    assert [str(path.relative_to(tmp_path)) for path in installed(machine)["agents"]] == [
        "s/agent-hook",
        ".claude/settings.json",
        ".claude.json",
        ".codex/hooks.json",
        ".codex/config.toml",
        ".cursor/hooks.json",
        ".cursor/mcp.json",
        ".copilot/hooks/seorap.json",
        ".copilot/mcp-config.json",
        ".config/opencode/plugin/seorap.js",
        ".config/opencode/opencode.json",
    ]
    command, passed = [*machine.bridge], {"SEORAP_HOME": str(tmp_path / "s")}
    assert command[1:] == ["-P", "-m", "daemon.cli", "mcp"]
    for name, path in (
        (".claude.json", "mcpServers"),
        (".cursor/mcp.json", "mcpServers"),
        (".copilot/mcp-config.json", "mcpServers"),
    ):
        server = parse((tmp_path / name).read_text()).plain()[path]["seorap"]
        assert ([server["command"], *server["args"]], server["env"]) == (command, passed)
    codex = tomllib.loads((tmp_path / ".codex/config.toml").read_text())
    assert codex == {
        "model": "o",
        "mcp_servers": {"seorap": {"command": command[0], "args": command[1:], "env": passed}},
    }
    opencode = json.loads((tmp_path / ".config/opencode/opencode.json").read_text())["mcp"]["seorap"]
    assert opencode == {"type": "local", "command": command, "enabled": True, "environment": passed}
    assert install(machine, [PART]).kept == told.kept
    assert undo(machine, [PART]).kept == []
    finish(machine)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
