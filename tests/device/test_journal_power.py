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


def test_a_flush_never_keeps_the_flash_busy_for_150_ms(micropython):
    figures = json.loads(micropython("journal_life.py", 1200))
    assert figures["flushes"] >= 1200
    assert figures["flush_ms_max"] <= 140  # the rest is for the processor
    assert figures["flush_ms_median"] <= 60
    assert figures["aside_ms_max"] <= 140
    assert figures["erases_a_game"] <= 25
    assert figures["write_amplification"] <= 9
