from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import bench


@pytest.mark.parametrize("name", sorted(path.stem for path in Path(bench.__path__[0]).glob("[!_]*.py")))
def test_every_benchmark_finds_what_it_measures(name):
    """Nobody runs them with the tests, so a name that moved would be missed only by the next person to measure."""
    assert importlib.import_module(f"bench.{name}").__doc__
