"""What may be remembered, on which evidence, and for how long: a value that the verbs are given.

`storage.policy_file` reads it from YAML. Classes that need judgement are decided here by plain, named signs only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from fnmatch import fnmatchcase
from types import MappingProxyType

from classifiers.vocabulary import Draft, MemoryType

LONGEST_BODY = 2_000
"""Characters. A memory is a sentence or a procedure; what is longer is a log or a chat."""

PROVED = frozenset({MemoryType.CAPABILITY, MemoryType.PROCEDURE})
"""What only evidence speaks for: an agent's word for it always waits for a person."""

TEMPORARY_FOLDERS = re.compile(r"(?:^|[\s'\"=:(])(?:path:)?(?:/tmp/|/var/tmp/|/private/tmp/|/var/folders/|/dev/shm/)")


class Denied(StrEnum):
    """Classes of things that are not remembered."""

    RAW_CHAT = "raw_chat"  # what a person said, taken over at length
    UNVERIFIED_GUESS = "unverified_guess"  # confidence below `minimum_confidence`
    FULL_BUILD_LOG = "full_build_log"  # a body of more than 40 lines
    TEMPORARY_PATH = "temporary_path"  # belongs to a temporary folder
    ONE_OFF_WORKAROUND = "one_off_workaround"  # a lesson seen in one record only


WHY = {
    Denied.RAW_CHAT: "a rule, decision or fact of more than 600 characters is a talk taken over, so say it shorter",
    Denied.UNVERIFIED_GUESS: "its confidence is below `minimum_confidence`",
    Denied.FULL_BUILD_LOG: "it has more than 40 lines",
    Denied.TEMPORARY_PATH: "its scope is a temporary folder, which will be gone",
    Denied.ONE_OFF_WORKAROUND: "one record alone tells of it",
}
"""What a person is told of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The rules. Every way to combine two policies narrows."""

    types: frozenset[MemoryType] = frozenset(MemoryType)
    direct: frozenset[MemoryType] = frozenset()  # what agents may write without a verdict; none of `PROVED`
    denied: frozenset[Denied] = frozenset(
        {Denied.RAW_CHAT, Denied.UNVERIFIED_GUESS, Denied.FULL_BUILD_LOG, Denied.TEMPORARY_PATH}
    )
    denied_keys: tuple[str, ...] = ()  # globs
    denied_scopes: tuple[str, ...] = ()  # globs
    minimum_confidence: float = 0.3
    longest_body: int = LONGEST_BODY
    retention: Mapping[MemoryType, timedelta] = field(
        default_factory=lambda: MappingProxyType({MemoryType.LESSON: timedelta(days=180)})
    )  # idle time after which a memory is retired; a type that is absent is permanent
    temporary: timedelta = timedelta(days=14)  # how long a temporary workaround holds
    publish: bool = True  # memories may be written into files of the workspace
    candidates: timedelta = timedelta(days=30)  # how long a candidate waits for a person

    def refusal(self, draft: Draft) -> str:
        """Why the draft may not be remembered, in a few words; "" if it may."""
        if draft.type not in self.types:
            return f"the type {draft.type} is not allowed"
        for pattern in self.denied_keys:
            if fnmatchcase(draft.key, pattern):
                return f"keys like {pattern} are denied"
        for pattern in self.denied_scopes:
            if fnmatchcase(draft.scope, pattern):
                return f"scopes like {pattern} are denied"
        if len(draft.body) > self.longest_body:
            return f"the body is longer than {self.longest_body} characters"
        return next(
            (
                f"{kind.value} is denied: {WHY[kind]}"
                for kind in Denied
                if kind in self.denied and self._is(kind, draft)
            ),
            "",
        )

    def _is(self, kind: Denied, draft: Draft) -> bool:
        if kind is Denied.UNVERIFIED_GUESS:
            return draft.confidence < self.minimum_confidence
        if kind is Denied.FULL_BUILD_LOG:
            return draft.body.count("\n") > 40
        if kind is Denied.TEMPORARY_PATH:
            return bool(TEMPORARY_FOLDERS.match(draft.scope))
        if kind is Denied.ONE_OFF_WORKAROUND:
            return draft.type is MemoryType.LESSON and len({evidence.record for evidence in draft.evidence}) < 2
        return draft.type in {MemoryType.RULE, MemoryType.DECISION, MemoryType.FACT} and len(draft.body) > 600

    def narrowed(self, other: Policy) -> Policy:
        """This policy where `other`, a repository's own, narrows it; nothing gets wider."""
        shorter = dict(self.retention)
        for kind, idle in other.retention.items():
            shorter[kind] = min(idle, shorter.get(kind, idle))
        return replace(
            self,
            types=self.types & other.types,
            direct=self.direct & other.direct,
            denied=self.denied | other.denied,
            denied_keys=tuple(dict.fromkeys(self.denied_keys + other.denied_keys)),
            denied_scopes=tuple(dict.fromkeys(self.denied_scopes + other.denied_scopes)),
            minimum_confidence=max(self.minimum_confidence, other.minimum_confidence),
            longest_body=min(self.longest_body, other.longest_body),
            retention=MappingProxyType(shorter),
            publish=self.publish and other.publish,
            temporary=min(self.temporary, other.temporary),
            candidates=min(self.candidates, other.candidates),
        )


DEFAULT = Policy()
"""The policy of a machine without a policy file."""
