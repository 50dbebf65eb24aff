"""What is written for a service manager and what it is asked, on a machine made up as a value."""

from __future__ import annotations

import codecs
import os
import plistlib
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daemon import settings
from daemon.service import launchd, systemd_user, windows_task
from daemon.service.installing import finish, install, undo
from daemon.service.machine import Machine, ask
from daemon.service.parts.registry import PARTS
from daemon.service.parts.service import PART

# launchd's own types for the keys we use, from launchd.plist(5).
KEYS = {
    "Label": str,
    "ProgramArguments": list,
    "EnvironmentVariables": dict,
    "StandardErrorPath": str,
    "RunAtLoad": bool,
    "KeepAlive": dict,
    "ThrottleInterval": int,
    "ProcessType": str,
    "LowPriorityIO": bool,
    "Nice": int,
    "LimitLoadToSessionType": str,
}

COMMAND = ["/opt/my py/bin/python", "-P", "-OO", "-m", "daemon.cli", "run"]


def machine(home: Path, system: str, **environ: str) -> Machine:
    named = {"SEORAP_HOME": str(home / "seorap"), "SHELL": "/bin/zsh", **environ}
    return Machine(settings.resolve(named, home, "sam"), system, "/opt/my py/bin/python")


def test_the_property_list_is_one_launchd_knows(tmp_path):
    """Keys and types as launchd.plist(5) has them; paths and variables arrive as they are, whatever is in them."""
    strange = f"{tmp_path}/a <b> & 'c'"
    values = plistlib.loads(launchd.plist(machine(tmp_path, "darwin", CODEX_HOME=strange)))
    assert {name: type(value) for name, value in values.items()} == KEYS
    assert values["ProgramArguments"] == [*COMMAND, "--log-file"]
    assert values["EnvironmentVariables"] == {"SEORAP_HOME": f"{tmp_path}/seorap", "CODEX_HOME": strange}
    assert values["KeepAlive"] == {"SuccessfulExit": False}
    assert values["ProcessType"] in {"Background", "Standard", "Adaptive", "Interactive"}
    assert values["LimitLoadToSessionType"] in {"Aqua", "Background", "LoginWindow", "StandardIO", "System"}
    assert -20 <= values["Nice"] <= 20
    assert {type(each) for each in values["ProgramArguments"]} == {str}


def test_no_variable_with_a_secret_is_written_down(tmp_path):
    """A database URL has a password in it, so neither manager's file holds it."""
    there = machine(tmp_path, "darwin", SEORAP_DATABASE_URL="postgresql://sam:hunter2hunter2@db/x")
    assert b"hunter2" not in launchd.plist(there)
    assert "hunter2" not in systemd_user.unit(there, 252)


def test_the_pause_between_two_restarts_grows_where_systemd_can(tmp_path):
    """From version 254 on; an older one would complain about the words."""
    there = machine(tmp_path, "linux")
    assert "RestartMaxDelaySec=5min" in systemd_user.unit(there, 254)
    old = systemd_user.unit(there, 252)
    assert "RestartSteps" not in old
    assert "RestartSec=10s" in old


@pytest.fixture
def standing_in(tmp_path, monkeypatch):
    """Puts a program of some name first in the path that notes how it was called, and does as `cases` of a shell say."""

    def made(name, cases):
        folder = tmp_path / "bin"
        folder.mkdir()
        program = folder / name
        program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/called\ncase $1 in {cases} esac\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        return lambda: [line.split()[0] for line in (tmp_path / "called").read_text().splitlines()]

    return made


@pytest.fixture
def launchctl(tmp_path, standing_in):
    """It knows an agent only after bootstrap."""
    loaded = tmp_path / "loaded"
    return standing_in("launchctl", f"bootstrap) touch {loaded};; bootout) rm {loaded};; *) test -e {loaded};;")


def test_on_macos_the_agent_is_loaded_renewed_and_unloaded(tmp_path, launchctl):
    """Bootstrapped once, left alone while nothing changed, booted out before its file goes."""
    home = tmp_path / "home"
    home.mkdir()
    there = machine(home, "darwin")
    file = home / "Library" / "LaunchAgents" / "seorap.plist"
    assert install(there, [PART]).kept == []
    assert file.exists()
    assert launchctl() == ["bootout", "bootstrap"]
    install(there, [PART])
    assert launchctl() == ["bootout", "bootstrap", "print"]
    undo(there, [PART])
    assert launchctl()[3:] == ["bootout"]
    finish(there)
    assert list(home.iterdir()) == []


