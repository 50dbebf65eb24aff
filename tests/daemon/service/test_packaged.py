"""What an installed wheel has: the files a service manager reads are made from templates that travel with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_the_wheel_carries_the_templates_and_the_recorders(tmp_path):
    """Built from a copy of the sources, as pipx and uv build it."""
    copy = tmp_path / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for room in ("classifiers", "storage", "recall", "daemon", "systemd"):
        shutil.copytree(ROOT / room, copy / room, ignore=ignored, symlinks=True)
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, copy)
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, copy]
    subprocess.run(build, check=True, capture_output=True, timeout=100)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        template = (ROOT / "systemd" / "seorap.service").read_bytes()
        assert archive.read("daemon/service/systemd/seorap.service") == template
    assert {"daemon/service/systemd/seorap.plist", "daemon/service/hooks/recorder.bash"} <= names
    assert {"daemon/service/hooks/agent.sh", "daemon/service/hooks/ask.py", "daemon/service/hooks/opencode.js"} <= names
