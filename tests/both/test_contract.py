"""What every game and every tool in the registry has to keep, whatever its rules are."""

from onthree.rules import registry
from onthree.rules.game import CHANCE, NOBODY, NONE, SIMULTANEOUS, TERMINAL
from tests.both.playing import Dice, allowed, choose, do, games, legal, new_game, over, refuses, tables, words_of


def _games():
    return [(name, registry.load(name)) for name in registry.GAMES + registry.TOOLS]


def test_numbers_of_players_and_options(case):
    module = case
    for players in (-1, 0, module.MIN_PLAYERS - 1, module.MAX_PLAYERS + 1):
        refuses(module.new, players, None)
    refuses(module.new, module.MIN_PLAYERS, {"no_such_option": "1"})
    for name, values in module.OPTIONS:
        refuses(module.new, module.MAX_PLAYERS, {name: "no such value"})
        for value in values:
            state = module.new(module.MAX_PLAYERS, {name: value})
            word = "{}={}".format(name, value)
            assert (word in state.position().split()) == (value != values[0]), state.position()


def test_texts_of_no_position_are_refused(case):
    module = case
    good = module.new(module.MIN_PLAYERS).position()
    heading = good.split()[0]
    for text in ("", " ", heading, heading + " players", "nothing/1 players=3", heading + " players=\u0663"):
        refuses(module.from_position, text)
    for word in good.split()[1:]:
        refuses(module.from_position, good.replace(" " + word, "", 1))
        refuses(module.from_position, good + " " + word)
    refuses(module.from_position, good + " colour=red")
    refuses(registry.state_at, "chess/1 players=2")
    for data in (b"", b"\x00" * 4, b"\xff" * 40, module.new(module.MIN_PLAYERS).pack() + b"\x00"):
        refuses(module.unpack, data)


def _same(state, other):
    assert other.position() == state.position()
    assert other.pack() == state.pack()
    assert other.current() == state.current() and other.actors() == state.actors()
    assert list(other.chance_outcomes()) == list(state.chance_outcomes()) or state.current() != CHANCE
    assert other.scores() == state.scores() and other.ranking() == state.ranking()
    for seat in range(state.players):
        assert legal(other, seat) == legal(state, seat)
        assert other.view(seat) == state.view(seat)
    assert other.view(NOBODY) == state.view(NOBODY)


def test_text_and_bytes_give_back_every_position(case):
    module, players = case
    dice = Dice(players)
    for _ in range(games(module, 4, 10)):
        state = new_game(module, players, dice)
        while not over(state):
            _same(state, module.from_position(state.position()))
            _same(state, module.unpack(state.pack()))
            do(state, *choose(state, dice))
        _same(state, module.from_position(state.position()))
        _same(state, module.unpack(state.pack()))
        assert len(state.pack()) <= 320


def test_a_restored_position_plays_on_the_same(case):
    module, players = case
    for seed in range(games(module, 4, 12)):
        dice = Dice(seed)
        state = new_game(module, players, dice)
        for _ in range(dice.below(60)):
            if not over(state):
                do(state, *choose(state, dice))
        twins = (module.unpack(state.pack()), module.from_position(state.position()))
        while not over(state):
            step = choose(state, dice)
            for one in (state, twins[0], twins[1]):
                do(one, *step)
            assert twins[0].pack() == state.pack() == twins[1].pack()


def test_actions_have_words_and_words_are_read_back(case):
    module, players = case
    dice = Dice(100 + players)
    for _ in range(games(module, 3, 10)):
        state = new_game(module, players, dice)
        while not over(state):
            who, action = choose(state, dice)
            for seat, one in enumerate(action) if who == SIMULTANEOUS else ((who, action),):
                word = words_of(state, seat, one)
                assert " " not in word and state.parse_action(seat, word) == one
            assert state.action_text(0, NONE) == "-" and state.parse_action(0, "-") == NONE
            do(state, who, action)
    for word in ("", "?", "M", "M1 ", "m1", "999", "--", "T\u0661"):
        refuses(state.parse_action, 0, word)
        refuses(state.parse_action, CHANCE, word)
    refuses(state.action_text, 0, 1 << 40)
    refuses(state.action_text, 0, -7)


def _changes_nothing(state, call, *arguments):
    before = (state.position(), state.pack(), state.current(), state.actors())
    refuses(call, *arguments)
    assert (state.position(), state.pack(), state.current(), state.actors()) == before


def _illegal_steps(state, dice):
    """Try a handful of steps that are not allowed now."""
    who = state.current()
    seat = dice.below(state.players)
    wild = (-1, -2, 1000, 1 << 40, dice.below(24) - 4)
    if who == SIMULTANEOUS:
        _changes_nothing(state, state.apply, dice.below(6))
        _, actions = choose(state, dice)
        _changes_nothing(state, state.apply_joint, actions[1:])
        _changes_nothing(state, state.apply_joint, actions + [NONE])
        awaited = state.actors() >> seat & 1
        for action in wild:
            if not allowed(state, seat, action) if awaited else action != NONE:
                _changes_nothing(state, state.apply_joint, actions[:seat] + [action] + actions[seat + 1 :])
        return
    _changes_nothing(state, state.apply_joint, [NONE] * state.players)
    weights = state.chance_outcomes() if who == CHANCE else ()
    for action in wild:
        fine = action in state.legal_actions(who) if who >= 0 else 0 <= action < len(weights) and weights[action]
        if not fine:
            _changes_nothing(state, state.apply, action)


def test_what_is_not_allowed_changes_nothing(case):
    module, players = case
    dice = Dice(200 + players)
    for _ in range(games(module, 5, 20)):
        state = new_game(module, players, dice)
        while not over(state):
            assert state.actors() == 0 or state.current() in (SIMULTANEOUS, 0, 1, 2, 3, 4, 5)
            for seat in range(-1, players + 1):
                able = legal(state, seat)
                assert able == sorted(able) and bool(able) == (seat >= 0 and state.actors() >> seat & 1 == 1)
            _illegal_steps(state, dice)
            do(state, *choose(state, dice))
        _illegal_steps(state, dice)
        assert (state.actors() == 0) == (state.current() in (TERMINAL, CHANCE))


def test_breakdowns_add_up_and_places_follow_the_scores(case):
    module, players = case
    dice = Dice(300 + players)
    for _ in range(games(module, 6, 30)):
        state = new_game(module, players, dice)
        while not over(state):
            do(state, *choose(state, dice))
        scores = state.scores()
        places = state.ranking()
        assert len(scores) == len(places) == players and min(places) == 1
        for seat in range(players):
            assert sum(points for _, points in state.breakdown(seat)) == scores[seat]
            assert places[seat] == 1 + sum(1 for place in places if place < places[seat])


CASES = {
    "test_numbers_of_players_and_options": _games,
    "test_texts_of_no_position_are_refused": _games,
    "test_text_and_bytes_give_back_every_position": tables,
    "test_a_restored_position_plays_on_the_same": tables,
    "test_actions_have_words_and_words_are_read_back": tables,
    "test_what_is_not_allowed_changes_nothing": tables,
    "test_breakdowns_add_up_and_places_follow_the_scores": tables,
}
