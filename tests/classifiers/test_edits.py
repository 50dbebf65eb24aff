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
from classifiers.formats.codex.asked import patched_files
from classifiers.inert import inert
from classifiers.plain_settings import VALUES, plain
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
        (["-port: 1\n-node: 2\n-go: 3\n+port: 1\n+node: 9\n+go: 3"], "`node: 2` → `node: 9`"),
        (["-node: 1\n+node: 2", "+port: 3"], "`node: 1` → `node: 2`, `port: 3`"),
        (["-node: 1\n+# why\n+node: 2"], "`node: 1` → `node: 2`"),
        (['-  - "8000:8000"\n+  - "8002:8000"'], """`- "8000:8000"` → `- "8002:8000"`"""),
        (["-    image: postgres:15\n+    image: acme/db:16-alpine"], "`image: postgres:15` → `image: acme/db:16-alpine`"),
        (["-  - uses: actions/setup-node@v3\n+  - uses: actions/setup-node@v4"], "`- uses: actions/setup-node@v3` → `- uses: actions/setup-node@v4`"),
        (["-  runs-on: ubuntu-latest\n+  runs-on: ubuntu-22.04"], "`runs-on: ubuntu-latest` → `runs-on: ubuntu-22.04`"),
        (['-"type": "commonjs",\n+"type": "module",\n+"module": "NodeNext",'], """`"type": "commonjs",` → `"type": "module",`, `"module": "NodeNext",`"""),
        (["+registry-url: 'https://registry.example.com'"], "`registry-url: 'https://registry.example.com'` added"),
        ([DELETED], "deleted"),
        (["+node: 1", DELETED], "deleted"),
        ([], ""),
        ([""], ""),
        (["+node: 1", ""], ""),
        (["-node: 1\n+node: 1"], ""),
        (["\n".join(f"+node: {at}" for at in range(6))], ""),
        (["+node: " + "1" * 120], ""),
    ],
)  # fmt: skip
def test_what_a_small_change_comes_to(changes: list[str], told: str) -> None:
    assert essence(CONFIG, changes) == told
    assert essence(CONFIG, [shortened(CONFIG, each) for each in changes]) == told


def test_of_a_long_change_only_what_is_telling_is_said() -> None:
    """With a word that there was more; nothing where that is much, too."""
    lines = [f"+step{at}: x" for at in range(9)]
    telling = re.compile("id-token|permissions")
    change = "\n".join(["-    permissions: {}", *lines, "+      id-token: write"])
    assert essence(CONFIG, [shortened(CONFIG, change)]) == ""
    assert (
        essence(CONFIG, [shortened(CONFIG, change, telling)]) == "`permissions: {}` → `id-token: write`, among others"
    )
    assert essence(CONFIG, [shortened(CONFIG, "\n".join(lines), telling)]) == ""
    assert shortened(CONFIG, "\n".join(f"{line} id-token" for line in lines), telling) == ""
    assert essence(CONFIG, [shortened(CONFIG, "+id-token: write", telling)]) == "`id-token: write` added"


def test_a_file_of_nothing_but_a_version_tells_it() -> None:
    assert essence("web/.nvmrc", ["-18\n+20.1"]) == "`18` → `20.1`"
    assert essence("web/.nvmrc", ["-18\n+hunter2"]) == essence(CONFIG, ["-18\n+20.1"]) == ""
    assert essence("api/Dockerfile", ["-FROM node:18 AS build\n+FROM node:20-alpine AS build"])
    assert essence(CONFIG, ["-FROM node:18\n+FROM node:20"]) == ""


PRIVATE = [".env", "web/.env.local", "env/prod.env", "prod.env", "config/.envrc", ".npmrc", "config/secrets.yml", "config/secrets/db.yml", "prod.tfvars", "/home/ada/.aws/config", "/home/ada/.docker/config.json", "/home/ada/.kube/config", "infra/kubeconfig.yaml", "kubeconfig", "/home/ada/.config/composer/auth.json", "auth.toml", "C:\\Users\\ada\\.aws\\config"]  # fmt: skip
NO_CONFIGURATION = ["a.py", "src/settings.py", "vite.config.ts", "README.md", "notes", "data/people.json"]


