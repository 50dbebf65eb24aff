"""Cards as a person meets them: a session bus, the real daemon, and a server whose buttons are pressed."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from jeepney import DBusAddress, new_signal
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields

pytestmark = pytest.mark.slow


@pytest.fixture
def daemon(home, until):
    """Start the daemon and wait until it watches."""

    def start(config: str = "", **environ: str):
        file = home.root / "seorap" / "config.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'user = "sam"\n{config}')
        home.environ.update(environ)
        home.transcript.parent.mkdir(parents=True, exist_ok=True)
        home.transcript.touch()
        process = home.start()
        begun = home.log().count("daemon.started")
        until(lambda: home.log().count("daemon.started") > begun or process.poll() is not None)
        return process

    return start


def statuses(home) -> dict[str, str]:
    return {str(row["key"]): str(row["status"]) for row in home.rows("inbox", "--all")}


def test_approved_by_its_card(home, fake, daemon, until):
    """A success is proved, a card shows what and by what, one press keeps it: the memory is there, and MEMORY.md says so."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    card = server.card
    assert card.title == "Keep this? test:blyck"
    assert "$ npm test" in card.body
    assert "seen once, holds in blyck" in card.body
    assert list(card.actions.values()) == ["Approve", "Dismiss", "Later", "Open the inbox"]
    server.press("approve")
    until(lambda: server.closed == [card.handle])
    assert statuses(home) == {"test:blyck": "approved"}
    until(home.memory.exists)
    assert "test:blyck" in home.memory.read_text()
    server.press("dismiss", card)  # a late click
    home.record("npm run build", "webpack 5.90.0 compiled successfully in 4100 ms\n")
    until(lambda: server.open)
    assert statuses(home)["test:blyck"] == "approved"


def test_dismissed_by_its_card(home, fake, daemon, until):
    """One press, and the key stays away."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    server.press("dismiss")
    until(lambda: server.closed)
    assert statuses(home) == {"test:blyck": "dismissed"}


def test_a_card_goes_when_it_is_decided_elsewhere(home, fake, daemon, until):
    """The database is the bus: a verdict in a terminal closes the card, and one press too late changes nothing."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    card = server.card
    home.seorap("dismiss", str(home.rows("inbox")[0]["id"]))
    until(lambda: server.closed == [card.handle])
    server.press("approve", card)
    until(lambda: "card.late" in home.log())
    assert statuses(home) == {"test:blyck": "dismissed"}


def test_more_evidence_changes_the_card_in_place(home, fake, daemon, until):
    """One card a key, with the new count, where it stood."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    home.record("npm test", "Tests:       43 passed, 43 total\n")
    until(lambda: len(server.shown) == 2)
    assert server.shown[1].replaces == server.shown[0].handle == server.card.handle
    assert "seen 2 times" in server.shown[1].body


def test_only_the_server_itself_is_believed(home, bus, fake, daemon, until):
    """Whoever else sends a pressed button on the bus is not heard; nor is the server of a card that it was not given."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    card = server.card
    action = next(name for name in card.actions if name.startswith("approve"))
    with open_dbus_connection(bus) as forger:
        place = DBusAddress("/org/freedesktop/Notifications", interface="org.freedesktop.Notifications")
        forged = new_signal(place, "ActionInvoked", "us", (card.handle, action))
        forged.header.fields[HeaderFields.destination] = card.sender
        forger.send(forged)
    server.say("ActionInvoked", "us", (card.handle + 1, action), card.sender)
    server.say("ActionInvoked", "us", (card.handle, "approve"), card.sender)
    server.say("ActionInvoked", "ss", ("approve", action), card.sender)
    server.press("dismiss")
    until(lambda: server.closed)
    assert statuses(home) == {"test:blyck": "dismissed"}
    assert home.log().count("card.pressed") == 1


def propose(home, number: int, prefix: str = "deploy") -> list[str]:
    return home.propose(*(f"{prefix}:service-{each}" for each in range(number)))


def test_many_are_one_digest_whose_number_is_the_inbox(home, fake, daemon, until):
    """More than an hour holds is one card that counts them, counts on, and goes with the last."""
    server = fake()
    ids = propose(home, 6)
    daemon()
    until(lambda: server.open)
    assert server.card.title == "6 things your machine proved today"
    assert len(home.rows("inbox")) == 6
    home.seorap("dismiss", *ids[:2])
    until(lambda: server.shown[-1].title.startswith("4 things"))
    assert server.shown[-1].replaces == server.shown[0].handle
    home.seorap("dismiss", *ids[2:])
    until(lambda: not server.open)
    assert len(server.shown) <= 4


