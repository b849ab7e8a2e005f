"""The log in flash: what was written and flushed is there after any power cut, until a PC has it.

A folder holds everything:

    0000000121.log   a segment: framed records just as they go over the line, the first of them number 121
    slot.0, slot.1   two small notes written in turn (boot, next number, what a PC has, the game under way and its
                     secret, from before its hash is shown until its end is in the log): the newer whole one counts

Records are only ever appended, and a segment is deleted as a whole. A record that was cut off is skipped when
it is read (RS begins the next one), so nothing has to be repaired at boot, and a cut during recovery harms
nothing. The newest segment always stays.

On littlefs an append copies the last block of the file to an erased one: 45 ms or more. `work` has that done before
there is anything to append, by a line feed in a file that stays open. When an append would fill the block but for a
little, the rest is filled with line feeds too, so that the next one need not erase two. A change in the folder
erases one block at times, and very seldom two. So nothing that is done here at a time erases more than two. Which
blocks are free littlefs reads from all folders and files, 30 ms, with the first one it takes after mounting and when
it knows no more. So that this comes on top of one erase only, `work` mounts anew before a line feed, in good time.
"""

import json
import os

from device.reader import game_records, last_record
from device.states import AHEAD, NOTE, TIDY, WRITE
from onthree import records, wire
from onthree.compat import TYPE_CHECKING, const, hexlify, unhexlify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


_SEGMENT = const(32768)  # bytes after which a new segment begins
_SEGMENTS = const(24)  # more would make littlefs split the folder's own block, in the middle of a flush
_TICKS = const(0x3FFFFFFF)  # the largest value of ticks_ms
_BLOCK = const(4096)  # littlefs block on the Pico: one flash sector
_INLINE = const(512)  # bytes: littlefs keeps a file up to this in its folder, an eighth of a block
_ERASE_MS = const(45)  # that takes at least (W25Q16JV datasheet: typical)
_TAKEN = const(16)  # blocks to be taken at most of those known to be free; a game finds 28 free or more
_TURN = const(768)  # bytes that the records of one turn hardly ever exceed
_GAME_ROOM = const(65536)  # a game that begins must find this much ...
_SPARE = const(49152)  # ... beside what littlefs needs to move things about, and a deploy to work
_PENDING = const(24576)  # bytes kept in memory while the flash refuses them: two or three games


class JournalFull(Exception):
    """The flash has refused records for so long that no more can be kept in memory."""


