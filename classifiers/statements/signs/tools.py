"""Names that are the same in all languages, and two that are words in English only."""

from __future__ import annotations

from classifiers.statements.wording import names

WORDS = names.WORDS | {"tool": "make|just|" + names.WORDS["tool"]}
