"""Findings that are successes → drafts: what a person is asked to remember, in one sentence, with its proof."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from classifiers.inert import one_line
from classifiers.successes import Finding
from classifiers.targets import fill, normalized
from classifiers.vocabulary import GLOBAL, STATED, Actor, Draft, Evidence, MemoryType, Result, TestReport, Workspace

_LONGEST_COMMAND = 240

_BODIES = {
    "auth": "{what} is signed in {here}: `{command}` proves it.",
    "deploy": "{what} can be deployed {here} with `{command}`.",
    "publish": "{what} can be published {here} with `{command}`.",
    "build": "{what} is built {here} with `{command}`.",
    "package": "{what} is packaged {here} with `{command}`.",
    "test": "The tests of {what} pass {here} with `{command}`.",
    "db": "The database {what} can be reached {here} with `{command}`.",
    "ssh": "The host {what} can be reached {here} with `{command}`.",
    "migrate": "Schema migrations of {what} can be applied {here} with `{command}`.",
    "infra": "{what} can be changed {here} with `{command}`.",
    "release": "A release of {what} can be cut {here} with `{command}`.",
}


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Which source a batch was read from: the format's name and the file's path."""

    format: str
    path: str


def draft(finding: Finding, source: SourceRef) -> Draft:
    """The proposal a successful finding makes."""
    entry, workspace = finding.entry, finding.subject.workspace
    everywhere = entry.scope == GLOBAL
    return Draft(
        type=entry.type,
        scope=GLOBAL if everywhere else workspace.identity or GLOBAL,
        key=finding.key,
        body=body(finding),
        confidence=round(entry.confidence * finding.outcome.confidence, 3),
        evidence=(evidence(finding, source),),
        rule=entry.name,
        workspace="" if everywhere else workspace.root,
    )


def body(finding: Finding) -> str:
    """One sentence: what is possible, and the exact command that did it."""
    plain = _BODIES[finding.entry.action]
    template = finding.entry.body or plain
    target = finding.key.split(":", 1)[1]
    texts = {
        "what": target,
        "here": "in CI" if finding.actor is Actor.CI else "from this machine",
        "command": on_a_card(finding.command).replace("`", "'"),
    }
    for name in texts:
        template = template.replace("{" + name + "}", "\x00" + name + "\x00")
        plain = plain.replace("{" + name + "}", "\x00" + name + "\x00")
    filled = fill(template, finding.subject) or plain  # what it names may be unknown here
    for name, text in texts.items():
        filled = filled.replace("\x00" + name + "\x00", text)
    return filled + _place(finding)


def _place(finding: Finding) -> str:
    """Where it has to be run, if that is not the workspace's root on this machine."""
    simple, part = finding.subject.invocation.simple, finding.subject.workspace.part.strip("/.")
    if simple.host and finding.entry.action != "ssh":
        return f" Run it on {simple.host.rsplit('@', 1)[-1]}."
    return f" Run it in {part}/." if part and finding.entry.scope != GLOBAL else ""


def on_a_card(command: str) -> str:
    """A command on one line, inert, cut where it gets too long for a card."""
    return one_line(command, _LONGEST_COMMAND)


def evidence(finding: Finding, source: SourceRef) -> Evidence:
    """The proof of one finding: which record, where, when, by whom and what was seen."""
    record, outcome = finding.record, finding.outcome
    return Evidence(
        record=record.key,
        format=source.format,
        path=source.path,
        line=finding.line,
        offset=record.where.offset,
        at=record.at,
        session=record.session,
        actor=finding.actor,
        command=on_a_card(finding.command),
        outcome=outcome.result,
        why=outcome.why,
        excerpt=outcome.excerpt[:500],
    )


def reported(report: TestReport, workspace: Workspace, source: SourceRef) -> list[Draft]:
    """What a test tool's report proves: a suite of which tests passed and none failed. It names no command."""
    counts = report.counts
    if not counts.passed or counts.failed or counts.errors or not workspace.name:
        return []
    name = normalized(f"{workspace.name}/{workspace.part.strip('/')}")
    proof = Evidence(
        record=report.key,
        format=source.format,
        path=source.path,
        line=report.where.line,
        offset=report.where.offset,
        at=report.at,
        session=report.session,
        actor=Actor.CI,
        outcome=Result.SUCCESS,
        why=f"{counts.passed} passed, none failed",
    )
    file = re.split(r"[/\\]", source.path)[-1]
    return [
        Draft(
            type=MemoryType.FACT,
            scope=workspace.identity or GLOBAL,
            key=f"test:{name}",
            body=f"The {report.tool or 'test'} suite of {name} passes; its latest report is {file}.",
            confidence=0.6,
            evidence=(proof,),
            rule="test-report",
            workspace=workspace.root,
        )
    ]


def merged(drafts: Iterable[Draft]) -> tuple[Draft, ...]:
    """Drafts of one (scope, key) as one: evidence adds up, one per record, and the surest wording is kept.

    Work of a person or an agent words a draft before a CI job does: it says more about this machine. Of equals the
    shortest wording counts, so that the order in which files are read makes no difference.
    """
    groups: dict[tuple[str, str], list[Draft]] = {}
    for each in drafts:
        groups.setdefault((each.scope, each.key), []).append(each)
    return tuple(_joined(group) for group in groups.values())


def _joined(group: list[Draft]) -> Draft:
    if len(group) == 1:
        return group[0]
    proofs: dict[str, Evidence] = {}
    for proof in sorted((proof for each in group for proof in each.evidence), key=_order):
        proofs.setdefault(proof.record, proof)
    surest = max(each.confidence for each in group)
    return replace(max(group, key=_rank), evidence=tuple(proofs.values()), confidence=surest)


def _rank(each: Draft) -> tuple[bool, tuple[float, str, int, str], float, int, str]:
    last = max(map(_order, each.evidence))
    spoken = last if each.type in STATED else (0.0, "", 0, "")  # a person's latest word counts
    return each.evidence[0].actor is not Actor.CI, spoken, each.confidence, -len(each.body), each.body


def _order(proof: Evidence) -> tuple[float, str, int, str]:
    return proof.at.timestamp() if proof.at else 0.0, proof.path, proof.line, proof.command
