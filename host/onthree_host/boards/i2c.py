"""An I2C bus at the level of bytes, and the TCA9548A mux that spreads one over eight channels.

A driver says start, write or read, stop, in the order of the wire; the answers are the acknowledge bits.
Faults are switches on the models: an unpowered device, a NACK in mid-frame, a bus that hangs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Clock = Callable[[], int]  # simulated time, whole microseconds


class I2cDevice:
    """A device that acknowledges its address and everything sent to it."""

    def __init__(self, addr: int) -> None:
        self.addr = addr  # 7 bits
        self.powered = True  # False: NACKs its address, as a pulled cable does
        self.nack_after: int | None = None  # bytes still acknowledged before a cable works loose; None: no fault

    def start(self, read: bool) -> bool:
        """Take a START or repeated START with this device's address; return the acknowledge."""
        return self.powered

    def write(self, byte: int) -> bool:
        """Take one byte; return the acknowledge."""
        if not self.powered:
            return False
        if self.nack_after is not None:
            if self.nack_after == 0:
                return False
            self.nack_after -= 1
        self.take(byte)
        return True

    def take(self, byte: int) -> None:
        """Act on a byte that was acknowledged."""

    def read(self) -> int:
        """Return the next byte to the master."""
        return 0xFF

    def stop(self) -> None:
        """Take the STOP that ends a transaction this device took part in."""

    def power(self, on: bool) -> None:
        """Switch the supply; a device forgets everything when it goes."""
        self.powered = on


class TCA9548A(I2cDevice):
    """Eight-channel mux: the one register is a bit mask of the channels joined to the main bus."""

    def __init__(self, addr: int = 0x70) -> None:
        super().__init__(addr)
        self.mask = 0  # live channels
        self.channels: list[list[I2cDevice]] = [[] for _ in range(8)]
        self.selections: list[int] = []  # every mask that went live, oldest first
        self.stuck = False  # acknowledges every mask and keeps the one it has
        self._next: int | None = None

    def take(self, byte: int) -> None:
        """Take a channel mask; the last one before the STOP counts."""
        self._next = byte

    def read(self) -> int:
        """Return the live mask."""
        return self.mask

    def stop(self) -> None:
        """A new selection is live after the STOP, not before (datasheet 9.5.2)."""
        if self._next is not None:
            if not self.stuck:
                self.mask = self._next
                self.selections.append(self.mask)
            self._next = None

    def reset(self) -> None:
        """Pull the RESET pin: no channel selected."""
        self.mask = 0
        self._next = None

    def power(self, on: bool) -> None:
        """Switch the supply; no channel is selected afterwards."""
        super().power(on)
        self.reset()

    def reached(self) -> Iterator[I2cDevice]:
        """Yield what stands behind the live channels."""
        if self.powered:
            for i, devices in enumerate(self.channels):
                if self.mask >> i & 1:
                    yield from devices


class I2cBus:
    """One master, the devices on the wire and those behind muxes: wired-AND, so several may answer at once."""

    def __init__(self) -> None:
        self.devices: list[I2cDevice] = []
        self.transfers = 0  # transactions begun, a repeated START counts as one more
        self.bytes = 0  # data bytes both ways, addresses not counted
        self.hung = False  # a device stretches SCL for ever: no transfer completes
        self._held_pulses = 0  # SCL pulses until a device lets go of SDA
        self._active: list[I2cDevice] = []  # answered the last START
        self._seen: list[I2cDevice] = []  # took part since the last STOP

    def hold_sda(self, pulses: int = 9) -> None:
        """Let a device hold SDA low, as after a reset in mid-read, until SCL was pulsed `pulses` times."""
        self._held_pulses = pulses

    def scl_pulse(self) -> None:
        """Pulse SCL once by hand, which is how a master frees a held SDA."""
        if self._held_pulses:
            self._held_pulses -= 1

    @property
    def sda_held(self) -> bool:
        """True while a device holds SDA low."""
        return self._held_pulses > 0

    @property
    def stuck(self) -> bool:
        """True while no transfer can complete."""
        return self.hung or self._held_pulses > 0

    def reachable(self) -> Iterator[I2cDevice]:
        """Yield every device that would hear its address now."""
        for device in self.devices:
            yield device
            if isinstance(device, TCA9548A):
                yield from device.reached()

    def start(self, addr: int, read: bool = False) -> bool:
        """Send START (or repeated START) and an address; return whether anyone acknowledged."""
        self.transfers += 1
        self._active = [d for d in self.reachable() if d.addr == addr and d.start(read)]
        self._seen += [d for d in self._active if d not in self._seen]
        return bool(self._active)

    def write(self, byte: int) -> bool:
        """Send one byte to everyone addressed; return whether anyone acknowledged (low wins on the wire)."""
        self.bytes += 1
        acks = [d.write(byte) for d in self._active]
        return True in acks

    def read(self) -> int:
        """Read one byte; where several answer, zeros win."""
        self.bytes += 1
        value = 0xFF
        for device in self._active:
            value &= device.read()
        return value

    def stop(self) -> None:
        """Send STOP."""
        for device in self._seen:
            device.stop()
        self._active = []
        self._seen = []
