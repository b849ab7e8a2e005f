"""A whole game on a virtual board: bots read the displays and press the buttons, a recorder listens on the line.

What the bots press goes through the firmware like anybody's press, and what the PC stores comes over the line
as from any Pico. Time is the board's, so nobody waits for the counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from onthree_host.boards.base import Board
from onthree_host.boards.bots import Bots
from onthree_host.errors import BoardError
from onthree_host.link import Console, Recorded
from onthree_host.recorder import Recorder
from onthree_host.store import Store
from onthree_host.story import Step, Teller

_READ_SECONDS = 0.05  # simulated; how long the PC waits for bytes
_GAME_SECONDS = 3600  # simulated; no game lasts longer
_STORE_SECONDS = 2.0  # simulated; until the last record is stored and acknowledged


@dataclass(frozen=True)
class Played:
    """The game that was played: whose it is, and how often the firmware had to wait for the PC (never, it says)."""

    dev: str
    g: int
    waits: int


def identity(store: Store, seed: int) -> bytes:
    """Return the id (8 bytes) of the virtual device that plays game `seed`.

    The stones depend on it. A device that the store knows is not used again, for its flash does not outlive the
    demo and its records would begin anew; so a second game of one seed in the same store has other stones.
    """
    known = store.devices()
    for times in range(len(known) + 1):
        found = sha256(f"demo {seed} {times}".encode()).digest()[:8]
        if found.hex() not in known:
            return found
    raise AssertionError("one of them is not among the known ones")


def play(
    board: Board, store: Store, players: int, seed: int, heard: Callable[[Step], None], game: str = "crossing"
) -> Played:
    """Play one game to its end. `heard` is called with each step of the log, while the board shows it.

    BoardError if the firmware meets an error or does not come to the end.
    """
    port = board.port
    port.timeout = _READ_SECONDS
    recorder = Recorder(port, store)
    teller = Teller()
    bots = Bots(board, range(players), seed=seed, game=game)
    bots.start()
    ended: tuple[str, int] | None = None
    last_us = board.now_us + round(_GAME_SECONDS * 1e6)
    over = False  # the scores are in the log and on the hub
    while board.now_us < last_us:
        if ended and bots.all_played and not over:
            over = True
            last_us = board.now_us + round(_STORE_SECONDS * 1e6)
        for event in recorder.poll(board.now_us / 1e6):
            if isinstance(event, Console) and b"Traceback" in event.text:
                raise BoardError("The firmware met an error that it did not expect: please report it.")
            if isinstance(event, Recorded):
                heard(teller.tell(event.members))
                if event.heard.kind == "end" and event.heard.g is not None:
                    ended = event.heard.dev, event.heard.g
    bots.stop()
    recorder.close()
    if ended is None:
        raise BoardError(f"The game did not come to its end: {board.describe()}.")
    return Played(*ended, port.blocked)
