"""Criss Cross, rule by rule (CC1 to CC11) and choice by choice (CC-A1 to CC-A11), and random games of it."""

from onthree.rules import crisscross
from onthree.rules.crisscross_rounds import ADVANCED
from onthree.rules.crisscross_sheet import LETTERS, line_points, solo_rank
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL
from tests.both.playing import ON_CPYTHON, Dice, choose, do, file_text, new_game, refuses

GAMES = 10000 if ON_CPYTHON else 300
BLANK = "...../...../...../...../....."
TIED = "AAAAA/BCBCB/CBCBC/BCBCB/CBCBC"  # CC-5 of the vectors


def at(text):
    return crisscross.from_position("crisscross/1 " + text)


def sheet_at(sheet, options=""):
    """One player's sheet in the last round of a game."""
    return at("players=1 round=12 roll=-- placed=0 sheets={} {}".format(sheet, options))


def fields(state):
    return dict([word.split("=", 1) for word in state.position().split()[1:]])


def roll(state, text):
    state.apply(state.parse_action(CHANCE, text))


def enter(state, seat, text):
    state.apply_by(seat, state.parse_action(seat, text))


def started(players, options=None):
    state = crisscross.new(players, options)
    for seat in range(players):
        state.apply(state.parse_action(seat, LETTERS[seat]))
    return state


def words(state, seat):
    return [state.action_text(seat, action) for action in state.legal_actions(seat)]


# -- setup ------------------------------------------------------------------------------------------------
def test_cc1_dice_and_sheets():
    """CC1: two dice with the same six symbols, so 36 rolls; a sheet of 25 cells for each of up to 6 players."""
    state = started(6)
    assert list(state.chance_outcomes()) == [1] * 36
    assert state.action_text(CHANCE, 0) == "AA" and state.action_text(CHANCE, 35) == "FF"
    assert [len(sheet) for sheet in state.sheets] == [25] * 6
    refuses(crisscross.new, 0)


def test_cc2_start_symbols():
    """CC2: everybody enters a symbol at the top left, each another one. CC-A11: in seat order."""
    state = crisscross.new(3)
    assert state.current() == 0 and state.actors() == 1 and words(state, 0) == list("ABCDEF")
    state.apply(state.parse_action(0, "C"))
    assert state.current() == 1 and words(state, 1) == list("ABDEF") and words(state, 0) == []
    refuses(state.apply, state.parse_action(1, "C"))
    state.apply(state.parse_action(1, "A"))
    state.apply(state.parse_action(2, "F"))
    assert state.current() == CHANCE
    assert fields(state)["sheets"] == "|".join(s + BLANK[1:] for s in "CAF") and fields(state)["round"] == "1"
    refuses(at, "players=2 round=1 roll=-- placed=00 sheets=A{0}|A{0}".format(BLANK[1:]))


def test_cc_a1_start_cell():
    """CC-A1: the other edition begins in the middle of the top row."""
    state = started(1, {"start_cell": "top_middle"})
    assert fields(state)["sheets"] == "..A../...../...../...../....."
    roll(state, "AB")
    assert len(state.legal_actions(0)) == 2 * (40 - 3)


def test_cc_a7_six_at_most():
    """CC-A7: there are six symbols, so no seventh sheet can begin with another one."""
    refuses(crisscross.new, 7)
    assert not any(started(6)._free_symbols())


def test_cc_a11_start_symbols_drawn():
    """CC-A11: start_symbol=roll draws them, each once."""
    state = crisscross.new(2, {"start_symbol": "roll"})
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1] * 6 and state.actors() == 0
    roll(state, "B")
    assert list(state.chance_outcomes()) == [1, 0, 1, 1, 1, 1]
    refuses(state.apply, 1)
    roll(state, "A")
    assert fields(state)["sheets"].split("|")[0][0] == "B" and state.round == 1


# -- rounds -----------------------------------------------------------------------------------------------
def test_cc3_one_roll_for_all():
    """CC3: both symbols of one roll go onto every sheet; the round ends when all have entered, in any order."""
    state = started(2)
    refuses(enter, state, 0, "b1=A c1=B")
    roll(state, "AD")
    assert state.current() == SIMULTANEOUS and state.actors() == 3
    refuses(state.apply, 0)
    enter(state, 1, "b1=A c1=D")
    assert fields(state)["placed"] == "01" and state.actors() == 1
    refuses(enter, state, 1, "d1=A e1=D")
    refuses(state.apply_joint, [state.parse_action(0, "e5=D,d5=A"), state.parse_action(1, "d1=A,e1=D")])
    refuses(state.apply_joint, [NONE, NONE])
    enter(state, 0, "e5=D d5=A")
    assert fields(state)["round"] == "2" and fields(state)["roll"] == "--" and state.current() == CHANCE
    assert fields(state)["sheets"] == "A..../...../...../...../...AD|BAD../...../...../...../....."


