"""Reading records back from the journal's segments, a piece at a time and without much memory.

A segment is frames one after the other; between them may stand line feeds (filling) and what a power cut left
of a frame. Nothing here trusts a byte before its crc has been compared.
"""

from device import fast
from onthree import records, wire
from onthree.compat import TYPE_CHECKING, const, crc32

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from device.journal import Journal

_BUFFER = const(1024)  # bytes read from flash at once; more than two of the longest frames
_TAIL = const(19)  # len(',"crc":"01234567"}\n')
_DIGITS = const(8)  # a frame begins RS{"seq": and then the number
_LOST = "the record with this number was damaged in flash"


class Scanner:
    """Finds the whole records in one open file. `start` and `end` bound the last one found in `view`."""

    def __init__(self, buffer: "bytearray | None" = None) -> None:
        self.buffer = buffer if buffer is not None else bytearray(_BUFFER)
        self.view = memoryview(self.buffer)
        self.start = 0
        self.end = 0
        self.offset = 0  # of the buffer's end in the file
        self._at = 0  # next byte to look at
        self._have = 0
        self._file: Any = None

    def open(self, path: str, offset: int = 0) -> None:
        """Begin at `offset` of the file; OSError if it cannot be read."""
        self.close()
        self._file = open(path, "rb")
        self._file.seek(offset)
        self.offset = offset
        self._at = self._have = 0

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    # No property here: on MicroPython it would slow down every store to an attribute of the class.
    def opened(self) -> bool:
        """Return whether there is a file to read."""
        return self._file is not None

    def position(self) -> int:
        """Return the offset in the file of the next byte to look at."""
        return self.offset - (self._have - self._at)

    def fill(self) -> bool:
        """Read one piece more; return whether there was any. Moves what `start` and `end` point at."""
        rest = self._have - self._at
        if rest == len(self.buffer):  # a line longer than any frame
            rest = 0
        self.buffer[:rest] = self.buffer[self._have - rest : self._have]
        count = self._file.readinto(self.view[rest:])
        self.offset += count
        self._at = 0
        self._have = rest + count
        return bool(count)

    def found(self) -> int:
        """Return the number of the next whole record in the buffer, 0 if there is none: then `fill`."""
        while self._line():
            if self.whole():
                comma = self.buffer.find(b",", self.start, self.end)
                try:
                    return int(bytes(self.view[self.start + _DIGITS : comma]))
                except ValueError:
                    pass  # whole, but no record
        return 0

    def expect(self, seq: int) -> "memoryview | None":
        """Return the next bytes and pass on, if they are a frame with this number; its crc is not compared."""
        at = self._at
        end: int = fast.frame_end(at, self._have, self.buffer, seq)
        if not end:
            return None
        self._at = end
        return self.view[at:end]

    def again(self) -> None:
        """Let `found` give the same record once more."""
        self._at = self.start

    def whole(self) -> bool:
        """Return whether the frame last found is long enough and its crc is right."""
        end = self.end
        if end - self.start <= _TAIL + _DIGITS:
            return False
        tail = b',"crc":"%08x"}\n' % crc32(self.view[self.start + 1 : end - _TAIL])
        return bool(self.view[end - _TAIL : end] == tail)

    def _line(self) -> bool:
        """Find the next line with a frame at its end; set `start` and `end`."""
        buffer = self.buffer
        start = buffer.find(b"\x1e", self._at, self._have)
        if start < 0:
            self._at = self._have
            return False
        end = buffer.find(b"\n", start, self._have) + 1
        if not end:
            self._at = start
            return False
        self._at = self.end = end
        self.start = buffer.rfind(b"\x1e", start, end)  # the last RS of a line begins the frame
        return True


def last_record(path: str, offset: int) -> bytes:
    """Return the object of the last whole record of a file at or after `offset`, b"" for none."""
    scanner = Scanner()
    scanner.open(path, offset)
    last = b""
    while scanner.fill():
        while scanner.found():
            last = bytes(scanner.view[scanner.start + 1 : scanner.end - 1])
    scanner.close()
    return last


