"""Everything exported comes back the same in either database, and a second time changes nothing."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifiers.vocabulary import MemoryType, SeorapError
from storage import drawer, queue
from storage.drawer import Entry
from storage.engine import open_store
from storage.export import export, export_to
from storage.import_file import ImportRefused, read_import
from storage.imports import bring_in, put_back
from storage.intake import checkpoints, commit
from storage.portable import TRAVELS, name_of
from storage.removal import delete_memory, purge, retire
from storage.search import behind, refresh
from storage.spots import CHUNK
from storage.tables import metadata
from storage.tombstones import tombstones
from storage.values import LOCAL, CandidateStatus, Owner, Quiet

DERIVED = {"search_entry", "search_revision", "search_change", "search_vector"}
STAYS = {
    "checkpoint",
    "consultation",
    "idempotency",
    "job_run",
    "probe",  # what was approved to be run on this machine, and how it went here
    "receipt",
    "feedback",
    "tally",
    "alembic_version",
    *DERIVED,
}
"""What means something on one machine only."""


class Lines(list):
    """A stream that keeps its lines."""

    def write(self, line: bytes) -> None:
        self.append(json.loads(line))


def told(store, make, owner=LOCAL) -> list[dict]:
    """The exported rows, without header and end."""
    lines = Lines()
    export(store, lines, now=make.now, owner=owner)
    assert lines[-1] == {"row": "end", "rows": len(lines) - 2}
    return lines[1:-1]


def fill(store, make) -> None:
    """A store in which everything that can happen has happened."""
    drafts = [make.draft(f"{name}1", f"{name}2", key=f"test:{name}") for name in "abcdefg"]
    ids = commit(store, LOCAL, [make.step(*drafts)], now=make.now).created
    queue.approve(store, ids[0], author=make.person, now=make.days(1))
    queue.dismiss(store, ids[1], author=make.person, now=make.days(1))
    queue.snooze(store, ids[2], make.days(9), author=make.person, now=make.days(1))
    queue.approve(store, ids[3], author=make.person, now=make.days(1), body="Said otherwise")
    queue.undo(store, author=make.person, now=make.days(2))
    queue.never(store, ids[4], Quiet.ACTION, author=make.person, now=make.days(2))
    path = "/home/ann/caf\udce9"  # a file name that is no UTF-8
    other = make.draft(make.evidence("z", path=path), key="ssh:web", type=MemoryType.FACT, paths=("*.ts",))
    commit(store, LOCAL, [make.step(other, path="/b")], now=make.now)
    for body in ("one", "two", "one"):
        drawer.write(store, Entry(key="fact:port", body=body), author=make.person, now=make.days(3))
    for key in ("fact:old", "fact:secret", "fact:tired"):
        drawer.write(store, Entry(key=key, body="gone"), author=make.person, now=make.days(3))
    delete_memory(store, "fact:old", author=make.person, now=make.days(4))
    purge(store, "fact:secret", author=make.person, now=make.days(4))
    retire(store, "fact:tired", author=make.person, now=make.days(4))


@pytest.fixture
def other(tmp_path):
    """Another machine's store."""
    with open_store(tmp_path / "other" / "seorap.sqlite") as opened:
        yield opened


@pytest.fixture
def carry(tmp_path, make):
    """Export from one store and import into another."""

    def carried(source, target, **more):
        file = tmp_path / "export.jsonl"
        export_to(source, file, now=make.now)
        return bring_in(target, read_import(file), author=make.person, now=make.now, **more)

    return carried


@pytest.fixture
def sound():
    """The search index holds what the drawer holds, once its outbox is empty."""

    def check(store, make) -> bool:
        refresh(store)
        return behind(store, now=make.now).wrong == 0

    return check


def test_every_table_travels_or_is_said_not_to():
    """A new table is either exported or named here as one machine's own."""
    assert {name_of(model) for model in TRAVELS} | STAYS == set(metadata.tables) | {"alembic_version"}


