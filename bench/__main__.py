"""Measure Seorap on this machine: `python -m bench [NAME…]`. Every figure is a ratio within one run, or a count.

Without a name all benchmarks run. `python -m bench mining PATH` mines your own transcripts instead of made-up ones. A benchmark's own options
(`idle --seconds 600`) stand at its top.
"""

from __future__ import annotations

import importlib
import sys

NAMES = (
    "judgement",
    "mining",
    "memory",
    "catchup",
    "latency",
    "restart",
    "idle",
    "burst",
    "verbs",
    "recorder",
    "recall",
    "hooks",
    "mcp",
    "page",
    "cards",
)


def main(arguments: list[str]) -> None:
    chosen = [name for name in NAMES if name in arguments] or list(NAMES)
    rest = [argument for argument in arguments if argument not in NAMES]
    for name in chosen:
        importlib.import_module(f"bench.{name}").main(rest)


main(sys.argv[1:])
