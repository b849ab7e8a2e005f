"""The log in flash: what was written and flushed is there after any power cut, until a PC has it.

A folder holds everything:

    0000000121.log   a segment: framed records just as they go over the line, the first of them number 121
    slot.0, slot.1   two small notes written in turn (boot, next number, what a PC has): the newer whole one counts
    secret           the secret of the game under way, from before its hash is shown until its end is in the log

Records are only ever appended, and a segment is deleted as a whole. A record that was cut off is skipped when
it is read (RS begins the next one), so nothing has to be repaired at boot, and a cut during recovery harms
nothing. The newest segment always stays.

On littlefs an append copies the last block of the file: one erase of 45 ms or more. When an append would fill
the block but for a little, the rest is filled with line feeds, so that the next one need not erase two.
"""

import json
import os

from device.reader import Reader, Scanner
from onthree import records, wire
from onthree.compat import TYPE_CHECKING, const, hexlify, unhexlify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


_SEGMENT = const(32768)  # bytes after which a new segment begins
_SEGMENTS = const(24)  # more would make littlefs split the folder's own block, in the middle of a flush
_TICKS = const(0x3FFFFFFF)  # the largest value of ticks_ms
_BLOCK = const(4096)  # littlefs block on the Pico: one flash sector
_TURN = const(768)  # bytes that the records of one turn hardly ever exceed
_GAME_ROOM = const(65536)  # a game that begins must find this much ...
_SPARE = const(49152)  # ... beside what littlefs needs to move things about, and a deploy to work
_PENDING = const(24576)  # bytes kept in memory while the flash refuses them: two or three games


class JournalFull(Exception):
    """The flash has refused records for so long that no more can be kept in memory."""


