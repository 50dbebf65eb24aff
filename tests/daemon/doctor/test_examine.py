"""Each check finds what is wrong with its part, and what can be mended is."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from classifiers.vocabulary import Actor, MemoryType, SeorapError
from daemon import opening, settings
from daemon.doctor import agents, database, examine, following, installation, memories, places, shells
from daemon.doctor.finding import Check, Finding, Patient, State
from daemon.doctor.registry import CHECKS
from daemon.service.installing import install
from daemon.service.lock import held
from daemon.service.machine import this_machine
from daemon.service.parts.registry import PARTS
from storage.checkpoints import Checkpoint, Step
from storage.drawer import Entry, write
from storage.intake import commit
from storage.receipts import write_receipts
from storage.values import Author

NOW = datetime.now(UTC)


@pytest.fixture
def patient(tmp_path):
    """An install with a database of its own."""
    found = Patient(settings.resolve({"SEORAP_HOME": str(tmp_path / "seorap")}, tmp_path, "sam"), NOW)
    opening.store(found.settings).close()
    return found


def seen(look, patient, **more) -> list[tuple[State, str]]:
    return [(each.state, each.says) for each in examine.examine([Check("x", look)], patient, **more)]


def states(look, patient, **more) -> list[State]:
    return [state for state, _ in seen(look, patient, **more)]


def test_names_are_unique_and_every_check_is_fine_or_said(patient):
    """A new install without a daemon or a desktop is in no trouble."""
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    found = list(examine.examine([check for check in CHECKS if check.name != "canary"], patient))
    assert [each for each in found if each.state is State.TROUBLE] == []
    assert {each.check for each in found} >= {
        check.name for check in CHECKS if check.name not in {"canary", "recorder", "agents"}
    }


def test_a_check_that_stumbles_is_a_finding(patient):
    """Whatever a part says no with is told, and the next check still looks."""

    def refuses(_patient):
        raise SeorapError("It is broken.", "Mend it.")
        yield

    def fails(_patient):
        raise PermissionError(13, "Permission denied", "/x")
        yield

    found = list(examine.examine([Check("a", refuses), Check("b", fails)], patient))
    assert [(each.check, each.says, each.hint) for each in found] == [
        ("a", "It is broken.", "Mend it."),
        ("b", "/x: Permission denied.", ""),
    ]


def test_memories_that_name_what_is_gone_are_named(patient, tmp_path):
    """And are no trouble: agents are not given them."""
    folder = tmp_path / "blyck"
    folder.mkdir()
    entry = Entry(key="test:blyck", body="`./check.sh` tests it.", type=MemoryType.CAPABILITY, workspace=str(folder))
    with opening.store(patient.settings) as store:
        write(store, entry, author=Author(Actor.PERSON, "sam"), now=NOW, owner=opening.owner(patient.settings))
    ((state, says),) = seen(memories.memories, patient)
    assert (state, "test:blyck (check.sh)" in says) == (State.NOTE, True)
    (folder / "check.sh").touch()
    assert states(memories.memories, patient) == [State.FINE]


def test_what_cannot_be_mended_is_said_and_stays(patient):
    """A mend that fails is no crash, and nothing claims to be mended."""

    def stuck(_patient):
        def mend():
            raise SeorapError("The disk is full.")

        yield Finding("x", State.TROUBLE, "It is broken.", mend=mend)

    first, again = examine.examine([Check("x", stuck)], patient, fix=True)
    assert (first.mended, "The disk is full" in first.hint, again.state) == (False, True, State.TROUBLE)


def test_files_that_others_can_open_are_closed(patient):
    """Found, mended, and then fine."""
    patient.settings.database.chmod(0o644)
    patient.settings.database.parent.chmod(0o755)
    assert states(places.permissions, patient) == [State.TROUBLE, State.TROUBLE]
    assert states(places.permissions, patient, fix=True) == [State.TROUBLE, State.TROUBLE, State.FINE]
    assert patient.settings.database.stat().st_mode & 0o777 == 0o600
    assert patient.settings.database.parent.stat().st_mode & 0o777 == 0o700


def test_a_policy_that_cannot_be_used_is_found(patient):
    """With the file's name and what is wrong."""
    patient.settings.policy_file.write_text("nonsense: [")
    ((state, says),) = seen(places.settings, patient)
    assert state is State.TROUBLE
    assert str(patient.settings.policy_file) in says


def test_a_damaged_database_is_found(patient):
    """And nothing is written into it."""
    patient.settings.database.write_bytes(b"x" * 9000)
    assert states(database.database, patient) == [State.TROUBLE]
    assert patient.settings.database.read_bytes() == b"x" * 9000


def test_looking_at_the_database_leaves_nothing_in_it(patient):
    """The row that proves it writable is taken back."""
    with opening.store(patient.settings) as store:
        store.settle()
        before = patient.settings.database.read_bytes()
        assert states(database.database, patient) == [State.FINE]
        store.settle()
    assert patient.settings.database.read_bytes() == before


