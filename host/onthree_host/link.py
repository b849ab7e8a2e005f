"""The PC's side of the line: ask a device for its records, in order and without a gap, whatever the line does.

    Asking     `hello` and `ping` are sent, and again when nothing comes. The pong that carries the last ping's
               number proves that the device has read everything sent before it and is silent now: from here
               both sides count the same bytes.
    Listening  After `from` the records come. Every byte of it is credited as it is read, so that the device
               never has more on its way than its USB buffer holds; a record is acknowledged when it is stored.

A gap, a broken frame and a long silence all have one cure: ask again. In a silence that costs a few bytes
every few seconds, and finds out whether the device has been restarted meanwhile. What is no frame is console
text; nothing from the line is ever executed.

`Link` reads no clock: whoever calls `poll` says what time it is (seconds, from any start), so the same code
runs on a cable and on a virtual board's simulated time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from onthree import wire
from onthree.records import FROM_DEVICE, FROM_PC, RecordError, message, read
from onthree_host import decode
from onthree_host.errors import LinkError, LinkLost
from onthree_host.store import Heard

_ASK_AGAIN = 1.0  # seconds without a byte until the question is repeated
_ASK_SELDOM = 5.0  # ... at most, when nobody has answered for long or nothing happens
_READ = 4096  # bytes read at once


class Port(Protocol):
    """What a serial port of pyserial offers, and of it what the link needs."""

    @property
    def in_waiting(self) -> int:
        """Return how many bytes can be read without waiting."""

    def read(self, size: int = 1) -> bytes | None:
        """Return up to `size` bytes, waiting no longer than the port's timeout."""

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""

    def close(self) -> None:
        """Let go of the port."""


@dataclass(frozen=True)
class Hello:
    """A device has answered: who it is, and which records it holds, `first` to `next` - 1."""

    dev: str
    boot: int
    fw: str
    py: str
    first: int
    next: int


@dataclass(frozen=True)
class Recorded:
    """The next record, with its members."""

    heard: Heard
    members: dict[str, Any]


@dataclass(frozen=True)
class Console:
    """A line that was no frame (`broken` False), or a frame spoilt on its way."""

    text: bytes
    broken: bool


@dataclass(frozen=True)
class Answer:
    """A message other than hello and pong: status, pad, bye, error."""

    kind: str
    members: dict[str, Any]


@dataclass(frozen=True)
class RoundTrip:
    """A ping came back after so many seconds."""

    seconds: float


Event = Hello | Recorded | Console | Answer | RoundTrip