def test_everything_comes_back_the_same(store, other, make, carry, sound, tmp_path):
    """From either database into either, and back again; the second import changes nothing."""
    fill(store, make)
    before = told(store, make)
    assert {row["row"] for row in before} == {name_of(model) for model in TRAVELS}
    done = carry(store, other)
    assert (done.memories, done.kept, done.quiet) == (3, 0, 0)
    assert told(other, make) == before
    again = carry(store, other)
    assert (again.memories, again.candidates, again.evidence, again.tombstones, again.verdicts) == (0, 0, 0, 0, 0)
    assert told(other, make) == before
    carry(other, store)
    assert told(store, make) == before
    drawer.write(store, Entry(key="fact:since", body="written since"), author=make.person, now=make.days(5))
    assert sound(store, make)
    put_back(store, read_import(tmp_path / "export.jsonl"), author=make.person)
    assert told(store, make) == before
    assert list(checkpoints(store)) == []
    assert sound(store, make)
    assert sound(other, make)


def test_a_verdict_can_be_undone_where_it_came_to(store, other, make, carry):
    """An import into a new store keeps what `undo` needs."""
    (name,) = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created
    queue.approve(store, name, author=make.person, now=make.now)
    carry(store, other)
    assert queue.undo(other, author=make.person, now=make.now).status is CandidateStatus.PENDING
    assert drawer.memories(other) == []


def test_the_file_is_private_and_holds_no_secret(store, make, tmp_path):
    """0600, and masked once more, whatever an older mask let through."""
    commit(
        store,
        LOCAL,
        [make.step(make.draft(make.evidence("r1", command="deploy --password hunter2hunter2")))],
        now=make.now,
    )
    file = tmp_path / "export.jsonl"
    assert export_to(store, file, now=make.now) == 2
    assert file.stat().st_mode & 0o777 == 0o600
    assert "hunter2" not in file.read_text()


def test_a_deleted_key_stays_away_on_both_sides(store, other, make, carry):
    """Deleted here, it goes there; deleted there, an old file does not bring it back."""
    for key in ("fact:a", "fact:b"):
        drawer.write(store, Entry(key=key, body="x"), author=make.person, now=make.now)
    carry(store, other)
    delete_memory(store, "fact:a", author=make.person, now=make.days(1))
    delete_memory(other, "fact:b", author=make.person, now=make.days(1))
    done = carry(store, other)
    assert (done.ended, done.quiet) == (1, 1)
    assert drawer.memories(other) == []
    assert {stone.name for stone in tombstones(other)} == {"fact:a", "fact:b"}


def test_what_was_written_after_the_deletion_elsewhere_stays(store, other, make, carry):
    """The later word holds."""
    drawer.write(store, Entry(key="fact:a", body="x"), author=make.person, now=make.now)
    carry(store, other)
    delete_memory(store, "fact:a", author=make.person, now=make.days(1))
    drawer.write(other, Entry(key="fact:a", body="y"), author=make.person, now=make.days(2))
    assert carry(store, other).kept == 1
    assert [memory.body for memory in drawer.memories(other)] == ["y"]
    assert tombstones(other) == []


def test_a_purge_travels_with_all_content(store, other, make, carry):
    """What was purged on one machine is nowhere on the other."""
    (name,) = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created
    queue.approve(store, name, author=make.person, now=make.now)
    carry(store, other)
    purge(store, "deploy:acme", scope=make.scope, author=make.person, now=make.days(1))
    carry(store, other)
    left = [row for row in told(other, make) if row["row"] not in {"tombstone", "verdict"}]
    assert [(row["row"], row["body"]) for row in left] == [("memory_version", "")] * 2


