"""`onthree export`: records or games for other programs."""

from __future__ import annotations

import argparse
import sys

from onthree_host.cli._common import add_command, add_db, open_for_reading
from onthree_host.errors import UsageError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "export",
        "write records (JSON, one a line, just as they came) or the list of games (CSV)",
        "onthree export records -o log.jsonl\nonthree export games > games.csv",
    )
    parser.add_argument("what", metavar="WHAT", choices=("records", "games"), help="'records' or 'games'")
    parser.add_argument("--game", metavar="GAME", help="only this game: a number from 'onthree games', or 'last'")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="the file to write (otherwise stdout)")
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    """Write them."""
    from onthree_host import reports

    with open_for_reading(args.db) as store:
        row = None if args.game is None else store.game(args.game)
        if args.what == "games":
            data = reports.games_csv(store.games() if row is None else [row]).encode()
        else:
            records = store.records() if row is None else store.game_records(row.dev, row.g)
            data = b"".join(raw + b"\n" for raw in records)
    if args.output == "-":
        sys.stdout.buffer.write(data)
        return 0
    try:
        with open(args.output, "wb") as file:
            file.write(data)
    except OSError as error:
        raise UsageError(f"The file {args.output} cannot be written: {error.strerror}.")
    return 0
