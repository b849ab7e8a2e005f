"""Criss Cross with sheets on paper: rolls and rounds (CC2, CC3, CC6, CC-A2), and points entered line by line."""

from onthree import chance, match
from onthree.rules import crisscross
from onthree.rules.crisscross_paper import EARLIEST, Paper
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL
from tests.both.playing import ON_CPYTHON, Dice, choose, do, new_game, refuses

GAMES = 2000 if ON_CPYTHON else 40


def new(players, **options):
    options["mode"] = "paper"
    return crisscross.new(players, options)


def at(text):
    return crisscross.from_position("crisscross/1 " + text)


def enter(state, seat, text):
    state.apply_by(seat, state.parse_action(seat, text))


def words(state, seat):
    return [state.action_text(seat, action) for action in state.legal_actions(seat)]


def fields(state):
    return dict([word.split("=", 1) for word in state.position().split()[1:]])


def played(players, rounds, **options):
    """A game in which everybody said done for so many rounds."""
    state = new(players, **options)
    for seat in range(players):
        state.apply(state.parse_action(seat, "FEDCBA"[seat]))
    for _ in range(rounds):
        state.apply(0)
        for seat in range(players):
            if state.actors() >> seat & 1:
                enter(state, seat, "done")
    return state


def test_start_symbols_are_kept_apart():
    """CC2, CC-A11: the device hands out start symbols on paper as well, each once."""
    state = new(2)
    assert isinstance(state, Paper) and words(state, 0) == list("ABCDEF")
    state.apply(state.parse_action(0, "C"))
    assert words(state, 1) == list("ABDEF") and fields(state)["starts"] == "C."
    state.apply(state.parse_action(1, "A"))
    assert state.current() == CHANCE and fields(state)["starts"] == "CA" and state.round == 1
    state = new(1, start_symbol="roll")
    state.apply(4)
    assert fields(state)["starts"] == "E"


def test_a_round_ends_when_all_have_said_done():
    """CC3: one roll for all; the next one comes when everybody has entered it on paper, in any order."""
    state = played(3, 0)
    refuses(enter, state, 0, "done")
    state.apply(state.parse_action(CHANCE, "AD"))
    assert state.current() == SIMULTANEOUS and state.actors() == 7 and words(state, 1) == ["done"]
    enter(state, 1, "done")
    enter(state, 2, "done")
    assert "not awaited" in refuses(enter, state, 1, "done")
    assert fields(state)["placed"] == "011" and state.round == 1
    assert "round 8" in refuses(enter, state, 0, "stuck")
    enter(state, 0, "done")
    assert state.round == 2 and state.current() == CHANCE


def test_stuck_seats_sit_out():
    """CC-A2, CC5: a seat may say it is stuck from round 8 on, and stays it; the others go on."""
    state = played(2, EARLIEST - 1)
    state.apply(7)
    assert words(state, 0) == ["done", "stuck"]
    enter(state, 0, "stuck")
    enter(state, 1, "done")
    assert state.round == EARLIEST + 1
    state.apply(7)
    assert state.actors() == 2 and "sits out" in refuses(enter, state, 0, "done")
    enter(state, 1, "stuck")
    assert state.scoring() and state.round == EARLIEST + 1  # CC6: all are stuck


def test_twelve_rounds_and_then_the_lines():
    """CC6, CC7: after round 12 every sheet is full or stuck, and lines are entered, each worth what runs can be."""
    state = played(2, 12)
    assert state.scoring() and state.current() == SIMULTANEOUS and state.actors() == 3
    assert words(state, 0) == ["-", "0", "2", "3", "4", "5", "8", "10"]
    refuses(enter, state, 0, "-5")
    for word in "4 0 2 0 3 0 0 8 10 5".split():
        enter(state, 0, word)
    assert state.actors() == 2 and state.scores() == [32, 0] and state.best_line(0) == 10
    refuses(enter, state, 0, "0")
    assert state.breakdown(0)[0] == ("row 1", 4) and state.breakdown(0)[9] == ("column e", 5)
    enter(state, 1, "2")
    enter(state, 1, "-")
    assert state.current() == TERMINAL and state.scores() == [32, 0] and state.ranking() == [1, 2]
    assert fields(state)["lines"] == "4,0,2,0,3,0,0,8,10,5|-"


