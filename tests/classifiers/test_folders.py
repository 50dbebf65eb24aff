"""Folders as text: whose file a path names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.folders import project_of
from classifiers.rulebook.packaged import packaged
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import Actor, CommandRun, Output, Where, Workspace


@pytest.mark.parametrize(
    ("path", "project"),
    [
        ("/src/shop/scripts/test.sh", "/src/shop"),
        ("/home/ada/shop/tests/unit.py", "/home/ada/shop"),
        ("/home/ada/shop/.venv/bin/pytest", "/home/ada/shop"),
        ("/home/ada/shop/node_modules/.bin/jest", "/home/ada/shop"),
        ("C:/Users/ada/shop/scripts/test.js", r"C:\Users\ada\shop"),
        ("/home/ada/bin/test.sh", "/home/ada"),  # her home: no project
        ("/usr/bin/pytest", ""), ("/bin/sh", ""), ("/", ""), ("//x", ""), ("C:\\", ""),
        ("/home/ada/.pyenv/versions/3.11/bin/pytest", ""), ("/opt/homebrew/bin/npm", ""),
        ("scripts/test.sh", ""), ("./test.sh", ""), ("~/shop/test.sh", ""), ("$HOME/shop/test.sh", ""), ("/src/*/t.sh", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_project_of_a_file(path, project):
    """By its path alone, without the folders every project has inside, and never the system's own."""
    assert project_of(path) == project


@given(st.text())
def test_any_text_may_be_asked_about(text):
    """It is a folder above the file, or nothing."""
    assert len(project_of(text)) <= len(text) + 1


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(f"path:{cwd}", "" if cwd in {"/home/ada", "/root"} else cwd.rsplit("/", 1)[-1], cwd)


def told(command: str, output: str, cwd: str = "/home/ada") -> set[tuple[str, str]]:
    run = CommandRun(
        key="k", where=Where(1, 0), cwd=cwd, command=command, actor=Actor.AGENT, exit=0, output=Output(output)
    )
    found = findings(run, packaged(), place, Troubles())
    return {(each.key, each.subject.workspace.identity) for each in found if each.good}


PASSED = "12 passed in 3.21s"


@pytest.mark.parametrize(
    "command",
    [
        "pytest /home/ada/shop/tests", "/home/ada/shop/.venv/bin/pytest -q", "python3 -m pytest /home/ada/shop/tests/test_cart.py",
        "/home/ada/shop/scripts/test.sh", "bash /home/ada/shop/scripts/test.sh", "bash ~/shop/test.sh", "~/shop/scripts/test.sh",
        "$HOME/shop/test.sh", 'bash "${HOME}/shop/scripts/test.sh"', "pytest ~/shop/tests",
    ],
)  # fmt: skip
def test_at_home_a_command_is_about_the_project_of_its_file(command):
    """A home folder is no project; the file it is told to run is one's."""
    assert told(command, PASSED) == {("test:shop", "path:/home/ada/shop")}


@pytest.mark.parametrize(
    "command",
    ["pytest /tmp/try/tests", "/usr/bin/pytest -q", "/home/ada/bin/test.sh", "pytest tests", "/home/ada/.local/bin/pytest"],
)  # fmt: skip
def test_at_home_a_command_of_no_project_has_no_name(command):
    """What lies in a throw-away folder, in the system or in her home is not remembered."""
    assert told(command, PASSED) == set()


@pytest.mark.parametrize(
    "script", ["~/shop/deploy.sh prod", "bash ~/shop/deploy.sh", "$HOME/shop/deploy.sh", "./deploy.sh"]
)
def test_a_script_is_known_by_its_name_however_its_path_begins(script):
    """What only the shell can tell of the path is not what the script is called."""
    assert told(script, "", "/home/ada/shop") == {("deploy:shop", "path:/home/ada/shop")}


def test_in_a_project_a_command_is_about_that_project():
    """Whatever file it names."""
    assert told("pytest /home/ada/other/tests", PASSED, "/home/ada/shop") == {("test:shop", "path:/home/ada/shop")}
