"""The emulated Pico itself, with small firmwares: time, bus, flash, USB, watchdog, as a real one has them."""

import hashlib
import subprocess
import sys
import threading
import time

import pytest
import serial
from rp2040py.rp2040 import RP2040

from onthree_host.boards.errors import NoTime
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.rp2040 import chip
from onthree_host.boards.rp2040.filesystem import read_files
from onthree_host.boards.serve import serve_pty

pytestmark = pytest.mark.pico

BUS = """
import machine, time
from machine import Pin, I2C
def make():
    return I2C(0, sda=Pin(20), scl=Pin(21), freq=400_000, timeout=30_000)
i2c = make()
def timed(f, *a):
    start = time.ticks_us()
    try:
        result = f(*a)
    except OSError as error:
        result = error.errno
    return (result, time.ticks_diff(time.ticks_us(), start))
def ask(line):
    print(eval(line))
import sys
print("ready")
while True:
    ask(sys.stdin.readline())
"""


class Asked:
    """A board that evaluates what it is sent."""

    def __init__(self, main, **options):
        self.board = PicoBoard(main=main, firmware=False, **options)
        self.port = self.board.port
        self.port.timeout = 20
        assert self.line() == "ready"

    def line(self):
        return self.port.readline().decode().strip()

    def ask(self, expression):
        self.port.write(expression.encode() + b"\n")
        return eval(self.line())


@pytest.fixture(scope="module")
def bus():
    return Asked(BUS)


def test_two_runs_are_the_same_to_the_last_instruction():
    def run():
        main = (
            "import os, time\nfor i in range(20):\n    time.sleep_ms(3)\n    print(i, os.urandom(2), time.ticks_us())"
        )
        board = PicoBoard(main=main, firmware=False, seed=7)
        board.press(2, "B", hold_ms=5, at_us=40_000)
        board.port.timeout = 1
        said = board.port.read(4000)
        chip = board.machine.chip
        return said, chip.cycles, chip.now_us, hashlib.sha256(chip.sram()).hexdigest(), board.fifo.arrivals

    first = run()
    assert b"19 b'" in first[0]
    assert run() == first


def test_bound_methods_change_nothing_but_the_speed(monkeypatch):
    def run():
        board = PicoBoard(main="while True: pass", firmware=False, seed=7)
        begun = time.process_time()
        board.run_for(0.05)
        took = time.process_time() - begun
        return board.machine.chip.cycles, hashlib.sha256(board.machine.chip.sram()).hexdigest(), took

    fast = run()
    monkeypatch.setattr(chip, "Mcu", RP2040)
    plain = run()
    assert fast[:2] == plain[:2]
    if ".native." in RP2040.__module__:  # where rp2040py has no compiled core there is nothing to gain
        assert fast[2] < plain[2] / 1.4


def test_a_frame_takes_the_time_that_400_khz_give_it(bus):
    count, us = bus.ask("timed(i2c.writeto, 0x3d, bytes(1025))")
    bits = 1 + 9 * 1026 + 1
    assert count == 1025
    assert bits * 2.5 <= us <= bits * 2.5 * 1.12  # the divider gives 381 kHz, and a byte waits for the next


def test_scan_and_read_work_by_hand_and_by_hardware(bus):
    assert bus.ask("i2c.scan()") == [0x3D, 0x70]
    assert bus.ask("i2c.writeto(0x70, b'\\x3f')") == 1
    assert bus.ask("i2c.scan()") == [0x3C, 0x3D, 0x70]
    assert bus.ask("i2c.readfrom(0x70, 1)") == b"\x3f"
    assert bus.board.parts.mux.mask == 0x3F
    assert bus.ask("i2c.writeto(0x70, b'\\x00')") == 1


