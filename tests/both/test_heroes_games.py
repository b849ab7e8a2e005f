"""Random games of Crossing Heroes, with cards and without, and what always holds in them; playthroughs; undo."""

from onthree import chance
from onthree.compat import hexlify, sha256
from onthree.match import Match, MatchError
from onthree.rules import heroes
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL, RuleError
from onthree.rules.heroes_words import COUNTS
from tests.both import heroes_playthroughs
from tests.both.heroes_table import WithCards, fields, keep, keep_generous
from tests.both.playing import ON_CPYTHON, Dice, choose, do, file_text, history, new_game, refuses, seats_of

# For each number of players. 10,000 of each take five minutes: `GAMES` and `TRACKED` can be set from outside.
GAMES = 600 if ON_CPYTHON else 300  # with cards
TRACKED = 600 if ON_CPYTHON else 100  # without
SAMPLED = 20  # one game in so many is written and read back on its way


def test_random_games_with_cards(case):
    """CH1 to CH22 at once: Gold and cards are conserved, 8 turns a seat, at most one empty Skill column at its end."""
    players = case
    dice = Dice(players)
    modules = (WithCards(keep()), WithCards(keep_generous()))
    rewards = 0
    for game in range(GAMES):
        state = new_game(modules[game % 2], players, dice, varied=game % 4 > 1)
        turns = [0] * players
        while state.current() != TERMINAL:
            who, action = choose(state, dice)
            if state.PHASES[state.phase] == "choose":
                _check_table(state, turns)
            gold = sum(state.gold)
            word = state.action_text(who, action)
            state.apply(action)
            if who == CHANCE:
                assert sum(state.gold) == gold
                continue
            assert sum(state.gold) == gold + _told_gold(state)
            if word[0] == "T":
                turns[who] += 1
            if game % SAMPLED == 0 and dice.below(8) == 0:
                _check_round_trip(state)
        assert turns == [8] * players and min(state.ranking()) == 1
        _check_cards(state)
        rewards += sum(state.sets)
    assert rewards > GAMES // 20, "Zeus is asked often enough to be tested"


def _told_gold(state):
    """What the events say that Gold has changed by."""
    changed = 0
    for kind, _, _, counts in state.events():
        if kind in ("trial", "icon", "refill"):
            changed += counts[0]
        elif kind in ("muses", "buys"):
            changed -= counts[0]
    return changed


def _check_table(state, turns):
    """What holds when a turn begins, or after the Muses."""
    columns = [state.slots[5 + i] or state.slots[10 + i] for i in range(5)]
    assert sum([1 for column in columns if not column]) <= 1
    assert all(state.slots[:5]) and not any(state.slots[19:21])
    assert state.option("gold_limit") == "unlimited" or sum(state.gold) <= 30
    for seat in range(state.players):
        assert state.sets[seat] == min(state.by_god(seat, True)) <= 2
        assert sum([1 for trial in state.cells(seat) if trial]) == turns[seat]
    if not sum(turns) % 8:
        _check_cards(state)


def _check_cards(state):
    """Every card is in one place: a slot, under a deck, shuffled in it, or with its owner."""
    slots = state.slots
    seen = [list(slots[0:5]) + list(state.under[0]), list(slots[5:15]) + list(slots[19:21]) + list(state.under[1])]
    seen.append(list(slots[15:19]) + list(state.under[2]) + [i + 1 for i, owner in enumerate(state.owners) if owner])
    for seat in range(state.players):
        seen[0] += list(state.cells(seat))
        seen[1] += list(state.edges(seat))
    for kind in range(3):
        loose = [i + 1 for i, weight in enumerate(state.loose[kind]) if weight]
        assert sorted([card for card in seen[kind] if card] + loose) == list(range(1, COUNTS[kind] + 1))
        assert len(loose) == state.left[kind]


def _check_round_trip(state):
    text = state.position()
    packed = state.pack()
    assert heroes.from_position(text).pack() == packed and len(packed) <= 279
    assert heroes.unpack(packed).position() == text


def test_random_games_without_cards(case):
    """CH5 to CH22 at once: Gold changes by what is told, 8 turns a seat, Zeus rewards each set once."""
    players = case
    dice = Dice(10 + players)
    for game in range(TRACKED):
        state = new_game(heroes, players, dice, varied=game % 2 == 1)
        while state.current() != TERMINAL:
            who, action = choose(state, dice)
            gold = sum(state.gold)
            do(state, who, action)
            assert who == CHANCE or sum(state.gold) == gold + _told_gold(state)
            if game % SAMPLED == 0 and dice.below(8) == 0:
                _check_round_trip(state)
        for seat, record in enumerate(state.records):
            assert sum(record[0:4]) == 8 and state.sets[seat] == min(record[4:8])
            assert state.filled(seat) == sum(record[4:8])
        assert state.option("gold_limit") == "unlimited" or sum(state.gold) <= 30
        assert sum([sum(record[8:20]) for record in state.records]) <= 16


def test_the_largest_packed_state():
    """A position fits its bytes however much lies under the decks."""
    name = keep()
    under = [".".join([str(i) for i in range(first, last)]) for first, last in ((6, 49), (11, 71), (5, 17))]
    empty = "/".join(["0.0.0.0.0.0.0.0"] * 5)
    text = "heroes/1 players=5 turn=1 seat=1 first=1 phase=choose gold=1.1.1.1.1 sets=0.0.0.0.0 stage=choosing "
    text += "row=1.2.3.4.5 skills=1.2.3.4.5/6.7.8.9.10 items=1.2.3.4 hand=0.0 heroes=1/2/3/4/5 "
    text += "grid={} edges={} owned=-/-/-/-/- under={} place=0 takes=0 torch=0 refill=00 cards={}"
    state = heroes.from_position(
        text.format(empty, empty.replace("0/", "0.0.0.0.0/") + ".0.0.0.0", "/".join(under), name)
    )
    assert len(state.pack()) == 279 and heroes.unpack(state.pack()).position() == state.position()


