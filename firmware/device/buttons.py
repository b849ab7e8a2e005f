"""Presses, stamped at their first edge.

A hard pin interrupt copies the level of all pins (one register read) and the time into a ring, whatever the
main loop is doing. The main loop decodes the ring later: the first edge of a press counts, and what bounces
after it does not. So a stamp is right to a tenth of a millisecond while a display is being drawn, a 2 ms tap is
seen, and two presses keep the order in which they happened.

A button is *up* or *down*. It goes down with its first edge, at once. It goes up again when its line has been
up for QUIET_MS without an edge, so that bouncing, on the way down or up, belongs to the same press.

The pin that caused the interrupt stands in the ring too. Without it a first contact shorter than the interrupt's
own delay would be overlooked: by then the line may be up again, and the register shows nothing.

Nothing here allocates after the constructor has returned: next() leaves what it found in the object's own fields.
"""

import io
from array import array

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

HUB = 6  # `pod` of the hub's own buttons
A, B, C = 0, 1, 2  # `button`

# What next() found.
PRESS = 1  # a button went down
LONG = 2  # it is still down after LONG_MS; comes once, after its PRESS
STUCK = 3  # it was down at power-on, or is still down after STUCK_MS; comes once, then silence until it is up

# Tact switches bounce for 1 to 10 ms, worn ones for 20; a quick double tap leaves the line up for 40 ms or more.
QUIET_MS = 25
LONG_MS = 800
STUCK_MS = 10_000

# Presses stamped closer than this are not ordered. A stamp is 20 to 50 us late on the emulated Pico, so it is certain
# that presses 200 us apart are told apart, and that none is told in the wrong order.
SIMULTANEOUS_US = 150

NEVER = -1  # next_deadline_ms when there is nothing to wait for

# One entry an interrupt. The main loop is away for 30 ms at the longest while choices are open (one display drawn in
# full). In that time six buttons that bounce at once, ten edges each, have filled 66 entries on the emulated Pico.
# What finds no room is not lost either, but collapsed: see _handler.
_RING = const(96)

_POLL = const(3)  # ioctl request and answer of MicroPython's stream protocol (py/stream.h)
_READABLE = const(1)


class Wake(io.IOBase):
    """Something select.poll can wait for: readable once set() was called, from an interrupt too, until clear()."""

    def __init__(self) -> None:
        self.flag = bytearray(1)  # an interrupt handler sets flag[0] = 1 itself, which is quicker

    def set(self) -> None:
        """Make the object readable; this ends the poll it is registered with."""
        self.flag[0] = 1

    def clear(self) -> None:
        """Make the object wait again."""
        self.flag[0] = 0

    def ioctl(self, request: int, argument: int) -> int:
        """Answer MicroPython's poll: readable or not."""
        return argument & _READABLE if request == _POLL and self.flag[0] else 0


class _Ring:
    """What the interrupt leaves for the main loop. A slot is free when its `who` is None."""

    def __init__(self) -> None:
        self.words = array("i", [0] * _RING)  # levels of all pins
        self.stamps = array("i", [0] * _RING)  # ticks_us
        self.who: "list[Any]" = [None] * _RING  # the pin that moved; written last, as it says that the slot is full
        self.over = array("i", [0, 0, 0])  # edges that found no room; all levels they saw, and-ed; stamp of the first


def _handler(ring: _Ring, memory: "Any", register: int, ticks_us: "Callable[[], int]", flag: bytearray) -> "Any":
    """Return the interrupt handler.

    What it needs are defaults of its arguments: locals are the quickest to reach, and MicroPython allocates at every
    call of a closure with more than four outer names, which a hard interrupt must not.
    """

    def edge(
        pin: "Any",
        words: "Any" = ring.words,
        stamps: "Any" = ring.stamps,
        who: "list[Any]" = ring.who,
        over: "Any" = ring.over,
        head: "Any" = array("i", [0]),
        memory: "Any" = memory,
        register: int = register,
        ticks_us: "Callable[[], int]" = ticks_us,
        flag: bytearray = flag,
    ) -> None:
        at = head[0]
        if over[0]:  # until these are fetched, so that the ring never holds newer edges than they are
            over[0] += 1
            over[1] &= memory[register]
        elif who[at] is None:
            words[at] = memory[register]  # before the time, so that no stamp is earlier than its edge
            stamps[at] = ticks_us()
            who[at] = pin
            at += 1
            head[0] = at if at < _RING else 0
        else:
            over[1] = memory[register]
            over[2] = ticks_us()
            over[0] = 1
        flag[0] = 1

    return edge


