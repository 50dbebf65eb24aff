"""The agent's last message, where its host names only the session's own record at a stop: Copilot CLI's events, one a line."""

from __future__ import annotations

from pathlib import Path

import msgspec

from daemon.hosts import fields

TAIL = 256 * 1024
"""Bytes of the record that are looked at: its end."""


def last_said(transcript: str) -> str:
    """What the agent said last in the record at that path, "" when that cannot be told."""
    try:
        with Path(transcript).open("rb") as record:
            record.seek(max(record.seek(0, 2) - TAIL, 0))
            lines = record.read(TAIL).splitlines()
    except (OSError, ValueError):
        return ""
    for line in reversed(lines):
        if b'"assistant.message"' not in line:
            continue
        try:
            event = msgspec.json.decode(line)
        except msgspec.DecodeError:  # cut off at the front, or being written
            continue
        said = fields.text(event, "data", "content")
        inner = fields.text(event, "agentId") or fields.text(event, "data", "parentToolCallId")
        if fields.text(event, "type") == "assistant.message" and said and not inner:
            return said
    return ""