@pytest.mark.parametrize("path", [*PRIVATE, *NO_CONFIGURATION])
def test_a_change_of_a_private_file_is_not_even_kept(path: str) -> None:
    """Neither is one of a file that no lesson tells: not by a format, not for a sentence, not by its being gone."""
    assert replaced(path, "PORT: 3000", "PORT: 3001") == ""
    assert shortened(path, "-port: 3000\n+port: 3001") == shortened(path, DELETED) == ""
    assert essence(path, ["-port: 3000\n+port: 3001"]) == essence(path, [DELETED]) == ""
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-FOO=ada\n+FOO=kitty cat\n*** Delete File: x/{path}\n*** End Patch"
    assert set(patched_files(patch).values()) == {""}


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("path", [".env", "env/prod.env", "a.py"])
def test_no_format_carries_a_private_change(path: str, split: bool) -> None:  # noqa: FBT001
    """Nothing of it stands in what the next batch is told, before or after the edit is known to have worked."""
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-FOO=ada\n+FOO=kitty cat\n*** End Patch\n"
    sources = [
        (claude_code.FORMAT, claude("FOO=ada", "FOO=kitty cat", path)),
        (gemini_cli.LOG, gemini("FOO=ada", "FOO=kitty cat", path)),
        (codex.FORMAT, rollout(patch)),
    ]
    for form, rows in sources:
        carry: dict[str, object] = {}
        for part in [[row] for row in rows] if split else [rows]:
            reading = form.read(part, carry, final=part[-1] is rows[-1], path="s.jsonl")
            carry = json.loads(json.dumps(reading.carry))
            assert all(each.change.text == "" for each in reading.records if isinstance(each, FileEdit))
            if form is not codex.FORMAT:  # whose carry holds no call's input but the files it names
                assert "kitty" not in json.dumps(carry)


HIDDEN = [
    "value: kittycat99", "value: kitty", "- value: kitty", "command: [--password, kittycat99, --port, 80]", "command: --requirepass kitty",
    "PASS=kittycat99", "pass: kittycat", "kitty cat", "kittycat", "- kittycat", "12345678", "- 4711", "- name: NPM_TOKEN", "passphrase: open sesame",
    "requirepass hunter2", "user: ada:hunter2", "- ada:hunter2", "root: kitty", "- root=kittycat", "abandon ability able about above absent",
    "550e8400-e29b-41d4-a716-446655440000", "id: 550e8400-e29b-41d4-a716-446655440000", "type: 550e8400-e29b-41d4-a716-446655440000",
    "type: hunter2", "type: open sesame", "version: kittycat99", "version: kittycat", "node: hunter", "port: hunter2", "port: 20190412",
    "ports: [kitty]", "contents: kitty", "id-token: kitty", "module: kittycat99x", "paths: kittycat99", "base: kitty", "include: [src/a, kitty]",
    "registry-url: https://ada:kitty@registry.example.com", "registry-url: https://example.com/hook/kitty99", "registry-url: https://example.com/?t=kitty",
    "image: acme/api:v2 # was kittycat", "port: 80 # kittycat", "uses: kitty", "packageManager: kitty", "run: deploy --password kitty",
    "run: make test PASSWORD=kitty", "run: echo kitty | docker login", "run: make lint && echo kitty", "- run: pip install x --index-url https://a:b@c.example",
    "with: kitty", "env: kitty", "services: kitty", "KEY: ${{ secrets.KEY || 'kitty' }}", "KEY: kitty${{ secrets.KEY }}", "host: ada:kitty", "host: kitty99",
    "image: ***", "paths: /***", "client: 7f3a9c2e5b8d1046af", '"hunter2",', "password: >", "key: |", '"@/*": "kitty"', "@kitty: cat", "~: kitty", "__KEY__: kitty",
]  # fmt: skip


