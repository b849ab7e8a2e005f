"""Nothing of a choice leaves its own pod before the reveal: not a byte, not a pixel, not a microsecond.

Two tables are the same in everything but what is chosen: the same presses at the same times, on other buttons.
"""

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Crowd, Desk


class Spy:
    """A port that keeps every byte with its time; reading is as before."""

    def __init__(self, board):
        self.heard = []
        fifo = board.fifo
        offer = fifo.offer

        def spying(data):
            taken = offer(data)
            self.heard.append((board.now_us, bytes(data[:taken])))
            return taken

        fifo.offer = spying


def watch(tmp_path, name, presses, others, settings=()):
    """Play two turns, then let the seats press `presses`; return what could be seen and heard up to the reveal."""
    with UnixBoard() as board, Store.open(tmp_path / f"{name}.db") as store:
        board.run_for(0.6)
        desk = Desk(board, store)
        crowd = Crowd(desk, range(4), seed=7)
        if settings:
            change_settings(crowd, settings)
        crowd.sit_down()
        crowd.play(2)
        crowd.choosing()
        assert not crowd.state.sitting  # else some presses would mean nothing
        desk.listen_for(1)
        spy = Spy(board)
        start = board.now_us
        for at_ms, seat, button in presses:
            board.press(seat, button, 30, at_us=start + at_ms * 1000)
        board.hub_press("C", 30, at_us=start + 3_000_000)
        beeps = len(board.beeps)
        moves = crowd.moves()
        desk.listen(lambda: crowd.moves() > moves, what="the reveal")
        reveal = board.pod(0).first_shown(lambda glass: glass.dark is False and not glass.lit, start + 3_400_000)
        assert reveal is not None
        seen = {"line": [(us - start, data) for us, data in spy.heard if us < reveal]}
        seen["hub"] = [(us - start, glass.data) for us, glass in board.hub.history(start) if us < reveal]
        for pod in others:
            seen[f"pod {pod}"] = [(us - start, g.data) for us, g in board.pod(pod).history(start) if us < reveal]
        seen["beeps"] = [(beep.start_us - start, beep.hz) for beep in board.beeps[beeps:] if beep.start_us < reveal]
        return seen, reveal - start, desk.last("move")["a"]


def change_settings(crowd, presses):
    """Change settings in the menu; `presses` is how often B is pressed at each of them."""
    crowd.turn_to("Settings")
    crowd.hub("C")
    for presses_here in presses:
        for _ in range(presses_here):
            crowd.hub("B")
        crowd.hub("A")
    crowd.hub("C")


def exchange(presses, buttons):
    """Return the same presses on other buttons."""
    return [(at, seat, button) for (at, seat, _), button in zip(presses, buttons, strict=True)]


CHOOSING = [(200, 0, "A"), (400, 1, "A"), (600, 2, "A"), (800, 3, "A"), (1000, 0, "A"), (1001, 1, "A"), (1700, 2, "A")]
COUNTING = [(3600, 1, "A"), (3600, 3, "A"), (4000, 0, "A"), (4600, 2, "A")]  # beats at 3250, 3950 and 4650


@pytest.mark.parametrize("settings", [(), (0, 0, 1)], ids=["shown", "hidden after a second"])
def test_differing_choices_look_and_sound_the_same_up_to_the_reveal(tmp_path, settings):
    one = watch(tmp_path, "one", CHOOSING + COUNTING, (4, 5), settings)
    other = watch(tmp_path, "other", exchange(CHOOSING + COUNTING, "BCBABBBABBA"), (4, 5), settings)
    assert one[2] != other[2]
    assert one[1] == other[1] == 4_650_000 + one[1] % 1000  # the reveal is at the third beat, to the microsecond
    for what in one[0]:
        assert one[0][what] == other[0][what], what
    assert len(one[0]["hub"]) > 20  # who has chosen, and two beats
    assert [hz for _, hz in one[0]["beeps"]] == [1047, 1047]


def test_one_seats_choice_shows_on_no_other_pod(tmp_path):
    one = watch(tmp_path, "one", CHOOSING, (1, 2, 3))
    other = watch(tmp_path, "other", exchange(CHOOSING, "CAAABAA"), (1, 2, 3))
    assert one[2].split()[1:] == other[2].split()[1:]
    assert one[2] != other[2]
    assert one[:2] == other[:2]


def test_during_the_count_the_line_is_silent_and_the_pods_tell_nothing(tmp_path):
    seen = watch(tmp_path, "one", CHOOSING + COUNTING, (0, 1, 2, 3))[0]
    assert [us for us, _ in seen["line"] if us > 3_000_000] == []
    for pod in range(4):
        assert {data for us, data in seen[f"pod {pod}"] if us > 3_000_000} == {b"\xff" * 1024}


def test_all_pods_show_their_choice_in_the_same_instant_within_a_millisecond_of_the_beat(tmp_path):
    with UnixBoard() as board, Store.open(tmp_path / "log.db") as store:
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(6), seed=5)
        crowd.sit_down()
        crowd.turn()
        third = next(beep.start_us for beep in board.beeps if beep.hz == 2093)
        shown = {board.pod(pod).first_shown(lambda glass: not glass.lit, third - 500_000) for pod in range(6)}
        assert len(shown) == 1
        assert abs(shown.pop() - third) < 1000
