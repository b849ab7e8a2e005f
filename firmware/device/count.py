"""The count of three: from its start to the reveal nothing is allocated, written or sent.

`start` lights all pods and puts on each, unseen, the picture of its choice. Three beats later the choices are
locked by the stamps of the presses, and one transfer shows all pictures in the same instant. Whatever is done in
between takes the same time whatever was chosen, and the beats come at their time to the microsecond.
"""

from device import buzzer, states
from device.displays import HUB_BIT
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from device.app import App

LAST = 2  # the beat, from 0, at which choices are locked and revealed
_LEAD_US = const(250_000)  # from the button to the first beat, however much there is to draw meanwhile
_SLACK_US = const(2000)  # so much before a beat the app is awake, so that the beat is not late


class Count:
    """The count under way. `number` is the beat that comes next, 0 to LAST."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.number = 0
        self._due_us = 0  # ticks_us of the next beat

    def start(self) -> None:
        """Light all pods, put the choices behind the light, and begin to count.

        Where somebody has not chosen, the first press only says so: it may have been meant for the result.
        """
        app = self.app
        play = app.play
        missing = app.table.state.actors() & ~play.chosen()
        if missing & ~play.waited:
            play.missing(missing)
            return
        app.journal.work(states.AHEAD)  # nearly always it was done before
        self._due_us = app.clock.ticks_add(app.clock.ticks_us(), _LEAD_US)
        app.hush(True)
        app.displays.hide()
        app.go(states.COUNT)
        self.number = 0
        app.dirty &= ~HUB_BIT
        app.draw()
        if app.heap:
            app.heap[0]()
        self.beat()

    def beat(self) -> None:
        """Beat, or at the third beat lock and reveal."""
        app = self.app
        clock = app.clock
        early: int = clock.ticks_diff(self._due_us, clock.ticks_us())
        if early > _SLACK_US:
            app.after((early - _SLACK_US // 2) // 1000)
            return
        if early > 0:
            clock.sleep_us(early)
        if self.number == LAST:
            self._lock()
            return
        app.beep(buzzer.BEAT)
        app.dirty |= HUB_BIT
        app.draw()
        self.number += 1
        self._due_us = clock.ticks_add(self._due_us, app.settings.count_ms * 1000)
        app.after(0)

    def change(self) -> None:
        """Change a choice, if the press came before the third beat."""
        app = self.app
        late: int = app.clock.ticks_diff(app.stamp, self._due_us)
        if (self.number < LAST or late <= 0) and app.play.pick() >= 0:
            app.dirty |= 1 << app.pod

    def cancel(self) -> None:
        """Take the count back: everybody keeps the choice and can change it."""
        self._end()
        self.app.play.again()

    def _lock(self) -> None:
        """Take the presses up to the third beat and show all choices; count again if one must not be missing."""
        app = self.app
        play = app.play
        app.drain()
        if app.state != states.COUNT:  # cancelled in the last moment
            return
        app.draw()
        missing = play.must & ~play.chosen()
        if missing:
            self._end()
            play.missing(missing)
            play.again()
            return
        app.displays.reveal()
        app.beep(buzzer.THIRD)
        self._end()
        play.revealed()

    def _end(self) -> None:
        if self.app.heap:
            self.app.heap[1]()
        self.app.hush(False)
