"""Random games of Crossing, 10,000 a player count on CPython and 300 on MicroPython, with what always holds."""

from onthree.rules import crossing
from onthree.rules.crossing_supply import turn_limit
from onthree.rules.game import NONE, SIMULTANEOUS, TERMINAL
from tests.both.playing import ON_CPYTHON, Dice, choose, do, new_game

GAMES = 10000 if ON_CPYTHON else 300
SAMPLED = 25  # one game in so many is written and read back on its way

ALL_STONES = 18 | 18 << 5 | 18 << 10 | 6 << 15  # as a pile is packed
# Turns a game can have, rules.md 1.2: by players, with the default end and with end_rule=immediate.
TURNS = {
    3: ((15, 29), (14, 28)),
    4: ((10, 19), (9, 18)),
    5: ((8, 14), (7, 13)),
    6: ((6, 11), (5, 10)),
}


def test_random_games(case):
    """CX1 to CX21 at once: stones are conserved, a break means an empty tile, the bag sets the number of turns."""
    players = case
    dice = Dice(players)
    turns = ({}, {})
    for game in range(GAMES):
        state = new_game(crossing, players, dice, varied=game % 2 == 1)
        sampled = game % SAMPLED == 0
        while state.current() != TERMINAL:
            if state.current() == SIMULTANEOUS:
                _check_turn(state)
            do(state, *choose(state, dice))
            if sampled and dice.below(8) == 0:
                _check_round_trip(state)
        _check_end(state, turns)
    for immediate in (0, 1):
        low, high = TURNS[players][immediate]
        assert low <= min(turns[immediate]) and max(turns[immediate]) <= high == turn_limit(players, immediate)


def _check_turn(state):
    red, blue, yellow, white = state.bag
    assert (red | blue << 5 | yellow << 10 | white << 15) + sum(state.piles) == ALL_STONES
    for seat in range(state.players):
        if state.sitting >> seat & 1:
            assert not state.piles[crossing.TILE + seat]
    assert not state.last or not any(state.bag)


def _check_round_trip(state):
    text = state.position()
    packed = state.pack()
    assert crossing.from_position(text).pack() == packed and len(packed) <= 48
    assert crossing.unpack(packed).position() == text


def _check_end(state, turns):
    _check_turn(state)
    assert not any(state.bag)
    immediate = state.option("end_rule") == "immediate"
    turns[immediate][state.turn] = 1
    if state.option("scoring") == "classic":
        assert sum(state.scores()) <= 102
    assert min(state.ranking()) == 1


def _player_counts():
    return [(str(players), players) for players in sorted(TURNS)]


def test_bounds_are_reached():
    """CX16, CX18: the shortest and the longest game of every player count, as rules.md derives them."""
    for players in TURNS:
        for immediate in (0, 1):
            options = {"end_rule": "immediate"} if immediate else {}
            # All mushrooms emptied every turn (needs players enough to be alone on each) or never touched.
            assert _turns(players, options, list(range(1, players)) + [NONE]) == TURNS[players][immediate][0]
            assert _turns(players, options, [NONE] * players) == TURNS[players][immediate][1]


def _turns(players, options, actions):
    state = crossing.new(players, options)
    dice = Dice(1)
    while state.current() != TERMINAL:
        if state.current() == SIMULTANEOUS:
            state.apply_joint(actions)
        else:
            do(state, *choose(state, dice))
    return state.turn


CASES = {"test_random_games": _player_counts}
