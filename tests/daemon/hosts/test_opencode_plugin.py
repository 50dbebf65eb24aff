"""The plugin in a real JavaScript engine, with somebody at the socket who answers."""

from __future__ import annotations

import json
import socketserver
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from daemon.service.machine import Machine
from daemon.service.parts.agents import PART
from daemon.settings import resolve

RUN = """
import { Seorap } from "./seorap.js"
const children = { child: "parent" }
const client = { session: { get: async ({ path }) => ({ data: { parentID: children[path.id] } }) } }
const hooks = await Seorap({ client, directory: "/w" })
const message = async (sessionID) => {
  const parts = [{ id: "prt_1", type: "text", text: "배포해줘", sessionID, messageID: "m" }]
  await hooks["chat.message"]({ sessionID }, { parts })
  return parts
}
const edit = { title: "", output: "done", metadata: {} }
await hooks["tool.execute.after"]({ tool: "edit", sessionID: "s", args: { filePath: "/w/a" } }, edit)
const shell = { title: "", output: "done", metadata: { exit: 1 } }
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", args: { command: "ls" } }, shell)
const glob = { title: "", output: "done", metadata: {} }
await hooks["tool.execute.after"]({ tool: "glob", sessionID: "s", args: {} }, glob)
const refused = await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s" }, { args: { command: "rm" } }).then(
  () => "",
  (error) => error.message,
)
console.log(JSON.stringify({ parts: await message("s"), child: await message("child"), edit, shell, glob, refused }))
"""


@pytest.fixture
def plugin(tmp_path, needed):
    needed("node")
    (tmp_path / ".config" / "opencode").mkdir(parents=True)
    machine = Machine(resolve({"SEORAP_HOME": str(tmp_path / "s")}, tmp_path, "sam"), "linux", sys.executable)
    (written,) = (change for change in PART.changes(machine) if change.path.name == "seorap.js")
    written.path.parent.mkdir()
    written.make()
    (tmp_path / "s").mkdir()
    (written.path.parent / "package.json").write_text('{"type": "module"}')
    (written.path.parent / "run.js").write_text(RUN)

    def run(**environ: str) -> dict:
        done = subprocess.run(
            ["node", "run.js"],
            cwd=written.path.parent,
            capture_output=True,
            timeout=60,
            check=True,
            env=environ or None,
        )
        return json.loads(done.stdout)

    return run, machine.settings.socket


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


def serve(place: Path, answer: bytes, seen: list) -> Server:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            said = json.loads(self.rfile.read(int(self.headers["content-length"])))
            seen.append((self.path, said))
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def address_string(self):
            return ""

        def log_message(self, *_args):
            """Nothing."""

    server = Server(str(place), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.mark.slow
def test_what_is_remembered_reaches_opencode(plugin):
    """A prompt gets a part of its own, a tool's result what is known of it; other tools are not asked about."""
    run, place = plugin
    seen: list = []
    with serve(place, '{"context": "서랍"}'.encode(), seen) as server:
        got = run()
        server.shutdown()
    assert got["parts"][1] == {**got["parts"][0], "id": "prt_1seorap", "text": "서랍", "synthetic": True}
    assert got["edit"]["output"] == "done\n\n서랍"
    assert (got["shell"]["output"], got["glob"]["output"], got["refused"]) == ("done\n\n서랍", "done", "")
    asked = {"session": "s", "cwd": "/w", "inner": False}
    assert ("/hooks/opencode/chat.message", {**asked, "prompt": "배포해줘"}) in seen
    assert ("/hooks/opencode/tool.execute.after", {**asked, "tool": "edit", "args": {"filePath": "/w/a"}}) in seen
    ended = {"tool": "bash", "args": {"command": "ls"}, "output": "done", "exit": 1}
    assert ("/hooks/opencode/tool.execute.after", {**asked, **ended}) in seen
    assert any(said["inner"] for _, said in seen if said["session"] == "child")


@pytest.mark.slow
def test_a_refused_tool_does_not_run(plugin):
    """The hook throws what it is told, which opencode shows its agent; nothing else is changed."""
    run, place = plugin
    with serve(place, '{"refusal": "금지"}'.encode(), []) as server:
        got = run()
        server.shutdown()
    assert (got["refused"], got["edit"]["output"], len(got["parts"])) == ("금지", "done", 1)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [b"", b"{", b"[]", b"null", b'{"context": ""}'])
def test_anything_else_changes_nothing(plugin, answer):
    """An odd answer, and nobody at the socket."""
    run, place = plugin
    with serve(place, answer, []) as server:
        got = run()
        server.shutdown()
    assert (len(got["parts"]), got["refused"]) == (1, "")
    place.unlink()
    assert run()["edit"]["output"] == "done"
