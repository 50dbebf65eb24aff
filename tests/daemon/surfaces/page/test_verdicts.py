"""Verdicts by plain forms: the one queue, once each, told when somebody else was faster."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from classifiers.vocabulary import Actor
from storage import drawer, queue
from storage.values import Author, Owner

OWNER = Owner(user="sam")
SAM = Author(Actor.PERSON, "sam")


def kept(doors, key="deploy:blyck"):
    return drawer.show(doors.store, key, scope="git:acme/blyck", owner=OWNER)


def test_approve_and_undo(visitor, said):
    doors, who = visitor
    name = doors.propose()
    answer = who.judge("approve", name)
    assert said(answer) == "Kept deploy:blyck."
    assert 'value="undo"' in answer.text
    assert kept(doors).body == "Known: deploy:blyck."
    assert kept(doors).confirmed_by == "person:sam"
    assert said(who.judge("undo", name)) == "Taken back: deploy:blyck."
    assert doors.status(name) == "pending"


def test_edited_words_are_what_is_kept(visitor, said):
    doors, who = visitor
    name = doors.propose()
    assert (
        said(who.judge("approve", name, body="We deploy with `make ship`.\r\nOnly from main.")) == "Kept deploy:blyck."
    )
    assert kept(doors).body.replace("\r\n", "\n") == "We deploy with `make ship`.\nOnly from main."


def test_what_was_seen_is_what_is_kept(visitor):
    """New evidence that changed the words after the page was shown is not approved unseen."""
    doors, who = visitor
    name = doors.propose(body="Deployed with ./old.sh.", at=datetime.now(UTC) - timedelta(days=2))
    doors.propose(body="Deployed with ./evil.sh.")
    assert queue.candidate(doors.store, name, owner=OWNER).body == "Deployed with ./evil.sh."
    who.judge("approve", name, body="Deployed with ./old.sh.")
    assert kept(doors).body == "Deployed with ./old.sh."


def test_a_verdict_twice_equals_once_and_another_is_told(visitor, said):
    doors, who = visitor
    name = doors.propose()
    who.judge("dismiss", name)
    assert said(who.judge("dismiss", name)).startswith("Dismissed deploy:blyck.")
    assert said(who.judge("approve", name)) == "deploy:blyck was already decided: dismissed. Nothing was changed."
    assert doors.status(name) == "dismissed"


def test_somebody_else_was_faster(visitor, said):
    """Decided in a terminal while the page was open."""
    doors, who = visitor
    name = doors.propose()
    queue.approve(doors.store, name, author=SAM, now=doors.now(), owner=OWNER)
    assert "already decided: approved" in said(who.judge("dismiss", name))
    assert kept(doors).status == "active"


def test_snooze_hides_until_it_is_time(visitor):
    doors, who = visitor
    name = doors.propose()
    who.judge("snooze:1", name)
    assert f"c-{name}" not in who.get("/inbox").text
    assert f"c-{name}" in who.get("/inbox?show=snoozed").text
    doors.later = timedelta(days=1, hours=1)
    assert f"c-{name}" in who.get("/inbox").text


def test_never_covers_what_it_names_and_comes_back_whole(visitor, said):
    doors, who = visitor
    names = [doors.propose("deploy:a"), doors.propose("deploy:b"), doors.propose("test:a")]
    assert said(who.judge("never:action", names[0])) == "Never again: deploy:a."
    assert [doors.status(each) for each in names] == ["dismissed", "dismissed", "pending"]
    assert "deploy" in who.get("/quiet").text
    who.judge("undo", names[0])
    assert {doors.status(each) for each in names} == {"pending"}


def test_many_at_once_and_back_again(visitor, said):
    doors, who = visitor
    names = [doors.propose(f"test:{number}") for number in range(3)]
    queue.dismiss(doors.store, names[1], author=SAM, now=doors.now(), owner=OWNER)
    answer = who.judge("approve", *names)
    assert said(answer) == "test:1 was already decided: dismissed. Nothing was changed. Kept 2."
    assert [doors.status(each) for each in names] == ["approved", "dismissed", "approved"]
    assert said(who.judge("undo", names[0], names[2])) == "Taken back: 2."
    assert doors.status(names[2]) == "pending"


def test_nonsense_changes_nothing(visitor, said):
    doors, who = visitor
    name = doors.propose()
    assert "Nothing was chosen" in said(who.judge("approve"))
    assert "Nothing was chosen" in said(who.judge("explode", name))
    assert "no candidate" in said(who.judge("approve", "zzzz"))
    assert doors.status(name) == "pending"


def test_what_the_policy_forbids_is_told(visitor, said):
    doors, who = visitor
    assert "does not allow" in said(who.judge("approve", doors.propose(), body="long " * 500))


def test_the_snapshot_follows(visitor, tmp_path):
    """MEMORY.md of the workspace is brought in step, and is there at the latest when the doors close."""
    doors, who = visitor
    folder = tmp_path / "blyck"
    folder.mkdir()
    who.judge("approve", doors.propose(workspace=str(folder)))
    deadline = datetime.now(UTC) + timedelta(seconds=20)
    while not (folder / ".seorap" / "MEMORY.md").exists():
        assert datetime.now(UTC) < deadline
        who.get("/quiet")
    assert "deploy:blyck" in (folder / ".seorap" / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    "words",
    [
        "NUL \x00 in it",
        "\u2028line\u2029",
        "\u202egnp.exe",
        "\x1b]0;owned\x07",
        "a\r\nb\rc",
        "<script>x</script>",
        "\ud55c\uae00 \U0001f3f3\ufe0f\u200d\U0001f308",
        "\ufeff\u200b",
    ],
)
def test_whatever_a_person_types_is_kept_or_refused_in_words(visitor, said, words):
    """And shown without what could fool an eye."""
    doors, who = visitor
    name = doors.propose()
    told = said(who.judge("approve", name, body=words))
    assert told
    for path in ("/drawer", "/inbox?show=decided", "/inbox"):
        page = who.get(path)
        assert page.status_code == 200
        assert not re.search("[\x00-\x08\x1b\u2028-\u202e\u200b\ufeff]|<script>x", page.text)
    assert doors.status(name) == ("approved" if told.startswith("Kept") else "pending")


def test_a_raw_form_of_rubbish_changes_nothing(visitor):
    """Bytes that are no form, no UTF-8, too many fields: an answer in words, and the daemon goes on."""
    doors, who = visitor
    name = doors.propose()
    for body in (b"\xff\xfe=%ff&%00=%00", b"id=" * 20_000, b"&" * 100_000, b"form=%ED%A0%80&id=%00", b"\x00" * 1000):
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = who.client.post(who.base + "/verdicts", content=body, headers=headers)
        assert 400 <= answer.status_code < 500
    assert doors.status(name) == "pending"
    assert who.get().status_code == 200
