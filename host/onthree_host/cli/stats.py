"""`onthree stats`: wins and points over all games."""

from __future__ import annotations

import argparse

from onthree_host.cli._common import add_command, add_db, add_json, columns, open_for_reading, print_json


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(subparsers, "stats", "sum up wins and points over all games", "onthree stats")
    add_db(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Sum up."""
    from onthree_host import reports

    with open_for_reading(args.db) as store:
        groups = reports.stats(store.games())
    if args.json:
        print_json(groups)
        return 0
    if not groups:
        print("No games yet: 'onthree demo' plays one, 'onthree log' hears a device.")
        return 0
    table = [["game", "seats", "finished", "not", "mean points", "mean best", "highest", "wins by seat", "shared"]]
    for group in groups:
        numbers = [group[name] for name in ("mean_points", "mean_best", "highest")]
        table.append(
            [group["game"], str(group["players"]), str(group["finished"]), str(group["unfinished"])]
            + ["-" if number is None else str(number) for number in numbers]
            + [" ".join(map(str, group["wins_by_seat"])), str(group["shared_wins"])]
        )
    print("\n".join(columns(table)))
    return 0