@pytest.mark.parametrize("later", ["store", "other"])
def test_histories_that_parted_end_with_the_later_word(store, other, make, carry, later):
    """Both machines changed one memory: the later change holds on both, and nothing of either history is lost."""
    drawer.write(store, Entry(key="fact:a", body="first"), author=make.person, now=make.now)
    carry(store, other)
    stores = {"store": store, "other": other}
    for name, opened in stores.items():
        when = make.days(2 if name == later else 1)
        drawer.write(opened, Entry(key="fact:a", body=name), author=make.person, now=when)
    carry(store, other)
    carry(other, store)
    carry(store, other)
    for opened in stores.values():
        assert [memory.body for memory in drawer.memories(opened)] == [later]
    bodies = {each.body for opened in stores.values() for each in drawer.history(opened, "fact:a")}
    assert bodies == {"first", "store", "other"}


def test_evidence_of_both_sides_adds_up(store, other, make, carry):
    """One candidate on two machines counts every record once."""
    commit(store, LOCAL, [make.step(make.draft("r1", "r2"))], now=make.now)
    commit(other, LOCAL, [make.step(make.draft("r2", "r3"))], now=make.now)
    carry(store, other)
    (card,) = queue.candidates(other)
    assert card.seen == 3


def test_somebody_elses_file_only_proposes(store, other, make, tmp_path):
    """Their memories and candidates wait for a verdict here; their tombstones and verdicts mean nothing."""
    fill(store, make)
    file = tmp_path / "export.jsonl"
    export_to(store, file, now=make.now)
    bea = Owner(user="bea")
    for expected in (3, 0):  # two memories that hold, and what waits there
        done = bring_in(other, read_import(file), author=make.person, now=make.now, owner=bea)
        assert done.candidates == expected
    assert drawer.memories(other, owner=bea) == []
    assert tombstones(other, bea) == []
    cards = queue.candidates(other, owner=bea)
    assert {card.confidence for card in cards} <= {0.6}
    assert {row["why"] for row in told(other, make, bea) if row["row"] == "evidence"} == {"imported from me"}


def test_ones_own_file_may_be_taken_as_proposals(store, other, make, carry):
    """On request nothing is remembered without a new verdict."""
    drawer.write(store, Entry(key="fact:a", body="x"), author=make.person, now=make.now)
    assert carry(store, other, propose_only=True).candidates == 1
    assert drawer.memories(other) == []


def test_only_a_person_imports(store, make, tmp_path):
    """An agent cannot approve by way of a file."""
    export_to(store, tmp_path / "f", now=make.now)
    with pytest.raises(SeorapError):
        bring_in(store, read_import(tmp_path / "f"), author=make.agent, now=make.now)
    with pytest.raises(SeorapError):
        put_back(store, read_import(tmp_path / "f"), author=make.agent)


HEAD = (
    b'{"row":"seorap-export","format":1,"revision":"0001","tenant":"local","user":"me","at":"2025-06-01T12:00:00Z"}\n'
)
STONE = b'{"row":"tombstone","kind":"key","scope":"s","name":"a:b","at":"2025-06-01T12:00:00Z"}\n'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"my shopping list\n", "line 1"),
        (HEAD.replace(b'"format":1', b'"format":2'), "newer Seorap"),
        (HEAD.replace(b"0001", b"9999"), "newer Seorap"),
        (HEAD + STONE, "cut off after 1 row"),
        (HEAD + STONE[:40], "line 2"),
        (HEAD + STONE + b'{"row":"end","rows":2}\n', "line 3"),
        (HEAD + STONE + STONE + b'{"row":"end","rows":2}\n', "line 3: this tombstone stands in the file twice"),
        (HEAD + b'{"row":"end","rows":0}\n' + STONE, "more after the end"),
        (HEAD + HEAD, "line 2: a second beginning"),
        (HEAD + STONE.replace(b'"key"', b'"everything"'), "line 2: Invalid enum value"),
        (HEAD + STONE.replace(b"12:00:00Z", b"12:00:00"), "in `at`"),
        (
            HEAD + STONE.replace(b"2025-06-01T12:00:00Z", b"0001-01-01T00:00:00+14:00"),
            "line 2: it holds a time that is none",
        ),
        (HEAD + STONE.replace(b'"s"', b"[[]]"), "in `scope`"),
        (HEAD + b'{"row":"verdict","seq":99999999999999999999}\n', "line 2"),
        (HEAD + b'{"row":"verdict","before":' + b"[" * 100_000 + b"\n", "line 2"),
        (HEAD + b'"' + b"x" * 5_000_000 + b'"\n', "line 2: the line is longer than 4 MB"),
    ],
)
def test_a_wrong_file_is_refused_by_its_line(tmp_path, content, says):
    """The line and what is wrong with it are told; a file is read whole before anything of it is stored."""
    file = tmp_path / "f.jsonl"
    file.write_bytes(content)
    with pytest.raises(ImportRefused) as caught:
        read_import(file)
    assert says in caught.value.title
    assert "Nothing was imported" in caught.value.hint


