"""`onthree score`: add up a score pad."""

from __future__ import annotations

import argparse
import json

from onthree_host.cli._common import add_command, add_json, columns, print_json, read_text
from onthree_host.errors import UsageError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "score",
        "add up a score pad (JSON)",
        """echo '{"players": [{"red": 3, "blue": 2, "yellow": 4, "white": 1}]}' | onthree score crossing -
onthree score crossing pad.json --json""",
    )
    parser.add_argument("game", metavar="GAME", help="the game, such as crossing")
    parser.add_argument("pad", metavar="FILE", help="the pad, or '-' for stdin")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Add it up."""
    from onthree_host import games

    game = games.load(args.game)
    try:
        pad = json.loads(read_text(args.pad))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The pad is not JSON: {error}.")
    if not isinstance(pad, dict):
        raise UsageError('The pad is an object, such as {"players": [...]}.')
    result = game.read_pad(pad)
    if args.json:
        facts = {"scores": result.scores, "ranking": result.ranking, "breakdown": result.breakdown}
        print_json(facts | result.facts)
        return 0
    table = [["player", "points", "place", "made of"]]
    for i, (score, place, parts) in enumerate(zip(result.scores, result.ranking, result.breakdown, strict=True)):
        made = " + ".join(f"{worth} {name}" for name, worth in parts.items())
        table.append([str(i + 1), str(score), str(place), f"({made})"])
    print("\n".join(columns(table) + result.lines))
    return 0