class Buttons:
    """All buttons of the table.

    `pins`: 21 pins (pod 1's A, B, C to pod 6's, then the hub's), each with .irq(handler, trigger, hard=True).
    `gpios`: the GPIO numbers of the same 21, which are the bits of the register.
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
        self.lost = 0  # edges that found the ring full, since the start
        self._pins = pins
        self._clock = clock
        self._memory = memory
        self._register = register
        self._flag = wake.flag
        self._ring = _Ring()
        self._tail = 0
        # Buttons are numbered as `pins` is; masks have the bits of the register.
        self._bits = array("i", [1 << gpio for gpio in gpios])
        self._numbers = {1 << gpio: number for number, gpio in enumerate(gpios)}
        self._bit_of_pin = {pin: 1 << gpio for pin, gpio in zip(pins, gpios)}
        self._all = sum(self._numbers)
        self._pressed_us = array("i", [0] * len(pins))  # first edge of the present press
        self._moved_us = array("i", [0] * len(pins))  # last edge
        handler = _handler(self._ring, memory, register, clock.ticks_us, self._flag)
        for pin in pins:
            pin.irq(handler, trigger, hard=True)
        self._low = ~memory[register] & self._all  # lines that were low when last seen
        self._down = self._low  # buttons that are down
        self._long = self._low  # of those, the ones that have had their LONG
        self._stuck = 0  # of those, the ones that have had their STUCK
        self._at_boot = self._low  # STUCK still to be told of
        self._new = 0  # PRESS still to be told of, at self._new_us
        self._new_us = 0

    def next(self) -> bool:
        """Find the next event and leave it in the fields; return False when there is none.

        Call it until it returns False, whenever the poll says `wake` or next_deadline_ms has come. Presses come in
        the order of their stamps; those of one stamp in the order of their pins.
        """
        self._flag[0] = 0  # before looking: an edge from now on sets it again
        while not self._new:
            if not self._take():
                return self._idle()
        bit = self._new & -self._new
        self._new ^= bit
        return self._tell(PRESS, bit, self._new_us)

    def is_down(self, pod: int, button: int) -> bool:
        """Whether the button is down, as of the last next(); a stuck one too."""
        return bool(self._down & self._bits[pod * 3 + button])

    def held_ms(self, pod: int, button: int) -> int:
        """Return for how long the button has been down, in ms; 0 when it is up or stuck."""
        number = pod * 3 + button
        if not self._down & ~self._stuck & ~self._at_boot & self._bits[number]:
            return 0
        return int(self._clock.ticks_diff(self._clock.ticks_us(), self._pressed_us[number])) // 1000

    def simultaneous(self, stamp: int, other: int) -> bool:
        """Whether two stamps are too close to say which press came first."""
        return -SIMULTANEOUS_US < int(self._clock.ticks_diff(stamp, other)) < SIMULTANEOUS_US

    def flush(self) -> None:
        """Forget presses not yet fetched. What is down stays down and makes no further PRESS until it was up."""
        while self._take():
            self._new = 0
        self._new = 0

    def close(self) -> None:
        """Take the interrupts off the pins."""
        for pin in self._pins:
            pin.irq(None, 0)

    def _take(self) -> bool:
        """Decode one entry of the ring; return False when it is empty."""
        ring, at = self._ring, self._tail
        pin = ring.who[at]
        if pin is None:
            return ring.over[0] != 0 and self._take_overflow()
        stamp, low = ring.stamps[at], ~ring.words[at] & self._all
        ring.who[at] = None
        self._tail = at + 1 if at + 1 < _RING else 0
        named = self._bit_of_pin.get(pin, 0)
        self._note(low, named, stamp)
        self._press((low | named) & ~self._down, stamp)
        return True

    def _take_overflow(self) -> bool:
        """Decode the edges that found no room: whoever was pressed is kept, with one stamp for all of them."""
        over = self._ring.over
        stamp, low = over[2], ~over[1] & self._all
        self.lost += over[0]
        over[0] = 0
        self._note(low | self._low, 0, stamp)
        self._press(low & ~self._down, stamp)
        self._note(~self._memory[self._register] & self._all, self._down, self._clock.ticks_us())
        return True

    def _note(self, low: int, named: int, stamp: int) -> None:
        """Take note of the lines that are low at `stamp`, and of the one whose edge it was."""
        was_low = self._low
        moved = (low ^ was_low) | named
        self._low = low
        while moved:
            bit = moved & -moved
            moved ^= bit
            number = self._numbers[bit]
            if self._down & bit and not was_low & bit and self._quiet(number, stamp):
                self._go_up(bit)
            self._moved_us[number] = stamp

    def _press(self, new: int, stamp: int) -> None:
        """Let buttons go down."""
        self._new = new
        if new:
            self._new_us = stamp
            self._down |= new
            while new:
                bit = new & -new
                new ^= bit
                self._pressed_us[self._numbers[bit]] = stamp

    def _quiet(self, number: int, now_us: int) -> bool:
        """Whether a line has been without an edge long enough for its button to be up, if the line is up."""
        return int(self._clock.ticks_diff(now_us, self._moved_us[number])) >= QUIET_MS * 1000

    def _go_up(self, bit: int) -> None:
        self._down &= ~bit
        self._long &= ~bit
        self._stuck &= ~bit
        self._at_boot &= ~bit

    def _idle(self) -> bool:
        """With the ring empty: find what time alone has brought, and when there may be more."""
        self.next_deadline_ms = NEVER
        if not self._down:
            return False
        if self._at_boot:
            bit = self._at_boot & -self._at_boot
            self._at_boot ^= bit
            self._stuck |= bit
            return self._tell(STUCK, bit, self._clock.ticks_us())
        now = self._clock.ticks_us()
        waiting = self._down & ~self._low
        while waiting:
            bit = waiting & -waiting
            waiting ^= bit
            if self._quiet(self._numbers[bit], now):
                self._go_up(bit)
        soonest = STUCK_MS * 1000
        down = self._down & ~(self._stuck & self._low)
        if not down:
            return False
        while down:
            bit = down & -down
            down ^= bit
            left = self._left_us(bit, now)
            if left <= 0:
                return self._outlast(bit)
            if left < soonest:
                soonest = left
        self.next_deadline_ms = self._clock.ticks_add(self._clock.ticks_ms(), soonest // 1000 + 1)
        return False

    def _left_us(self, bit: int, now_us: int) -> int:
        """Return the time in us until something happens to a button that is down although no pin moves."""
        number = self._numbers[bit]
        if not self._low & bit:
            since, limit = self._moved_us[number], QUIET_MS
        else:
            since, limit = self._pressed_us[number], STUCK_MS if self._long & bit else LONG_MS
        return limit * 1000 - int(self._clock.ticks_diff(now_us, since))

    def _outlast(self, bit: int) -> bool:
        """Tell that a button has been down for LONG_MS, or later for STUCK_MS."""
        stamp = self._pressed_us[self._numbers[bit]]
        if self._long & bit:
            self._stuck |= bit
            return self._tell(STUCK, bit, stamp)
        self._long |= bit
        return self._tell(LONG, bit, stamp)

    def _tell(self, kind: int, bit: int, stamp: int) -> bool:
        number = self._numbers[bit]
        self.kind = kind
        self.pod = number // 3
        self.button = number % 3
        self.stamp = stamp
        return True
