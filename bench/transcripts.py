"""Made-up transcripts of the usual shape: mostly tool output nobody reads, some commands, few words of a person."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

COMMANDS = (
    ("ls -la src", "total 48\ndrwxr-xr-x 2 sam sam 4096 src\n"),
    ("git status --short", " M src/app.ts\n"),
    ("grep -rn 'retry' src | head -20", "src/net.ts:12: retry()\n"),
    ("npm test 2>&1 | tail -20", "Tests:       42 passed, 42 total\nTime: 3 s\n"),
    ("npm run build", "vite v7\n✓ built in 2.31s\n"),
    ("cat package.json", '{"name": "blyck"}\n'),
    ("psql -h db.internal -U shop shop -c 'select 1'", " ?column? \n----------\n        1\n(1 row)\n"),
)


def lines(session: int, count: int) -> Iterator[bytes]:
    """`count` records of one made-up session, in Claude Code's form."""
    rng = random.Random(session)
    for number in range(count // 2):
        text, output = rng.choice(COMMANDS)
        filler = "lorem ipsum dolor sit amet " * rng.choice((4, 40, 400))
        yield command(text, output + filler, session=session, number=number)


def command(text: str, output: str, *, session: int, number: int) -> bytes:
    """The two lines of one command: the call and its result."""
    stamp = f"2026-11-{1 + number % 28:02}T09:00:00.000Z"
    base = {"sessionId": f"s{session}", "version": "2.1.200", "cwd": f"/home/sam/p{session % 7}", "isSidechain": False}
    call = f"toolu_{session}_{number}"
    asked = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": text}}
    answer = {"type": "tool_result", "tool_use_id": call, "content": output}
    records = (
        {"type": "assistant", "uuid": f"a-{session}-{number}", "message": {"role": "assistant", "content": [asked]}},
        {
            "type": "user",
            "uuid": f"u-{session}-{number}",
            "message": {"role": "user", "content": [answer]},
            "toolUseResult": {"stdout": output, "stderr": "", "interrupted": False},
        },
    )
    return b"".join(
        json.dumps({**base, **each, "timestamp": stamp}, ensure_ascii=False).encode() + b"\n" for each in records
    )


def write(folder: Path, *, files: int, records: int) -> list[Path]:
    """`files` transcripts of `records` records each."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"s{session}.jsonl" for session in range(files)]
    for session, path in enumerate(paths):
        path.write_bytes(b"".join(lines(session, records)))
    return paths
