"""The part models by themselves: bus, mux, display, buttons, buzzer, USB FIFO."""

import pytest

from onthree_host.boards.glass import Glass, letters
from onthree_host.boards.parts import (
    BOUNCE_US,
    PUMP_US,
    SSD1306,
    TCA9548A,
    Buttons,
    Buzzer,
    CdcFifo,
    I2cBus,
    I2cDevice,
    contact,
)


class Time:
    def __init__(self):
        self.us = 0

    def __call__(self):
        return self.us


@pytest.fixture
def time():
    return Time()


def send(bus, addr, data):
    """One write transaction; return (address acknowledged, bytes acknowledged)."""
    acked = 0
    there = bus.start(addr)
    if there:
        for byte in data:
            if not bus.write(byte):
                break
            acked += 1
    bus.stop()
    return there, acked


def display(time, addr=0x3C):
    bus = I2cBus()
    panel = SSD1306(addr, time)
    bus.devices.append(panel)
    return bus, panel


USUAL = bytes([0x00, 0xAE, 0xA1, 0xC8, 0x20, 0x00, 0x8D, 0x14])
WHOLE = bytes([0x00, 0x21, 0, 127, 0x22, 0, 7])


def wake(bus, time, addr=0x3C, memory=bytes(1024)):
    send(bus, addr, USUAL)
    send(bus, addr, WHOLE)
    send(bus, addr, b"\x40" + memory)
    send(bus, addr, b"\x00\xaf")
    time.us += PUMP_US


def test_a_missing_device_does_not_acknowledge(time):
    bus, panel = display(time)
    assert send(bus, 0x50, b"\x00") == (False, 0)
    panel.power(False)
    assert send(bus, 0x3C, b"\x00") == (False, 0)


def test_a_loose_cable_gives_a_short_count(time):
    bus, panel = display(time)
    panel.nack_after = 300
    assert send(bus, 0x3C, b"\x40" + bytes(1024)) == (True, 300)
    panel.nack_after = None
    assert send(bus, 0x3C, b"\x40" + bytes(1024)) == (True, 1025)


def test_zeros_win_on_the_wire():
    class Constant(I2cDevice):
        def __init__(self, value):
            super().__init__(0x22)
            self.value = value

        def read(self):
            return self.value

    bus = I2cBus()
    bus.devices += [Constant(0xF3), Constant(0x3F)]
    assert bus.start(0x22, read=True)
    assert bus.read() == 0x33


def test_the_mux_switches_after_the_stop(time):
    bus = I2cBus()
    mux, pods = TCA9548A(), [SSD1306(0x3C, time) for _ in range(2)]
    bus.devices.append(mux)
    mux.channels[0].append(pods[0])
    mux.channels[1].append(pods[1])
    assert send(bus, 0x3C, b"\x00\xaf") == (False, 0)
    assert bus.start(0x70)
    assert bus.write(0b01)
    assert bus.start(0x3C) is False  # a repeated START: the selection is not live yet
    bus.stop()
    assert mux.mask == 0b01
    send(bus, 0x3C, b"\x00\xaf")
    assert [pod.on for pod in pods] == [True, False]
    bus.start(0x70, read=True)
    assert bus.read() == 0b01
    bus.stop()
    mux.reset()
    assert send(bus, 0x3C, b"\x00\xaf") == (False, 0)


def test_one_transaction_reaches_every_selected_pod(time):
    bus = I2cBus()
    mux, pods = TCA9548A(), [SSD1306(0x3C, time) for _ in range(6)]
    bus.devices.append(mux)
    for i, pod in enumerate(pods):
        mux.channels[i].append(pod)
    send(bus, 0x70, bytes([0b101011]))
    before = bus.transfers
    assert send(bus, 0x3C, b"\x00\xaf") == (True, 2)
    assert bus.transfers == before + 1
    assert [pod.on for pod in pods] == [True, True, False, True, False, True]
    pods[1].power(False)  # the others still answer
    assert send(bus, 0x3C, b"\x00\xae") == (True, 2)
    assert mux.selections == [0b101011]


def test_held_data_line_is_freed_by_clock_pulses():
    bus = I2cBus()
    bus.hold_sda(9)
    for _ in range(8):
        bus.scl_pulse()
    assert bus.stuck
    bus.scl_pulse()
    assert not bus.stuck


