"""A board that runs the real firmware sources under MicroPython's unix port, on simulated time.

The firmware's `machine`, `rp2`, `time`, `select` and `os` are ours (vm/); each use of a peripheral is a request to
this process, which owns the time. It moves only while the firmware sleeps or waits, while a transfer is on
the bus, while the flash is busy and while a full serial port makes a print wait. Computing takes none. So a
run is the same every time, and an hour of sleep takes no time at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from onthree_host.boards.base import Board
from onthree_host.boards.child import Child, Interrupt
from onthree_host.boards.errors import BoardError, PowerLost
from onthree_host.boards.flash import Flash
from onthree_host.boards.parts import CdcFifo, Parts
from onthree_host.boards.peripherals import Peripherals
from onthree_host.boards.port import VirtualPort
from onthree_host.boards.sim import Simulation
from onthree_host.boards.wiring import read_wiring
from onthree_host.sources import firmware_folder, shared_folder

# The Pico has 241 KB, in words of 32 bits; here they have 64, hence the w. The rest is for compiling each game's
# sources, which a Pico has as .mpy files: at 200 there is no room left to begin a game.
HEAP = "320wK"
PATIENCE_S = 20.0  # wall seconds without a request before the firmware counts as hung
HUNG_S = 2.0  # the same with the watchdog armed: then it bites
INPUT_BUFFER = 512  # bytes MicroPython takes from USB before it lets the PC wait
_TRACEBACK = b"Traceback (most recent call last)"

POWER_ON, WATCHDOG = 1, 3  # reset causes


class UnixBoard(Board):
    """The virtual board. Flash, parts and port outlive the firmware's process, as they do on a table."""

    def __init__(
        self,
        *,
        main: Path | None = None,
        firmware: Path | None = None,
        pods: int = 6,
        seed: int = 1,
        heap: str = HEAP,
        flash: Flash | None = None,
        device_id: bytes = b"\xe6\x61\x00\x00\x00\x00\x00\x01",
        ticks_at_boot_us: int = 0,
        strict: bool = True,
        start: bool = True,
    ) -> None:
        """Build the table and, unless `start` is false, power it on.

        `main` runs in place of the firmware's main.py; `seed` is the noise that os.urandom gives; `flash` of
        another size or speed (None: the Pico's file system); `ticks_at_boot_us` moves the wrap of the ticks.
        A traceback is BoardCrashed, unless `strict` is false: then the firmware may cope with its errors itself.
        """
        self._firmware = firmware or firmware_folder()
        self._main = main or self._firmware / "main.py"
        self._heap = heap
        self.device_id = device_id
        self.strict = strict
        self.sim = Simulation()
        self.flash = flash if flash is not None else Flash()
        self.parts = Parts(read_wiring(self._firmware), self._clock, pods)
        self.fifo = CdcFifo()
        self.noise = random.Random(seed)
        self.peripherals = Peripherals(self)
        self.rpcs = 0  # requests served since the board was made
        self.boots = 0
        self.in_repl = False  # main.py came to its end
        self.child: Child | None = None
        self.reset_cause = POWER_ON
        self._ticks_at_boot = ticks_at_boot_us
        self._booted = 0  # ns
        self.scratch = 0  # a register that keeps its value while there is power
        self._port: VirtualPort | None = None
        self._input = bytearray()
        self._kill_at: int | None = None
        if start:
            self.power_on()

    def _clock(self) -> int:
        return self.sim.now // 1000

    # -- time ------------------------------------------------------------------------------------------
    @property
    def now_us(self) -> int:
        """The simulated time."""
        return self.sim.now // 1000

    def at_us(self, us: int, action: Callable[[], None]) -> None:
        """Do something at a simulated time."""
        self.sim.at(us * 1000, action)

    def run_for_us(self, us: int) -> None:
        """Let time pass. BoardCrashed if the firmware ends with an error, PowerLost where a test cut the power."""
        end = self.sim.now + us * 1000
        while self.sim.now < end:
            self._step(end)

    def step(self, limit_us: int) -> None:
        """Serve one request or do the next event."""
        self._step(self.next_light(limit_us) * 1000)

    def _step(self, limit: int) -> None:
        try:
            if self.child is not None and not self.sim.busy:
                self._serve(limit)
            else:
                self.sim.step(limit)
        except PowerLost:
            self.power_off()
            raise
        except Exception:
            self._stop_child()
            raise

    def ticks(self) -> int:
        """The firmware's clock, us since its boot."""
        return (self.sim.now - self._booted) // 1000 + self._ticks_at_boot

    def ns_of_ticks(self, ticks: int) -> int:
        """Return the simulated time of a tick."""
        return (ticks - self._ticks_at_boot) * 1000 + self._booted

    # -- serving ---------------------------------------------------------------------------------------
    def _serve(self, limit: int) -> None:
        """Take the next request and begin what it asks for."""
        child = self.child
        assert child is not None
        self._feed(child)
        bites = self.peripherals.watchdog_at
        request = child.request(PATIENCE_S if bites is None else HUNG_S)
        if request is None:
            if bites is None:
                raise child.crashed(f"The firmware hangs: no request for {PATIENCE_S:g} s.")
            self.sim.now = max(self.sim.now, bites)
            self.restart(WATCHDOG)
            return
        self.rpcs += 1
        if self._kill_at is not None and self.rpcs >= self._kill_at:
            self._kill_at = None
            raise PowerLost(f"the power went at request {self.rpcs}")
        self.sim.limit = limit
        printed = child.printed()
        if printed:
            if self.strict and _TRACEBACK in printed:
                raise child.crashed("The firmware met an error it did not expect.")
            taken = self.fifo.offer(printed)
            if taken < len(printed):
                self.sim.begin(self.peripherals.blocked_write(printed[taken:], request))
                return
        activity = self.peripherals.handle(request)
        if activity is not None:
            self.sim.begin(activity)

    def answer(self, result: int = 0, data: bytes = b"") -> None:
        """Answer the request being served, with the interrupts of the meantime."""
        child = self.child
        if child is not None:
            interrupts: list[Interrupt] = self.peripherals.take_interrupts()
            child.answer(result, self.ticks(), self.peripherals.levels, interrupts, data, self.serial_ready())

    def serial_ready(self) -> int:
        """Bring input to the firmware; return bit 0 if it has some to read, bit 1 if a write would not wait."""
        child = self.child
        if child is None:
            return 0
        self._feed(child)
        return (1 if child.unread() else 0) | (2 if self.fifo.room else 0)

    def _feed(self, child: Child) -> None:
        if self._input:
            room = INPUT_BUFFER - child.unread()
            if room > 0:
                child.type(bytes(self._input[:room]))
                del self._input[:room]

    def pin_changed(self, pin: int) -> None:
        """Bring a button's new level to the firmware."""
        self.peripherals.edge(pin)

    # -- the serial port -------------------------------------------------------------------------------
    @property
    def port(self) -> VirtualPort:
        """The serial port; opened when first asked for, and again after the board was without power."""
        if self._port is None or self._port.gone:
            self._port = VirtualPort(self)
        return self._port

    def type(self, data: bytes) -> None:
        """Send bytes to the board's serial port."""
        if self.child is not None:
            self._input += data
            self.peripherals.notice()

    def port_changed(self) -> None:
        """Let a write that waits for the PC look again."""
        self.peripherals.notice()

    # -- power -----------------------------------------------------------------------------------------
    @property
    def powered(self) -> bool:
        """True while the firmware runs."""
        return self.child is not None

    def power_on(self) -> None:
        """Boot from the flash as it is."""
        if self.child is None:
            self.parts.power(True)
            self._start(POWER_ON)

    def power_off(self) -> None:
        """Pull the plug."""
        self._stop_child()
        self.scratch = 0
        self.parts.power(False)

    def close(self) -> None:
        """End the firmware's process."""
        self._stop_child()

    def restart(self, cause: int, soft: bool = False) -> None:
        """Reset the chip: the displays keep their supply and their memory.

        A `soft` one only starts MicroPython anew: ticks and watchdog go on, and the PC keeps the port.
        """
        booted, bites = self._booted, self.peripherals.watchdog_at
        self._stop_child(keep_usb=soft)
        self._start(cause)
        if soft:
            self._booted = booted
            self.peripherals.set_watchdog(bites)

    def kill_at(self, rpc: int | None) -> None:
        """Let the power go at request number `rpc` (see `rpcs`): PowerLost comes out of the method that runs."""
        self._kill_at = rpc

    def cut_at_op(self, op: int, torn: bool = False) -> None:
        """Let the power go before flash operation `op` from now on, or in the middle of it: PowerLost."""
        self.flash.cut_at(self.flash.ops + op, torn)

    def _start(self, cause: int) -> None:
        self.reset_cause = cause
        self.in_repl = False
        self.boots += 1
        self._booted = self.sim.now
        self.peripherals.reset()
        self.child = Child(self._main, [self._firmware, shared_folder()], self._heap, self.flash.blocks)

    def _stop_child(self, keep_usb: bool = False) -> None:
        if self.child is not None:
            self.child.kill()
            self.child = None
        self.sim.drop()
        self.peripherals.reset()
        if keep_usb:
            return
        self._input.clear()
        self.fifo.reset()
        if self._port is not None:
            self._port.vanish()

    def crash(self, why: str) -> BoardError:
        """Return the error for firmware that went wrong."""
        assert self.child is not None
        return self.child.crashed(why)
