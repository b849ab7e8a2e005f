"""Starts the table: has its parts and the app built, and runs it. Only this file imports the machine.

The app runs until somebody asks for the REPL (hub A held at power-on, or a `repl` message, which `onthree deploy`
sends). Until then Ctrl-C on the port is a byte like any other. A watchdog resets a table that hangs for two seconds;
an error that nobody expected is shown, logged and ends in a reset as well. The game goes on afterwards.
"""

import gc
import sys
import time

import machine
import micropython

from device import board, build, states, version
from device.modules import forget
from device.screens import common
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from device.app import App
    from device.displays import Displays

_WATCHDOG_MS = const(1900)
# Clearing bit 30 of the watchdog's CTRL register stops it, which machine.WDT cannot (RP2040 datasheet 4.7.6, RP2350
# 12.9.5); the address is that of the register's atomic clear alias.
_WATCHDOG_CLEAR = {"RP2040": 0x4005B000, "RP2350": 0x400DB000}
_WATCHDOG_ENABLE = const(1 << 30)
_APOLOGY_S = const(4)  # how long an error is shown before the reset


def stop_watchdog() -> None:
    """Stop the watchdog, so that whoever uses the REPL is not interrupted."""
    for chip, address in _WATCHDOG_CLEAR.items():
        if chip in sys.implementation._machine:
            machine.mem32[address] = _WATCHDOG_ENABLE


def leave(app: "App") -> None:
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


def apologize(app: "App | None", panels: "Displays", error: Exception) -> None:
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
    panels = build.build_displays(machine)
    if not machine.Pin(board.HUB_BUTTONS[0], machine.Pin.IN, machine.Pin.PULL_UP).value():
        common.repl(panels.hub, words.REPL_1)
        panels.hub.send()
        return
    micropython.kbd_intr(-1)
    why = "reset" if machine.reset_cause() == machine.WDT_RESET else "power"
    app = None
    try:
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        app = build.build_app(machine, panels, watchdog.feed)
        app.begin(version.VERSION, build.python(), why)
        app.link = build.build_link(app)
        del globals()["build"]
        forget("device.build")
        gc.collect()
        app.run()
        leave(app)
    except Exception as error:
        apologize(app, panels, error)
    stop_watchdog()
    micropython.kbd_intr(3)


main()
