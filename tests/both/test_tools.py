"""The tools: what each does, by examples worked out by hand."""

from onthree import chance
from onthree.match import Match
from onthree.rules import registry
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, Numbers, RuleError, options_text, read_options
from onthree.tools import buzzer, dice, order, reveal, rounds
from tests.both.playing import refuses


def joint(state, words):
    state.apply_joint([state.parse_action(seat, word) for seat, word in enumerate(words.split())])


def steps(state, words):
    """Let the seat whose turn it is do each of the words; return the seats, counted from 1."""
    seats = []
    for word in words.split():
        seats.append(state.current() + 1)
        state.apply(state.parse_action(state.current(), word))
    return seats


def draw(state, words):
    for word in words.split():
        assert state.current() == CHANCE
        state.apply(state.parse_action(CHANCE, word))


def match(name, players, options=""):
    return Match(registry.load(name), players, options, chance.Stream(bytes(32)))


# -- options that are numbers --------------------------------------------------------------------------------------
def test_numbers_stand_for_a_tuple_of_texts_with_the_default_first():
    values = Numbers(2, 5, 4)
    assert list(values) == ["4", "5", "2", "3"] and len(values) == 4
    for i, text in enumerate(values):
        assert values[i] == text and values.index(text) == i and values.value(i) == int(text) and text in values
    for text in ("", "1", "6", "04", "+4", "4.0", "four", "-4", " 4", "\u0664", "\u00b2", "99999999"):
        assert text not in values
    for i in (-1, 4):
        try:
            values[i]
        except IndexError:
            continue
        raise AssertionError(i)


def test_options_that_are_numbers_are_read_and_written_like_the_others():
    spec = (("dice", Numbers(1, 20, 2)), ("ask", ("any", "together")))
    chosen = read_options(spec, {"dice": "20"})
    assert options_text(spec, chosen) == "dice=20"
    assert options_text(spec, read_options(spec, {"dice": "2"})) == ""
    assert refuses(read_options, spec, {"dice": "21"}) == "The option dice can be 1 to 20, not 21."


# -- reveal --------------------------------------------------------------------------------------------------------
def test_a_reveal_counts_who_chose_what():
    state = reveal.new(5, {"pick": "hands", "count": "3"})
    assert [state.action_text(0, action) for action in state.legal_actions(0)] == ["-", "rock", "paper", "scissors"]
    joint(state, "rock paper rock - rock")
    assert state.tally() == [3, 1, 0]
    assert state.events()[:2] == [("chose", 0, 1, (3,)), ("chose", 1, 2, (1,))]
    assert state.events()[2:] == [("chose", 2, 1, (3,)), ("none", 3, NONE, (0,)), ("chose", 4, 1, (3,))]
    assert state.position() == "reveal/1 players=5 round=1 last=rock,paper,rock,-,rock pick=hands count=3"
    joint(state, "- - - - -")
    assert state.tally() == [0, 0, 0] and state.count == 2 and state.events()[0] == ("none", 0, NONE, (0,))
    refuses(state.parse_action, 0, "lizard")


def test_a_reveal_of_numbers_goes_from_0_to_the_highest():
    state = reveal.new(2, {"pick": "numbers"})
    joint(state, "0 99")
    assert list(state.last) == [1, 100] and state.tally()[99] == 1 and len(state.tally()) == 100
    refuses(state.parse_action, 0, "100")
    assert len(reveal.new(2, {"pick": "numbers", "highest": "9"}).legal_actions(0)) == 11


NAMED = (("letters", 12), ("answers", 3), ("hands", 5), ("colours", 12), ("cards", 12), ("directions", 8))


def test_a_reveal_has_2_to_12_names_as_far_as_there_are_names():
    for pick, names in NAMED:
        for count in range(2, 13):
            chosen = {"pick": pick, "count": str(count)}
            if count > names:
                refuses(reveal.new, 3, chosen)
            else:
                state = reveal.new(3, chosen)
                words = [state.action_text(0, action) for action in state.legal_actions(0)]
                assert len(set(words)) == count + 1
    assert refuses(reveal.new, 3, {"pick": "answers", "count": "4"}) == "There are only 3 answers, not 4."
    assert set([pick for pick, _ in NAMED] + ["numbers"]) == set(reveal.OPTIONS[0][1])


