"""Presses, stamped at their first edge.

A hard pin interrupt copies the level of all pins (one register read) and the time into a ring, whatever the
main loop is doing. The main loop decodes the ring later: the first edge of a press counts, and what bounces
after it does not. So a stamp is right to a tenth of a millisecond while a display is being drawn, a 2 ms tap is
seen, and two presses keep the order in which they happened.

A button is *up* or *down*. It goes down with its first edge, at once. It goes up again when its line has been
up for _QUIET_MS without an edge, so that bouncing, on the way down or up, belongs to the same press.

Nothing here allocates after the constructor has returned: next() leaves what it found in the object's own fields.
"""

import io

from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

HUB = 6  # `pod` of the hub's own buttons
A, B, C = 0, 1, 2  # `button`

# What next() found.
PRESS = 1  # a button went down
LONG = 2  # it is still down after LONG_MS; comes once, after its PRESS
STUCK = 3  # it was down at power-on, or is still down after STUCK_MS; comes once, then silence until it is up

LONG_MS = 800
STUCK_MS = 10_000
SIMULTANEOUS_US = 200  # presses stamped closer than this are not ordered

NEVER = -1  # next_deadline_ms when there is nothing to wait for


class Wake(io.IOBase):
    """Something select.poll can wait for: readable once set() was called, from an interrupt too, until clear()."""

    def __init__(self) -> None:
        self.flag = bytearray(1)  # interrupt handlers set flag[0] = 1 themselves, which is quicker

    def set(self) -> None:
        """Make the object readable; wakes the poll it is registered with."""
        self.flag[0] = 1

    def clear(self) -> None:
        """Make the object wait again."""
        self.flag[0] = 0


class Buttons:
    """All buttons of the table.

    `pins`: 21 pins (pod 1's A, B, C to pod 6's, then the hub's), each with .irq(handler, trigger, hard=True).
    `gpios`: the 21 GPIO numbers belonging to them, so bits of the register.
    `memory`: indexed with the register's address gives the level of all pins (machine.mem32).
    `register`: that address (board.GPIO_IN). `clock`: has ticks_us, ticks_ms, ticks_diff, ticks_add (the module time).
    `trigger`: Pin.IRQ_FALLING | Pin.IRQ_RISING. `wake`: set at every edge.

    After next() has returned True: `kind` (PRESS, LONG or STUCK), `pod` (0 to 5, HUB), `button` (A, B, C), `stamp`
    (ticks_us of the press's first edge).
    """

    def __init__(
        self,
        pins: "Sequence[Any]",
        gpios: "Sequence[int]",
        memory: "Any",
        register: int,
        clock: "Any",
        trigger: int,
        wake: Wake,
    ) -> None:
        self.kind = 0
        self.pod = 0
        self.button = 0
        self.stamp = 0
        self.next_deadline_ms = NEVER  # ticks_ms at which next() may have something although no pin moved
        self.lost = 0  # edges that found the ring full (their first press is kept all the same)

    def next(self) -> bool:
        """Find the next press and leave it in the fields; return False when there is none.

        Call it until it returns False, whenever the poll says `wake` or next_deadline_ms has come. Presses come in
        the order of their stamps.
        """
        raise NotImplementedError

    def is_down(self, pod: int, button: int) -> bool:
        """Whether the button is down now (as of the last next()), a stuck one too."""
        raise NotImplementedError

    def held_ms(self, pod: int, button: int) -> int:
        """Return for how long the button has been down, in ms; 0 when it is up or stuck."""
        raise NotImplementedError

    def simultaneous(self, stamp: int, other: int) -> bool:
        """Whether two stamps are too close to say which press came first."""
        raise NotImplementedError

    def flush(self) -> None:
        """Forget presses not yet fetched; buttons that are down stay down without a PRESS."""
        raise NotImplementedError

    def close(self) -> None:
        """Take the interrupts off the pins."""
        raise NotImplementedError
