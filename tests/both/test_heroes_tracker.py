"""Crossing Heroes without cards: what the device keeps account of, rule by rule; and the checked examples."""

from onthree import chance
from onthree.match import Match
from onthree.rules import heroes
from onthree.rules import heroes_points as values
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL
from onthree.rules.heroes_words import NUMBER
from tests.both import heroes_vectors, vectors
from tests.both.heroes_table import act, at, draw, enter, fields, told, tracking, words
from tests.both.playing import refuses


def test_line(case):
    heroes_vectors.CHECKS["{} {}".format(case["game"], case["kind"])](case)


def test_all_lines_are_there():
    assert len(vectors.lines("heroes")) == 19


# -- setup and turns ----------------------------------------------------------------------------------------
def test_ch5_ch6_setup_and_turns():
    """CH5: the first player is drawn, everybody has 1 Gold. CH6: clockwise, eight turns, one Trial in each."""
    state = heroes.new(3)
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1, 1, 1]
    refuses(state.apply, 3)
    refuses(state.parse_action, CHANCE, "seat6")
    assert draw(state, "seat2")["gold"] == "1.1.1"
    seats = []
    for _ in range(24):
        seats.append(state.current())
        act(state, "hermes 0 - -")
    assert seats == [1, 2, 0] * 8 and fields(state)["trials"] == "0.0.8.0/0.0.8.0/0.0.8.0"
    assert fields(state)["phase"] == "pads" and state.current() == SIMULTANEOUS


def test_ch7_muses():
    """CH7: any row for 1 Gold, again and again, before the Trial is taken."""
    state = tracking(1)
    assert words(state) == "muse-trials muse-a muse-b muse-items apollo athena hermes poseidon"
    assert act(state, "muse-b")["gold"] == "0" and told(state) == ["muses muse-b 1"]
    assert words(state) == "apollo athena hermes poseidon"
    assert "Muses" in refuses(state.apply, state.parse_action(0, "muse-a"))


def test_ch8_ch9_a_trial_and_its_gold():
    """CH8: a Trial is taken, here by its god. CH9: it brings 0, 1 or 2 Gold."""
    state = tracking(2)
    act(state, "athena")
    assert words(state) == "0 1 2"
    now = act(state, "2")
    assert now["gold"] == "3.1" and now["trials"] == "0.1.0.0/0.0.0.0" and told(state) == ["trial 2 2"]


def test_ch12_ch14_gold_with_its_reasons():
    """CH12: two empty columns bring 1 Gold, once a taking. CH14: a Gold icon brings 1, two Skills at most two."""
    state = tracking(1)
    act(state, "apollo 0")
    assert words(state) == "- apollo icon refill"
    assert act(state, "icon")["gold"] == "2" and told(state) == ["icon icon 1"]
    assert act(state, "refill")["gold"] == "3" and told(state) == ["refill refill 1"]
    assert words(state) == "- apollo icon"
    act(state, "icon")
    assert words(state) == "- apollo" and fields(state)["left"] == "0.0"
    assert "happened" in refuses(state.apply, state.parse_action(0, "icon"))


def test_ch15_completed_trials():
    """CH15: a Trial is completed once, whenever it was taken, and only one that lies there."""
    state = tracking(1)
    act(state, "apollo 0 - - apollo 0")
    act(state, "apollo")
    assert words(state).startswith("- apollo icon") and told(state) == ["completes apollo"]
    act(state, "apollo")
    assert words(state) == "- icon refill"
    refuses(state.apply, state.parse_action(0, "athena"))


FOUR = "apollo 0 apollo - - athena 0 athena - - hermes 0 hermes - - "


