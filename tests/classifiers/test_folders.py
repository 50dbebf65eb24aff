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
        ("/home/ada/bin/test.sh", ""), ("/Users/ada/tests/test_a.py", ""), ("/root/tests/test_a.py", ""),  # a home: no project
        ("C:\\Users\\ada\\tests\\a.py", ""), ("/run/user/1000/x/test.py", ""), ("/var/run/shop/test.py", ""),
        ("/run/media/ada/disk/shop/tests/a.py", "/run/media/ada/disk/shop"), ("/var/www/shop/tests/a.php", "/var/www/shop"),
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
        "pytest --junitxml /data/reports/out.xml /home/ada/shop/tests", "pytest /home/ada/shop/tests --junitxml=/data/reports/out.xml",
        "pytest --a-flag /data/reports/out.xml ~/shop/tests", "pytest ~/shop/tests/a.py ~/shop/tests/b.py", "/usr/bin/pytest -q ~/shop/tests",
    ],
)  # fmt: skip
def test_at_home_a_command_is_about_the_project_of_its_file(command):
    """A home folder is no project; the file it is told to run is one's."""
    assert told(command, PASSED) == {("test:shop", "path:/home/ada/shop")}


@pytest.mark.parametrize(
    "command",
    ["pytest /tmp/try/tests", "/usr/bin/pytest -q", "/home/ada/bin/test.sh", "pytest tests", "/home/ada/.local/bin/pytest",
     "pytest --junitxml /data/reports/out.xml", "pytest --rootdir=/src/b", "pytest --a-flag /data/reports/out.xml", "pytest /src/a/tests /src/b/tests",
     "/src/a/.venv/bin/pytest /src/b/tests", "pytest /src/a/tests /tmp/try/tests", "pytest /Users/ada/tests/test_a.py", "pytest /run/user/1000/x/tests"],
)  # fmt: skip
def test_at_home_a_command_of_no_project_has_no_name(command):
    """What lies in a throw-away folder, in the system, in a home or in more than one project is not remembered."""
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


@pytest.mark.parametrize(
    ("paths", "part"),
    [
        ("apps/web/test/a.test.ts", "web"), ("./apps/web", "web"), ("apps/web/", "web"), ("services/api/... ./services/api/x", "api"),
        ("apps/api/../web/a.test.ts", "web"), ("apps/web/a.test.ts apps/api/a.test.ts", ""), ("apps/../a.test.ts", ""),
        ("libs/util.test.ts", ""), ("./packages/test_all.py", ""), ("libs/a.test.ts libs/b/c.test.ts", ""),
    ],
)  # fmt: skip
def test_paths_of_one_sub_project_are_its_own(paths, part):
    """Wherever `..` leads; a file directly below the folder of all sub-projects is of none."""
    told_of = "test:shop" + (f"/{part}" if part else "")
    assert {key for key, _ in told(f"pytest {paths}", PASSED, "/src/shop")} == {told_of}
