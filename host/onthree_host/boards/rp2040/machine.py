"""A Pico on a desk: a chip that is switched on and off, its flash that stays, the PC it is plugged into.

Time runs on over power cycles. `at` plans what happens outside (a press, a cut cable, a switched-off supply);
it happens at its exact time, between two instructions, whether the Pico is on or not.
"""

import heapq
import itertools
from collections.abc import Callable
from typing import NamedTuple

from onthree_host.boards.i2c import I2cBus
from onthree_host.boards.rp2040.chip import Chip
from onthree_host.boards.rp2040.flash import ERASE_US, PROGRAM_US, FlashLog
from onthree_host.boards.rp2040.i2c import BitBang, I2cBlock
from onthree_host.boards.rp2040.pwm import PwmPin
from onthree_host.boards.rp2040.usb import UsbHost

_ROUNDING_US = 0.001  # the clock counts in floating point; an instruction takes eight times as long


class Wires(NamedTuple):
    """Which pins go where. `heard` gets every change of the buzzer's tone: Hz and duty 0..1, both 0 for silence."""

    i2c: int
    sda: int
    scl: int
    buzzer: int
    bus: I2cBus
    heard: Callable[[float, float], None]


class Machine:
    """One Pico. Off at first; `power_on()` boots whatever is in `flash`."""

    def __init__(
        self,
        flash: bytes,
        wires: Wires,
        *,
        seed: int = 0,
        unique_id: bytes = b"ON3-EMU0",
        erase_us: float = ERASE_US,
        program_us: float = PROGRAM_US,
    ) -> None:
        self.boots = 0  # times power came
        self.resets: list[float] = []  # when the watchdog or machine.reset() restarted it, in us
        self.host: UsbHost | None = None
        self.log: FlashLog | None = None
        self.i2c: I2cBlock | None = None
        self.opened = True  # a program on the PC has the port open, or will as soon as there is one
        self.on_data: list[Callable[[bytes], None]] = []
        self.on_restart: list[Callable[[], None]] = []  # it dropped off the USB bus by a reset of its own
        self.on_happening: list[Callable[[], None]] = []  # bytes came, or a transfer on the I2C bus ended
        self._flash, self._wires = flash, wires
        self._seed, self._unique_id, self._erase_us, self._program_us = seed, unique_id, erase_us, program_us
        self._chip: Chip | None = None
        self._bitbang: BitBang | None = None
        self._now_us = 0.0
        self._paused = False
        self._levels: dict[int, bool] = {}  # pins driven from outside
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()

    # -- power -------------------------------------------------------------------------------------------
    @property
    def powered(self) -> bool:
        """Whether it is on."""
        return self._chip is not None

    @property
    def chip(self) -> Chip:
        """The chip, while it is on."""
        if self._chip is None:
            raise RuntimeError("the Pico is off")
        return self._chip

    @property
    def flash(self) -> bytes:
        """The flash's 2 MiB as they are now."""
        return self._chip.flash() if self._chip is not None else self._flash

    @flash.setter
    def flash(self, image: bytes) -> None:
        if self._chip is not None:
            raise RuntimeError("the flash of a Pico that is on cannot be exchanged")
        self._flash = image

    def power_on(self) -> None:
        """Give it power: it boots."""
        if self._chip is not None:
            return
        self.boots += 1
        chip = Chip(self._flash, start_us=self._now_us, seed=self._seed * 1000 + self.boots, unique_id=self._unique_id)
        self._chip = chip
        self.host = UsbHost(chip, opened=self.opened)
        self.host.on_data = [self._data]
        self.log = FlashLog(chip, erase_us=self._erase_us, program_us=self._program_us)
        wires = self._wires
        self.i2c = I2cBlock(chip, wires.i2c, wires.bus)
        self.i2c.on_end = self._happened
        self._bitbang = BitBang(chip, wires.sda, wires.scl, wires.bus)
        PwmPin(chip, wires.buzzer, wires.heard)
        chip.on_reset.append(self._reset)
        for pin, level in self._levels.items():
            chip.drive(pin, level)
        self._alarm = chip.alarm(self._due)
        self._plan()

    def power_off(self) -> None:
        """Take its power this instant: RAM is gone, flash stays as it is, an erase under way is half done."""
        chip, log, host = self._chip, self.log, self.host
        if chip is None or log is None or host is None:
            return
        host.unplug()
        chip.halt()
        self._now_us, self._flash = chip.now_us, log.cut()
        self._chip = self._bitbang = None
        self.host = self.i2c = None

    def _reset(self) -> None:
        self.resets.append(self.now_us)
        for action in self.on_restart:
            action()
        self._happened()

    def _data(self, data: bytes) -> None:
        for action in self.on_data:
            action(data)
        self._happened()

    def _happened(self) -> None:
        for action in self.on_happening:
            action()

    # -- time --------------------------------------------------------------------------------------------
    @property
    def now_us(self) -> float:
        """Simulated microseconds since this Machine was made."""
        return self._chip.now_us if self._chip is not None else self._now_us

    def at(self, us: float, action: Callable[[], None]) -> None:
        """Plan `action()` for simulated time `us`; plans for one time run in the order they were made."""
        heapq.heappush(self._plans, (max(us, self.now_us), next(self._order), action))
        self._plan()

    def run_until_us(self, us: float) -> None:
        """Let time pass up to `us` (a flash operation under way then ends first)."""
        self._run(us, whole=True)

    def step_until_us(self, us: float) -> None:
        """Let time pass up to `us`, or until `pause()`."""
        self._run(us, whole=False)

    def pause(self) -> None:
        """Something happened outside that whoever steps may want to look at."""
        if self._chip is not None:
            self._chip.pause()
        self._paused = True

    def _run(self, us: float, whole: bool) -> None:
        self._paused = False
        while self.now_us < us - _ROUNDING_US and (whole or not self._paused):
            if self._chip is not None:
                self._chip.run_until_us(us)
            else:
                self._now_us = min(us, self._plans[0][0]) if self._plans else us
                self._due()

    def _plan(self) -> None:
        if self._chip is not None and self._plans:
            self._alarm.schedule(max(0.0, self._plans[0][0] * 1000.0 - self._chip.clock.nanos))

    def _due(self) -> None:
        while self._plans and self._plans[0][0] <= self.now_us + _ROUNDING_US:
            heapq.heappop(self._plans)[2]()
        self._plan()

    # -- outside -----------------------------------------------------------------------------------------
    def drive(self, pin: int, level: bool | None) -> None:
        """Drive GPIO `pin` from outside, or let it go (None) to its pull-up; it lasts over power cycles."""
        if level is None:
            self._levels.pop(pin, None)
        else:
            self._levels[pin] = level
        if self._chip is not None:
            self._chip.drive(pin, level)

    def bus_changed(self) -> None:
        """The bus got stuck or came free: show it on the pins."""
        if self._bitbang is not None:
            self._bitbang.refresh()
