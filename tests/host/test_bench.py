"""What makes the benchmark of the Pico's budgets fail."""

import hashlib

import pytest

from tests.bench.pico import faults
from tests.bench.pico_rig import AppRig, Row

STEP = Row("a cursor step", "step", "us", 5000)
HEAP = Row("heap free", "app.heap.game", "KB free", 140)


def test_a_budget_is_missed_above_it_and_of_free_memory_below():
    assert [STEP.misses(value) for value in (5000, 5001)] == [False, True]
    assert [HEAP.misses(value) for value in (139, 140)] == [True, False]
    assert not Row("no budget", "block", "us", None).misses(10**9)


def test_a_budget_missed_for_the_first_time_is_a_fault_and_a_known_one_is_not():
    assert list(faults([STEP], {"step": 5010}, {"step": 4990})) == [("Over budget:", ["step"])]
    assert list(faults([STEP], {"step": 5010}, {})) == [("Over budget:", ["step"])]
    assert list(faults([HEAP], {"app.heap.game": 103}, {"app.heap.game": 102})) == []


def test_a_figure_more_than_two_percent_worse_is_a_fault():
    known = {"app.cursor": 4700, "app.heap.game": 100}
    assert list(faults([], {"app.cursor": 4790, "app.heap.game": 98.5}, known)) == []
    ((title, lines),) = faults([], {"app.cursor": 4800, "app.heap.game": 97.5}, known)
    assert title == "Worse than the baseline:"
    assert [line.split(":")[0] for line in lines] == ["app.cursor", "app.heap.game"]


@pytest.mark.slow
def test_two_runs_of_the_app_with_a_pc_are_the_same_to_the_last_instruction(uf2):
    def run():
        rig = AppRig(1, {})
        try:
            rig.start()
            rig.says("C open")
            chip = rig.board.machine.chip
            return rig.board.now_us, chip.cycles, hashlib.sha256(chip.sram()).hexdigest()
        finally:
            rig.close()

    assert run() == run()
