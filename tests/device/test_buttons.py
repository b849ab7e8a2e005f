"""Presses, from the edges of bouncing contacts to what the app is told. The interrupt comes late, as on a Pico."""

import itertools
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "firmware"))

from device import board, buttons
from device.buttons import HUB, LONG, NEVER, PRESS, STUCK, A, B, C

GPIOS = [gpio for pod in board.POD_BUTTONS for gpio in pod] + list(board.HUB_BUTTONS)
PERIOD = 1 << 30
LATENCY_US = 23  # edge to stamp on the emulated Pico, idle
SERVICE_US = 40  # from one interrupt to the next while many are pending
BOUNCE = (35, 60, 90, 45, 20, 70)  # us: made, open, made, open, made, open, then steady


class Pin:
    def __init__(self):
        self.handler = None

    def irq(self, handler, trigger, hard=False):
        assert handler is None or hard
        self.handler = handler


class Table:
    """Buttons whose contacts open and close at given times; the clock, the register and the interrupts of a Pico.

    `start`: what ticks_us says at time 0. `held`: numbers of the buttons that are down at power-on.
    """

    def __init__(self, start=0, held=()):
        self.now = 0
        self.start = start
        self.word = (1 << 30) - 1
        self.pins = [Pin() for _ in GPIOS]
        self.edges = []  # (us, number, closed), to come
        for number in held:
            self.word &= ~(1 << GPIOS[number])
        self.wake = buttons.Wake()
        self.buttons = buttons.Buttons(self.pins, GPIOS, self, board.GPIO_IN, self, 12, self.wake)
        self.told = []  # (kind, pod, button, us)

    # what a Pico has: mem32 and time
    def __getitem__(self, register):
        assert register == board.GPIO_IN
        return self.word

    def ticks_us(self):
        return (self.now + self.start) % PERIOD

    def ticks_ms(self):
        return self.now // 1000 % PERIOD

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % PERIOD

    def ticks_diff(self, one, other):
        return (one - other + PERIOD // 2) % PERIOD - PERIOD // 2

    # what people do
    def contact(self, number, at, made):
        self.edges.append((at, number, made))

    def press(self, pod, button, at, hold_ms=60, bounce=()):
        """Press at `at` us: the contacts bounce (made, open, made, ...), then again at the release."""
        number = 3 * pod + button
        for start, closed in ((at, True), (at + hold_ms * 1000, False)):
            self.contact(number, start, closed)
            for k, length in enumerate(bounce):
                start += length
                self.contact(number, start, closed == bool(k % 2))

    # what passes
    def run(self, until, fetch=True):
        """Let time pass: pins move, and an interrupt a pin follows when the processor comes to it."""
        self.edges.sort(key=lambda edge: edge[0])
        pending = set()
        free = 0  # when the processor can take the next interrupt
        while True:
            nearest = self.edges[0][0] if self.edges else until
            if pending and free <= nearest:
                self.now = max(self.now, free)
                number = min(pending)
                pending.remove(number)
                self.pins[number].handler(self.pins[number])
                free = self.now + SERVICE_US
            elif self.edges and nearest < until:
                at, number, closed = self.edges.pop(0)
                self.now = max(self.now, at)
                bit = 1 << GPIOS[number]
                if closed == bool(self.word & bit):
                    self.word ^= bit
                    if not pending:
                        free = max(free, self.now + LATENCY_US)
                    pending.add(number)
            else:
                break
        self.now = until
        if fetch:
            self.fetch()

    def fetch(self):
        """Do what the app's loop does when it wakes."""
        one = self.buttons
        while one.next():
            self.told.append((one.kind, one.pod, one.button, (one.stamp - self.start) % PERIOD))

    def loop(self, until):
        """Let time pass with a loop that sleeps until an edge or a deadline."""
        while self.now < until:
            step = until
            if self.edges:
                step = min(step, min(edge[0] for edge in self.edges) + 100)
            deadline = self.buttons.next_deadline_ms
            if deadline != NEVER:
                step = min(step, self.now + max(1, self.ticks_diff(deadline, self.ticks_ms())) * 1000)
            self.run(step)

    def presses(self):
        return [(pod, button) for kind, pod, button, _ in self.told if kind == PRESS]

    def stamps(self):
        return [stamp for kind, _, _, stamp in self.told if kind == PRESS]


def test_every_button_tells_its_pod_and_its_letter():
    table = Table()
    expected = []
    for pod in range(7):
        for button in (A, B, C):
            table.press(pod, button, 1000 + 10_000 * len(expected))
            expected.append((pod, button))
    table.run(1_000_000)
    assert table.presses() == expected
    assert expected[-1] == (HUB, C)


def test_a_tap_of_2_ms_counts_and_its_stamp_is_that_of_its_first_edge():
    table = Table()
    table.press(3, B, 50_000, hold_ms=2)
    table.run(200_000)
    assert table.told == [(PRESS, 3, B, 50_000 + LATENCY_US)]


def test_a_bouncing_press_is_one_press_stamped_at_its_first_contact():
    table = Table()
    table.press(0, A, 10_000, bounce=BOUNCE)
    table.loop(300_000)
    assert table.told == [(PRESS, 0, A, 10_000 + LATENCY_US)]


def test_a_first_contact_shorter_than_the_interrupts_delay_is_not_overlooked():
    table = Table()
    table.press(1, C, 10_000, bounce=(5, 900))  # made for 5 us, open for 900: the register shows nothing of it
    table.run(300_000)
    assert table.told == [(PRESS, 1, C, 10_000 + LATENCY_US)]


def test_a_contact_that_bounces_only_when_it_opens_is_one_press():
    table = Table()
    table.contact(4, 10_000, True)
    for at, made in ((70_000, False), (70_300, True), (70_500, False), (72_000, True), (72_001, False)):
        table.contact(4, at, made)
    table.loop(300_000)
    assert table.presses() == [(1, B)]


@pytest.mark.parametrize(("open_ms", "count"), [(3, 1), (20, 1), (30, 2), (40, 2), (200, 2)])
def test_a_second_tap_counts_when_the_line_was_up_for_25_ms(open_ms, count):
    table = Table()
    table.press(0, A, 10_000, hold_ms=30)
    table.press(0, A, 40_000 + open_ms * 1000, hold_ms=30)
    table.run(400_000)  # fetched afterwards: nobody looked while the line was up
    assert table.presses() == [(0, A)] * count


def test_presses_come_in_the_order_of_their_stamps_whatever_their_pins():
    table = Table()
    order = [(5, C), (0, A), (3, B), (HUB, A), (1, A), (4, C), (2, B)]
    for k, (pod, button) in enumerate(order):
        table.press(pod, button, 10_000 + 200 * k, bounce=BOUNCE)
    table.run(300_000)
    assert table.presses() == order
    assert table.stamps() == sorted(table.stamps())


@pytest.mark.parametrize(("gap", "same"), [(0, True), (30, True), (100, True), (200, False), (1000, False)])
def test_presses_a_tenth_of_a_millisecond_apart_are_simultaneous_and_two_tenths_are_not(gap, same):
    table = Table(start=PERIOD - 10_050)  # the ticks wrap in between
    table.press(5, A, 10_000)
    table.press(0, A, 10_000 + gap)
    table.run(300_000, fetch=False)
    found = []
    while table.buttons.next():
        found.append(table.buttons.stamp)
    assert len(found) == 2
    assert table.buttons.simultaneous(found[0], found[1]) == same
    assert table.buttons.simultaneous(found[1], found[0]) == same


def test_a_press_held_is_told_as_long_once_with_its_first_stamp():
    table = Table()
    table.press(HUB, B, 10_000, hold_ms=1500, bounce=BOUNCE)
    table.loop(500_000)
    assert table.buttons.is_down(HUB, B)
    assert 485 <= table.buttons.held_ms(HUB, B) <= 490
    table.loop(3_000_000)
    assert table.told == [(PRESS, HUB, B, 10_023), (LONG, HUB, B, 10_023)]
    assert not table.buttons.is_down(HUB, B)
    assert table.buttons.held_ms(HUB, B) == 0


def test_the_loop_sleeps_when_no_button_is_down():
    table = Table()
    assert table.buttons.next_deadline_ms == NEVER
    table.press(0, A, 10_000)
    table.loop(40_000)
    assert table.buttons.next_deadline_ms in (810, 811)  # LONG
    table.loop(75_000)
    assert table.buttons.next_deadline_ms in (95, 96)  # up again
    table.loop(200_000)
    assert table.buttons.next_deadline_ms == NEVER


def test_a_button_down_for_10_s_is_stuck_told_once_and_ignored_until_it_was_up():
    table = Table()
    table.press(2, A, 10_000, hold_ms=30_000)
    table.press(4, B, 15_000_000)
    table.press(2, A, 31_000_000)
    table.loop(40_000_000)
    kinds = [(kind, pod, button) for kind, pod, button, _ in table.told]
    assert kinds == [(PRESS, 2, A), (LONG, 2, A), (STUCK, 2, A), (PRESS, 4, B), (PRESS, 2, A)]


def test_buttons_down_at_power_on_are_stuck_and_work_once_they_were_up():
    table = Table(held=[0, 20])
    table.fetch()
    assert [entry[:3] for entry in table.told] == [(STUCK, 0, A), (STUCK, HUB, C)]
    assert table.buttons.next_deadline_ms == NEVER
    assert table.buttons.held_ms(0, A) == 0
    table.told.clear()
    table.contact(0, 50_000_000, False)
    table.press(0, A, 51_000_000)
    table.loop(60_000_000)
    assert table.presses() == [(0, A)]


def test_a_stuck_button_that_chatters_stays_silent():
    table = Table(held=[7])
    chance = random.Random(3)
    at = 1000
    for _ in range(200):
        at += chance.randrange(50, 8000)
        table.contact(7, at, False)
        at += chance.randrange(50, 2000)
        table.contact(7, at, True)
    table.loop(at + 1000)
    assert table.presses() == []


@pytest.mark.parametrize("start", [0, PERIOD - 20_000, PERIOD // 2 - 20_000, PERIOD - 20_000_000])
def test_the_wrap_of_the_ticks_makes_no_difference(start):
    table = Table(start)
    table.press(0, A, 10_000, hold_ms=2, bounce=BOUNCE)
    table.press(1, B, 60_000, hold_ms=900)
    table.press(0, A, 1_300_000)
    table.loop(2_000_000)
    assert table.told == [
        (PRESS, 0, A, 10_023),
        (PRESS, 1, B, 60_023),
        (LONG, 1, B, 60_023),
        (PRESS, 0, A, 1_300_023),
    ]


def test_a_button_nobody_touched_for_hours_works():
    table = Table()
    table.press(0, A, 10_000)
    table.loop(200_000)
    for hours in (0.1, 0.15, 0.3, 1, 5):  # the ticks wrap every 18 minutes, differences after 9
        at = int(hours * 3_600_000_000)
        table.press(0, A, at)
        table.loop(at + 500_000)
    assert table.presses() == [(0, A)] * 6


def test_when_the_ring_is_full_no_first_press_is_lost_and_none_is_doubled():
    table = Table()
    chance = random.Random(1)
    bounce = [chance.randrange(60, 120) for _ in range(300)]
    table.press(2, A, 10_000, hold_ms=100, bounce=bounce)  # a contact so bad that it fills the ring
    table.press(5, C, 40_000)
    table.press(0, B, 60_000, hold_ms=2)
    table.run(500_000)
    assert table.buttons.lost > 100
    assert sorted(table.presses()) == [(0, B), (2, A), (5, C)]
    assert table.presses()[0] == (2, A)
    table.press(5, C, 600_000)
    table.press(0, B, 610_000)
    table.loop(900_000)
    assert table.presses()[3:] == [(5, C), (0, B)]


def test_a_flush_forgets_presses_but_not_that_buttons_are_down():
    table = Table()
    table.press(0, A, 10_000, hold_ms=500)
    table.press(1, A, 12_000)
    table.run(20_000, fetch=False)
    table.buttons.flush()
    table.press(2, A, 30_000)
    table.loop(700_000)
    assert table.presses() == [(2, A)]
    table.press(0, A, 800_000)
    table.loop(900_000)
    assert table.presses() == [(2, A), (0, A)]


def test_an_edge_wakes_the_poll_and_fetching_lets_it_sleep():
    table = Table()
    wait, readable = 3, 1
    assert table.wake.ioctl(wait, readable) == 0
    table.press(0, A, 1000)
    table.run(2000, fetch=False)
    assert table.wake.ioctl(wait, readable) == readable
    assert table.wake.ioctl(wait, 4) == 0  # writable it never is
    table.fetch()
    assert table.wake.ioctl(wait, readable) == 0
    table.wake.set()
    assert table.wake.ioctl(wait, readable) == readable


def test_closing_takes_the_interrupts_off():
    table = Table()
    table.buttons.close()
    assert all(pin.handler is None for pin in table.pins)


class Bounces:
    """Strategies: presses of any buttons, a button's own at least 60 ms apart, contacts as bad as can be."""

    bounce = st.lists(st.integers(1, 900), max_size=10).map(lambda times: times[: len(times) // 2 * 2])
    one = st.tuples(st.integers(0, 20), st.integers(0, 400), st.integers(10, 120), bounce)
    some = st.lists(one, max_size=25)
    awake = st.lists(st.integers(1, 30_000), min_size=1, max_size=30)  # us between two looks of the main loop


@settings(max_examples=100, deadline=None)
@given(Bounces.some, Bounces.awake, st.sampled_from([0, PERIOD - 300_000]))
def test_any_presses_with_any_bounces_are_told_once_and_in_order(presses, looks, start):
    table = Table(start)
    free = [0] * 21  # when each button may be pressed again
    expected = []
    at = 0
    for number, gap, hold, bounce in presses:
        at += 250 + gap
        begin = max(at, free[number])
        table.press(number // 3, number % 3, begin, hold, bounce)
        free[number] = begin + hold * 1000 + 2 * sum(bounce) + 60_000
        expected.append((begin, number))
    expected.sort()
    edges = sorted(at for at, _, _ in table.edges)
    end = max(free) + 100_000
    k = 0
    while table.now < end:
        table.run(min(end, table.now + looks[k % len(looks)]))
        k += 1
    told = [(3 * pod + button) for pod, button in table.presses()]
    assert sorted(told) == sorted(number for _, number in expected)
    if table.buttons.lost:  # no press, but edges: only where more came between two looks than the ring holds
        assert any(later - at < 30_000 + LATENCY_US for at, later in zip(edges, edges[buttons._RING :], strict=False))
        return
    stamps = table.stamps()
    assert stamps == sorted(stamps)
    late = {}
    for (begin, number), _ in zip(expected, told):
        late.setdefault(number, []).append(begin)
    for number, stamp in zip(told, stamps):
        begin = late[number].pop(0)
        assert 0 <= stamp - begin < LATENCY_US + 7 * SERVICE_US
    for (first, one), (second, other) in itertools.pairwise(expected):
        if second - first >= LATENCY_US + 7 * SERVICE_US and told.count(one) == told.count(other) == 1:
            assert told.index(one) < told.index(other)
