"""What a coding agent waits for: the daemon's answer with 10,000 memories, and the whole hook against a plain curl."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.home import environ_of, settings_of, start, started
from bench.recall import HERE, _words
from classifiers.tries import error_in, lesson_of
from classifiers.vocabulary import MemoryType
from daemon.service.machine import Machine
from daemon.service.parts.agents import PART, program_of
from storage.engine import Store, open_store
from storage.search import rebuild
from storage.tables import table
from storage.values import MemoryStatus, Owner

MEMORIES = 10_000
ASKED = 1000
ROUNDS = 40
NOW = datetime.now(UTC)  # noqa: TID251  a made-up drawer of today
WORDS = [f"{first}{second}" for first in _words() for second in range(150)]
CHANCE = random.Random(1)
LESSONS, CONSTRAINTS = 200, 20  # among the memories


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings, environ = settings_of(root), environ_of(root)
        git = root / "blyck" / ".git"
        git.mkdir(parents=True)
        (git / "HEAD").write_text("ref: refs/heads/main\n")
        (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/blyck.git\n')
        with open_store(settings.database) as store:
            _keep(store)
        settings.config_file.write_text('user = "sam"\n')
        (root / ".claude").mkdir()
        machine = Machine(settings, sys.platform, sys.executable)
        PART.changes(machine)[0].make()
        program = [str(program_of(machine)), "claude-code", "UserPromptSubmit"]
        print(f"hooks: no daemon: {_whole(program, environ) * 1000:.0f} ms")
        daemon = start(root)
        try:
            while not started(root):
                time.sleep(0.1)
            _server(settings.socket, root)
            _process(program, settings.socket, environ)
            os.kill(daemon.pid, signal.SIGSTOP)
            print(f"hooks: daemon stopped: {_whole(program, environ) * 1000:.0f} ms")
            os.kill(daemon.pid, signal.SIGCONT)
            with closing(sqlite3.connect(settings.database)) as lock:
                lock.execute("BEGIN EXCLUSIVE")
                print(f"hooks: database locked: {_whole(program, environ) * 1000:.0f} ms")
        finally:
            daemon.kill()
            daemon.wait()


def _keep(store: Store) -> None:
    times = dict.fromkeys(("first_seen", "last_seen", "valid_from"), NOW)
    fixed = {"version": 1, "confidence": 1.0, "status": MemoryStatus.ACTIVE, "seen": 1, "scope": HERE.identity}
    empty = {"proof": [], "rule": "", "workspace": "", "source": "", "confirmed_by": "", "lesson": {}}
    same = {**Owner(user="sam").columns(), **times, **fixed, **empty}
    rows = [{**same, **_memory(number), "body": " ".join(CHANCE.choices(WORDS, k=14))} for number in range(MEMORIES)]
    with store.engine.begin() as connection:
        connection.execute(table("memory").insert(), rows)
    rebuild(store, now=NOW)


def _memory(number: int) -> dict[str, Any]:
    memory: dict[str, Any] = {"type": tuple(MemoryType)[number % len(MemoryType)], "key": f"fact:note-{number}"}
    memory |= {"paths": [f"src/part{number}/**"] if number % 50 == 0 else [], "guard": {}}
    if number % 100 == 0:
        memory |= {"type": MemoryType.CAPABILITY, "key": f"deploy:note-{number}"}
    if number < LESSONS:
        error = error_in(_failed(number))
        assert error is not None
        memory |= {"type": MemoryType.LESSON, "key": lesson_of(error), "paths": []}
    elif number < LESSONS + CONSTRAINTS:
        memory |= {
            "type": MemoryType.RULE,
            "key": f"rule:note-{number}",
            "guard": {"commands": [f"psql*host{number}*"]},
        }
    return memory


def _failed(number: int) -> str:
    """What a program printed that lacks a module; half as long again as what is looked at."""
    trace = "".join(f'  File "src/part{line}/app.py", line {line}, in run\n    step({line})\n' for line in range(250))
    return f"Traceback (most recent call last):\n{trace}ModuleNotFoundError: No module named 'part{number}'\n"


class _Line(http.client.HTTPConnection):
    """HTTP over a Unix socket, kept open."""

    def __init__(self, place: Path) -> None:
        super().__init__("seorap")
        self._place = place

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self._place))


def _moments(root: Path) -> dict[str, tuple[str, Callable[[int], dict[str, Any]]]]:
    """By what it is: the event, and what the agent says of the one of a number."""
    edited = root / "blyck" / "src"
    return {
        "a session's start": ("SessionStart", lambda _: {"source": "clear"}),
        "a prompt": (
            "UserPromptSubmit",
            lambda _: {"prompt": " ".join(CHANCE.choices(WORDS, k=CHANCE.randint(2, 12)))},
        ),
        "an edit": (
            "PreToolUse",
            lambda number: {
                "tool_name": "Edit",
                "tool_input": {"file_path": f"{edited}/part{number * 50 % MEMORIES}/a.py"},
            },
        ),
        "a command at the gate": (
            "PreToolUse",
            lambda number: _bash(
                f"cd src && sudo psql -h host{LESSONS + number % 200} -c 'select 1' 2>&1 | tee \"$HOME/out.log\""
            ),
        ),
        "a known error": (
            "PostToolUseFailure",
            lambda number: _bash("python -m app") | {"error": f"Exit code 1\n{_failed(number % LESSONS)}"},
        ),
        "a new error": (
            "PostToolUseFailure",
            lambda number: _bash("python -m app") | {"error": f"Exit code 1\n{_failed(number + LESSONS + 50)}"},
        ),
        "a last word": (
            "Stop",
            lambda _: {"last_assistant_message": "I have no credentials, so I cannot deploy this from here."},
        ),
    }


def _bash(command: str) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": command}}


def _server(place: Path, root: Path) -> None:
    """Each moment, and between them the least that the same server can answer: what a loaded machine adds is in both."""
    with closing(_Line(place)) as line:
        for name, (event, said) in _moments(root).items():
            took, least, answered = [], [], 0
            for number in range(-50, ASKED):
                common = {"session_id": f"s{number // 20}", "cwd": str(root / "blyck"), "hook_event_name": event}
                body = json.dumps(common | said(number)).encode()
                milliseconds, answer = _asked(line, "POST", f"/hooks/claude-code/{event}", body)
                answered += bool(answer)
                if number >= 0:
                    took.append(milliseconds)
                    least.append(_asked(line, "GET", "/alive", b"")[0])
            took.sort()
            ratio = statistics.median(took) / statistics.median(least)
            print(
                f"hooks: {name:<21} {MEMORIES:,} memories: median {took[len(took) // 2]:.1f} ms, p99 "
                f"{took[int(len(took) * 0.99)]:.1f} ms, {ratio:.1f}x of an answer without a look; "
                f"{answered} of {ASKED + 50} told something"
            )


def _asked(line: _Line, method: str, path: str, body: bytes) -> tuple[float, bytes]:
    begin = time.perf_counter()
    line.request(method, path, body)
    answer = line.getresponse().read()
    return (time.perf_counter() - begin) * 1000, answer


def _process(program: list[str], place: Path, environ: dict[str, str]) -> None:
    """The program, and the cheapest client that can do it, in turns."""
    url = "http://seorap/hooks/claude-code/UserPromptSubmit"
    plain = ["curl", "-s", "--unix-socket", str(place), "--data-binary", "@-", url]
    pairs = [(_whole(program, environ, 1), _whole(plain, environ, 1)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(each) * 1000 for each in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print(f"hooks: a whole hook: {ours:.1f} ms, plain curl {theirs:.1f} ms: {ratio:.2f}x")


def _whole(command: list[str], environ: dict[str, str], rounds: int = 10) -> float:
    """Seconds, the longest of the rounds."""
    longest = 0.0
    for _ in range(rounds):
        begin = time.perf_counter()
        done = subprocess.run(
            command, input=b'{"session_id": "x", "prompt": "hello"}', env=environ, capture_output=True, check=True
        )
        longest = max(longest, time.perf_counter() - begin)
        assert not done.stderr
    return longest
