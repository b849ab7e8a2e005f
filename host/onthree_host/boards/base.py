"""A board in a player's words: press a button, look at a display, listen, pull a cable, wait.

`unix` and `pico` differ in how the firmware runs; everything a person can do or see at the table is here.
Seats and pods count from 0 in code. Times are simulated microseconds since the board was made; they go on
through power cuts, and move only while a `run_...` method runs (or the port waits).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from onthree_host.boards.errors import NoTime
from onthree_host.boards.glass import Glass
from onthree_host.boards.parts import SSD1306, Beep, Parts, contact

_B = TypeVar("_B", bound="Board")


class Port(Protocol):
    """The board's serial port as pyserial has it; waiting for bytes lets simulated time pass."""

    timeout: float | None  # simulated seconds that `read` waits

    @property
    def blocked(self) -> int:
        """Writes of the board that had to wait because the PC did not read."""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""

    def read(self, size: int = 1) -> bytes:
        """Return `size` bytes, or fewer when `timeout` has passed."""

    def write(self, data: bytes) -> int:
        """Send bytes to the board; return how many."""

    def open(self) -> None:
        """Open it again: DTR goes up."""

    def close(self) -> None:
        """Close it: DTR goes down."""

    def stall(self) -> None:
        """Stop reading, with DTR up, as a PC that hangs does."""

    def resume(self) -> None:
        """Read again."""


class Panel:
    """A display on the table, looked at now or in its history."""

    def __init__(self, model: SSD1306, clock: Callable[[], int]) -> None:
        self.model = model
        self._clock = clock

    @property
    def glass(self) -> Glass:
        """What a viewer sees now."""
        return Glass(self.model.glass())

    @property
    def memory(self) -> Glass:
        """What the display's memory holds now, shown or not."""
        return Glass(bytes(self.model.ram))

    def text(self) -> str:
        """Return the eight lines a viewer can read now (see Glass.text)."""
        return self.glass.text()

    def words(self) -> str:
        """Return what a viewer can read now as one line."""
        return self.glass.words()

    def picture(self) -> list[str]:
        """Return the glass as 64 rows of 128 characters."""
        return self.glass.picture()

    def png(self, path: Path | str, scale: int = 4) -> None:
        """Write the glass as a PNG."""
        self.glass.png(path, scale)

    def first_shown(self, wanted: str | Callable[[Glass], bool], since_us: int = 0) -> int | None:
        """Return when the glass first showed a text (or satisfied a condition), from `since_us` to now."""
        if isinstance(wanted, str):
            words = wanted
            return self.model.log.first(lambda data: words in Glass(data).words(), since_us, self._clock())
        test = wanted
        return self.model.log.first(lambda data: test(Glass(data)), since_us, self._clock())

    def history(self, since_us: int = 0) -> list[tuple[int, Glass]]:
        """Return (us, glass) for the picture at `since_us` and each different one up to now."""
        return [(us, Glass(data)) for us, data in self.model.log.pictures(since_us, self._clock())]


