"""The checks, in the order they are told: from the ground up."""

from __future__ import annotations

from daemon.doctor import agents, canary, database, following, installation, memories, notices, places, probes, shells
from daemon.doctor.finding import Check

CHECKS = (
    Check("settings", places.settings),
    Check("permissions", places.permissions),
    Check("database", database.database),
    Check("search", database.search),
    Check("backups", database.backups),
    Check("memories", memories.memories),
    Check("meaning", memories.meaning),
    Check("daemon", following.daemon),
    Check("watching", following.watching),
    Check("lag", following.lag),
    Check("formats", following.formats),
    Check("setup", installation.installation),
    Check("recorder", shells.recorder),
    Check("agents", agents.agents),
    Check("notices", notices.notices),
    Check("probes", probes.probes),
    Check("canary", canary.canary),
)
"""A check that must find what an earlier one mended stands behind it."""
