"""The clock of turns: how long this one takes, and each seat altogether; a beep when the time is up. Only a reminder.

It lives on the device and is not in the log: after a power cut a turn's clock begins anew.
"""

from device import buzzer
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from device.app import App

NEVER = -1
_SEATS = const(6)


class Clock:
    """Times in ms. `turn_s`, `seat_s`: the limits in seconds, 0 for none."""

    def __init__(self, app: "App", turn_s: int, seat_s: int) -> None:
        self.app = app
        self.turn_s = turn_s
        self.seat_s = seat_s
        self.paused = False
        self._who = NEVER
        self._since = 0  # ticks_ms up to which the time is in the sums
        self._turn = 0
        self._seats = [0] * _SEATS
        self._told = False

    def _add(self) -> None:
        """Add the time since the last look."""
        now = self.app.clock.ticks_ms()
        if self._who != NEVER and not self.paused:
            passed: int = self.app.clock.ticks_diff(now, self._since)
            self._turn += passed
            self._seats[self._who] += passed
        self._since = now

    def begin(self, seat: int) -> None:
        """Begin the turn of a seat, unless it is its turn already; seat -1: nobody's."""
        self._add()
        if seat != self._who:
            self._who = seat
            self._turn = 0
            self._told = False

    def rest(self) -> None:
        """It is nobody's turn: the game asks something else."""
        self.begin(NEVER)

    def pause(self) -> None:
        """Stop the clock, or let it go on."""
        self._add()
        self.paused = not self.paused

    def tick(self) -> None:
        """Look at the clock; beep once in a turn when its time is up."""
        self._add()
        if self.over() and not self._told:
            self._told = True
            self.app.beep(buzzer.LAST_TURN)

    def next_ms(self) -> int:
        """Return the ms until it shows another second."""
        return 1000 - self._turn % 1000

    def turn(self) -> int:
        """Return the seconds that are left of the turn, below 0 when it is over; without a limit those it takes."""
        return self.turn_s - self._turn // 1000 if self.turn_s else self._turn // 1000

    def seat(self, seat: int) -> int:
        """Return the seconds that a seat has left, or without a limit those it has used."""
        used = self._seats[seat] // 1000
        return self.seat_s - used if self.seat_s else used

    def over(self) -> bool:
        """Return whether the turn, or all the time of the seat whose turn it is, is over."""
        if self._who == NEVER:
            return False
        late = self.turn_s and self.turn() <= 0
        return bool(late or (self.seat_s and self.seat(self._who) <= 0))
