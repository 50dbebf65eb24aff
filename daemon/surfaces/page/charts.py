"""Numbers as the shapes of a small drawing; the templates draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10


@dataclass(frozen=True, slots=True)
class Bar:
    """An upright bar: its left edge, its top and its height, in units of the drawing."""

    x: float
    y: float
    height: float
    value: int


def bars(values: Sequence[int], *, step: float, height: float, top: int) -> list[Bar]:
    """A bar for each value, `step` apart, `top` being as high as the drawing. What is not nothing can be seen."""
    heights = [0.0 if value <= 0 else max(2.0, round(height * value / max(top, 1), 1)) for value in values]
    return [
        Bar(round(index * step, 1), round(height - tall, 1), tall, value)
        for index, (value, tall) in enumerate(zip(values, heights, strict=True))
    ]


def rounded_up(value: int) -> int:
    """A round number that is not smaller: 1, 2 or 5 and noughts."""
    if value <= 1:
        return 1
    power = int(10 ** int(log10(value)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value)
