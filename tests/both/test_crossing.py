"""Crossing, rule by rule (CX1 to CX21); each test names what it shows."""

from onthree.rules import crossing
from onthree.rules.game import CHANCE, NOBODY, NONE, SIMULTANEOUS, TERMINAL
from tests.both.crossing_table import AT, at, draw, draw_all, fields, over, point, words
from tests.both.playing import refuses


# -- setup ------------------------------------------------------------------------------------------------
def test_cx1_stones():
    """CX1: 18 red, 18 blue, 18 yellow, 6 white."""
    state = crossing.new(3)
    assert list(state.chance_outcomes()) == [18, 18, 18, 6] and sum(crossing.STONES) == 60


def test_cx2_cx3_tiles_and_mushrooms():
    """CX2: one empty, active tile a player. CX3: one mushroom fewer than players."""
    for players in (3, 4, 5, 6):
        now = fields(crossing.new(players))
        assert now["tiles"] == "/".join(["0.0.0.0"] * players) and now["break"] == "0" * players
        assert now["mushrooms"] == "/".join(["0.0.0.0"] * (players - 1))
    refuses(crossing.new, 2)
    refuses(crossing.new, 7)


def test_cx4_distributor():
    """CX4: all stones begin in the bag, and one player is the distributor."""
    state = crossing.new(4)
    assert fields(state)["bag"] == "18.18.18.6" and state.option("distributor") == "1"
    assert crossing.new(4, {"distributor": "4"}).option("distributor") == "4"
    refuses(crossing.new, 4, {"distributor": "5"})


def test_cx5_two_stones_on_every_mushroom():
    """CX5: the setup draws two stones a mushroom, mushrooms in order, from what is left in the bag."""
    state = crossing.new(3)
    assert state.current() == CHANCE and state.actors() == 0 and fields(state)["due"] == "2.2"
    draw(state, "W")
    assert list(state.chance_outcomes()) == [18, 18, 18, 5] and fields(state)["due"] == "1.2"
    draw(state, "RBB")
    assert state.current() == SIMULTANEOUS and state.actors() == 0b111
    assert fields(state)["mushrooms"] == "1.0.0.1/0.2.0.0" and fields(state)["turn"] == "1"
    for _ in range(6):
        state = crossing.new(6)
        draw(state, "WWWWWW")
        sentence = refuses(state.apply, state.parse_action(CHANCE, "W"))
        assert "bag" in sentence


# -- a turn -----------------------------------------------------------------------------------------------
def first_turn(players=3):
    state = crossing.new(players)
    draw_all(state)
    return state


def test_cx6_first_turn():
    """CX6: in turn 1 a seat picks a mushroom; no character, no protecting."""
    state = first_turn()
    assert words(state, 0) == "- M1 M2"
    assert "mushroom" in refuses(point, state, "P M1 M2")
    assert "mushroom" in refuses(point, state, "T2 M1 M2")
    point(state, "M1 M2 M2")
    draw_all(state)
    assert words(state, 0) == "- M1 M2 T2 T3 P" and words(state, 2) == "- M1 M2 T1 T2 P"


def test_cx7_one_choice():
    """CX7: from turn 2 a mushroom, another's tile, or protect; one choice a seat."""
    state = at(AT)
    assert words(state, 1) == "- M1 M2 T1 T3 P"
    refuses(state.apply_joint, [crossing.TILE, NONE, NONE])  # the own tile is no target
    refuses(state.apply_joint, [NONE, NONE])
    refuses(state.apply_joint, [1, 2, 1, 2])
    refuses(state.apply_joint, [3, NONE, NONE])  # three players have no third mushroom
    refuses(state.parse_action, 0, "M3")
    refuses(state.parse_action, 0, "T4")
    assert state.position() == AT


def test_cx8_mushrooms():
    """CX8: alone takes all its stones, two or more leave them."""
    now = point(at(AT), "M1 M2 M2")
    assert now["mushrooms"] == "0.0.0.0/0.0.2.0" and now["tiles"] == "3.1.0.0/0.0.1.1/0.3.0.0"


def test_cx9_theft():
    """CX9: alone on a character takes what lay there; two leave it."""
    now = point(at(AT), "T3 M1 M1")
    assert now["tiles"] == "2.3.0.0/0.0.1.1/0.0.0.0"
    assert point(at(AT), "T3 T3 M1")["tiles"] == "2.0.0.0/0.0.1.1/1.4.0.0"


