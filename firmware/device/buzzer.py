"""Beeps that nobody waits for: a pattern is begun, and the main loop moves it on when a deadline has come.

A pattern is a tuple of steps (tone in Hz, or 0 for a pause; length in ms), one after the other. Beginning a
pattern ends the one before. A table without a buzzer hands in None and everything else stays the same.
"""

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Any

NEVER = -1  # next_deadline_ms when nothing sounds

# The count is three rising beats; the third, at the reveal, is longer and an octave above the first.
BEAT = ((1047, 60),)  # C6: "one", "two"
THIRD = ((2093, 180),)  # C7: "three", all choices appear
PRESS = ((2637, 8),)  # a tick, short enough to follow every press
ERROR = ((196, 90), (0, 40), (165, 140))
JOIN = ((1319, 50), (1568, 70))
LAST_TURN = ((1047, 120), (0, 40), (1047, 120))
END = ((1047, 120), (1319, 120), (1568, 120), (2093, 320))

_HALF = const(32768)  # duty_u16 of a square wave: the loudest a piezo gets


class Buzzer:
    """Plays patterns on `pwm` (freq(Hz), duty_u16(n)), or on nothing where `pwm` is None.

    `clock` has ticks_add and ticks_diff, as the module `time` on MicroPython has. Nothing here allocates.
    """

    def __init__(self, pwm: "Any | None", clock: "Any") -> None:
        self.pwm = pwm
        self.next_deadline_ms = NEVER  # ticks_ms at which tick() has something to do, or NEVER
        self.muted = False
        self._add = clock.ticks_add
        self._diff = clock.ticks_diff
        self._steps: "tuple[tuple[int, int], ...]" = BEAT
        self._at = 0
        self._silence()

    @property
    def present(self) -> bool:
        """Whether there is a buzzer to hear."""
        return self.pwm is not None

    def play(self, steps: "tuple[tuple[int, int], ...]", now_ms: int) -> None:
        """Begin the pattern `steps` at once; `now_ms` is ticks_ms."""
        if self.pwm is None or self.muted:
            return
        self._steps = steps
        self._at = 0
        self._sound(now_ms)

    def tick(self, now_ms: int) -> None:
        """Go on to the next step when the deadline has come; early or needless calls do nothing."""
        while self.next_deadline_ms != NEVER and self._diff(now_ms, self.next_deadline_ms) >= 0:
            due = self.next_deadline_ms
            self._at += 1
            self._sound(due)

    def stop(self) -> None:
        """Be silent at once."""
        self._silence()

    def _sound(self, start_ms: int) -> None:
        """Sound the present step, which began at `start_ms`, or fall silent after the last."""
        if self._at >= len(self._steps):
            self._silence()
            return
        tone, length = self._steps[self._at]
        if self.pwm is not None:
            if tone:
                self.pwm.freq(tone)
            self.pwm.duty_u16(_HALF if tone else 0)
        self.next_deadline_ms = self._add(start_ms, length)

    def _silence(self) -> None:
        self.next_deadline_ms = NEVER
        if self.pwm is not None:
            self.pwm.duty_u16(0)