def test_an_old_backup_is_found_and_a_new_one_made(patient):
    """None is a note, an old one is trouble, and either is mended."""
    assert states(database.backups, patient) == [State.NOTE]
    assert states(database.backups, patient, fix=True) == [State.NOTE, State.FINE]
    later = replace(patient, now=NOW + timedelta(days=4))
    assert states(database.backups, later) == [State.TROUBLE]


def test_a_file_that_waits_is_trouble_only_while_the_daemon_runs(patient, tmp_path):
    """Without a daemon it is read later; with one it should have been."""
    file = tmp_path / ".bash_history"
    file.write_text("#1795860000\nls\n")
    os.utime(file, (NOW.timestamp() - 600,) * 2)
    ((state, says),) = seen(following.lag, patient)
    assert (state, "15 bytes" in says) == (State.NOTE, True)
    with held(patient.settings.lock):
        assert states(following.daemon, patient) == [State.FINE]
        assert states(following.lag, patient) == [State.TROUBLE]
    look = file.stat()
    point = Checkpoint(path=str(file), format="bash", offset=15, size=look.st_size, mtime_ns=look.st_mtime_ns)
    with opening.store(patient.settings) as store:
        commit(store, opening.owner(patient.settings), [Step(None, point)], now=NOW)
    assert states(following.lag, patient) == [State.FINE]


def test_a_drifted_file_is_found_while_it_is_there(patient, tmp_path):
    """One that is gone is no trouble any more."""
    file = tmp_path / "log"
    file.write_text("x")
    with opening.store(patient.settings) as store:
        point = Checkpoint(path=str(file), format="bash", lines=9, drift=5)
        commit(store, opening.owner(patient.settings), [Step(None, point)], now=NOW)
    assert states(following.formats, patient) == [State.TROUBLE]
    file.unlink()
    assert states(following.formats, patient) == [State.FINE]


def test_a_limit_of_watches_is_a_note(patient, tmp_path, monkeypatch):
    """With the number, and the command that raises it."""
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    limit = tmp_path / "limit"
    limit.write_text("1")
    monkeypatch.setattr("daemon.sources.wake.LIMITS", (limit, tmp_path / "none"))
    (finding,) = examine.examine([Check("x", following.watching)], patient)
    assert (finding.state, "sysctl" in finding.hint) == (State.NOTE, True)


def test_a_shell_without_the_recorder_is_a_note(patient, tmp_path):
    """How to add it is told; a shell that is recorded is fine."""
    (tmp_path / ".bashrc").write_text("# seorap shell-hook bash\n")
    (finding,) = examine.examine([Check("x", shells.recorder)], patient)
    assert (finding.state, "seorap setup --shell-hook" in finding.hint) == (State.NOTE, True)
    (tmp_path / ".bashrc").write_text('eval "$(seorap shell-hook bash)"\n')
    assert seen(shells.recorder, patient) == [(State.FINE, "Recorded: bash.")]


def test_agents_that_are_told_nothing_are_a_note(patient, tmp_path):
    """How to change that is told; then what was given last."""
    assert seen(agents.agents, patient) == []
    (tmp_path / ".claude").mkdir()
    (finding,) = examine.examine([Check("x", agents.agents)], patient)
    assert (finding.state, finding.hint) == (State.NOTE, "seorap setup --agents")
    install(this_machine(patient.settings), [part for part in PARTS if part.name == "agents"])
    assert seen(agents.agents, patient) == [(State.FINE, "claude-code: ask; nothing was given to one yet.")]
    row = {"host": "claude-code", "session": "s", "scope": "global", "key": "deploy:blyck", "moment": "prompt"}
    row |= {"at": NOW, "version": 1, "why": "", "tokens": 9, "host_version": "", "command": ""}
    with opening.store(patient.settings) as store:
        write_receipts(store, [row], owner=opening.owner(patient.settings))
    ((state, says),) = seen(agents.agents, patient)
    assert (state, "claude-code was given deploy:blyck" in says) == (State.FINE, True)


def test_what_setup_installed_is_known_and_put_right(patient, tmp_path):
    """A block that lost its file after an upgrade or a clean-up is found, and mended by setup's own part."""
    rc = tmp_path / ".bashrc"
    rc.write_text("alias x=y\n")
    (part,) = [each for each in PARTS if each.name == "shell-hook"]
    install(this_machine(patient.settings), [part])
    assert (State.FINE, "Recorded: bash.") in seen(shells.recorder, patient)
    assert (State.FINE, "shell-hook stands as it was set up.") in seen(installation.installation, patient)
    (tmp_path / "seorap" / "recorder.bash").unlink()
    assert State.TROUBLE in states(installation.installation, patient)
    mended = list(examine.examine([Check("x", installation.installation)], patient, fix=True))
    assert any(each.mended for each in mended)
    assert State.TROUBLE not in states(installation.installation, patient)
    assert (State.NOTE, "Seorap does not start by itself.") in seen(installation.installation, patient)
