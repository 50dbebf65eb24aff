"""A memory's key, `<action>:<target>`: what can be set right is set right, what would mislead is refused."""

from __future__ import annotations

import re
import unicodedata

from storage.errors import BadKey

LONGEST = 200  # characters; well inside what an index entry may hold on PostgreSQL

ACTION = re.compile(r"[a-z][a-z0-9_-]*")
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Unicode categories that cannot be seen: two keys that look alike must be alike."""


def normal_key(key: str) -> str:
    """The key in lower case and NFC, spaces made hyphens.

    Raises:
        BadKey: when it has no action or no target, is longer than 200 characters, or holds invisible characters.
    """
    text = unicodedata.normalize("NFC", key.strip()).lower()
    if any(unicodedata.category(character) in HIDDEN for character in text if character not in "\t\n"):
        raise BadKey("The key holds characters that cannot be seen.", "Type it anew, as <action>:<target>.")
    text = re.sub(r"\s*:\s*", ":", text)
    text = unicodedata.normalize("NFC", re.sub(r"\s+", "-", text))
    action, _, target = text.partition(":")
    if not target or not ACTION.fullmatch(action):
        raise BadKey(
            f"{text[:60]!r} is not a key.", "Write <action>:<target>, such as deploy:blyck or rule:never-touch-prod."
        )
    if len(text) > LONGEST:
        raise BadKey(f"The key is longer than {LONGEST} characters.", "Shorten its target.")
    return text
