"""The parts of a table as models: I2C bus, mux, displays, buttons, buzzer, and the USB serial FIFO.

No model knows how it is driven: the unix board hands over whole transfers, the emulated Pico single bytes,
and tests ask both the same questions. Time is simulated, in whole microseconds, from the clock handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from onthree_host.boards.i2c import TCA9548A, Clock, I2cBus, I2cDevice
from onthree_host.boards.ssd1306 import PUMP_US, SSD1306
from onthree_host.boards.wiring import Wiring

__all__ = [
    "PUMP_US", "SSD1306", "TCA9548A", "Beep", "Buttons", "Buzzer", "CdcFifo", "Clock", "I2cBus", "I2cDevice",
    "Parts",
]  # fmt: skip

BOUNCE_US = (35, 60, 90, 45, 20, 70)  # a poor contact: made, open, made, ... then steady


class Buttons:
    """The word of all GPIO levels: pulled up, a closed button pulls its pin low."""

    def __init__(self, pins: Sequence[int]) -> None:
        self.pins = tuple(pins)
        self.word = 0
        for pin in pins:
            self.word |= 1 << pin
        self._stuck = 0  # bits of buttons that stay closed whatever is done to them

    def set(self, pin: int, closed: bool) -> bool:
        """Close or open one button; return whether its level changed."""
        bit = 1 << pin
        if pin not in self.pins:
            raise ValueError(f"no button on GP{pin}")
        low = closed or bool(self._stuck & bit)
        if low == (not self.word & bit):
            return False
        self.word ^= bit
        return True

    def stick(self, pin: int, stuck: bool = True) -> bool:
        """Jam a button closed, or free it (then it is open); return whether its level changed."""
        if stuck:
            self._stuck |= 1 << pin
        else:
            self._stuck &= ~(1 << pin)
        return self.set(pin, stuck)


def contact(at_us: int, hold_ms: float, bounce: Sequence[int] = ()) -> list[tuple[int, bool]]:
    """Return the (time, closed) edges of one press.

    `bounce` lists for how long the contact is made, open, made, open before it is steady; on release it
    bounces the same way, the other way round.
    """
    edges = _bouncing(at_us, True, bounce)
    release = max(at_us + round(hold_ms * 1000), edges[-1][0] + 1)
    return edges + _bouncing(release, False, bounce)


def _bouncing(at_us: int, closed: bool, bounce: Sequence[int]) -> list[tuple[int, bool]]:
    edges = [(at_us, closed)]
    for i in range(0, len(bounce) - 1, 2):
        edges.append((edges[-1][0] + bounce[i], not closed))
        edges.append((edges[-1][0] + bounce[i + 1], closed))
    return edges


@dataclass(frozen=True)
class Beep:
    """A tone: when it began and ended (us; end -1 while it sounds) and its pitch (Hz)."""

    start_us: int
    end_us: int
    hz: int


class Buzzer:
    """Turns PWM settings into a list of beeps; a change of pitch ends one and begins another."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._beeps: list[Beep] = []
        self._since = 0
        self._hz = 0  # 0: silent

    def set(self, hz: int, duty_u16: int) -> None:
        """Follow the PWM: a duty of 0 or of all ones is silence."""
        hz = hz if 0 < duty_u16 < 0xFFFF else 0
        if hz == self._hz:
            return
        now = self._clock()
        if self._hz:
            self._beeps.append(Beep(self._since, now, self._hz))
        self._hz, self._since = hz, now

    @property
    def beeps(self) -> list[Beep]:
        """All beeps so far, oldest first; one that still sounds comes last with end -1."""
        return self._beeps + ([Beep(self._since, -1, self._hz)] if self._hz else [])


