"""Successes in order → the shortest sequence of steps that worked.

A deploy, release, publish or migration often needs steps before it: sign in, link, build, upload. What went before it in
the same session and workspace, worked, and was itself a step of such kind, is the procedure; failed tries and detours are
left out. One run of two steps may be chance, so a sequence is proposed when it has at least three different steps or has
worked twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from classifiers.drafts import SourceRef, evidence, on_a_card
from classifiers.successes import Finding
from classifiers.vocabulary import GLOBAL, Carry, Draft, MemoryType

GOALS = frozenset({"deploy", "release", "publish", "migrate"})
_NEED = {
    "deploy": frozenset({"auth", "build", "package", "test", "publish", "migrate", "infra", "deploy"}),
    "release": frozenset({"auth", "build", "package", "test", "publish", "release"}),
    "publish": frozenset({"auth", "build", "package", "test", "publish"}),
    "migrate": frozenset({"auth", "infra", "migrate"}),
}
"""Which actions may be a step towards a goal."""
_STEPS = 12
_KEPT = 40
"""Steps and finished sequences kept in the carry."""


@dataclass(slots=True)
class Trail:
    """What worked so far in the session, bounded; exactly its carry."""

    steps: list[dict[str, Any]]  # session, scope, action, rule, command
    done: dict[str, list[Any]]  # procedure key -> [steps, times seen]

    @classmethod
    def of(cls, carry: Carry) -> Trail:
        """The trail a carry holds; an unreadable one starts anew."""
        steps, done = carry.get("steps"), carry.get("done")
        return cls(list(steps) if isinstance(steps, list) else [], dict(done) if isinstance(done, dict) else {})

    def to_carry(self) -> Carry:
        """JSON values, bounded."""
        return {"steps": self.steps[-_KEPT:], "done": dict(list(self.done.items())[-_KEPT:])}


def procedures(successes: Iterable[Finding], trail: Trail, source: SourceRef) -> tuple[list[Draft], str]:
    """Follow the successes of one record; the trail is changed. Also gives what a reached goal lacks, if it proposes nothing."""
    found: list[Draft] = []
    lacking = ""
    for each in successes:
        if not (each.entry.ladder or each.entry.action in GOALS):
            continue
        step = _step(each)
        if each.entry.action in GOALS:
            drafts, lacking = _reached(each, step, trail, source)
            found += drafts
        trail.steps = [*trail.steps, step][-_KEPT:]
    return found, "" if found else lacking


def _step(each: Finding) -> dict[str, Any]:
    return {
        "session": each.record.session,
        "scope": each.subject.workspace.identity,
        "action": each.entry.action,
        "rule": each.entry.name,
        "command": on_a_card(each.command),
    }


def _reached(each: Finding, last: dict[str, Any], trail: Trail, source: SourceRef) -> tuple[list[Draft], str]:
    steps = _shortest(last, trail.steps)
    if len(steps) < 2:
        return [], "no step towards it worked before it in this session"
    key = f"procedure:{each.entry.action}:{each.key.split(':', 1)[1]}"
    rules = [step["rule"] for step in steps]
    known = trail.done.get(key)
    times = known[1] + 1 if known and known[0] == rules else 1
    trail.done[key] = [rules, times]
    if times < 2 and len(set(rules)) < 3:
        return [], "two steps worked in order once; a second time, or a third step, would make them a procedure"
    return [_draft(each, key, steps, source)], ""


def _shortest(last: dict[str, Any], steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps since the goal was last reached, each kind once, in the order of its last success."""
    chosen: list[dict[str, Any]] = []
    for step in reversed(steps):
        if step["session"] != last["session"] or step["scope"] != last["scope"]:
            continue
        if step["rule"] == last["rule"] or len(chosen) == _STEPS:
            break
        if step["action"] in _NEED[last["action"]] and not any(_same(step, known) for known in [*chosen, last]):
            chosen.append(step)
    return [*reversed(chosen), last]


def _same(step: dict[str, Any], known: dict[str, Any]) -> bool:
    """One step: the same kind of thing, or one command that two rules are about (a script and what it runs)."""
    return bool(step["rule"] == known["rule"] or step["command"] == known["command"])


def _draft(each: Finding, key: str, steps: list[dict[str, Any]], source: SourceRef) -> Draft:
    said = ", then ".join(f"`{step['command']}`" for step in steps)
    action = each.entry.action
    proof = replace(evidence(each, source), why=f"{len(steps)} steps worked in order")
    return Draft(
        type=MemoryType.PROCEDURE,
        scope=each.subject.workspace.identity or GLOBAL,
        key=key,
        body=f"To {action} {key.split(':', 2)[2]}: {said}.",
        confidence=0.8,
        evidence=(proof,),
        rule=f"procedure-{action}",
        workspace=each.subject.workspace.root,
    )
