"""The device's side of the line: answers a PC, and sends it the records it asks for.

    Silent     until a PC says `from`. Messages are answered, nothing else is said.
    Following  records go out one after the other from the number asked for, each only after it was flushed.
               No more than records.WINDOW bytes are ahead of the PC's `credit`, so they always fit into the
               USB buffer, and no write ever waits. `hello` makes the device silent again.

A PC that vanished may have left that buffer full. So until the first credit after `from` shows that somebody
reads, bytes go out one by one, each only when the port says that it takes one. What comes in is cut into
frames; what is no frame is dropped, a frame that is no message gets one `error`, and nothing is ever executed.
The whole protocol stands in shared/README.md.
"""

from device.reader import Reader
from onthree import records, wire
from onthree.compat import TYPE_CHECKING, const
from onthree.records import WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from device.journal import Journal

    class Port(Protocol):
        """What the link needs of a serial port. Nothing here may wait."""

        def readable(self) -> bool:
            """Return whether a byte has come."""

        def readinto(self, buffer: "memoryview") -> int:
            """Read what has come, up to the buffer's length; return the number of bytes, 0 for none."""

        def write(self, data: "memoryview | bytes") -> int:
            """Send bytes; return how many were taken."""

        def writable(self) -> bool:
            """Return whether one byte at least can be written without waiting."""


_LIMIT = const(160)  # bytes of the longest message a PC has reason to send
_READ = const(64)  # bytes read in one go: one USB packet
_PLOD = const(4)  # a byte sent on its own takes as much of the budget as so many bytes in one go
_REPLIES = const(600)  # bytes of replies that may wait; a reply more is dropped, the PC asks again


