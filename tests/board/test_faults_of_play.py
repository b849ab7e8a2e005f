"""Players who press too late, too early, together or not at all, broken buttons, missing displays, a PC that sleeps."""

from pathlib import Path

import pytest

from onthree_host.boards.parts import BOUNCE_US
from tests.board.crowd import TAP_MS

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
SECOND = 1_000_000


def counted(crowd):
    """Press hub C and return the time of the third beat, when all choose and nothing else happens."""
    crowd.board.hub_press("C", TAP_MS)
    return crowd.board.now_us + 250_000 + 2 * 700_000


def revealed(crowd):
    crowd._reveal("the reveal")
    return crowd.desk.last("move")["a"]


# -- when a press counts ---------------------------------------------------------------------------------------
def test_a_press_counts_by_its_time_up_to_the_third_beat_and_not_after(table):
    crowd = table(4)
    crowd.tap(0, "A")
    crowd.tap(1, "A")
    crowd.tap(2, "A")
    crowd.tap(3, "A")
    crowd.desk.listen_for(0.5)
    third = counted(crowd)
    board = crowd.board
    board.press(0, "A", at_us=third - 20)  # in time: mushroom 2
    board.press(1, "A", at_us=third - 300_000)
    board.press(2, "A", at_us=third + 400)  # too late
    assert revealed(crowd) == "M2 M2 M1 M1"
    beep = next(beep for beep in board.beeps if beep.hz == 2093)
    shown = board.pod(2).first_shown(lambda glass: not glass.lit, third - 500_000)
    assert shown - third < 6_000  # a pod was still to be drawn; else it is within a millisecond
    assert beep.start_us - shown < 1_000


