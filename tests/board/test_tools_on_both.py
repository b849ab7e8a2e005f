"""Each tool once on both virtual boards: chosen in secret, rolled together, drawn, timed, pressed first."""

from onthree.rules.game import TERMINAL
from onthree_host.verify import verify_log
from tests.board.crowd import TAP_MS
from tests.board.forks import in_children
from tests.board.users import Users

JITTER_US = 60  # of a stamp on the Pico, at most


def moves(desk):
    return [record["a"] for record in desk.records if record["k"] == "move"]


def verified(desk):
    """Return the verdict on the game under way."""
    desk.listen_for(0.4)
    verdict = list(verify_log(desk.store.records()))[-1]
    assert verdict.ok, verdict
    return verdict


def test_a_reveal_is_secret_until_all_choices_appear_at_once(tables):
    """What the third pod, the hub and the line show up to the reveal is the same whatever two seats choose."""

    def body(desk):
        users = Users(desk, range(2))
        users.open("Reveal")
        users.wait("A next", 1)
        desk.listen_for(0.5)
        if not tables.pico:  # a process for the unix board cannot be doubled; see test_tools_secrecy.py
            return [chosen(users, "AB", "A B")]
        return in_children([lambda: chosen(users, "AB", "A B"), lambda: chosen(users, "BA", "B A")])

    seen = tables.play(body)
    assert all(one == seen[0] for one in seen)


def chosen(users, buttons, words):
    """Let two seats press, and count; return what others could know of it before the reveal."""
    desk = users.desk
    board = desk.board
    start = board.now_us
    heard = len(desk.records)
    for seat, button in enumerate(buttons):
        board.press(seat, button, TAP_MS, at_us=start + 200_000 * (1 + seat))
    board.hub_press("C", TAP_MS, at_us=start + 1_500_000)
    desk.listen(lambda: moves(desk), 10, "the reveal")
    assert moves(desk) == [words]
    lit = [board.pod(pod).first_shown(lambda glass: glass.lit, start) for pod in range(2)]
    reveals = [board.pod(pod).first_shown(lambda glass: not glass.lit, lit[pod]) for pod in range(2)]
    assert reveals[0] == reveals[1]
    glasses = [dict(board.pod(pod).history(start))[reveals[pod]] for pod in range(2)]
    assert glasses[0] != glasses[1]
    for seat in range(2):
        users.wait("only you", seat)
    hub = [glass.data for us, glass in board.hub.history(start) if us < reveals[0]]
    other = [glass.data for us, glass in board.pod(2).history(start) if us < reveals[0]]
    assert len(hub) > 5 and len(other) == 1 and len(desk.records) > heard
    assert verified(desk).game == "reveal"
    return hub, other, round((reveals[0] - start) / 1000)


def test_dice_fall_when_all_press_and_the_highest_counts(tables):
    def body(desk):
        users = Users(desk, range(2))
        users.open("Dice", [(3, 1, 0), (5, 1, 0)])  # the highest of two dice; together
        users.wait("A ready", 0)
        users.press(0, "A")
        assert "ready" in users.words(0) and "A ready" in users.words(1)
        users.press(1, "A")
        users.hub("C")
        users.wait("C go on")
        desk.listen(lambda: "draw" in desk.kinds(), 5, "the roll in the log")
        faces = [int(word) for word in desk.last("draw")["x"].split()]
        assert moves(desk) == ["roll roll"] and len(faces) == 2
        total = f"= {max(faces)}"
        users.wait(total)
        users.wait(total, 0)
        users.wait(total, 1)
        assert verified(desk).options == "keep=highest ask=together"

    tables.play(body)


def test_an_order_is_drawn(tables):
    def body(desk):
        users = Users(desk, range(2))
        users.open("Who begins?", [(0, 1, 0)])
        desk.listen(lambda: "end" in desk.kinds(), 5, "the end")
        order = desk.last("draw")["x"].split()
        assert sorted(order) == ["1", "2"] and users.state.current() == TERMINAL
        users.wait(f"2. seat {order[1]}")
        users.wait("number", 0)
        assert "1" in users.words(int(order[0]) - 1)
        assert verified(desk).ending == "ended"

    tables.play(body)


def test_turns_come_back_and_a_clock_beeps(tables):
    def body(desk):
        users = Users(desk, range(2))
        users.open("Rounds", [(4, 1, 0)])  # 15 seconds a turn
        users.wait("Your turn", 0)
        users.press(0, "C")
        users.wait("Your turn", 1)
        users.press(0, "B")
        users.wait("Your turn", 0)
        users.hub("C")
        assert "paused" in desk.board.hub.words()
        desk.listen_for(15)
        assert "time is up" not in desk.board.hub.words()
        users.hub("C")
        beeps = len(desk.board.beeps)
        desk.listen_for(15.5)
        assert "time is up" in desk.board.hub.words()
        assert len(desk.board.beeps) > beeps
        users.press(0, "AC")
        users.wait("Your turn", 1)
        assert moves(desk) == ["next", "pass"]
        assert [record["seat"] for record in desk.records if record["k"] == "undo"] == [1]
        verified(desk)

    tables.play(body)


def test_the_first_press_wins_at_a_fifth_of_a_millisecond(tables):
    """Seat 3 comes 0.1 ms after seat 2, which is a tie, seat 1 0.2 ms after it. In round 2 seat 1 starts early."""

    def body(desk):
        users = Users(desk, range(3))
        users.open("Buzzer")
        users.wait("Wait ...", 0)
        board = desk.board
        go = board.now_us + 100_000
        board.hub_press("C", TAP_MS, at_us=go)
        for pod, after in ((0, 500_200), (1, 500_000), (2, 500_100)):
            board.press(pod, "ABC"[pod], TAP_MS, at_us=go + after)
        users.wait("C go on")
        desk.listen(lambda: moves(desk), 5, "the round in the log")
        assert [(place, seat) for place, seat, _ in users.state.presses()] == [(1, 1), (1, 2), (3, 0)]
        stamps = [int(word[:-2]) for word in moves(desk)[0].split()]
        for stamp, after in zip(stamps, (500_200, 500_000, 500_100), strict=True):
            assert abs(stamp - after) <= JITTER_US
        assert ["tie!" in users.words(seat) for seat in range(3)] == [False, True, True]
        users.hub("C")
        users.wait("Wait ...", 0)
        users.press(0, "B")
        assert "too early" in users.words(0)
        users.hub("C")
        users.press(2, "A")
        users.press(1, "A")
        users.wait("C go on")
        desk.listen(lambda: len(moves(desk)) == 2, 5, "the second round in the log")
        assert moves(desk)[1].startswith("early ")
        assert [seat for _, seat, _ in users.state.presses()] == [2, 1]
        verified(desk)

    tables.play(body)