def test_killed_with_a_card_open(home, fake, daemon, until):
    """After kill -9 nobody would hear the buttons: the next daemon takes the card away and asks again."""
    server = fake()
    process = daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    shown = home.root / "seorap" / "notices.json"
    until(lambda: shown.exists() and json.loads(shown.read_text())["open"])
    left = server.card
    process.kill()
    process.wait()
    server.press("approve", left)
    daemon()
    until(lambda: left.handle in server.closed)
    until(lambda: server.open)
    assert statuses(home) == {"test:blyck": "pending"}
    server.press("approve")
    until(lambda: statuses(home) == {"test:blyck": "approved"})


def test_a_server_that_is_started_anew(home, bus, fake, daemon, until):
    """Its cards are gone, so they come again; its abilities are asked again."""
    server = fake()
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    server.stop()
    until(lambda: "card.unshown" in home.log())
    second = fake(abilities=("body",), first=100)
    until(lambda: second.open)
    assert (second.card.title, second.card.actions) == ("Keep this? test:blyck", {})
    assert second.card.body.endswith("Decide in a terminal: seorap review")


def test_without_buttons_a_card_leads_to_the_inbox(home, fake, daemon, until):
    """A server that lacks actions gets none, and goes by what is decided elsewhere."""
    server = fake(abilities=("body",))
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    assert server.card.actions == {}
    home.seorap("approve", str(home.rows("inbox")[0]["id"]))
    until(lambda: not server.open)


def test_nobody_is_disturbed_who_does_not_want_to_be(home, fake, daemon, until):
    """While the desktop says so nothing is shown; when it eases the card comes at once."""
    server = fake(inhibited=True)
    daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: "desktop.found" in home.log())
    until(home.keys)
    home.record("npm run build", "webpack 5.90.0 compiled successfully in 4100 ms\n")
    until(lambda: len(home.keys()) == 2)
    assert server.shown == []
    server.uninhibit("")
    until(lambda: server.open)


def test_quiet_hours(home, fake, daemon, until):
    """Nothing is shown within them."""
    server = fake()
    now = datetime.now().astimezone()
    begin, end = now - timedelta(hours=1), now + timedelta(hours=2)
    daemon(f'[notices]\nquiet = "{begin:%H:%M}-{end:%H:%M}"\n')
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(home.keys)
    until(lambda: "candidates.waiting" in home.log())
    assert server.shown == []


HOSTILE = "<b>x</b> & <img src='http://evil.example/'> \x1b]0;t\x07\u202eevil --help $(touch /tmp/pwned) %s"


@pytest.mark.parametrize("abilities", [("actions", "body", "body-markup"), ("actions", "body")])
def test_hostile_text_is_inert(home, fake, daemon, until, abilities):
    """Markup is escaped where it would be read, controls and direction marks are gone, and nothing is an option."""
    server = fake(abilities=abilities)
    home.propose("--help:<i>", body=HOSTILE + " TOKEN=gh\u200bp_0123456789abcdefghijABCDEFGHIJ012345")
    daemon()
    until(lambda: server.open)
    card = server.card
    assert not {letter for letter in card.title + card.body if letter in "\x1b\x07\u202e"}
    assert ("<b>" in card.body) is ("body-markup" not in abilities)
    assert "$(touch /tmp/pwned) %s" in card.body
    assert "ghp_0123" not in card.title + card.body
    assert "&lt;b&gt;x&lt;/b&gt; &amp;" in card.body or "body-markup" not in abilities


def test_what_does_not_fit_is_not_approved_unseen(home, fake, daemon, until):
    """A long text has no Approve on its card: it leads to the inbox."""
    server = fake()
    home.propose("deploy:blyck", body="word " * 300)
    daemon()
    until(lambda: server.open)
    assert list(server.card.actions.values()) == ["Dismiss", "Later", "Open the inbox"]


