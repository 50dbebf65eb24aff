"""What is loaded, and how much is kept: verbs start fast, the daemon stays small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "alembic",
    "sqlalchemy.dialects.postgresql",
    "classifiers.secrets",
    "classifiers.formats.registry",
    "structlog",
)


def loaded(tmp_path: Path, before: str, *words: str) -> list[str]:
    """Modules of a process that ran `seorap` with these words, `before` first."""
    code = f"import sys\n{before}\nsys.argv[1:] = {list(words)!r}\nfrom daemon.cli.main import main\n"
    code += "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    environ = {"HOME": str(tmp_path), "SEORAP_HOME": str(tmp_path / "s"), "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path
    )
    return done.stderr.splitlines()[-1].split()


@pytest.mark.slow
@pytest.mark.parametrize("words", [("status",), ("inbox",), ("memory", "list")])
def test_a_reading_verb_loads_nothing_that_only_others_need(tmp_path, words):
    """Each of these would cost more than the verb itself does."""
    loaded(tmp_path, "", *words)  # makes the database
    found = loaded(tmp_path, "", *words)
    assert "sqlmodel" in found
    assert [name for name in HEAVY if name in found] == []


@pytest.mark.slow
def test_help_loads_next_to_nothing(tmp_path):
    """Neither the words of the rooms nor what they are made of."""
    found = loaded(tmp_path, "", "--help")
    assert "click" in found
    assert [name for name in ("msgspec", "classifiers.vocabulary", "dataclasses", *HEAVY) if name in found] == []


@pytest.mark.slow
def test_what_runs_long_leaves_out_what_it_never_uses(tmp_path):
    """TLS, rich and greenlets stay out of the daemon, and whoever imports one of them later gets it all the same."""
    found = loaded(tmp_path, "", "run", "--once")
    assert [name for name in ("ssl", "rich", "greenlet", "uvicorn") if name in found] == []
    later = "import daemon.footprint\ndaemon.footprint.lean()\nimport ssl, asyncio\nassert ssl.SSLContext"
    assert "ssl" in loaded(tmp_path, later, "status")
