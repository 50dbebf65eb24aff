"""Databases as sources: rows once each, updates seen, and the owner never disturbed."""

from __future__ import annotations

import json
import platform
import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classifiers.formats.registry import format_named, sniff
from daemon.sources.tail import Batch, Reason, Trouble, peek, read
from daemon.sources.watched import looked
from storage import foreign

ATUIN = format_named("atuin")
SCHEMA = (
    "create table history (id text primary key, timestamp integer not null, duration integer not null, exit integer not null,"
    " command text not null, cwd text not null, session text not null, hostname text not null, deleted_at integer)"
)
HERE = f"{platform.node()}:ada"


class History:
    """A history as atuin keeps it: WAL, a row at the start of a command, updated at its end."""

    def __init__(self, path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("pragma journal_mode = wal")
        self.database.execute(SCHEMA)

    def start(self, name: str, command: str = "make test", host: str = HERE) -> None:
        self.database.execute(
            "insert into history values (?, 1760000000000000000, -1, -1, ?, '/home/ada', 's', ?, null)",
            (name, command, host),
        )

    def end(self, name: str, status: int = 0) -> None:
        self.database.execute("update history set exit = ?, duration = 5 where id = ?", (status, name))

    def ran(self, name: str, status: int = 0, **more: str) -> None:
        self.start(name, **more)
        self.end(name, status)


@pytest.fixture
def history(tmp_path):
    made = History(tmp_path / "atuin" / "history.db")
    yield made
    made.database.close()


class Reader:
    """Reads as the daemon does: the checkpoint of one batch, with the format's carry in it, is the next one's."""

    def __init__(self, path, form=ATUIN) -> None:
        self.path, self.form, self.checkpoint = str(path), form, None

    def batch(self) -> Batch:
        found = read(self.path, self.checkpoint, self.form)
        assert isinstance(found, Batch), found
        return found

    def keys(self) -> list[str]:
        """The keys of the records of everything that is new."""
        keys, more = [], True
        while more:
            batch = self.batch()
            carry = json.loads(batch.next.carry or b"{}").get("format", {})
            reading = self.form.read(batch.lines, carry, final=False, path=self.path)
            assert reading.skipped == 0
            self.checkpoint = replace(batch.next, carry=json.dumps({"format": reading.carry, "mined": {}}).encode())
            keys += [record.key.partition(":")[2] for record in reading.records]
            more = batch.more
        return keys


def test_rows_come_once_from_the_log_too(history):
    """What stands only in the write-ahead log is read, and nothing is read twice."""
    reader = Reader(history.path)
    history.ran("a")
    history.ran("b", 1)
    assert reader.keys() == ["a", "b"]
    assert reader.keys() == []
    history.ran("c")
    assert reader.keys() == ["c"]


def test_a_command_that_runs_is_read_when_it_has_ended(history):
    """However many ended before it, and after a restart of the daemon."""
    reader = Reader(history.path)
    history.start("long")
    history.ran("b")
    assert reader.keys() == ["b"]
    history.ran("c")
    assert reader.keys() == ["c"]
    history.end("long")
    assert reader.keys() == ["long"]
    assert reader.keys() == []


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(["start", "end", "read", "checkpoint"]), st.integers(0, 5)), max_size=30))
def test_any_interleaving_gives_every_ended_command_exactly_once(tmp_path_factory, steps):
    """Whatever the owner and the reader do, in whichever order."""
    history = History(tmp_path_factory.mktemp("home") / "history.db")
    reader, begun, ended, read_so_far = Reader(history.path), set(), set(), []
    for step, number in steps:
        name = str(number)
        if step == "start" and name not in begun:
            history.start(name)
            begun.add(name)
        elif step == "end" and name in begun - ended:
            history.end(name)
            ended.add(name)
        elif step == "read":
            read_so_far += reader.keys()
        elif step == "checkpoint":
            history.database.execute("pragma wal_checkpoint(truncate)")
    read_so_far += reader.keys()
    assert sorted(read_so_far) == sorted(ended)
    history.database.close()


