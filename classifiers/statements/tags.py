"""The "ok?" behind a rule, which asks nothing, as in "every PR needs a changelog line, ok?"."""

from __future__ import annotations

import re

_TAG = re.compile(r"(?P<last>[\w'./-]+),?\s+(?:ok|okay)\s*\?+\Z", re.IGNORECASE)
_ASKING = re.compile(
    r"(?:why|how|what|who|which|is|are|was|were|does|did|do(?! not\b)|can|could|should|shall|would|will|may|might)\b",
    re.IGNORECASE,
)
_OF_STATE = frozenset(
    "is are was were be it this that they all everything still looks look seems sounds works not".split()  # noqa: SIM905
)
"""Words after which "ok" says how something is: "is that ok?" """


def untagged(words: str) -> str:
    """The sentence without the "ok?" that only asks to be heard; a question keeps it."""
    tag = _TAG.search(words) if words.endswith("?") else None
    if not tag or tag["last"].lower() in _OF_STATE or _ASKING.match(words):
        return words
    return words[: tag.end("last")]
