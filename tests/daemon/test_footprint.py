"""Memory that is given back."""

from __future__ import annotations

import gc
import weakref

from daemon import footprint


class Round:
    """Refers to itself, as what runs in an event loop does."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_frozen_while_in_use_goes_when_it_is_garbage() -> None:
    """A round of the daemon is frozen with all it loaded, and must not stay for good when a reload ends it."""
    thresholds, enabled = gc.get_threshold(), gc.isenabled()
    gc.disable()
    try:
        current: Round | None = Round()
        left = weakref.ref(current)
        footprint.steady()
        current = None
        gc.collect()
        assert left() is not None, "it is frozen"
        footprint.begin_anew()
        assert left() is None
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        if enabled:
            gc.enable()