def test_ch17_zeus():
    """CH17: four completed Trials of four gods bring an Item without its cost; then the turn goes on."""
    state = tracking(1)
    act(state, FOUR + "poseidon 0")
    assert fields(state)["phase"] == "trial"
    now = act(state, "poseidon")
    assert now["phase"] == "zeus" and now["sets"] == "0" and told(state) == ["completes poseidon", "zeus poseidon"]
    assert words(state) == "- " + " ".join([item[0] for item in values.ITEMS])
    assert heroes.unpack(state.pack()).position() == at(state.position()).position() == state.position()
    refuses(lambda: at(state.position(), sets="1"))
    now = act(state, "sword")
    assert now["items"] == "sword" and now["gold"] == "1" and now["sets"] == "1" and now["phase"] == "trial"
    assert act(state, "- -")["turn"] == "5"


def test_ch17_twice():
    """CH17: a second set brings a second Item, if one is open."""
    state = tracking(1)
    act(state, (FOUR + "poseidon 0 poseidon owl - - ") + FOUR + "poseidon 0 poseidon")
    assert fields(state)["phase"] == "zeus"
    now = act(state, "-")
    assert now["sets"] == "2" and now["items"] == "owl"


def test_ch18_buying():
    """CH18: one Item a turn by its name, then what it costs, at most the Gold there is; and the turn is over."""
    state = tracking(2)
    act(state, "apollo 2 - bow")
    assert words(state) == "1 2 3"
    now = act(state, "3")
    assert now["items"] == "bow/-" and now["gold"] == "0.1" and told(state) == ["buys bow 3"] and now["seat"] == "2"
    act(state, "apollo 0 - -")
    act(state, "apollo 0 -")
    assert words(state) == "-"  # without Gold there is nothing to buy


def test_ch19_torch():
    """CH19: the Torch brings a Skill at once: an icon, empty columns, a completed Trial, even Zeus can follow."""
    state = tracking(1)
    act(state, "apollo 1 - torch 2")
    assert fields(state)["phase"] == "after" and words(state) == "- apollo icon refill"
    now = act(state, "icon refill apollo")
    assert now["left"] == "0.0" and now["gold"] == "2"
    assert act(state, "-")["turn"] == "2"
    state = tracking(1)
    act(state, FOUR + "poseidon 1 - torch 2 poseidon")
    assert fields(state)["phase"] == "zeus"
    act(state, "torch")
    assert fields(state)["phase"] == "after" and fields(state)["left"] == "2.2"


# -- the pad ------------------------------------------------------------------------------------------------
def over(turns="apollo 0 - - ", players=1):
    state = tracking(players)
    act(state, turns * 8 * players)
    return state


def test_ch20_the_pads():
    """CH20: every seat enters the Hero's symbols, Glory, and kind and VP of each completed Trial; nobody waits."""
    state = over("poseidon 0 poseidon - - ", players=2)
    assert state.current() == SIMULTANEOUS and state.actors() == 3
    assert words(state, 0).split()[-1] == "36" and list(state.legal_actions(2)) == list(state.legal_actions(-1)) == []
    assert "own pad" in refuses(state.apply, state.legal_actions(0)[0])
    enter(state, 1, "0 6")
    enter(state, 0, "3 2 flat")
    assert state.actors() == 3 and fields(state)["pad"] == "3.2.f/0.6"
    assert words(state, 0).split() == [str(number) for number in range(31)]
    assert words(state, 1).split() == "apollo athena hermes poseidon flat glory item".split()
    enter(state, 1, "flat 2 " * 8)
    assert state.actors() == 1 and words(state, 1) == ""
    assert "cannot enter" in refuses(state.apply_by, 1, state.legal_actions(0)[0])
    assert state.breakdown(1) == [("trials", 16), ("hero", 0), ("glory", 15), ("items", 0)]
    enter(state, 0, "7 " + "glory 1 " * 7)
    assert state.current() == TERMINAL and state.scores() == [7 + 14 + 6 + 3, 31] and state.ranking() == [2, 1]
    assert fields(state)["pad"] == "3.2.f7" + ".g1" * 7 + "/0.6" + ".f2" * 8
    refuses(state.apply, 0)


