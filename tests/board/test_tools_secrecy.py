"""Reveal and bids keep their secrets as Crossing does: not a byte, not a pixel, not a microsecond before the reveal."""

import random

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Desk
from tests.board.test_secrecy import Spy
from tests.board.test_tools import SETTINGS, found
from tests.board.users import Users

CHOOSING = [(200, 0), (400, 1), (600, 2), (800, 0), (1000, 1), (1001, 2)]
COUNTING = [(3350, 1), (3400, 0)]  # beats at 3250, 3450 and 3650


def watch(tmp_path, name, entry, options, buttons):
    """Let three seats press `buttons`; return what others could see and hear up to the reveal, and the move."""
    with UnixBoard(start=False) as board, Store.open(tmp_path / f"{name}.db") as store:
        board.flash.put("settings", SETTINGS.replace(b"auto_ms=600", b"auto_ms=0"))
        board.power_on()
        board.run_for(0.6)
        random.seed(1)  # the number with which the PC begins to ping
        desk = Desk(board, store)
        users = Users(desk, range(3), seed=7)
        users.open(entry, options)
        desk.listen_for(1)
        spy = Spy(board)
        start = board.now_us
        for (at_ms, seat), button in zip(CHOOSING + COUNTING, buttons, strict=True):
            board.press(seat, button, 30, at_us=start + at_ms * 1000)
        board.hub_press("C", 30, at_us=start + 3_000_000)
        beeps = len(board.beeps)
        desk.listen(lambda: found(desk, "move"), what="the reveal")
        reveal = board.pod(0).first_shown(lambda glass: glass.dark is False and not glass.lit, start + 3_300_000)
        seen = {"line": [(us - start, data) for us, data in spy.heard if us < reveal]}
        seen["hub"] = [(us - start, glass.data) for us, glass in board.hub.history(start) if us < reveal]
        for pod in (3, 4, 5):
            seen[f"pod {pod}"] = [(us - start, g.data) for us, g in board.pod(pod).history(start) if us < reveal]
        seen["beeps"] = [(beep.start_us - start, beep.hz) for beep in board.beeps[beeps:] if beep.start_us < reveal]
        for pod in range(3):
            lit = {g.data for us, g in board.pod(pod).history(start) if start + 3_000_000 < us < reveal}
            assert lit == {b"\xff" * 1024}
        return seen, reveal - start, desk.last("move")["a"]


@pytest.mark.parametrize(
    ("entry", "options"),
    [
        ("Reveal", [(0, 2, 0), (1, 3, 0)]),  # five hands
        ("Reveal", [(0, 4, 0)]),  # numbers to 99
        ("Rounds", [(0, 1, 0)]),  # bids
    ],
    ids=["names", "numbers", "bids"],
)
def test_differing_choices_look_and_sound_the_same_up_to_the_reveal(tmp_path, entry, options):
    one = watch(tmp_path, "one", entry, options, "AAAAAAAA")
    other = watch(tmp_path, "other", entry, options, "BABABAAB")
    assert one[2] != other[2]
    assert one[1] == other[1]
    assert one[0] == other[0]
    assert len(one[0]["hub"]) > 5