class Reader:
    """Gives the records of a journal one after the other, each as the frame it is.

    `seq` is the number of the next record. One call of `next` either reads a piece from flash or gives a record, so
    that whoever sends records never holds up the main loop. To be quick, it compares the crc of the first record after
    `seek` and of those at the edge of a piece only (of all, if `careful`): who receives them compares every one, and
    asks again for the one that was wrong.
    """

    def __init__(self, journal: "Journal", careful: bool = False) -> None:
        self.seq = 1
        self._journal = journal
        self._careful = careful  # compare every crc
        self._scanner = Scanner()
        self._segment = 0  # number in the name of the open segment
        self._until = 0  # below this number records stand in it; 0: look again
        self._upto = 0  # all below this number had been flushed when it was opened

    def seek(self, seq: int) -> None:
        """Go on with record `seq`, or with the oldest there is."""
        first = self._journal.first
        self.close()
        self.seq = seq if seq > first else first

    def next(self) -> "memoryview | bytes | None":
        """Return the frame of record `seq` and move on; None when it takes another call, or nothing is left.

        The bytes are good until the next call. A record that cannot be read any more gives a `fault` record
        in its place, so that a listener never waits for it.
        """
        seq = self.seq
        if seq < self._until:
            frame = self._scanner.expect(seq)
            if frame is not None:
                self.seq = seq + 1
                return frame
        journal = self._journal
        if seq < journal.recent_seq:
            return self._from_flash(seq)
        if seq < journal.durable:
            self.seq = seq + 1
            return journal.recent[seq - journal.recent_seq]
        self.close()
        return None

    def _from_flash(self, seq: int) -> "memoryview | bytes | None":
        """Look for record `seq` from where the file is, comparing every crc on the way."""
        if seq < self._journal.first:  # deleted meanwhile
            self.seek(0)
            return None
        scanner = self._scanner
        segment, until = self._journal.segment_of(seq)
        if not scanner.opened() or segment != self._segment:
            self._open(segment, 0)
        number = scanner.found()
        while 0 < number < seq:
            number = scanner.found()
        if not number:
            return self._more(segment)
        if number > seq:
            scanner.again()
            return self._missed(segment)
        self._until = 0 if self._careful else min(until, self._journal.recent_seq)
        self.seq = seq + 1
        return scanner.view[scanner.start : scanner.end]

    def _open(self, segment: int, offset: int) -> None:
        self._segment = segment
        self._upto = self._journal.durable
        self._scanner.open(self._journal.path(segment), offset)

    def _more(self, segment: int) -> "bytes | None":
        try:
            if self._scanner.fill():
                return None
        except OSError:
            return self._missed(segment)
        return self._end_of_file(segment)

    def _end_of_file(self, segment: int) -> "bytes | None":
        if self.seq >= self._upto:  # flushed since we opened the file: an open file does not see it
            self._open(segment, self._scanner.position())
            return None
        return self._missed(segment)

    def _missed(self, segment: int) -> "bytes | None":
        """Look again from the segment's beginning, or give the record up if nothing was flushed since it was opened.

        For littlefs takes the last block of a file that somebody reads for something else, once more was appended.
        """
        if self._upto == self._journal.durable:
            return self._lost()
        self._open(segment, 0)
        return None

    def _lost(self) -> bytes:
        body = records.record(self.seq, self._journal.dev, 0, 0, "fault", _LOST)
        self.seq += 1
        return wire.frame(body)

    def close(self) -> None:
        """Let go of the file."""
        self._until = 0
        self._scanner.close()


def game_records(journal: "Journal") -> "Iterator[bytes]":
    """Give the objects of the records of the journal's game, from its commit record on."""
    mine = b'","g":%d,' % journal.game
    reader = Reader(journal, careful=True)
    reader.seek(journal.began)
    while reader.seq < journal.durable:
        frame = reader.next()
        if frame is not None:
            text = bytes(frame)[1:-1]
            if mine in text:
                yield text
    reader.close()
