"""Every game that the rules know is known on the PC, too: pad, table, events."""

import pytest

from onthree.rules import registry
from onthree.rules.game import TERMINAL
from onthree_host import games
from onthree_host.errors import UsageError
from tests.host import logs


@pytest.mark.parametrize("name", registry.GAMES)
def test_every_game_has_what_the_pc_needs(name):
    game = games.load(name)
    for function in ("read_pad", "table", "events", "tell", "sum_up"):
        assert callable(getattr(game, function, None)), f"host/onthree_host/games/{name}.py needs {function}"


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_table_can_be_drawn_and_told_all_through_a_game(name):
    from onthree_host import decode
    from onthree_host.story import Teller

    log = logs.Log(9)
    players = registry.load(name).MAX_PLAYERS
    played = log.game(players, name=name)
    assert played.state.current() == TERMINAL
    teller = Teller()
    for raw in log.records:
        step = teller.tell(decode.record(raw))
        assert not step.wrong
        assert step.line()
        assert all(len(line) <= 120 for line in step.table)
    assert teller.match is not None
    assert teller.match.state.position() == played.state.position()


def test_a_game_that_is_none_is_named():
    with pytest.raises(UsageError, match="chess"):
        games.load("chess")


def test_the_table_of_crossing():
    _, state = registry.state_at(
        "crossing/1 players=3 turn=4 last=0 phase=choose bag=15.14.15.5 mushrooms=1.1.0.0/0.0.2.0 "
        "tiles=2.0.0.0/0.0.0.0/0.3.0.0 claimed=0.0.0.0/0.0.1.1/0.0.0.0 break=010"
    )
    assert games.load("crossing").table(state) == [
        "turn 4, 49 stones in the bag",
        "  mushrooms  M1 1R 1B   M2 2Y",
        "  seat 1     tile 2R               claimed -",
        "  seat 2     tile -                claimed 1Y 1W              on break",
        "  seat 3     tile 3B               claimed -",
    ]
