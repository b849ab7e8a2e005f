"""`onthree resolve`: what happens when these choices appear in this position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_command, add_json, print_json
from onthree_host.errors import UsageError

if TYPE_CHECKING:
    from onthree.rules.game import State

_EXAMPLE = """onthree resolve "crossing/1 players=3 turn=4 last=0 phase=choose bag=14.14.16.5 \\
  mushrooms=1.0.1.0/0.1.1.0 tiles=2.0.0.1/0.3.0.0/1.0.0.0 \\
  claimed=0.0.0.0/0.0.0.0/0.0.0.0 break=000" "T2 T1 M1\""""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(subparsers, "resolve", "say what happens when choices appear in a position", _EXAMPLE)
    parser.add_argument("position", metavar="POSITION", help="one line, as 'onthree show GAME --position N' prints it")
    parser.add_argument("moves", metavar="MOVES", nargs="+", help="one word a seat, such as 'M1 T1 P'")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Apply the choices and tell what they did, before any refill or other draw."""
    from onthree.rules import registry
    from onthree.rules.game import RuleError
    from onthree_host import games

    # Whoever forgets the quotes has the position's words among the moves.
    words = " ".join([args.position, *args.moves]).split()
    position = " ".join(word for word in words if "=" in word or "/" in word)
    moves = [word for word in words if not ("=" in word or "/" in word)]
    try:
        module, state = registry.state_at(position)
        _apply(state, moves)
    except RuleError as error:
        raise UsageError(str(error))
    game = games.load(module.NAME)
    events = game.events(state)
    if args.json:
        print_json({"position": state.position(), "events": events})
        return 0
    for event in events:
        sentence = game.tell(event)
        print(sentence[0].upper() + sentence[1:] + ".")
    print(state.position())
    return 0


def _apply(state: State, moves: list[str]) -> None:
    """Apply one word a seat, or the one word of the seat whose turn it is."""
    from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL

    seat = state.current()
    if seat == TERMINAL:
        raise UsageError("The game is over in this position, so nothing can be chosen.")
    if seat == CHANCE:
        raise UsageError("Nobody chooses in this position: the device draws first.")
    needed = state.players if seat == SIMULTANEOUS else 1
    if len(moves) != needed:
        who = f"one word for each of the {needed} seats" if needed > 1 else f"one word, for seat {seat + 1}"
        raise UsageError(f"The moves are {who} (- for none), not {len(moves)}.")
    if seat != SIMULTANEOUS:
        state.apply(state.parse_action(seat, moves[0]))
        return
    state.apply_joint([NONE if word == "-" else state.parse_action(i, word) for i, word in enumerate(moves)])
