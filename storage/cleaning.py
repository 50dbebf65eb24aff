"""Text as both databases take it.

Logs hold what no database stores; it is replaced before it is compared or written, for otherwise one such character would
stop its file for ever.
"""

from __future__ import annotations

import re
from dataclasses import replace

from classifiers.vocabulary import Draft, Evidence, Lesson

REFUSED = re.compile("[\x00\ud800-\udfff]")
"""PostgreSQL keeps no NUL in text, and neither database a surrogate that stands alone."""


def clean(text: str) -> str:
    """The text as both databases take it: what they refuse becomes U+FFFD."""
    return REFUSED.sub("\ufffd", text) if REFUSED.search(text) else text


def cleaned(draft: Draft) -> Draft:
    """The same draft, in text that both databases take; the paths of its evidence are left as they are."""
    texts = [draft.scope, draft.key, draft.body, draft.rule, draft.workspace, *draft.paths]
    texts += lesson_texts(draft.lesson).values()
    for row in draft.evidence:
        texts += (row.record, row.format, row.session, row.command, row.why, row.excerpt)
    if all(clean(text) is text for text in texts):
        return draft
    return replace(
        draft,
        scope=clean(draft.scope),
        key=clean(draft.key),
        body=clean(draft.body),
        rule=clean(draft.rule),
        workspace=clean(draft.workspace),
        paths=tuple(map(clean, draft.paths)),
        lesson=draft.lesson and _cleaned_lesson(draft.lesson),
        evidence=tuple(map(_cleaned_evidence, draft.evidence)),
    )


def lesson_texts(lesson: Lesson | None) -> dict[str, str]:
    """A lesson as it is stored, field -> text; {} for none."""
    if lesson is None:
        return {}
    words = {"signature": lesson.signature, "category": lesson.category.value, "stack": lesson.stack}
    return words | {"cause": lesson.cause, "fix": lesson.fix}


def _cleaned_lesson(lesson: Lesson) -> Lesson:
    return replace(
        lesson,
        signature=clean(lesson.signature),
        stack=clean(lesson.stack),
        cause=clean(lesson.cause),
        fix=clean(lesson.fix),
    )


def _cleaned_evidence(row: Evidence) -> Evidence:
    return replace(
        row,
        record=clean(row.record),
        format=clean(row.format),
        session=clean(row.session),
        command=clean(row.command),
        why=clean(row.why),
        excerpt=clean(row.excerpt),
    )


def masked_text(text: str) -> str:
    """`text` without secrets, and clean: for what is written straight into the store."""
    from classifiers.secrets import mask  # noqa: PLC0415  120 ms that verbs which only read never need

    return clean(mask(text))
