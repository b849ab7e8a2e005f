"""What the virtual board does with each request of the firmware: pins, bus, flash, sleep, resets.

A handler either answers at once or returns an activity (see `sim`) that answers when its time has passed.
The numbers of the operations are vm/vmlink.py's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from onthree_host.boards.child import Interrupt, Request
from onthree_host.boards.sim import NEVER, Activity

if TYPE_CHECKING:
    from onthree_host.boards.unix import UnixBoard

_EIO, _ETIMEDOUT = 5, 110
_FALLING, _RISING = 4, 8
_ISR_LATENCY_NS = 18_000  # from an edge to the handler's first look at pins and clock, measured on the RP2040
_ISR_NS = 40_000  # one handler call; edges meanwhile are latched and handled after it
_POLL_NS = 10_000  # a wait of no time takes this, so that a loop of such waits gets somewhere
_CHUNK = 64  # bytes MicroPython writes to USB at a time
WATCHDOG = 3


def scl_ns(hz: int) -> int:
    """Return the period of SCL as the RP2040 makes it (pico-sdk i2c_set_baudrate, datasheet 4.3.14), ns."""
    period = (125_000_000 + hz // 2) // hz
    low = period * 3 // 5
    high = period - low
    spike = 1 if low < 16 else low // 16
    return (high + spike + 7 + low + 1) * 8


class Peripherals:
    """The chip's side of the table. `reset` is what a reset of the chip does to it."""

    def __init__(self, board: UnixBoard) -> None:
        self._board = board
        self._sim = board.sim
        self._handlers: list[Callable[[int, int, bytes], Activity | None] | None] = [
            None, self._sleep, self._wait, self._spin, self._pin_mode, self._pin_out, self._pin_irq, self._pwm,
            self._i2c_setup, self._i2c_write, self._i2c_read, self._i2c_scan,
            self._flash_read, self._flash_program, self._flash_erase,
            self._urandom, self._wdt, self._reset, self._ended, self._isr_failed, self._hello,
            self._scratch,
        ]  # fmt: skip
        self.reset()

    def reset(self) -> None:
        """Forget pins, interrupts and settings."""
        self._outputs = 0  # bits of the pins driven high
        self._driven = 0  # bits of the pins that are outputs
        self._triggers = [0] * 32
        self._pending = 0  # bits of the pins whose edge waits for its handler
        self._isr_at = NEVER
        self._isr_free = 0  # the time at which the processor can take an interrupt
        self._interrupts: list[Interrupt] = []
        self._noticing = False  # the activity wants to be woken by interrupts, input and the port
        self._bit_ns = scl_ns(400_000)
        self._timeout_ns = 50_000_000
        self.watchdog_at: int | None = None
        self._generation = getattr(self, "_generation", 0) + 1
        self._board.parts.buzzer.set(0, 0)

    def handle(self, request: Request) -> Activity | None:
        """Answer a request or return the activity that will."""
        op, a, b, data = request
        handler = self._handlers[op]
        if handler is None:
            raise ValueError(f"no operation {op}")
        return handler(a, b, data)

    def notice(self) -> None:
        """Something happened that a waiting activity wants to know."""
        if self._noticing:
            self._sim.wake()

    # -- time ------------------------------------------------------------------------------------------
    def _sleep(self, until: int, _: int, __: bytes) -> Activity:
        yield self._board.ns_of_ticks(until)
        self._board.answer()

    def _spin(self, us: int, _: int, __: bytes) -> Activity:
        yield self._sim.now + us * 1000
        self._board.answer()

    def _wait(self, until: int, wanted: int, _: bytes) -> Activity:
        """Sleep until an interrupt, a deadline, input (bit 0 of `wanted`) or room for output (bit 1)."""
        board, sim = self._board, self._sim
        deadline = NEVER if until < 0 else board.ns_of_ticks(until)
        if deadline <= sim.now and not self._interrupts and not board.serial_ready() & wanted:
            yield sim.now + _POLL_NS
        self._noticing = True
        while sim.now < deadline and not self._interrupts and not board.serial_ready() & wanted:
            yield deadline
        self._noticing = False
        if self._interrupts and self._isr_free > sim.now:
            yield self._isr_free
        board.answer()

    def blocked_write(self, rest: bytes, request: Request) -> Activity:
        """Wait as MicroPython does when USB does not take its output: 1 s a chunk, then the rest is dropped."""
        fifo, sim = self._board.fifo, self._sim
        while rest:
            chunk = rest[:_CHUNK]
            if fifo.room < len(chunk):
                fifo.waited.append(chunk)
                deadline = sim.now + fifo.WAIT_US * 1000
                self._noticing = True
                while sim.now < deadline and fifo.room < len(chunk):
                    yield deadline
                self._noticing = False
            taken = fifo.offer(chunk)
            rest = rest[taken:]
            if not taken:
                fifo.lost += len(rest)
                break
        activity = self.handle(request)
        if activity is not None:
            yield from activity

    # -- pins ------------------------------------------------------------------------------------------
    @property
    def levels(self) -> int:
        """The level of every GPIO: buttons, bus pulled up, outputs as driven."""
        parts = self._board.parts
        inputs = parts.buttons.word
        if not parts.bus.sda_held:
            inputs |= 1 << parts.wiring.sda
        if not parts.bus.hung:
            inputs |= 1 << parts.wiring.scl
        return inputs & ~self._driven | self._outputs & self._driven

    def _pin_mode(self, pin: int, output: int, _: bytes) -> None:
        if output:
            self._driven |= 1 << pin
        else:
            self._driven &= ~(1 << pin)
        self._board.answer()

    def _pin_out(self, pin: int, level: int, _: bytes) -> None:
        rising = level and not self._outputs >> pin & 1
        self._outputs = self._outputs & ~(1 << pin) | level << pin
        if rising and self._driven >> pin & 1 and pin == self._board.parts.wiring.scl:
            self._board.parts.bus.scl_pulse()
        self._board.answer()

    def _pin_irq(self, pin: int, trigger: int, _: bytes) -> None:
        self._triggers[pin] = trigger
        self._board.answer()

    def edge(self, pin: int) -> None:
        """Take the edge of an input that has just changed: latch it, and let the handler run when it can."""
        level = self._board.parts.buttons.word >> pin & 1
        if self._board.child is not None and self._triggers[pin] & (_RISING if level else _FALLING):
            self._pending |= 1 << pin
            self._arrange_isr()

    def _arrange_isr(self) -> None:
        if self._isr_at == NEVER and self._pending:
            self._isr_at = max(self._sim.now + _ISR_LATENCY_NS, self._isr_free)
            self._sim.at(self._isr_at, self._isr_of(self._generation))

    def _isr_of(self, generation: int) -> Callable[[], None]:
        def run() -> None:
            if generation == self._generation:
                self._isr()

        return run

    def _isr(self) -> None:
        """Run the handlers of all latched edges, lowest pin first, one after the other."""
        if self._sim.now < self._isr_free:  # interrupts were off, for the flash
            self._isr_at = self._isr_free
            self._sim.at(self._isr_at, self._isr_of(self._generation))
            return
        ticks, levels = self._board.ticks(), self.levels
        count = 0
        for pin in range(32):
            if self._pending >> pin & 1:
                self._interrupts.append((pin, ticks + count * _ISR_NS // 1000, levels))
                count += 1
        self._pending = 0
        self._isr_at = NEVER
        self._isr_free = self._sim.now + count * _ISR_NS
        self.notice()

    def take_interrupts(self) -> list[Interrupt]:
        """Return the handler calls since the last answer."""
        taken, self._interrupts = self._interrupts, []
        return taken

    def _pwm(self, pin: int, setting: int, _: bytes) -> None:
        if pin == self._board.parts.wiring.buzzer:
            self._board.parts.buzzer.set(setting >> 16, setting & 0xFFFF)
        self._board.answer()

    # -- the bus ---------------------------------------------------------------------------------------
    def _i2c_setup(self, hz: int, timeout_us: int, _: bytes) -> None:
        wiring = self._board.parts.wiring
        self._driven &= ~(1 << wiring.sda | 1 << wiring.scl)  # the pins are the bus's again
        self._bit_ns = scl_ns(hz)
        self._timeout_ns = timeout_us * 1000
        self._board.answer()

    def _stuck(self) -> bool:
        return self._board.parts.bus.stuck

    def _i2c_write(self, addr: int, stop: int, data: bytes) -> Activity:
        sim, bus, bit = self._sim, self._board.parts.bus, self._bit_ns
        if self._stuck():
            yield sim.now + self._timeout_ns
            self._board.answer(-_ETIMEDOUT)
            return
        yield sim.now + 10 * bit
        if not bus.start(addr, False):
            yield sim.now + bit
            bus.stop()
            self._board.answer(-_EIO)
            return
        acked = 0
        for byte in data:
            then = sim.now + 9 * bit
            if then < sim.free_until():
                sim.now = then
            else:
                yield then
                if self._stuck():
                    yield sim.now + self._timeout_ns
                    bus.stop()
                    self._board.answer(-_ETIMEDOUT)
                    return
            if not bus.write(byte):
                break
            acked += 1
        if stop or acked < len(data):
            yield sim.now + bit
            bus.stop()
        self._board.answer(acked)

    def _i2c_read(self, addr: int, n: int, __: bytes) -> Activity:
        sim, bus, bit = self._sim, self._board.parts.bus, self._bit_ns
        if self._stuck():
            yield sim.now + self._timeout_ns
            self._board.answer(-_ETIMEDOUT)
            return
        yield sim.now + 10 * bit
        if not bus.start(addr & 127, True):
            yield sim.now + bit
            bus.stop()
            self._board.answer(-_EIO)
            return
        data = bytearray()
        for _ in range(n):
            yield sim.now + 9 * bit
            data.append(bus.read())
        if addr & 256:
            yield sim.now + bit
            bus.stop()
        self._board.answer(0, bytes(data))

    def _i2c_scan(self, _: int, __: int, ___: bytes) -> Activity:
        found = bytearray(16)
        bus = self._board.parts.bus
        for addr in range(8, 0x78):
            yield self._sim.now + (11 * self._bit_ns if not self._stuck() else self._timeout_ns)
            if not self._stuck() and bus.start(addr, False):
                found[addr >> 3] |= 1 << (addr & 7)
            bus.stop()
        self._board.answer(0, bytes(found))

    # -- flash -----------------------------------------------------------------------------------------
    def _flash_read(self, address: int, n: int, _: bytes) -> None:
        self._board.answer(0, bytes(self._board.flash.image[address : address + n]))

    def _flash_program(self, address: int, _: int, data: bytes) -> Activity | None:
        flash = self._board.flash
        flash.program(address, data, self._board.now_us)
        return self._flash_busy(flash.program_us * -(-len(data) // 256))

    def _flash_erase(self, block: int, _: int, __: bytes) -> Activity | None:
        flash = self._board.flash
        flash.erase(block, self._board.now_us)
        return self._flash_busy(flash.erase_us)

    def _flash_busy(self, us: int) -> Activity | None:
        """Nothing runs from flash while it is busy: interrupts are off, an edge is handled after it."""
        if not us:
            self._board.answer()
            return None
        return self._flash_wait(us)

    def _flash_wait(self, us: int) -> Activity:
        end = self._sim.now + us * 1000
        self._isr_free = max(self._isr_free, end)
        yield end
        self._board.answer()

    # -- the rest --------------------------------------------------------------------------------------
    def _urandom(self, _: int, n: int, __: bytes) -> None:
        self._board.answer(0, self._board.noise.randbytes(n))

    def _wdt(self, us: int, _: int, __: bytes) -> None:
        self.set_watchdog(self._sim.now + us * 1000 if us else None)
        self._board.answer()

    def set_watchdog(self, at: int | None) -> None:
        """Let the watchdog bite at a time (ns) and not before, or stop it."""
        was, self.watchdog_at = self.watchdog_at, at
        if at is None:
            self._generation += 1
        elif was is None:
            self._sim.at(at, self._watchdog_of(self._generation))

    def _watchdog_of(self, generation: int) -> Callable[[], None]:
        def look() -> None:
            if generation != self._generation or self.watchdog_at is None:
                return
            if self._sim.now >= self.watchdog_at:
                self._board.restart(WATCHDOG)
            else:
                self._sim.at(self.watchdog_at, look)

        return look

    def _reset(self, kind: int, _: int, __: bytes) -> None:
        if kind == 2:
            self._board.power_off()
        elif kind == 1:
            self._board.restart(self._board.reset_cause, soft=True)
        else:
            self._board.restart(WATCHDOG)  # as rp2 does it: machine.reset() lets the watchdog bite

    def _ended(self, _: int, __: int, ___: bytes) -> Activity:
        self._board.in_repl = True
        self._board.parts.buzzer.set(0, 0)
        while True:
            yield NEVER

    def _isr_failed(self, pin: int, _: int, __: bytes) -> None:
        raise self._board.crash(f"The interrupt handler of GP{pin} failed.")

    def _scratch(self, value: int, _: int, __: bytes) -> None:
        """Set the watchdog's register SCRATCH0 (RP2040 datasheet 4.7.6), or with -1 only look at it."""
        if value >= 0:
            self._board.scratch = value
        self._board.answer(self._board.scratch)

    def _hello(self, _: int, __: int, ___: bytes) -> None:
        self._board.answer(self._board.reset_cause, self._board.device_id)
