"""The power goes at any moment of a game: nothing acknowledged is lost, the game goes on, and the log is whole."""

import random

import pytest

from onthree_host.boards.errors import PowerLost
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from onthree_host.verify import verify_log
from tests.board.crowd import Desk, Restless


def live(desk, crowd, cuts, cut):
    """Play on while `cut(board)` arranges `cuts` power cuts, one after the other; then to the end of a game."""
    board = desk.board
    done = 0
    cut(board)
    games = None
    while games is None or crowd.finished < games:
        try:
            crowd.act()
        except PowerLost:
            done += 1
            while not board.powered:
                if done < cuts:
                    cut(board)
                try:
                    board.power_on()
                    desk.plug()
                except PowerLost:
                    done += 1
        if done >= cuts and games is None:
            games = crowd.finished + 1


def check(desk, store):
    """The store has every record once and in order, all games are right, and each went on to its end."""
    desk.listen_for(1)
    assert store.conflicts() == []
    verdicts = list(verify_log(store.records()))
    assert [verdict.reason for verdict in verdicts if not verdict.ok] == []
    assert [record["text"] for record in desk.records if record["k"] == "fault" and "stuck" not in record["text"]] == []
    # A game that had begun was played to its end, except the one that may be running now.
    assert all(verdict.ending == "ended" for verdict in verdicts[:-1] if verdict.turns)
    return verdicts


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_firmware_is_killed_at_seventy_moments_and_goes_on(tmp_path, seed):
    rng = random.Random(seed)

    def cut(board):
        board.kill_at(board.rpcs + rng.choice([rng.randrange(5, 1000), rng.randrange(500, 6000)]))

    with UnixBoard(seed=seed) as board, Store.open(tmp_path / "log.db") as store:
        desk = Desk(board, store)
        live(desk, Restless(desk, range(2 + seed), seed), 70, cut)
        verdicts = check(desk, store)
        assert any(verdict.ending == "ended" and verdict.turns > 5 for verdict in verdicts)


def test_the_power_goes_at_operations_of_the_flash_whole_and_torn(tmp_path):
    rng = random.Random(4)

    def cut(board):
        board.cut_at_op(rng.randrange(1, 40), torn=rng.random() < 0.5)

    with UnixBoard(seed=4) as board, Store.open(tmp_path / "log.db") as store:
        desk = Desk(board, store)
        live(desk, Restless(desk, range(6), 4), 40, cut)
        check(desk, store)