def test_the_advanced_game_has_an_eleventh_line():
    """CC10, CC11: the diagonal comes last and counts twice; a line without a run is -5 and nothing is 0."""
    state = played(1, 12, advanced="on")
    assert words(state, 0) == ["-", "-5", "2", "3", "4", "5", "8", "10"]
    for word in ["2"] * 10 + ["-5"]:
        enter(state, 0, word)
    assert state.current() == TERMINAL and state.scores() == [10] and state.breakdown(0)[-1] == ("diagonal", -10)
    state = crisscross.from_position(state.position() + " diag_zero=single")
    assert state.scores() == [15] and state.best_line(0) == 2


def test_a_tie_goes_to_the_best_line_and_points_left_to_paper_come_last():
    """CC8, CC-A6: equal totals are settled by the best line; below zero still comes before points nobody entered."""
    head = "players=3 round=12 roll=-- placed=000 stuck=111 starts=ABC lines={} mode=paper"
    state = at(head.format("4,4,0,0,0,0,0,0,0,0|8,0,0,0,0,0,0,0,0,0|-"))
    assert state.scores() == [8, 8, 0] and state.ranking() == [2, 1, 3]
    state = at(head.format("|".join([",".join(["-5"] * 11), "-", "-"])) + " advanced=on")
    assert state.scores() == [-60, 0, 0] and state.ranking() == [1, 2, 2]


def test_entries_can_be_taken_back_until_the_next_roll():
    """One's own done, stuck or line, but not what the roll was built on."""
    stream = chance.Stream(chance.stream_key(b"s" * 32, b"1:1"))
    game = match.Match(crisscross, 2, "mode=paper", stream)
    for seat in (0, 1):
        game.play(seat, 1 + seat)
    game.deal()
    refuses(game.undo, 0)
    game.play(0, game.state.parse_action(0, "done"))
    game.play(1, game.state.parse_action(1, "done"))
    assert game.state.current() == CHANCE
    game.undo(0)
    assert game.state.actors() == 1 and game.state.round == 1
    game.play(0, game.state.parse_action(0, "done"))
    game.deal()
    refuses(game.undo, 1)


def test_lines_can_be_taken_back_one_by_one():
    """Until the end is confirmed: the last line first."""
    game = match.Match(crisscross, 1, "mode=paper")
    game.state = played(1, 12)
    for word in ("4", "8", "-"):
        game.play(0, game.state.parse_action(0, word))
    assert game.state.current() == TERMINAL
    game.undo(0)
    assert fields(game.state)["lines"] == "4,8"
    game.undo(0)
    assert fields(game.state)["lines"] == "4"


def test_positions_that_no_game_has_are_refused():
    good = "players=3 round=9 roll=AD placed=100 stuck=010 starts=ABC lines=.|.|. mode=paper"
    assert at(good).position() == "crisscross/1 " + good
    for old, new in (
        ("placed=100", "placed=110"),
        ("stuck=010", "stuck=011"),
        ("round=9", "round=7"),
        ("round=9", "round=0"),
        ("round=9", "round=13"),
        ("starts=ABC", "starts=ABA"),
        ("starts=ABC", "starts=AB."),
        ("starts=ABC", "starts=AB"),
        ("lines=.|.|.", "lines=2|.|."),
        ("lines=.|.|.", "lines=.|."),
        ("mode=paper", "mode=digital"),
        (" stuck=010", ""),
        (" mode=paper", ""),
        ("mode=paper", "mode=paper colour=red"),
    ):
        refuses(at, good.replace(old, new))
    over = "players=1 round=12 roll=-- placed=0 stuck=1 starts=A lines={} mode=paper"
    for lines in ("-5", "7", "2,,2", ",".join(["2"] * 11), "2,-"):
        refuses(at, over.format(lines))


def test_random_games_on_paper(case):
    """CC3, CC6: eight to twelve rounds whatever people say; text and bytes give every position back."""
    players = case
    dice = Dice(players)
    for game in range(GAMES):
        state = new_game(crisscross, players, dice)
        if not state.PAPER:
            continue
        while state.current() != TERMINAL:
            who, action = choose(state, dice)
            if who == SIMULTANEOUS and game % 2:
                for seat in range(players):
                    if state.actors() >> seat & 1:
                        state.apply_by(seat, action[seat])
            else:
                do(state, who, action)
            if dice.below(20) == 0:
                packed = state.pack()
                assert crisscross.from_position(state.position()).pack() == packed and len(packed) <= 44
                assert crisscross.unpack(packed).position() == state.position()
        assert 8 <= state.round <= 12 and state.actors() == 0
        assert all([len(lines) in (0, state.size) for lines in state.lines])
        refuses(state.apply_joint, [NONE] * players)


CASES = {"test_random_games_on_paper": lambda: [("{} players".format(players), players) for players in range(1, 7)]}
