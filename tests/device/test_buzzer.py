"""Beeps that follow the loop's deadlines, with a buzzer and without."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "firmware"))

from device import buzzer
from device.buzzer import NEVER, Buzzer

PERIOD = 1 << 30


class Clock:
    @staticmethod
    def ticks_add(ticks, delta):
        return (ticks + delta) % PERIOD

    @staticmethod
    def ticks_diff(one, other):
        return (one - other + PERIOD // 2) % PERIOD - PERIOD // 2


class Pwm:
    """Keeps what sounds: 0 is silence."""

    def __init__(self):
        self.hz = 1000
        self.sounding = None
        self.heard = []

    def freq(self, hz):
        assert 8 <= hz <= 20_000
        self.hz = hz

    def duty_u16(self, duty):
        self.sounding = self.hz if duty else 0
        self.heard.append(self.sounding)


def play(one, pwm, steps, start, every=None):
    """Play to the end with a loop that looks at each deadline, or every so many ms; return [(ms, Hz)]."""
    pwm.heard.clear()
    one.play(steps, start)
    found = [(0, pwm.sounding)]
    now = start
    while one.next_deadline_ms != NEVER:
        now = one.next_deadline_ms if every is None else (now + every) % PERIOD
        one.tick(now)
        if pwm.sounding != found[-1][1]:
            found.append(((now - start) % PERIOD, pwm.sounding))
    return found


@pytest.mark.parametrize("start", [0, 12_345, PERIOD - 100])
def test_a_pattern_sounds_step_by_step_and_ends_silent(start):
    pwm = Pwm()
    one = Buzzer(pwm, Clock)
    assert pwm.sounding == 0
    assert play(one, pwm, ((440, 90), (0, 40), (220, 140)), start) == [(0, 440), (90, 0), (130, 220), (270, 0)]


def test_a_late_loop_does_not_stretch_the_pattern():
    pwm = Pwm()
    one = Buzzer(pwm, Clock)
    heard = play(one, pwm, ((440, 100), (220, 100), (110, 100)), 0, every=130)
    assert heard == [(0, 440), (130, 220), (260, 110), (390, 0)]
    one.play(((440, 10), (220, 10), (110, 10)), 0)
    one.tick(25)
    assert (pwm.sounding, one.next_deadline_ms) == (110, 30)


def test_a_new_pattern_ends_the_one_before_and_stop_ends_all():
    pwm = Pwm()
    one = Buzzer(pwm, Clock)
    one.play(((440, 1000),), 0)
    one.play(((220, 10),), 5)
    assert (pwm.sounding, one.next_deadline_ms) == (220, 15)
    one.stop()
    assert (pwm.sounding, one.next_deadline_ms) == (0, NEVER)
    one.tick(5000)
    assert pwm.sounding == 0


def test_muted_or_missing_it_asks_for_no_time():
    pwm = Pwm()
    for one in (Buzzer(None, Clock), Buzzer(pwm, Clock)):
        one.muted = True
        one.play(buzzer.BEAT, 0)
        one.tick(1000)
        one.stop()
        assert one.next_deadline_ms == NEVER
    assert not any(pwm.heard)
    assert not Buzzer(None, Clock).present
    assert Buzzer(pwm, Clock).present


def test_the_third_beat_is_higher_and_longer_than_the_others_and_a_press_is_shorter_than_all():
    pwm = Pwm()
    one = Buzzer(pwm, Clock)
    lengths = {}
    for name in ("BEAT", "THIRD", "PRESS", "ERROR", "JOIN", "LAST_TURN", "END"):
        heard = play(one, pwm, getattr(buzzer, name), 0)
        assert heard[-1][1] == 0
        lengths[name] = heard[-1][0]
    assert lengths["THIRD"] > lengths["BEAT"]
    assert buzzer.THIRD[0][0] > buzzer.BEAT[0][0]
    assert min(lengths, key=lambda name: lengths[name]) == "PRESS"
    assert max(lengths.values()) < 1000
