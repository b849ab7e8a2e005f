"""Draws hardware/pictures/table.png: hub and pods at a reveal in the middle of a game, as the firmware draws them.

    make picture                                # on the emulated Pico where a UF2 is found, else on the unix board
    make picture ARGS="--seed 9 -o other.png"

Bots play the game that the seed gives. Of its turns the one is taken whose pods show the most different things.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from PIL.Image import Image

from onthree_host.boards import uf2
from onthree_host.boards.base import Board
from onthree_host.boards.bots import Bots
from onthree_host.boards.sheet import draw_sheet

TARGET = Path(__file__).parent / "pictures" / "table.png"
SEATS = 6
SEED = 3
TURNS = range(4, 9)  # among which the best is chosen
_LOOK_S = 0.05
_SHOWN_S = 1.0  # after the third beat: the hub has its result, and nobody has gone on yet
_COLOURS = 128
_BOARDS = {
    "pico": "an emulated Pico running the official MicroPython",
    "unix": "a virtual board running the firmware's sources",
}


def build(kind: str, seed: int) -> Board:
    """Return a board with six pods."""
    if kind == "pico":
        from onthree_host.boards.pico import PicoBoard

        return PicoBoard(seed=seed, pods=SEATS)
    from onthree_host.boards.unix import UnixBoard

    return UnixBoard(seed=seed, pods=SEATS)


def reveals(board: Board, seed: int) -> Iterator[int]:
    """Let bots play on `board`; yield the number of each turn while its choices are on show."""
    Bots(board, range(SEATS), seed=seed).start()
    for turn in range(1, max(TURNS) + 1):
        _wait(board, True)
        _wait(board, False)
        board.run_for(_SHOWN_S)
        yield turn


def _wait(board: Board, lit: bool) -> None:
    """Let time pass until the count has lit all pods, or until it is over."""
    end = board.now_us + 120_000_000
    while board.pod(0).glass.lit != lit:
        if board.now_us > end:
            raise TimeoutError(f"the count is not to be seen; {board.describe()}")
        board.run_for(_LOOK_S)


def draw(kind: str, seed: int) -> Image:
    """Return the picture of the reveal with the most different pods."""
    best: tuple[int, Image] | None = None
    with build(kind, seed) as board:
        for turn in reveals(board, seed):
            if turn in TURNS:
                pods = [board.pod(seat).glass for seat in range(SEATS)]
                # A line of the hub is `4 T5 +2R`: the seat, where it points, what came of it.
                kinds = {line[2] for line in board.hub.text().split("\n")[1 : 1 + SEATS] if len(line) > 2}
                variety = SEATS * len(kinds) + len({glass.data for glass in pods})
                if best is None or variety > best[0]:
                    title = "The third beat: all choices appear at the same instant"
                    caption = f"Crossing with six bots, turn {turn}; the displays as driven by {_BOARDS[kind]}"
                    names = [f"Seat {seat + 1}" for seat in range(SEATS)]
                    best = variety, draw_sheet(board.hub.glass, pods, names, title, caption)
    assert best is not None
    return best[1]


def main() -> None:
    """Draw it and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", choices=tuple(_BOARDS), help="otherwise the emulated Pico where a UF2 is found")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    kind = args.board or ("pico" if uf2.find() else "unix")
    picture = draw(kind, args.seed)
    args.output.parent.mkdir(exist_ok=True)
    picture.quantize(_COLOURS).save(args.output, optimize=True)
    print(f"{args.output}: {picture.width} x {picture.height} pixels, from {_BOARDS[kind]}.")


if __name__ == "__main__":
    main()
