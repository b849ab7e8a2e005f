"""The buzzer's round: before "go" a press is a false start, after it every seat's first press counts by its stamp.

The hub's C says go and, if not everybody presses, ends the round. It ends by itself when all have pressed, or a while
after the first press. Nothing is written meanwhile, so no flash erase makes a press late.
"""

from device import buzzer, states
from device.displays import HUB_BIT
from onthree.compat import TYPE_CHECKING, const
from onthree.tools.buzzer import EARLY, LONGEST_US, PRESS

if TYPE_CHECKING:
    from device.app import App

_SEATS = const(6)
_AFTER_FIRST_MS = const(3000)


class Race:
    """The round under way. `on`: after go. `early`: seats with a false start, as bits."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.on = False
        self.early = 0
        self._go_us = 0
        self._presses = [0] * _SEATS  # actions

    def open(self) -> None:
        """Wait for go."""
        self.on = False
        self.early = 0
        self._presses = [0] * _SEATS
        self.app.go(states.READY)

    def heard(self) -> int:
        """Return the seats that have pressed, as bits."""
        bits = 0
        for seat in range(_SEATS):
            if self._presses[seat]:
                bits |= 1 << seat
        return bits

    def false_start(self) -> None:
        """Note a press before go."""
        self._note_early(self.app.play.seat())

    def _note_early(self, seat: int) -> None:
        app = self.app
        if seat < app.table.state.players and not self.early >> seat & 1:
            self.early |= 1 << seat
            self._presses[seat] = EARLY
            app.beep(buzzer.ERROR)
            app.dirty |= 1 << app.pod | HUB_BIT

    def go(self) -> None:
        """Say go: from the moment of the hub's press the time counts."""
        app = self.app
        self.on = True
        self._go_us = app.stamp
        app.beep(buzzer.THIRD)
        app.go(states.RACE)
        if self._all():
            self.end()

    def press(self) -> None:
        """Note the press of a pod, if it is the seat's first."""
        app = self.app
        seat = app.play.seat()
        if seat >= app.table.state.players or self._presses[seat]:
            return
        after: int = app.clock.ticks_diff(app.stamp, self._go_us)
        if after < 0:
            self._note_early(seat)
            return
        if not self.heard() & ~self.early:
            app.beep(buzzer.JOIN)
            app.after(_AFTER_FIRST_MS)
        self._presses[seat] = PRESS + min(after, LONGEST_US)
        app.dirty |= 1 << app.pod | HUB_BIT
        if self._all():
            self.end()

    def _all(self) -> bool:
        return self.heard() == (1 << self.app.table.state.players) - 1

    def end(self) -> None:
        """Enter the round and show what came of it."""
        play = self.app.play
        table = self.app.table
        title = play.screen.title(table.state)
        table.joint(self._presses[: table.state.players])
        play.came(list(range(table.state.players)), title)