class Link:
    """One conversation over one port. Call `poll` again and again; answer a Hello with `listen`."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.hello: Hello | None = None
        self.asked_again = 0  # how often a gap, a spoilt frame or a silence made us ask again
        self._framer = wire.Framer()
        self._listening = False
        self._expected = 0  # the number of the next record
        self._received = 0  # bytes since `from`
        self._credited = 0  # ... of which the device knows
        # Always nine digits, and not those of an earlier conversation whose pong may still be on its way.
        self._pings = random.randrange(10**8, 10**9 - 10**6)
        self._answered = 0  # the ping that came back last
        self._pinged_at = 0.0
        self._heard_at: float | None = None  # when a byte came last, or when we began
        self._asked_at = 0.0
        self._wait = _ASK_AGAIN
        self._gap = False  # a record is missing or was spoilt: nothing is taken until we have asked again
        self._gap_seq = -1  # where that happened last

    # -- the caller's moves ----------------------------------------------------------------------------
    def poll(self, now: float) -> list[Event]:
        """Read what has come, answer it, return what it was. LinkLost if the port is gone."""
        if self._heard_at is None:
            self._ask(now)
        data = self._read()
        events: list[Event] = []
        if data:
            self._heard_at = now
            if self._listening:
                self._received += len(data)
            for kind, text in self._framer.feed(data):
                self._take(kind, text, now, events)
        self._keep_up(now)
        return events

    def listen(self, seq: int) -> None:
        """Ask for all records from number `seq` on, after a Hello."""
        self._expected = seq
        self._listening = True
        self._received = self._credited = 0
        self._gap = False
        self._send("from", seq)

    def stored(self, seq: int) -> None:
        """Acknowledge every record up to `seq`: they are in the database and will stay there."""
        self._send("ack", seq)

    def ping(self, now: float) -> None:
        """Measure a round trip: a RoundTrip event follows."""
        self._pings += 1
        self._pinged_at = now
        self._send("ping", str(self._pings))

    def ask_status(self) -> None:
        """Ask the device how it is: an Answer "status" follows."""
        self._send("status")

    def fill_pad(self, seat: int, at: int, text: str) -> None:
        """Offer a seat (from 1) words of its score pad, `at` of which were sent before: an Answer "pad" or "error"."""
        self._send("pad", seat, at, text)

    def open_repl(self) -> None:
        """Ask the app to end and leave the port to MicroPython's REPL: an Answer "bye" follows."""
        self._send("repl")

    def close(self) -> list[Event]:
        """Let go of the port; return what was left of an unfinished line."""
        events: list[Event] = []
        for kind, text in self._framer.flush():
            events.append(Console(text, kind == wire.BROKEN))
        try:
            self.port.close()
        except OSError:
            pass  # a port that has been unplugged
        return events

    # -- what comes ------------------------------------------------------------------------------------
    def _read(self) -> bytes:
        try:
            return self.port.read(max(1, min(_READ, self.port.in_waiting))) or b""
        except OSError:  # pyserial's SerialException is one
            raise LinkLost("The device has gone: plug it in again.")

    def _take(self, kind: int, text: bytes, now: float, events: list[Event]) -> None:
        if kind == wire.CONSOLE:
            if text.strip():
                events.append(Console(text, False))
            return
        if kind == wire.BROKEN:
            events.append(Console(text, True))
            self._gap = self._gap or self._listening
            return
        try:
            if text.startswith(b'{"seq":'):
                self._take_record(text, events)
            else:
                self._take_message(text, now, events)
        except RecordError:
            # Whole, but not of our protocol: kept, and not asked for again, for it would come again.
            events.append(Console(text, False))

    def _take_record(self, text: bytes, events: list[Event]) -> None:
        if not self._listening or self._gap:
            return  # it will come again
        try:
            members = decode.members(text)
        except RecordError:
            members = decode.head(text)  # of a newer firmware, perhaps: kept verbatim all the same
        seq = members["seq"]
        if seq < self._expected:
            return  # heard already
        if seq > self._expected:
            self._gap = True
            return
        self._expected = seq + 1
        self._wait = _ASK_AGAIN
        events.append(Recorded(Heard.of(members, text), members))

    def _take_message(self, text: bytes, now: float, events: list[Event]) -> None:
        members = _read_message(text)
        kind = members.pop("k")
        if kind == "hello":
            del members["proto"]
            self.hello = Hello(**members)
        elif kind == "pong":
            if members["x"] != str(self._pings) or self._answered == self._pings:
                return  # the answer to an earlier question
            self._answered = self._pings
            if self._listening:
                events.append(RoundTrip(now - self._pinged_at))
            elif self.hello is not None:
                events.append(self.hello)
        else:
            events.append(Answer(kind, members))

    # -- what goes -------------------------------------------------------------------------------------
    def asks_in(self, now: float) -> float:
        """Return in how many seconds the device is asked again, if nothing comes until then."""
        return self._wait - now + max(self._heard_at or 0.0, self._asked_at)

    def _keep_up(self, now: float) -> None:
        """Credit what was read; ask again after a gap or a silence."""
        waited = self._heard_at is not None and self.asks_in(now) <= 0
        if waited or (self._gap and self._gap_seq != self._expected):
            if waited:
                self._wait = min(2 * self._wait, _ASK_SELDOM)
            if self._gap:
                self._gap_seq = self._expected  # a second time at the same record it is not urgent any more
            self.asked_again += 1
            self._ask(now)
        elif self._listening and self._received > self._credited:
            self._credited = self._received
            self._send("credit", self._received)

    def _ask(self, now: float) -> None:
        self._listening = False
        self._gap = False
        self.hello = None
        self._asked_at = now
        if self._heard_at is None:
            self._heard_at = now
        self._send("hello")
        self.ping(now)

    def _send(self, kind: str, *values: Any) -> None:
        try:
            self.port.write(wire.frame(message(FROM_PC, kind, *values)))
        except TimeoutError:
            pass
        except OSError as error:
            # A device that does not read for a while (a count is running) is no device that has gone; what
            # was not written is asked again after a silence. pyserial has an own class for it, so by name.
            if type(error).__name__ != "SerialTimeoutException":
                raise LinkLost("The device has gone: plug it in again.")


def _read_message(text: bytes) -> dict[str, Any]:
    """Return a message's members; LinkError if the device speaks another version of the protocol."""
    # A hello's first members are k and proto in every version, so that versions can recognise each other.
    start, _, rest = text.partition(b'"proto":')
    if start == b'{"k":"hello",':
        digits = rest.partition(b",")[0]
        if digits.isdigit() and int(digits) != wire.PROTOCOL:
            old, what = int(digits) < wire.PROTOCOL, "'onthree deploy' brings the device up to date"
            raise LinkError(
                f"The device speaks version {int(digits)} of the protocol and this program version {wire.PROTOCOL}: "
                + (what if old else "install a newer On Three on this computer")
                + "."
            )
    return read(FROM_DEVICE, text)
