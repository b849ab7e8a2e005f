"""The tools on the virtual board: people press buttons, the firmware plays, the PC logs and checks."""

import pytest

from onthree.rules.game import TERMINAL
from onthree_host.boards.flash import Flash
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import TAP_MS, Desk
from tests.board.users import Users

SETTINGS = b"count_ms=200\nauto_ms=600\nresult_ms=0\nroll_ms=300\nheap_lock=1\n"


@pytest.fixture
def desk(tmp_path):
    """A board with a PC that listens."""
    with UnixBoard(start=False) as board, Store.open(tmp_path / "log.db") as store:
        board.flash.put("settings", SETTINGS)
        board.power_on()
        board.run_for(0.6)
        yield Desk(board, store)


def entered(desk, count):
    """Return the moves in the log once there are `count`."""
    desk.listen(lambda: len(found(desk, "move")) >= count, 3, "the move in the log")
    desk.listen_for(0.1)
    moves = [record["a"] for record in found(desk, "move")]
    assert len(moves) == count
    return moves


def found(desk, kind):
    return [record for record in desk.records if record["k"] == kind]


def test_a_reveal_of_numbers(desk):
    users = Users(desk, range(3))
    users.open("Reveal", [(0, 4, 0)])
    users.wait("A one more", 0)
    users.press(0, "A")  # 0
    users.press(1, "BBA")  # 10, 20, 21
    users.press(2, "BABC" + "B")  # taken back, then 10
    users.wait("C go on")
    assert entered(desk, 1) == ["0 21 10"]
    users.press(0, "A")
    users.hub("C")
    users.wait("Reveal 2")
    users.press(0, "A")
    users.press(1, "A")
    users.hub("C")
    users.wait("Not all chose")
    users.hub("C")
    users.wait("C go on")
    assert entered(desk, 2)[1] == "0 0 -"
    assert "2 x 0" in board_hub(users)
    verdict = users.stop()
    assert (verdict.ok, verdict.ending, verdict.game, verdict.options) == (True, "stopped", "reveal", "pick=numbers")


def board_hub(users):
    return users.board.hub.words()


def test_names_are_turned_through_both_ways(desk):
    users = Users(desk, (1, 4))
    users.open("Reveal", [(0, 2, 0), (1, 1, 0)])  # hands, three of them
    users.wait("A next", 0)
    users.press(0, "AA")
    assert "paper" in users.words(0)
    users.press(0, "A")
    assert "scissors" in users.words(0)
    users.press(1, "BB")
    users.wait("C go on")
    assert entered(desk, 1) == ["scissors paper"]
    users.wait("only you", 0)
    assert users.stop().ok


def test_anybody_rolls_the_dice(desk):
    users = Users(desk, range(3))
    users.open("Dice", [(0, 1, 0), (1, 0, 1)])  # three dice of sixteen sides
    users.wait("C roll", 2)
    for seat in (2, 0, 0, 1):
        known = len(desk.records)
        users.press(seat, "C")
        desk.listen(lambda known=known: len(desk.records) >= known + 2, 5, "the roll")
        assert [record["k"] for record in desk.records[known:]] == ["move", "draw"]
        assert desk.records[known]["seat"] == seat + 1
        desk.listen_for(0.6)  # until they have tumbled
        faces = [int(word) for word in desk.records[known + 1]["x"].split()]
        assert len(faces) == 3
        assert all(1 <= face <= 16 for face in faces)
        assert f"= {sum(faces)}" in board_hub(users)
        for pod in range(3):
            assert f"= {sum(faces)}" in users.words(pod)
    users.hub("A")
    assert board_hub(users).count(": ") == 4
    verdict = users.stop()
    assert verdict.ok
    assert verdict.chance_checked
    assert verdict.options == "dice=3 sides=16"


def test_a_roll_is_on_the_hub_10_ms_after_the_press(desk):
    """With the tumbling turned off; bus and flash take their time here, the processor none."""
    desk.board.power_off()
    desk.board.flash.put("settings", SETTINGS.replace(b"roll_ms=300", b"roll_ms=0"))
    desk.board.power_on()
    desk.plug()
    desk.listen_for(1)
    users = Users(desk, range(6))
    users.open("Dice")
    users.wait("C roll", 5)
    desk.listen_for(0.5)
    for seat in (0, 3, 5):
        at = desk.board.now_us + 10_000
        rolls = len(found(desk, "draw"))
        desk.board.press(seat, "C", TAP_MS, at_us=at)
        desk.listen(lambda rolls=rolls: len(found(desk, "draw")) > rolls, 2, "the roll in the log")
        total = sum(map(int, desk.last("draw")["x"].split()))
        first = next(us for us, glass in desk.board.hub.history(at) if us > at)
        assert first - at < 10_000
        assert f"= {total}" in board_hub(users)
        desk.listen_for(0.5)


