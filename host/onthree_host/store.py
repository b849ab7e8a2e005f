"""The games of all devices in one SQLite file: every record verbatim, once, for ever.

`add` is one transaction, and only when it has returned may a record be acknowledged to its device (WAL and
synchronous FULL: what is committed survives a power cut). A record heard again changes nothing. A *different*
record under a number already taken is a sign of trouble: it is kept aside in `conflicts`, and `add` says so.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from onthree.records import RecordError
from onthree_host import migrations
from onthree_host.errors import StoreError, UsageError

_BUSY_SECONDS = 10.0  # how long to wait for another program that is writing


def data_folder() -> Path:
    """Return the folder where this user's programs keep their data, by the custom of the system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    # The XDG specification: a relative path there is to be ignored.
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".local" / "share"


def default_path() -> Path:
    """Return where the database is if the user does not say otherwise."""
    return data_folder() / "onthree" / "games.db"


class Heard(NamedTuple):
    """One record on its way into the store: its members' values and its bytes, in the order of the table."""

    dev: str
    seq: int
    boot: int
    ms: int
    kind: str
    g: int | None
    raw: bytes

    @classmethod
    def of(cls, members: dict[str, Any], raw: bytes) -> Heard:
        """Return a checked record (`decode.record`) with its bytes; RecordError for numbers no device has."""
        seq, boot, ms, g = members["seq"], members["boot"], members["ms"], members.get("g")
        if type(g) is not int:
            g = None
        if (seq | boot | ms | (g or 0)) >> 63:  # negative, or more than a database's integer holds
            raise RecordError("a number in it is out of range")
        return cls(members["dev"], seq, boot, ms, members["k"], g, raw)


@dataclass(frozen=True)
class Added:
    """What `add` did: how many records were new, and the (device, seq) of those that contradict a stored one."""

    new: int
    conflicts: list[tuple[str, int]]


@dataclass(frozen=True)
class GameRow:
    """One game of the list. `ending` is "end", "stop" or None; what is not known is None or empty."""

    id: int
    dev: str
    g: int
    game: str | None
    players: int | None
    options: str
    heard_at: int | None
    moves: int
    ending: str | None
    scores: tuple[int, ...]
    places: tuple[int, ...]


