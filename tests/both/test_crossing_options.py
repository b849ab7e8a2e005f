"""Crossing, option by option (CX-A1 to CX-A11), and the positions that no game can hold."""

from onthree.rules import crossing
from onthree.rules.game import CHANCE, TERMINAL
from tests.both.crossing_table import AT, NOTHING, at, fields, over, point, words
from tests.both.playing import Dice, choose, do, refuses


# -- options ----------------------------------------------------------------------------------------------
def test_a3_white_makes_no_trio():
    """CX-A3: red, blue and white are no trio."""
    assert crossing.score((1, 1, 0, 1)) == 4


def test_a4_protect_empty():
    """CX-A4: an empty tile may be protected, with the break; by option not."""
    empty = "0.0.0.0/0.0.1.1/0.3.0.0"
    state = at(AT, tiles=empty)
    assert words(state, 0).endswith(" P") and point(state, "P - -")["break"] == "100"
    state = at(AT, tiles=empty, protect_empty="forbid")
    assert words(state, 0) == "- M1 M2 T2 T3" and words(state, 1).endswith(" P")
    refuses(point, state, "P - -")


def test_a5_empty_targets():
    """CX-A5: pointing at nothing is allowed and yields nothing; by option it is not."""
    changes = {"tiles": "0.0.0.0/0.0.1.1/0.3.0.0", "mushrooms": "0.0.0.0/0.0.2.0"}
    assert words(at(AT, **changes), 1) == "- M1 M2 T1 T3 P"
    state = at(AT, empty_targets="forbid", **changes)
    assert words(state, 1) == "- M2 T3 P" and words(state, 0) == "- M2 T2 T3 P"
    refuses(point, state, "- T1 -")


def test_a6_abstain():
    """CX-A6: a seat without a choice at three does nothing."""
    now = point(at(AT), "- M1 -")
    assert now["tiles"] == "2.0.0.0/1.1.1.1/0.3.0.0" and now["phase"] == "refill"


def test_a6_recount():
    """CX-A6: with recount every active seat has to choose, unless there is nothing it may choose."""
    state = at(AT, no_choice="recount")
    assert words(state, 0) == "M1 M2 T2 T3 P" and "count again" in refuses(point, state, "- M1 M2")
    state = at(AT, no_choice="recount", tiles="2.0.0.0/0.0.0.0/0.3.0.0", **{"break": "010"})
    assert point(state, "M1 - M2")["phase"] == "refill"
    state = at(
        AT,
        tiles="0.0.0.0/0.0.0.0/0.0.0.0",
        mushrooms="0.0.0.0/0.0.0.0",
        no_choice="recount",
        empty_targets="forbid",
        protect_empty="forbid",
    )
    assert words(state, 0) == "-"


def test_a6_random_mushroom():
    """CX-A6: with random_mushroom chance points for each seat that did not."""
    state = at(AT, no_choice="random_mushroom")
    now = point(state, "- P -")
    assert now["phase"] == "absent" and now["choices"] == "-.P.-" and now["tiles"] == fields(at(AT))["tiles"]
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1, 1] and state.events() == []
    assert state.action_text(CHANCE, 1) == "M2" and state.parse_action(CHANCE, "M2") == 1
    refuses(state.apply, 2)
    state.apply(0)
    assert fields(state)["choices"] == "M1.P.-"
    state.apply(1)
    now = fields(state)
    assert now["tiles"] == "3.1.0.0/0.0.0.0/0.3.2.0" and now["break"] == "010"
    assert state.events()[0][:3] == ("takes", 0, crossing.MUSHROOM)
    state = at(AT, no_choice="random_mushroom", empty_targets="forbid", mushrooms="0.0.0.0/0.0.2.0")
    point(state, "- P T1")
    assert list(state.chance_outcomes()) == [0, 1]
    refuses(state.apply, 0)


def test_a7_the_own_tile():
    """CX-A7: pointing at the own tile without covering it is protecting."""
    state = at(AT)
    assert state.parse_action(1, "T2") == state.parse_action(1, "P") == crossing.PROTECT
    assert state.parse_action(0, "T2") == crossing.TILE + 1


def test_a8_final_tie():
    """CX-A8: a full tie shares the win, or by option asks for another game."""
    assert over("0.2.0.0/2.0.0.0/0.1.0.0", final_tie="replay").rematch()
    assert not over("0.3.0.0/2.0.0.0/0.1.0.0", final_tie="replay").rematch()
    assert not over("0.3.0.0/2.0.0.0/0.0.2.0", final_tie="replay").rematch()
    assert not at(AT, final_tie="replay").rematch()


def test_a9_break_at_the_end():
    """CX-A9: who is on break in the last turn misses it and loses nothing."""
    state = over("0.0.0.0/0.0.0.0/0.0.0.0", "1.1.1.0/0.0.0.0/0.0.0.0", phase="choose", **{"break": "100"})
    point(state, "- M2 M1")
    assert state.current() == TERMINAL and state.scores() == [5, 9, 0]


def test_a10_show_scores():
    """CX-A10: the option is for the screens; the score so far can always be asked for."""
    assert crossing.new(3).option("show_scores") == "end_only"
    assert at(AT, show_scores="always").scores() == at(AT).scores() == [2, 3, 3]


