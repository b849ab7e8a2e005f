"""The database's shape, step by step. A step, once released, is never changed; a new one is added behind it.

Step i brings a database from `user_version` i to i + 1, in one transaction: it happens wholly or not at all.

    devices    what each device last said about itself
    records    every record just as it came (raw), under (device, seq), for ever
    conflicts  records that came under a number already taken, and were different
    console    what else came over the line
    games      numbers the games of all devices in the order they were first heard of
    game_list  a view: each game with its result, derived from the records
"""

from __future__ import annotations

import sqlite3

# "O3gm": tells our files from other programs' (PRAGMA application_id).
APPLICATION_ID = 0x4F33676D

_FIRST = (
    """CREATE TABLE devices (
        dev TEXT PRIMARY KEY,
        fw TEXT NOT NULL,
        py TEXT NOT NULL,
        boot INTEGER NOT NULL,
        heard_at INTEGER NOT NULL  -- milliseconds since 1970, this computer's clock; so everywhere below
    ) WITHOUT ROWID""",
    """CREATE TABLE records (
        dev TEXT NOT NULL,
        seq INTEGER NOT NULL,
        boot INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        g INTEGER,
        raw BLOB NOT NULL,
        heard_at INTEGER NOT NULL,
        PRIMARY KEY (dev, seq)
    ) WITHOUT ROWID""",
    "CREATE INDEX records_of_game ON records (dev, g, kind) WHERE g IS NOT NULL",
    """CREATE TABLE conflicts (
        dev TEXT NOT NULL,
        seq INTEGER NOT NULL,
        raw BLOB NOT NULL,
        heard_at INTEGER NOT NULL,
        PRIMARY KEY (dev, seq, raw)
    ) WITHOUT ROWID""",
    "CREATE TABLE console (id INTEGER PRIMARY KEY, dev TEXT, text BLOB NOT NULL, heard_at INTEGER NOT NULL)",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, dev TEXT NOT NULL, g INTEGER NOT NULL, UNIQUE (dev, g))",
    """CREATE VIEW game_list AS
        SELECT games.id, games.dev, games.g,
            json_extract(CAST(opening.raw AS TEXT), '$.game') AS game,
            json_extract(CAST(opening.raw AS TEXT), '$.players') AS players,
            json_extract(CAST(opening.raw AS TEXT), '$.opt') AS options,
            opening.heard_at AS heard_at,
            (SELECT COUNT(*) FROM records AS move
                WHERE move.dev = games.dev AND move.g = games.g AND move.kind = 'move') AS moves,
            ending.kind AS ending,
            json_extract(CAST(ending.raw AS TEXT), '$.scores') AS scores,
            json_extract(CAST(ending.raw AS TEXT), '$.rank') AS places
        FROM games
        LEFT JOIN records AS opening
            ON opening.dev = games.dev AND opening.g = games.g AND opening.kind = 'start'
        LEFT JOIN records AS ending
            ON ending.dev = games.dev AND ending.g = games.g AND ending.kind IN ('end', 'stop')
        ORDER BY games.id""",
)

STEPS = (_FIRST,)


def version(db: sqlite3.Connection) -> int:
    """Return how many steps the database has behind it."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def migrate(db: sqlite3.Connection) -> None:
    """Take the steps that are missing, each in a transaction of its own. `db` is in autocommit mode."""
    for step in range(version(db), len(STEPS)):
        db.execute("BEGIN IMMEDIATE")
        try:
            if version(db) == step:  # another program may have taken it while we waited
                for statement in STEPS[step]:
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {step + 1}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
