"""What fails in an agent's sandbox and works outside of it: one lesson for each project, refusal and tool."""

from __future__ import annotations

import json

import pytest

from classifiers.formats import Format, claude_code, codex
from classifiers.mining import SourceRef, Troubles, mine, regarded
from classifiers.rulebook.packaged import packaged
from classifiers.sandboxes import refusal, refused
from classifiers.secrets import mask_record
from classifiers.tries import error_in, lesson_of, lessons_of
from classifiers.vocabulary import Category, CommandRun, Draft, Line, MemoryType, Workspace

HOME = "/home/ada/lantern"
DENIED = "failed in sandbox: Operation not permitted"
UNRESOLVED = "fatal: unable to access 'https://git.example.com/ada/lantern/': Could not resolve host: git.example.com\n"


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def learnt(form: Format, rows: list[dict]) -> list[Draft]:
    """The lessons of a file of these rows, read as the daemon reads it."""
    raw = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    lines = [Line(each, number * 1000, number + 1) for number, each in enumerate(raw)]
    records = form.read(lines, {}, final=True, path="/logs/rollout.jsonl").records
    wanted = regarded(records, {}, book=packaged(), place=place, troubles=Troubles())
    masked = [each for record in wanted if (each := mask_record(record)) is not None]
    found = mine(masked, {}, book=packaged(), place=place, source=SourceRef(form.name, "/logs/rollout.jsonl"))
    return [each for each in found.drafts if each.type is MemoryType.LESSON]


def rollout(*runs: tuple[dict, str]) -> list[dict]:
    """A rollout of Codex in which these calls ended so."""
    rows = [{"type": "session_meta", "payload": {"id": "s1", "cwd": HOME, "source": "cli"}}]
    for number, (arguments, output) in enumerate(runs):
        ident = f"call_{number:024}"
        kind = {"type": "function_call", "name": "shell", "call_id": ident, "arguments": json.dumps(arguments)}
        rows.append({"type": "response_item", "payload": kind})
        end = {"type": "function_call_output", "call_id": ident, "output": output}
        rows.append({"type": "response_item", "payload": end})
    return [{"timestamp": f"2026-03-02T11:00:{at:02}.000Z", **row} for at, row in enumerate(rows)]


def ended(output: str, code: int) -> str:
    return json.dumps({"output": output, "metadata": {"exit_code": code, "duration_seconds": 0.5}}, separators=(",", ":"))  # fmt: skip


def shell(script: str, **more: object) -> dict:
    return {"command": ["bash", "-lc", script], "workdir": HOME, **more}


LEAVE = {"with_escalated_permissions": True, "justification": "Never commit without asking me first."}
"""How an agent asks: its reason reads like a rule, and is none."""


def test_one_lesson_for_a_tool_however_often_it_was_refused() -> None:
    """Fetch, then push: one card with both proofs; another need of the tool, or another tool, is another."""
    found = learnt(
        codex.FORMAT,
        rollout(
            (shell("git fetch --all"), ended(UNRESOLVED, 128)),
            (shell("git fetch --all", **LEAVE), ended("", 0)),
            (shell("git push origin main"), ended(UNRESOLVED, 128)),
            (shell("git push origin main", **LEAVE), ended("   1a2b3c4..5d6e7f8  main -> main\n", 0)),
            (shell("git add a.py"), DENIED),
            (shell("git add a.py", **LEAVE), ended("", 0)),
            (shell("npm install left-pad"), ended("npm error code ENOTFOUND\nnpm error errno ENOTFOUND\n", 1)),
            (shell("npm install left-pad", sandbox_permissions="require_escalated"), ended("added 1 package\n", 0)),
        ),
    )
    assert [(each.lesson.signature, len(each.evidence), each.scope) for each in found if each.lesson] == [
        ("sandbox: the network is closed", 2, f"path:{HOME}"),
        ("sandbox: a file or folder is closed", 1, f"path:{HOME}"),
        ("sandbox: the network is closed", 1, f"path:{HOME}"),
    ]
    assert found[1].body == (
        f"`git add a.py` failed with “{DENIED}”. "
        "It worked outside the agent's sandbox; inside it a file or folder is closed to `git`."
    )
    assert "asking" not in repr(found)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ((shell("git fetch"), ended(UNRESOLVED, 128)), (shell("git fetch"), ended("", 0))),
        ((shell("git fetch", **LEAVE), ended(UNRESOLVED, 128)), (shell("git fetch", **LEAVE), ended("", 0))),
        ((shell("pytest -q"), ended("1 failed in 0.1s\n", 1)), (shell("pytest -q", **LEAVE), ended("1 passed in 0.1s\n", 0))),
        ((shell("git fetch"), ended(UNRESOLVED, 128)), (shell("git fetch", **LEAVE), ended(UNRESOLVED, 128))),
        ((shell("git fetch"), ended(UNRESOLVED, 128)), (shell("git fetch | tail", **LEAVE), ended("", 0))),
        ((shell("git fetch"), ended(UNRESOLVED, 128)), (shell("npm ci", **LEAVE), ended("added 3 packages\n", 0))),
        ((shell("git fetch"), ended(UNRESOLVED, 128)), (shell("git fetch", sandbox_permissions="use_default"), ended("", 0))),
    ],
    ids=["tried again within", "never within", "no refusal", "refused outside too", "nobody sees it", "another command", "no leave"],
)  # fmt: skip
def test_only_what_leaving_the_sandbox_changed_counts(first: tuple[dict, str], then: tuple[dict, str]) -> None:
    assert learnt(codex.FORMAT, rollout(first, then)) == []


