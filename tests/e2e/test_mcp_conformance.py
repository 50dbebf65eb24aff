"""The protocol's public conformance suite against the daemon's door, for both eras of the protocol.

The suite is made for servers that carry its own test tools, so much of it cannot be passed by a server with other ones.
What it asks of ours passes; the rest is named here with the reason, and a name that does not fail any more is wrong too.
"""

from __future__ import annotations

import json
import re
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]  # one of them installs what it needs

SUITE = "@modelcontextprotocol/conformance/dist/index.js"
FAILED, LOOKED = "FAILURE", {"SUCCESS", "FAILURE"}

OWN_TOOLS = "it calls a tool of the suite's own, which we have not"
BEYOND = "it is of something a server may offer, and we neither offer nor declare"
BROWSER = "it sends an Origin, and a socket that only programs of this user open answers no browser at all"
NOT_OURS = {
    OWN_TOOLS: """
        tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
        tools-call-with-logging tools-call-error tools-call-with-progress tools-call-sampling tools-call-elicitation
        json-schema-2020-12 elicitation-sep1034-defaults elicitation-sep1330-enums
        input-required-result-basic-elicitation input-required-result-basic-sampling
        input-required-result-basic-list-roots input-required-result-request-state
        input-required-result-multiple-input-requests input-required-result-multi-round
        input-required-result-result-type input-required-result-tampered-state input-required-result-capability-check
        http-custom-header-server-validation
        server-stateless/sep-2575-server-rejects-undeclared-capability
        server-stateless/sep-2575-missing-capability-http-400
        server-stateless/sep-2575-http-server-no-independent-requests-on-stream
        server-stateless/sep-2575-server-no-log-without-loglevel
    """,
    BEYOND: """
        logging-set-level completion-complete
        prompts-list prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image
        resources-list resources-read-text resources-read-binary resources-templates-read resources-subscribe
        resources-unsubscribe input-required-result-non-tool-request
        caching/sep-2549-prompts-list-caching-hints caching/sep-2549-resources-list-caching-hints
        caching/sep-2549-resources-templates-list-caching-hints
        tasks-lifecycle tasks-capability-negotiation tasks-wire-fields tasks-request-state-removal tasks-mrtr-input
        tasks-request-headers tasks-dispatch-and-envelope tasks-required-task-error tasks-mrtr-composition
    """,
    BROWSER: "dns-rebinding-protection/localhost-host-valid-accepted",
}
ASKED = {
    "2025-11-25": {"server-initialize": 2, "ping": 2, "tools-list": 3, "dns-rebinding-protection": 2},
    "2026-07-28": {
        "server-stateless": 25,
        "tools-list": 4,
        "server-sse-multiple-streams": 1,
        "http-header-validation": 14,
        "caching": 7,
        "sep-2164-resource-not-found": 2,
        "input-required-result-unsupported-methods": 2,
        "input-required-result-validate-input": 3,
        "dns-rebinding-protection": 2,
    },
}
"""By revision: the scenarios that do ask something of us, and how many checks each makes. A scenario that ends early makes fewer."""


@contextmanager
def on_loopback(door: Path) -> Iterator[str]:
    """A URL that stands for the socket: the suite knows no other addresses."""

    def pump(source: socket.socket, target: socket.socket) -> None:
        try:
            while part := source.recv(65536):
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return  # either end went

    class Relay(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as daemon:
                daemon.connect(str(door))
                back = threading.Thread(target=pump, args=(daemon, self.request))
                back.start()
                pump(self.request, daemon)
                back.join()

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Relay) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp/"
        server.shutdown()


def checks_of(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """By scenario its checks, some more than once, and what came of each."""
    found = {}
    for file in folder.glob("*/checks.json"):
        name = re.fullmatch(r"server-(.+?)-\d{4}-\d\d-\d\dT.*", file.parent.name)
        found[name[1]] = [(check["id"], check["status"]) for check in json.loads(file.read_text())]
    return found


def test_what_the_suite_asks_of_us_passes(home, until, node, tmp_path):
    """Each revision's required scenarios, as they were frozen with it."""
    home.start()
    door = home.root / "seorap" / "seorap.sock"
    until(door.exists)
    excused = {name for names in NOT_OURS.values() for name in names.split()}
    failed: set[str] = set()
    with on_loopback(door) as url:
        for revision, asked in ASKED.items():
            folder = tmp_path / revision
            run = [*node(SUITE), "server", "--url", url, "--requirements", revision, "-o", str(folder)]
            done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
            seen = checks_of(folder)
            looked = {name: sum(status in LOOKED for _, status in seen.get(name, ())) for name in asked}
            assert looked == asked, done.stdout[-2000:] + done.stderr[-2000:]
            failed |= {
                name if name in excused else f"{name}/{check}"
                for name, checks in seen.items()
                for check, status in checks
                if status == FAILED
            }
    assert failed == excused
