"""A press that changes what a pod offers draws only what differs, and it looks as if all had been drawn."""

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Crowd, Desk
from tests.board.crystals import Crystals
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


def drawn_anew(crowd, pod=1):
    """Have all pods drawn from scratch; return what a pod shows."""
    crowd.board.hold_hub("B")
    crowd.says("Stop")
    crowd.board.hold_hub("B", False)
    crowd.hub("C")  # no, go on
    return crowd.board.pod(pod).glass.data


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


@pytest.mark.parametrize("players", [2, 4])
def test_another_pile_or_step_looks_as_if_the_pod_were_drawn_from_scratch(tmp_path, players):
    with UnixBoard() as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        crowd = Crystals(Desk(board, store), range(players), seed=5)
        crowd.sit_down()
        crowd.play("choose")
        phases = []
        for _ in range(4):
            phases.append(crowd.phase)
            seat = crowd.asked()[0]
            for button in "AABA":
                crowd.tap(seat, button)
                crowd.desk.listen_for(0.2)
                shown = board.pod(seat).glass.data
                assert drawn_anew(crowd, seat) == shown
            crowd.tap(seat, "C")
            crowd.desk.listen_for(0.5)
        assert phases[:2] == ["choose", "walk"]
