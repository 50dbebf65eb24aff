"""The numbers in Prometheus' text format. Labels are words of ours: formats, rules, sources, statuses; never content.

Format: prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4. A configured source is labelled by its place
among them, for its name may be a customer's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from daemon.lag import Lag
from daemon.waits import Waits
from storage.metrics import Metrics
from storage.status import Counts

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Sample = tuple[dict[str, str], float]


def exposition(counts: Counts, metrics: Metrics, lags: Iterable[Lag], *, running: bool, waits: Waits | None) -> str:
    """All numbers as text, each metric with its type."""
    return "\n".join([*_lines(counts, metrics, list(lags), running=running), *_answers(waits), ""])


def _lines(counts: Counts, metrics: Metrics, lags: list[Lag], *, running: bool) -> Iterator[str]:
    yield from _gauge("daemon_running", "1 while the daemon holds its lock", [({}, int(running))])
    yield from _gauge("sources_files", "Files with a checkpoint", [({}, counts.sources)])
    yield from _gauge("database_bytes", "Size of the SQLite file", [({}, counts.size)])
    yield from _gauge("evidence", "Records kept as proof", [({}, counts.evidence)])
    yield from _gauge("tombstones", "Keys, rules, scopes and actions kept away", [({}, counts.tombstones)])
    yield from _gauge("outbox", "Memories that changed since they were indexed", [({}, metrics.outbox)])
    yield from _gauge(
        "probes_failed", "Capabilities whose probe failed when it was run last", [({}, len(metrics.failed))]
    )
    lines: list[Sample] = [
        ({"format": form, "result": what}, getattr(each, what))
        for form, each in counts.formats.items()
        for what in ("parsed", "skipped", "unknown")
    ]
    yield from _metric("lines_total", "counter", "Lines read since the beginning", lines)
    drifted: list[Sample] = [({"format": form}, len(paths)) for form, paths in counts.drifted.items()]
    yield from _gauge("drifted_files", "Files not understood any more", drifted)
    yield from _gauge("candidates", "Candidates", [({"status": status}, n) for status, n in counts.candidates.items()])
    waiting: list[Sample] = [({"age": age}, n) for age, n in metrics.ages.items()]
    yield from _gauge("candidates_waiting", "Candidates without a verdict, by age", waiting)
    kept: list[Sample] = [
        ({"type": kind, "status": status}, n) for kind, by in counts.memories.items() for status, n in by.items()
    ]
    yield from _gauge("memories", "Memories", kept)
    said: list[Sample] = [({"judgement": word}, n) for word, n in counts.verdicts.items()]
    yield from _metric("verdicts_total", "counter", "Verdicts given", said)
    by_rule: list[Sample] = [
        ({"rule": rule, "judgement": word}, n) for rule, by in metrics.rules.items() for word, n in by.items()
    ]
    yield from _gauge("rule_verdicts", "Verdicts that stand on a rule's candidates", by_rule)
    yield from _gauge("progress_timestamp_seconds", "When lines were last stored", _times("format", metrics.progress))
    yield from _gauge("job_timestamp_seconds", "When a job was last begun", _times("job", metrics.jobs))
    for name, says in (
        ("files", "Files of a source"),
        ("behind", "Files that changed and were not read yet"),
        ("unread_bytes", "Bytes not read yet"),
        ("lag_seconds", "Age of the change that waits longest"),
    ):
        values: list[Sample] = [({"source": label}, place[name]) for label, place in _by_label(lags).items()]
        yield from _gauge(f"source_{name}", says, values)


def _answers(waits: Waits | None) -> Iterator[str]:
    """A summary: its sum and count go on for ever, its quantiles are of the latest ten thousand or so."""
    if waits is None:
        return
    shares: list[Sample] = [({"quantile": f"{share:g}"}, took) for share, took in waits.shares.items()]
    yield from _metric("recall_seconds", "summary", "How long agents waited for an answer", shares)
    yield f"seorap_recall_seconds_sum {waits.total:.15g}"
    yield f"seorap_recall_seconds_count {waits.answered}"


def _by_label(lags: Iterable[Lag]) -> dict[str, Counter[str]]:
    """Sources of one kind in several places (an editor and its sibling) are one series."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for each in lags:
        place = found[each.label]
        place.update(files=each.files, behind=each.behind, unread_bytes=each.unread)
        place["lag_seconds"] = max(place["lag_seconds"], round(each.seconds))
    return found


def _times(label: str, times: dict[str, datetime]) -> list[Sample]:
    return [({label: name}, when.timestamp()) for name, when in times.items()]


def _gauge(name: str, says: str, samples: Iterable[Sample]) -> Iterator[str]:
    return _metric(name, "gauge", says, samples)


def _metric(name: str, kind: str, says: str, samples: Iterable[Sample]) -> Iterator[str]:
    found = list(samples)
    if not found:
        return
    yield f"# HELP seorap_{name} {says}."
    yield f"# TYPE seorap_{name} {kind}"
    for labels, value in found:
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"seorap_{name}{{{told}}} {value:.15g}" if told else f"seorap_{name} {value:.15g}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")
