"""What was thrown away is collected when the table is calm, so that a press seldom has to wait for it.

After a collection MicroPython looks for room from the bottom of its heap on, through all that is loaded, and only
objects of one block (16 bytes) let it begin higher the next time. Whoever presses next would wait up to 2 ms more for
that. So the broom makes such objects, at its leisure, until all small holes are filled with them.
"""

import gc
from array import array

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

_NEVER = -1
_SWEPT = -1  # the holes are still to be filled
_FILLED = -2  # and now the bytes to be counted
_CALM_MS = const(500)  # since something happened
_LITTER = const(32768)  # bytes; to collect them takes up to 26 ms
_HOLE = const(128)  # words: more than a press asks for at a time; smaller ones are filled
_HANDFULS = const(32)  # at most, for all of them
_HANDFUL = array("f", [0.0] * 16)  # its sum makes two objects of one block for each: 0.2 ms


class Broom:
    """Sweeps up when it is calm, in three steps: collect, fill, count. Whoever has pressed meanwhile comes first.

    `next_deadline_ms`: when `tick` may have something to do, or -1.
    """

    def __init__(self, clock: "Any") -> None:
        self.next_deadline_ms = _NEVER
        self._clock = clock
        self._kept = 0  # bytes in use after the last sweep; or _SWEPT, _FILLED

    def tick(self, now_ms: int, stirred: bool) -> None:
        """Do the next step if it has been calm for a moment. `stirred`: something has happened just now."""
        clock = self._clock
        if stirred:
            self.next_deadline_ms = clock.ticks_add(now_ms, _CALM_MS)
            return
        if self.next_deadline_ms == _NEVER or clock.ticks_diff(now_ms, self.next_deadline_ms) < 0:
            return
        self.next_deadline_ms = now_ms
        if self._kept == _SWEPT:
            # Not in a call: its frame would be a new hole when it returns.
            try:
                large = id((0,) * _HOLE)
            except MemoryError:
                large = 0  # there is none, and nothing is filled
            for _ in range(_HANDFULS):
                if id(object()) > large:
                    break
                sum(_HANDFUL)
            self._kept = _FILLED
            return
        used = gc.mem_alloc()  # to count them takes 7 ms
        if self._kept != _FILLED and used - self._kept > _LITTER:
            self.sweep()
            return
        if self._kept == _FILLED:
            self._kept = used
        self.next_deadline_ms = _NEVER

    def sweep(self) -> None:
        """Collect now what was thrown away. The other two steps are for the next calm moment."""
        gc.collect()
        self._kept = _SWEPT