class Store:
    """An open database. Close it, or use it in a `with` statement."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self.path = path

    @classmethod
    def open(cls, path: Path, writable: bool = True) -> Store:
        """Open the database at `path`; writable makes it if needed. UsageError or StoreError in one sentence."""
        if not writable and not path.exists():
            raise UsageError(f"There is no file {path}: 'onthree games' without --db looks in your data folder.")
        if path.is_dir():
            raise UsageError(f"{path} is a folder: name a file in it.")
        if not path.parent.is_dir():
            raise UsageError(f"There is no folder {path.parent}: make it first, or choose another file.")
        with _sentences(path):
            db = _connect(path, writable)
            try:
                _check(db, path, writable)
                old = migrations.version(db) < len(migrations.STEPS)
            except BaseException:
                db.close()
                raise
            if old:  # opened for reading, and written by an older On Three
                db.close()
                return cls.open(path)
        return cls(db, path)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    # -- writing ---------------------------------------------------------------------------------------
    def add(self, records: Sequence[Heard], console: Sequence[tuple[str | None, bytes]] = ()) -> Added:
        """Store records, and console text as (device or None, bytes), in one transaction."""
        now = time.time_ns() // 1_000_000
        rows = [(*r, now) for r in records]
        games = {(r.dev, r.g): None for r in records if r.g is not None}
        with self._transaction():
            before = self._db.total_changes
            self._db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
            new = self._db.total_changes - before
            conflicts = self._contradictions(records, now) if new < len(rows) else []
            self._db.executemany("INSERT INTO games (dev, g) VALUES (?, ?) ON CONFLICT DO NOTHING", games)
            self._db.executemany(
                "INSERT INTO console (dev, text, heard_at) VALUES (?, ?, ?)", [(*line, now) for line in console]
            )
        return Added(new, conflicts)

    def _contradictions(self, records: Sequence[Heard], now: int) -> list[tuple[str, int]]:
        """Keep aside the records that differ from what stands under their number; return their numbers."""
        found = []
        for r in records:
            stored = self._db.execute("SELECT raw FROM records WHERE dev = ? AND seq = ?", (r.dev, r.seq)).fetchone()
            if stored[0] != r.raw:
                found.append((r.dev, r.seq))
                self._db.execute(
                    "INSERT INTO conflicts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", (r.dev, r.seq, r.raw, now)
                )
        return found

    def note_device(self, dev: str, fw: str, py: str, boot: int) -> None:
        """Remember what a device said about itself in its hello."""
        now = time.time_ns() // 1_000_000
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?)", (dev, fw, py, boot, now))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _sentences(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    # -- reading ---------------------------------------------------------------------------------------
    def _rows(self, query: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        with _sentences(self.path):
            return self._db.execute(query, tuple(values)).fetchall()

    def next_seq(self, dev: str) -> int:
        """Return the number after the last record stored of `dev`; 1 if there is none."""
        found: int | None = self._rows("SELECT MAX(seq) FROM records WHERE dev = ?", (dev,))[0][0]
        return 1 if found is None else found + 1

    def games(self) -> list[GameRow]:
        """Return all games in the order they were first heard of."""
        rows = self._rows(
            "SELECT id, dev, g, game, players, options, heard_at, moves, ending, scores, places FROM game_list"
        )
        return [
            GameRow(*row[:5], row[5] or "", *row[6:9], _ints(row[9]), _ints(row[10]))  # type: ignore[call-arg]
            for row in rows
        ]

    def game(self, number: str) -> GameRow:
        """Return the game a user calls `number`, or `last`; UsageError if there is none of that name."""
        games = self.games()
        if not games:
            raise UsageError(f"There are no games in {self.path} yet: 'onthree demo' plays one.")
        if number == "last":
            return games[-1]
        for game in games:
            if number == str(game.id):
                return game
        raise UsageError(f"There is no game {number}: 'onthree games' lists them, and 'last' is the last one.")

    def game_records(self, dev: str, g: int) -> list[bytes]:
        """Return every stored record of `dev` from the first to the last one of game `g`, in order, verbatim.

        Records that are of no game (boot, fault) but lie between are among them, so a gap shows.
        """
        rows = self._rows(
            """SELECT raw FROM records WHERE dev = ?1 AND seq BETWEEN
                (SELECT MIN(seq) FROM records WHERE dev = ?1 AND g = ?2) AND
                (SELECT MAX(seq) FROM records WHERE dev = ?1 AND g = ?2) ORDER BY seq""",
            (dev, g),
        )
        return [row[0] for row in rows]

    def seq_after(self, dev: str, g: int) -> int | None:
        """Return the number of the stored record that comes after the last one of game `g`, or None."""
        found: int | None = self._rows(
            """SELECT MIN(seq) FROM records WHERE dev = ?1 AND seq >
                (SELECT MAX(seq) FROM records WHERE dev = ?1 AND g = ?2)""",
            (dev, g),
        )[0][0]
        return found

    def records(self, dev: str | None = None) -> Iterator[bytes]:
        """Yield every record verbatim, by device and number; only those of `dev` if it is given."""
        with _sentences(self.path):
            where = "" if dev is None else " WHERE dev = ?"
            cursor = self._db.execute(
                f"SELECT raw FROM records{where} ORDER BY dev, seq", () if dev is None else (dev,)
            )
            for row in cursor:
                yield row[0]

    def trouble(self) -> str:
        """Return what SQLite finds wrong with the file, or nothing."""
        found = str(self._rows("PRAGMA quick_check(1)")[0][0])
        return "" if found == "ok" else found

    def devices(self) -> list[str]:
        """Return the ids of the devices that records were heard of."""
        return [row[0] for row in self._rows("SELECT DISTINCT dev FROM records ORDER BY dev")]

    def conflicts(self, dev: str | None = None) -> list[tuple[str, int]]:
        """Return (device, seq) of every record that came twice and different."""
        rows = self._rows("SELECT DISTINCT dev, seq FROM conflicts ORDER BY dev, seq")
        return [(row[0], row[1]) for row in rows if dev is None or row[0] == dev]

    def console(self) -> list[bytes]:
        """Return the console text heard, oldest first."""
        return [row[0] for row in self._rows("SELECT text FROM console ORDER BY id")]


def _ints(text: str | None) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split()) if text else ()


def _connect(path: Path, writable: bool) -> sqlite3.Connection:
    """Open the file; a reader that may not even write the WAL's index reads the file as it lies there."""
    mode = "rwc" if writable else "ro"
    uri = path.absolute().as_uri()
    db = sqlite3.connect(f"{uri}?mode={mode}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
    if not writable and not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
        db.close()
        db = sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)
    return db


def _check(db: sqlite3.Connection, path: Path, writable: bool) -> None:
    """See whose file it is and bring it to the present version."""
    db.execute("BEGIN")  # one look at the file: another program may be making it just now
    found = migrations.version(db)
    ours = db.execute("PRAGMA application_id").fetchone()[0] == migrations.APPLICATION_ID
    empty = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
    db.execute("COMMIT")
    if not ours and not (empty and writable):
        raise UsageError(f"{path} is not a database of On Three: choose another file with --db.")
    if found > len(migrations.STEPS):
        raise StoreError(f"{path} was written by a newer On Three: update this one, or choose another file with --db.")
    if writable:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        migrations.migrate(db)


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite says into a sentence for the user."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "not a database" in text or "malformed" in text:
            raise UsageError(f"{path} is not a database of On Three, or is damaged: choose another file with --db.")
        if "locked" in text or "busy" in text:
            raise StoreError(f"Another program is writing to {path}: close it, or try again in a moment.")
        if "readonly" in text:
            raise StoreError(f"{path} may not be written to: change its permissions, or choose another file with --db.")
        if "unable to open" in text:
            raise UsageError(f"{path} cannot be opened: see whether it is a file that you may read and write.")
        if "full" in text:
            raise StoreError(f"The disk is full: make room for {path}; no record is lost, the device keeps them.")
        raise StoreError(f"The database {path} does not work ({text}): choose another file with --db.")
