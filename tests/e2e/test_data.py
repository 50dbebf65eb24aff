"""`backup`, `restore`, `export` and `import` as a person meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text


def backups(home) -> list:
    return sorted((home.root / "seorap" / "backups").iterdir())


pytestmark = pytest.mark.slow


@pytest.fixture
def kept(home):
    """One memory, one dismissed key, one candidate."""
    keep, drop, _ = home.propose("deploy:blyck", "ssh:web-1", "test:blyck")
    home.seorap("approve", keep)
    home.seorap("dismiss", drop)
    return home


def state(home) -> tuple:
    return home.rows("memory", "list"), home.rows("inbox", "--all")


def test_a_backup_restored_brings_everything_back(kept):
    """Restored, everything is as it was; what it replaced is kept and can be restored as well."""
    before = state(kept)
    (path,) = kept.seorap("backup").stdout.split()
    kept.seorap("memory", "write", "fact:later", "It came later.", "--type", "fact")
    after = state(kept)
    said = kept.seorap("restore", path).stdout
    assert state(kept) == before
    aside = said.split("is kept: ")[1].strip()
    kept.seorap("restore", aside)
    assert state(kept) == after


def test_an_export_moves_everything_to_another_machine(kept, home, tmp_path):
    """Exported here, imported there: the same memories, the same inbox; the dismissed key stays away."""
    before = state(kept)
    kept.seorap("export", str(tmp_path / "all.jsonl"))
    assert kept.seorap("export").stdout.splitlines()[1:] == (tmp_path / "all.jsonl").read_text().splitlines()[1:]
    home.environ["SEORAP_HOME"] = str(tmp_path / "elsewhere")
    assert home.seorap("import", str(tmp_path / "all.jsonl")).stdout.startswith("Imported: 1 memory")
    assert state(home) == before
    assert "nothing that was not here" in home.seorap("import", str(tmp_path / "all.jsonl")).stdout
    assert "blyck" in home.memory.read_text()


def test_another_persons_file_waits_in_the_inbox(kept, home, tmp_path):
    """Nothing is remembered without a verdict here."""
    kept.seorap("export", str(tmp_path / "all.jsonl"))
    home.environ |= {"SEORAP_HOME": str(tmp_path / "elsewhere"), "LOGNAME": "bea"}
    said = home.seorap("import", str(tmp_path / "all.jsonl"))
    assert "2 candidates" in said.stdout
    assert "seorap review" in said.stderr
    assert (home.rows("memory", "list"), home.keys()) == ([], {"deploy:blyck", "test:blyck"})


def test_a_purge_names_the_backups_that_may_hold_it(kept):
    """They are the person's to delete."""
    (path,) = kept.seorap("backup").stdout.split()
    scope = str(kept.rows("memory", "list")[0]["scope"])
    assert path in kept.seorap("memory", "purge", "deploy:blyck", "--scope", scope, "--yes").stderr


def test_an_agent_can_neither_import_nor_restore(kept, tmp_path):
    """A verdict does not come in by way of a file."""
    kept.seorap("export", str(tmp_path / "all.jsonl"))
    (path,) = kept.seorap("backup").stdout.split()
    for words in (("import", str(tmp_path / "all.jsonl")), ("restore", path), ("restore", str(tmp_path / "all.jsonl"))):
        assert "person" in kept.refused(*words, code=1, CLAUDECODE="1")


def test_a_broken_file_is_refused_with_its_line(kept, tmp_path):
    """Words, the line, and nothing changed."""
    before = state(kept)
    kept.seorap("export", str(tmp_path / "all.jsonl"))
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    lines[3] = lines[3].replace('"row":"', '"row":"no_')
    (tmp_path / "all.jsonl").write_text("\n".join(lines))
    for verb in ("import", "restore"):
        said = kept.refused(verb, str(tmp_path / "all.jsonl"), code=1)
        assert "line 4" in said
        assert "Nothing was imported" in said
    assert state(kept) == before


def test_a_restore_is_refused_while_the_daemon_runs(kept, until):
    """It says what to do, and nothing changes."""
    (path,) = kept.seorap("backup").stdout.split()
    kept.seorap("memory", "write", "fact:later", "It came later.", "--type", "fact")
    before = state(kept)
    daemon = kept.start()
    until(lambda: "daemon.started" in kept.log())
    said = kept.refused("restore", path, code=1)
    assert str(daemon.pid) in said
    assert "systemctl --user stop seorap" in said
    assert state(kept) == before


def test_the_nightly_backup_is_made_once_and_old_ones_go(home):
    """A day's catch-ups make one private copy; only as many stay as config.toml says."""
    (home.root / "seorap").mkdir()
    (home.root / "seorap" / "config.toml").write_text("[backup]\nkeep = 2\n")
    for number in range(4):
        home.seorap("run", "--once")
        home.seorap("run", "--once")
        assert len(backups(home)) == min(number + 1, 2)
        with home.store() as store, store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM job_run WHERE job = 'backup'")  # it is the next day
        newest = backups(home)[-1]
        assert newest.stat().st_mode & 0o777 == 0o600
        newest.rename(newest.with_name(f"{newest.stem}-{number}.sqlite"))
    assert backups(home)[0].parent.stat().st_mode & 0o777 == 0o700


def test_a_damaged_database_is_said_with_the_backup_that_mends_it(kept):
    """Every verb names the last good backup; put back, everything works again."""
    before = state(kept)
    (path,) = kept.seorap("backup").stdout.split()
    database = kept.root / "seorap" / "seorap.sqlite"
    whole = database.read_bytes()
    with kept.store() as store, store.engine.connect() as connection:
        page = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'evidence'").scalar_one()
    torn = bytearray(whole)
    torn[4096 * (page - 1) : 4096 * page] = b"\xa5" * 4096
    for damaged, verbs in ((torn, ("run",)), (b"not a database" * 500, ("run", "status", "inbox"))):
        database.write_bytes(damaged)
        for verb in verbs:
            said = kept.refused(verb, code=1)
            assert f"seorap restore {path}" in said
            assert "read on from where it stood" in said
        assert database.read_bytes() == damaged
    kept.seorap("restore", path)
    assert state(kept) == before


def test_postgres_is_backed_up_as_an_export_and_restored_from_it(home, postgres, tmp_path):
    """The same verbs on a server: a private JSON Lines file, and what it replaces is exported first."""
    engine = create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS seorap_data"))
        connection.execute(text("CREATE DATABASE seorap_data"))
    home.environ["SEORAP_DATABASE_URL"] = postgres.replace("/postgres?", "/seorap_data?")
    try:
        home.seorap("memory", "write", "fact:port", "8080", "--type", "fact")
        before = state(home)
        (path,) = home.seorap("backup").stdout.split()
        assert json.loads(Path(path).read_text().splitlines()[0])["row"] == "seorap-export"
        home.seorap("memory", "write", "fact:port", "9090", "--type", "fact")
        assert "is kept" in home.seorap("restore", path).stdout
        assert state(home) == before
    finally:
        with engine.connect() as connection:
            connection.execute(text("DROP DATABASE seorap_data WITH (FORCE)"))
        engine.dispose()
