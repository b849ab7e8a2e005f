"""The virtual board's serial port, as pyserial has one: in this process, on simulated time."""

from __future__ import annotations

from typing import Protocol

from serial import SerialException


class Line(Protocol):
    """The PC's end of the cable, as the port needs it."""

    @property
    def blocked(self) -> int:
        """Writes of the board that had to wait."""

    @property
    def dtr(self) -> bool:
        """Whether the PC says that it listens."""

    @property
    def waiting(self) -> int:
        """Bytes the PC has and no program has read."""

    def take(self, n: int) -> bytes:
        """Give at most `n` of them to the program."""

    def open(self) -> None:
        """Let DTR go up."""

    def close(self) -> None:
        """Let DTR go down."""

    def stall(self) -> None:
        """Stop reading, with DTR up."""

    def resume(self) -> None:
        """Read again."""


class Plugged(Protocol):
    """A board as its port needs it."""

    @property
    def fifo(self) -> Line:
        """The cable."""

    @property
    def powered(self) -> bool:
        """Whether the port exists."""

    @property
    def now_us(self) -> int:
        """The simulated time."""

    def step(self, limit_us: int) -> None:
        """Let time pass until something happened, at most to `limit_us`."""

    def type(self, data: bytes) -> None:
        """Send bytes to the board."""

    def port_changed(self) -> None:
        """Look at the port again."""


class VirtualPort:
    """Open from the start. When the board loses power or resets, it is gone: every use raises SerialException."""

    def __init__(self, board: Plugged) -> None:
        self.timeout: float | None = 1.0  # simulated seconds
        self.gone = False
        self._board = board
        self._fifo = board.fifo
        if not board.powered:
            self.gone = True
            raise SerialException("there is no such port: the board has no power")
        self.open()

    def _check(self) -> None:
        if self.gone:
            raise SerialException("the device is disconnected")
        if not self._fifo.dtr:
            raise SerialException("the port is closed")

    @property
    def is_open(self) -> bool:
        """True while bytes can come and go."""
        return self._fifo.dtr and not self.gone

    @property
    def dtr(self) -> bool:
        """Whether the PC says that it listens."""
        return self._fifo.dtr

    @dtr.setter
    def dtr(self, up: bool) -> None:
        if up:
            self._fifo.open()
        else:
            self._fifo.close()
        self._board.port_changed()

    @property
    def blocked(self) -> int:
        """Writes of the board that had to wait because the PC did not read."""
        return self._fifo.blocked

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""
        self._check()
        return self._fifo.waiting

    def read(self, size: int = 1) -> bytes:
        """Return `size` bytes, letting time pass for them, or fewer when `timeout` has passed."""
        self._check()
        if self._fifo.waiting < size:
            end = None if self.timeout is None else self._board.now_us + round(self.timeout * 1e6)
            while self._fifo.waiting < size and (end is None or self._board.now_us < end):
                self._board.step(self._board.now_us + 1_000_000 if end is None else end)
                self._check()
        return self._fifo.take(size)

    def read_all(self) -> bytes:
        """Return what is there already."""
        self._check()
        return self._fifo.take(self._fifo.waiting)

    def readline(self) -> bytes:
        """Return bytes up to and with the next line end, or what came before `timeout`."""
        line = bytearray()
        while not line.endswith(b"\n"):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return bytes(line)

    def write(self, data: bytes) -> int:
        """Send bytes to the board; they are there when time passes."""
        self._check()
        self._board.type(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing to do: bytes are under way at once."""

    def reset_input_buffer(self) -> None:
        """Throw away what was not read yet."""
        self.read_all()

    def open(self) -> None:
        """Open it again after `close`: DTR goes up, and what the board still holds arrives."""
        if self.gone:
            raise SerialException("the device is disconnected")
        self.dtr = True

    def close(self) -> None:
        """Close it: DTR goes down."""
        if not self.gone:
            self.dtr = False

    def stall(self) -> None:
        """Stop reading, with DTR up."""
        self._fifo.stall()

    def resume(self) -> None:
        """Read again."""
        self._fifo.resume()
        self._board.port_changed()

    def vanish(self) -> None:
        """The board is gone from USB."""
        self.gone = True
        self._fifo.close()
        self._fifo.resume()