def test_all_roll_together_on_three(desk):
    users = Users(desk, range(2))
    users.open("Dice", [(5, 1, 0)])
    users.wait("A ready", 0)
    users.press(0, "A")
    users.press(1, "AB")
    users.press(1, "A")
    users.wait("C go on")
    assert entered(desk, 1) == ["roll roll"]
    assert len(desk.last("draw")["x"].split()) == 2
    total = sum(map(int, desk.last("draw")["x"].split()))
    assert f"= {total}" in board_hub(users)
    users.wait(f"= {total}", 1)
    assert users.stop().ok


@pytest.mark.parametrize("whole", [False, True])
def test_the_first_player_and_the_order_are_drawn(desk, whole):
    users = Users(desk, range(4))
    users.open("Who begins?", [(0, int(whole), 0)])
    users.wait("C new game")
    desk.listen(lambda: found(desk, "end"), 3, "the end")
    order = desk.last("draw")["x"].split()
    assert len(order) == (4 if whole else 1)
    if whole:
        assert all(f"{place + 1}. seat {seat}" in board_hub(users) for place, seat in enumerate(order))
    else:
        assert f"seat {order[0]}" in board_hub(users)
        assert "begin" in users.words(int(order[0]) - 1)
    assert users.state.current() == TERMINAL
    assert desk.verdicts()[-1].ok


def test_turns_pass_and_come_back(desk):
    users = Users(desk, range(3))
    users.open("Rounds")
    users.wait("Your turn", 0)
    users.press(1, "C")  # not this seat's turn
    users.press(0, "C")
    users.wait("Your turn", 1)
    users.press(0, "B")  # taken back
    users.wait("Your turn", 0)
    users.press(0, "AC")  # pass
    users.press(1, "C")
    users.press(0, "B")  # too late
    users.press(2, "C")
    users.wait("Round 2")
    records = [
        (record["k"], record["seat"], record.get("a")) for record in desk.records if record["k"] in ("move", "undo")
    ]
    assert records == [
        ("move", 1, "next"), ("undo", 1, None), ("move", 1, "pass"), ("move", 2, "next"), ("move", 3, "next"),
    ]  # fmt: skip
    assert users.stop().ok


def test_the_clock_runs_pauses_and_beeps(desk):
    users = Users(desk, range(2))
    users.open("Rounds", [(4, 1, 0)])  # 15 seconds a turn
    users.wait("Your turn", 0)
    desk.listen_for(4)
    assert "0:11" in board_hub(users) or "0:10" in board_hub(users)
    users.hub("C")
    assert "paused" in board_hub(users)
    before = board_hub(users)
    desk.listen_for(5)
    assert board_hub(users) == before
    users.hub("C")
    beeps = len(users.board.beeps)
    desk.listen_for(12)
    assert "time is up" in board_hub(users)
    assert len(users.board.beeps) > beeps
    users.press(0, "C")
    users.wait("Your turn", 1)
    assert "time is up" not in board_hub(users)
    assert "0:1" in board_hub(users)


def test_secret_bids_make_the_order(desk):
    users = Users(desk, range(3))
    users.open("Rounds", [(0, 1, 0)])
    users.wait("A one more", 0)
    users.press(0, "AA")  # 1
    users.press(1, "BB")  # 10
    users.press(2, "BBA")  # 11
    users.wait("C go on")
    assert entered(desk, 1) == ["1 10 11"]
    assert "3: bids 11" in board_hub(users)
    users.hub("C")
    users.wait("Your turn", 2)
    users.press(2, "C")
    users.wait("Your turn", 1)
    users.press(1, "C")
    users.press(0, "C")
    users.wait("A one more", 0)
    assert users.stop().ok


def test_the_first_press_wins_to_the_microsecond(desk):
    users = Users(desk, range(4))
    users.open("Buzzer")
    users.wait("Wait ...", 0)
    users.press(3, "A")  # a false start
    assert "too early" in users.words(3)
    go = users.board.now_us + 100_000
    users.board.hub_press("C", TAP_MS, at_us=go)
    for pod, after in ((0, 500_200), (1, 500_000), (2, 500_100), (3, 400_000)):
        users.board.press(pod, "B", TAP_MS, at_us=go + after)
    users.wait("C go on")
    presses = entered(desk, 1)[0].split()
    assert presses[3] == "early"
    assert [int(word[:-2]) - int(presses[1][:-2]) for word in presses[:3]] == [200, 0, 100]
    assert users.state.presses() == [(1, 1, 0), (1, 2, 100), (3, 0, 200)]
    assert "tie!" in users.words(1)
    assert "tie!" in users.words(2)
    assert "+0.20 ms" in users.words(0)
    users.hub("C")
    users.wait("Buzzer 2")
    users.hub("C")
    users.press(2, "A")
    users.hub("C")  # nobody else does
    users.wait("C go on")
    assert [word == "-" for word in entered(desk, 2)[1].split()] == [True, True, False, True]
    assert "first!" in users.words(2)
    assert users.stop().ok