def test_presses_in_the_same_millisecond_all_count(table):
    crowd = table(6)
    start = crowd.board.now_us + 10_000
    for seat in range(6):
        crowd.board.press(seat, "A", TAP_MS, at_us=start + 30 * seat)
    crowd.desk.listen_for(0.5)
    assert all(f"{seat + 1}" in crowd.board.hub.text() for seat in range(6))
    for seat in range(6):
        crowd.board.press(seat, "A", TAP_MS, at_us=crowd.board.now_us + 100 * seat // 3)
    crowd.desk.listen_for(0.5)
    counted(crowd)
    assert revealed(crowd) == "M2 M2 M2 M2 M2 M2"


def test_what_means_nothing_changes_nothing(table):
    crowd = table(3, sit=False)
    board, desk = crowd.board, crowd.desk
    crowd.says("3 to 6 players")
    menu = board.hub.text()
    for seat in range(6):
        for button in "ABC":
            board.press(seat, button, TAP_MS)
        desk.listen_for(0.1)
    crowd.hub("B")
    board.hub_press("B", 1000)
    desk.listen_for(1.2)
    assert board.hub.text() == menu
    crowd.sit_down()
    for seat in (0, 1, 2):
        board.press(seat, "BCA"[seat], TAP_MS)  # only mushrooms in the first turn
    for seat in (3, 4, 5):  # these do not play
        board.press(seat, "A", TAP_MS)
    desk.listen_for(0.3)
    assert "A mushroom" in board.pod(0).words()
    assert "A mushroom" in board.pod(1).words()
    assert "A mushroom" not in board.pod(2).words()
    assert board.pod(4).words() == ""
    crowd.hub("C")
    assert "Not all chose 1 2 C count anyway" in board.hub.words()
    records = len(desk.records)
    crowd.hub("C", 0.2)
    crowd.hub("C", 0.1)  # during the count
    assert revealed(crowd) == "- - M1"
    for seat in range(3):
        crowd.tap(seat, "AB")  # too late: the result is on show
    desk.listen_for(1)
    assert desk.kinds()[records:] == ["move", "draw"]


def test_the_count_can_be_taken_back(table):
    crowd = table(3)
    for seat in range(3):
        crowd.tap(seat, "A")
    crowd.desk.listen_for(0.4)
    crowd.hub("C", 1)
    assert crowd.board.pod(0).glass.lit
    crowd.hub("B", 0.3)
    assert "Turn 1" in crowd.board.hub.words()
    assert not crowd.board.pod(0).glass.lit
    crowd.tap(1, "A")  # the choices were kept
    crowd.desk.listen_for(0.3)
    counted(crowd)
    assert revealed(crowd) == "M1 M2 M1"


def test_the_count_begins_by_itself_some_time_after_the_last_choice(table):
    crowd = table(3)
    for seat in range(3):
        crowd.tap(seat, "A")
    last = crowd.board.now_us
    assert revealed(crowd) == "M1 M1 M1"
    beat = next(beep for beep in crowd.board.beeps if beep.hz == 1047 and beep.start_us > last)
    assert beat.start_us - last == pytest.approx(4.25e6, abs=30_000)


def test_without_a_choice_it_is_counted_again_where_that_is_the_rule(table):
    crowd = table(3, options=((4, 2),))
    assert crowd.desk.last("start")["opt"] == "no_choice=recount"
    crowd.tap(0, "A")
    crowd.tap(1, "A")
    crowd.desk.listen_for(0.3)
    crowd.hub("C", 0.2)
    crowd.hub("C", 0.1)
    crowd.says("Not all chose 3")
    crowd.desk.listen_for(2)
    assert "A mushroom" in crowd.board.pod(2).words()
    assert not crowd.board.pod(0).glass.lit
    assert "move" not in crowd.desk.kinds()
    crowd.tap(2, "A")
    crowd.desk.listen_for(0.3)
    counted(crowd)
    assert revealed(crowd) == "M1 M1 M1"


def test_without_a_choice_a_mushroom_is_drawn_where_that_is_the_rule(table):
    crowd = table(3, options=((4, 1),))
    crowd.tap(0, "A")
    crowd.tap(1, "A")
    crowd.desk.listen_for(0.3)
    crowd.hub("C", 0.2)
    crowd.hub("C", 0.1)
    assert revealed(crowd) == "M1 M1 -"
    drawn = crowd.desk.last("draw")["x"].split()[0]
    assert drawn in ("M1", "M2")
    crowd.says("Turn 1")
    assert f"3 {drawn}" in crowd.board.hub.words()


# -- broken parts ----------------------------------------------------------------------------------------------
def test_a_bouncing_button_is_one_press(table):
    crowd = table(4)
    for seat in range(4):
        crowd.board.press(seat, "A", 40, bounce=BOUNCE_US)
    crowd.desk.listen_for(0.5)
    crowd.board.press(0, "A", 40, bounce=crowd.board.bounce_pattern(5))
    crowd.desk.listen_for(0.5)
    counted(crowd)
    assert revealed(crowd) == "M2 M1 M1 M1"


def test_a_stuck_button_is_reported_and_does_not_stop_the_game(table):
    crowd = table(3, sit=False, prepare=lambda board: board.stick(5, "B"))
    crowd.says("pod 6 button B s")
    crowd.desk.listen_for(0.5)
    assert "pod 6 button B stuck" in [r["text"] for r in crowd.desk.records if r["k"] == "fault"]
    crowd.hub("C", 0.5)
    crowd.sit_down()
    crowd.board.stick(2, "B")  # another one in the middle of the game: one press, then silence
    for _ in range(3):
        crowd.turn([1, 1, 1])
    crowd.desk.listen_for(3)
    assert "pod 3 button B stuck" in [r["text"] for r in crowd.desk.records if r["k"] == "fault"]


def test_a_missing_pod_display_does_not_stop_the_game_and_is_drawn_when_it_is_back(table):
    crowd = table(3)
    board = crowd.board
    crowd.play(1)
    crowd.choosing()
    board.parts.panels[1].power(False)
    crowd.desk.listen_for(1.5)
    for seat in range(3):
        crowd.tap(seat, "A")
    crowd.desk.listen_for(0.4)
    counted(crowd)
    assert revealed(crowd) == "M1 M1 M1"
    assert "pod 2 display missing" in [r["text"] for r in crowd.desk.records if r["k"] == "fault"]
    board.parts.panels[1].power(True)
    board.run_until_text(board.pod(1), "A mushroom", 15 * SECOND)
    crowd.play(1)


def test_a_table_without_mux_says_so_and_still_has_its_hub(table):
    crowd = table(3, sit=False, prepare=lambda board: board.no_mux())
    crowd.says("Pod switch (mux)")
    crowd.desk.listen_for(0.5)
    assert "mux missing" in [r["text"] for r in crowd.desk.records if r["k"] == "fault"]
    crowd.says("3 to 6 players")
    crowd.sit_down()
    assert "Turn 1" in crowd.board.hub.words()


def test_fewer_pods_are_named_at_boot_and_enough(table):
    crowd = table(4, sit=False, pods=4)
    crowd.says("Pods 5 6")
    crowd.sit_down()
    crowd.play(2)


def test_without_the_hubs_display_the_game_can_be_played(table):
    crowd = table(3)
    crowd.board.no_hub()
    crowd.desk.listen_for(1.5)
    for seat in range(3):
        crowd.tap(seat, "A")
    crowd.desk.listen_for(0.3)
    counted(crowd)
    assert revealed(crowd) == "M1 M1 M1"


# -- the PC ----------------------------------------------------------------------------------------------------
def test_a_pc_that_stops_reading_for_a_minute_costs_the_game_nothing(table):
    crowd = table(3)
    board, desk = crowd.board, crowd.desk
    desk.port.stall()
    start = board.now_us
    while board.now_us < start + 60 * SECOND:
        for pod in range(3):
            if "A mushroom" in board.pod(pod).words():
                board.press(pod, "A", TAP_MS)
        board.run_for(0.5)
        if "C go on" in board.hub.words():
            board.hub_press("C", TAP_MS)
            board.run_for(0.2)
    desk.port.resume()
    desk.listen_for(5)
    assert desk.port.blocked == 0
    assert crowd.moves() > 6
    assert all(verdict.ok for verdict in desk.verdicts())


def test_a_game_without_a_pc_is_all_there_when_one_comes(tmp_path, table):
    crowd = table(3)
    crowd.desk.port.close()
    board = crowd.board
    for _ in range(40):
        for pod in range(3):
            if "A mushroom" in board.pod(pod).words():
                board.press(pod, "A", TAP_MS)
        board.run_for(0.7)
    crowd.desk.plug()
    crowd.desk.port.open()
    crowd.desk.listen_for(3)
    assert crowd.moves() > 1
    assert all(verdict.ok for verdict in crowd.desk.verdicts())


def test_the_repl_message_ends_the_app_and_ctrl_c_does_not(table):
    crowd = table(3)
    crowd.desk.port.write(b"\x03\x03")
    crowd.desk.listen_for(0.5)
    crowd.turn()
    crowd.desk.recorder.link.open_repl()
    crowd.desk.listen(lambda: any(answer.kind == "bye" for answer in crowd.desk.answers), what="the goodbye")
    crowd.board.run_for(3)
    assert crowd.board.in_repl
    assert "REPL" in crowd.board.hub.words()


def test_hub_a_held_at_power_on_opens_the_repl(table):
    crowd = table(3, sit=False)
    crowd.board.power_off()
    crowd.board.hold_hub("A")
    crowd.board.power_on()
    crowd.board.run_for(0.5)
    assert crowd.board.in_repl
    assert "REPL Hub A was held." in crowd.board.hub.words()


# -- promises of the count -------------------------------------------------------------------------------------
def test_nothing_is_allocated_from_the_count_to_the_reveal(table):
    crowd = table(6, prepare=lambda board: board.flash.put("settings", b"heap_lock=1\nresult_ms=1000\n"))
    for _ in range(3):
        crowd.choosing()
        for seat in range(6):
            crowd.tap(seat, "A")
        crowd.desk.listen_for(0.5)
        start = crowd.board.now_us
        counted(crowd)
        for i, seat in enumerate(range(6)):
            crowd.tap(seat, "ABA", start + 300_000 + 90_000 * i)
        revealed(crowd)
    assert crowd.board.boots == 1
    assert [r for r in crowd.desk.records if r["k"] == "fault"] == []


# -- the app itself goes wrong ---------------------------------------------------------------------------------
def patched(tmp_path, patch):
    """Return a main.py that does what the firmware's does, with something spoilt."""
    path = tmp_path / "main.py"
    source = (FIRMWARE / "main.py").read_text()
    assert source.endswith("\nmain()\n")
    path.write_text(source.removesuffix("main()\n") + patch + "\nmain()\n")
    return path


def test_a_hung_app_is_reset_within_two_seconds_and_the_game_goes_on(tmp_path, table):
    main = patched(
        tmp_path,
        "from device.play import Play\n\ndef hang(self):\n    while True:\n        pass\n\nPlay.page = hang\n",
    )
    crowd = table(3, main=main)
    crowd.turn()
    crowd.choosing()
    before = crowd.state.position()
    crowd.desk.listen_for(0.3)  # all is drawn: the press is handled at once
    crowd.board.hub_press("A", TAP_MS)
    start = crowd.board.now_us
    crowd.board.run_until(lambda: crowd.board.boots == 2, 3 * SECOND)
    assert crowd.board.now_us - start < 2 * SECOND
    crowd.desk.plug()
    crowd.says("The game goes on Turn 2")
    crowd.desk.listen_for(3)
    assert crowd.desk.last("boot")["why"] == "reset"
    assert crowd.state.position() == before
    crowd.turn()


def test_an_error_nobody_expected_is_shown_logged_and_survived(tmp_path, table):
    main = patched(
        tmp_path,
        "from device.play import Play\n\ndef fail(self):\n    raise ValueError('nothing for the players')\n\n"
        "Play.page = fail\n",
    )
    crowd = table(3, main=main, strict=False)
    crowd.turn()
    crowd.choosing()
    crowd.board.hub_press("A", TAP_MS)
    crowd.says("Something went wrong. I restart and go on.")
    crowd.desk.listen_for(1)
    crowd.board.run_until(lambda: crowd.board.boots == 2, 10 * SECOND)
    crowd.desk.plug()
    crowd.says("The game goes on Turn 2")
    crowd.desk.listen_for(3)
    assert crowd.desk.last("fault")["text"] == "restart after ValueError in choose"
    assert any(b"ValueError: nothing for the players" in line for line in crowd.desk.store.console())
    crowd.turn()
    assert crowd.desk.store.conflicts() == []
