"""What an edit changed, said in a sentence: only where it is little, all of it is known, and none of it is private."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.edits import DELETED, KEPT, essence, replaced, shortened
from classifiers.formats import Format, claude_code, codex, gemini_cli, opencode
from classifiers.inert import inert
from classifiers.secrets import mask, mask_record
from classifiers.vocabulary import FileEdit, Line

sys.path.insert(0, str(Path(__file__).parent))

from secret_samples import PROVIDERS, Maker, provider_token

CONFIG = "web/compose.yml"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (['-  "@/*": ["./*"]\n+  "@/*": ["./src/*"]'], """`"@/*": ["./*"]` → `"@/*": ["./src/*"]`"""),
        (["+permissions:\n+  id-token: write"], "`permissions:`, `id-token: write` added"),
        (["-  cache: npm"], "`cache: npm` removed"),
        (["\n@@ jobs:\n     steps:\n-  node: 18\n+  node: 22\n   run: x"], "`node: 18` → `node: 22`"),
        (["-a: 1\n-b: 2\n-c: 3\n+a: 1\n+b: 9\n+c: 3"], "`b: 2` → `b: 9`"),
        (["-a: 1\n+a: 2", "+b: 3"], "`a: 1` → `a: 2`, `b: 3`"),
        (["-18\n+20.1"], "`18` → `20.1`"),
        (["-a: 1\n+# why\n+a: 2"], "`a: 1` → `a: 2`"),
        (["-a: `1`\n+a: \x1b[31m2\u202e"], "`a: '1'` → `a: 2`"),
        ([DELETED], "deleted"),
        (["+a: 1", DELETED], "deleted"),
        ([], ""),
        ([""], ""),
        (["+a: 1", ""], ""),
        (["-a: 1\n+a: 1"], ""),
        (["\n".join(f"+a{at}: {at}" for at in range(6))], ""),
        (["+a: " + "x" * 120], ""),
    ],
)  # fmt: skip
def test_what_a_small_change_comes_to(changes: list[str], told: str) -> None:
    assert essence(CONFIG, changes) == told
    assert essence(CONFIG, [shortened(each) for each in changes]) == told


def test_of_a_long_change_only_what_is_telling_is_said() -> None:
    """With a word that there was more; nothing where that is much, too."""
    lines = [f"+step{at}: x" for at in range(9)]
    telling = re.compile("id-token|permissions")
    change = "\n".join(["-    permissions: {}", *lines, "+      id-token: write"])
    assert essence(CONFIG, [shortened(change)]) == ""
    assert essence(CONFIG, [shortened(change, telling)]) == "`permissions: {}` → `id-token: write`, among others"
    assert essence(CONFIG, [shortened("\n".join(lines), telling)]) == ""
    assert shortened("\n".join(f"{line} id-token" for line in lines), telling) == ""
    assert essence(CONFIG, [shortened("+id-token: write", telling)]) == "`id-token: write` added"


@pytest.mark.parametrize(
    ("path", "change"),
    [
        (".env", "+PORT: 3000"),
        ("web/.env.local", "+PORT: 3000"),
        (".npmrc", "+registry: x"),
        ("config/secrets.yml", "+a: b"),
        ("prod.tfvars", "+region: x"),
        (CONFIG, "-hunter2\n+correcthorse"),
        (CONFIG, '-"hunter2",\n+"correcthorse",'),
        (CONFIG, "+client: 7f3a9c2e5b8d1046af"),
        (CONFIG, "+api_token: s3cr3t-Abc9"),
        (CONFIG, "+url: postgres://ann:pw@db/x"),
    ],
)
def test_what_may_be_private_is_not_said(path: str, change: str) -> None:
    """The file is named all the same; a value that is no secret by its look may be one by its place."""
    assert essence(path, [mask(change)]) == ""


@pytest.mark.parametrize("name", PROVIDERS)
def test_no_token_is_said(name: str) -> None:
    """Neither of a line with its name, nor cut out of its context."""
    token, _ = provider_token(name, Maker(7))
    for change in (f"+  key: {token}", f"+{token}", f'-  "a": 1,\n+  "{token}",', f"-x: {token[:-4]}0000\n+x: {token}"):
        assert token not in essence(CONFIG, [mask(change)])
        assert token not in shortened(mask(change))


@given(st.lists(st.text(max_size=80), max_size=3), st.text(max_size=20))
def test_whatever_was_changed_is_said_inert_and_short(changes: list[str], path: str) -> None:
    told = essence(path, changes)
    assert len(told) <= 240
    assert told == inert(told)
    assert "\n" not in told


def lines(*rows: object) -> list[Line]:
    raw = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    return [Line(each, number * 10_000, number + 1) for number, each in enumerate(raw)]


def claude(old: str, new: str) -> list[Line]:
    base = {"sessionId": "s1", "cwd": "/w", "timestamp": "2026-03-02T09:00:00Z"}
    given_ = {"file_path": "/w/a.yml", "old_string": old, "new_string": new}
    call = {"type": "tool_use", "id": "toolu_1", "name": "Edit", "input": given_}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done " + "x" * 4_000, "is_error": False}
    return lines(
        base | {"type": "assistant", "uuid": "u1", "message": {"role": "assistant", "content": [call]}},
        base | {"type": "user", "uuid": "u2", "message": {"role": "user", "content": [result]}},
    )


def rollout(patch: str) -> list[Line]:
    call = {"type": "custom_tool_call", "name": "apply_patch", "call_id": "call_" + "a" * 20, "input": patch}
    end = {"type": "custom_tool_call_output", "call_id": "call_" + "a" * 20, "output": "Exit code: 0\nOutput:\nDone"}
    return lines(*({"timestamp": "2026-03-02T09:00:00.000Z", "type": "response_item", "payload": each} for each in (call, end)))  # fmt: skip


def gemini(old: str, new: str) -> list[Line]:
    call = {"id": "c1", "name": "replace", "status": "success", "args": {"file_path": "/w/a.yml", "old_string": old, "new_string": new}}  # fmt: skip
    message = {"id": "m1", "type": "gemini", "timestamp": "2026-03-02T09:00:00Z", "content": "", "toolCalls": [call]}
    return lines({"sessionId": "s1", "projectHash": "p", "startTime": "2026-03-02T09:00:00Z"}, message)


def changes(form: Format, rows: list[Line], *, split: bool = False) -> list[str]:
    """The changes of the edits in these lines, masked; each line a batch of its own where asked."""
    carry, found = {}, []
    for part in [[row] for row in rows] if split else [rows]:
        reading = form.read(part, carry, final=part[-1] is rows[-1], path="s.jsonl")
        carry = json.loads(json.dumps(reading.carry))
        found += [mask_record(each) for each in reading.records if isinstance(each, FileEdit)]
    return [each.change.text for each in found if isinstance(each, FileEdit)]


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize(
    ("form", "rows"), [(claude_code.FORMAT, claude), (gemini_cli.LOG, gemini)], ids=["claude", "gemini"]
)
def test_an_edit_by_old_and_new_text_tells_its_change(form: Format, rows, split: bool) -> None:  # noqa: FBT001
    """Masked, and only while it is short."""
    assert changes(form, rows("a: 1\nb: 2", "a: 1\nb: 3"), split=split) == ["-a: 1\n-b: 2\n+a: 1\n+b: 3"]
    assert changes(form, rows("password: x1", "password: hunter2"), split=split) == ["-password: ***\n+password: ***"]
    assert changes(form, rows("a: 1", "b" * KEPT), split=split) == [""]


@pytest.mark.parametrize("split", [False, True])
def test_a_patch_tells_the_change_of_each_file(split: bool) -> None:  # noqa: FBT001
    """A deleted file is told, a new one is not, and a long change leaves the short one beside it."""
    long = "\n".join(f"+{at} {'x' * 40}" for at in range(KEPT // 40))
    patch = (
        "*** Begin Patch\n*** Update File: a.yml\n@@\n-node: 18\n+node: 22\n*** Delete File: b.yml\n"
        f"*** Add File: c.yml\n+x: 1\n*** Update File: d.yml\n@@\n{long}\n*** End Patch\n"
    )
    told = changes(codex.FORMAT, rollout(patch), split=split)
    assert [shortened(each) for each in told] == ["-node: 18\n+node: 22", DELETED, "", ""]


def test_opencode_tells_its_change() -> None:
    state = {"status": "completed", "input": {"filePath": "/w/a.yml", "oldString": "a: 1", "newString": "a: 2"}}
    part = {"type": "tool", "tool": "edit", "id": "p1", "callID": "c1", "state": state}
    session = {"info": {"id": "ses_1", "directory": "/w"}, "messages": [{"info": {"id": "m1", "role": "assistant"}, "parts": [part]}]}  # fmt: skip
    reading = opencode.FORMAT.read(lines(session), {}, final=True, path="s.json")
    assert [each.change.text for each in reading.records if isinstance(each, FileEdit)] == ["-a: 1\n+a: 2"]


def test_nothing_is_told_of_an_edit_without_its_old_text() -> None:
    assert replaced(CONFIG, "", "a: 1") == replaced(CONFIG, None, "a: 1") == replaced(CONFIG, "a: 1", None) == ""
    assert replaced("a.py", "a: 1", "a: 2") == ""
