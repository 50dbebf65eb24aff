"""The drawer over HTTP, on the agents' socket."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import jsonschema
import pytest

from classifiers.vocabulary import GLOBAL, Actor, MemoryType
from daemon.api.openapi import document
from storage.drawer import Entry, memories, show, write
from storage.queue import candidates
from storage.values import Author, Owner

OWNER = Owner(user="sam")
HERE = "/users/sam/memories"
RULE = {"body": "Never touch PROD.", "type": "rule"}
GLOBALLY = {"scope": "global"}


@pytest.fixture
def desk(opening, request, tmp_path):
    """(doors, ask): each answer is held against the document that is served."""
    policy = getattr(request, "param", "")
    if policy:
        (tmp_path / "seorap").mkdir()
        (tmp_path / "seorap" / "memory-policy.yaml").write_text(policy)
    with opening(enabled=False) as doors, doors.agent() as client:

        def ask(method, path="", **more):
            answer = client.request(method, HERE + path, **more)
            _held(method, path, answer)
            return answer

        yield doors, ask


FACTS = pytest.mark.parametrize("desk", ["allow:\n  agents_write: [fact, rule]\n"], indirect=True)


def _held(method, path, answer) -> None:
    """The answer is one that the document names."""
    name = "/users/{user}/memories" + ("/{key}" if path else "") + ("/history" if path.endswith("/history") else "")
    described = document()["paths"][name].get(method.lower())
    if described is None or answer.status_code == 304:
        assert answer.status_code in (304, 405)
        return
    found = described["responses"].get(str(answer.status_code), described["responses"]["default"])
    ((kind, content),) = found["content"].items()
    assert answer.headers["content-type"] == kind
    jsonschema.validate(answer.json(), content["schema"] | {"components": document()["components"]})


def keep(doors, key="fact:port", body="The API listens on 8080.", kind="fact", **more) -> None:
    entry = Entry(key=key, body=body, type=MemoryType(kind), **({"scope": GLOBAL} | more))
    write(doors.store, entry, author=Author(Actor.PERSON, "sam"), now=datetime.now(UTC), owner=OWNER)


def test_a_memory_has_a_tag(desk):
    """Its version; whoever has it already is told no more than that."""
    doors, ask = desk
    keep(doors)
    found = ask("GET", "/fact:port")
    assert (found.status_code, found.headers["etag"], found.json()["version"]) == (200, '"1"', 1)
    assert ask("GET", "/fact:port", headers={"If-None-Match": '"1"'}).status_code == 304
    keep(doors, body="It listens on 9090.")
    assert ask("GET", "/fact:port", headers={"If-None-Match": '"1"'}).headers["etag"] == '"2"'
    assert [each["version"] for each in ask("GET", "/fact:port/history").json()["versions"]] == [1, 2]


def test_to_read_it_is_an_explicit_read(desk):
    doors, ask = desk
    keep(doors)
    before = show(doors.store, "fact:port", owner=OWNER).last_seen
    ask("GET", "")
    assert show(doors.store, "fact:port", owner=OWNER).last_seen == before
    ask("GET", "/fact:port")
    assert show(doors.store, "fact:port", owner=OWNER).last_seen > before


@pytest.mark.parametrize("key", ["auth:aws/prod", "auth%3Aaws%2Fprod"])
def test_a_key_may_hold_a_slash(desk, key):
    doors, ask = desk
    keep(doors, "auth:aws/prod", kind="capability")
    assert ask("GET", f"/{key}").json()["key"] == "auth:aws/prod"
    assert len(ask("GET", f"/{key}/history").json()["versions"]) == 1


def test_a_key_may_even_end_as_the_history_does(desk):
    doors, ask = desk
    keep(doors, "build:shop/history", kind="capability")
    assert ask("GET", "/build:shop%2Fhistory").json()["key"] == "build:shop/history"
    assert ask("GET", "/build:shop/history").json()["code"] == "unknown_key"


def test_what_is_written_waits_for_a_person(desk):
    """Under the name it gives; the same request again is answered the same, and another under its name is refused."""
    doors, ask = desk
    headers = {"Idempotency-Key": "r1", "X-Seorap-Agent": "codex"}
    first = ask("PUT", "/rule:no-prod", json=RULE, headers=headers, params=GLOBALLY)
    again = ask("PUT", "/rule:no-prod", json=RULE, headers=headers, params=GLOBALLY)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json() == {"key": "rule:no-prod", "status": "waiting", "id": first.json()["id"]}
    other = ask("PUT", "/rule:no-prod", json=RULE | {"body": "Other."}, headers=headers, params=GLOBALLY)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert [each.body for each in candidates(doors.store, owner=OWNER)] == ["Never touch PROD."]
    assert memories(doors.store, owner=OWNER) == []


@FACTS
def test_a_write_holds_on_its_terms(desk):
    """Of a type that the policy lets agents write, so that there are versions."""
    _, ask = desk
    new = {"headers": {"If-None-Match": "*"}, "params": GLOBALLY}
    made = ask("PUT", "/rule:no-prod", json=RULE, **new)
    assert (made.status_code, made.headers["etag"]) == (201, '"1"')
    assert ask("PUT", "/rule:no-prod", json=RULE, **new).status_code == 412
    body = RULE | {"body": "Never touch PROD on Fridays."}
    for tag, status in (('"7"', 412), ('W/"1"', 412), ("nonsense", 412), ('"1"', 200), ('"1"', 412), ("*", 200)):
        answer = ask("PUT", "/rule:no-prod", json=body, headers={"If-Match": tag}, params=GLOBALLY)
        assert answer.status_code == status, tag
        body = body | {"body": body["body"] + "!"}
    assert ask("PUT", "/rule:other", json=RULE, headers={"If-Match": "*"}, params=GLOBALLY).status_code == 412


@FACTS
def test_the_same_request_is_answered_the_same(desk):
    _, ask = desk
    more = {"headers": {"Idempotency-Key": "k"}, "params": GLOBALLY}
    first = ask("PUT", "/fact:port", json={"body": "8080.", "type": "fact"}, **more)
    ask("PUT", "/fact:port", json={"body": "9090.", "type": "fact"}, params=GLOBALLY)
    again = ask("PUT", "/fact:port", json={"body": "8080.", "type": "fact"}, **more)
    assert again.json() == first.json()
    assert ask("GET", "/fact:port").json()["body"] == "9090."


def test_only_a_person_deletes(desk):
    doors, ask = desk
    keep(doors)
    refused = ask("DELETE", "/fact:port")
    assert (refused.status_code, refused.json()["code"]) == (403, "persons_only")
    assert "seorap memory delete fact:port" in refused.json()["detail"]
    assert ask("GET", "/fact:port").status_code == 200


def test_a_list_comes_in_parts(desk):
    doors, ask = desk
    for number in range(5):
        keep(doors, f"fact:f{number}")
    keep(doors, "rule:r", kind="rule")
    keep(doors, "fact:elsewhere", scope="git:elsewhere/x")
    found = ask("GET", params={"type": "fact", "limit": 3}).json()
    assert ([each["key"] for each in found["memories"]], found["total"]) == (["fact:f0", "fact:f1", "fact:f2"], 5)
    rest = ask("GET", params={"type": "fact", "limit": 3, "after": found["next"]}).json()
    assert [each["key"] for each in rest["memories"]] == ["fact:f3", "fact:f4"]
    assert ask("GET", params={"scope": "git:elsewhere/x"}).json()["total"] == 1
    assert ask("GET", params={"status": "retired"}).json()["total"] == 0


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "code"),
    [
        ("GET", "/fact:none", {}, 404, "unknown_key"),
        ("GET", "/fact:none/history", {}, 404, "unknown_key"),
        ("GET", "/nonsense", {}, 400, "bad_key"),
        ("GET", "", {"params": {"type": "constraint"}}, 400, "bad_request"),
        ("GET", "", {"params": {"limit": "9999"}}, 400, "bad_request"),
        ("GET", "", {"params": {"scope": "workspace"}}, 400, "bad_request"),
        ("PUT", "/rule:x", {"json": RULE}, 400, "bad_request"),
        ("PUT", "/rule:x", {"content": b"{", "params": GLOBALLY}, 400, "bad_request"),
        ("PUT", "/rule:x", {"json": RULE | {"confidence": 1}, "params": GLOBALLY}, 400, "bad_request"),
        ("PUT", "/rule:x", {"json": RULE, "params": {"scope": "git:x/y"}}, 400, "bad_request"),
        ("PUT", "/rule:x", {"json": RULE | {"body": "x" * 9000}, "params": GLOBALLY}, 403, "refused_by_policy"),
        ("PUT", "/rule:x", {"content": b"x" * 2_000_000, "params": GLOBALLY}, 413, "too_large"),
        ("PUT", "/rule:x", {"json": RULE, "params": GLOBALLY, "headers": {"If-Match": '"3"'}}, 412, "version_conflict"),
        ("POST", "/rule:x", {"json": RULE}, 405, "wrong_method"),
        ("PUT", "/rule:x/history", {"json": RULE}, 405, "wrong_method"),
        ("PUT", "", {"json": RULE}, 405, "wrong_method"),
    ],
)
def test_what_goes_wrong_is_a_problem(desk, method, path, more, status, code):
    doors, ask = desk
    answer = ask(method, path, **more)
    assert (answer.status_code, answer.json()["code"], answer.json()["status"]) == (status, code, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert candidates(doors.store, owner=OWNER) == []


def test_another_user_is_not_known_here(desk, opening):
    doors, _ = desk
    with doors.agent() as client:
        assert client.get("/users/alex/memories").json()["code"] == "unknown_user"
        assert client.get("/users/alex/memories/fact:port").status_code == 404


def test_the_document_is_served_and_names_every_address(desk):
    """Each operation of it is answered by its own address, and no other method is."""
    doors, _ = desk
    with doors.agent() as client:
        served = client.get("/openapi.json").json()
        assert served == document()
        for path, operations in served["paths"].items():
            address = re.sub(r"{key}", "fact:none", path.replace("{user}", "sam"))
            allowed = client.post(address).headers["allow"].lower().split(", ")
            assert set(allowed) - {"head"} == set(operations)
    schemas = document()["components"]["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_the_daemon_hears_at_once_of_what_an_agent_proposes(desk):
    """So that its card does not wait for the next look; what is refused or only read is no news."""
    doors, ask = desk
    ask("GET")
    ask("PUT", "/rule:no-prod", json={"body": " ", "type": "rule"}, params=GLOBALLY)
    assert not doors.proposed.is_set()
    ask("PUT", "/rule:no-prod", json=RULE, params=GLOBALLY)
    assert doors.proposed.wait(20)