@pytest.mark.parametrize("entry", ["Reveal", "Dice", "Rounds", "Buzzer"])
def test_a_tool_goes_on_after_a_power_cut(desk, entry):
    users = Users(desk, range(2))
    users.open(entry)
    if entry == "Reveal":
        users.wait("A next", 0)
        users.press(0, "A")
        users.press(1, "A")
        users.wait("C go on")
        entered(desk, 1)
    elif entry == "Buzzer":
        users.wait("Wait ...")
        users.hub("C")
        users.press(0, "A")
        users.press(1, "A")
        users.wait("C go on")
    else:
        users.press(0, "C")
        desk.listen_for(1)
    position = users.state.position()
    users.board.power_off()
    users.board.power_on()
    desk.plug()
    desk.listen_for(4)
    assert users.state.position() == position
    assert users.state.count == (0 if entry == "Rounds" else 1)
    if entry in ("Dice", "Rounds"):
        users.press(1, "C")
        desk.listen_for(0.5)
        assert entered(desk, 2)[1:] == ["roll" if entry == "Dice" else "next"]
    assert users.stop().ok


def test_a_tool_is_stopped_before_it_has_filled_the_log(tmp_path):
    """On a small flash the dice stop after some rolls, with a word on the hub and a reason in the log."""
    with UnixBoard(start=False, flash=Flash(blocks=36)) as board, Store.open(tmp_path / "log.db") as store:
        board.flash.put("settings", SETTINGS)
        board.power_on()
        board.run_for(0.6)
        desk = Desk(board, store)
        users = Users(desk, range(1))
        users.open("Dice", [(0, 8, 1)])  # twenty dice
        for _ in range(150):
            if "log is full" in board_hub(users):
                break
            users.tap(0, "C")
            desk.listen_for(0.3)
        assert "log is full" in board_hub(users)
        desk.listen(lambda: found(desk, "stop"), 3, "the end in the log")
        assert 20 < len(found(desk, "draw")) < 150
        assert desk.last("stop")["why"] == "log full"
        assert desk.verdicts()[-1].ok
        users.hub("C")
        users.turn_to("Dice")


def test_what_a_pc_has_is_dropped_while_a_tool_goes_on(tmp_path):
    """The PC hears of the first dice only while the second ones are on the table; nothing else lets it go."""
    with UnixBoard(pods=1, start=False) as board, Store.open(tmp_path / "log.db") as store:
        board.flash.put("settings", SETTINGS.replace(b"roll_ms=300", b"roll_ms=0"))
        board.power_on()
        roll_alone(board, 90)
        board.hub_press("B", 900)
        board.run_for(1.5)
        board.hub_press("A", TAP_MS)
        roll_alone(board, 1)
        full = segments(board)
        assert len(full) == 2
        desk = Desk(board, store)
        desk.listen_for(60)
        assert "C roll" in board.pod(0).words()
        assert segments(board) == full[1:]
        board.power_off()
        board.power_on()
        board.run_until_text(board.pod(0), "C roll", 10_000_000)  # the tool's own log is all there


def roll_alone(board, rolls):
    """From the menu, without a PC: roll twenty dice so often, which takes 400 bytes of the log each time."""
    board.run_until_text(board.hub, "C open", 10_000_000)
    board.run_for(0.3)
    while "Dice" not in board.hub.words():
        board.hub_press("A", TAP_MS)
        board.run_for(0.2)
    board.hub_press("C", TAP_MS)
    for _ in range(8):
        board.run_for(0.2)
        board.hub_press("B", TAP_MS)
    board.run_for(0.2)
    board.hub_press("B", 900)
    board.run_for(1.2)
    board.hub_press("C", TAP_MS)
    board.run_until_text(board.hub, "nobody yet", 1_000_000)
    board.press(0, "A", TAP_MS)
    board.run_for(0.2)
    board.hub_press("C", TAP_MS)
    board.run_until_text(board.pod(0), "C roll", 1_000_000)
    for _ in range(rolls):
        board.press(0, "C", TAP_MS)
        board.run_for(0.2)


def segments(board):
    return sorted(name for name in board.flash.files() if name.endswith(".log"))


def test_there_is_a_menu_entry_for_every_tool_and_every_option_has_words(desk):
    users = Users(desk, range(1))
    from onthree.rules import registry

    users.wait("C open")
    seen = []
    for _ in range(len(registry.GAMES) + len(registry.TOOLS) + 1):
        seen.append(board_hub(users))
        users.hub("A", 0.15)
    assert len(set(seen)) == len(seen)
    for entry, tool in (("Reveal", "reveal"), ("Dice", "dice"), ("Who begins?", "order"), ("Rounds", "rounds")):
        users.turn_to(entry)
        users.hub("C", 0.2)
        for _, values in registry.load(tool).OPTIONS:
            shown = set()
            for _ in range(min(len(values), 25)):
                shown.add(board_hub(users))
                users.hub("B", 0.12)
            assert len(shown) == min(len(values), 25), shown
            users.hub("A", 0.12)
        users.hub("C", 0.3)
        users.hub("B", 0.3)