def test_a11_remake_values():
    """CX-A11: blue 1, yellow 2, red 3, 4 more a trio, white by its square; places by those points."""
    state = over("3.2.4.1/0.0.0.5/5.0.0.0", scoring="remake2020")
    assert state.scores() == [28, 25, 15] and state.ranking() == [1, 2, 3]
    assert state.breakdown(0) == [("red", 9), ("blue", 2), ("yellow", 8), ("trios", 8), ("white", 1)]


# -- what no game can hold --------------------------------------------------------------------------------
def test_positions_with_fewer_stones_are_accepted():
    """A table with lost stones: 60 is the most, not the least (CX1)."""
    assert at(AT, bag="1.0.0.0").position().count("bag=1.0.0.0") == 1
    state = at("crossing/1 players=3 turn=2 last=1 phase=choose bag=0.0.0.0 mushrooms=1.0.0.0/0.0.0.0 " + NOTHING)
    assert point(state, "M1 M2 -")["phase"] == "end"
    state = at("crossing/1 players=3 turn=2 last=0 phase=choose bag=0.0.0.0 mushrooms=1.0.0.0/0.0.0.0 " + NOTHING)
    assert point(state, "M1 M1 -")["last"] == "1"  # nothing to refill with, then the last turn


def test_impossible_positions_are_refused():
    """A sentence for each thing that no game can hold (CX1, CX6, CX13, CX14, CX17, CX18)."""
    for changes in (
        {"bag": "18.14.15.5"},
        {"bag": "15.14.15.7"},
        {"bag": "15.14.15"},
        {"bag": "15.14.15.-1"},
        {"bag": "15.14.15.05"},
        {"players": "4"},
        {"players": "2"},
        {"turn": "0"},
        {"turn": "30"},
        {"turn": "1"},
        {"turn": "2", "break": "010", "tiles": "2.0.0.0/0.0.0.0/0.3.0.0"},
        {"turn": "2", "claimed": "0.0.0.0/1.0.0.0/0.0.0.0", "bag": "14.14.15.5"},
        {"turn": "29", "end_rule": "immediate"},
        {"last": "1"},
        {"last": "2"},
        {"last": "1", "bag": "0.0.0.0", "end_rule": "immediate"},
        {"phase": "think"},
        {"phase": "end"},
        {"phase": "setup"},
        {"phase": "setup", "due": "2.2"},
        {"phase": "refill"},
        {"phase": "refill", "due": "2.1"},
        {"phase": "refill", "due": "0.0"},
        {"phase": "refill", "due": "-.1"},
        {"phase": "refill", "due": "1.1", "bag": "0.0.0.1"},
        {"phase": "split", "due": "-.-"},
        {"phase": "split", "due": "1.1", "bag": "0.0.0.1"},
        {"phase": "split", "due": "-.1", "bag": "0.0.0.1"},
        {"phase": "split", "due": "1.-", "bag": "0.0.0.1"},
        {"phase": "split", "due": "-.-", "bag": "0.0.0.1", "shortage": "in_order"},
        {"phase": "absent"},
        {"phase": "absent", "choices": "-.M1.M2"},
        {"phase": "absent", "choices": "M1.M1.M2", "no_choice": "random_mushroom"},
        {"phase": "absent", "choices": "-.G1.M2", "no_choice": "random_mushroom"},
        {"phase": "absent", "choices": "-.M3.M2", "no_choice": "random_mushroom"},
        {"mushrooms": "1.1.0.0"},
        {"mushrooms": "1.1.0.0/0.0.2.0/0.0.0.0"},
        {"tiles": "2.0.0.0/0.0.1.1/0.3.0.x"},
        {"break": "01"},
        {"break": "012"},
        {"break": "001"},
        {"due": "1.1"},
        {"choices": "-.-.-"},
        {"colour": "red"},
        {"distributor": "4"},
        {"end_rule": "never"},
    ):
        refuses(lambda: at(AT, **changes))


def test_accepted_positions_between_turns():
    """The same refusals do not hit what games do hold."""
    for text in (
        at(AT, phase="refill", due="1.1").position(),
        at(AT, phase="refill", due="0.1").position(),
        at(AT, phase="split", due="-.-", bag="0.0.0.1").position(),
        at(AT, phase="absent", choices="-.M1.P", no_choice="random_mushroom").position(),
        at(AT, turn="28", end_rule="immediate").position(),
        "crossing/1 players=3 turn=1 last=0 phase=setup bag=17.18.18.6 mushrooms=1.0.0.0/0.0.0.0 "
        + NOTHING
        + " due=1.2",
    ):
        assert crossing.from_position(text).position() == text


def test_damaged_text_and_bytes_are_refused_or_exact():
    """Any text or bytes are either refused by a RuleError or mean exactly what they say."""
    dice = Dice(77)
    state = crossing.new(5, {"no_choice": "random_mushroom"})
    while state.current() != TERMINAL:
        text = state.position()
        packed = bytearray(state.pack())
        for _ in range(6):
            spot = dice.below(len(text))
            damaged = text[:spot] + dice.one_of("0129.-/= MTPx") + text[spot + 1 :]
            _refused_or_exact(
                crossing.from_position, damaged, lambda read: read.position() == " ".join(damaged.split())
            )
            packed[dice.below(len(packed))] ^= 1 << dice.below(8)
            _refused_or_exact(crossing.unpack, bytes(packed), lambda read: read.pack() == bytes(packed))
            packed = bytearray(state.pack())
        do(state, *choose(state, dice))


def _refused_or_exact(read, data, exact):
    try:
        state = read(data)
    except crossing.RuleError:
        return
    assert exact(state), data
