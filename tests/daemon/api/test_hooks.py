"""What coding agents are answered, over the real socket."""

from __future__ import annotations

import time

import pytest

from classifiers.vocabulary import GLOBAL
from daemon.api import hooks
from storage.drawer import memories
from tests.daemon.api.desk import OWNER, Desk


def test_what_a_hook_did_not_wait_for_is_told_by_the_next(desk):
    """An answer that nobody was there to read is no receipt, and uses nothing up: not a start, a prompt or a last word."""
    desk.keep("deploy:blyck", "This machine can deploy blyck.", "capability")
    events = {
        "SessionStart": {"source": "startup"},
        "UserPromptSubmit": {"prompt": "deploy it"},
        "Stop": {"last_assistant_message": "I have no credentials to deploy."},
    }
    for event, said in events.items():
        desk.leave(event, **said)
    assert "deploy:blyck" in desk.context("UserPromptSubmit", prompt="deploy it")
    assert desk.ask("Stop", last_assistant_message="I have no credentials to deploy.")["decision"] == "block"
    assert {each.moment for each in desk.receipts(2)} == {"prompt", "stop"}


def test_a_session_begins_with_rules_and_capabilities(desk):
    """What holds and what works here, in one fence, and how much waits; another project's is not told."""
    desk.keep("rule:no-prod", "Never touch PROD.", "rule", scope=GLOBAL)
    desk.keep("deploy:blyck", "This machine can deploy blyck.", "capability")
    desk.keep("fact:port", "The API listens on 8080.")
    desk.keep("deploy:other", "This machine can deploy other.", "capability", scope="git:elsewhere/other")
    desk.doors.propose("build:blyck")
    said = desk.ask("SessionStart", source="startup")
    told = said["hookSpecificOutput"]["additionalContext"]
    assert said["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "rule:no-prod" in told
    assert "deploy:blyck" in told
    assert "fact:port" not in told
    assert "deploy:other" not in told
    assert said["systemMessage"] == "1 candidate waits: seorap review"


def test_a_prompt_is_given_what_it_asks_for_once(desk):
    """Korean asks for it; the same session is not told twice, another one and an emptied one are."""
    desk.ask("SessionStart", source="startup")
    desk.keep("deploy:blyck", "This machine can deploy blyck: `./deploy.sh prod`", "capability")
    assert desk.ask("UserPromptSubmit", prompt="버튼을 파란색으로 바꿔줘") == {}
    assert "./deploy.sh prod" in desk.context("UserPromptSubmit", prompt="배포해줘")
    assert desk.ask("UserPromptSubmit", prompt="배포해줘") == {}
    assert "deploy:blyck" in desk.context("UserPromptSubmit", prompt="배포해줘", session_id="s2")
    assert "deploy:blyck" in desk.context("SessionStart", source="compact")
    before = memories(desk.store, owner=OWNER)
    noted = desk.receipts(3)
    assert {(each.session, each.moment, each.key) for each in noted} == {
        ("s1", "prompt", "deploy:blyck"),
        ("s2", "prompt", "deploy:blyck"),
        ("s1", "begin", "deploy:blyck"),
    }
    assert all(each.tokens > 0 and each.why and each.host == "claude-code" for each in noted)
    assert [each.last_seen for each in memories(desk.store, owner=OWNER)] == [each.last_seen for each in before]


def test_what_a_session_was_told_outlives_the_daemon(opening, tmp_path, monkeypatch):
    """Receipts say it: a daemon that starts anew tells nothing twice."""
    monkeypatch.setattr(hooks, "DEADLINE", 20)
    told = []
    for _ in range(2):
        with opening(enabled=False, keep=True) as doors, doors.agent() as client:
            desk = Desk(doors, client, tmp_path)
            if not told:
                desk.keep("deploy:blyck", "It can.", "capability", scope=GLOBAL)
            told.append(desk.context("UserPromptSubmit", prompt="deploy please"))
            desk.receipts(1)
    assert "deploy:blyck" in told[0]
    assert told[1] == ""


def test_a_missed_start_is_made_up_for(desk):
    """The daemon came up after the session: its first prompt is told what a start tells."""
    desk.keep("rule:no-prod", "Never touch PROD.", "rule")
    assert "rule:no-prod" in desk.context("UserPromptSubmit", prompt="make the button blue")
    assert desk.ask("UserPromptSubmit", prompt="make the button red") == {}


def test_files_that_are_edited_bring_their_memories(desk):
    """By the globs of a memory, whether the host names the file in full or from its folder."""
    desk.keep("lesson:migrations", "Migrations are only added.", "lesson", paths=("db/**",))
    desk.ask("SessionStart", source="startup")
    edit = {"tool_name": "Edit", "tool_input": {"file_path": str(desk.folder / "src" / "a.py")}}
    assert desk.ask("PreToolUse", **edit) == {}
    edit["tool_input"]["file_path"] = str(desk.folder / "db" / "0007.sql")
    said = desk.ask("PreToolUse", **edit)["hookSpecificOutput"]
    assert "lesson:migrations" in said["additionalContext"]
    assert "permissionDecision" not in said
    assert desk.ask("PreToolUse", **edit) == {}


def test_an_edit_brings_what_is_known_of_the_files_around_it(desk):
    """A memory about the file that imports the edited one, and why."""
    desk.keep("lesson:orders", "Orders are paged by cursor.", "lesson", paths=("shop/api/**",))
    for name, text in {"shop/db.py": "", "shop/api/orders.py": "from shop import db\n", "shop/cart.py": ""}.items():
        (desk.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (desk.folder / name).write_text(text)
    assert desk.ask("PreToolUse", tool_name="Edit", tool_input={"file_path": "shop/cart.py"}) == {}
    assert "lesson:orders" in desk.context("PreToolUse", tool_name="Edit", tool_input={"file_path": "shop/db.py"})
    (receipt,) = desk.receipts(1)
    assert receipt.why == "it is about shop/api/orders.py, which imports this or is imported"


def test_a_claim_that_is_contradicted_is_answered_once(desk):
    """With the memory and its proof, also when the session knew it; never when the agent was stopped already."""
    desk.keep("deploy:blyck", "This machine can deploy blyck.", "capability")
    claim = {"last_assistant_message": "I have no credentials, so I can't deploy from here."}
    desk.ask("UserPromptSubmit", prompt="배포해줘")
    assert desk.ask("Stop", stop_hook_active=True, **claim) == {}
    said = desk.ask("Stop", stop_hook_active=False, **claim)
    assert said["decision"] == "block"
    assert "deploy:blyck" in said["reason"]
    assert desk.ask("Stop", stop_hook_active=False, **claim) == {}
    assert desk.ask("Stop", last_assistant_message="Deployed.", session_id="s2") == {}


@pytest.mark.semantic
def test_a_prompt_is_understood_by_its_meaning(opening, tmp_path, monkeypatch):
    """Once the model is loaded, which nobody waits for."""
    monkeypatch.setattr(hooks, "DEADLINE", 20)
    with opening(enabled=False) as doors, doors.agent() as client:
        desk = Desk(doors, client, tmp_path)
        desk.keep("fact:noon", "We eat lunch together in the kitchen", scope=GLOBAL)
        desk.keep("fact:port", "The API listens on port 8080", scope=GLOBAL)
        deadline = time.monotonic() + 60
        while "in the kitchen" not in desk.context("UserPromptSubmit", prompt="점심은 어느 kitchen에서 먹어?"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        (noted,) = desk.receipts(1)
        assert noted.why.startswith("it means much the same")
