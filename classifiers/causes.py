"""The sentence that names a cause: quoted from what was said after a failure, and never made up.

What is only guessed (`maybe`, `let me check`) names none.
"""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
_NAMES = re.compile(
    r"\b(?:because|due to|caused by|root cause|(?:cause|problem|issue|error|reason|culprit) (?:is|was)\b|(?:is|are|was|were) (?:missing|outdated|expired|already (?:running|in use|taken)|not (?:running|installed|set|linked|in)|pointing|owned by|locked|stale|incompatible)|(?:doesn't|does not|don't|didn't) (?:have|exist|support|include|match|know)|(?:isn't|aren't|wasn't) (?:set|installed|running|linked|available|in)|needs? (?:a|an|the|to be)\b|requires?\b|was never|no longer)"
    r"|원인은|때문|原因|の問題|из-за|причина|parce que|à cause|porque",
    re.IGNORECASE,
)
_GUESSES = re.compile(
    r"\b(?:might|maybe|perhaps|could be|possibly|probably|likely|seems?|appears?|looks? like|let me|let's|i'll|i will|i need to|we need to|should|try(?:ing)?|check|i think|i suspect|would|unless|whether|\?)|\?\s*\Z|아마|かもしれ|可能|возможно|peut-être",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w./@-]{4,}")
_COMMON = frozenset({"error", "failed", "command", "with", "this", "that", "from", "file", "found", "exit", "code", "cannot", "such", "directory", "because", "module", "build", "test", "have", "needs", "running", "invalid"})  # fmt: skip
_LONGEST = 240


def names_a_cause(text: str) -> bool:
    """Whether any sentence may name a cause of anything."""
    return _NAMES.search(text[:4_000]) is not None


def cause(text: str, about: str) -> str:
    """The first sentence of `text` that names a cause of `about`, the failed command with its error; "" for none."""
    known = {word.lower().strip("./-") for word in _WORD.findall(about)} - _COMMON
    for sentence in _SENTENCE.split(text[:4_000])[:12]:
        said = " ".join(sentence.split()).strip("*-# ")
        if 20 <= len(said) <= _LONGEST and _NAMES.search(said) and not _GUESSES.search(said):
            words = {word.lower().strip("./-") for word in _WORD.findall(said)} - _COMMON
            if words & known:
                return said.rstrip(":")
    return ""
