"""Starts the table: has its parts and the app built, and runs it. Only this file imports the machine.

The app runs until somebody asks for the REPL (hub A held at power-on, or a `repl` message, which `onthree deploy`
sends). Until then Ctrl-C on the port is a byte like any other. A watchdog resets a table that hangs for two seconds;
an error that nobody expected is shown, logged and ends in a reset as well. The game goes on afterwards.

After a game the app ends and MicroPython starts anew, with all memory free and in one piece: the names of what was
loaded stay for good, one here and one there, and nothing else would get rid of them. USB stays as it is.
"""

import gc
import sys
import time

import machine
import micropython
import rp2

from device import board, build, states
from device.app import forget
from device.screens import common
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from device.app import App
    from device.displays import Displays

_WATCHDOG_MS = const(1900)
# The watchdog's registers (RP2040 datasheet 4.7.6, RP2350 12.9.5). Clearing bit 30 of CTRL stops it, which machine.WDT
# cannot; 0x3000 above a register is its atomic clear alias. SCRATCH0 keeps its value while there is power.
_WATCHDOG = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
_CTRL_CLEAR = const(0x3000)
_ENABLE = const(1 << 30)
_SCRATCH0 = const(0x0C)
_ANEW = const(0x0F540000)  # in SCRATCH0, with the menu's entry: the app has ended to be started anew
_APOLOGY_S = const(4)  # how long an error is shown before the reset


def stop_watchdog() -> None:
    """Stop the watchdog, so that whoever uses the REPL is not interrupted."""
    machine.mem32[_WATCHDOG + _CTRL_CLEAR] = _ENABLE


def speak_out(app: "App") -> None:
    """Give the line a tenth of a second for what is still to be said to a PC that listens."""
    for _ in range(20):
        app.feed()
        if not app.link or (not app.link.pump() and app.link.idle()):
            break
        time.sleep_ms(5)


def start_anew(app: "App") -> None:
    """Start MicroPython anew; the menu will be where it was. The watchdog goes on, and the next app feeds it."""
    speak_out(app)
    app.buzzer.stop()
    machine.mem32[_WATCHDOG + _SCRATCH0] = _ANEW | app.entry
    machine.soft_reset()


def started_anew() -> int:
    """Return the menu's entry if the app was started anew after a game, else -1; only once."""
    note = machine.mem32[_WATCHDOG + _SCRATCH0]
    machine.mem32[_WATCHDOG + _SCRATCH0] = 0
    return note & 0xFF if note & ~0xFF == _ANEW else -1


def leave(app: "App") -> None:
    """End the app for the REPL: say goodbye on the line and on the hub, and free the buttons."""
    if app.link:
        app.link.bye()
    speak_out(app)
    app.journal.close()
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
    entry = started_anew()
    panels = build.build_displays(machine)
    if entry < 0 and not machine.Pin(board.HUB_BUTTONS[0], machine.Pin.IN, machine.Pin.PULL_UP).value():
        common.repl(panels.hub, words.REPL_1)
        panels.hub.send()
        return
    micropython.kbd_intr(-1)
    why = "reset" if machine.reset_cause() == machine.WDT_RESET else "power"
    if entry >= 0:
        why = "menu"
    app = None
    try:
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        app = build.build_app(machine, rp2.Flash, panels, watchdog.feed)
        app.entry = max(0, entry)
        build.begin(app, why)
        app.link = build.build_link(app)
        del globals()["build"]
        forget("device.build")
        gc.collect()
        app.run()
        if app.anew:
            start_anew(app)
        leave(app)
    except Exception as error:
        apologize(app, panels, error)
    stop_watchdog()
    micropython.kbd_intr(3)


main()
