"""A person and the page: a real Chromium, a real daemon, one store."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from storage import drawer
from storage.values import Owner

pytestmark = pytest.mark.slow
OWNER = Owner(user="sam")
IDENTITY = "git:git.example.com/acme/blyck"


def card(page, name):
    return page.locator(f"#c-{name}")


def kept(desk, key):
    with desk.home.store() as store:
        return drawer.show(store, key, scope=IDENTITY, owner=OWNER).body


def test_approve_and_undo(desk, decided):
    """One click each; MEMORY.md follows both."""
    (name,) = desk.home.propose("deploy:blyck")
    page = desk.open()
    desk.shot(page, "before")
    card(page, name).get_by_role("button", name="Approve").click()
    expect(page.locator("#note")).to_contain_text("Kept deploy:blyck.")
    expect(card(page, name)).to_have_count(0)
    decided(name, "approved")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#note")).to_contain_text("Taken back: deploy:blyck.")
    expect(card(page, name)).to_be_visible()
    decided(name, "pending")


def test_dismiss(desk, decided):
    (name,) = desk.home.propose("ssh:web-1")
    page = desk.open()
    card(page, name).get_by_role("button", name="Dismiss").click()
    expect(page.locator("#empty")).to_contain_text("Nothing waits.")
    decided(name, "dismissed")


def test_edit_before_approving(desk, decided):
    (name,) = desk.home.propose("deploy:blyck")
    page = desk.open()
    card(page, name).get_by_text("Edit").click()
    card(page, name).get_by_label("The words that are kept").fill("We deploy with `make ship`, from main only.")
    card(page, name).get_by_role("button", name="Keep these words").click()
    expect(page.locator("#note")).to_contain_text("Kept deploy:blyck.")
    decided(name, "approved")
    assert kept(desk, "deploy:blyck") == "We deploy with `make ship`, from main only."


def test_everything_by_keyboard(desk, decided):
    """Approve, edit, dismiss, snooze, never, undo, select, search and go elsewhere: no pointer is needed."""
    names = desk.home.propose("test:a", "test:b", "test:c", "test:d", "test:e")
    page = desk.open()
    keys = page.keyboard
    expect(card(page, names[0])).to_be_focused()
    keys.press("a")
    expect(card(page, names[1])).to_be_focused()
    decided(names[0], "approved")
    keys.press("e")
    keys.press("End")
    keys.type(" Edited.")
    keys.press("Shift+Enter")
    expect(card(page, names[2])).to_be_focused()
    decided(names[1], "approved")
    assert kept(desk, "test:b") == "Known: test:b. Edited."
    keys.press("j")
    expect(card(page, names[3])).to_be_focused()
    keys.press("k")
    keys.press("d")
    decided(names[2], "dismissed")
    keys.press("u")
    expect(card(page, names[2])).to_be_visible()
    decided(names[2], "pending")
    card(page, names[2]).focus()
    keys.press("n")
    keys.press("k")
    decided(names[2], "dismissed")
    expect(card(page, names[3])).to_be_focused()
    keys.press("s")
    expect(card(page, names[3])).to_have_count(0)
    keys.press("x")
    expect(page.locator("#bulk")).to_contain_text("1 selected")
    keys.press("?")
    expect(page.locator(".all-keys dl")).to_be_visible()
    desk.shot(page, "legend")
    keys.press("Escape")
    keys.press("/")
    keys.type("nothing such")
    expect(page.locator("#empty")).to_contain_text("Nothing fits.")
    keys.press("Escape")
    keys.press("g")
    keys.press("d")
    expect(page).to_have_url(re.compile("/drawer$"))
    expect(page.locator(".memory")).to_have_count(2)


def test_the_keys_work_while_hangul_is_on(desk, decided):
    """The letter ㅁ stands where A does."""
    (name,) = desk.home.propose("test:a")
    page = desk.open(locale="ko-KR")
    expect(page.locator("#tabs")).to_contain_text("대기 중")
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅁ', code: 'KeyA', bubbles: true}))"
    )
    decided(name, "approved")
    expect(page.locator("#note")).to_contain_text("test:a 저장했습니다.")


def test_a_verdict_in_a_terminal_reaches_every_open_tab(desk):
    """And a new candidate does, without anybody loading the page again."""
    first, second = desk.home.propose("test:a", "test:b")
    page = desk.open()
    other = desk.open(page.context)
    phone = desk.open(viewport={"width": 390, "height": 800})
    desk.home.seorap("approve", first)
    for each in (page, other, phone):
        expect(card(each, first)).to_have_count(0)
        expect(each.locator("#nav")).to_contain_text("1")
    (third,) = desk.home.propose("test:c")
    for each in (page, other, phone):
        expect(card(each, third)).to_be_visible()
        expect(card(each, second)).to_be_visible()


def test_two_tabs_and_one_verdict(desk, decided):
    """What was decided in one tab goes in the other; an old form is told who was faster."""
    (name,) = desk.home.propose("test:a")
    page = desk.open()
    stale = desk.open(page.context)
    stale.route("**/live", lambda route: route.abort())
    stale.evaluate("document.querySelector('#list').removeAttribute('data-list')")  # this tab does not follow
    card(page, name).get_by_role("button", name="Dismiss").click()
    decided(name, "dismissed")
    with stale.expect_navigation():
        stale.evaluate(
            """id => { const form = document.querySelector(`#c-${id} form`);
            const word = Object.assign(document.createElement('input'), {name: 'judgement', value: 'approve'});
            form.append(word); form.submit(); }""",
            name,
        )
    expect(stale.locator("#note")).to_contain_text("test:a was already decided: dismissed. Nothing was changed.")
    desk.troubles.clear()  # of the stream that was cut
    assert desk.status(name) == "dismissed"


def test_what_somebody_writes_is_not_lost_when_another_decides(desk):
    (name,) = desk.home.propose("test:a")
    page = desk.open()
    card(page, name).get_by_text("Edit").click()
    card(page, name).get_by_label("The words that are kept").fill("Half a thou")
    desk.home.seorap("dismiss", name)
    expect(card(page, name)).to_contain_text("decided elsewhere while you wrote")
    expect(card(page, name).get_by_label("The words that are kept")).to_have_value("Half a thou")


def test_many_at_once(desk, decided):
    names = desk.home.propose(*(f"test:{number}" for number in range(4)))
    page = desk.open()
    for name in names[:3]:
        card(page, name).locator(".tick").check()
    desk.shot(page, "selected")
    page.locator("#bulk").get_by_role("button", name="Approve").click()
    expect(page.locator("#note")).to_contain_text("Kept 3.")
    expect(page.locator("[data-card]")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-card]")).to_have_count(4)
    for name in names:
        decided(name, "pending")


def test_without_scripts(desk, decided):
    """Approve, edit, dismiss, undo, many at once and search are plain forms."""
    names = desk.home.propose("test:a", "test:b", "test:c", "test:d")
    page = desk.open(java_script_enabled=False)
    card(page, names[0]).get_by_role("button", name="Approve").click()
    expect(page.locator("#note")).to_contain_text("Kept test:a.")
    page.get_by_role("button", name="Undo").click()
    decided(names[0], "pending")
    card(page, names[1]).get_by_text("Edit").click()
    card(page, names[1]).get_by_label("The words that are kept").fill("Other words.")
    card(page, names[1]).get_by_role("button", name="Keep these words").click()
    decided(names[1], "approved")
    assert kept(desk, "test:b") == "Other words."
    card(page, names[2]).locator(".tick").check()
    card(page, names[3]).locator(".tick").check()
    page.locator("#bulk").get_by_role("button", name="Dismiss").click()
    decided(names[2], "dismissed")
    decided(names[3], "dismissed")
    page.get_by_label("Search").fill("nothing such")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#empty")).to_contain_text("Nothing fits.")


def test_the_drawer_is_corrected_and_emptied(desk, decided):
    (name,) = desk.home.propose("deploy:blyck")
    page = desk.open()
    page.keyboard.press("a")
    decided(name, "approved")
    page.get_by_role("link", name="Drawer").click()
    page.get_by_role("link", name="deploy:blyck").click()
    desk.shot(page, "memory")
    page.get_by_label("The words that are kept").fill("With make ship.")
    page.get_by_role("button", name="Correct").click()
    expect(page.locator(".history")).to_contain_text("written")
    assert kept(desk, "deploy:blyck") == "With make ship."
    page.get_by_role("button", name="Retire").click()
    expect(page.locator("#note")).to_contain_text("Retired deploy:blyck.")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#memory")).to_contain_text("There is no memory of this key now.")
    page.get_by_label("Yes, remove every word").check()
    page.get_by_role("button", name="Purge").click()
    expect(page.locator("#note")).to_contain_text("Purged deploy:blyck.")
    page.goto(page.url.partition("/drawer")[0] + "/quiet")
    page.get_by_role("button", name="Lift").click()
    expect(page.locator("#note")).to_contain_text("may be proposed again")
