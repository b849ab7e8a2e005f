"""The chip's I2C block and its two pins, joined to the bus model of `boards/i2c.py`.

`I2cBlock` answers the hardware block and lets every bit take the time that the SCL registers say.
`BitBang` reads the pins while software has them: MicroPython sends zero-length writes (`scan`) and SoftI2C that
way, and a driver pulses SCL by hand to free a held SDA.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.i2c import R_TX_EMPTY, TX_EMPTY_CTRL, I2CMode, I2CState

from onthree_host.boards.i2c import I2cBus
from onthree_host.boards.rp2040.chip import Chip

_IC_ENABLE, _IC_RAW_INTR_STAT, _IC_RXFLR = 0x6C, 0x34, 0x78
_TX_EMPTY, _STOP_DET = 1 << 4, 1 << 9
_NS_PER_CYCLE = 8.0
_RECHECK_NS = 20_000.0  # how soon a transfer goes on after a stuck bus came free


class I2cBlock:
    """Hardware I2C block `number` of the chip, with `bus` on its pins."""

    def __init__(self, chip: Chip, number: int, bus: I2cBus) -> None:
        self.busy_ns = 0.0  # time the bus was in use, all in all
        self.on_end: Callable[[], None] = lambda: None  # a transaction is over
        self._bus, self._chip = bus, chip
        self._block: Any = chip.mcu.i2c[number]
        self._alarm = chip.alarm(self._elapsed)
        self._next: Callable[[], None] | None = None
        chip.on_stop.append(self._drop)
        block = self._block
        block.on_start = lambda repeated: self._after(1, block.complete_start)
        block.on_connect = self._connect
        block.on_write_byte = self._write
        block.on_read_byte = self._read
        block.on_stop = self._stop
        self._end_hung_transfers()
        self._tx_empty_late()
        self._skip_polling()

    @property
    def bit_ns(self) -> float:
        """Nanoseconds a bit takes (RP2040 datasheet 4.3.14: high = HCNT + SPKLEN + 7, low = LCNT + 1)."""
        block = self._block
        cycles = block.scl_high_period + block._spikelen + 7 + block.scl_low_period + 1
        return float(cycles) * _NS_PER_CYCLE

    def _after(self, bits: int, action: Callable[[], None]) -> None:
        ns = bits * self.bit_ns
        self.busy_ns += ns
        self._next = action
        self._alarm.schedule(ns)

    def _elapsed(self) -> None:
        if self._next is None:
            return
        if self._bus.stuck:
            self._alarm.schedule(_RECHECK_NS)
            return
        action, self._next = self._next, None
        action()

    def _drop(self) -> None:
        self._next = None

    # -- what the block asks ------------------------------------------------------------------------------
    def _connect(self, address: int, mode: I2CMode) -> None:
        def done() -> None:
            acknowledged = self._bus.start(address, mode == I2CMode.READ)
            self._block.complete_connect(acknowledged)
            if not acknowledged:
                self._block.int_raw |= R_TX_EMPTY  # the flushed FIFO reads as empty on silicon

        self._after(9, done)

    def _write(self, byte: int) -> None:
        def done() -> None:
            self._block.complete_write(self._bus.write(byte))
            self._tx_empty()

        self._after(9, done)

    def _read(self, acknowledge: bool) -> None:
        def done() -> None:
            self._block.complete_read(self._bus.read())
            self._tx_empty()

        self._after(9, done)

    def _stop(self) -> None:
        def done() -> None:
            self._bus.stop()
            self._block.complete_stop()
            self._tx_empty()
            self.on_end()

        self._after(1, done)

    # -- what rp2040py leaves open -------------------------------------------------------------------------
    def _end_hung_transfers(self) -> None:
        """IC_ENABLE = 0 ends a hung transfer on silicon; rp2040py would stay busy for ever."""
        block = self._block
        write = block.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            if offset == _IC_ENABLE and not value & 1 and block.enable & 1:
                self._next = None
                block._busy = block._stop = block._pending_restart = False
                block._state = I2CState.IDLE
            write(offset, value)

        block.write_uint32 = write_uint32

    def _tx_empty_late(self) -> None:
        """With IC_CON.TX_EMPTY_CTRL, TX_EMPTY waits for the shift register too; MicroPython counts on it."""
        block = self._block
        set_interrupts = block._set_interrupts

        def late(mask: int) -> None:
            if mask & R_TX_EMPTY and block.control & TX_EMPTY_CTRL and block._busy:
                mask &= ~R_TX_EMPTY
            if mask:
                set_interrupts(mask)

        block._set_interrupts = late

    def _skip_polling(self) -> None:
        """Let time jump to the next event while the CPU only asks, again and again, whether the block is done.

        The Pico SDK waits that way for every byte. Interrupts come as they would; the wait ends up to a tenth of
        a microsecond early, because it does not have to be noticed by a poll, and emulation is ten times as fast.
        """
        block, clock = self._block, self._chip.clock
        read = block.read_uint32

        def read_uint32(offset: int) -> int:
            if self._next is not None and (
                (offset == _IC_RAW_INTR_STAT and not block.int_raw & (_TX_EMPTY | _STOP_DET))
                or (offset == _IC_RXFLR and block._rx_fifo.empty)
            ):
                clock.tick(clock.nanos_to_next_alarm)
            return int(read(offset))

        block.read_uint32 = read_uint32

    def _tx_empty(self) -> None:
        block = self._block
        if block._tx_fifo.item_count <= block.tx_threshold and not block._busy:
            block._set_interrupts(R_TX_EMPTY)


_IDLE, _ADDRESS, _WRITE, _READ, _DEAF = range(5)


class BitBang:
    """Follows SDA and SCL edge by edge and acts as the devices on the bus would."""

    def __init__(self, chip: Chip, sda: int, scl: int, bus: I2cBus) -> None:
        self._bus = bus
        self._chip = chip
        self._pins = (sda, scl)
        self._master_sda = self._master_scl = True  # the levels the master lets the lines have
        self._ours = True  # the level we let SDA have
        self._state = _IDLE
        self._bits = self._shift = self._byte = 0
        self._reading = self._acknowledged = False
        chip.on_stop.append(self._release)
        chip.mcu.gpio[sda].add_listener(self._sda_changed)
        chip.mcu.gpio[scl].add_listener(self._scl_changed)
        chip.drive(scl, True)  # pull-up resistors on the board
        chip.drive(sda, True)

    def refresh(self) -> None:
        """Show the lines' levels again after the bus got stuck or came free."""
        self._drive(self._ours)
        self._chip.drive(self._pins[1], not self._bus.hung)

    def _release(self) -> None:
        self._state = _IDLE
        self._master_sda = self._master_scl = True
        self._drive(True)

    def _by_hand(self) -> bool:
        return all(self._chip.is_gpio(pin) for pin in self._pins)

    def _drive(self, level: bool) -> None:
        self._ours = level
        held = self._bus.stuck and not self._bus.hung
        self._chip.drive(self._pins[0], level and not held)

    @property
    def _line(self) -> bool:
        return self._master_sda and self._ours

    def _sda_changed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if not self._by_hand():
            self._master_sda = True
            return
        before = self._line
        self._master_sda = new != GPIOPinState.LOW
        if self._line == before or not self._master_scl or self._bus.stuck:
            return
        if before:  # START
            self._state, self._bits, self._shift = _ADDRESS, 0, 0
        else:  # STOP
            if self._state != _IDLE:
                self._bus.stop()
            self._state = _IDLE
            self._drive(True)

    def _scl_changed(self, new: GPIOPinState, old: GPIOPinState) -> None:
        if not self._by_hand():
            self._master_scl = True
            return
        level = new != GPIOPinState.LOW
        if level == self._master_scl:
            return
        self._master_scl = level
        if self._bus.stuck:
            if level:
                self._bus.scl_pulse()
                self._drive(self._ours)
        elif level:
            self._rise()
        else:
            self._fall()

    def _rise(self) -> None:
        if self._state in (_ADDRESS, _WRITE) and self._bits < 8:
            self._shift = (self._shift << 1 | self._line) & 0xFF
            self._bits += 1
        elif self._state == _READ:
            if self._bits == 8:
                self._acknowledged = not self._line
            self._bits += 1

    def _fall(self) -> None:
        if self._state == _READ:
            self._read_fall()
        elif self._state in (_ADDRESS, _WRITE):
            if self._bits == 8:
                self._take()
            elif self._bits == 9:
                self._taken()

    def _take(self) -> None:
        """Eight bits are here: answer in the ninth."""
        if self._state == _ADDRESS:
            self._reading = bool(self._shift & 1)
            self._acknowledged = self._bus.start(self._shift >> 1, self._reading)
        else:
            self._acknowledged = self._bus.write(self._shift)
        self._drive(not self._acknowledged)
        self._bits = 9

    def _taken(self) -> None:
        self._drive(True)
        self._bits = self._shift = 0
        if not self._acknowledged:
            self._state = _DEAF
        elif self._state == _ADDRESS and self._reading:
            self._give()
        else:
            self._state = _WRITE

    def _give(self) -> None:
        self._state, self._bits = _READ, 0
        self._byte = self._bus.read()
        self._drive(bool(self._byte >> 7))

    def _read_fall(self) -> None:
        if self._bits < 8:
            self._drive(bool(self._byte >> (7 - self._bits) & 1))
        elif self._bits == 8:
            self._drive(True)
        elif self._acknowledged:
            self._give()
        else:
            self._state = _DEAF