def test_cx10_all_at_once():
    """CX10: takes use what lay there when the turn began: mutual theft swaps, a chain shifts."""
    assert point(at(AT), "T2 T1 -")["tiles"] == "0.0.1.1/2.0.0.0/0.3.0.0"
    assert point(at(AT), "T2 T3 T1")["tiles"] == "0.0.1.1/0.3.0.0/2.0.0.0"
    # Seat 3 takes a mushroom while it is robbed: the mushroom's stones are safe this turn.
    assert point(at(AT), "T3 - M2")["tiles"] == "2.3.0.0/0.0.1.1/0.0.2.0"


def test_cx11_protecting():
    """CX11: the stones on the tile are claimed for good, and the protector gains nothing else."""
    now = point(at(AT), "P M1 M2")
    assert now["claimed"] == "2.0.0.0/0.0.0.0/0.0.0.0" and now["tiles"].startswith("0.0.0.0/")
    state = at(AT, claimed="0.1.0.0/0.0.0.0/0.0.0.0", bag="15.13.15.5")
    assert point(state, "P T1 T1")["claimed"] == "2.1.0.0/0.0.0.0/0.0.0.0"


def test_cx12_protected_tiles_give_nothing():
    """CX12: whoever picks a protected tile gets nothing, alone or not."""
    assert point(at(AT), "M1 T3 P")["tiles"] == "3.1.0.0/0.0.1.1/0.0.0.0"
    assert point(at(AT), "T3 T3 P")["tiles"] == "2.0.0.0/0.0.1.1/0.0.0.0"


def test_cx13_break():
    """CX13: protect on turn 4, absent on turn 5, act on turn 6."""
    state = at(AT)
    assert point(state, "M1 P M2")["break"] == "010"
    draw_all(state)
    assert fields(state)["turn"] == "5" and state.actors() == 0b101 and len(state.legal_actions(1)) == 0
    assert "break" in refuses(point, state, "M1 M2 -")
    assert point(state, "M1 - P")["break"] == "001"
    draw_all(state)
    assert state.actors() == 0b011 and words(state, 1) == "- M1 M2 T1 T3 P"


def test_cx14_break_means_an_empty_tile():
    """CX14: who is on break has an empty tile: picking it yields nothing."""
    state = at(AT, tiles="2.0.0.0/0.0.0.0/0.3.0.0", **{"break": "010"})
    now = point(state, "T2 - M2")
    assert now["tiles"] == "2.0.0.0/0.0.0.0/0.3.2.0"
    assert state.events()[0] == ("empty", 0, crossing.TILE + 1, (0, 0, 0, 0))
    assert "break" in refuses(lambda: at(AT, **{"break": "010"}))


def test_cx15_nothing_is_hidden():
    """CX15: talk is free and stones lie open: everybody may know the position, and it holds no choice."""
    state = at(AT)
    assert state.view(NOBODY) == state.view(0) == state.view(2) == AT


def test_everybody_on_break():
    """CX13: when all three protected, the next turn passes without a choice."""
    state = at(AT)
    point(state, "P P P")
    draw_all(state)
    assert state.current() == SIMULTANEOUS and state.actors() == 0
    state.apply_joint([NONE, NONE, NONE])
    draw_all(state)
    assert state.actors() == 0b111 and fields(state)["turn"] == "6"


def test_events_tell_what_happened():
    """CX8 to CX13 as a table is told: who took what from where, who was crowded, blocked, or protected."""
    state = at(AT)
    assert state.events() == []
    point(state, "T2 T3 P")
    assert state.events() == [
        ("takes", 0, crossing.TILE + 1, (0, 0, 1, 1)),
        ("blocked", 1, crossing.TILE + 2, (0, 0, 0, 0)),
        ("protects", 2, crossing.PROTECT, (0, 3, 0, 0)),
    ]
    draw_all(state)
    point(state, "M1 M1 -")
    assert [event[0] for event in state.events()] == ["crowded", "crowded", "none"]
    packed = state.pack()
    assert crossing.unpack(packed).events() == []


# -- refill -----------------------------------------------------------------------------------------------
def test_cx16_refill():
    """CX16: a mushroom with stones gets one, an empty one two."""
    state = at(AT)
    now = point(state, "M1 M1 M2")
    assert now["due"] == "1.2" and now["phase"] == "refill" and now["turn"] == "4"
    draw(state, "YWR")
    assert fields(state)["mushrooms"] == "1.1.1.0/1.0.0.1" and fields(state)["turn"] == "5"


