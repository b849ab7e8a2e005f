"""What Crossing Heroes leaves open, as it is decided here (CH-A1 to CH-A13), and its options."""

from onthree.rules import heroes
from onthree.rules import heroes_points as values
from onthree.rules.game import TERMINAL
from tests.both.heroes_table import act, at, begun, draw, draw_all, fields, keep, scene, told, tracking, words
from tests.both.playing import refuses

PLAIN = [(1, "EEEE apollo 0+0 flat 1")]


def test_ch_a1_with_and_without_cards():
    """CH-A1: without cards the device keeps account, with a card file it plays; only `cards` differs."""
    name = keep()
    assert fields(heroes.new(2))["phase"] == "first" and fields(heroes.new(2, {"cards": name}))["phase"] == "deal"
    assert heroes.new(2, {"cards": name}).position().split()[-1] == "cards=" + name
    assert "hex" in refuses(heroes.new, 2, {"cards": "mine"})


def test_ch_a2_duplicates():
    """CH-A2: 16 tiles of 12 names: four are there again. Two of a doubling Item do not double twice."""
    state = tracking(1)
    act(state, "apollo 0 - -")
    full = at(state.position(), items="bow.bow.bow.bow.bow", turn="2", phase="buy", trials="2.0.0.0", gold="9")
    assert "bow" not in words(full).split() and "club" in words(full).split()
    refuses(lambda: at(full.position(), items="bow.bow.bow.bow.bow.bow"))
    name = keep([(11, "LL apollo 0+0 flat 4")], [(20, "LL")], [(2, "1 3 0"), (14, "1 3 0")])
    parts = {}
    for owned in ("2", "2.14"):
        changed = keep_doubled(name)
        state = scene("nw=11", "w1=20", owned=owned, items="1.9.3.4", cards=changed)
        parts[owned] = dict(state.breakdown(0))
    assert parts["2"]["trials"] == parts["2.14"]["trials"] == 8
    assert parts["2"]["items"] == 5 and parts["2.14"]["items"] == 10


def keep_doubled(name):
    """The cards of this name with the Bow doubling Trial 11."""
    from onthree import cards

    packed = bytearray(cards.find("heroes", name))
    packed[7 * 10 + 6] = 2
    return cards.keep(heroes, bytes(packed))


def test_ch_a3_medeas_cauldron():
    """CH-A3: Medea's tile is called by the name of the list of Items."""
    assert [item[1] for item in values.ITEMS if item[1].startswith("Medea")] == ["Medea's Cauldron"]


def test_ch_a4_god_trials_count():
    """CH-A4: a Trial that scores for a god's Trials counts all or the completed ones; Items always count all."""
    trials = [(11, "LL apollo 0+0 apollo 4"), (12, "LL apollo 0+0 flat 1"), (14, "CC apollo 0+0 flat 1")]
    name = keep(trials + [(13, "LL hermes 0+0 flat 1")], [(20, "LL")], [(1, "9 3 0")])
    for option, worth in (("all", 12 + 1), ("completed_only", 8 + 1)):
        state = scene("nw=11 n=12 se=14", "w1=20", owned="1", items="9.2.3.4", cards=name, god_trials_count=option)
        assert dict(state.breakdown(0))["trials"] == worth and dict(state.breakdown(0))["items"] == 9
        assert state.option("god_trials_count") == option
    turns = "apollo 0 apollo - - apollo 0 apollo - - apollo 0 - - " + "hermes 0 - - " * 5
    for option, worth in (("all", 12), ("completed_only", 8)):
        state = tracking(1, god_trials_count=option)
        act(state, turns + "0 0 apollo 4 flat 0")
        assert state.scores() == [worth]
    refuses(heroes.new, 2, {"god_trials_count": "none"})


def test_ch_a5_players():
    """CH-A5: 2 to 5 players, and 1 for practice."""
    for players in (1, 2, 5):
        assert begun(players).players == tracking(players).players == players
    for players in (0, 6):
        refuses(heroes.new, players)
        refuses(heroes.new, players, {"cards": keep()})


def test_ch_a6_checked_again():
    """CH-A6: a Torch's Skill can complete Trials and bring Zeus, after buying, too; the rows are filled at once."""
    gods = [(11 + i, "LL {} 0+0 flat 1".format(god)) for i, god in enumerate(values.GODS)]
    name = keep(gods + PLAIN, [(20, "LLL"), (1, "LL")], [(1, "10 1 0")])
    state = scene("nw=11 n=12 ne=13 w=14", "w1=20", cards=name)
    act(state, "T1 se")
    draw_all(state)
    act(state, "I1")
    assert draw(state, "I09")["items"] == "9.2.3.4"  # before the Torch's Skill is taken
    act(state, "1a w2")
    assert told(state) == ["completes w 3", "zeus -"] and fields(state)["phase"] == "zeus"
    act(state, "I1")
    assert fields(state)["owned"] == "1.9"
    draw_all(state)
    assert fields(state)["turn"] == "6"  # bought and given in one turn; then the turn is over


def test_ch_a6_a_free_item_and_a_bought_one():
    """CH-A6: an Item from Zeus and one bought in the same turn are both allowed."""
    gods = [(11 + i, "LL {} 0+0 flat 1".format(god)) for i, god in enumerate(values.GODS[:3])]
    name = keep(gods + [(1, "LL poseidon 0+1 flat 1")], [(20, "LLL"), (1, "LL")], [(1, "0 1 0"), (2, "3 1 0")])
    state = scene("nw=11 n=12 ne=13", "w1=20", cards=name)
    act(state, "T1 se 1a")
    draw_all(state)
    act(state, "s3 I1")
    draw_all(state)
    assert fields(state)["phase"] == "buy" and fields(state)["owned"] == "1"
    act(state, "I2")
    assert fields(state)["owned"] == "1.2"