def test_a_missing_display_is_eio_and_a_loose_one_a_short_count(bus):
    board = bus.board
    bus.ask("i2c.writeto(0x70, b'\\x01')")
    board.unplug(0)
    error, us = bus.ask("timed(i2c.writeto, 0x3c, bytes(100))")
    assert error == 5
    assert us < 300
    board.plug(0)
    board.loosen(0, after_bytes=30)
    count, us = bus.ask("timed(i2c.writeto, 0x3c, bytes(100))")
    assert count is not None
    assert 25 <= count < 100
    board.plug(0)
    assert bus.ask("timed(i2c.writeto, 0x3c, bytes(100))")[0] == 100


def test_a_hung_bus_times_out_and_works_again_afterwards(bus):
    bus.board.hang_bus()
    error, us = bus.ask("timed(i2c.writeto, 0x3d, bytes(3))")
    assert error == 110
    assert us >= 30_000
    bus.board.hang_bus(False)
    bus.ask("make() and 0")
    assert bus.ask("timed(i2c.writeto, 0x3d, bytes(3))")[0] == 3


def test_a_held_sda_is_freed_by_nine_clocks():
    main = """
from machine import Pin, I2C
import time
print("ready")
time.sleep_ms(20)
clock, data = Pin(21, Pin.OPEN_DRAIN, value=1), Pin(20, Pin.IN, Pin.PULL_UP)
count = 0
while not data.value() and count < 20:
    clock.value(0); time.sleep_us(5); clock.value(1); time.sleep_us(5)
    count += 1
i2c = I2C(0, sda=Pin(20), scl=Pin(21), freq=400_000)
print((count, i2c.writeto(0x3d, bytes(3))))
"""
    asked = Asked(main)
    asked.board.hold_sda(7)
    assert eval(asked.line()) == (7, 3)


def test_a_press_is_seen_at_its_time_and_a_held_button_at_power_on():
    main = """
import time
from machine import Pin, mem32
times = []
pins = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(18)]
def pressed(pin):
    times.append(time.ticks_us())
print("ready")
print(mem32[0xd0000004] & 0x3ffff)
pins[4].irq(pressed, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=False)
time.sleep_ms(100)
print(times)
"""
    board = PicoBoard(main=main, firmware=False, start=False)
    board.hold(5, "C")
    board.power_on()
    started = board.now_us
    port = board.port
    port.timeout = 5
    port.readline()
    assert int(port.readline()) == 0x1FFFF
    at = board.now_us + 10_000
    board.press(1, "B", hold_ms=20, at_us=at)
    down, up = eval(port.readline())
    assert at < down + started < at + 100
    assert at + 20_000 < up + started < at + 20_100


def test_the_buzzer_is_heard():
    main = """
from machine import PWM, Pin
import time
buzzer = PWM(Pin(22))
for hz in (880, 1760):
    buzzer.freq(hz)
    buzzer.duty_u16(32768)
    time.sleep_ms(50)
buzzer.duty_u16(0)
"""
    board = PicoBoard(main=main, firmware=False)
    board.run_for(0.3)
    beeps = board.beeps
    assert [round(beep.hz, -1) for beep in beeps] == [880, 1760]
    assert all(49_000 < beep.end_us - beep.start_us < 52_000 for beep in beeps)


JOURNAL = """
import time
def append(n):
    start = time.ticks_us()
    with open("log", "ab") as f:
        f.write(b"%04d" % n + b"." * 395 + b"\\n")
    return time.ticks_diff(time.ticks_us(), start)
print("ready")
for n in range(6):
    print(append(n))
"""


def test_writing_takes_the_flash_its_time_and_a_cut_leaves_what_was_whole():
    asked = Asked(JOURNAL)
    flash = asked.board.machine.log
    took = [int(asked.line()) for _ in range(6)]
    assert max(took) > 45_000
    assert flash.erases > 0
    whole = torn = 0
    for cut_in_two in (False, True):
        for _count, image in flash.images(torn=cut_in_two):
            lines = read_files(image).get("log", b"").splitlines()
            assert lines == [b"%04d" % n + b"." * 395 for n in range(len(lines))]
            whole, torn = whole + (not cut_in_two), torn + cut_in_two
    assert whole == torn == len(flash.ops) + 1
    assert len(read_files(asked.board.machine.flash)["log"].split()) == 6