# -- dice ----------------------------------------------------------------------------------------------------------
def test_a_seat_asks_and_every_die_is_a_draw():
    state = dice.new(3)
    assert state.current() == SIMULTANEOUS and state.actors() == 7
    state.apply_by(1, dice.ROLL)
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1] * 6
    refuses(state.apply_by, 0, dice.ROLL)
    draw(state, "5 3")
    assert state.current() == SIMULTANEOUS
    assert state.events() == [("rolled", 1, dice.ROLL, (8, 3, 4, 2))]
    assert state.position() == "dice/1 players=3 rolls=1 asked=- roll=- last=5.3"


def test_asking_together_needs_everybody():
    state = dice.new(3, {"ask": "together", "dice": "1"})
    refuses(state.apply_by, 0, dice.ROLL)
    refuses(state.apply_joint, [dice.ROLL, NONE, dice.ROLL])
    state.apply_joint([dice.ROLL] * 3)
    draw(state, "6")
    assert state.events() == [("rolled", seat, dice.ROLL, (6, 1, 5)) for seat in range(3)]


def test_the_last_six_rolls_are_remembered_the_newest_first():
    state = dice.new(1, {"dice": "1", "sides": "100"})
    for face in range(1, 9):
        state.apply_by(0, dice.ROLL)
        draw(state, str(face * 10))
    assert state.position() == "dice/1 players=1 rolls=8 asked=- roll=- last=80/70/60/50/40/30 dice=1 sides=100"


def test_dice_are_kept_or_dropped():
    """Of 4 1 4 6 2: of the two equal dice the earlier one goes first."""
    roll = bytes([3, 0, 3, 5, 1])
    for keep, k, kept, total in (
        ("all", 1, "11111", 17),
        ("highest", 1, "00010", 6),
        ("highest", 2, "10010", 10),
        ("highest", 3, "10110", 14),
        ("highest", 5, "11111", 17),
        ("lowest", 1, "01000", 1),
        ("lowest", 3, "11001", 7),
        ("drop_lowest", 1, "10111", 16),
        ("drop_lowest", 3, "00110", 10),
        ("drop_highest", 2, "01101", 7),
        ("drop_highest", 4, "01000", 1),
    ):
        state = dice.new(2, {"dice": "5", "keep": keep, "k": str(k)})
        assert "".join("1" if state.kept(roll) >> i & 1 else "0" for i in range(5)) == kept, (keep, k)
        assert state.total(roll) == total
        assert sum(1 for bit in kept if bit == "1") == state.kept_dice


def test_more_dice_than_there_are_cannot_be_kept_nor_all_dropped():
    for keep, k, fine in (("highest", 3, True), ("lowest", 4, False), ("drop_lowest", 3, False), ("all", 19, True)):
        chosen = {"dice": "3", "keep": keep, "k": str(k)}
        if fine:
            assert dice.new(2, chosen).position()
        else:
            refuses(dice.new, 2, chosen)


def test_symbols_have_six_faces_and_no_order():
    state = dice.new(2, {"faces": "symbols", "sides": "20"})
    state.apply_by(0, dice.ROLL)
    assert len(state.chance_outcomes()) == 6
    draw(state, "A F")
    assert state.events() == [("rolled", 0, dice.ROLL, (0, 3, 0, 5))]
    assert "last=A.F " in state.position()
    refuses(state.parse_action, CHANCE, "G")
    refuses(dice.new, 2, {"faces": "symbols", "keep": "highest"})


def test_every_number_of_dice_and_sides_is_dealt_by_the_stream():
    for number in (1, 20):
        for sides in (2, 3, 99, 100):
            game = match("dice", 2, "dice={} sides={}".format(number, sides))
            for _ in range(3):
                assert game.play(1, dice.ROLL) == "roll"
                words = game.deal().split()
                assert len(words) == number and all(1 <= int(word) <= sides for word in words)
            assert len(game.state.pack()) <= 151


def test_a_roll_cannot_be_taken_back_but_asking_for_it_can():
    game = match("dice", 2)
    game.play(1, dice.ROLL)
    game.undo(1)
    assert game.state.current() == SIMULTANEOUS
    game.play(0, dice.ROLL)
    game.deal()
    refuses(game.undo, 0)


# -- order ---------------------------------------------------------------------------------------------------------
def test_the_first_player_is_drawn_among_all_and_then_it_is_over():
    state = order.new(4)
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1] * 4 and state.ranking() == [1] * 4
    draw(state, "3")
    assert state.current() == TERMINAL and state.ranking() == [2, 2, 1, 2]
    refuses(state.apply, 0)