class CdcFifo:
    """The USB serial port between the Pico (which fills 256 bytes at most) and a PC's own buffer.

    With the PC reading, bytes go straight through. With DTR up and the PC not reading, they stay here, and a
    write that does not fit waits: MicroPython gives it 1 s and drops the rest (`waited` holds what these were to
    send, `blocked` counts them). With DTR down nothing waits and new bytes push out the oldest.
    """

    SIZE = 256
    WAIT_US = 1_000_000

    def __init__(self) -> None:
        self.dtr = False  # a program on the PC has the port open
        self.stalled = False  # ...but does not read from it
        self.waited: list[bytes] = []  # by write that had to wait: the bytes that found no room
        self.lost = 0  # bytes that were dropped or pushed out
        self._fifo = bytearray()
        self._host = bytearray()

    @property
    def blocked(self) -> int:
        """Writes that had to wait."""
        return len(self.waited)

    @property
    def room(self) -> int:
        """Bytes that can be written without waiting."""
        return self.SIZE - len(self._fifo) if self.dtr and self.stalled else self.SIZE

    def offer(self, data: bytes) -> int:
        """Write as much as fits without waiting; return how many bytes were taken."""
        if not self.dtr:
            self._fifo += data
            extra = max(0, len(self._fifo) - self.SIZE)
            self.lost += extra
            del self._fifo[:extra]
            return len(data)
        if not self.stalled:
            self._drain()
            self._host += data
            return len(data)
        taken = min(len(data), self.SIZE - len(self._fifo))
        self._fifo += data[:taken]
        return taken

    def _drain(self) -> None:
        self._host += self._fifo
        self._fifo.clear()

    def open(self) -> None:
        """The PC opens the port: DTR goes up, and stale bytes arrive first."""
        self.dtr = True
        self.resume()

    def close(self) -> None:
        """The PC closes the port: DTR goes down, its buffer is thrown away."""
        self.dtr = False
        self._host.clear()

    def stall(self) -> None:
        """The PC keeps the port open and stops reading."""
        self.stalled = True

    def resume(self) -> None:
        """The PC reads again."""
        self.stalled = False
        if self.dtr:
            self._drain()

    def reset(self) -> None:
        """The Pico lost power: what it had not sent is gone."""
        self._fifo.clear()

    @property
    def waiting(self) -> int:
        """Bytes the PC has and no program has read."""
        return len(self._host)

    def take(self, n: int) -> bytes:
        """Give at most `n` of them to the program."""
        data = bytes(self._host[:n])
        del self._host[:n]
        return data


@dataclass
class Parts:
    """Everything on one table, wired by the firmware's own pin table."""

    wiring: Wiring
    clock: Clock
    pods: int = 6  # pods plugged in at first, from seat 1 on
    has_mux: bool = True
    has_hub: bool = True
    bus: I2cBus = field(init=False)
    mux: TCA9548A = field(init=False)
    hub: SSD1306 = field(init=False)
    panels: list[SSD1306] = field(init=False)  # one a seat
    buttons: Buttons = field(init=False)
    buzzer: Buzzer = field(init=False)
    plugged: list[bool] = field(init=False)  # one a seat; changes when a pod is unplugged

    def __post_init__(self) -> None:
        w = self.wiring
        self.bus = I2cBus()
        self.mux = TCA9548A(w.mux_address)
        self.hub = SSD1306(w.hub_address, self.clock, "hub")
        self.panels = [SSD1306(w.pod_address, self.clock, f"pod {s + 1}") for s in range(len(w.pod_buttons))]
        for seat, panel in enumerate(self.panels):
            self.mux.channels[w.pod_channels[seat]].append(panel)
        self.plugged = [seat < self.pods for seat in range(len(self.panels))]
        self.bus.devices = [self.mux, self.hub]
        self.buttons = Buttons([pin for pod in w.pod_buttons for pin in pod] + list(w.hub_buttons))
        self.buzzer = Buzzer(self.clock)
        self.power(True)

    def wire_directly(self, seat: int) -> None:
        """Put a pod's display on the main bus, for a table of one pod and no mux."""
        self.has_mux = False
        self.mux.power(False)
        self.bus.devices.append(self.panels[seat])

    def connected(self, pin: int) -> bool:
        """Return whether the button at a pin is there: those of an unplugged pod are not."""
        for seat, pins in enumerate(self.wiring.pod_buttons):
            if pin in pins:
                return self.plugged[seat]
        return True

    def power(self, on: bool) -> None:
        """Switch the supply of everything that is plugged in."""
        self.mux.power(on and self.has_mux)
        self.hub.power(on and self.has_hub)
        for seat, panel in enumerate(self.panels):
            panel.power(on and self.plugged[seat])
        if not on:
            self.buzzer.set(0, 0)