SHORT = "crossing/1 players=4 turn=9 last=0 phase=choose bag=1.1.1.1 mushrooms=1.0.0.0/1.0.0.0/0.0.1.0 "
SHORT += "tiles=0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 claimed=0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 break=0000"


def test_cx17_the_distributor_splits():
    """CX17, CX-A2: with too few stones the distributor says how many each mushroom gets, within its quota."""
    state = at(SHORT, distributor="3")
    point(state, "M1 M2 M3 -")
    now = fields(state)
    assert now["phase"] == "split" and now["due"] == "-.-.-"
    assert state.current() == 2 and state.actors() == 0b100
    assert words(state, 2) == "G0 G1 G2" and len(state.legal_actions(0)) == 0
    refuses(state.apply, crossing.GIVE + 3)
    state.apply(state.parse_action(2, "G1"))
    assert words(state, 2) == "G1 G2"  # four stones, three left: the third can have two only
    refuses(state.apply, crossing.GIVE)
    state.apply(state.parse_action(2, "G1"))
    assert fields(state)["due"] == "1.1.2" and state.current() == CHANCE  # the third was forced
    draw(state, "RBYW")
    assert fields(state)["mushrooms"] == "1.0.0.0/0.1.0.0/0.0.1.1" and fields(state)["last"] == "1"


def test_cx17_shortage_options():
    """CX17, CX-A2: round_robin gives one each, then second stones; in_order fills from the first; no split."""
    for shortage, due in (("round_robin", "2.1.1"), ("in_order", "2.2.0")):
        state = at(SHORT, shortage=shortage)
        assert point(state, "M1 M2 M3 -")["due"] == due and state.current() == CHANCE


def test_cx17_no_shortage_when_it_just_fits():
    """CX17: as many stones as needed are no shortage."""
    state = at(SHORT)
    assert point(state, "M1 M1 M1 -")["due"] == "1.1.1"
    state = at(SHORT, bag="1.1.1.0")
    assert point(state, "M1 M1 M1 -")["due"] == "1.1.1"
    draw(state, "RBY")
    assert fields(state)["last"] == "1" and fields(state)["phase"] == "choose"


# -- the end ----------------------------------------------------------------------------------------------
LAST = at(SHORT, bag="1.1.1.0").position()


def test_cx18_final_turn():
    """CX18, CX-A1: when the bag is empty there is one more turn, then the game ends without a refill."""
    state = at(LAST)
    point(state, "M1 M1 M1 -")
    draw(state, "RBY")
    assert fields(state)["last"] == "1" and state.current() == SIMULTANEOUS
    now = point(state, "M1 M2 P -")
    assert now["phase"] == "end" and state.current() == TERMINAL and state.actors() == 0
    assert now["turn"] == "10" and now["break"] == "0010"
    refuses(state.apply, 0)
    refuses(state.apply_joint, [NONE] * 4)


def test_cx18_immediate():
    """CX18, CX-A1: with end_rule=immediate the game ends as soon as the bag is empty."""
    state = at(LAST, end_rule="immediate")
    point(state, "M1 M1 M1 -")
    draw(state, "RBY")
    assert state.current() == TERMINAL and fields(state)["last"] == "0" and fields(state)["turn"] == "9"


def test_cx19_what_counts():
    """CX19: claimed stones and those on the own tile count, those on mushrooms for nobody."""
    state = over("1.0.0.0/0.0.0.1/0.0.0.0", "0.1.1.0/0.0.0.0/0.2.0.0")
    assert state.scores() == [5, 2, 2] and state.owned(0) == (1, 1, 1, 0)


def test_cx20_score():
    """CX20: 5 a trio, 1 for any other coloured stone, 2 a white one, and white never completes a trio."""
    state = over("3.2.4.1/1.1.0.1/0.0.0.0")
    assert state.scores() == [15, 4, 0]
    assert state.breakdown(0) == [("trios", 10), ("singles", 3), ("white", 2)]


def test_cx21_ties():
    """CX21: a tie goes to the seat with more white stones; who is still tied shares the place."""
    assert over("0.2.0.0/0.0.0.1/0.1.0.0").ranking() == [2, 1, 3]
    state = over("0.2.0.0/2.0.0.0/0.1.0.0")
    assert state.ranking() == [1, 1, 3] and not state.rematch()
