import re
from datetime import UTC, datetime

from classifiers.vocabulary import MemoryType
from daemon.exposition import exposition
from daemon.lag import Lag
from daemon.waits import Waits
from storage.metrics import Metrics
from storage.status import Counts, Lines
from storage.values import CandidateStatus, Judgement, MemoryStatus

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\.)*"(?:,[a-z]+="(?:[^"\\\n]|\\.)*")*\})? [0-9.e+-]+')


def told(lags=(), rules=None, waits=None) -> list[str]:
    counts = Counts(
        candidates={CandidateStatus.PENDING: 2},
        memories={MemoryType.RULE: {MemoryStatus.ACTIVE: 1}},
        verdicts={Judgement.APPROVE: 3},
        formats={"bash": Lines(5, 1, 0)},
        drifted={"bash": ["/home/sam/secret-customer/log"]},
        sources=7,
        size=10**12 + 1,
    )
    metrics = Metrics(
        failed=["auth:secret-customer"],
        ages={"day": 2},
        rules=rules or {},
        progress={"bash": NOW},
        jobs={"nightly": NOW},
    )
    return exposition(counts, metrics, lags, running=True, waits=waits).splitlines()


def test_every_line_is_a_sample_or_a_comment_and_every_metric_has_its_type():
    """As the format wants it, whatever a rule is called."""
    waits = Waits(answered=3, total=0.5, shares={0.5: 0.004})
    lines = told(waits=waits, rules={'a "rule"\\\n of mine': {Judgement.DISMISS: 1}})
    samples = [line for line in lines if not line.startswith("#")]
    assert [line for line in samples if not SAMPLE.fullmatch(line)] == []
    typed = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(typed) == len(set(typed))
    names = {re.split(r"[ {]", line)[0] for line in samples}
    assert names - {"seorap_recall_seconds_sum", "seorap_recall_seconds_count"} == set(typed)
    assert "seorap_probes_failed 1" in lines
    assert 'seorap_recall_seconds{quantile="0.5"} 0.004' in lines
    assert "seorap_database_bytes 1000000000001" in lines
    assert 'seorap_lines_total{format="bash",result="skipped"} 1' in lines


def test_no_label_names_a_file_or_what_a_person_called_a_source():
    """A number leaves the machine; names of customers do not."""
    lags = [
        Lag("secret-customer", "configured-1", files=2),
        Lag("cline", "cline", files=1, behind=1, unread=9, seconds=4),
    ]
    lines = told([*lags, Lag("cline", "cline", files=2, seconds=2)])
    assert "secret-customer" not in "\n".join(lines)
    assert [line for line in lines if line.startswith("seorap_source_")] == [
        'seorap_source_files{source="configured-1"} 2',
        'seorap_source_files{source="cline"} 3',
        'seorap_source_behind{source="configured-1"} 0',
        'seorap_source_behind{source="cline"} 1',
        'seorap_source_unread_bytes{source="configured-1"} 0',
        'seorap_source_unread_bytes{source="cline"} 9',
        'seorap_source_lag_seconds{source="configured-1"} 0',
        'seorap_source_lag_seconds{source="cline"} 4',
    ]