class Board(ABC):
    """A table with the firmware running on it. Used as a context manager, or ended with `close`."""

    parts: Parts

    # -- what each kind of board does in its own way ---------------------------------------------------
    @property
    @abstractmethod
    def now_us(self) -> int:
        """The simulated time."""

    @property
    @abstractmethod
    def port(self) -> Port:
        """The serial port, opened when first asked for."""

    @abstractmethod
    def run_for_us(self, us: int) -> None:
        """Let simulated time pass."""

    @abstractmethod
    def step(self, limit_us: int) -> None:
        """Run until something happened that a condition may depend on, at most to the time `limit_us`."""

    @abstractmethod
    def at_us(self, us: int, action: Callable[[], None]) -> None:
        """Do something at a simulated time (now, if it has passed)."""

    @abstractmethod
    def pin_changed(self, pin: int) -> None:
        """Bring the level of `parts.buttons` at a pin to the firmware, now."""

    @abstractmethod
    def power_off(self) -> None:
        """Pull the plug: RAM, displays and unsent bytes are gone, the flash stays."""

    @abstractmethod
    def power_on(self) -> None:
        """Plug it in again and boot."""

    @abstractmethod
    def close(self) -> None:
        """End it for good."""

    def __enter__(self: _B) -> _B:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- waiting ---------------------------------------------------------------------------------------
    def run_for(self, seconds: float) -> None:
        """Let simulated time pass."""
        self.run_for_us(round(seconds * 1_000_000))

    def run_until(self, condition: Callable[[], object], timeout_us: int = 10_000_000, what: str = "") -> None:
        """Let time pass until `condition()` is true. NoTime is raised after `timeout_us`, with what is to be seen."""
        end = self.now_us + timeout_us
        while not condition():
            if self.now_us >= end:
                raise NoTime(f"{what or 'it'} did not happen within {timeout_us / 1e6:g} s; {self.describe()}")
            self.step(end)

    def run_until_text(self, panel: Panel, text: str, timeout_us: int = 10_000_000) -> None:
        """Let time pass until a display shows a text."""
        seen, found = (-1, False), False

        def shown() -> bool:
            nonlocal seen, found
            now = (panel.model.changes, panel.model.visible)
            if now != seen:
                seen, found = now, text in panel.words()
            return found

        self.run_until(shown, timeout_us, f"{text!r} on {panel.model.name}")

    def describe(self) -> str:
        """Return what all displays say, for people."""
        says = [f"hub says {self.hub.words()!r}"]
        for seat, model in enumerate(self.parts.panels):
            if model.powered:
                says.append(f"pod {seat + 1} says {self.pod(seat).words()!r}")
        return ", ".join(says)

    def next_light(self, limit_us: int) -> int:
        """Return when a waking display will light up, if that is before `limit_us`, else the limit."""
        now = self.now_us
        for panel in (self.parts.hub, *self.parts.panels):
            if now < panel.lit_from < limit_us:
                limit_us = panel.lit_from
        return limit_us

    # -- looking and listening -------------------------------------------------------------------------
    @property
    def hub(self) -> Panel:
        """The hub's display."""
        return Panel(self.parts.hub, lambda: self.now_us)

    def pod(self, seat: int) -> Panel:
        """The display of a pod."""
        return Panel(self.parts.panels[seat], lambda: self.now_us)

    @property
    def beeps(self) -> list[Beep]:
        """Every beep since the board was made."""
        return self.parts.buzzer.beeps

    # -- pressing --------------------------------------------------------------------------------------
    def press(
        self, seat: int, button: str, hold_ms: float = 60, at_us: int | None = None, bounce: Sequence[int] = ()
    ) -> int:
        """Press a pod's button A, B or C and let go after `hold_ms`; return the time of the press.

        It is only arranged: time passes in `run_...`. `bounce` lists for how long (us) the contact is made,
        open, made, open before it is steady, the same on release; `parts.BOUNCE_US` is a bad one.
        """
        return self._press(self.parts.wiring.pin(seat, button), hold_ms, at_us, bounce)

    def hub_press(self, button: str, hold_ms: float = 60, at_us: int | None = None, bounce: Sequence[int] = ()) -> int:
        """Press a hub button, as `press` does."""
        return self._press(self.parts.wiring.hub_pin(button), hold_ms, at_us, bounce)

    def _press(self, pin: int, hold_ms: float, at_us: int | None, bounce: Sequence[int]) -> int:
        start = self.now_us if at_us is None else at_us
        for us, closed in contact(start, hold_ms, bounce):
            self.at_us(us, self._setter(pin, closed))
        return start

    def _setter(self, pin: int, closed: bool) -> Callable[[], None]:
        def act() -> None:
            if (not closed or self.parts.connected(pin)) and self.parts.buttons.set(pin, closed):
                self.pin_changed(pin)

        return act

    def bounce_pattern(self, seed: int, longest_us: int = 300, edges: int = 6) -> list[int]:
        """Return a repeatable random `bounce` for `press`, an even number of times in us."""
        rng = random.Random(seed)
        return [rng.randrange(10, longest_us) for _ in range(edges - edges % 2)]

    def hold(self, seat: int, button: str, closed: bool = True) -> None:
        """Press a pod's button, or let it go, now."""
        self._setter(self.parts.wiring.pin(seat, button), closed)()

    def hold_hub(self, button: str, closed: bool = True) -> None:
        """Press a hub button, or let it go, now (held at power-on, A opens the REPL)."""
        self._setter(self.parts.wiring.hub_pin(button), closed)()

    # -- faults ----------------------------------------------------------------------------------------
    def stick(self, seat: int, button: str, stuck: bool = True) -> None:
        """Jam a pod's button closed from now on, or free it."""
        pin = self.parts.wiring.pin(seat, button)
        if self.parts.buttons.stick(pin, stuck):
            self.pin_changed(pin)

    def unplug(self, seat: int) -> None:
        """Pull a pod's cable: display and buttons are gone."""
        self.parts.plugged[seat] = False
        self.parts.panels[seat].power(False)
        for pin in self.parts.wiring.pod_buttons[seat]:
            self._setter(pin, False)()

    def plug(self, seat: int) -> None:
        """Plug a pod in."""
        self.parts.plugged[seat] = True
        self.parts.panels[seat].nack_after = None
        self.parts.panels[seat].power(True)

    def loosen(self, seat: int, after_bytes: int) -> None:
        """Let a pod's display stop acknowledging after that many more bytes, in mid-frame; `plug` mends it."""
        self.parts.panels[seat].nack_after = after_bytes

    def no_mux(self, missing: bool = True) -> None:
        """Take the mux away, or put it back."""
        self.parts.has_mux = not missing
        self.parts.mux.power(not missing)

    def stick_mux(self, stuck: bool = True) -> None:
        """Let the mux acknowledge what it is told and not do it, or work again."""
        self.parts.mux.stuck = stuck

    def no_hub(self, missing: bool = True) -> None:
        """Take the hub's display away, or put it back."""
        self.parts.has_hub = not missing
        self.parts.hub.power(not missing)

    def hang_bus(self, hung: bool = True) -> None:
        """Let a device hold SCL, so that no transfer completes, or let it go."""
        self.parts.bus.hung = hung