def test_a_random_order_draws_every_seat_once():
    state = order.new(4, {"what": "order"})
    draw(state, "3 1")
    assert list(state.chance_outcomes()) == [0, 1, 0, 1]
    refuses(state.apply, 2)
    draw(state, "4 2")
    assert state.current() == TERMINAL and state.ranking() == [2, 4, 1, 3]
    assert state.position() == "order/1 players=4 drawn=3.1.4.2 what=order"


def test_every_order_is_as_likely_as_any_other():
    """All 24 paths through the draws have the same weight: 1/4 x 1/3 x 1/2 x 1."""
    found = []

    def walk(drawn, weight):
        state = order.new(4, {"what": "order"})
        for seat in drawn:
            state.apply(seat)
        if state.current() == TERMINAL:
            found.append((tuple(drawn), weight))
            return
        weights = state.chance_outcomes()
        for seat in range(4):
            if weights[seat]:
                walk(drawn + [seat], weight * sum(weights) // weights[seat])

    walk([], 1)
    assert len(set(drawn for drawn, _ in found)) == 24 and set(weight for _, weight in found) == {24}


# -- rounds --------------------------------------------------------------------------------------------------------
def test_turns_go_clockwise_and_a_round_ends_when_all_had_one():
    state = rounds.new(3)
    assert steps(state, "next pass next next") == [1, 2, 3, 1]
    assert state.position() == "rounds/1 players=3 round=2 bids=- order=1.2.3 turn=2 passed=000"


def test_the_first_player_can_rotate():
    state = rounds.new(3, {"first": "rotate"})
    assert steps(state, "next " * 12) == [1, 2, 3, 2, 3, 1, 3, 1, 2, 1, 2, 3]


def test_a_round_can_go_on_until_all_have_passed():
    state = rounds.new(3, {"ends": "passed"})
    assert steps(state, "next pass next next next pass next pass") == [1, 2, 3, 1, 3, 1, 3, 3]
    assert state.count == 1 and state.passed == 0 and state.current() == 0


def test_the_highest_bid_begins_and_equal_bids_go_by_seat():
    state = rounds.new(4, {"by": "bids", "first": "rotate"})
    assert state.current() == SIMULTANEOUS and len(state.legal_actions(2)) == 21
    joint(state, "5 20 5 0")
    assert [(seat, counts) for _, seat, _, counts in state.events()] == [(0, (2,)), (1, (1,)), (2, (3,)), (3, (4,))]
    assert steps(state, "next " * 4) == [2, 1, 3, 4]
    joint(state, "5 5 0 5")  # round 2, so seat 2 is the first player
    assert steps(state, "next " * 4) == [2, 4, 1, 3]
    refuses(state.apply_joint, [rounds.BID, NONE, rounds.BID, rounds.BID])
    refuses(state.parse_action, 0, "21")


def test_equal_bids_can_go_by_lot():
    state = rounds.new(4, {"by": "bids", "ties": "lot"})
    joint(state, "5 7 5 5")
    assert state.events() == []
    assert state.position().startswith("rounds/1 players=4 round=1 bids=5,7,5,5 order=2 turn=- passed=0000")
    assert list(state.chance_outcomes()) == [1, 0, 1, 1]
    refuses(state.apply, 1)
    draw(state, "3")
    assert list(state.chance_outcomes()) == [1, 0, 0, 1]
    draw(state, "4")  # then only one is left
    assert steps(state, "next " * 4) == [2, 3, 4, 1]
    joint(state, "1 2 3 4")
    assert state.current() == 3


def test_a_step_can_be_undone_until_the_next_seat_has_built_on_it():
    game = match("rounds", 2)
    game.play(0, rounds.NEXT)
    game.undo(0)
    game.play(0, rounds.PASS)
    game.play(1, rounds.NEXT)
    refuses(game.undo, 0)
    game.undo(1)
    game.undo(0)
    assert game.state.position() == rounds.new(2).position()


def test_bids_cannot_be_taken_back():
    game = match("rounds", 2, "by=bids")
    game.play_joint([rounds.BID + 3, rounds.BID])
    refuses(game.undo, 0)


def test_orders_that_no_bids_lead_to_are_refused():
    good = "rounds/1 players=3 round=1 bids=5,5,7 order=3.1.2 turn=1 passed=001 by=bids"
    assert rounds.from_position(good).position() == good
    for old, new in (
        ("3.1.2", "1.2.3"),
        ("3.1.2", "3.2.1"),
        ("3.1.2", "3.1"),
        ("5,5,7", "-"),
        (" by=bids", ""),
        ("passed=001", "passed=100"),
        ("turn=1", "turn=-"),
        ("turn=1", "turn=4"),
        ("round=1", "round=0"),
        ("round=1", "round=10000"),
    ):
        refuses(rounds.from_position, good.replace(old, new))


# -- buzzer --------------------------------------------------------------------------------------------------------
def test_the_first_press_wins_and_the_others_delays_are_told():
    state = buzzer.new(4)
    joint(state, "81250us 79000us - early")
    assert state.presses() == [(1, 1, 0), (2, 0, 2250)]
    assert state.events() == [
        ("pressed", 1, 79002, (1, 0)),
        ("pressed", 0, 81252, (2, 2250)),
        ("early", 3, buzzer.EARLY, ()),
    ]


def test_presses_inside_the_uncertainty_are_ties():
    """Less than 150 us after the first of their place; a chain of ties does not grow longer than that."""
    for words, found in (
        ("1000us 1149us 1150us", [(1, 0, 0), (1, 1, 149), (3, 2, 150)]),
        ("1149us 1000us 1298us", [(1, 1, 0), (1, 0, 149), (3, 2, 298)]),
        ("1000us 1150us 1299us", [(1, 0, 0), (2, 1, 150), (2, 2, 299)]),
        ("0us 0us 600000000us", [(1, 0, 0), (1, 1, 0), (3, 2, 600000000)]),
        ("- - -", []),
        ("early early 5us", [(1, 2, 0)]),
    ):
        state = buzzer.new(3)
        joint(state, words)
        assert state.presses() == found, words
        assert buzzer.from_position(state.position()).presses() == found == buzzer.unpack(state.pack()).presses()


def test_a_press_has_one_way_to_be_written():
    state = buzzer.new(2)
    for word in ("600000001us", "01us", "us", "1", "-1us", "+1us", "1ms", "1 us", "\u0661us", "9999999999us", "EARLY"):
        refuses(state.parse_action, 0, word)
    assert state.parse_action(1, "600000000us") == buzzer.PRESS + buzzer.LONGEST_US


# -- all of them ---------------------------------------------------------------------------------------------------
def test_a_counter_that_is_full_ends_the_tool():
    """Nobody will live to see it; but nothing runs over."""
    for good, words in (
        ("reveal/1 players=2 round=9998 last=A,B", "A A"),
        ("buzzer/1 players=2 round=9998 last=early,5us", "- -"),
        ("rounds/1 players=2 round=9999 bids=3,1 order=1.2 turn=2 passed=00 by=bids", ""),
        ("dice/1 players=2 rolls=9998 asked=- roll=- last=1/2/3/4/5/6 dice=1", ""),
    ):
        _, state = registry.state_at(good)
        assert state.current() != TERMINAL
        if words:
            joint(state, words)
        elif state.current() == SIMULTANEOUS:
            state.apply_by(0, dice.ROLL)
            draw(state, "4")
        else:
            steps(state, "next")
        assert state.current() == TERMINAL and state.actors() == 0 and not state.legal_actions(0)
        module, again = registry.state_at(state.position())
        assert again.pack() == state.pack() == module.unpack(state.pack()).pack()
        for call, argument in ((state.apply, 1), (state.apply_joint, [1, 1])):
            refuses(call, argument)


def test_bytes_that_no_tool_has_packed_are_refused():
    """Every byte of a packed state set to every value: either refused, or packed the same again."""
    for good in (
        "reveal/1 players=2 round=3 last=A,-",
        "dice/1 players=2 rolls=7 asked=2 roll=4 last=1.2/3.4/5.6/1.1/1.1/6.6",
        "order/1 players=3 drawn=2 what=order",
        "rounds/1 players=3 round=2 bids=7,7,0 order=2.1.3 turn=1 passed=010 by=bids first=rotate",
        "buzzer/1 players=2 round=3 last=early,5us",
    ):
        module, state = registry.state_at(good)
        data = state.pack()
        refused = 0
        for i in range(len(data)):
            for value in range(256):
                changed = data[:i] + bytes([value]) + data[i + 1 :]
                try:
                    assert module.unpack(changed).pack() == changed
                except RuleError:
                    refused += 1
            if i:
                refuses(module.unpack, data[:i])
        assert refused > 300, good