# The elements of a task that we set, and what may stand in them, from the Task Scheduler schema.
TASK = {
    "MultipleInstancesPolicy": r"IgnoreNew",
    "DisallowStartIfOnBatteries": r"false",
    "StopIfGoingOnBatteries": r"false",
    "StartWhenAvailable": r"true",
    "ExecutionTimeLimit": r"PT0S",  # none
    "Priority": r"[0-9]|10",
    "Interval": r"PT\d+M",
    "Count": r"[1-9]\d*",
    "LogonType": r"InteractiveToken",
    "RunLevel": r"LeastPrivilege",
}
NAMESPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


def on_windows(home: Path, **environ: str) -> Machine:
    """A machine with Windows' own places below a made-up home."""
    named = {"SEORAP_HOME": str(home / "AppData"), "USERDOMAIN": "ACME & CO", **environ}
    return Machine(settings.resolve(named, home, "sam"), "win32", r"C:\Users\sam lee\venv\Scripts\python.exe")


def test_the_task_is_one_windows_takes_from_everybody(tmp_path):
    """Of this login alone, so without an administrator; without a console; without the limits that tasks have by default."""
    data = windows_task.definition(on_windows(tmp_path))
    assert data.startswith(codecs.BOM_UTF16)
    root = ET.fromstring(data)
    told = {each.tag.removeprefix(NAMESPACE): (each.text or "").strip() for each in root.iter()}
    assert all(re.fullmatch(pattern, told[name]) for name, pattern in TASK.items())
    users = [each.text for each in root.iter(f"{NAMESPACE}UserId")]
    assert users == [r"ACME & CO\sam"] * 2
    assert told["Command"] == r"C:\Users\sam lee\venv\Scripts\pythonw.exe"
    assert told["Arguments"].split() == [*COMMAND[1:], "--log-file"]


@pytest.fixture
def schtasks(tmp_path, standing_in):
    """It knows a task only after its creation."""
    task = tmp_path / "task"
    return standing_in("schtasks", f'/Create) cp "$5" {task};; /Delete) rm {task};; *) test -e {task};;')


def test_on_windows_the_task_is_registered_renewed_and_deleted(tmp_path, schtasks):
    """Registered once, left alone while nothing changed, registered anew when somebody deleted it, and gone afterwards."""
    home = tmp_path / "home"
    home.mkdir()
    there = on_windows(home)
    told = install(there, PARTS)
    assert told.kept == []
    assert windows_task.RUNS in told.said
    assert any("setx: SEORAP_HOME" in line for line in told.said)
    assert (tmp_path / "task").read_bytes() == windows_task.definition(there)
    assert schtasks() == ["/End", "/Create", "/Run"]
    install(there, [PART])
    assert schtasks()[3:] == ["/Query", "/Run"]
    (tmp_path / "task").unlink()
    install(there, [PART])
    assert schtasks()[5:] == ["/Query", "/End", "/Create", "/Run"]
    undo(there, PARTS)
    assert schtasks()[9:] == ["/End", "/Delete"]
    assert not (tmp_path / "task").exists()
    finish(there)
    assert list(home.iterdir()) == []


def test_a_task_that_is_refused_is_said(tmp_path):
    """Where no Task Scheduler answers, the file is written and it says how to run by hand."""
    there = on_windows(tmp_path)
    assert any("seorap run" in line for line in install(there, [PART]).said)
    undo(there, [PART])
    finish(there)
    assert list(tmp_path.iterdir()) == []


def test_on_a_system_without_a_known_manager_it_says_how_to_run(tmp_path):
    """Nothing is written for the service, and the other parts are installed."""
    there = machine(tmp_path, "freebsd14")
    told = install(there, PARTS)
    assert any("seorap run" in line for line in told.said)
    undo(there, PARTS)
    finish(there)
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_is_missing_or_hangs_is_an_answer(tmp_path):
    """Setup never waits for ever on somebody else's program."""
    assert not ask(str(tmp_path / "none")).ok
    assert not ask("sleep", "30", patience=0.05).ok
    assert ask("sh", "-c", "echo hello; exit 3").text == "hello"