def test_a_change_in_the_log_changes_the_look(history):
    """The database's own file stays as it is until the log is folded in; the follower must see it all the same."""
    history.database.execute("pragma wal_autocheckpoint = 0")
    history.start("a")
    before = history.path.stat()
    look = looked(str(history.path), before)
    history.end("a")
    after = history.path.stat()
    assert (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    assert not looked(str(history.path), after).same(look)


def test_another_database_under_the_same_path_is_read_from_its_beginning(history, tmp_path):
    """The row the position rests on is another one: said as replaced."""
    reader = Reader(history.path)
    history.ran("a")
    history.ran("b")
    reader.keys()
    history.database.close()
    for file in history.path.parent.iterdir():
        file.unlink()
    other = History(history.path)
    other.ran("c")
    other.ran("d")
    other.ran("e")
    assert reader.batch().reason is Reason.REPLACED
    assert reader.keys() == ["c", "d", "e"]
    other.database.close()


def test_what_another_machine_ran_proves_nothing_here(history):
    """Synced rows are passed over, and do not stop the ones after them."""
    history.ran("there", host="otherbox:ada")
    history.ran("here", host=f"{platform.node().upper()}.lan:ada")
    history.ran("nobody", host="")
    reader = Reader(history.path)
    assert reader.keys() == ["here", "nobody"]
    history.ran("there too", host="otherbox:ada")
    assert reader.keys() == []


def test_a_database_left_without_its_log_is_read_and_nothing_is_made_beside_it(history):
    """Its owner folded the log in and went; the reader leaves the folder as it is, also a read-only one."""
    history.ran("a")
    history.database.close()
    assert [each.name for each in history.path.parent.iterdir()] == ["history.db"]
    history.path.parent.chmod(0o500)
    try:
        assert Reader(history.path).keys() == ["a"]
    finally:
        history.path.parent.chmod(0o700)
    assert [each.name for each in history.path.parent.iterdir()] == ["history.db"]


def test_the_owner_can_always_write(history):
    """Reading holds no lock that a writer waits for, and writes nothing into the database."""
    history.ran("a")
    reader = Reader(history.path)
    reader.keys()
    version = history.database.execute("pragma data_version").fetchone()
    for number in range(20):
        history.ran(f"b{number}")
        reader.keys()
    assert history.database.execute("pragma data_version").fetchone() == version


@pytest.mark.parametrize("damage", ["locked", "cut", "no table", "other columns", "gone"])
def test_a_database_that_cannot_be_read_is_a_trouble(history, damage, monkeypatch):
    """Nothing is consumed, and it is tried again; no exception reaches the daemon."""
    history.ran("a")
    history.database.execute("pragma journal_mode = delete")
    monkeypatch.setattr(foreign, "PATIENCE", 0.05)
    if damage == "locked":
        history.database.execute("begin exclusive")
    elif damage == "cut":
        history.database.close()
        history.path.write_bytes(history.path.read_bytes()[:5000])
    elif damage == "no table":
        history.database.execute("drop table history")
    elif damage == "other columns":
        history.database.execute("alter table history rename column command to line")
    else:
        history.path.unlink()
    found = read(str(history.path), None, ATUIN)
    assert isinstance(found, Trouble)
    assert not found.lasting
    assert "history" in found.title


@pytest.mark.parametrize("name", sorted(foreign.TABLES))
def test_each_table_names_what_its_format_reads(name, tmp_path):
    """A made-up database with the required columns gives lines its format takes, and is known by its first page."""
    table, form = foreign.TABLES[name], format_named(name)
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in SCHEMAS[name]:
            database.execute(statement)
    found = Reader(path, form)
    assert found.keys()
    assert sniff(peek(str(path)), str(path)) is form
    with closing(sqlite3.connect(path)) as database:
        there = {row[1] for row in database.execute(f"pragma table_info({table.name})")}
    assert set(table.required) <= there


ODD = (
    "null",
    "'z'",
    "x'ff00'",
    "cast(x'c328' as text)",
    "1.5",
    "9e999",
    "-1",
    "9223372036854775807",
    "'🙂' || char(0)",
)


@pytest.mark.parametrize("name", sorted(foreign.TABLES))
def test_rows_of_any_values_are_counted_or_passed_over(name, tmp_path):
    """SQLite holds any value in any column, and text that is none: the rows beside such a row are read all the same."""
    table, form = foreign.TABLES[name], format_named(name)
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in SCHEMAS[name]:
            database.execute(statement)
        database.execute(f"create table loose as select * from {table.name}")  # without what its own program asks for
        database.execute(f"drop table {table.name}")
        database.execute(f"alter table loose rename to {table.name}")
        database.execute("begin")
        whole = [row[0] for row in database.execute(f"select rowid from {table.name}")]
        for _, column, *_ in database.execute(f"pragma table_info({table.name})").fetchall():
            for odd in ODD:
                database.execute(f"insert into {table.name} select * from {table.name} where rowid = {whole[-1]}")
                database.execute(f"update {table.name} set {column} = {odd} where rowid = last_insert_rowid()")
        database.execute("commit")
    batch = Reader(path, form).batch()
    reading = form.read(batch.lines, {}, final=False, path=str(path))
    assert set(whole) <= {line.number for line in batch.lines}
    assert reading.records
    assert reading.parsed + reading.skipped == len(batch.lines)


def test_parts_that_change_in_place_come_again(tmp_path):
    """Opencode updates a part while its command runs: the end is read, once."""
    path = tmp_path / "opencode.db"
    form = format_named("opencode_database")
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in SCHEMAS["opencode_database"][:-1]:
            database.execute(statement)
        reader = Reader(path, form)
        part = {"type": "tool", "tool": "bash", "state": {"status": "running", "input": {"command": "npm test"}}}
        database.execute("insert into part values ('prt_1', 'msg_1', 'ses_1', 10000, 10000, ?)", (json.dumps(part),))
        first = reader.keys()
        part["state"] |= {"status": "completed", "metadata": {"exit": 0}, "output": "ok"}
        database.execute("update part set data = ?, time_updated = 10900 where id = 'prt_1'", (json.dumps(part),))
        assert (first, reader.keys(), reader.keys()) == (["start:ses_1"], ["prt_1"], [])


def test_more_rows_than_one_reading_takes_come_in_several(tmp_path, monkeypatch):
    """Also where many rows have the same time: none is passed over."""
    path = tmp_path / "opencode.db"
    monkeypatch.setattr(foreign, "ROWS", 4)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in SCHEMAS["opencode_database"][:-1]:
            database.execute(statement)
        text = json.dumps({"type": "text", "text": "Never touch PROD."})
        for number in range(30):
            at = 20000 * (number // 10 + 1)
            database.execute("insert into part values (?, 'msg_1', 'ses_1', ?, ?, ?)", (f"prt_{number}", at, at, text))
    reader = Reader(path, format_named("opencode_database"))
    assert reader.batch().more
    keys = reader.keys()
    assert [key for key in keys if key.startswith("prt")] == [f"prt_{number}" for number in range(30)]


def kiro(database, conversation: str, at: int, *words: str, folder: str = "/home/ada") -> None:
    """Write a conversation as Kiro does: whole, in the place of what it was; the row may get another number."""
    history = [
        {"user": {"content": {"Prompt": {"prompt": word}}, "timestamp": f"2026-03-02T10:00:0{number}+00:00"}}
        for number, word in enumerate(words)
    ]
    value = json.dumps({"conversation_id": conversation, "history": history})
    statement = "insert or replace into conversations_v2 values (?, ?, ?, 1, ?)"
    database.execute(statement, (folder, conversation, value, at))


def test_a_conversation_that_is_rewritten_whole_gives_what_is_new(tmp_path):
    """Kiro's rows: however often they are replaced, in whichever order, each prompt comes once."""
    path = tmp_path / "data.sqlite3"
    form = format_named("kiro_database")
    reader = Reader(path, form)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(SCHEMAS["kiro_database"][0])
        kiro(database, "b", 10_000, "one")
        kiro(database, "c", 20_000, "one")
        first = reader.keys()
        assert [key.split(":")[0] for key in first] == ["start", "b", "start", "c"]
        kiro(database, "b", 30_000, "one", "two")
        assert len(reader.keys()) == 1
        assert reader.checkpoint.offset == 30_000
        assert reader.keys() == []
        kiro(database, "c", 40_000, "one", "two", "three")
        kiro(database, "b", 40_000, "one", "two", "three")
        assert len(reader.keys()) == 3
        assert reader.keys() == []


def test_a_row_dated_ahead_holds_none_back(tmp_path, monkeypatch):
    """A clock that once stood in another year, or a row that says so: what is written after it is read, each word once."""
    path = tmp_path / "data.sqlite3"
    form = format_named("kiro_database")
    monkeypatch.setattr(foreign, "ROWS", 5)
    now = time.time_ns() // 1_000_000
    year = 365 * 86_400_000
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(SCHEMAS["kiro_database"][0])
        kiro(database, "a", now - year, "one")
        for name in "bcdef":
            kiro(database, name, now + year, "one")
        reader = Reader(path, form)
        first = reader.keys()
        assert {key[0] for key in first} == set("sabcdef")
        assert reader.checkpoint.offset <= time.time_ns() // 1_000_000
        kiro(database, "g", now - 60_000, "one")
        kiro(database, "h", time.time_ns() // 1_000_000, "one")
        later = reader.keys()
        assert "h" in {key[0] for key in later}
        reader.checkpoint = replace(reader.checkpoint, offset=now + year)  # read while the clock stood there
        again = reader.keys()
        assert "g" in {key[0] for key in again}


@pytest.mark.parametrize(("limit", "at_most"), [("ROWS", 4), ("BYTES", 900)])
def test_however_many_rows_are_dated_ahead_each_reading_is_bounded(tmp_path, monkeypatch, limit, at_most):
    """Nothing before now waits for them, the newest of them are read, and each comes at the latest in its time."""
    path, name, now = tmp_path / "data.sqlite3", "kiro_database", 10_000_000
    monkeypatch.setattr(foreign, limit, at_most)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(SCHEMAS[name][0])
        for number in range(60):
            kiro(database, f"ahead{number}", now + 100_000 * (60 - number), "one")
        for number in range(20):
            kiro(database, f"past{number}", now - 200_000 + 10_000 * number, "one")
        kiro(database, "now", now, "one")
        position, anchor, seen = 0, "", []

        def reading(at: int) -> bool:
            nonlocal position, anchor
            found = foreign.rows(str(path), name, position, anchor, host="here", now=at)
            assert found.position <= at
            assert len(found.lines) <= 2 * 5
            seen[:0] = [json.loads(line)["conversation"] for line in found.lines]
            position, anchor = found.position, found.anchor
            return found.more

        while reading(now):
            assert len(seen) < 100
        assert {"now", *(f"past{number}" for number in range(20))} <= set(seen)
        assert "ahead59" in seen
        assert "ahead0" not in seen
        kiro(database, "late", now + 1, "one")
        assert not reading(now + 1)
        assert not reading(now + 1)
        assert "late" in seen
        while reading(now + 100_000 * 61):
            assert len(seen) < 300
        assert {f"ahead{number}" for number in range(60)} <= set(seen)


def test_rows_that_xonsh_takes_away_and_writes_again_are_read(tmp_path):
    """With `erasedups` a repeated command's row is deleted, and the new one may get its number."""
    path = tmp_path / "xonsh-history.sqlite"
    reader = Reader(path, format_named("xonsh_database"))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(SCHEMAS["xonsh_database"][0])
        add = "insert into xonsh_history (inp, rtn, tsb, tse, sessionid, cwd) values (?, 0, ?, ?, 's', '/home/ada')"
        for at, command in enumerate(("make a", "make b"), 10):
            database.execute(add, (command, at, at + 1))
        assert reader.keys() == ["s:10.000000", "s:11.000000"]
        database.execute("delete from xonsh_history where inp = 'make b'")
        database.execute(add, ("make b", 20, 21))
        assert reader.keys()[-1] == "s:20.000000"
        assert reader.keys() == []


SCHEMAS = {
    "kiro_database": [
        "create table conversations_v2 (key text not null, conversation_id text not null, value text not null, created_at integer not null, updated_at integer not null, primary key (key, conversation_id))",
        """insert into conversations_v2 values ('/home/ada', 'c', '{"conversation_id": "c", "history": [{"user": {"content": {"Prompt": {"prompt": "Never touch PROD"}}}}]}', 1, 1)""",
    ],
    "xonsh_database": [
        "create table xonsh_history (inp text, rtn integer, tsb real, tse real, sessionid text, out text, info text, frequency integer default 1, cwd text)",
        "insert into xonsh_history values ('make', 0, 1760000000.5, 1760000001.5, 's', null, null, 1, '/home/ada')",
    ],
    "atuin": [
        SCHEMA,
        "insert into history values ('a', 1, 2, 0, 'make', '/', 's', '', null)",
    ],
    "nushell": [
        "create table history (id integer primary key autoincrement, command_line text, start_timestamp integer, session_id integer, hostname text, cwd text, duration_ms integer, exit_status integer, more_info text) strict",
        "insert into history values (1, 'cargo test', 1760000000000, 7, null, '/home/ada', 20, 0, null)",
    ],
    "goose": [
        "create table sessions (id text primary key, working_dir text not null, session_type text)",
        "create table messages (id integer primary key autoincrement, message_id text, session_id text, role text, content_json text, created_timestamp integer, metadata_json text)",
        "insert into sessions values ('s', '/home/ada', 'user')",
        "insert into messages values (1, 'm', 's', 'user', '[{\"type\":\"text\",\"text\":\"Never touch PROD\"}]', 1760000000, null)",
    ],
    "opencode_database": [
        "create table session (id text primary key, directory text, parent_id text)",
        "create table message (id text primary key, session_id text, data text)",
        "create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text)",
        "insert into session values ('ses_1', '/home/ada', null)",
        """insert into message values ('msg_1', 'ses_1', '{"role": "user"}')""",
        """insert into part values ('prt_1', 'msg_1', 'ses_1', 1, 1, '{"type": "text", "text": "Never touch PROD"}')""",
    ],
}