def test_a_woken_display_is_dark_until_its_pump_is_up(time):
    bus, panel = display(time)
    time.us = 5_000
    wake(bus, time, memory=b"\xff" * 1024)
    time.us -= 1
    assert Glass(panel.glass()).dark
    time.us += 1
    assert Glass(panel.glass()).lit
    send(bus, 0x3C, b"\x00\xae")
    assert Glass(panel.glass()).dark
    send(bus, 0x3C, b"\x00\xaf")
    assert Glass(panel.glass()).dark  # it starts again
    time.us += PUMP_US
    assert Glass(panel.glass()).lit


def test_without_its_pump_a_display_stays_dark(time):
    bus, panel = display(time)
    send(bus, 0x3C, b"\x00\xa1\xc8\xaf\xa5")
    time.us += 10 * PUMP_US
    assert Glass(panel.glass()).dark


def test_all_lit_hides_memory_until_a4(time):
    bus, panel = display(time)
    wake(bus, time)
    send(bus, 0x3C, b"\x00\xa5")
    send(bus, 0x3C, WHOLE)
    send(bus, 0x3C, b"\x40" + bytes([0x18]) * 1024)
    assert Glass(panel.glass()).lit
    send(bus, 0x3C, b"\x00\xa4")
    assert panel.glass() == bytes([0x18]) * 1024


def test_inverted_and_upside_down(time):
    bus, panel = display(time)
    memory = bytearray(1024)
    memory[0] = 0x01  # top left
    wake(bus, time, memory=bytes(memory))
    send(bus, 0x3C, b"\x00\xa0\xc0")
    assert Glass(panel.glass()).pixel(127, 63) == 1
    assert sum(map(int.bit_count, panel.glass())) == 1
    send(bus, 0x3C, b"\x00\xa1\xc8\xa7")
    assert panel.glass() == bytes(255 - byte for byte in memory)
    send(bus, 0x3C, b"\x00\xa6\x41")  # start line 1: the top row goes round to the bottom
    assert Glass(panel.glass()).pixel(0, 63) == 1


def test_windows_and_addressing_modes(time):
    bus, panel = display(time)
    wake(bus, time)
    send(bus, 0x3C, bytes([0x00, 0x21, 10, 12, 0x22, 2, 3]))
    send(bus, 0x3C, bytes([0x40, 1, 2, 3, 4, 5, 6, 7]))
    assert panel.ram[2 * 128 + 10 : 2 * 128 + 13] == bytes([7, 2, 3])  # it wrapped to the start
    assert panel.ram[3 * 128 + 10 : 3 * 128 + 13] == bytes([4, 5, 6])
    send(bus, 0x3C, bytes([0x00, 0x20, 0x01, 0x21, 0, 1, 0x22, 6, 7]))
    send(bus, 0x3C, bytes([0x40, 1, 2, 3, 4]))
    assert [panel.ram[at] for at in (768, 896, 769, 897)] == [1, 2, 3, 4]
    send(bus, 0x3C, bytes([0x00, 0x20, 0x02, 0xB5, 0x0F, 0x17]))
    send(bus, 0x3C, bytes([0x40, 0xAA, 0xBB]))
    assert (panel.ram[5 * 128 + 127], panel.ram[5 * 128]) == (0xAA, 0xBB)
    send(bus, 0x3C, bytes([0x80, 0xB0, 0x80, 0x00, 0x80, 0x10, 0xC0, 0x42, 0x40, 0x43]))  # Co: control bytes between
    assert panel.ram[:2] == b"\x42\x43"
    assert panel.unknown == []


def test_power_loss_forgets_everything(time):
    bus, panel = display(time)
    wake(bus, time)
    panel.power(False)
    panel.power(True)
    assert not panel.on
    assert any(panel.ram)  # memory comes up as noise, not empty
    time.us += PUMP_US
    assert Glass(panel.glass()).dark


