"""Whole games of Crossing: people press buttons, the firmware plays, the PC logs and checks."""

import pytest

from onthree.rules.game import TERMINAL
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Crowd, Desk


@pytest.fixture
def desk(tmp_path):
    """A board with a PC that listens."""
    with UnixBoard() as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        yield Desk(board, store)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_game_is_played_logged_and_verified(desk, players):
    crowd = Crowd(desk, range(players), seed=players)
    crowd.sit_down()
    crowd.play()
    assert crowd.state.current() == TERMINAL
    scores = desk.last("end")["scores"]
    assert scores == " ".join(str(score) for score in crowd.state.scores())
    verdicts = desk.verdicts()
    assert [verdict.ok for verdict in verdicts] == [True]
    assert desk.port.blocked == 0
