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
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="+",
        help="one word a seat, such as 'M1 T1 P', or one seat's steps: 'a1: b1=2 b2=1'",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Apply the choices and tell what they did, before any refill or other draw."""
    from onthree.rules import registry
    from onthree.rules.game import RuleError
    from onthree_host import games

    position, moves = _apart(args.position, " ".join(args.moves).split())
    try:
        module, state = registry.state_at(position)
        _apply(state, moves, getattr(module, "OPEN", False))
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


def _apart(position: str, moves: list[str]) -> tuple[str, list[str]]:
    """Return position and moves. Whoever forgets the quotes has the position's words among the moves."""
    words = position.split()
    while len(position.split()) == 1 and moves and len(moves[0].partition("=")[0]) > 2 and "=" in moves[0]:
        words.append(moves.pop(0))
    return " ".join(words), moves


def _apply(state: State, moves: list[str], open_choices: bool) -> None:
    """Apply one word a seat, or the words of the seat whose turn it is, one after the other.

    `open_choices`: seats that choose together need not wait for one another, so some may stay out with `-`.
    """
    from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL

    seat = state.current()
    if seat == TERMINAL:
        raise UsageError("The game is over in this position, so nothing can be chosen.")
    if seat == CHANCE:
        raise UsageError("Nobody chooses in this position: the device draws first.")
    if seat != SIMULTANEOUS:
        _steps(state, seat, moves)
        return
    if state.players == 1:
        moves = [" ".join(moves)]  # a placement of Criss Cross may be written as two words
    if len(moves) != state.players:
        raise UsageError(
            f"The moves are one word for each of the {state.players} seats (- for none), not {len(moves)}."
        )
    actions = [NONE if word == "-" else state.parse_action(i, word) for i, word in enumerate(moves)]
    if not open_choices:
        state.apply_joint(actions)
        return
    if not any(actions):
        raise UsageError("Nobody enters anything: every word is -.")
    for i, action in enumerate(actions):
        if action != NONE:
            state.apply_by(i, action)


def _steps(state: State, seat: int, moves: list[str]) -> None:
    """Apply the words of one seat, one after the other, as long as it is its turn."""
    for word in moves:
        if state.current() != seat:
            raise UsageError(f"It is not the turn of seat {seat + 1} any more when it comes to {word}.")
        state.apply(state.parse_action(seat, word))
