"""Games that are stopped, go on after a power cut, are played again or have an answer taken back."""

from onthree.rules.game import SIMULTANEOUS, TERMINAL


def test_a_game_is_stopped_only_after_a_second_thought(table):
    crowd = table(3)
    crowd.turn()
    crowd.choosing()
    crowd.board.hub_press("B", 1000)
    crowd.says("Stop this game?")
    crowd.hub("C")
    assert "Turn 2" in crowd.board.hub.words()
    crowd.board.hub_press("B", 1000)
    crowd.says("Stop this game?")
    crowd.hub("A", 0.5)
    crowd.says("3 to 6 players")
    stop = crowd.desk.last("stop")
    assert (stop["n"], len(stop["secret"])) == (crowd.desk.last("draw")["n"], 64)
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_a_game_that_is_over_cannot_be_stopped(table):
    crowd = table(6)
    while crowd.state.current() != TERMINAL:
        if crowd.state.current() == SIMULTANEOUS:
            crowd.any_turn()
        else:
            crowd.share_out()
    crowd.board.hub_press("B", 1000)
    crowd.desk.listen_for(1.5)
    assert "Stop" not in crowd.board.hub.words()
    crowd.says("C new game")
    assert "stop" not in crowd.desk.kinds()
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_a_game_goes_on_after_a_power_cut_with_the_same_stones(table):
    crowd = table(4)
    crowd.play(3)
    before = crowd.state.position()
    crowd.choosing()
    crowd.tap(0, "A")
    crowd.desk.listen_for(0.2)
    crowd.board.power_off()
    crowd.board.power_on()
    crowd.desk.plug()
    crowd.says("The game goes on Turn 4")
    crowd.choosing()
    assert crowd.state.position() == before
    crowd.play()
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_a_press_while_the_table_starts_does_not_cost_the_game_under_way(table):
    """Presses are stamped before the journal has been read: they are meant for nothing yet."""
    crowd = table(4)
    crowd.play(2)
    board = crowd.board
    for at_ms in range(0, 100, 4):
        board.power_off()
        board.run_for(0.1)
        board.power_on()
        board.hub_press("C", 2, at_us=board.now_us + 1000 * at_ms)
        board.run_for(0.4)
        assert "Turn 3" in board.hub.words(), f"{at_ms} ms after power-on: {board.describe()}"


def test_the_same_players_play_again_with_fresh_presses(table):
    crowd = table(3, options=((1, 2),))
    crowd.play()
    crowd.hub("C")
    for seat in range(3):
        crowd.tap(seat, "A")
        crowd.desk.listen_for(0.3)
    starts = crowd.desk.kinds().count("start")
    crowd.desk.listen(lambda: crowd.desk.kinds().count("start") > starts, what="the second game")
    first, second = [record for record in crowd.desk.records if record["k"] == "start"]
    assert (second["opt"], second["pods"], second["players"]) == (first["opt"], first["pods"], 3)
    assert second["join"] != first["join"]
    crowd.desk.listen(crowd.settled, what="the stones")
    crowd.play(2)


def test_a_second_game_that_nobody_joins_leaves_a_right_log(table):
    crowd = table(3, options=((0, 1),))
    crowd.play()
    crowd.hub("C", 0.5)
    crowd.says("nobody yet")
    crowd.hub("B", 0.5)
    crowd.says("3 to 6 players")
    crowd.desk.listen_for(0.5)
    assert crowd.desk.last("stop")["n"] == 0
    verdicts = crowd.desk.verdicts()
    assert [(verdict.ok, verdict.ending) for verdict in verdicts] == [(True, "ended"), (True, "stopped")]


def test_the_distributor_can_take_back_an_answer_but_not_a_draw(table):
    crowd = table(5, seed=5)
    while crowd.state.current() == SIMULTANEOUS:
        crowd.any_turn()
    seat = crowd.state.current()
    assert seat == 0
    pod = crowd.board.pod(0)
    crowd.desk.listen(lambda: "C take" in pod.words(), what="the question")
    before = crowd.state.position()
    crowd.tap(1, "C")  # not this one's business
    crowd.desk.listen_for(0.3)
    assert crowd.state.position() == before
    crowd._answer(0, "C")
    crowd._answer(0, "B")
    assert crowd.state.position() == before
    assert crowd.desk.records[-1]["k"] == "undo"
    records = len(crowd.desk.records)
    crowd.tap(0, "B")  # nothing left to take back
    crowd.desk.listen_for(0.5)
    assert len(crowd.desk.records) == records
    crowd.share_out()
    crowd.play()
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
