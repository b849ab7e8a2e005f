"""What was thrown away is collected when the table is calm, so that a press seldom has to wait for it."""

import gc

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

_NEVER = -1
_CALM_MS = const(500)  # since something happened
_LITTER = const(32768)  # bytes; to collect them takes up to 26 ms


class Broom:
    """Sweeps up when it is calm. `next_deadline_ms`: when `tick` may have something to do, or -1."""

    def __init__(self, clock: "Any") -> None:
        self.next_deadline_ms = _NEVER
        self._clock = clock
        self._kept = 0  # bytes in use when it was last swept

    def tick(self, now_ms: int, stirred: bool) -> None:
        """Sweep if it has been calm for a moment and is worth the time. `stirred`: something has happened just now."""
        clock = self._clock
        if stirred:
            self.next_deadline_ms = clock.ticks_add(now_ms, _CALM_MS)
        elif self.next_deadline_ms != _NEVER and clock.ticks_diff(now_ms, self.next_deadline_ms) >= 0:
            self.next_deadline_ms = _NEVER
            if gc.mem_alloc() - self._kept > _LITTER:
                self.sweep()

    def sweep(self) -> None:
        """Collect now what was thrown away."""
        gc.collect()
        self._kept = gc.mem_alloc()
