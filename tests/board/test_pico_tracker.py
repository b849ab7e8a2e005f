"""Crossing Heroes without cards on the emulated Pico: how long the rules take."""

import pytest

from onthree.rules import heroes
from onthree.rules.game import TERMINAL
from tests.bench.pico_rig import Figures
from tests.both.playing import Dice, choose, do

CALL_US = 25_000
UNDO_US = 100_000


def positions():
    """A random game of five: the last position of each phase, and the one in which the pads begin."""
    state, dice, found = heroes.new(5), Dice(4), {}
    while state.current() != TERMINAL:
        phase = state.PHASES[state.phase]
        if phase == "pads":
            found.setdefault("no pad yet", state.position())
        found[phase] = state.position()
        do(state, *choose(state, dice))
    return [*found.values(), state.position()]


@pytest.mark.slow
def test_no_call_takes_25_ms_and_taking_back_among_five_full_pads_is_soon_done(uf2):
    first = f"POSITIONS = {positions()!r}\n"
    values = Figures("pico_tracker_parts.py", first, timing=True).run("DONE", 240)
    undo = values.pop("rules.undo")
    assert len(values) >= 15
    assert {name: us for name, us in values.items() if us > CALL_US} == {}
    assert undo < UNDO_US
