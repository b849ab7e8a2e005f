"""Bytes in, messages out: how a message travels, and how a listener finds its feet again after noise.

A frame is a JSON text sequence (RFC 7464): RS (0x1E), one JSON object in ASCII, LF. The object's last member
is `"crc"`, the CRC-32 (8 lower-case hex digits) of everything from `{` up to the comma before it:

    RS {"k":"ack","seq":41,"crc":"62ab5f4e"} LF

RS never occurs inside a frame, so wherever a listener wakes up, the next RS is the start of a frame. All else
on the line (a traceback, boot noise, half a frame) is console text: it is handed on, never taken for a message.
"""

from onthree.compat import TYPE_CHECKING, const, crc32

if TYPE_CHECKING:
    from collections.abc import Iterable

PROTOCOL = const(1)  # the version that `hello` states
MAX_FRAME = const(480)  # bytes of the object, crc included; both sides reserve no more than this for a frame

MESSAGE = const(1)  # an object whose crc is right, crc member included
CONSOLE = const(2)  # text that was no frame
BROKEN = const(3)  # a frame cut off, too long or with a wrong crc

_RS = b"\x1e"
_LF = b"\n"
_TAIL = const(18)  # len(',"crc":"01234567"}')


def seal(body: bytes) -> bytes:
    """Return the object `body` (`{...}`, not empty) with its crc member, as it travels and is stored."""
    head = body[:-1]
    return head + b',"crc":"%08x"}' % crc32(head)


def intact(sealed: bytes) -> bool:
    """Return whether `sealed` is an object as `seal` makes it, with the right crc."""
    head = sealed[:-_TAIL]
    return sealed[-_TAIL:] == b',"crc":"%08x"}' % crc32(head) and head[:1] == b"{"


def frame(body: bytes) -> bytes:
    """Return the frame of an object: RS, the object with its crc, LF. ValueError if it is too long."""
    sealed = seal(body)
    if len(sealed) > MAX_FRAME:
        raise ValueError("a frame holds at most {} bytes, not {}".format(MAX_FRAME, len(sealed)))
    return _RS + sealed + _LF


class Framer:
    """Cuts what arrives into frames and console text. Keeps at most one unfinished frame or line in memory."""

    def __init__(self, limit: int = MAX_FRAME) -> None:
        self._limit = limit
        self._rest = b""

    def feed(self, data: bytes) -> "Iterable[tuple[int, bytes]]":
        """Take bytes as they arrive, return what they complete, in order, as (kind, bytes without RS and LF)."""
        found: list[tuple[int, bytes]] = []
        lines = (self._rest + data).split(_LF)
        self._rest = lines.pop()
        for line in lines:
            if line[:1] == _RS and line.find(_RS, 1) < 0:
                self._whole(line[1:], found)
            else:
                self._noisy(line, True, found)
        if len(self._rest) > self._limit + 1:  # the RS before a frame does not count
            self._overlong(found)
        return found

    def _whole(self, text: bytes, found: "list[tuple[int, bytes]]") -> None:
        good = len(text) <= self._limit and intact(text)
        found.append((MESSAGE if good else BROKEN, text))

    def _noisy(self, line: bytes, ended: bool, found: "list[tuple[int, bytes]]") -> None:
        """Sort a line that has text before its RS, or none, or several."""
        parts = line.split(_RS)
        console = parts[0]
        if console or len(parts) == 1:
            found.append((CONSOLE, console))
        for i in range(1, len(parts)):
            if ended and i == len(parts) - 1:
                self._whole(parts[i], found)
            elif parts[i]:
                found.append((BROKEN, parts[i]))

    def _overlong(self, found: "list[tuple[int, bytes]]") -> None:
        """Hand on a line that never ends; keep only a frame that has just begun."""
        at = self._rest.rfind(_RS)
        if at >= 0 and len(self._rest) - at <= self._limit + 1:
            self._noisy(self._rest[:at], False, found)
            self._rest = self._rest[at:]
            return
        self._noisy(self._rest, False, found)
        self._rest = b""

    def flush(self) -> "Iterable[tuple[int, bytes]]":
        """Return what is left when the line goes dead: half a frame is BROKEN, half a line is CONSOLE."""
        found: list[tuple[int, bytes]] = []
        rest, self._rest = self._rest, b""
        if rest:
            self._noisy(rest, False, found)
        return found