def test_ch20_all_pads_at_once():
    """CH20: as one action a seat, NONE for a pad that is full."""
    state = over("poseidon 0 - - ", players=2)
    enter(state, 0, "1")
    refuses(state.apply_joint, [NONE, NUMBER + 2])
    refuses(state.apply_joint, [NUMBER + 2])
    refuses(state.apply_joint, [NUMBER + 40, NUMBER + 37])
    state.apply_joint([NUMBER, NUMBER + 2])
    refuses(state.apply_joint, [NUMBER, NUMBER + 3])
    state.apply_joint([NONE, NUMBER + 3])
    assert state.current() == TERMINAL and fields(state)["pad"] == "1.0/2.3"
    refuses(tracking(2).apply_joint, [1, 1])


def test_ch20_entries_are_taken_back_seat_by_seat():
    """CH20: everybody can take back all own entries, whatever the others have entered since; a full pad, too."""
    match = Match(heroes, 5, "", chance.Stream(bytes(32)))
    match.deal()
    while match.state.current() >= 0:  # eight turns each, all eight Trials completed
        seat = match.state.current()
        open_trial = "hermes" if "hermes" in words(match.state).split() else "-"
        wanted = {"choose": "hermes", "bonus": "0", "trial": open_trial, "buy": "-"}[fields(match.state)["phase"]]
        match.play(seat, match.state.parse_action(seat, wanted))
    pads = ["{} {} ".format(seat, seat) + "flat 30 hermes {} ".format(seat) * 4 for seat in range(5)]
    for seat in (2, 0, 1, 3, 4):
        for word in pads[seat].split():
            match.play(seat, match.state.parse_action(seat, word))
    assert match.state.current() == TERMINAL
    full = match.state.pack()
    match.undo(2)  # 72 entries of others came after it
    assert match.state.actors() == 4 and fields(match.state)["pad"].split("/")[2] == "2.2.f30.h2.f30.h2.f30.h2.f30.h"
    match.play(2, match.state.parse_action(2, "2"))
    assert match.state.pack() == full
    for seat in (4, 3):
        for _ in range(18):
            match.undo(seat)
        assert fields(match.state)["pad"].split("/")[seat] == "-"
    assert "back" in refuses(match.undo, 3) and match.state.actors() == 0b11000


def test_ch21_kinds_on_the_pad():
    """CH21: flat, for each Trial of a god, each Glory, each Item; doubled only with an Item that doubles."""
    state = tracking(1)
    act(state, "apollo 0 apollo - - apollo 0 apollo - - athena 2 athena - bow 3 hermes 0 hermes - - apollo 0 - - ")
    act(state, "poseidon 2 - cup 2 poseidon 0 - - hermes 0 - - 0 4")
    every = "apollo athena hermes poseidon flat glory item double"
    doubled = " double-apollo double-athena double-hermes double-poseidon double-glory double-item"
    assert words(state, 0) == every + doubled
    act(state, "apollo 4 double 6 glory 3 item 2")
    # 4 for each of 3 Trials of Apollo, 6 doubled, 3 for each of 4 Glory, 2 for each of 2 Items; Bow 5, Cup 2 x 4.
    assert state.breakdown(0) == [("trials", 12 + 12 + 12 + 4), ("hero", 0), ("glory", 10), ("items", 5 + 8)]
    assert fields(state)["pad"] == "0.4.a4.F6.g3.i2" and state.current() == TERMINAL
    state = over("apollo 0 apollo - - ")
    act(state, "0 0")
    assert words(state, 0) == "apollo athena hermes poseidon flat glory item"


def test_ch21_a_doubled_trial_of_any_kind():
    """CH21, CH-A12: an Item doubles what a Trial comes to, whatever it counts; by hand, with one Item and 3 Glory."""
    state = tracking(1)
    act(state, "apollo 2 - spear 3 " + "hermes 0 hermes - - " * 4 + "poseidon 0 - - " * 3 + "0 3")
    act(state, "double-poseidon 4 double-glory 2 double-item 5 double-hermes")
    assert fields(state)["pad"] == "0.3.P4.G2.I5.H" and heroes.unpack(state.pack()).position() == state.position()
    act(state, "1")
    # (4 for each of 3 of Poseidon, 2 for each of 3 Glory, 5 for the one Item, 1 for each of 4 of Hermes) x 2; Spear 5.
    assert state.breakdown(0) == [("trials", 24 + 12 + 10 + 8), ("hero", 0), ("glory", 6), ("items", 5)]
    assert fields(state)["pad"] == "0.3.P4.G2.I5.H1" and state.current() == TERMINAL