def test_ch_a7_gold_limit():
    """CH-A7: with gold_limit=30 nobody gets what the supply does not have; without, Gold does not run out."""
    name = keep([(1, "LL apollo 2+0 flat 1")])
    for option, before, after in (("30", 29, 30), ("30", 30, 30), ("unlimited", 30, 32)):
        state = scene(gold=str(before), cards=name, gold_limit=option)
        assert act(state, "T1 n")["gold"] == str(after)
        state = at(tracking(1).position(), gold=str(before), gold_limit=option)
        assert act(state, "apollo 2")["gold"] == str(after)
    refuses(lambda: scene(gold="31", gold_limit="30"))
    state = at(begun(3).position(), gold="1.14.14", gold_limit="30", cards=name)
    assert act(state, "T1 n")["gold"] == "2.14.14" and told(state) == ["trial n 1"]


def test_ch_a8_muses():
    """CH-A8: cards go under their deck from left to right; the Muses come only before the Trial is taken."""
    state = scene(skills="9.2.8.4.1/6.7.3.5.10", gold="2")
    assert act(state, "muse-a")["under"] == "-/9.2.8.4.1/-"
    draw_all(state)
    act(state, "T1 nw")
    assert not [word for word in words(state).split() if word.startswith("muse")]


def test_ch_a9_no_items_left():
    """CH-A9: the row of Items stays short when the pile is out; with none open, Zeus gives nothing."""
    everything = ".".join([str(tile) for tile in range(1, 17)])
    gods = [(11 + i, "LL {} 0+0 flat 1".format(god)) for i, god in enumerate(values.GODS[:3])]
    name = keep(gods + [(1, "LL poseidon 0+1 flat 1")], [(20, "LLL"), (1, "LL")])
    state = scene("nw=11 n=12 ne=13", "w1=20", items="0.0.0.0", owned=everything, cards=name)
    assert "muse-items" not in words(state).split()
    act(state, "T1 se 1a")
    draw_all(state)
    act(state, "s3")
    assert told(state) == ["completes se 3", "zeus -", "no-item -"] and fields(state)["sets"] == "1"
    assert fields(state)["phase"] == "choose"
    short = scene("nw=11", items="0.2.0.0", owned=".".join([str(i) for i in range(1, 17) if i != 2]), cards=keep(PLAIN))
    act(short, "T1 n")
    draw_all(short)
    assert fields(short)["items"] == "0.2.0.0" and fields(short)["turn"] == "3"
    short = at(short.position(), gold="1")  # the Muses can still be called for the one that is open: it comes back
    act(short, "muse-items")
    assert draw(short, "I02")["items"] == "2.0.0.0"


def test_ch_a10_skills_must_be_taken():
    """CH-A10: a Skill bonus is taken; both may come from one column; columns are looked at after the last."""
    state = scene(skills="0.2.3.4.5/0.7.8.9.10", cards=keep([(2, "LL apollo 0+2 flat 1")], [(7, "L")]))
    act(state, "T2 nw")
    assert words(state) == "2a 3a 2b 3b"  # no `-`
    act(state, "2a")
    assert told(state) == []
    act(state, "2b")
    assert told(state) == ["refill 2b 1"]
    # The column is empty for a moment only in this: taking one of each leaves nothing to fill.
    state = scene(skills="0.2.3.4.5/0.7.8.9.10", cards=keep([(2, "LL apollo 0+2 flat 1")], [(7, "L")]))
    act(state, "T2 nw 2a 3b")
    assert told(state) == []


def test_ch_a11_torch_without_an_edge():
    """CH-A11: a Torch brings no Skill when no edge is free."""
    name = keep(PLAIN, items=[(1, "10 1 0")])
    state = scene("n=11", "n2=20", cards=name)
    act(state, "T1 s")
    draw_all(state)
    state = at(state.position(), edges="0.20.0.0.0.0.0.0.0.0.21.0")
    act(state, "I1")
    draw_all(state)
    assert fields(state)["turn"] == "3" and fields(state)["skills"] == "1.2.3.4.5/6.7.8.9.10"


def test_ch_a12_doubling_comes_last():
    """CH-A12: an Item doubles what the Trial's own value comes to."""
    by_god = (3, 0, 0, 0)
    for kind, vp, worth in ((values.PER_GOD, 4, 24), (values.PER_GLORY, 3, 12), (values.PER_ITEM, 5, 10)):
        parts = values.points([(0, kind, vp, 1)], by_god, [0, 1] + [0] * 10, 2, 0, False)
        assert dict(parts)["trials"] == worth


def test_ch_a13_double_symbols():
    """CH-A13: a Skill with two of the Hero's symbols counts twice."""
    state = scene("nw=11", "w1=20 n1=21", cards=keep([], [(20, "SS"), (21, "SC")], hero=[(1, "S")]))
    assert dict(state.breakdown(0))["hero"] == 6


def test_options_are_kept():
    """CH-A4, CH-A7: options are in texts and bytes, with cards and without."""
    options = {"god_trials_count": "completed_only", "gold_limit": "30"}
    for state in (tracking(2, **options), begun(2, **options)):
        assert state.position().endswith("god_trials_count=completed_only gold_limit=30")
        assert heroes.unpack(state.pack()).position() == state.position()
        assert state.current() != TERMINAL and state.option("gold_limit") == "30"
        refuses(state.option, "cards")