def test_a_file_that_changes_while_it_is_imported_is_refused_whole(store, other, make, tmp_path):
    """Evidence is read again when it is stored; if it is not there then, nothing is."""
    file = tmp_path / "f.jsonl"
    commit(store, LOCAL, [make.step(make.draft(*(f"r{number}" for number in range(CHUNK + 9))))], now=make.now)
    export_to(store, file, now=make.now)
    found = read_import(file)
    file.write_bytes(file.read_bytes()[:-300])
    with pytest.raises(ImportRefused):
        bring_in(other, found, author=make.person, now=make.now)
    assert told(other, make) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300), cut=st.integers(0, 2000))
def test_any_bytes_are_refused_or_taken_never_more(data, cut, tmp_path, make):
    """Random bytes anywhere in a file give a refusal in words, or a file that reads whole."""
    file = tmp_path / "f.jsonl"
    whole = HEAD + STONE + b'{"row":"end","rows":1}\n'
    file.write_bytes(whole[:cut] + data + whole[cut:])
    try:
        assert read_import(file).rows == 1
    except ImportRefused as refused:
        assert str(file) in refused.title


TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["seen", "approve", "dismiss", "undo", "write", "delete", "retire"]),
        st.sampled_from("abc"),
        TEXT,
    ),
    max_size=12,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_whatever_happened_comes_back_the_same(steps, template, tmp_path_factory, make):
    """The round trip, after any story."""
    folder = tmp_path_factory.mktemp("law")
    with open_store(folder / "one.sqlite") as one, open_store(folder / "two.sqlite") as two:
        for number, (act, name, text) in enumerate(steps):
            play(one, make, act, name, text, number)
        before = told(one, make)
        for _ in range(2):
            export_to(one, folder / "f", now=make.now)
            bring_in(two, read_import(folder / "f"), author=make.person, now=make.now)
            assert told(two, make) == before


def play(store, make, act, name, text, number) -> None:
    key, when = f"fact:{name}", make.now + timedelta(hours=number)
    try:
        if act == "seen":
            found = make.draft(make.evidence(text, at=when, why=text), key=key, body=text, scope="global")
            commit(store, LOCAL, [make.step(found, path=f"/{number}")], now=when)
        elif act == "write":
            drawer.write(store, Entry(key=key, body=text), author=make.person, now=when)
        elif act == "delete":
            delete_memory(store, key, author=make.person, now=when)
        elif act == "retire":
            retire(store, key, author=make.person, now=when)
        elif act == "undo":
            queue.undo(store, author=make.person, now=when)
        else:
            cards = [card for card in queue.candidates(store, statuses=tuple(CandidateStatus)) if card.key == key]
            verdict = {"approve": queue.approve, "dismiss": queue.dismiss}[act]
            verdict(store, cards[0].id if cards else "none", author=make.person, now=when)
    except SeorapError:
        return  # refused: there is nothing to do it to