def test_cc4_neighbours():
    """CC4: two empty cells that share an edge, either way round, touching nothing. CC-A9: they need not touch."""
    state = started(1)
    roll(state, "AD")
    assert len(words(state, 0)) == 76
    assert words(state, 0)[:3] == ["b1=A,c1=D", "b1=D,c1=A", "b1=A,b2=D"]
    for text in (
        "a1=A b1=D",
        "b1=A b3=D",
        "b1=A c2=D",
        "e1=A a2=D",
        "b1=A c1=A",
        "b1=A",
        "b1=A c1=D d1=A",
        "b9=A c1=D",
    ):
        refuses(enter, state, 0, text)
    assert state.parse_action(0, "d4=D c4=A") == state.parse_action(0, "c4=A d4=D")
    enter(state, 0, "d4=D d5=A")
    roll(state, "EE")
    assert "b1=E,c1=E" in words(state, 0) and len(words(state, 0)) == len(set(words(state, 0)))


def test_first_round_has_38_or_76_placements():
    """CC4 by counting: 40 pairs of neighbours less the two at the corner, twice if the symbols differ."""
    for outcome in range(36):
        state = started(1)
        state.apply(outcome)
        assert len(state.legal_actions(0)) == (38 if outcome // 6 == outcome % 6 else 76)


STUCK = "A.B.A/BABAB/.B.B./BABAB/.B.B."  # 17 cells after 8 rounds, and 8 lone ones


def test_cc5_a_cell_without_an_empty_neighbour_stays_empty():
    """CC5: it cannot be filled. CC-A2: who cannot enter sits out, and stays out; who can, must."""
    state = at("players=2 round=9 roll=-- placed=00 sheets={}|C..../...../...../...../.....".format(STUCK))
    assert state.stuck == 1
    roll(state, "AB")
    assert state.actors() == 2 and list(state.legal_actions(0)) == []
    assert "stuck" in refuses(enter, state, 0, "b1=A c1=B")
    assert NONE not in state.legal_actions(1)
    enter(state, 1, "b1=A c1=B")
    assert fields(state)["round"] == "10"


def test_cc6_the_end():
    """CC6: over when every sheet is full or stuck; after 12 rounds each one is, and not before round 8."""
    state = at("players=1 round=12 roll=AB placed=0 sheets=AABBC/ADBBE/EDEEE/BDEBE/AEE..")
    enter(state, 0, "d5=B e5=A")
    assert state.current() == TERMINAL and state.actors() == 0 and fields(state)["round"] == "12"
    refuses(state.apply, 0)
    refuses(at, "players=1 round=13 roll=-- placed=0 sheets=A" + BLANK[1:])


def test_cc6_all_stuck_early():
    """CC6: the golden game of that name is over after round 8, with eight empty cells on either sheet, none a pair."""
    lines = file_text("tests/playthroughs/crisscross-stuck.txt").split("\n")
    before, last = [line.split(". ", 1)[1] for line in lines if ". crisscross/1 " in line][-2:]
    state = crisscross.from_position(last)
    assert state.current() == TERMINAL and state.round == 8 and state.stuck == 3
    assert [list(sheet).count(0) for sheet in state.sheets] == [8, 8]
    assert crisscross.from_position(before).stuck == 0


# -- scoring ----------------------------------------------------------------------------------------------
def test_cc7_runs():
    """CC7: a run of 2, 3, 4, 5 is worth 2, 3, 8, 10. CC-A4: a longer run is not its parts. CC-A3: a gap breaks it."""
    for line, points in (("AABBB", 5), ("AAAAB", 8), ("AAAAA", 10), ("AA.AA", 4), ("ABABA", 0), (".....", 0)):
        assert line_points([" ABCDEF".replace(" ", ".").index(letter) for letter in line]) == points


def test_cc8_totals_and_ties():
    """CC8: the highest sum of ten lines; a tie goes to the best single line, and is shared after that."""
    four = "AAAAB/BCDEC/CDEFD/DEFAE/EFABF"  # one line of 8
    assert sheet_at(four).breakdown(0)[0] == ("row 1", 8)
    state = at("players=2 round=12 roll=-- placed=00 sheets={}|{}".format(*_tied_sheets()))
    assert state.scores() == [8, 8] and [state.best_line(seat) for seat in (0, 1)] == [8, 4]
    assert state.ranking() == [1, 2]


def _tied_sheets():
    """Two sheets of 8 points: a single run of four, and four pairs."""
    return "AAAAB/BCDEC/CDEFD/DEFBE/EFBCF", "BBCCD/DEFAE/EFADF/AABBC/CDECD"


def test_cc9_solo_ranks():
    """CC9: 30, 25, 20, 15 points and below. CC-A10: below zero it is the lowest rank too."""
    names = [solo_rank(total) for total in (100, 30, 29, 25, 24, 20, 19, 15, 14, 0, -60)]
    assert names[:2] == ["Cross Master"] * 2 and names[2:4] == ["X-tra Special"] * 2
    assert names[4:6] == ["Symbol Simon"] * 2 and names[6:8] == ["Line Sweeper"] * 2
    assert names[8:] == ["Column Counter"] * 3


def test_cc10_the_diagonal_counts_twice():
    """CC10: in the advanced game the line from the top right to the bottom left, twice."""
    state = sheet_at("ABCDE/FABEC/BCEDF/AEFAB/EBCDA", "advanced=on")
    assert dict(state.breakdown(0))["diagonal"] == 20
    assert "diagonal" not in dict(sheet_at("ABCDE/FABEC/BCEDF/AEFAB/EBCDA").breakdown(0))


def test_cc11_empty_lines_cost_five():
    """CC11: in the advanced game a line worth nothing is -5. CC-A5: the diagonal twice, or by option once."""
    lines = dict(sheet_at(TIED, "advanced=on").breakdown(0))
    assert lines["row 1"] == 10 and [lines["row {}".format(i)] for i in (2, 3, 4, 5)] == [-5] * 4
    assert dict(sheet_at("ABABB/BABAB/BCBCB/BABAB/CBABA", "advanced=on").breakdown(0))["diagonal"] == -10
    text = "advanced=on diag_zero=single"
    assert dict(sheet_at("ABABB/BABAB/BCBCB/BABAB/CBABA", text).breakdown(0))["diagonal"] == -5


def test_cc_a6_the_diagonal_in_a_tie():
    """CC-A6: it breaks a tie at its single value, by option at the double one or not at all."""
    sheet = "ABCDE/FABEC/BCEDF/AEFAB/EBCDA"
    best = [
        sheet_at(sheet, "advanced=on" + text).best_line(0) for text in ("", " tie_diag=double", " tie_diag=exclude")
    ]
    assert best[0] == 10 and best[1] == 20 and best[2] < 10
    assert sheet_at(sheet).best_line(0) == best[2] or best[2] == -5


def test_cc_a8_who_rolls():
    """CC-A8: the seats in turn, or the device."""
    state = started(3)
    assert state.roller() == 0
    state.round = 5
    assert state.roller() == 1
    assert started(3, {"roller": "device"}).roller() == -1


# -- many games -------------------------------------------------------------------------------------------
def test_random_games(case):
    """CC1 to CC11 at once: 24 cells are filled in pairs, nobody is stuck before round 8, scores stay in bounds."""
    players = case
    dice = Dice(players)
    for game in range(GAMES):
        state = new_game(crisscross, players, dice, varied=game % 2 == 1)
        while state.PAPER:  # see test_crisscross_paper
            state = new_game(crisscross, players, dice)
        while state.current() != TERMINAL:
            if state.current() == CHANCE and state.stuck:  # the round before this one is entered
                assert state.round > 8
            who, action = choose(state, dice)
            if who == SIMULTANEOUS and game % 2:  # one by one, in any order, is the same
                for seat in range(players) if game % 4 == 1 else reversed(range(players)):
                    if action[seat]:
                        state.apply_by(seat, action[seat])
            else:
                do(state, who, action)
            if game % 25 == 0 and dice.below(8) == 0:
                packed = state.pack()
                assert crisscross.from_position(state.position()).pack() == packed and len(packed) <= 62
                assert crisscross.unpack(packed).position() == state.position()
        _check_end(state)


def _check_end(state):
    assert 8 <= state.round <= 12
    low, high = (-60, 120) if state.options[ADVANCED] else (0, 100)
    for seat, sheet in enumerate(state.sheets):
        empty = sum([1 for symbol in sheet if not symbol])
        assert empty % 2 == 0 and state.empty[seat] == sum([1 << i for i in range(25) if not sheet[i]])
        assert low <= state.scores()[seat] <= high
    assert len(set([sheet[state.start_cell()] for sheet in state.sheets])) == state.players


CASES = {"test_random_games": lambda: [("{} players".format(players), players) for players in range(1, 7)]}
