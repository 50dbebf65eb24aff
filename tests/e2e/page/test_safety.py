"""What a hostile page, an old session and hostile text get from the page: nothing, in a real browser."""

from __future__ import annotations

import http.server
import threading
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from classifiers.vocabulary import Draft, Evidence, MemoryType, Result
from storage.checkpoints import Checkpoint, Step
from storage.intake import commit
from storage.policy import DEFAULT
from storage.values import Owner

pytestmark = pytest.mark.slow
NOW = datetime.now(UTC)
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>\u202egnp.exe\x1b[31m"


@contextmanager
def other_site(html):
    """Another site on this machine: for a browser another origin, though the same host."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_):
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_another_site_cannot_give_a_verdict_read_or_frame(desk):
    """Even with everything that a form of ours carries, and a browser that is signed in."""
    (name,) = desk.home.propose("deploy:blyck")
    page = desk.open()
    form = page.locator('input[name="form"]').first.get_attribute("value")
    target = page.url.replace("/inbox", "/verdicts")
    html = f"""<form method=post action="{target}"><input name=form value="{form}"><input name=id value="{name}">
    <input name=judgement value=approve></form><iframe src="{page.url}"></iframe>"""
    with other_site(html) as site:
        evil = page.context.new_page()
        evil.goto(site)
        read = "url => fetch(url, {credentials: 'include'}).then(answer => answer.text(), () => 'refused')"
        assert evil.evaluate(read, page.url) == "refused"
        sent = "([url, body]) => fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include', body}).catch(() => 'refused')"
        evil.evaluate(sent, [target, f"form={form}&id={name}&judgement=approve"])
        assert [frame.url for frame in evil.frames if "inbox" in frame.url] == []
        with evil.expect_navigation():
            evil.evaluate("document.forms[0].submit()")
        assert "Another page may not ask this" in evil.content()
        evil.close()
    desk.troubles.clear()  # the browser says of each of these that it was refused
    desk.asked[:] = [url for url in desk.asked if not url.startswith(site)]
    assert desk.status(name) == "pending"


def test_a_session_that_is_over_shows_the_way_in(desk):
    (name,) = desk.home.propose("deploy:blyck")
    page = desk.open()
    page.context.clear_cookies()
    page.locator(f"#c-{name}").get_by_role("button", name="Approve").click()
    expect(page.locator("main")).to_contain_text("seorap inbox --open")
    desk.troubles.clear()  # 401 is an error to the console
    assert desk.status(name) == "pending"


def test_hostile_text_is_shown_and_nothing_more(desk):
    desk.home.propose("deploy:a", body=f"Deploy {HOSTILE}", workspace=f"/tmp/{HOSTILE}", rule=HOSTILE)
    desk.home.propose("deploy:b", body="x" * 1900)
    page = desk.open()
    expect(page.locator(".body").last).to_contain_text("<script>document.title='owned'</script>gnp.exe")
    assert page.title() == "Inbox · Seorap"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.shot(page, "hostile")


def arrived(home, key, text):
    """A candidate that comes while the page is open, hostile wherever text of a log can be."""
    place = {"record": key, "format": "bash", "path": f"/home/sam/{text[:3000]}".replace("\ud800", ""), "line": 3}
    proof = Evidence(**place, at=NOW, outcome=Result.SUCCESS, command=text, why=text, excerpt=text, session=text[:500])
    where = {"scope": "git:x/y", "workspace": f"/w/{text[:3000]}", "rule": text[:500]}
    draft = Draft(type=MemoryType.LESSON, key=key, body=text, confidence=0.9, evidence=(proof,), **where)
    step = Step(None, Checkpoint(path=f"/log/{key}", format="bash"), (draft,))
    with home.store() as store:
        commit(
            store, Owner(user="sam"), [step], now=NOW, policy=replace(DEFAULT, longest_body=10**7, denied=frozenset())
        )


SPELLS = {
    "html": f"</textarea></script><!--{HOSTILE} {{{{ 7*7 }}}} {{% raw %}} &lt; \"'><svg onload=\"document.title='owned'\">",
    "unicode": "a\u2028b\u2029c\u202ed\u2066e\u200bf\x00g\x1b[31mh\x9bi\ud800j\ufeffk\U000e0041l\x85m",
    "events": "data: x\n\nevent: owned\rdata: <b>\r\n\r\nid: 1\n: \x00" + "\n" * 500,
    "endless": "x" * 1_000_000,
    "sentences": "word <b>" * 125_000,
    "marks": "a" + "\u0336" * 10_000,
}


def test_hostile_text_that_arrives_live_is_text(desk):
    """Markup, templates, event streams, line separators, NUL and a megabyte: each card comes by itself and does nothing."""
    desk.home.propose("deploy:blyck")
    page = desk.open()
    for number, (name, text) in enumerate(SPELLS.items(), 2):
        arrived(desk.home, f"lesson:{name}", text)
        expect(page.locator(".body")).to_have_count(number)
        assert page.title().endswith("Inbox · Seorap")
        shown = page.evaluate("document.body.textContent")
        assert not set(shown) & set("\x00\x1b\x9b\u2028\u2029\u202e\u2066\u200b\ufeff\U000e0041\x85")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("main :is(img, script, iframe), .body :is(b, svg)").count() == 0
    assert "{{ 7*7 }}" in shown
    assert len(page.content()) < 300_000
    desk.shot(page, "live")


@pytest.mark.parametrize("look", ["light", "dark", "phone", "korean"])
def test_axe_finds_nothing_serious(desk, look):
    """On every page, in each look; nothing is wider than the screen."""
    names = desk.home.propose("deploy:blyck", "auth:aws/prod", "ssh:web-1", "fact:port")
    desk.home.seorap("approve", names[1])
    desk.home.seorap("dismiss", names[2])
    more = {
        "light": {},
        "dark": {"color_scheme": "dark"},
        "phone": {"viewport": {"width": 360, "height": 800}},
        "korean": {"locale": "ko-KR"},
    }[look]
    page = desk.open(**more)
    base = page.url.rpartition("/")[0]
    memory = "/drawer/memory?scope=git:git.example.com/acme/blyck&key=auth:aws/prod"
    for path in (
        "/inbox",
        f"/inbox/{names[0]}",
        "/inbox?show=decided",
        "/drawer",
        memory,
        "/quiet",
        "/activity",
        "/..",
    ):
        page.goto(base + path)
        for each in page.locator(".acts > details").all()[:2]:
            each.evaluate("details => { details.open = true }")
        page.evaluate("document.activeElement.blur(); document.getAnimations().forEach(each => each.finish())")
        found = Axe().run(page).response["violations"]
        serious = [
            each["id"] + str([n["html"] for n in each["nodes"]])
            for each in found
            if each["impact"] in {"serious", "critical"}
        ]
        assert serious == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        desk.shot(page, f"{path.strip('/.').partition('?')[0].replace('/', '-') or 'unknown'}")
    desk.troubles.clear()  # the last page is a 401
