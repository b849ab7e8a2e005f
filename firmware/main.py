"""Starts the table: builds pins, bus, clock and port, and hands them to the app. Only this file knows the machine.

The app runs until somebody asks for the REPL (hub A held at power-on, or a `repl` message, which `onthree deploy`
sends). Until then Ctrl-C on the port is a byte like any other. A watchdog resets a table that hangs for two seconds;
an error that nobody expected is shown, logged and ends in a reset as well. The game goes on afterwards.
"""

import gc
import os
import select
import sys
import time

import machine
import micropython

from device import app as apps
from device import board, buttons, buzzer, displays, entropy, journal, link, settings, states, version
from device.screens import common
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const, hexlify

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FOLDER = "/journal"
_WATCHDOG_MS = const(1900)
# Clearing bit 30 of the watchdog's CTRL register stops it, which machine.WDT cannot (RP2040 datasheet 4.7.6, RP2350
# 12.9.5); the address is that of the register's atomic clear alias.
_WATCHDOG_CLEAR = {"RP2040": 0x4005B000, "RP2350": 0x400DB000}
_WATCHDOG_ENABLE = const(1 << 30)
_APOLOGY_S = const(4)  # how long an error is shown before the reset


class Sleeper:
    """Waits for a button, a byte or a deadline, and lets the processor sleep meanwhile. Allocates nothing."""

    def __init__(self, wake: buttons.Wake) -> None:
        self._wake = wake
        self._all = select.poll()
        self._all.register(wake, select.POLLIN)
        self._all.register(sys.stdin, select.POLLIN)
        self._quiet = select.poll()
        self._quiet.register(wake, select.POLLIN)
        # A poll's first answer makes the tuple that all its later ones use; during a count it must be there already.
        wake.set()
        for poll in (self._all, self._quiet):
            for _ in poll.ipoll(0):
                pass
        wake.clear()

    def __call__(self, ms: int, port: bool) -> None:
        """Sleep for `ms`, or less if a button moves or, with `port`, a byte has come."""
        poll: Any = self._all if port else self._quiet
        for _ in poll.ipoll(ms):
            pass
        self._wake.clear()


def build_displays() -> displays.Displays:
    """Return the displays, set up and blank."""
    scl = machine.Pin(board.I2C_SCL)
    sda = machine.Pin(board.I2C_SDA)

    make: Any = machine.I2C  # the stubs do not know of its timeout

    def bus() -> Any:
        return make(board.I2C_BUS, scl=scl, sda=sda, freq=board.I2C_HZ, timeout=board.I2C_TIMEOUT_US)

    def recover() -> bool:
        """Clock out whatever a display believes to be in the middle of (I2C specification 3.1.16)."""
        clock = machine.Pin(board.I2C_SCL, machine.Pin.OPEN_DRAIN, value=1)
        data = machine.Pin(board.I2C_SDA, machine.Pin.IN, machine.Pin.PULL_UP)
        for _ in range(9):
            if data.value():
                break
            clock.value(0)
            time.sleep_us(5)
            clock.value(1)
            time.sleep_us(5)
        free = bool(data.value())
        bus()
        return free

    panels = displays.Displays(bus(), recover, board, time)
    panels.begin(time.ticks_ms())
    return panels


def build_buttons(wake: buttons.Wake) -> buttons.Buttons:
    """Return the buttons of all pods and the hub, armed."""
    gpios = [gpio for pod in board.POD_BUTTONS for gpio in pod] + list(board.HUB_BUTTONS)
    pins = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in gpios]
    edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
    return buttons.Buttons(pins, gpios, machine.mem32, board.GPIO_IN, time, edges, wake)


def build_port() -> link.StdioPort:
    """Return the USB port, as bytes and without waiting."""
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    room = select.poll()
    room.register(sys.stdout, select.POLLOUT)
    return link.StdioPort(sys.stdin.buffer, sys.stdout.buffer, readable, room)


def python() -> str:
    """Return the version of MicroPython."""
    return "{}.{}.{}".format(*sys.implementation.version[:3])


def build(panels: displays.Displays, feed: "Callable[[], None]") -> apps.App:
    """Return the app with everything it needs, its journal recovered and its link ready."""
    dev = machine.unique_id()
    log = journal.Journal(_FOLDER, hexlify(dev).decode(), time.ticks_ms)
    log.recover()
    chosen = settings.Settings(_FOLDER + "/settings")
    chosen.load()
    wake = buttons.Wake()
    beeper = buzzer.Buzzer(machine.PWM(machine.Pin(board.BUZZER)), time)

    def secret(*ticks: int) -> bytes:
        return entropy.secret(os.urandom, dev, log.boot, *ticks)

    def fill(seat: int, text: str) -> str:
        app.prepare()  # the rooms of a game are loaded with the first game
        return app.turn.fill(seat, text)

    app = apps.App(build_buttons(wake), panels, beeper, log, chosen, time, Sleeper(wake), secret, feed)
    if chosen.heap_lock:
        app.heap = (micropython.heap_lock, micropython.heap_unlock)
    app.link = link.Link(log, build_port(), (version.VERSION, python()), app.status)
    app.link.fill = fill
    return app


def stop_watchdog() -> None:
    """Stop the watchdog, so that whoever uses the REPL is not interrupted."""
    for chip, address in _WATCHDOG_CLEAR.items():
        if chip in sys.implementation._machine:
            machine.mem32[address] = _WATCHDOG_ENABLE


def leave(app: apps.App) -> None:
    """End the app for the REPL: say goodbye on the line and on the hub, and free the buttons."""
    if app.link:
        app.link.bye()
        for _ in range(20):
            app.feed()
            if not app.link.pump() and app.link.idle():
                break
            time.sleep_ms(5)
    app.journal.flush()
    app.buttons.close()
    app.buzzer.stop()
    common.repl(app.displays.hub, words.REPL_PC)
    app.displays.hub.send()


def apologize(app: "apps.App | None", panels: displays.Displays, error: Exception) -> None:
    """Show that something went wrong, log what it was and in which state, print where, and reset."""
    micropython.heap_lock()
    while micropython.heap_unlock():  # it gives the depth that is left; one unlock too many would lock for good
        pass
    common.fatal(panels.hub)
    panels.hub.send()
    if app:
        try:
            app.fault(words.FATAL_RECORD.format(type(error).__name__, states.name(app.state)))
            app.journal.flush()
        except Exception:
            pass  # the journal itself may be what is broken
    sys.print_exception(error)
    for _ in range(_APOLOGY_S):
        if app:
            app.feed()
        time.sleep_ms(1000)
    machine.reset()


def main() -> None:
    """Run the table."""
    reserve = getattr(micropython, "alloc_emergency_exception_buf", None)  # the unix port has it built in
    if reserve:
        reserve(256)  # an error while the heap is locked has its traceback too
    panels = build_displays()
    if not machine.Pin(board.HUB_BUTTONS[0], machine.Pin.IN, machine.Pin.PULL_UP).value():
        common.repl(panels.hub, words.REPL_1)
        panels.hub.send()
        return
    micropython.kbd_intr(-1)
    why = "reset" if machine.reset_cause() == machine.WDT_RESET else "power"
    app = None
    try:
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        app = build(panels, watchdog.feed)
        app.begin(version.VERSION, python(), why)
        gc.collect()
        app.run()
        leave(app)
    except Exception as error:
        apologize(app, panels, error)
    stop_watchdog()
    micropython.kbd_intr(3)


main()