def test_the_card_leads_to_the_inbox(home, fake, daemon, until):
    """A click on the card opens the page at it, with a link that works once."""
    browser = home.root / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {home.root}/opened\n')
    browser.chmod(0o755)
    server = fake()
    (name,) = home.propose("deploy:blyck")
    daemon("[page]\nport = 0\n", BROWSER=f"{browser} %s")
    until(lambda: server.open)
    server.press("default")
    until((home.root / "opened").exists)
    until(lambda: f"&id={name}" in (home.root / "opened").read_text())
    assert statuses(home) == {"deploy:blyck": "pending"}


def test_a_click_that_leads_nowhere_is_answered(home, fake, daemon, until):
    """Without a browser and without a page the card says what to type."""
    server = fake()
    home.propose("deploy:blyck")
    daemon("[page]\nenabled = false\n")
    until(lambda: server.open)
    server.press("default")
    until(lambda: len(server.shown) == 2)
    assert (server.shown[1].body, server.shown[1].actions) == ("Decide in a terminal: seorap review", {})


def test_without_a_bus_the_next_prompt_is_told(home, daemon, until):
    """Over ssh there is no desktop: a line for the shells, and none any more when nothing waits."""
    spool = home.root / "seorap" / "shell"
    spool.mkdir(parents=True)
    daemon("[notices]\nprompt_hint = true\n", SSH_CONNECTION="1.2.3.4 5 6.7.8.9 22")
    (name,) = home.propose("deploy:blyck")
    hint = spool / "hint"
    until(hint.exists)
    assert hint.read_text() == "seorap: 1 thing your machine proved today. Decide in a terminal: seorap review\n"
    assert hint.stat().st_mode & 0o777 == 0o600
    home.seorap("approve", name)
    until(lambda: hint.read_text() == "")


def test_no_server_is_silence(home, bus, daemon, until):
    """It is said once in the log, and the candidate waits in the inbox."""
    process = daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: "card.unshown" in home.log())
    home.record("npm run build", "webpack 5.90.0 compiled successfully in 4100 ms\n")
    until(lambda: len(home.keys()) == 2)
    assert home.log().count("card.unshown") == 1
    assert process.poll() is None
    assert "Traceback" not in home.log()


def test_stopped_politely_takes_its_card_along(home, fake, daemon, until):
    """What nobody would hear is not left on the screen."""
    server = fake()
    process = daemon()
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    until(lambda: server.open)
    process.terminate()
    until(lambda: process.poll() is not None)
    assert (process.returncode, server.open) == (0, {})


def test_the_doctor_says_what_the_server_can(home, fake):
    """With buttons, or without."""
    for abilities, says in ((("actions",), "shows cards with buttons"), (("body",), "has no buttons")):
        server = fake(abilities=abilities)
        (row,) = [each for each in home.rows("doctor") if each["check"] == "notices"]
        assert says in str(row["says"])
        server.stop()


def test_later_and_not_today(home, fake, daemon, until):
    """Later puts one off; Not today ends the digests of the day."""
    server = fake()
    daemon()
    (name,) = home.propose("deploy:blyck")
    until(lambda: server.open)
    server.press("later")
    until(lambda: "[snoozed until" in home.seorap("inbox", "--all").stdout)
    until(lambda: not server.open)
    propose(home, 5, "ssh")
    until(lambda: server.open)
    assert server.card.title.startswith("5 things")
    server.press("rest")
    until(lambda: not server.open)
    home.seorap("undo", name)
    home.propose("test:blyck")
    until(lambda: json.loads((home.root / "seorap" / "notices.json").read_text())["rest_until"])
    assert len(server.shown) == 2


def test_a_real_server(home, dunst, daemon, until):
    """Dunst, on a real if virtual screen: its own menu presses the button, its own words are shown as words."""
    daemon()
    (name,) = home.propose("deploy:blyck", body="<b>x</b> & more")
    until(lambda: dunst.count() == 1)
    dunst.press("Dismiss")
    until(lambda: statuses(home) == {"deploy:blyck": "dismissed"})
    until(lambda: dunst.count() == 0)
    home.seorap("undo", name)
    (name,) = home.propose("ssh:web-1")
    until(lambda: dunst.count() == 1)
    dunst.stop()
    dunst.start(until)
    until(lambda: dunst.count() == 1)
    dunst.press("Approve")
    until(lambda: statuses(home)["ssh:web-1"] == "approved")
    until(home.memory.exists)
    assert "ssh:web-1" in home.memory.read_text()