@pytest.mark.parametrize("line", HIDDEN)
def test_what_is_not_known_to_be_harmless_is_not_said(line: str) -> None:
    """A secret need not look like one: by its place, by its length, as words, as a number. The file is named all the same."""
    for change in (f"-port: 80\n+{line}", f"-{line}\n+port: 80", f"+  {line}", f"+{line},"):
        assert essence(CONFIG, [change]) == essence("prod.ini", [mask(change)]) == ""
        assert shortened(CONFIG, change) == ""


KEYS = [*sorted(VALUES), "@/*", "name", "value", "password", "FOO"]


@given(st.sampled_from(KEYS), st.sampled_from([": ", "=", ': "', ": [", ": ./"]), st.sampled_from(["kitty cat", "kitty99", "k1tty", "Kitty!", "ada:kitty", "kitty=1", "x@kitty", "$kitty"]))  # fmt: skip
def test_no_known_key_lets_free_text_through(key: str, mark: str, secret: str) -> None:
    """Whatever stands beside it; an image, which may be called anything that is a name, excepted."""
    end = {'"': '"', "[": "]"}.get(mark[-1], "")
    for line in (f"{key}{mark}{secret}{end}", f"- {key}{mark}{secret}{end}"):
        assert (key == "image" and secret in {"kitty99", "k1tty"}) or not plain(line)


@pytest.mark.parametrize("name", PROVIDERS)
def test_no_token_is_said(name: str) -> None:
    """Neither of a line with its name, nor cut out of its context."""
    token, _ = provider_token(name, Maker(7))
    for change in (f"+  key: {token}", f"+{token}", f'-  "a": 1,\n+  "{token}",', f"-x: {token[:-4]}0000\n+x: {token}"):
        assert token not in essence(CONFIG, [mask(change)])
        assert token not in shortened(CONFIG, mask(change))


@given(st.lists(st.text(max_size=80), max_size=3), st.text(max_size=20))
def test_whatever_was_changed_is_said_inert_and_short(changes: list[str], path: str) -> None:
    told = essence(path, changes)
    assert len(told) <= 240
    assert told == inert(told)
    assert "\n" not in told


def lines(*rows: object) -> list[Line]:
    raw = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    return [Line(each, number * 10_000, number + 1) for number, each in enumerate(raw)]


def claude(old: str, new: str, path: str = "/w/a.yml") -> list[Line]:
    base = {"sessionId": "s1", "cwd": "/w", "timestamp": "2026-03-02T09:00:00Z"}
    given_ = {"file_path": path, "old_string": old, "new_string": new}
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


def gemini(old: str, new: str, path: str = "/w/a.yml") -> list[Line]:
    call = {"id": "c1", "name": "replace", "status": "success", "args": {"file_path": path, "old_string": old, "new_string": new}}  # fmt: skip
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
    assert [shortened("a.yml", each) for each in told] == ["-node: 18\n+node: 22", DELETED, "", ""]


def test_opencode_tells_its_change() -> None:
    state = {"status": "completed", "input": {"filePath": "/w/a.yml", "oldString": "a: 1", "newString": "a: 2"}}
    part = {"type": "tool", "tool": "edit", "id": "p1", "callID": "c1", "state": state}
    session = {"info": {"id": "ses_1", "directory": "/w"}, "messages": [{"info": {"id": "m1", "role": "assistant"}, "parts": [part]}]}  # fmt: skip
    reading = opencode.FORMAT.read(lines(session), {}, final=True, path="s.json")
    assert [each.change.text for each in reading.records if isinstance(each, FileEdit)] == ["-a: 1\n+a: 2"]


def test_nothing_is_told_of_an_edit_without_its_old_text() -> None:
    assert replaced(CONFIG, "", "a: 1") == replaced(CONFIG, None, "a: 1") == replaced(CONFIG, "a: 1", None) == ""
    assert replaced("a.py", "a: 1", "a: 2") == ""