def test_the_log_knows_when_something_was_first_shown(time):
    bus, panel = display(time)
    wake(bus, time)
    time.us = 500_000
    send(bus, 0x3C, WHOLE)
    for i, letter in enumerate("GO"):
        time.us = 500_000 + 1_000 * i
        send(bus, 0x3C, b"\x40" + letters()[letter])
    assert panel.log.first(lambda data: "GO" in Glass(data).text()) == 501_000
    assert panel.log.first(lambda data: "STOP" in Glass(data).text()) is None
    assert panel.log.first(lambda data: Glass(data).text().strip() == "", since=400_000) == 400_000
    times = [us for us, _ in panel.log.pictures(since=499_999)]
    assert times == [499_999, 500_000, 501_000]


def test_the_log_shows_what_was_hidden_by_all_lit_only_at_a4(time):
    bus, panel = display(time)
    wake(bus, time)
    time.us = 1_000_000
    send(bus, 0x3C, b"\x00\xa5")
    time.us = 1_100_000
    send(bus, 0x3C, WHOLE)
    send(bus, 0x3C, b"\x40" + letters()["X"])
    time.us = 1_200_000
    send(bus, 0x3C, b"\x00\xa4")
    assert panel.log.first(lambda data: "X" in Glass(data).text()) == 1_200_000


def test_the_log_counts_the_pump(time):
    bus, panel = display(time)
    time.us = 7_000
    wake(bus, time, memory=b"\xff" * 1024)
    assert panel.log.first(lambda data: Glass(data).lit, until=7_000 + PUMP_US - 1) is None
    assert panel.log.first(lambda data: Glass(data).lit) == 7_000 + PUMP_US


def test_a_long_log_is_folded_and_stays_true(time):
    bus, panel = display(time)
    wake(bus, time)
    for i in range(130):
        time.us += 1_000
        send(bus, 0x3C, WHOLE)
        send(bus, 0x3C, b"\x40" + bytes([i & 0xFF ^ 0x55]) * 1024)
    last = list(panel.log.pictures(since=time.us))
    assert last == [(time.us, panel.glass())]


def test_buttons_pull_low_and_may_stick():
    buttons = Buttons([0, 1, 26])
    assert buttons.word == 1 << 0 | 1 << 1 | 1 << 26
    assert buttons.set(1, True)
    assert not buttons.set(1, True)
    assert buttons.word == 1 << 0 | 1 << 26
    assert buttons.set(1, False)
    assert buttons.stick(0)
    assert not buttons.set(0, False)
    assert not buttons.word & 1
    assert buttons.stick(0, False)
    assert buttons.word & 1
    with pytest.raises(ValueError, match="GP7"):
        buttons.set(7, True)


def test_a_bouncing_press_ends_steady_on_both_sides():
    edges = contact(1_000, 2, BOUNCE_US)
    assert edges[0] == (1_000, True)
    assert edges[1] == (1_035, False)
    assert edges[6] == (1_320, True)
    assert edges[7] == (3_000, False)
    assert edges[-1] == (3_320, False)
    assert [us for us, _ in edges] == sorted(us for us, _ in edges)
    assert contact(5, 0.01) == [(5, True), (15, False)]


def test_the_buzzer_hears_beeps(time):
    buzzer = Buzzer(time)
    buzzer.set(880, 32768)
    time.us = 50_000
    buzzer.set(1760, 32768)
    time.us = 60_000
    buzzer.set(1760, 0)
    time.us = 70_000
    buzzer.set(440, 0)
    buzzer.set(440, 100)
    assert [(b.start_us, b.end_us, b.hz) for b in buzzer.beeps] == [
        (0, 50_000, 880),
        (50_000, 60_000, 1760),
        (70_000, -1, 440),
    ]


def test_the_fifo_with_a_pc_that_reads_and_one_that_does_not():
    fifo = CdcFifo()
    fifo.open()
    assert fifo.offer(b"a" * 1000) == 1000
    assert fifo.take(2000) == b"a" * 1000
    fifo.stall()
    assert fifo.offer(b"b" * 300) == 256
    assert fifo.room == 0
    assert fifo.waiting == 0
    fifo.resume()
    assert fifo.take(300) == b"b" * 256


def test_the_fifo_without_a_pc_keeps_the_newest():
    fifo = CdcFifo()
    assert fifo.offer(b"old" + b"n" * 256) == 259
    assert fifo.lost == 3
    assert fifo.waiting == 0
    fifo.open()
    assert fifo.take(999) == b"n" * 256