def test_a_setting_tried_in_between_is_not_what_mended_it() -> None:
    """It was outside that it worked."""
    (found,) = learnt(
        codex.FORMAT,
        rollout(
            (shell("npm ci"), ended("npm error code ENOTFOUND\n", 1)),
            (shell("npm config set registry https://registry.example.com"), ended("", 0)),
            (shell("npm ci", **LEAVE), ended("added 3 packages\n", 0)),
        ),
    )
    assert "outside the agent's sandbox" in found.body
    assert "config" not in found.body


def test_claude_code_leaves_its_sandbox_too() -> None:
    """`dangerouslyDisableSandbox` in the call."""

    def entry(kind: str, block: dict) -> dict:
        base = {"uuid": f"u{id(block)}", "sessionId": "s1", "cwd": HOME, "timestamp": "2026-03-02T09:00:00Z"}
        return {"type": kind, "message": {"role": kind, "content": [block]}} | base

    def call(ident: str, **given: object) -> dict:
        return entry("assistant", {"type": "tool_use", "id": ident, "name": "Bash", "input": given})

    def result(ident: str, text: str, *, error: bool) -> dict:
        return entry("user", {"type": "tool_result", "tool_use_id": ident, "content": text, "is_error": error})

    serve = "npm run dev -- --port 4173"
    (found,) = learnt(
        claude_code.FORMAT,
        [
            call("toolu_1", command=serve),
            result("toolu_1", "Exit code 1\nError: listen EPERM: operation not permitted 127.0.0.1:4173", error=True),
            call("toolu_2", command=serve, dangerouslyDisableSandbox=True),
            result("toolu_2", "  VITE v5.4.0  ready in 120 ms", error=False),
        ],
    )
    assert found.lesson is not None
    assert found.lesson.category is Category.PORT
    assert "every port is closed to `npm run dev`" in found.body


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("dial tcp: lookup proxy.golang.org: no such host", Category.NETWORK),
        ("Error: connect EPERM 127.0.0.1:5432 - Local (undefined:undefined)", Category.NETWORK),
        ('connection to server on socket "/tmp/.s.PGSQL.5432" failed: Operation not permitted', Category.NETWORK),
        ("[Errno 1] error while attempting to bind on address ('127.0.0.1', 8000): Operation not permitted", Category.PORT),
        ("open /home/ada/.cache/go-build/00/x: read-only file system", Category.PERMISSION),
        ("error: cannot open '.git/FETCH_HEAD': Permission denied", Category.PERMISSION),
        ("AssertionError: 1 != 2", None),
        ("connect ECONNREFUSED 127.0.0.1:5432", None),
    ],
)  # fmt: skip
def test_what_a_sandbox_may_have_refused(said: str, category: Category | None) -> None:
    assert refused(said) is category


def test_the_error_of_another_command_of_the_tool_finds_the_lesson() -> None:
    """Learnt from a fetch, it is known when a push is refused the same; the error's own lesson comes first."""
    error = error_in(UNRESOLVED)
    assert error is not None
    learned = lesson_of(refusal(Category.NETWORK, "git fetch", "other words"))
    assert lessons_of("git push origin main", error) == (lesson_of(error), learned)
    assert learned not in lessons_of("npm ci", error)
    plain = error_in("bash: git: command not found")
    assert plain is not None
    assert lessons_of("git push", plain) == (lesson_of(plain),)


def test_how_a_call_was_confined_is_read_across_batches() -> None:
    """It waits with the call."""
    rows = rollout((shell("git fetch", **LEAVE), ended("", 0)))
    raw = [json.dumps(row).encode() for row in rows]
    carry, found = {}, []
    for number, each in enumerate(raw):
        part = codex.FORMAT.read([Line(each, number * 1000, number + 1)], carry, final=False, path="rollout.jsonl")
        carry = json.loads(json.dumps(part.carry))
        found += [record.unconfined for record in part.records if isinstance(record, CommandRun)]
    assert found == [True]
