"""A repository's own `.seorap/memory-policy.yaml`, which may only narrow what a person's policy allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import structlog

from classifiers.vocabulary import Draft, SeorapError
from daemon.sources.repositories import read
from storage.checkpoints import Step
from storage.policy import DEFAULT, Policy

log = structlog.get_logger()

FILE = Path(".seorap") / "memory-policy.yaml"
_VALID = 30.0  # seconds a policy is used without looking at the file again
_LONGEST = 256 * 1024  # bytes of one that are read; somebody else's repository may hold anything under that name


def published_in(root: Path) -> bool:
    """May memories be written into files of the workspace? Its own policy may say `publish: false`."""
    text = read(root / FILE, _LONGEST)
    if not text:
        return True
    from storage.policy_file import narrowed_by  # noqa: PLC0415  a YAML reader most machines never need

    try:
        return narrowed_by(DEFAULT, text).publish
    except SeorapError:  # a mistake in it is told where memories are made
        return True


class Narrowing:
    """Leaves out of each step what the workspace it was seen in does not want remembered."""

    def __init__(self, policy: Policy, clock: Callable[[], float]) -> None:
        """`policy` is the person's own; `clock` in seconds, never going back."""
        self._policy = policy
        self._clock = clock
        self._known: dict[str, tuple[float, Policy]] = {}

    def step(self, step: Step) -> Step:
        """The same step without the drafts that a workspace's policy denies."""
        if not any(draft.workspace for draft in step.drafts):
            return step
        return replace(step, drafts=tuple(draft for draft in step.drafts if not self.refusal(draft)))

    def refusal(self, draft: Draft) -> str:
        """Why the workspace the draft was seen in does not want it remembered; "" if it does."""
        return self.of(draft.workspace).refusal(draft) if draft.workspace else ""

    def of(self, root: str) -> Policy:
        """The policy in the workspace at that root."""
        now = self._clock()
        at, policy = self._known.get(root, (float("-inf"), self._policy))
        if now - at >= _VALID:
            policy = self._read(Path(root) / FILE)
            self._known[root] = (now, policy)
        return policy

    def _read(self, file: Path) -> Policy:
        text = read(file, _LONGEST)
        if not text:
            return self._policy
        from storage.policy_file import narrowed_by  # noqa: PLC0415  a YAML reader most machines never need

        try:
            return narrowed_by(self._policy, text, name=str(file))
        except SeorapError as trouble:  # a repository's mistake must not stop the others
            log.warning("policy.refused", file=str(file), why=trouble.title)
            return self._policy