def test_power_lost_in_the_middle_of_an_erase():
    asked = Asked(JOURNAL)
    machine = asked.board.machine
    before = machine.log.erases

    def cut_when_erasing():
        if machine.log.erases > before:
            asked.board.power_off()
        else:
            machine.at(machine.now_us + 500, cut_when_erasing)

    cut_when_erasing()
    with pytest.raises(serial.SerialException):
        asked.port.read(10_000)
    assert not asked.board.powered
    asked.board.power_on()
    port = asked.board.port
    port.timeout = 10
    assert port.readline() == b"ready\r\n"


SPAM = """
import sys, time
print("ready")
while True:
    n = int(sys.stdin.readline())
    start = time.ticks_ms()
    for i in range(n):
        print("%03d" % i, "x" * 36)
    took = time.ticks_diff(time.ticks_ms(), start)
    while not sys.stdin.readline():
        pass
    print("took", took)
"""


def test_a_host_that_stops_reading_costs_a_print_one_second():
    asked = Asked(SPAM)
    asked.port.stall()
    asked.port.write(b"8\n")
    asked.board.run_for(3)
    asked.port.resume()
    asked.port.write(b"\n")
    asked.port.timeout = 2
    lines = asked.port.read(2000).decode().split("\r\n")
    took = next(int(line.split()[1]) for line in lines if line.startswith("took"))
    assert 1000 <= took <= 3100
    asked.port.write(b"50\n\n")
    lines = asked.port.read(4000).decode().split("\r\n")
    assert [line[:3] for line in lines[:50]] == [f"{i:03}" for i in range(50)]
    assert int(lines[50].split()[1]) < 300


def test_a_closed_port_costs_nothing_and_may_be_opened_again():
    asked = Asked(SPAM)
    asked.port.write(b"20\n")
    asked.board.run_until(lambda: asked.port.in_waiting)
    asked.port.close()
    asked.board.run_for(0.5)
    asked.port.open()
    asked.port.write(b"\n")
    asked.port.timeout = 0.5
    said = asked.port.read(2000).decode()
    assert "019 x" in said
    assert int(said.split("took ")[1].split()[0]) < 100


def test_the_watchdog_resets_and_the_port_is_gone():
    main = """
import machine, time
print("cause", machine.reset_cause())
if machine.reset_cause() != machine.WDT_RESET:
    machine.WDT(timeout=300)
while True:
    time.sleep_ms(10)
"""
    board = PicoBoard(main=main, firmware=False)
    port = board.port
    port.timeout = 1
    assert port.readline() == b"cause 1\r\n"
    with pytest.raises(serial.SerialException):
        port.read(1)
    assert len(board.machine.resets) == 1
    assert 300_000 < board.machine.resets[0] < 345_000
    assert board.parts.hub.powered
    assert board.port.readline() == b"cause 3\r\n"


def test_waiting_in_vain_says_what_was_to_be_seen():
    board = PicoBoard(main="", firmware=False)
    with pytest.raises(NoTime, match=r"the word did not happen within 0\.1 s"):
        board.run_until(lambda: False, 100_000, "the word")


def test_mpremote_works_through_a_pty():
    board = PicoBoard(main="print('main ran')", firmware=False)
    names, done = [], threading.Event()
    named = threading.Event()

    def ready(name):
        names.append(name)
        named.set()

    thread = threading.Thread(target=serve_pty, args=(board, None, ready, done.is_set))
    thread.start()
    try:
        assert named.wait(10)
        command = [sys.executable, "-m", "mpremote", "connect", names[0], "exec", "print(6 * 7)"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    finally:
        done.set()
        thread.join()
    assert (result.returncode, result.stdout.strip()) == (0, "42")