def test_ch22_ties():
    """CH22: a tie goes to more Gold left; then it is shared."""
    state = tracking(3)
    act(state, "apollo 0 - - apollo 2 - - apollo 0 - - " + "apollo 0 - - " * 21 + "1 0 1 0 1 0")
    assert state.scores() == [2, 2, 2] and state.ranking() == [2, 1, 2]


def test_positions_that_cannot_be():
    """CH6, CH17, CH18: more Trials than turns, a set not rewarded, a pad filled too early: no game comes to that."""
    state = tracking(2)
    act(state, "apollo 1 apollo - bow 2 athena 0")
    good = state.position()
    for name, value in (
        ("turn", "2"), ("turn", "0"), ("seat", "1"), ("seat", "3"), ("first", "0"), ("first", "2"), ("phase", "choose"),
        ("gold", "0"), ("gold", "0.100"), ("sets", "1.0"), ("trials", "1.0.0.0/0.2.0.0"),
        ("completed", "2.0.0.0/0.0.0.0"), ("completed", "0.1.0.0/0.0.0.0"), ("items", "bow.club/-"),
        ("items", "bow.bow.bow.bow.bow.bow/-"),
        ("items", "hammer/-"), ("left", "3.1"), ("left", "2"), ("bought", "1"), ("phase", "end"), ("phase", "cost"),
    ):  # fmt: skip
        refuses(lambda name=name, value=value: at(good, **{name: value}))
    refuses(lambda: at(good, item="bow"))
    refuses(lambda: at(good, pad="-/-"))
    refuses(lambda: at(over().position(), phase="end"))
    refuses(lambda: at(over().position(), pad="1.1"))
    for name, value in (("gold", "2.1"), ("turn", "2"), ("seat", "2")):
        refuses(lambda name=name, value=value: at(heroes.new(2).position(), **{name: value}))
    refuses(lambda: at(tracking(1).position(), gold="100"))
    refuses(lambda: at(over(players=2).position(), seat="2"))


def test_pads_that_cannot_be():
    """CH20, CH21: what no pod can enter is no position either."""
    state = over("apollo 0 apollo - - ")
    act(state, "36 40 item 30 flat")
    good = state.position()
    assert fields(state)["pad"] == "36.40.i30.f" and at(good).position() == good
    for pad in ("37.40.i30", "36.41.i30", "36.40.i31", "36.40.I3", "36.40.F", "36.f", "f", "36.40.x3", "36.40.f.i3"):
        refuses(lambda pad=pad: at(good, pad=pad))
    refuses(lambda: at(good, pad="36.40" + ".f1" * 8))  # full: the game would be over
    refuses(lambda: at(good, pad="36.40" + ".f1" * 8 + ".f"))
    refuses(lambda: at(good, pad="36.40" + ".f1" * 9))
    refuses(lambda: at(good, phase="end"))
    owned = at(good, items="helmet", pad="36.40.F3.I")
    assert owned.position().split()[-1] == "pad=36.40.F3.I"
    record = 8  # where the seat's record begins: hero symbols at 20, the first Trial at 22, doubled at 30, kind at 31
    for byte, value in ((20, 0), (22, 218), (30, 3), (31, 8), (31, 16)):
        packed = bytearray(owned.pack())
        packed[record + byte] = value
        refuses(heroes.unpack, bytes(packed))


CASES = {"test_line": lambda: [(line["kind"] + " " + line["id"], line) for line in vectors.lines("heroes")]}
