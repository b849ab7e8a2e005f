"""The memory of the emulated Pico, as games and tools are opened and given up one after the other in one power-on."""

import pytest

from onthree.rules import registry
from tests.bench import pico_memory

pytestmark = [pytest.mark.pico, pytest.mark.slow]

LEAST_BLOCK = 48 * 1024
ENTRIES = registry.GAMES + registry.TOOLS


def test_every_game_finds_the_memory_in_one_piece_whatever_was_played_before():
    """The largest first, and again at the end: what is free does not depend on what came before."""
    order = ("crystalla", "heroes", "dice", "crystalla")
    looks, _ = pico_memory.measure(tuple(ENTRIES.index(name) for name in order))
    menus, games = looks[::2], looks[1::2]
    assert [name for name, _, _ in games] == list(order)
    assert min(block for _, _, block in menus) > 2 * LEAST_BLOCK
    assert min(block for _, _, block in games) > LEAST_BLOCK
    first, last = games[0], games[-1]
    assert last[1:] == pytest.approx(first[1:], rel=0.02)
    assert menus[-1][1:] == pytest.approx(menus[1][1:], rel=0.02)
    assert menus[-1][1] == pytest.approx(menus[0][1], rel=0.02)
    assert menus[-1][2] == pytest.approx(menus[0][2], rel=0.05)  # at power-on one small thing lies 4 KB lower