class Link:
    """One device's end of the line. The app calls `pump` from its main loop.

    `about` is what hello tells: (fw, py). `status()` returns the values of a status message in the order of
    records.FROM_DEVICE. `repl_wanted` is set when the PC asks for the REPL: the app says `bye` and ends. `fill(seat,
    at, text)` takes a part of a score pad and returns a sentence, or raises a ValueError with one; the app sets it.
    """

    def __init__(
        self, journal: "Journal", port: "Port", about: "tuple[str, str]", status: "Callable[[], tuple[Any, ...]]"
    ) -> None:
        self.following = False
        self.repl_wanted = False
        self.fill: Callable[[int, int, str], str] | None = None
        self._journal = journal
        self._port = port
        self._about = about
        self._status = status
        self._reader = Reader(journal)
        self._framer = wire.Framer(_LIMIT)
        self._quiet = False
        self._input = memoryview(bytearray(_READ))
        self._replies: list[bytes] = []
        self._waiting = 0  # bytes of replies that wait
        self._frame: memoryview | bytes = b""  # what is being sent ...
        self._at = 0  # ... from here on
        self._sent = 0  # bytes since `from`
        self._credit = 0  # ... of which the PC has read so many

    # -- the app's side --------------------------------------------------------------------------------------
    def pump(self, budget: int = 64) -> bool:
        """Read what has come, about `budget` bytes, or else send what may go of one frame.

        Return whether there is more that could be done at once: call again before sleeping. Hearing a message
        takes the Pico up to 5 ms, sending a record 0.3 ms.
        """
        if self._quiet:
            return False
        if self._port.readable():
            self._hear(budget)
            return True
        return self.speak(budget)

    def speak(self, budget: int = 64) -> bool:
        """Send what may go of one frame; return whether there may be more to send at once.

        For a main loop that knows from its poll that nothing has come; `pump` does both.
        """
        if self._quiet:
            return False
        at = self._at
        frame = self._frame
        if at == len(frame):
            at = self._at = 0
            frame = self._frame = self._next_frame()
            if not frame:
                # The reader may need several steps to find a record in flash.
                return self.following and self._reader.seq < self._journal.durable
        end = len(frame)
        credit = self._credit
        if self.following:
            room = WINDOW + credit - self._sent
            if room < end - at:
                end = at + room
                if room <= 0:
                    return False
        if not credit:
            return self._plod(frame, at, end, budget)
        if end - at != len(frame):
            frame = memoryview(frame)[at:end]
        count = self._port.write(frame)
        self._at = at + count
        self._sent += count
        return True

    def quiet(self, on: bool) -> None:
        """While on, `pump` neither reads nor writes a byte: for the time from a count's start to the reveal."""
        self._quiet = on

    def bye(self) -> None:
        """Tell the PC that the app ends. Goes out with the next `pump`s; see `idle()`."""
        self._reply("bye")

    # No property here: on MicroPython it would slow down every store to an attribute of the class.
    def idle(self) -> bool:
        """Return whether nothing waits to be sent but records."""
        return not self._replies and self._at >= len(self._frame)

    # -- in --------------------------------------------------------------------------------------------------
    def _hear(self, budget: int) -> None:
        while budget > 0:
            count = self._port.readinto(self._input)
            if not count:
                return
            budget -= count
            for kind, text in self._framer.feed(bytes(self._input[:count])):
                if kind == wire.MESSAGE:
                    self._obey(text)
                elif kind == wire.BROKEN:
                    self._reply("error", "a frame was broken")

    def _obey(self, text: bytes) -> None:
        try:
            message = records.read(records.FROM_PC, text)
            getattr(self, "_on_" + message["k"])(message)
        except ValueError as error:  # a RecordError mostly
            self._reply("error", _plain(str(error)))

    def _on_hello(self, message: "dict[str, Any]") -> None:
        self._silence()
        journal = self._journal
        fw, py = self._about
        self._reply("hello", wire.PROTOCOL, journal.dev, journal.boot, fw, py, journal.first, journal.durable)

    def _on_from(self, message: "dict[str, Any]") -> None:
        self._silence()
        seq = message["seq"]
        if seq > self._journal.durable:
            self._reply("error", "there is no record {} yet".format(seq))
            return
        self._reader.seek(seq)
        self.following = True

    def _on_credit(self, message: "dict[str, Any]") -> None:
        # Never more than was sent, and never less than before: a message heard twice changes nothing.
        self._credit = max(self._credit, min(message["bytes"], self._sent))

    def _on_ack(self, message: "dict[str, Any]") -> None:
        seq = message["seq"]
        if seq < self._reader.seq:
            self._journal.ack(seq)
        else:
            self._reply("error", "record {} has not been sent".format(seq))

    def _on_ping(self, message: "dict[str, Any]") -> None:
        self._reply("pong", message["x"])

    def _on_status(self, message: "dict[str, Any]") -> None:
        self._reply("status", *self._status())

    def _on_pad(self, message: "dict[str, Any]") -> None:
        if not self.fill:
            self._reply("error", "there is no score pad here")
            return
        told = self.fill(message["seat"] - 1, message["at"], message["text"])
        self._reply("pad", message["seat"], _plain(told))

    def _on_repl(self, message: "dict[str, Any]") -> None:
        self.repl_wanted = True

    def _silence(self) -> None:
        """Stop sending, in the middle of a frame if need be: the next RS begins anew."""
        self.following = False
        self._frame = b""
        self._at = 0
        self._replies.clear()
        self._waiting = 0
        self._sent = self._credit = 0

    def _reply(self, kind: str, *values: "Any") -> None:
        reply = wire.frame(records.message(records.FROM_DEVICE, kind, *values))
        if self._waiting + len(reply) <= _REPLIES:
            self._replies.append(reply)
            self._waiting += len(reply)

    # -- out -------------------------------------------------------------------------------------------------
    def _next_frame(self) -> "memoryview | bytes":
        """Return a reply, or else a record, to send; b"" if there is none."""
        if self._replies:
            reply = self._replies.pop(0)
            self._waiting -= len(reply)
            return reply
        return (self._reader.next() if self.following else None) or b""

    def _plod(self, frame: "memoryview | bytes", start: int, end: int, budget: int) -> bool:
        """Send byte by byte what the port takes; return whether it took all."""
        at = start
        end = min(end, at + (budget + _PLOD - 1) // _PLOD)
        view = memoryview(frame)
        port = self._port
        while at < end and port.writable():
            port.write(view[at : at + 1])
            at += 1
        self._at = at
        self._sent += at - start
        return at == end


class StdioPort:
    """The port that MicroPython's own stdin and stdout are: USB on the Pico.

    `stdin` and `stdout` are the `.buffer`s of sys.stdin and sys.stdout; `readable` and `room` are poll objects, the
    one with only stdin registered for POLLIN, the other with only stdout for POLLOUT. A read would wait until all
    bytes asked for have come, so they are read singly.
    """

    def __init__(self, stdin: "Any", stdout: "Any", readable: "Any", room: "Any") -> None:
        self.write: Callable[[memoryview | bytes], int] = stdout.write
        self._read = stdin.readinto
        self._readable = readable.ipoll
        self._room = room.ipoll
        self._byte = bytearray(1)

    def readable(self) -> bool:
        """Return whether a byte has come."""
        for _ in self._readable(0):
            return True
        return False

    def readinto(self, buffer: "memoryview") -> int:
        """Read what has come, up to the buffer's length; return the number of bytes."""
        byte = self._byte
        read = self._read
        readable = self._readable
        for count in range(len(buffer)):
            for _ in readable(0):
                read(byte)
                buffer[count] = byte[0]
                break
            else:
                return count
        return len(buffer)

    def writable(self) -> bool:
        """Return whether one byte at least can be written without waiting."""
        for _ in self._room(0):
            return True
        return False


def _plain(text: str) -> str:
    """Return `text` with everything replaced that cannot stand in a record, cut to what a message may hold."""
    return "".join(c if " " <= c <= "~" and c not in '"\\' else "?" for c in text[:80])
