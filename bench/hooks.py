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
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bench.home import environ_of, settings_of, start, started
from bench.recall import HERE, _words
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
EVENTS = (("SessionStart", {"source": "clear"}), ("UserPromptSubmit", {}), ("PreToolUse", {}), ("Stop", {}))


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
    kinds = tuple(MemoryType)
    rows = [
        {
            **same,
            "type": MemoryType.CAPABILITY if number % 100 == 0 else kinds[number % len(kinds)],
            "key": f"{'deploy' if number % 100 == 0 else 'fact'}:note-{number}",
            "body": " ".join(CHANCE.choices(WORDS, k=14)),
            "paths": [f"src/part{number}/**"] if number % 50 == 0 else [],
        }
        for number in range(MEMORIES)
    ]
    with store.engine.begin() as connection:
        connection.execute(table("memory").insert(), rows)
    rebuild(store, now=NOW)


class _Line(http.client.HTTPConnection):
    """HTTP over a Unix socket, kept open."""

    def __init__(self, place: Path) -> None:
        super().__init__("seorap")
        self._place = place

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self._place))


def _said(event: str, number: int, root: Path, more: dict[str, str]) -> bytes:
    said = {"session_id": f"s{number // 20}", "cwd": str(root / "blyck"), "hook_event_name": event, **more}
    said["prompt"] = " ".join(CHANCE.choices(WORDS, k=CHANCE.randint(2, 12)))
    said["last_assistant_message"] = "I have no credentials, so I cannot deploy this from here."
    file = {"file_path": str(root / "blyck" / "src" / f"part{number * 50 % MEMORIES}" / "a.py")}
    return json.dumps(said | {"tool_name": "Edit", "tool_input": file}).encode()


def _server(place: Path, root: Path) -> None:
    """Each event, and between them the least that the same server can answer: what a loaded machine adds is in both."""
    with closing(_Line(place)) as line:
        for event, more in EVENTS:
            took, least, answered = [], [], 0
            for number in range(-50, ASKED):
                body = _said(event, number, root, more)
                milliseconds, answer = _asked(line, "POST", f"/hooks/claude-code/{event}", body)
                answered += bool(answer)
                if number >= 0:
                    took.append(milliseconds)
                    least.append(_asked(line, "GET", "/alive", b"")[0])
            took.sort()
            ratio = statistics.median(took) / statistics.median(least)
            print(
                f"hooks: {event:<16} {MEMORIES:,} memories: median {took[len(took) // 2]:.1f} ms, p99 "
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
