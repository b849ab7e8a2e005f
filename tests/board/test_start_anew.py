"""After a game the app starts anew, with its memory in one piece: players see the menu, the PC a gap of a second."""

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import TAP_MS, Crowd, Desk

SECOND = 1_000_000


@pytest.fixture
def crowd(tmp_path):
    """Three players at their first turn of Crossing, and a PC that listens."""
    with UnixBoard() as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(3))
        crowd.sit_down()
        yield crowd


def give_up(crowd):
    """Stop the game under way, with a hand that stays on the button."""
    crowd.board.hub_press("B", 900)
    crowd.says("Stop this game?")
    crowd.board.hub_press("A", 400)


def test_who_gives_up_a_game_is_in_the_menu_where_it_was(crowd):
    crowd.turn()
    hub = crowd.board.hub
    give_up(crowd)
    crowd.board.run_until(lambda: crowd.board.boots == 2)
    crowd.board.run_for(0.6)
    assert "Crossing 3 to 6" in hub.words()
    assert "C open" in hub.words()
    assert all(crowd.board.pod(pod).glass.dark for pod in range(6))
    # The hand on A meant neither the REPL nor another entry of the menu, and is no stuck button.
    assert not crowd.board.in_repl
    crowd.hub("A", 0.6)
    assert "Criss Cross" in hub.words()


def test_the_log_goes_on_without_a_gap_for_a_pc_that_follows(crowd):
    crowd.turn()
    give_up(crowd)
    crowd.desk.listen(lambda: "boot" in crowd.desk.kinds()[1:], 5, "the second boot in the log")
    stop, boot = crowd.desk.records[-2:]
    assert (stop["k"], boot["k"], boot["why"]) == ("stop", "boot", "menu")
    assert (boot["seq"], boot["boot"]) == (stop["seq"] + 1, stop["boot"] + 1)
    assert boot["ms"] > stop["ms"]
    assert [crowd.desk.hellos[0].boot, crowd.desk.hellos[-1].boot] == [1, 2]
    assert not crowd.desk.port.gone  # USB never went away
    # ... and the next game, another one, is played to its end in the same log.
    crowd.sit_down()
    crowd.play()
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True, True]
    assert [record["k"] for record in crowd.desk.records if record["k"] == "fault"] == []
    crowd.board.hub_press("B", TAP_MS)
    crowd.desk.listen(lambda: crowd.board.boots == 3, 5, "the menu after the scores")
    crowd.says("C open")


def test_who_leaves_before_anybody_has_joined_starts_anew_too(crowd):
    give_up(crowd)
    crowd.turn_to("Dice")
    crowd.hub("C")
    crowd.hub("C")
    crowd.says("nobody yet")
    crowd.hub("B", 1.0)
    assert crowd.board.boots == 3
    assert "Dice" in crowd.board.hub.words()


def test_a_missing_pod_and_a_stuck_button_are_told_at_power_on_and_not_after_every_game(tmp_path):
    with UnixBoard(start=False) as board, Store.open(tmp_path / "log.db") as store:
        board.unplug(5)
        board.stick(4, "B")
        board.power_on()
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(3))
        crowd.says("C open")
        crowd.sit_down()
        give_up(crowd)
        board.run_until(lambda: board.boots == 2)
        board.run_until_text(board.hub, "C open", SECOND)
        crowd.desk.listen_for(3)
        faults = [record["text"] for record in crowd.desk.records if record["k"] == "fault"]
        assert len(faults) == 2, faults


REFUSING = """
from device.journal import Journal

flush = Journal.flush
refusals = [3]  # when the game is stopped, when the menu is wanted, and in the menu


def refuse(self, ahead=False):
    if refusals[0] and any(b'"k":"stop"' in frame for frame in self._pending):
        refusals[0] -= 1
        return False
    return flush(self, ahead)


Journal.flush = refuse
"""


def test_while_the_flash_refuses_records_nothing_starts_anew_and_nothing_is_lost(tmp_path, root):
    main = tmp_path / "main.py"
    source = (root / "firmware" / "main.py").read_text()
    main.write_text(source.removesuffix("main()\n") + REFUSING + "\nmain()\n")
    with UnixBoard(main=main) as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(3))
        crowd.sit_down()
        give_up(crowd)
        crowd.says("C open")
        crowd.desk.listen_for(1)
        assert "stop" not in crowd.desk.kinds()  # in memory only, so it stays
        assert board.boots == 1
        crowd.sit_down()
        assert "stop" in crowd.desk.kinds()  # written with the next game's first records
        give_up(crowd)
        crowd.desk.listen(lambda: board.boots == 2)
        crowd.desk.listen_for(3)
        verdicts = crowd.desk.verdicts()
        assert [(verdict.ok, verdict.ending) for verdict in verdicts] == [(True, "stopped"), (True, "stopped")]
