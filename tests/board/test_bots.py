"""Bots on the real firmware: they press buttons, and games come to their end."""

import pytest

from onthree_host.boards.bots import Bots
from onthree_host.boards.errors import PowerLost
from onthree_host.boards.sheet import table_sheet
from onthree_host.boards.unix import UnixBoard


def final(board):
    """Return [(place, seat, score)] from the hub's last page."""
    lines = [line.split() for line in board.hub.text().split("\n") if "seat" in line]
    return [(int(place.rstrip(".")), int(seat), int(score)) for place, _, seat, score in lines]


@pytest.mark.parametrize("players", [3, 6])
def test_bots_play_a_game_to_its_end(players):
    with UnixBoard(pods=players) as board:
        bots = Bots(board, range(players), seed=players, hurry=True)
        bots.play(900)
        found = final(board)
        assert sorted(seat for _, seat, _ in found) == list(range(1, players + 1))
        assert [score for _, _, score in found] == sorted((score for _, _, score in found), reverse=True)
        assert sum(score for _, _, score in found) > 20
        assert len(board.beeps) > 30
        assert board.fifo.blocked == 0


def played(seed, seconds):
    with UnixBoard(pods=4, seed=5) as board:
        bots = Bots(board, range(4), seed=seed)
        bots.start()
        board.run_for(seconds)
        return board.rpcs, bytes(board.flash.image), board.hub.glass, [board.pod(s).history() for s in range(4)]


def test_the_same_people_play_the_same_game():
    first = played(1, 30)
    assert first == played(1, 30)
    assert first[1] != played(2, 30)[1]


def test_they_play_another_game_and_may_sit_at_any_pods():
    with UnixBoard() as board:
        bots = Bots(board, [1, 3, 5], seed=2, games=2, hurry=True)
        bots.play(1800)
        assert bots.finished == 2
        assert board.pod(0).glass.dark


def test_they_go_on_after_the_power_was_cut():
    with UnixBoard(pods=3) as board:
        bots = Bots(board, range(3), seed=4, hurry=True)
        bots.start()
        cuts = 0
        for rpc in range(1_500, 9_000, 1_500):
            board.kill_at(rpc)
            try:
                bots.play(900)
                break
            except PowerLost:
                cuts += 1
                board.run_for(0.5)
                board.power_on()
        board.kill_at(None)
        bots.play(900)
        assert cuts >= 2
        assert board.boots == cuts + 1
        assert len(final(board)) == 3


def test_the_table_can_be_drawn_in_mid_game(tmp_path):
    image = pytest.importorskip("PIL.Image")
    with UnixBoard(pods=4) as board:
        Bots(board, range(4), seed=3).start()
        board.run_for(45)
        table_sheet(board, tmp_path / "table.png", "On Three")
    with image.open(tmp_path / "table.png") as sheet:
        assert sheet.size[0] > 900
        assert len(sheet.getcolors(1 << 20)) > 10


def test_hub_a_held_at_power_on_opens_the_repl():
    with UnixBoard(start=False) as board:
        board.hold_hub("A")
        board.power_on()
        board.run_for(1)
        assert board.in_repl
        assert "REPL" in board.hub.words()


def test_they_press_nothing_twice_while_the_hub_s_display_hangs():
    """Else the second time they choose options in the menu, and sit down at a tool."""
    with UnixBoard(pods=3) as board:
        bots = Bots(board, range(3), seed=4, hurry=True, options="BA" * 8)
        bots.start()
        board.run_until_text(board.hub, "7 of 9", 10_000_000)
        board.run_for(0.5)
        board.hang_bus()
        board.run_for(0.3)
        board.hang_bus(False)
        board.run_until_text(board.hub, "Turn 1", 20_000_000)


def test_they_choose_the_options_again_when_the_power_was_cut_meanwhile():
    with UnixBoard() as board:
        bots = Bots(board, range(3), seed=4, hurry=True, options="A" * 5 + "BA" * 3)
        bots.start()
        board.run_until_text(board.hub, "2 of 9", 10_000_000)
        board.power_off()
        board.run_for(0.1)
        board.power_on()
        board.run_until_text(board.hub, "7 of 9", 10_000_000)
        board.run_until_text(board.hub, "Turn 1", 20_000_000)
