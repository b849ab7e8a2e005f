"""The journal on littlefs, under MicroPython: power cuts at every flash operation, and what a flush costs."""

import json

import pytest

SHARDS = 3


@pytest.mark.parametrize("shard", range(SHARDS))
def test_nothing_promised_is_lost_wherever_the_power_is_cut(micropython, shard):
    words = micropython("journal_cuts.py", SHARDS, shard).split()
    found = dict(zip(words[::2], map(int, words[1::2])))
    assert found["cuts"] >= 600
    assert found["recoveries"] >= 2 * found["cuts"]
    assert found["records"] >= 400


def test_nothing_keeps_the_flash_busy_for_more_than_two_erases_at_a_time(micropython):
    """Not even where the folder moves to another block and the folder above has no room for that."""
    figures = json.loads(micropython("journal_worst.py"))
    assert figures["moves"] >= 200
    assert figures["erases_at_a_time"] == 2
    assert set(figures["worst_ms"]) == {"open", "work", "start", "turn", "end"}
    for name, ms in figures["worst_ms"].items():
        assert 90 < ms <= 95, name  # at the very place; of 150, the rest is for the processor
    assert figures["looks"] >= 320 * 2
    assert figures["erases_while_looking"] == 1  # it takes the processor 30 ms


def test_what_games_cost_the_flash(micropython):
    figures = json.loads(micropython("journal_life.py", 1200))
    assert figures["flushes"] >= 1200
    assert figures["flush_ms_median"] <= 5  # its block is ready
    assert figures["flush_ms_max"] <= 95
    assert figures["aside_ms_max"] <= 95
    assert figures["erases_a_game"] <= 25
    assert figures["write_amplification"] <= 9
