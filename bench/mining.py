"""Mining end to end into a new store, against only reading each line and decoding it with orjson: the ratio of the two.

Both sides run in one thread, one after the other in each round, and are counted in processor time (`process_time`):
what else the machine does meanwhile changes neither, or both.
"""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import orjson

from bench import transcripts
from classifiers.formats.registry import sniff
from classifiers.rulebook.packaged import packaged
from daemon.pipeline import digest
from daemon.sources.places import Places
from daemon.sources.tail import Trouble, peek, read
from storage.engine import open_store
from storage.intake import commit

ROUNDS = 7
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def decode(paths: list[Path]) -> None:
    for path in paths:
        with path.open("rb") as stream:
            for line in stream:
                try:
                    orjson.loads(line)
                except orjson.JSONDecodeError:
                    continue


def mine(paths: list[Path], store) -> int:  # noqa: ANN001
    book, places = packaged(), Places(home=Path("/nowhere"), clock=time.monotonic)
    found = 0
    steps = []
    for path in paths:
        head = peek(str(path))
        form = None if isinstance(head, Trouble) else sniff(head, str(path))
        checkpoint, more = None, form is not None
        while more:
            batch = read(str(path), checkpoint, form)
            part = digest(batch, book=book, place=places)
            steps.append(part.step)
            found += len(part.drafts)
            checkpoint, more = part.step.next, batch.more
    commit(store, steps=steps, now=NOW)
    return found


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if arguments:
            paths = sorted(each for name in arguments for each in Path(name).rglob("*.jsonl"))
        else:
            paths = transcripts.write(Path(folder) / "transcripts", files=70, records=700)
        size = sum(path.stat().st_size for path in paths)
        decoding, mining = [], []
        packaged()
        gc.freeze()  # both as the daemon does before it catches up
        gc.set_threshold(10_000)
        for number in range(ROUNDS):
            start = time.process_time()
            decode(paths)
            decoding.append(time.process_time() - start)
            with open_store(Path(folder) / f"{number}.sqlite") as store:
                start = time.process_time()
                found = mine(paths, store)
                mining.append(time.process_time() - start)
        ratios = [ours / theirs for ours, theirs in zip(mining, decoding, strict=True)]
        print(
            f"mining: {len(paths)} files, {size / 1e6:.0f} MB, {found} drafts; "
            f"{statistics.median(ratios):.2f}x of the processor time of orjson alone (min {min(ratios):.2f}, max {max(ratios):.2f}); "
            f"{size / 1e6 / statistics.median(mining):.0f} MB/s against {size / 1e6 / statistics.median(decoding):.0f}"
        )
