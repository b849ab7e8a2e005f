"""Games in a row with random faults, power cuts and reconnections: each is in the store once, and right."""

import pytest

from tests.board import endurance


def played(board, games, seed, cuts):
    facts, memory = endurance.run(board, games, seed, cuts)
    assert facts["games played, stored once and verified"] >= games
    assert facts["records"] == facts["records heard"] or cuts  # after a cut some come twice
    return facts, memory


def test_five_games_in_a_row_with_all_kinds_of_trouble():
    facts, _ = played(endurance.unix_board(7), 5, 7, True)
    assert facts["power cuts"] >= 3
    assert facts["connections"] >= 5


def test_the_largest_free_block_can_be_seen():
    _, memory = played(endurance.unix_board(8, watched=True), 1, 8, False)
    ((free, largest),) = memory
    assert 10_000 < largest < free


def test_a_leak_would_be_noticed():
    steady = [(250_000 + 300 * (i % 7), 40_000 + 5_000 * (i % 3)) for i in range(100)]
    lost, early, late = endurance.leaks(steady)
    assert abs(lost) < 2
    assert early == late
    with pytest.raises(AssertionError):
        endurance.leaks([(free - 20 * i, largest) for i, (free, largest) in enumerate(steady)])
    with pytest.raises(AssertionError):
        endurance.leaks([(free, largest - 200 * i) for i, (free, largest) in enumerate(steady)])


def test_a_game_goes_over_the_end_of_the_ticks_after_twelve_days():
    """MicroPython's milliseconds begin again at 2**30; the log's do not, or no game would be right that day."""
    board = endurance.unix_board(4, ticks_at_boot_us=((1 << 30) - 20_000) * 1000)
    facts, _ = played(board, 1, 4, False)
    assert facts["turns"] > 5
    assert board.ticks() > (1 << 30) * 1000


@pytest.mark.slow
def test_three_hundred_games_with_power_cuts():
    facts, _ = played(endurance.unix_board(1), 300, 1, True)
    assert facts["power cuts"] > 100


@pytest.mark.slow
def test_two_hundred_games_without_a_new_start_lose_no_memory():
    _, memory = played(endurance.unix_board(2, watched=True), 200, 2, False)
    assert len(memory) == 200
    endurance.leaks(memory)


@pytest.mark.slow  # three minutes: five in a row are `make endurance GAMES=5 ARGS="--board pico"`
def test_a_game_with_all_kinds_of_trouble_on_the_emulated_pico(uf2):
    facts, _ = played(endurance.pico_board(8), 1, 8, True)
    assert facts["connections"] >= 2