class Journal:
    """The log of one device in one folder. Call `recover` before anything else.

    `dev` is the device's id (16 hex digits), `clock_ms()` gives the milliseconds since boot, `segment` is after how
    many bytes a new segment begins. Nothing here may be called between the start of a count and the reveal, except
    `log` and what only looks.

    seq      number of the next record                           boot   number of this boot, from 1
    durable  number after the last flushed one: all below it      game   number of the game under way, 0 for none
             are safe and may be sent                            acked  all up to this number a PC has
    broken   whether the flash refused something since boot: no new game then
    """

    def __init__(self, folder: str, dev: str, clock_ms: "Callable[[], int]", segment: int = _SEGMENT) -> None:
        self.folder = folder
        self.dev = dev
        self.seq = 1
        self.durable = 1
        self.boot = 0
        self.acked = 0
        self.game = 0
        self.broken = False
        self.secret = b""  # of the game under way
        self.began = 0  # number of its first record
        self.segments: list[int] = []  # number of the first record of each, ascending
        self.recent: list[bytes] = []  # frames of the last flush: sent without a look at the flash
        self.recent_seq = 0  # number of the first of them
        self._clock_ms = clock_ms
        self._ticks = self._ms = clock_ms()
        self._full = segment  # bytes at which a segment is full
        self._pending: list[bytes] = []
        self._waiting = 0  # bytes in it
        self._games = 0  # number of the last game
        self._size = 0  # bytes in the newest segment
        self._serial = 0  # of the newer slot
        self._saved = 0  # `acked` as the slot has it

    # -- boot ----------------------------------------------------------------------------------------------
    def recover(self, feed: "Callable[[], None] | None" = None) -> None:
        """Find out what is there and count this boot. OSError when there is no folder and none can be made.

        `feed` is called again and again while many records are read, for the watchdog.
        """
        try:
            os.mkdir(self.folder)
        except OSError:
            pass  # it is there; if not, listing it says so
        self._read_slots()
        names = os.listdir(self.folder)
        self.segments = sorted(int(name[:-4]) for name in names if name.endswith(".log") and name[:-4].isdigit())
        self._read_newest()
        self.durable = self.recent_seq = self.seq
        self.acked = max(self.acked, self.first - 1)
        self.boot += 1
        self._read_secret()
        try:
            self._write_slot()
            if self.secret and self._is_over(feed):
                self.close_game()
        except OSError:
            self.broken = True

    def _read_slots(self) -> None:
        for name in ("slot.0", "slot.1"):
            slot = self._read_note(name)
            if slot and slot["n"] > self._serial:
                self._serial = slot["n"]
                self.boot = slot["boot"]
                self.seq = slot["seq"]
                self.acked = slot["acked"]
                self._games = slot["g"]

    def _read_newest(self) -> None:
        """Take the next number, and the boot if the slots are gone, from the last record that is whole."""
        for i in range(len(self.segments) - 1, -1, -1):
            self.seq = max(self.seq, self.segments[i])
            size = os.stat(self.path(self.segments[i]))[6]
            if i == len(self.segments) - 1:
                self._size = size
            last = self._last_record(self.segments[i], max(0, size - _BLOCK)) or self._last_record(self.segments[i], 0)
            if last:
                found = records.read(records.RECORDS, last)
                self.seq = max(self.seq, found["seq"] + 1)
                self.boot = max(self.boot, found["boot"])
                self._games = max(self._games, found.get("g", 0))
                return

    def _last_record(self, segment: int, offset: int) -> bytes:
        """Return the object of the last whole record at or after `offset`, b"" for none."""
        scanner = Scanner()
        scanner.open(self.path(segment), offset)
        last = b""
        while scanner.fill():
            while scanner.found():
                last = bytes(scanner.view[scanner.start + 1 : scanner.end - 1])
        scanner.close()
        return last

    def _read_secret(self) -> None:
        note = self._read_note("secret")
        if note:
            self._games = max(self._games, note["g"])
            self.game = note["g"]
            self.began = note["seq"]
            self.secret = unhexlify(note["secret"])

    def _is_over(self, feed: "Callable[[], None] | None") -> bool:
        """Return whether the game of the secret has ended, or was never shown its commit."""
        alive = False
        for text in self._game_records():
            if feed:
                feed()
            if b'"k":"end"' in text or b'"k":"stop"' in text:  # no text in a record has a quote
                return True
            alive = True
        return not alive

    # -- small notes: one sealed object a file --------------------------------------------------------------
    def _read_note(self, name: str) -> "dict[str, Any] | None":
        try:
            with open(self.folder + "/" + name, "rb") as file:
                text = file.read(wire.MAX_FRAME)
        except OSError:
            return None
        if not wire.intact(text):
            return None
        note: dict[str, Any] = json.loads(text)
        return note

    def _write_note(self, name: str, body: str) -> None:
        with open(self.folder + "/" + name, "wb") as file:
            file.write(wire.seal(body.encode()))

    def _write_slot(self) -> None:
        serial = self._serial + 1
        text = '{{"n":{},"boot":{},"seq":{},"acked":{},"g":{}}}'
        body = text.format(serial, self.boot, self.durable, self.acked, self._games)
        self._write_note("slot.{}".format(serial & 1), body)
        self._serial = serial
        self._saved = self.acked

    # -- writing -------------------------------------------------------------------------------------------
    def log(self, kind: str, *values: "Any") -> int:
        """Make a record of `kind` with its own members' values (see records.RECORDS) and return its number.

        It is kept in memory until `flush`. RecordError for values that cannot stand in a record; JournalFull.
        """
        if self._waiting >= _PENDING:
            raise JournalFull("the log has not been written for too long")
        seq = self.seq
        frame = wire.frame(records.record(seq, self.dev, self.boot, self._since_boot(), kind, *values))
        self._pending.append(frame)
        self._waiting += len(frame)
        self.seq = seq + 1
        return seq

    def _since_boot(self) -> int:
        """Return the milliseconds since boot; the ticks begin again after 12 days, and this must not."""
        now = self._clock_ms()
        self._ms += (now - self._ticks) & _TICKS
        self._ticks = now
        return self._ms

    def flush(self) -> bool:
        """Write all records since the last flush in one go; return whether they are safe in flash now.

        False when the flash is full or broken: the records stay in memory and the next flush tries again.
        """
        if not self._pending:
            return True
        first = self.durable
        fresh = not self.segments or self._size >= self._full
        segment = first if fresh else self.segments[-1]
        size = 0 if fresh else self._size
        size += self._waiting
        left = left_in_block(size)
        filling = b"\n" * left if left < _TURN else b""
        try:
            with open(self.path(segment), "ab") as file:
                for frame in self._pending:
                    file.write(frame)
                file.write(filling)
        except OSError:
            return False
        if fresh:
            self.segments.append(segment)
        self._size = size + len(filling)
        self.recent = self._pending
        self.recent_seq = first
        self.durable = self.seq
        self._pending = []
        self._waiting = 0
        return True

    def path(self, segment: int) -> str:
        """Return the path of the segment that begins with record `segment`."""
        return "{}/{:010d}.log".format(self.folder, segment)

    def segment_of(self, seq: int) -> "tuple[int, int]":
        """Return the segment in which record `seq` stands if it stands anywhere, and the number after its last."""
        until = self.durable
        for i in range(len(self.segments) - 1, 0, -1):
            if self.segments[i] <= seq:
                return self.segments[i], until
            until = self.segments[i]
        return self.segments[0], until

    # -- the game under way --------------------------------------------------------------------------------
    def open_game(self, secret: bytes) -> int:
        """Keep the 32-byte secret of a new game and return the game's number (the `g` of its records).

        To be called before the commit record is logged and its hash shown. OSError when it cannot be written.
        """
        game = self._games + 1
        body = '{{"g":{},"seq":{},"secret":"{}"}}'.format(game, self.seq, hexlify(secret).decode())
        self._write_note("secret", body)
        self.game = self._games = game
        self.began = self.seq
        self.secret = secret
        return game

    def close_game(self) -> None:
        """Forget the secret, after the end or stop record has been flushed. OSError when the flash is broken."""
        if not self.game:
            return
        self._write_slot()  # the game's number, before the secret that carries it is gone
        os.remove(self.folder + "/secret")
        self.game = self.began = 0
        self.secret = b""

    def current_game(self) -> "Iterator[dict[str, Any]]":
        """Give the records of the game under way in order, from its commit record on, as records.read does."""
        for text in self._game_records():
            yield records.read(records.RECORDS, text)

    def _game_records(self) -> "Iterator[bytes]":
        mine = b'","g":%d,' % self.game
        reader = Reader(self, careful=True)
        reader.seek(self.began)
        while reader.seq < self.durable:
            frame = reader.next()
            if frame is not None:
                text = bytes(frame)[1:-1]
                if mine in text:
                    yield text
        reader.close()

    # -- room ----------------------------------------------------------------------------------------------
    def room(self) -> int:
        """Return how many bytes of records still fit, the spare for the file system left aside; never below 0.

        Asks the file system, which takes it some milliseconds: for the menu, not for every turn.
        """
        stat = os.statvfs(self.folder)
        free: int = stat[0] * stat[3] - _SPARE
        allowed = (_SEGMENTS - len(self.segments)) * self._full
        return max(0, min(free, allowed))

    def may_start(self) -> bool:
        """Return whether there is room for a whole new game."""
        return not self.broken and self.room() >= _GAME_ROOM

    # -- what a PC has -------------------------------------------------------------------------------------
    @property
    def first(self) -> int:
        """Return the number of the oldest record that can still be read (`durable` if there is none)."""
        return self.segments[0] if self.segments else self.durable

    @property
    def unread(self) -> int:
        """Return how many flushed records no PC has acknowledged."""
        return self.durable - 1 - self.acked

    def ack(self, seq: int) -> None:
        """Note that a PC has everything up to `seq`. Touches no flash; `tidy` does, when there is time."""
        self.acked = max(self.acked, min(seq, self.durable - 1))

    def tidy(self, idle: bool = False) -> bool:
        """Do one small piece of work on the flash, if there is any; return whether it did something.

        Deletes one segment that a PC has, or, when `idle` (no game under way), notes what a PC has. For the
        menu, and the quiet after a turn; a few milliseconds, at times one erase or two.
        """
        if self.broken:
            return False
        try:
            return self._tidy(idle)
        except OSError:
            self.broken = True
            return False

    def _tidy(self, idle: bool) -> bool:
        segments = self.segments
        if len(segments) > 1 and segments[1] - 1 <= self.acked and (not self.game or segments[1] <= self.began):
            os.remove(self.path(segments[0]))
            del segments[0]
            return True
        if idle and self.acked != self._saved:
            self._write_slot()
            return True
        return False


def left_in_block(size: int) -> int:
    """Return how many bytes the last block of a littlefs file of `size` bytes still takes.

    Block n of a file begins with pointers to earlier blocks, 4 bytes each: one more than n has trailing zero bits.
    """
    block = 0
    holds = _BLOCK
    while size > holds:
        size -= holds
        block += 1
        holds = _BLOCK - 4
        bits = block
        while not bits & 1:
            bits >>= 1
            holds -= 4
    return holds - size
