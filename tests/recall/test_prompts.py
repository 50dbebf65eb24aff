"""How well recall does on hand-written prompts in Korean and English; `python -m bench recall` prints the same.

Those of `prompts_blind.toml`, `prompts_stranger.toml` and `prompts_untouched.toml` are only measured: what a test holds to is tuned for in the end.
"""

from __future__ import annotations

from pathlib import Path

ORDINARY = (Path(__file__).parent / "ordinary_prompts.txt").read_text(encoding="utf-8").splitlines()


def test_what_is_recalled_is_wanted(prompts):
    """Of the first three memories at least nine in ten help, and nine in ten of what helps is there."""
    precision, recall = [], []
    for prompt in prompts.asked:
        wanted = prompt.get("want", [])
        if not wanted:
            continue
        keys = prompts.drawer.keys(prompt["ask"], *prompt.get("files", ()))
        first = keys[:3]
        good = {*wanted, *prompt.get("may", ())}
        precision.append(sum(key in good for key in first) / len(first) if first else 0.0)
        recall.append(sum(key in keys for key in wanted) / len(wanted))
    assert len(prompts.asked) >= 50
    assert sum(precision) / len(precision) >= 0.9
    assert sum(recall) / len(recall) >= 0.9


def test_silence_is_kept(prompts):
    """What has nothing to do with any memory recalls nothing, in 95 of 100."""
    silent = [prompt for prompt in prompts.asked if not prompt.get("want")]
    broken = [
        prompt["ask"] for prompt in silent if not set(prompts.drawer.keys(prompt["ask"])) <= set(prompt.get("may", ()))
    ]
    assert len(silent) * 10 >= len(prompts.asked) * 3
    assert len(broken) <= 0.05 * len(silent), broken


def test_ordinary_work_recalls_nothing(prompts):
    """What people ask of any code, Korean and English, in 95 of 100."""
    broken = [asked for asked in ORDINARY if prompts.drawer.keys(asked)]
    assert len(ORDINARY) >= 150
    assert len(broken) <= 0.05 * len(ORDINARY), broken
