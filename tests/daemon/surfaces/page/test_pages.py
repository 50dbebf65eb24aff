"""What the pages show: everything needed to judge, untrusted text inert, in the reader's language."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from classifiers.vocabulary import Actor, MemoryType
from daemon.surfaces.page.charts import bars, rounded_up
from daemon.surfaces.page.language import LANGUAGES, preferred
from storage import drawer, removal
from storage.entries import Entry
from storage.feedback import Trial, report
from storage.guards import Guard, guard
from storage.values import Author, Effect, Owner

OWNER = Owner(user="sam")
SAM = Author(Actor.PERSON, "sam")
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>' \" ]]> {{ 7*7 }} \x1b[31mred\x1b]0;title\x07 "
    "\u202egnp.exe\u202c zero\u200bwidth \U000e0041tag </textarea></article>"
)


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the text between."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def test_a_card_shows_all_that_is_needed_to_judge(visitor):
    doors, who = visitor
    at = datetime.now(UTC) - timedelta(minutes=1)
    name = doors.propose(
        actor=Actor.AGENT,
        session="5e0a1c52-7d0b",
        command="npx vercel deploy",
        excerpt="Production: done\nin 3 s",
        at=at,
    )
    text = Elements(who.get().text).text
    for part in (
        "deploy:blyck",
        "capability",
        "Known: deploy:blyck.",
        "npx vercel deploy",
        "exit 0",
        "Production: done",
    ):
        assert part in text
    for part in (
        "an agent",
        ".bash_history:3",
        "Session 5e0a1c52",
        "seen once",
        "90% sure",
        f"{at.astimezone():%H:%M}",
    ):
        assert part in text
    assert f"c-{name}" in who.get(f"/inbox/{name}").text


def test_a_candidate_that_contradicts_a_memory_shows_both(visitor):
    doors, who = visitor
    entry = Entry(key="fact:port", body="The API listens on 8080.", scope="global")
    drawer.write(doors.store, entry, author=SAM, now=doors.now(), owner=OWNER)
    agents = Entry(key="fact:port", body="The API listens on 9090.", scope="global")
    drawer.write(doors.store, agents, author=Author(Actor.AGENT, "claude-code"), now=doors.now(), owner=OWNER)
    text = Elements(who.get().text).text
    assert "The API listens on 9090." in text
    assert "replaced if you approve: The API listens on 8080." in text


def test_hostile_text_is_inert_wherever_it_stands(visitor):
    doors, who = visitor
    fields = ("body", "command", "excerpt", "why", "session", "path", "scope", "rule", "workspace")
    hostile = dict.fromkeys(fields, HOSTILE)
    who.judge("approve", doors.propose("deploy:a" + HOSTILE, **hostile))
    name = doors.propose("deploy:b" + HOSTILE, **hostile)
    for path in ("/inbox", f"/inbox/{name}", "/inbox?show=decided", "/drawer", "/activity"):
        page = who.get(path)
        assert page.status_code == 200
        elements = Elements(page.text)
        assert {tag for tag, _ in elements.found} >= {"html", "main"}
        assert [attrs for tag, attrs in elements.found if tag == "script"] == [
            {"type": "module", "src": next(a["src"] for t, a in elements.found if t == "script")}
        ]
        assert not [attrs for _, attrs in elements.found for attr in attrs if attr.startswith("on") or attr == "style"]
        assert not re.search("[\x00-\x08\x1b\u202a-\u202e\u200b\u2066-\u2069\U000e0000-\U000e007f]", page.text)


def test_a_word_of_a_megabyte_is_cut(visitor):
    doors, who = visitor
    doors.propose(body="a" * 2000, command="b" * 1_000_000, excerpt="c" * 1_000_000, why="d" * 1_000_000)
    assert len(who.get().text) < 40_000


def test_secrets_are_masked_once_more(visitor):
    """Should an older mask have known less when it was stored."""
    doors, who = visitor
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    doors.propose(body=f"Push with {secret}.", command=f"git push https://x:{secret}@github.com/a/b", excerpt=secret)
    assert "deploy:blyck" in who.get().text
    assert secret not in who.get().text


def test_a_file_name_that_is_no_text_breaks_nothing(visitor):
    doors, who = visitor
    doors.propose(path="/logs/\udcff.log")
    assert who.get().status_code == 200


def test_search_filter_order_and_pages(visitor):
    doors, who = visitor
    for number in range(45):
        doors.propose(f"test:p{number:02}", body=f"Number {number}.", at=datetime.now(UTC) - timedelta(hours=number))
    doors.propose("rule:no-prod", type=MemoryType.RULE, body="PROD 건드리지 마 100%_sure")

    def keys(query: str) -> list[str]:
        found = re.findall(r'id="k-[^"]+"><a [^>]*>(.*?)</a>', who.get(f"/inbox?{query}").text)
        return [re.sub("<[^>]*>", "", each) for each in found]

    assert len(keys("")) == 20
    assert keys("page=2")[-1] == "test:p38"
    assert len(keys("page=3")) == 6
    assert keys("page=99") == []
    assert keys("q=건드리지") == keys("type=rule") == keys("q=100%25_") == ["rule:no-prod"]
    assert keys("q=p07+number") == ["test:p07"]
    assert keys("q=%25%25") == []
    assert keys("type=nothing&page=x&order=strongest&show=odd")[0] == "rule:no-prod"
    assert "46" in who.get().text


def test_each_sort_shows_its_own_and_the_count_is_the_list(visitor):
    doors, who = visitor
    names = [doors.propose(f"test:{number}") for number in range(4)]
    who.judge("approve", names[0])
    who.judge("snooze:7", names[1])
    for sort, wanted in {"waiting": names[2:], "snoozed": names[1:2], "decided": names[:1], "expired": []}.items():
        page = who.get(f"/inbox?show={sort}").text
        assert set(re.findall(r'id="c-([^"]+)"', page)) == set(wanted)
        assert re.search(rf'aria-current="page">[^<]* <b>{len(wanted)}</b>', page)


def test_the_drawer_shows_history_and_when_it_fades(visitor, said):
    doors, who = visitor
    entry = Entry(key="fact:port", body="The API listens on 8080.", type=MemoryType.FACT)
    drawer.write(doors.store, entry, author=SAM, now=doors.now(), owner=OWNER)
    place = "/drawer/memory?scope=global&key=fact:port"
    fades = doors.now().astimezone() + timedelta(days=90)
    assert f"stale on {fades.day} {fades:%b}" in who.get(place).text
    at = {"key": "fact:port", "scope": "global", "version": "1", "back": f"{who.base}{place}"}
    assert said(who.post("/changes", change="correct", body="It is 9090.", **at)) == "Corrected fact:port."
    assert drawer.show(doors.store, "fact:port", owner=OWNER).body == "It is 9090."
    assert "at version 2" in said(who.post("/changes", change="retire", **at))  # an old page
    at["version"] = "2"
    assert said(who.post("/changes", change="retire", **at)).startswith("Retired")
    assert "The API listens on 8080." in who.get(place).text
    assert said(who.post("/changes", change="delete", **at | {"version": "3"})).startswith("Deleted")
    assert "fact:port" in who.get("/quiet").text
    assert "tick the box" in said(who.post("/changes", change="purge", **at))
    assert said(who.post("/changes", change="purge", sure="yes", **at)) == "Purged fact:port."
    assert "8080" not in who.get(place).text
    lift = {"kind": "key", "name": "fact:port", "scope": "global", "back": f"{who.base}/quiet"}
    assert said(who.post("/lift", **lift)) == "fact:port may be proposed again."
    assert said(who.post("/lift", **lift)) == "fact:port was not kept away."


def test_a_memory_tells_what_it_forbids_what_came_of_it_and_what_is_gone(visitor, tmp_path):
    """In the list and on its own page."""
    doors, who = visitor
    (tmp_path / "blyck").mkdir()
    root = str(tmp_path / "blyck")
    more = {"type": MemoryType.LESSON, "workspace": root}
    drawer.write(
        doors.store,
        drawer.Entry(key="lesson:1", body="Run `./boot.sh`.", **more),
        author=SAM,
        now=doors.now(),
        owner=OWNER,
    )
    trial = Trial(key="lesson:1", effect=Effect.PREVENTED, host="h", session="s")
    report(doors.store, trial, now=doors.now(), owner=OWNER)
    wanted = Guard(commands=("<b>psql*",))
    guard(doors.store, "lesson:1", wanted, author=SAM, now=doors.now(), owner=OWNER)
    page = who.get("/drawer/memory?scope=global&key=lesson:1").text
    for said in (
        "&lt;b&gt;psql*",
        "prevented 1, still failed 0",
        "constraint",
        "constraint changed",
        "boot.sh is not there",
    ):
        assert said in page
    assert "boot.sh is not there" in who.get("/drawer").text


def test_the_drawer_is_searched_by_type_status_and_words(visitor):
    doors, who = visitor
    for key, kind in (("fact:a", MemoryType.FACT), ("rule:b", MemoryType.RULE)):
        drawer.write(
            doors.store, Entry(key=key, body=f"About {key}", type=kind), author=SAM, now=doors.now(), owner=OWNER
        )
    removal.retire(doors.store, "rule:b", author=SAM, now=doors.now(), owner=OWNER)
    for query, wanted in {"": 2, "type=fact": 1, "status=retired": 1, "q=rule:b": 1, "q=nothing": 0}.items():
        assert who.get(f"/drawer?{query}").text.count('<article class="memory') == wanted


def test_activity_draws_what_happened(visitor):
    doors, who = visitor
    who.judge("approve", doors.propose())
    page = who.get("/activity").text
    assert page.count('<rect class="proofs"') == page.count('<rect class="approved"') == 1
    assert "capability: 1." in page
    assert "does not run" in page  # these doors are a test's, no daemon's


def test_the_language_is_the_browsers_until_one_is_chosen(visitor):
    _, who = visitor
    korean = {"Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8"}
    assert 'lang="en"' in who.get().text[:200]
    assert "대기 중" in who.get(headers=korean).text
    assert "대기 중" in who.get("/language?to=ko").text
    assert 'lang="ko"' in who.get().text[:200]
    assert "Waiting" in who.get("/language?to=en", headers=korean).text
    assert who.get("/language?to=../../etc").status_code == 200


@pytest.mark.parametrize(
    ("accept", "code"),
    [("", "en"), ("ko", "ko"), ("fr, ko;q=0.2, en;q=0.9", "en"), ("de,KO-kr;q=x,ko;q=0.1", "ko"), ("ko;q=0", "en")],
)
def test_accept_language(accept, code):
    assert preferred(accept) == code


def test_every_language_has_every_word_with_the_same_places():
    def words(code):
        text = (files("daemon.surfaces.page") / "words" / f"{code}.toml").read_text(encoding="utf-8")
        return tomllib.loads(text)

    first = words("en")
    for code in LANGUAGES:
        other = words(code)
        assert set(other) == set(first)
        for name, text in other.items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", first[name])), name
            assert text


def test_an_unknown_candidate_or_memory_is_told(visitor):
    _, who = visitor
    for path in ("/inbox/zzz", "/drawer/memory?key=fact:none", "/drawer/memory?key=nokey"):
        answer = who.get(path)
        assert answer.status_code in {404, 409}
        assert "That did not work" in answer.text


def test_bars_are_in_proportion_and_never_invisible():
    drawn = bars([0, 1, 1000], step=10, height=100, top=1000)
    assert [(bar.x, bar.height) for bar in drawn] == [(0, 0), (10, 2), (20, 100)]
    assert all(bar.y + bar.height == 100 for bar in drawn)
    assert [rounded_up(value) for value in (0, 1, 3, 7, 10, 11, 99, 100, 101)] == [1, 1, 5, 10, 10, 20, 100, 100, 200]
