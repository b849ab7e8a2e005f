"""`onthree games`: the games in the database."""

from __future__ import annotations

import argparse

from onthree_host.cli._common import add_command, add_db, add_json, columns, open_for_reading, print_json


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(subparsers, "games", "list the games that were heard of", "onthree games")
    add_db(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the games; fine even if there are none."""
    from onthree_host import reports

    with open_for_reading(args.db) as store:
        rows = store.games()
    if args.json:
        print_json([reports.facts(row) for row in rows])
        return 0
    if not rows:
        print("No games yet: 'onthree demo' plays one, 'onthree log' hears a device.")
        return 0
    several = len({row.dev for row in rows}) > 1
    table = [["game", "of", "seats", "heard", "moves", "ending", "points", "won by"] + ["device"] * several]
    for row in rows:
        winners = " ".join(f"seat {seat}" for seat in reports.winners(row))
        cells = [str(row.id), row.game or "?", str(row.players or "?"), reports.when(row.heard_at), str(row.moves)]
        cells += [reports.ending(row), " ".join(map(str, row.scores)) or "-", winners or "-"]
        table.append(cells + [row.dev] * several)
    print("\n".join(columns(table)))
    return 0
