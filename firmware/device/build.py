"""Builds the table's parts and the app around them and begins, once a boot; main.py lets go of this module afterwards.

Nothing here imports the machine: main.py hands it in.
"""

import gc
import os
import select
import sys
import time

import micropython
import vfs

from device import app as apps
from device import board, buttons, buzzer, displays, journal, settings, states
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const, hexlify

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from device.link import Link

VERSION = "0.1.0"  # of the firmware, as the device tells it to a PC and writes it into its boot records

_FOLDER = "/journal"
_ALL = const(127)  # panels, as bits
_PAGE = const(256)  # bytes that the flash programs at a time
_LOOKAHEAD = const(64)  # bytes, a bit for each block that littlefs looks at at once: all of a Pico's 352
_COMPLAIN_MS = const(4000)  # how long the hub shows what is missing


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


def build_displays(machine: "Any") -> displays.Displays:
    """Return the displays, the hub's set up and blank."""
    scl = machine.Pin(board.I2C_SCL)
    sda = machine.Pin(board.I2C_SDA)

    def bus() -> Any:
        return machine.I2C(board.I2C_BUS, scl=scl, sda=sda, freq=board.I2C_HZ, timeout=board.I2C_TIMEOUT_US)

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
    panels.begin_hub()
    return panels


def build_buttons(machine: "Any", wake: buttons.Wake) -> buttons.Buttons:
    """Return the buttons of all pods and the hub, armed."""
    gpios = [gpio for pod in board.POD_BUTTONS for gpio in pod] + list(board.HUB_BUTTONS)
    pins = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in gpios]
    edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
    return buttons.Buttons(pins, gpios, machine.mem32, board.GPIO_IN, time, edges, wake)


def _python() -> str:
    """Return the version of MicroPython."""
    return "{}.{}.{}".format(*sys.implementation.version[:3])


def remounter(flash: "Callable[[], Any]") -> "Callable[[], None]":
    """Return a function that mounts littlefs anew: it then looks for free blocks with the next one that it takes.

    `flash()` gives the flash as blocks. No file may be open for writing; one that is being read goes on.
    """

    def remount() -> None:
        for mounted, where in vfs.mount():
            if isinstance(mounted, vfs.VfsLfs2):
                anew = vfs.VfsLfs2(flash(), progsize=_PAGE, lookahead=_LOOKAHEAD, mtime=False)
                vfs.umount(where)
                vfs.mount(anew, where)

    return remount


def build_app(machine: "Any", flash: "Any", panels: displays.Displays, feed: "Callable[[], None]") -> apps.App:
    """Return the app with what it needs for the menu, its journal recovered. `flash()` gives the flash as blocks."""
    dev = machine.unique_id()
    log = journal.Journal(_FOLDER, hexlify(dev).decode(), time.ticks_ms, remounter(flash))
    log.recover(feed)
    gc.collect()  # what it has thrown away, so that what comes now does not lie beyond it
    chosen = settings.Settings(_FOLDER + "/settings")
    chosen.load()
    wake = buttons.Wake()
    beeper = buzzer.Buzzer(machine.PWM(machine.Pin(board.BUZZER)), time)

    def secret(*ticks: int) -> bytes:
        from device import entropy  # the menu does without

        return entropy.secret(os.urandom, dev, log.boot, *ticks)

    app = apps.App(build_buttons(machine, wake), panels, beeper, log, chosen, time, Sleeper(wake), secret, feed)
    if chosen.heap_lock:
        app.heap = (micropython.heap_lock, micropython.heap_unlock)
    return app


def begin(app: apps.App, why: str) -> None:
    """Show and log what this boot found, and take up a game that was under way. `why`: as in the boot record."""
    app.journal.log("boot", VERSION, _python(), why)
    app.buzzer.muted = not app.settings.sound
    app.buttons.flush()  # nobody can have meant anything yet
    app.drain()  # buttons that are down at power-on
    app.seen = app.displays.present()
    if why == "menu":
        app.stuck = 0  # somebody has just pressed one; what is stuck or missing was said at power-on
    else:
        _complain(app)
    app.dirty = _ALL
    if app.state == states.BOOT:  # else hub C was pressed this very moment, and the lobby is open
        if app.complaints:
            app.after(_COMPLAIN_MS)
        else:
            app.lobby().open()
    app.dirty &= displays.HUB_BIT
    app.draw()  # the menu can be read before the rest is ready
    app.displays.begin_pods(app.clock.ticks_ms())
    app.dirty = _ALL & ~displays.HUB_BIT
    app.draw()


def _complain(app: apps.App) -> None:
    """Find what is missing or stuck."""
    absent = [str(pod + 1) for pod in range(6) if not app.seen >> pod & 1]
    if not app.seen & displays.HUB_BIT:
        app.fault(words.NO_HUB)
    if app.displays.mux_missing:
        app.complaints.append(words.BOOT_MUX)
        app.fault(words.NO_MUX)
    elif absent:
        app.complaints.append(words.BOOT_PODS + " " + " ".join(absent))
        app.fault(words.NO_POD.format(" ".join(absent)))
    for bit in range(21):
        if app.stuck >> bit & 1:
            app.complaints.append(apps.stuck_text(bit))
    app.note_stuck()


def build_link(app: apps.App) -> "Link":
    """Return the app's line to a PC: USB, as bytes and without waiting. Loaded when the menu is there already."""
    from device.link import Link, StdioPort

    def fill(seat: int, at: int, text: str) -> str:
        app.prepare()  # the rooms of a game are loaded with the first game
        return app.turn.fill(seat, at, text)

    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    room = select.poll()
    room.register(sys.stdout, select.POLLOUT)
    port = StdioPort(sys.stdin.buffer, sys.stdout.buffer, readable, room)
    link = Link(app.journal, port, (VERSION, _python()), app.status)
    link.fill = fill
    return link
