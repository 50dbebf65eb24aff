"""What may go wrong when an agent asks, with a code that does not change and the HTTP status that says the same."""

from __future__ import annotations

from dataclasses import dataclass

from classifiers.vocabulary import SeorapError
from storage.errors import BadKey, KeptAway, KeyReused, NotALesson, NotFound, PolicyError, StoreError, VersionConflict


class BadRequest(SeorapError):
    """It is not clear what is asked."""


class NoSuchUser(SeorapError):
    """The store holds nothing of that user."""


class WrongMethod(SeorapError):
    """HTTP's method is not for that address."""


class TooLarge(SeorapError):
    """More than a memory can be."""


class PersonsOnly(SeorapError):
    """Agents may not do this."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that went wrong."""

    code: str
    status: int
    title: str
    hint: str


KINDS: tuple[tuple[type[SeorapError], str, int], ...] = (
    (NotFound, "unknown_key", 404),
    (BadKey, "bad_key", 400),
    (BadRequest, "bad_request", 400),
    (PolicyError, "refused_by_policy", 403),
    (PersonsOnly, "persons_only", 403),
    (NoSuchUser, "unknown_user", 404),
    (WrongMethod, "wrong_method", 405),
    (TooLarge, "too_large", 413),
    (NotALesson, "not_a_lesson", 400),
    (KeptAway, "kept_away", 409),
    (VersionConflict, "version_conflict", 412),
    (KeyReused, "idempotency_key_reused", 422),
    (StoreError, "store_failed", 503),
)
"""By the error; the first that fits."""


def problem(trouble: SeorapError) -> Problem:
    """What an agent is told of it."""
    code, status = next(((code, status) for kind, code, status in KINDS if isinstance(trouble, kind)), ("failed", 500))
    return Problem(code, status, trouble.title, trouble.hint)
