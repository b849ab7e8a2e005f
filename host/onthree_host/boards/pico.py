"""A board that runs the real firmware on the real MicroPython of a Pico, in an emulated RP2040.

The official RPI_PICO firmware is executed instruction by instruction, with the same models around it as the
unix board has. Time is the chip's own: computing costs cycles, a transfer bits, a flash erase 45 ms. So this is
the board to measure with; it is slow (about a fifteenth of a Pico's speed when busy) and free while it sleeps.

The firmware is installed as users have it: .mpy files and main.py in the littlefs that MicroPython mounts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path

from onthree_host.boards import uf2 as uf2_file
from onthree_host.boards.base import Board
from onthree_host.boards.parts import Parts
from onthree_host.boards.port import VirtualPort
from onthree_host.boards.rp2040.filesystem import install, read_files
from onthree_host.boards.rp2040.machine import Machine, Wires
from onthree_host.boards.rp2040.usb import UsbHost
from onthree_host.boards.wiring import read_wiring
from onthree_host.mpy import device_contents
from onthree_host.sources import firmware_folder


class PicoBoard(Board):
    """The emulated Pico. `machine` is the Pico itself, for what a person at a table cannot do."""

    def __init__(
        self,
        *,
        main: str | bytes | None = None,
        files: Mapping[str, bytes] | None = None,
        firmware: bool = True,
        pods: int = 6,
        seed: int = 1,
        uf2: Path | str | None = None,
        flash: bytes | None = None,
        unique_id: bytes = b"\xe6\x61\x00\x00\x00\x00\x00\x01",
        flash_takes_time: bool = True,
        start: bool = True,
    ) -> None:
        """Flash MicroPython and the firmware, build the table and, unless `start` is false, power it on.

        `main` is the text of another main.py, `files` (path on the device -> bytes) go on top, without `firmware`
        the file system is otherwise empty. `flash` (2 MiB) is used as it is, in place of all that. `seed` is the
        noise that os.urandom gives. Uf2Error if MicroPython's firmware is nowhere.
        """
        if flash is None:
            contents = device_contents() if firmware else {}
            if main is not None:
                contents["main.py"] = main.encode() if isinstance(main, str) else main
            flash = _flashed(uf2_file.get(None if uf2 is None else str(uf2)), contents | dict(files or {}))
        wiring = read_wiring(firmware_folder())
        self.parts = Parts(wiring, self._clock, pods)
        block = wiring.sda // 2 & 1  # RP2040 datasheet 1.4.3: which I2C block a pin belongs to
        wires = Wires(block, wiring.sda, wiring.scl, wiring.buzzer, self.parts.bus, self._heard)
        times = {} if flash_takes_time else {"erase_us": 0.0, "program_us": 0.0}
        self.machine = Machine(flash, wires, seed=seed, unique_id=unique_id, **times)
        self.machine.opened = False
        self.machine.on_restart.append(self._restarted)
        self.machine.on_happening.append(self.machine.pause)
        self._port: VirtualPort | None = None
        for pin in self.parts.buttons.pins:
            self.pin_changed(pin)
        if start:
            self.power_on()

    def _clock(self) -> int:
        # The parts are built before the machine.
        return int(self.machine.now_us) if hasattr(self, "machine") else 0

    def _heard(self, hz: float, duty: float) -> None:
        self.parts.buzzer.set(round(hz), round(duty * 0xFFFF))
        self.machine.pause()

    # -- time ------------------------------------------------------------------------------------------
    @property
    def now_us(self) -> int:
        """The simulated time."""
        return int(self.machine.now_us)

    def at_us(self, us: int, action: Callable[[], None]) -> None:
        """Do something at a simulated time."""
        self.machine.at(us, action)

    def run_for_us(self, us: int) -> None:
        """Let time pass."""
        self.machine.run_until_us(self.machine.now_us + us)

    def step(self, limit_us: int) -> None:
        """Run until bytes came, a bus transfer or a tone ended or the limit is reached."""
        self.machine.step_until_us(self.next_light(limit_us))

    # -- the table -------------------------------------------------------------------------------------
    def pin_changed(self, pin: int) -> None:
        """Bring a button's level to the pin: closed pulls it low, open leaves it to its pull-up."""
        self.machine.drive(pin, None if self.parts.buttons.word >> pin & 1 else False)

    def hang_bus(self, hung: bool = True) -> None:
        """Let a device hold SCL, so that no transfer completes, or let it go."""
        super().hang_bus(hung)
        self.machine.bus_changed()

    def hold_sda(self, pulses: int = 9) -> None:
        """Let a device hold SDA low, as after a reset in mid-read, until SCL was pulsed so often."""
        self.parts.bus.hold_sda(pulses)
        self.machine.bus_changed()

    # -- the serial port -------------------------------------------------------------------------------
    @property
    def fifo(self) -> UsbHost:
        """The cable, while the Pico has power."""
        assert self.machine.host is not None
        return self.machine.host

    @property
    def port(self) -> VirtualPort:
        """The serial port; opened when first asked for, and again after the Pico was off the bus."""
        if self._port is None or self._port.gone:
            self._port = VirtualPort(self)
        return self._port

    def type(self, data: bytes) -> None:
        """Send bytes to the Pico's serial port."""
        self.fifo.write(data)

    def port_changed(self) -> None:
        """Keep in mind over a power cycle whether a program has the port open."""

    @property
    def console(self) -> str:
        """What the Pico sent since it got power, frames and all, for a person who looks for the reason."""
        return bytes(self.fifo.received).decode("utf-8", "replace") if self.powered else ""

    def _restarted(self) -> None:
        if self._port is not None:
            self._port.vanish()

    # -- power and flash -------------------------------------------------------------------------------
    @property
    def powered(self) -> bool:
        """True while it has power."""
        return self.machine.powered

    def power_on(self) -> None:
        """Boot from the flash as it is."""
        if not self.powered:
            self.parts.power(True)
            self.machine.power_on()

    def power_off(self) -> None:
        """Pull the plug."""
        self.machine.power_off()
        self._restarted()
        self.parts.power(False)

    def close(self) -> None:
        """End it."""
        self.machine.power_off()

    def device_files(self, under: str = "/") -> dict[str, bytes]:
        """Return what is in the Pico's file system, by path without the leading slash."""
        return read_files(self.machine.flash, under)


def _flashed(path: Path, contents: Mapping[str, bytes]) -> bytes:
    return _filled(path, tuple(sorted(contents.items())))


@functools.lru_cache(maxsize=8)
def _filled(path: Path, contents: tuple[tuple[str, bytes], ...]) -> bytes:
    return install(uf2_file.flash_image(path), dict(contents))