def test_damaged_positions_are_refused_or_played_on(case):
    """One byte or one number changed: either a sentence says why not, or it is a position that plays to its end."""
    module, dice = case, Dice(77)
    kept = 0
    for _ in range(400 if ON_CPYTHON else 60):
        state = new_game(module, 1 + dice.below(5), dice)
        for _ in range(dice.below(70 * state.players)):
            if state.current() != TERMINAL:
                do(state, *choose(state, dice))
        for _ in range(4):
            other = _damaged_bytes(state, dice) if dice.below(2) else _damaged_text(state, dice)
            kept += 1 if other else 0
            while other and other.current() != TERMINAL:
                do(other, *choose(other, dice))
            assert not other or (min(other.ranking()) == 1 and heroes.unpack(other.pack()).pack() == other.pack())
    assert kept > 20


def _damaged_bytes(state, dice):
    """The state of a packed position with another byte in it, or None if that is refused."""
    packed = bytearray(state.pack())
    at = dice.below(len(packed))
    packed[at] = packed[at] ^ (1 << dice.below(8))
    try:
        other = heroes.unpack(bytes(packed))
    except RuleError:
        return None
    assert other.pack() == packed and heroes.from_position(other.position()).pack() == packed
    return other


def _damaged_text(state, dice):
    """The same for a position's text, in which one digit is another."""
    text = state.position()
    digits = [i for i in range(len(text)) if text[i] in "0123456789"]
    at = dice.one_of(digits[2:])
    text = text[:at] + str(dice.below(10)) + text[at + 1 :]
    try:
        other = heroes.from_position(text)
    except RuleError:
        return None
    assert other.position() == text and heroes.unpack(other.pack()).position() == text
    return other


# -- whole games as text ------------------------------------------------------------------------------------
def test_playthrough(case):
    fresh = heroes_playthroughs.text(*case).split("\n")
    kept = file_text("tests/playthroughs/cards/{}.txt".format(case[0])).split("\n")
    for i in range(min(len(fresh), len(kept))):
        assert fresh[i] == kept[i], "line {}: {} instead of {}".format(i + 1, fresh[i], kept[i])
    assert len(fresh) == len(kept)


def test_histories_are_the_same_bytes_on_both_interpreters():
    """All positions, packed states, legal actions, weights and events of six games: one digest for both."""
    digest = sha256(b"")
    for players in (1, 2, 3):
        for generous in (False, True):
            module = WithCards(keep_generous() if generous else keep())
            for line in history(module.new(players), Dice(40 + players), packed=True):
                digest.update(line.encode() + b"\n")
    assert hexlify(digest.digest()[:8]).decode() == DIGEST


DIGEST = "0dcaa43ffeb0bbb6"


# -- playing and checking a match ----------------------------------------------------------------------------
def _match(options, stream=True):
    key = chance.stream_key(b"\x07" * 32, b"1:100 2:200")
    return Match(heroes, 2, options, chance.Stream(key) if stream else None)


def test_undo(case):
    """One takes back the own last entries, up to the last draw, and nobody else's."""
    options = case
    match = _match(options)
    match.deal()
    state = match.state
    refuses(match.undo, state.current())
    seat = state.current()
    before = state.pack()
    match.play(seat, state.legal_actions(seat)[-1])
    assert match.state.pack() != before
    refuses(match.undo, 1 - seat)
    match.undo(seat)
    assert match.state.pack() == before
    if options:
        match.play(seat, match.state.legal_actions(seat)[0])  # the Muses: a row is dealt, and that stays
        assert match.deal()
    else:
        for word in "apollo 1 - -".split():
            match.play(seat, match.state.parse_action(seat, word))
        match.play(1 - seat, match.state.parse_action(1 - seat, "apollo"))
    assert "back" in refuses(match.undo, seat)


def test_a_log_leads_to_the_same_game(case):
    """A PC that follows the words of a device's records, without its chance, has the same digest after each."""
    options = case
    device = _match(options)
    checker = _match(options, stream=False)
    dice = Dice(5)
    while device.state.current() != TERMINAL:
        seat = device.state.current()
        if seat == CHANCE:
            record = {"k": "draw", "x": device.deal()}
        else:
            if seat == SIMULTANEOUS:
                seat = dice.one_of(seats_of(device.state.actors()))
            word = device.play(seat, dice.one_of(device.state.legal_actions(seat)))
            record = {"k": "move", "seat": seat + 1, "a": word}
        record["n"] = device.entries
        record["h"] = device.seal()
        checker.follow(record)
    assert checker.state.position() == device.state.position() and fields(checker.state)["phase"] == "end"
    try:
        checker.follow({"k": "move", "seat": 1, "a": "T1", "n": 0, "h": ""})
        raise AssertionError("a move after the end was accepted")
    except MatchError:
        pass


def _player_counts():
    return [(str(players), players) for players in range(1, 6)]


def _both_ways():
    return [("cards", "cards=" + keep()), ("tracker", "")]


CASES = {
    "test_random_games_with_cards": _player_counts,
    "test_random_games_without_cards": _player_counts,
    "test_damaged_positions_are_refused_or_played_on": lambda: [("cards", WithCards()), ("tracker", heroes)],
    "test_playthrough": lambda: [(named[0], named) for named in heroes_playthroughs.names()],
    "test_undo": _both_ways,
    "test_a_log_leads_to_the_same_game": _both_ways,
}
