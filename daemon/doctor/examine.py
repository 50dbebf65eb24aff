"""Runs checks one after the other, and mends what they offer to mend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from classifiers.vocabulary import SeorapError
from daemon.doctor.finding import Check, Finding, Patient, State


def examine(checks: Iterable[Check], patient: Patient, *, fix: bool = False) -> Iterator[Finding]:
    """Every finding. With `fix` what can be mended is, and the check looks again: what it then sees is told."""
    for check in checks:
        found = _look(check, patient)
        mended = [_mended(each) for each in found if each.mend is not None] if fix else []
        yield from mended
        yield from _look(check, patient) if mended else found


def _look(check: Check, patient: Patient) -> list[Finding]:
    try:
        return list(check.look(patient))
    except SeorapError as trouble:
        return [Finding(check.name, State.TROUBLE, trouble.title, trouble.hint)]
    except OSError as trouble:
        return [
            Finding(check.name, State.TROUBLE, f"{trouble.filename or 'The system'}: {trouble.strerror or trouble}.")
        ]


def _mended(finding: Finding) -> Finding:
    assert finding.mend is not None
    try:
        finding.mend()
    except SeorapError as trouble:
        return replace(finding, hint=f"It could not be mended: {trouble.title} {trouble.hint}", mend=None)
    except OSError as trouble:
        return replace(finding, hint=f"It could not be mended: {trouble.strerror or trouble}.", mend=None)
    return replace(finding, mended=True)
