"""Crossing Heroes with a card file on the emulated Pico: it fits in the memory, and the first turns are right."""

import pytest

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host import cards
from onthree_host.boards.pico import PicoBoard
from onthree_host.store import Store
from tests.board.crowd import Desk
from tests.board.heroes import HeroesWithCards

LEAST_FREE = 55 * 1024  # bytes of heap, with the deck and the whole game loaded


@pytest.mark.pico
@pytest.mark.slow
def test_the_first_turns_with_invented_cards_leave_room_in_memory(tmp_path):
    data = cards.parse(cards.example("heroes"))
    cards.keep(data)
    files = {"journal/settings": b"auto_ms=0\n", "journal/heroes.cards": cards.compile(data)}
    with PicoBoard(files=files, pods=2, seed=3) as board, Store.open(tmp_path / "games.db") as store:
        crowd = HeroesWithCards(Desk(board, store), range(2), seed=3)
        crowd.sit_down()
        assert "cards=" in crowd.desk.last("start")["opt"]
        while crowd.state.turn < 2:
            crowd.asked()
            seat = crowd.state.current()
            crowd.enter(seat, crowd.offers(seat)[0])
        board.port.write(frame(message(FROM_PC, "status")))
        crowd.desk.listen(lambda: crowd.desk.answers and crowd.desk.answers[-1].kind == "status", what="its status")
        status = crowd.desk.answers[-1].members
        print(f"{status['heap']} bytes free")
        assert status["heap"] >= LEAST_FREE
        seat = crowd.state.current()
        crowd.shows(1 - seat, "A cards")
        crowd.tap(1 - seat, "A")
        crowd.shows(1 - seat, "Trial 1 of 1")
        assert not board.machine.resets
        assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
