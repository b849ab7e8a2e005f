"""Random games of Crystalla, with cards and without, and what always holds in them; playthroughs; logs."""

from onthree import chance
from onthree.match import Match
from onthree.rules import crystalla, crystalla_box
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL
from tests.both import crystalla_playthroughs
from tests.both.crystalla_table import WithCards
from tests.both.playing import ON_CPYTHON, Dice, choose, do, file_text, new_game

# For each number of players 10,000 games on CPython and 300 on MicroPython.
GAMES = 2500 if ON_CPYTHON else 100  # with cards
TRACKED = 7500 if ON_CPYTHON else 200  # without
SAMPLED = 50  # one game in so many is looked at in every position, and read back now and then

ALL_PIECES = {2: (3, 3, 0, 0), 3: (3, 3, 3, 3), 4: (3, 3, 3, 3)}


def test_random_games_with_cards(case):
    """CR1 to CR33 at once: cards and crystal pieces are conserved, 9 turns a seat, 24 segments a display."""
    players = case
    module = WithCards()
    dice = Dice(players)
    most = 0
    for game in range(GAMES):
        state = new_game(module, players, dice, varied=game % 2 == 1)
        lost = _play(state, dice, game % SAMPLED == 0)
        most = max(most, len(state.pack()))
        for cells in state.cells:
            for cell in cells:
                assert cell >> 5 and cell >> 2 & 7, "24 segments"
        assert sum(state.pool) == sum(state.heights) - len(state.tops) == 90 - 12 * players - len(state.tops)
        used = sum(state.stack) + sum(state.open) + sum(_bits(covered) for covered in state.covered)
        assert used + lost == crystalla_box.CRYSTALS
    assert most <= 320


def test_random_games_without_cards(case):
    """CR3 to CR17, CR24 at once: pieces are conserved, a card leaves the piles each turn, 9 turns a seat."""
    players = case
    dice = Dice(players)
    for game in range(TRACKED):
        state = new_game(crystalla, players, dice, varied=game % 2 == 1)
        _play(state, dice, game % SAMPLED == 0)
        if state.option("track") == "walks":
            assert sum(state.heights) == 90 - 12 * players
            assert sum(state.given) + state.removed <= crystalla_box.CRYSTALS


def _bits(value):
    count = 0
    while value:
        count += value & 1
        value >>= 1
    return count


def _play(state, dice, sampled):
    """Play to the end; return how many crystal pieces were out of the game."""
    players = state.players
    turns = [0] * players
    last = lost = 0
    while state.current() != TERMINAL:
        if state.turn != last:
            last = state.turn
            turns[(state.first + last - 1) % players] += 1
            _check_table(state)
        do(state, *choose(state, dice))
        for event in state.events():
            lost += event[0] == "removed"
        if sampled:
            _check_cards(state, lost)
            if dice.below(8) == 0:
                _check_round_trip(state)
    assert turns == [9] * players and min(state.ranking()) == 1
    return lost


def _check_table(state):
    """Every piece is somewhere on the table when a turn begins."""
    if state.option("track") == "walks":
        for colour in range(4):
            assert sum(pieces >> 2 * colour & 3 for pieces in state.pieces) == ALL_PIECES[state.players][colour]
        assert all(state.heights) and not state.hand and not state.due


def _check_cards(state, lost):
    if not state.cards:
        return
    cards = sum(state.pool) + (state.card > 0)
    for part in [state.tops, state.dealt, state.aside] + state.cells:
        cards += sum(1 for card in part if card)
    assert cards == crystalla_box.CARDS
    used = sum(state.stack) + sum(state.open) + sum(_bits(covered) for covered in state.covered) + lost
    assert used + (state.phase == 13) == crystalla_box.CRYSTALS
    assert sum(state.open) <= 4 and (state.next_shape() < 0 or state.turn == 0 or state.phase in (3, 13))


def _check_round_trip(state):
    text = state.position()
    packed = state.pack()
    assert crystalla.from_position(text).pack() == packed
    assert crystalla.unpack(packed).position() == text


# -- playthroughs -----------------------------------------------------------------------------------------
def test_playthrough(case):
    """The games of tests/playthroughs are played as they always were, byte for byte."""
    folder, name = case[0], case[1]
    fresh = crystalla_playthroughs.text(*case[1:]).split("\n")
    kept = file_text("tests/playthroughs/{}{}.txt".format(folder, name)).split("\n")
    for i in range(min(len(fresh), len(kept))):
        assert fresh[i] == kept[i], "line {}: {} instead of {}".format(i + 1, fresh[i], kept[i])
    assert len(fresh) == len(kept)


# -- logs -------------------------------------------------------------------------------------------------
def test_a_log_leads_to_the_same_game(case):
    """A PC that follows the words of a device's records, without its chance, has the same digest after each."""
    options = case
    key = chance.stream_key(b"\x07" * 32, b"1:100 2:200 3:300")
    device = Match(crystalla, 3, options, chance.Stream(key))
    checker = Match(crystalla, 3, options)
    dice = Dice(5)
    entries = 0
    while device.state.current() != TERMINAL:
        seat = device.state.current()
        if seat == CHANCE:
            record = {"k": "draw", "x": device.deal()}
        else:
            if seat == SIMULTANEOUS:
                seat = [one for one in range(3) if device.state.actors() >> one & 1][-1]
            word = device.play(seat, dice.one_of(device.state.legal_actions(seat)))
            if dice.below(9) == 0:
                record = {"k": "move", "seat": seat + 1, "a": word, "n": device.entries, "h": device.seal()}
                checker.follow(record)
                device.undo(seat)
                record = {"k": "undo", "seat": seat + 1}
            else:
                record = {"k": "move", "seat": seat + 1, "a": word}
        record["n"] = device.entries
        record["h"] = device.seal()
        assert len(record.get("x", "")) <= 300
        checker.follow(record)
        entries += 1
    assert checker.state.position() == device.state.position() and entries > 100


def _player_counts():
    return [(str(players), players) for players in (2, 3, 4)]


CASES = {
    "test_random_games_with_cards": _player_counts,
    "test_random_games_without_cards": _player_counts,
    "test_playthrough": lambda: [(case[0] + case[1], case) for case in crystalla_playthroughs.names()],
    "test_a_log_leads_to_the_same_game": lambda: [("tracker", ""), ("cards", "cards=" + WithCards().cards)],
}
