"""The house: what a package's `__init__` names is there, and a file holds one idea."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(
    path.parent
    for room in ("classifiers", "storage", "recall", "daemon")
    for path in (ROOT / room).rglob("__init__.py")
)
NAMED = re.compile(r"((?:`[a-z_0-9/]+`(?:,\s+| and )?)+):")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_charter_speaks_of_what_is_there(package):
    """A name in front of a colon is a module or a package beside the charter; it was renamed, or the charter is stale."""
    charter = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    told = [name.strip("/") for names in NAMED.findall(charter) for name in re.findall(r"`([^`]+)`", names)]
    gone = [name for name in told if not (package / name).exists() and not (package / f"{name}.py").exists()]
    assert not gone


def test_no_file_outgrows_one_idea():
    """400 lines are the ceiling; where a file comes near, it is split by idea."""
    files = [path for package in PACKAGES for path in package.glob("*.py")]
    assert not [path for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 400]
