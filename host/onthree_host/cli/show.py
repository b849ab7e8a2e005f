"""`onthree show`: one game, turn by turn."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_cards, add_command, add_db, add_json, keep_cards, open_for_reading, print_json
from onthree_host.errors import UsageError

if TYPE_CHECKING:
    from onthree_host.store import GameRow
    from onthree_host.story import Step, Teller


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers, "show", "tell a game turn by turn", "onthree show last\nonthree show 12 --position 4"
    )
    parser.add_argument("game", metavar="GAME", help="a number from 'onthree games', or 'last'")
    parser.add_argument(
        "--position", metavar="TURN", help="print the position at the start of this turn, for 'onthree resolve'"
    )
    add_cards(parser)
    add_db(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tell the game; 1 if its log is wrong at some place."""
    from onthree_host import decode
    from onthree_host.story import Teller

    keep_cards(args)
    with open_for_reading(args.db) as store:
        row = store.game(args.game)
        records = [decode.members(raw) for raw in store.game_records(row.dev, row.g)]
    teller = Teller()
    steps = [teller.tell(found) for found in records]
    if args.position is not None:
        return _position(steps, args.position)
    if args.json:
        print_json(_facts(row, steps))
    else:
        _tell(steps, teller)
    return int(any(step.wrong for step in steps))


def _position(steps: list[Step], turn: str) -> int:
    moves = [step for step in steps if step.members["k"] == "move" and step.before]
    for step in moves:
        if str(step.turn) == turn:
            print(step.before)
            return 0
    last = moves[-1].turn if moves else 0
    raise UsageError(f"There is no turn {turn}: this game has turns 1 to {last}." if last else "No turn was played.")


def _facts(row: GameRow, steps: list[Step]) -> dict[str, object]:
    from onthree_host import reports

    told = [
        {
            "seq": step.members["seq"],
            "kind": step.members["k"],
            "turn": step.turn,
            "words": step.members.get("a") or step.members.get("x") or "",
            "before": step.before,
            "after": step.after,
            "events": step.events,
        }
        for step in steps
        if step.members["k"] in ("draw", "move", "undo")
    ]
    return {**reports.facts(row), "steps": told}


def _say(seat: int, sentences: list[str]) -> None:
    """Print what a seat did one after the other, in as few lines as it takes."""
    from onthree_host.story import together

    print("\n".join(textwrap.wrap(together(seat, sentences), 110, initial_indent="  ", subsequent_indent="      ")))


def _tell(steps: list[Step], teller: Teller) -> None:
    from onthree.rules import registry
    from onthree_host import games

    shown = None  # the turn whose table was shown last: again when there is another, or something was drawn
    said: list[str] = []  # what `seat` has done since
    seat = 0
    for step in steps:
        moves = step.members["k"] == "move" and not step.wrong
        again = moves and step.table and (step.turn != shown or len(step.table) == 1)
        alone = moves and all(sentence.startswith(f"seat {step.members['seat']} ") for sentence in step.says)
        if said and (again or not alone or step.members["seat"] != seat):
            _say(seat, said)
            said = []
        if step.members["k"] == "draw":
            shown = None
        elif again:
            print()
            print("\n".join(step.table))
            shown = step.turn
        if alone and step.table:
            seat = step.members["seat"]
            said += step.says
        else:
            for sentence in step.says:
                print("  " * bool(step.table) + sentence)
    if said:
        _say(seat, said)
    match = teller.match
    if match is None:
        return
    print()
    print("\n".join(games.load(match.game.NAME).table(match.state)))
    if match.game.NAME in registry.TOOLS:
        return
    for seat, (points, place) in enumerate(zip(match.state.scores(), match.state.ranking(), strict=True)):
        parts = " + ".join(f"{worth} {name}" for name, worth in match.state.breakdown(seat))
        print(f"  seat {seat + 1}: {points} points ({parts}), place {place}")
