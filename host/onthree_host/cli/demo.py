"""`onthree demo`: a whole game on a virtual board, logged and verified."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_command, add_db, open_for_writing
from onthree_host.errors import BoardError, UsageError

if TYPE_CHECKING:
    from onthree_host.boards.base import Board, Panel
    from onthree_host.story import Step

_SHOWN_TURN = 4  # the reveal of which the displays are printed
_COLUMNS = 16  # letters in a line of a display
_PICTURE = "\N{WHITE SQUARE}"  # what a display's text has where something else than a letter is drawn
_ENOUGH = 6  # lit pixels of 16 that fill a quarter of a cell
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # bit 0 upper left, 1 upper right, 2 lower left, 3 lower right


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "demo",
        "play a game on a virtual board: bots press the buttons, the log is verified",
        "onthree demo\nonthree demo --game crisscross --players 2\nonthree demo --players 6 --seed 7 --db demo.db\n"
        "onthree cards example heroes > cards.json; onthree demo --game heroes --cards cards.json\n"
        "onthree demo --board pico",
    )
    parser.add_argument(
        "--game", default="crossing", metavar="GAME", help="crossing (usual), crisscross, crystalla or heroes"
    )
    parser.add_argument(
        "--cards", type=Path, metavar="FILE", help="a card file of crystalla or heroes: then the device deals the cards"
    )
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats (usually 4)")
    parser.add_argument("--seed", type=int, metavar="N", help="play the game that this number gives, not a random one")
    parser.add_argument(
        "--board",
        choices=("unix", "pico"),
        default="unix",
        help="what runs the firmware: MicroPython on this computer (usual), or an emulated Pico (minutes, not seconds)",
    )
    parser.add_argument(
        "--uf2", metavar="FILE", help="MicroPython's UF2 for the emulated Pico (otherwise it is fetched)"
    )
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    """Play; 0 if the game was played to its end and its log is right."""
    import random

    from onthree.rules import registry
    from onthree_host import demo
    from onthree_host.boards.bots import GAMES
    from onthree_host.verify import ENDED, verify_game

    if args.game not in GAMES:
        raise UsageError(f"The bots play {', '.join(GAMES)}, not {args.game}.")
    rules = registry.load(args.game)
    if not rules.MIN_PLAYERS <= args.players <= rules.MAX_PLAYERS:
        numbers = f"{rules.MIN_PLAYERS} to {rules.MAX_PLAYERS}"
        raise UsageError(f"{args.game.capitalize()} is for {numbers} players, not {args.players}.")
    if args.uf2 is not None and args.board != "pico":
        raise UsageError("Only the emulated Pico needs a UF2: add --board pico, or leave out --uf2.")
    if args.uf2 is not None and not os.path.isfile(args.uf2):
        raise UsageError(f"There is no file {args.uf2}: --uf2 names MicroPython's UF2 for the Pico.")
    packed = _cards(args)
    seed = random.randrange(1_000_000) if args.seed is None else args.seed
    began = time.monotonic()
    with open_for_writing(args.db) as store:
        with _board(args, seed, demo.identity(store, seed), packed) as board:
            print(f"A virtual table with the real firmware, {args.players} bots, seed {seed}.", flush=True)
            printer = Printer(board, args.players, args.quiet, getattr(rules, "OPEN", False))
            played = demo.play(board, store, args.players, seed, printer.heard, args.game)
            printer.displays("The displays at the end:")
            minutes = board.now_us / 60e6
        verdict = verify_game(store.game_records(played.dev, played.g))
        number = store.game("last").id
    for seat, (points, place) in enumerate(zip(verdict.scores, verdict.places, strict=True)):
        print(f"  seat {seat + 1}: {points} points, place {place}")
    print(f"\nGame {number} {verdict.sentence()}.")
    print(f"{minutes:.0f} minutes at the table took {time.monotonic() - began:.1f} s. The log is in {store.path}.")
    if played.waits:
        print(f"The firmware had to wait for the PC {played.waits} times, which must never be.")
    where = "" if args.db is None else f" --db {args.db}"
    print(f"Next: 'onthree show last{where}' tells the game, 'onthree log' listens to a Pico.")
    return 0 if verdict.ok and verdict.ending == ENDED and not played.waits else 1


def _cards(args: argparse.Namespace) -> dict[str, bytes]:
    """Return the card file of `--cards` as the device keeps it, by file name, and hand it to the rules; {} for none."""
    from onthree_host import cards

    if args.cards is None:
        return {}
    data = cards.read(args.cards)
    if data["game"] != args.game:
        raise UsageError(f"The cards in {args.cards} are for {data['game']}: add --game {data['game']}.")
    cards.keep(data)
    return {f"{args.game}.cards": cards.compile(data)}


def _board(args: argparse.Namespace, seed: int, identity: bytes, files: dict[str, bytes]) -> Board:
    """Return the board that the user asked for, running, with `files` beside its journal."""
    if args.board == "unix":
        from onthree_host.boards.unix import UnixBoard

        board = UnixBoard(seed=seed, device_id=identity, start=False)
        for name, data in files.items():
            board.flash.put(name, data)
        board.power_on()
        return board
    from onthree_host.boards import uf2

    path = uf2.get(args.uf2, progress=_progress)
    try:
        from onthree_host.boards.pico import PicoBoard
    except ImportError:
        raise BoardError("The emulator is not installed: pip install 'onthree[pico]' brings it.")
    beside = {f"journal/{name}": data for name, data in files.items()}
    return PicoBoard(seed=seed, uf2=path, unique_id=identity, files=beside)


def _progress(done: int, total: int) -> None:
    """Show how far the download is, in one line that is drawn over."""
    end = "\n" if done >= total else "\r"
    bar = "#" * (30 * done // total)
    print(f"Fetching MicroPython  [{bar:30}] {100 * done // total} %", end=end, file=sys.stderr, flush=True)


class Printer:
    """Prints a demo as it goes."""

    def __init__(self, board: Board, players: int, quiet: bool, open_choices: bool = False) -> None:
        self._board = board
        self._players = players
        self._quiet = quiet
        self._open = open_choices  # then what is drawn is all that a turn has
        self._draws = 0

    def heard(self, step: Step) -> None:
        """Print a step of the log, and the displays at one of the reveals."""
        drawn = step.members["k"] == "draw"
        if self._quiet or (drawn and not self._open):
            return
        print(step.line(), flush=True)
        self._draws += drawn
        if drawn and self._draws == _SHOWN_TURN:
            self.displays(f"The displays at roll {self._draws}:")
        if step.turn == _SHOWN_TURN and step.events:
            self.displays(f"The displays at the reveal of turn {step.turn}:")

    def displays(self, title: str) -> None:
        """Print what hub and pods show now."""
        if self._quiet:
            return
        print(f"\n{title}")
        print("\n".join(framed([("hub", self._board.hub)])))
        pods = [(f"pod {seat + 1}", self._board.pod(seat)) for seat in range(self._players)]
        for at in range(0, len(pods), 4):
            print("\n".join(framed(pods[at : at + 4])))
        print(flush=True)


def framed(panels: list[tuple[str, Panel]]) -> list[str]:
    """Return displays side by side as lines of text, each in a frame with its name."""
    lines = ["  ".join(f"+-{name:-<{_COLUMNS - 1}}+" for name, _ in panels)]
    for row in zip(*[drawn(panel) for _, panel in panels], strict=True):
        lines.append("  ".join(f"|{text}|" for text in row))
    return ["  " + line for line in [*lines, "  ".join(["+" + "-" * _COLUMNS + "+"] * len(panels))]]


def drawn(panel: Panel) -> list[str]:
    """Return a display as eight lines: letters as such, and of pictures a block for each quarter of a cell."""
    lines = [line.ljust(_COLUMNS)[:_COLUMNS] for line in panel.text().split("\n")]
    rows = panel.picture()
    for y, line in enumerate(lines):
        if _PICTURE in line:
            # An underscore beside a picture is a part of it that happens to look like one.
            cells = [_block(rows, x, y) if letter in (_PICTURE, "_") else letter for x, letter in enumerate(line)]
            lines[y] = "".join(cells)
    return lines


def _block(rows: list[str], x: int, y: int) -> str:
    """Return the character whose quarters are filled as those of the 8x8 cell at column `x`, line `y`."""
    quarters = 0
    for i, (dy, dx) in enumerate(((0, 0), (0, 4), (4, 0), (4, 4))):
        part = [row[8 * x + dx : 8 * x + dx + 4] for row in rows[8 * y + dy : 8 * y + dy + 4]]
        quarters |= (sum(line.count("#") for line in part) >= _ENOUGH) << i
    return _QUARTERS[quarters]