class Journal:
    """The log of one device in one folder. Call `recover` before anything else.

    `dev` is the device's id (16 hex digits), `clock_ms()` gives the milliseconds since boot, `remount()` mounts the
    file system anew, `segment` is after how many bytes a new segment begins. Nothing here may be called between the
    start of a count and the reveal, except `log` and what only looks.

    seq      number of the next record                           boot   number of this boot, from 1
    durable  number after the last flushed one: all below it      game   number of the game under way, 0 for none
             are safe and may be sent                            acked  all up to this number a PC has
    broken   whether the flash refused something since boot: no new game then
    """

    def __init__(
        self,
        folder: str,
        dev: str,
        clock_ms: "Callable[[], int]",
        remount: "Callable[[], None]",
        segment: int = _SEGMENT,
    ) -> None:
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
        self._remount = remount
        self._taken = _TAKEN  # blocks, since littlefs looked which are free
        self._pending: list[bytes] = []
        self._waiting = 0  # bytes in it
        self._file: Any = None  # the newest segment, open for the next flush
        self._lead = 0  # line feeds in it by which its block is erased
        self._refused = False  # the flash did not take what waits now; `work` leaves it at that
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
        if self.secret and self._is_over(feed):
            self._forget_game()
        try:
            self._write_slot()
        except OSError:
            self.broken = True

    def _read_slots(self) -> None:
        for slot in map(self._read_slot, ("slot.0", "slot.1")):
            if slot.get("n", 0) > self._serial:
                self._serial = slot["n"]
                self.boot = slot["boot"]
                self.seq = slot["seq"]
                self.acked = slot["acked"]
                self._games = slot["g"]
                self.began = slot.get("began", 0)
                self.secret = unhexlify(slot.get("secret", ""))
        self.game = self._games if self.secret else 0

    def _read_newest(self) -> None:
        """Take the next number, and the boot if the slots are gone, from the last record that is whole."""
        for i in range(len(self.segments) - 1, -1, -1):
            self.seq = max(self.seq, self.segments[i])
            path = self.path(self.segments[i])
            size = os.stat(path)[6]
            if i == len(self.segments) - 1:
                self._size = size
            last = last_record(path, max(0, size - _BLOCK)) or last_record(path, 0)
            if last:
                found = records.read(records.RECORDS, last)
                self.seq = max(self.seq, found["seq"] + 1)
                self.boot = max(self.boot, found["boot"])
                self._games = max(self._games, found.get("g", 0))
                return

    def _is_over(self, feed: "Callable[[], None] | None") -> bool:
        """Return whether the game of the secret has ended, or was never shown its commit."""
        text = b""
        for text in game_records(self):
            if feed:
                feed()
            if b'"k":"end"' in text or b'"k":"stop"' in text:  # no text in a record has a quote
                return True
        return not text

    # -- the slots: one sealed object a file ----------------------------------------------------------------
    def _read_slot(self, name: str) -> "dict[str, Any]":
        try:
            with open(self.folder + "/" + name, "rb") as file:
                text = file.read(wire.MAX_FRAME)
        except OSError:
            return {}
        return json.loads(text) if wire.intact(text) else {}

    def _write_slot(self) -> None:
        serial = self._serial + 1
        text = '{{"n":{},"boot":{},"seq":{},"acked":{},"g":{},"began":{},"secret":"{}"}}'
        secret = hexlify(self.secret).decode()
        body = text.format(serial, self.boot, self.durable, self.acked, self._games, self.began, secret)
        with open("{}/slot.{}".format(self.folder, serial & 1), "wb") as file:
            file.write(wire.seal(body.encode()))
        self._serial = serial
        self._saved = self.acked

    # -- writing -------------------------------------------------------------------------------------------
    def log(self, kind: str, *values: "Any") -> int:
        """Make a record of `kind` with its own members' values (see records.RECORDS) and return its number.

        It is kept in memory until `flush`. RecordError for values that cannot stand in a record; JournalFull.
        """
        if self._waiting >= _PENDING:
            raise JournalFull("the log has not been written for too long")
        frame = wire.frame(records.record(self.seq, self.dev, self.boot, self._since_boot(), kind, *values))
        self._pending.append(frame)
        self._waiting += len(frame)
        self._refused = False
        self.seq += 1
        return self.seq - 1

    def _since_boot(self) -> int:
        """Return the milliseconds since boot; the ticks begin again after 12 days, and this must not."""
        now = self._clock_ms()
        self._ms += (now - self._ticks) & _TICKS
        self._ticks = now
        return self._ms

    def flush(self, ahead: bool = False) -> bool:
        """Write all records since the last flush in one go; return whether they are safe in flash, or wait for another.

        `ahead`: whoever pressed a moment ago may press again, so make ready for that now, if it has gone quickly.
        """
        if not self._pending:
            return True
        began = self._clock_ms()
        segment, size = self._end()
        left = left_in_block(size + self._lead + self._waiting)
        filling = b"\n" * left if left < _TURN else b""
        size += self._lead + self._waiting + len(filling)
        self._taken += not self._lead
        file, self._file, self._lead = self._file, None, 0
        try:
            with file or open(self.path(segment), "ab") as file:
                for data in self._pending + [filling]:
                    file.write(data)
        except OSError:
            return False
        self._begin(segment, size)
        self.recent = self._pending
        self.recent_seq = self.durable
        self.durable = self.seq
        self._pending, self._waiting = [], 0
        if ahead and (self._clock_ms() - began) & _TICKS < _ERASE_MS:
            self._make_ready()
        return True

    def _end(self) -> "tuple[int, int]":
        """Return the segment that the next records go to and how many bytes it has; there may be no such file yet."""
        if not self.segments or (self._size >= self._full and not self._lead):
            return self.durable, 0
        return self.segments[-1], self._size

    def _begin(self, segment: int, size: int) -> None:
        """Note that there is a file for this segment, with so many bytes in it."""
        if not self.segments or segment > self.segments[-1]:
            self.segments.append(segment)
        self._size = size

    def work(self, duties: int) -> bool:
        """Do one piece of `duties` (states.DUTIES) in a calm moment, if there is any; return whether there was."""
        write = duties & WRITE and self._waiting
        if not self._refused and not self._lead and (write or duties & AHEAD):
            return self._make_ready(calm=True)
        if not self._refused and write:
            self._refused = not self.flush()
            return True
        return bool(duties & (TIDY | NOTE)) and self.tidy(bool(duties & NOTE))

    def _make_ready(self, calm: bool = False) -> bool:
        """Make the next records' file, or have a block for it erased; when `calm`, littlefs may look for free ones."""
        segment, size = self._end()
        try:
            if self._file is None:
                if calm and self._taken >= _TAKEN and self.segments:
                    self._remount()
                    self._taken = 0
                    # Even if this one is full: making another may change two folders, and this has to come alone.
                    segment, size = self.segments[-1], self._size
                self._file = open(self.path(segment), "ab")
                self._begin(segment, size)
                if not size:
                    return True  # a new file is a piece of its own
            self._taken += 1
            lead = max(1, _INLINE + 1 - size)
            self._file.write(b"\n" * lead)
            self._lead = lead
        except OSError:
            self._file = None
            self._refused = True
        return not self._refused

    def close(self) -> None:
        """Flush, and let go of the file that is ready for more."""
        self.flush()
        try:
            if self._file:
                self._file.close()
        except OSError:
            pass  # nothing but line feeds is lost
        self._file, self._lead = None, 0

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

        To be called before the commit record is logged. OSError, and no game, when it cannot be written.
        """
        self.game = self._games = self._games + 1
        self.began = self.seq
        self.secret = secret
        try:
            self._write_slot()
        except OSError:
            self._games -= 1
            self._forget_game()
            raise
        return self.game

    def close_game(self) -> None:
        """Forget the secret, after the end or stop record has been flushed. OSError when the flash is broken."""
        if self.game:
            self._forget_game()
            self._write_slot()

    def _forget_game(self) -> None:
        self.game = self.began = 0
        self.secret = b""

    def current_game(self) -> "Iterator[dict[str, Any]]":
        """Give the records of the game under way in order, from its commit record on, as records.read does."""
        for text in game_records(self):
            yield records.read(records.RECORDS, text)

    # -- room ----------------------------------------------------------------------------------------------
    def room(self) -> int:
        """Return how many bytes of records still fit, the spare for the file system left aside; never below 0.

        Asks the file system, which takes it some milliseconds: for the menu, not for every turn.
        """
        stat = os.statvfs(self.folder)
        free: int = stat[0] * stat[3] - _SPARE
        return max(0, min(free, (_SEGMENTS - len(self.segments)) * self._full))

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
        """Delete one segment that a PC has, or, when `idle` (no game under way), note what a PC has.

        Return whether there was anything to do.
        """
        segments = self.segments
        try:
            if self.broken:
                return False
            if len(segments) > 1 and segments[1] - 1 <= self.acked and (not self.game or segments[1] <= self.began):
                os.remove(self.path(segments[0]))
                del segments[0]
                return True
            if idle and self.acked != self._saved:
                self._write_slot()
                return True
        except OSError:
            self.broken = True
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
