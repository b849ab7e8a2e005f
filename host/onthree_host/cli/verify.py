"""`onthree verify`: play the logged games again and check every record."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from onthree_host.cli._common import (
    add_cards,
    add_command,
    add_db,
    add_json,
    keep_cards,
    open_for_reading,
    print_json,
    read_bytes,
)
from onthree_host.errors import UsageError

if TYPE_CHECKING:
    from onthree_host.verify import Verdict


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "verify",
        "check that logged games are true: every move, draw and score",
        "onthree verify last\nonthree verify all --db games.db\nonthree verify --file log.jsonl",
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="all", help="a number from 'onthree games', 'last', or 'all' (usual)"
    )
    parser.add_argument("--file", metavar="FILE", help="check a file of records, one a line, instead ('-' is stdin)")
    add_cards(parser)
    add_db(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check; 0 if all is right, 1 if anything is wrong."""
    keep_cards(args)
    verdicts, conflicts = _of_file(args) if args.file is not None else _of_store(args)
    if args.json:
        print_json(
            {
                "ok": all(verdict.ok for _, verdict in verdicts) and not conflicts,
                "games": [{"id": number, **verdict.facts()} for number, verdict in verdicts],
                "conflicts": [{"dev": dev, "seq": seq} for dev, seq in conflicts],
            }
        )
    else:
        for number, verdict in verdicts:
            what = f" ({verdict.game}, {verdict.players} seats)" if verdict.game else ""
            print(f"game {number}{what}: {verdict.sentence()}")
        for dev, seq in conflicts:
            print(f"WRONG, record {seq} of device {dev}: it came a second time with other contents")
        right = sum(verdict.ok for _, verdict in verdicts)
        if len(verdicts) > 1:
            print(f"{right} of {len(verdicts)} games right")
    return 0 if all(verdict.ok for _, verdict in verdicts) and not conflicts else 1


def _of_file(args: argparse.Namespace) -> tuple[list[tuple[int, Verdict]], list[tuple[str, int]]]:
    from onthree_host.verify import verify_log

    if args.game != "all" or args.db is not None:
        raise UsageError("With --file every game in it is checked: leave out GAME and --db.")
    # A frame begins with RS on the line; a log that was captured there may still have it.
    lines = [line.strip(b"\x1e\r\n ") for line in read_bytes(args.file).split(b"\n")]
    records = [line for line in lines if line]
    if not records:
        raise UsageError(f"There are no records in {args.file}: 'onthree export records' writes such a file.")
    verdicts = list(enumerate(verify_log(records), 1))
    if not verdicts:
        raise UsageError(f"There is no game in {args.file} yet, only records of a device that was switched on.")
    return verdicts, []


def _of_store(args: argparse.Namespace) -> tuple[list[tuple[int, Verdict]], list[tuple[str, int]]]:
    from onthree_host.verify import verify_game, verify_log

    with open_for_reading(args.db) as store:
        if args.game == "all":
            numbers = {(row.dev, row.g): row.id for row in store.games()}
            found = [
                (numbers[verdict.dev, verdict.g], verdict)
                for dev in store.devices()
                for verdict in verify_log(store.records(dev))
                if verdict.g is not None
            ]
            if not found:
                raise UsageError(f"There are no games in {store.path} yet: 'onthree demo' plays one.")
            return sorted(found, key=lambda pair: pair[0]), store.conflicts()
        row = store.game(args.game)
        verdict = verify_game(store.game_records(row.dev, row.g), store.seq_after(row.dev, row.g))
        return [(row.id, verdict)], store.conflicts(row.dev)
