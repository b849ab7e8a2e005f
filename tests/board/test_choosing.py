"""What a press costs while people choose: only what differs is drawn and sent, and it looks as if all had been."""

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Crowd, Desk
from tests.board.test_secrecy import change_settings

MUX_AND_HEADERS = 1 + 4 * 8  # a choice is four rows of the display's memory high; a transfer begins with 8 bytes


@pytest.fixture(params=[()])
def crowd(request, tmp_path):
    """Four people who are asked what to take; the parameter is what change_settings() takes."""
    with UnixBoard() as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(4), seed=3)
        if request.param:
            change_settings(crowd, request.param)
        crowd.sit_down()
        crowd.play(1)
        crowd.choosing()
        assert not crowd.state.sitting
        yield crowd


def press(crowd, button):
    """Press a button of pod 2; return the bytes on the bus for it."""
    board = crowd.board
    crowd.desk.listen_for(0.2)
    before = board.parts.bus.bytes
    board.press(1, button, 25)
    board.run_for_us(20_000)
    return board.parts.bus.bytes - before


def drawn_anew(crowd):
    """Have all pods drawn from scratch; return what pod 2 shows."""
    crowd.board.hold_hub("B")
    crowd.says("Stop")
    crowd.board.hold_hub("B", False)
    crowd.hub("C")  # no, go on
    return crowd.board.pod(1).glass.data


def test_another_choice_looks_as_if_the_pod_were_drawn_from_scratch(crowd):
    for button in "AABCBBBACCB":  # mushrooms, then a tile, protect, tiles, a mushroom, protect, nothing, a tile
        press(crowd, button)
        crowd.desk.listen_for(0.2)
        shown = crowd.board.pod(1).glass.data
        assert drawn_anew(crowd) == shown


@pytest.mark.parametrize("crowd", [(0, 0, 1)], ids=["hidden after a second"], indirect=True)
def test_a_choice_that_was_hidden_is_drawn_whole_when_it_changes(crowd):
    press(crowd, "A")
    crowd.desk.listen_for(1.5)
    assert "chosen" in crowd.board.pod(1).words()
    press(crowd, "A")
    shown = crowd.board.pod(1).glass.data
    assert "chosen" not in crowd.board.pod(1).words()
    press(crowd, "B")
    press(crowd, "A")
    press(crowd, "A")
    assert crowd.board.pod(1).glass.data == shown  # the second mushroom, another way


def test_of_another_number_only_the_number_is_sent(crowd):
    press(crowd, "A")
    for button in "AAA":
        assert 0 < press(crowd, button) <= MUX_AND_HEADERS + 4 * 32  # of a number 32 pixels square
