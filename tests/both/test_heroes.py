"""Crossing Heroes with cards, rule by rule (CH1 to CH22); each test names what it shows."""

from onthree import cards
from onthree.rules import heroes, heroes_deck, heroes_grid
from onthree.rules import heroes_points as values
from onthree.rules.game import CHANCE, NOBODY, TERMINAL
from tests.both.heroes_table import (
    EXAMPLE,
    act,
    at,
    begun,
    draw,
    draw_all,
    fields,
    keep,
    scene,
    told,
    words,
)  # fmt: skip
from tests.both.playing import refuses

# Eight Trials, so that every edge has its Trial: cards 11 to 18.
FULL = "nw=11 n=12 ne=13 w=14 e=15 sw=16 s=17 se=18"


# -- setup ------------------------------------------------------------------------------------------------
def test_ch1_the_box():
    """CH1: 48 Trials, 70 Skills, 16 Items of 12 names, 5 Heroes; other numbers are refused."""
    deck = heroes_deck.Deck(EXAMPLE)
    heroes.check_cards(EXAMPLE)
    assert len(EXAMPLE) > 7 * 48 + 4 * 70 + 2 * 16 + 5
    assert sorted(set(deck.item(tile) for tile in range(16))) == list(range(12))
    refuses(heroes.check_cards, EXAMPLE[1:])
    refuses(heroes.check_cards, EXAMPLE + b"\nAnother Trial")
    refuses(heroes.check_cards, b"")
    for at_byte, value in ((3, 0x10), (4, 0x0C), (5, 0xE1), (6, 7), (5, 0), (336 + 3, 0x10), (617, 0), (648, 5)):
        changed = bytearray(EXAMPLE)
        changed[at_byte] = value
        refuses(heroes.check_cards, bytes(changed))
    assert "invented" in deck.title().lower()
    assert deck.trial_name(6) == "Calypso, the Nymph" and deck.hero_name(4) == "Philon the Scribe"


def test_ch2_the_row_of_trials():
    """CH2: four Trials in a row; the deck lies face up, so its top card is open, and comes next."""
    state = heroes.new(2, {"cards": keep()})
    assert state.current() == CHANCE and len(state.chance_outcomes()) == 48
    assert "card" in refuses(state.apply, 48)
    draw(state, "T40 T07 T01 T48 T13")
    assert fields(state)["row"] == "40.7.1.48.13" and len(state.chance_outcomes()) == 70
    state = scene()
    act(state, "T2 w")
    while state.current() != CHANCE:
        act(state, words(state).split()[0])
    assert draw(state, "T30")["row"] == "1.5.3.4.30"


def test_ch3_two_rows_of_skills():
    """CH3: two rows of five Skills; Trial i lies above columns i and i + 1."""
    state = heroes.new(3, {"cards": keep()})
    draw(state, "T01 T02 T03 T04 T05 S70 S69 S68 S67 S66 S01 S02 S03 S04")
    assert fields(state)["skills"] == "70.69.68.67.66/1.2.3.4.0" and sum(state.chance_outcomes()) == 61
    for place, columns in ((1, "1a 2a 1b 2b"), (2, "2a 3a 2b 3b"), (3, "3a 4a 3b 4b"), (4, "4a 5a 4b 5b")):
        number = 20 + place
        row = [str(number) if i == place else str(i) for i in range(1, 5)] + ["5"]
        state = scene(row=".".join(row), cards=keep([(number, "LL apollo 0+1 flat 3")]))
        act(state, "T{} n".format(place))
        assert words(state) == columns


def test_ch4_four_items():
    """CH4: a row of four Items, all others in their pile."""
    state = heroes.new(2, {"cards": keep()})
    for _ in range(5 + 10):
        state.apply([i for i, weight in enumerate(state.chance_outcomes()) if weight][0])
    assert len(state.chance_outcomes()) == 16
    draw(state, "I16 I02 I05 I09")
    assert fields(state)["items"] == "16.2.5.9" and fields(state)["phase"] == "hero"


def test_ch5_hero_gold_first_player():
    """CH5: a random Hero and 1 Gold a player, a random first player."""
    state = heroes.new(3, {"cards": keep()})
    while fields(state)["phase"] == "deal":
        state.apply([i for i, weight in enumerate(state.chance_outcomes()) if weight][0])
    assert list(state.chance_outcomes()) == [1] * 5
    draw(state, "H4 H1")
    assert list(state.chance_outcomes()) == [0, 1, 1, 0, 1]
    refuses(state.apply, 3)
    draw(state, "H5")
    assert list(state.chance_outcomes()) == [1, 1, 1] and fields(state)["heroes"] == "4/1/5"
    now = draw(state, "seat3")
    assert now["gold"] == "1.1.1" and now["first"] == "3" and state.current() == 2 and now["turn"] == "1"


def test_ch6_eight_turns_clockwise():
    """CH6: clockwise from the first player, one Trial a turn, eight turns each."""
    state = begun(3)
    seats = []
    while state.current() != TERMINAL:
        draw_all(state)
        if state.current() >= 0:
            if fields(state)["phase"] == "choose":
                seats.append(state.current())
            act(state, [word for word in words(state).split() if not word.startswith("muse")][0])
    assert seats == [0, 1, 2] * 8
    assert all(all(state.cells(seat)) for seat in range(3))
    refuses(state.apply, 5)


# -- phase A ----------------------------------------------------------------------------------------------
def test_ch7_the_muses():
    """CH7: 1 Gold discards a whole row under its deck and deals a new one, any number of times."""
    state = scene(gold="3")
    assert words(state) == "muse-trials muse-a muse-b muse-items T1 T2 T3 T4"
    now = act(state, "muse-trials")
    assert now["under"] == "1.2.3.4/-/-" and now["gold"] == "2" and told(state) == ["muses muse-trials 1"]
    now = draw(state, "T20 T21 T22 T23")  # the open top is the first of the new row
    assert now["row"] == "5.20.21.22.23" and now["phase"] == "choose"
    act(state, "muse-b")
    now = draw(state, "S20 S21 S22 S23 S24")
    assert now["skills"] == "1.2.3.4.5/20.21.22.23.24" and now["under"] == "1.2.3.4/6.7.8.9.10/-"
    act(state, "muse-items")
    now = draw(state, "I05 I06 I07 I08")
    assert now["items"] == "5.6.7.8" and now["under"].endswith("/1.2.3.4") and now["gold"] == "0"
    assert words(state) == "T1 T2 T3 T4"
    assert "Muses" in refuses(state.apply, 1)


def test_ch7_a_row_with_gaps():
    """CH7: a Skill row that is empty, or nearly so, still gets five; the other row keeps its gaps."""
    for row, under in (("0.0.0.0.0", "-"), ("0.2.0.0.5", "2.5")):
        state = scene(skills=row + "/0.7.8.9.10")
        assert act(state, "muse-a")["under"] == "-/{}/-".format(under)
        now = draw(state, "S20 S21 S22 S23 S24")
        assert now["skills"] == "20.21.22.23.24/0.7.8.9.10" and now["phase"] == "choose" and now["gold"] == "0"


def test_ch7_what_lies_under_a_deck_comes_last():
    """CH7: cards put under a deck come again in their order, when all above them are out."""
    others = ".".join([str(tile) for tile in range(5, 14)])
    state = scene(items="1.2.3.4", owned=others)
    act(state, "muse-items")
    assert sum(state.chance_outcomes()) == 3 and not state.chance_outcomes()[0]
    draw(state, "I15 I14 I16")
    assert list(state.chance_outcomes()) == [1] + [0] * 15
    assert draw(state, "I01")["under"] == "-/-/2.3.4"


# -- phase B ----------------------------------------------------------------------------------------------
def test_ch8_taking_a_trial():
    """CH8: one of the four Trials goes into any free cell around the Hero."""
    state = scene("n=11 se=12")
    act(state, "T3")
    assert words(state) == "nw ne w e sw s"
    assert "cell" in refuses(state.apply, state.parse_action(0, "n"))
    assert act(state, "sw")["grid"] == "0.11.0.0.0.3.0.12"
    refuses(lambda: scene(row="0.2.3.4.5"))  # a gap in the row is filled before anything else


def test_ch9_bonus():
    """CH9: a Trial brings 1 or 2 Gold, 1 or 2 Skills, or both."""
    for bonus, gold, phase in (
        ("2+0", "3", "deal"),
        ("0+1", "1", "skill"),
        ("1+2", "2", "skill"),
        ("0+0", "1", "deal"),
    ):
        state = scene(cards=keep([(1, "LL apollo {} flat 3".format(bonus))]))
        now = act(state, "T1 nw")
        assert now["gold"] == gold and now["phase"] == phase and now["takes"] == bonus[2]
    assert told(scene()) == []


def test_ch10_skills_are_not_refilled_trials_are():
    """CH10: Skills come from the two columns under the Trial; the Trial's gap is filled, theirs are not."""
    state = scene("se=11", cards=keep([(3, "LL apollo 0+2 flat 3")]))
    act(state, "T3 s")
    assert words(state) == "3a 4a 3b 4b"
    refuses(state.apply, state.parse_action(0, "2a"))
    act(state, "3b")
    assert words(state) == "3a 4a 4b"
    now = act(state, "4a")
    assert now["hand"] == "8.4" and now["phase"] == "deal" and now["row"] == "1.2.5.4.0"
    now = draw(state, "T30")
    assert now["phase"] == "edge" and now["skills"] == "1.2.3.0.5/6.7.0.9.10" and now["row"] == "1.2.5.4.30"


def test_ch11_one_skill_only():
    """CH11: with one free edge, or one Skill in the two columns, only one is taken."""
    two = keep([(1, "LL apollo 0+2 flat 3")])
    state = scene(cards=two)
    act(state, "T1 n 1a")  # a side cell has one outer edge
    assert fields(state)["takes"] == "0" and fields(state)["hand"] == "1.0"
    state = scene(cards=two)
    assert act(state, "T1 nw 1a")["takes"] == "1"
    state = scene(skills="0.2.3.4.5/0.0.8.9.10", cards=two)
    assert act(state, "T1 nw 2a")["takes"] == "0"


def test_ch12_two_empty_columns():
    """CH12: two columns empty after taking: all gaps are filled, top row first, and 1 Gold comes in."""
    state = scene(skills="0.0.3.4.5/0.7.8.0.10", cards=keep([(1, "LL apollo 0+1 flat 3")], [(7, "L")]))
    act(state, "T1 nw 2b")
    assert told(state) == ["refill 2b 1"]
    draw(state, "T30")
    now = draw(state, "S20 S21 S22 S23 S24")
    assert now["skills"] == "20.21.3.4.5/22.23.8.24.10" and now["gold"] == "2" and now["phase"] == "edge"


def test_ch12_one_empty_column():
    """CH12: one empty column is left as it is."""
    state = scene(skills="0.2.3.4.5/6.7.8.9.10", cards=keep([(1, "LL apollo 0+1 flat 3")], [(6, "L")]))
    act(state, "T1 nw 1b")
    now = draw(state, "T30")
    assert now["skills"] == "0.2.3.4.5/0.7.8.9.10" and now["gold"] == "1"


def test_ch13_edges():
    """CH13: a Skill goes to any free edge of any own Trial: two outer edges at a corner, one at a side."""
    owned = {"nw": "n1 w1", "n": "n2", "ne": "n3 e1", "w": "w2", "e": "e2", "sw": "w3 s1", "s": "s2", "se": "e3 s3"}
    for cell in owned:
        state = scene(cards=keep([(1, "LL apollo 0+1 flat 3")]))
        act(state, "T1 {} 1a".format(cell))
        draw_all(state)
        assert words(state) == owned[cell]
    state = scene("sw=11", "s1=20", cards=keep([(1, "LL apollo 0+1 flat 3")]))
    act(state, "T1 nw 1a")
    draw_all(state)
    assert words(state) == "n1 w1 w3"
    assert "edge" in refuses(state.apply, state.parse_action(0, "s1"))
    assert act(state, "w3")["edges"] == "0.0.0.0.0.1.0.0.0.20.0.0"


def test_ch14_gold_and_glory_on_skills():
    """CH14: a Skill's Gold icon brings 1 Gold at once, its Glory counts at the end."""
    name = keep([(1, "LL apollo 0+2 flat 3")], [(1, "L+g"), (6, "L+*")])
    state = scene(cards=name)
    assert act(state, "T1 nw 1a")["gold"] == "2" and told(state) == ["icon 1a 1"]
    assert act(state, "1b")["gold"] == "2" and told(state) == []
    draw_all(state)
    act(state, "n1 w1")
    assert dict(state.breakdown(0))["glory"] == 1


def test_ch15_what_completes_a_trial():
    """CH15: its symbols, as often as it asks, on both ends of its row and column; then it scores."""
    name = keep([(11, "SSC apollo 0+0 flat 7")], [(20, "S"), (21, "SC"), (22, "S"), (23, "C")])
    for edges, done in (("w3=20 s1=21", 1), ("w3=20 s1=23", 0), ("w3=20 n1=22 e3=23", 1), ("w3=20 n2=21", 0)):
        state = scene("sw=11 nw=12 n=13 se=14", edges, cards=name)
        assert state.done[0] >> 5 & 1 == done, edges
        assert dict(state.breakdown(0))["trials"] >= 7 * done


def test_ch15_the_example_of_the_second_turn():
    """CH15: a Trial in the upper left corner brings 1 Gold and two Skills; the lower left one is completed."""
    name = keep([(1, "EEE athena 1+2 flat 9"), (11, "SCW hermes 0+1 flat 5")], [(20, "S"), (1, "C"), (2, "W")])
    state = scene("sw=11", "w3=20", cards=name)
    assert act(state, "T1 nw 1a 2a")["gold"] == "2"
    draw_all(state)
    act(state, "n1")
    assert told(state) == []
    act(state, "s1")
    assert told(state) == ["completes sw 2"]
    assert dict(state.breakdown(0))["trials"] == 5


def test_ch16_skills_are_shared():
    """CH16: Skills serve all Trials of their line, are never used up, and can complete one as it is laid."""
    name = keep([(11, "SC apollo 0+0 flat 7"), (12, "SC apollo 0+0 flat 5"), (1, "CS apollo 0+0 flat 4")], [(20, "SC")])
    state = scene("nw=11 ne=12", "w1=20", cards=name)
    assert dict(state.breakdown(0))["trials"] == 12
    act(state, "T1 n")
    assert told(state) == ["completes n 0"] and dict(state.breakdown(0))["trials"] == 16


ZEUS = (
    [(11, "LL apollo 0+0 flat 1"), (12, "LL athena 0+0 flat 1"), (13, "LL hermes 0+0 flat 1")],
    [(20, "LLL"), (1, "LLL")],
)


def test_ch17_four_gods_bring_an_item():
    """CH17: four completed Trials of four gods: one of the open Items is free, and the row is filled."""
    name = keep(ZEUS[0] + [(1, "LL poseidon 0+0 flat 1")], ZEUS[1])
    state = scene("nw=11 n=12 ne=13", "w1=20", gold="0", cards=name)
    act(state, "T1 w")
    draw_all(state)
    assert fields(state)["phase"] == "choose"  # not complete: nothing on its row
    state = scene(
        "nw=11 n=12 sw=13",
        "w1=20 n1=21",
        gold="0",
        cards=keep(ZEUS[0] + [(1, "LL poseidon 0+1 flat 1")], ZEUS[1] + [(21, "LL")]),
    )
    act(state, "T1 se 1a")
    draw_all(state)
    act(state, "s3")
    assert told(state) == ["completes se 3", "zeus -"]
    assert words(state) == "I1 I2 I3 I4" and fields(state)["sets"] == "0"
    assert heroes.unpack(state.pack()).position() == at(state.position()).position() == state.position()
    assert act(state, "I2")["sets"] == "1"
    now = draw(state, "I09")
    assert now["items"] == "1.9.3.4" and now["owned"] == "2" and now["gold"] == "0" and now["phase"] == "choose"


def test_ch17_twice_at_most():
    """CH17: sets are the fewest completed Trials of a god; the second takes all eight."""
    assert values.sets((2, 2, 2, 2)) == 2 and values.sets((3, 3, 1, 1)) == 1 and values.sets((4, 4, 0, 0)) == 0
    gods = values.GODS * 2
    trials = [(11 + i, "LL {} 0+0 flat 1".format(gods[i])) for i in range(7)] + [(1, "LL poseidon 0+0 flat 1")]
    skills = [(20 + i, "LLL") for i in range(3)]
    cells = "nw=11 n=12 ne=13 w=14 e=15 sw=16 s=17"
    state = scene(cells, "w1=20 w2=21 w3=22", sets="1", gold="0", cards=keep(trials, skills))
    act(state, "T1 se")
    draw_all(state)
    assert fields(state)["phase"] == "zeus"
    act(state, "I1")
    draw_all(state)
    assert fields(state)["sets"] == "2" and state.current() == TERMINAL
    for other in ("0", "1", "3"):
        refuses(lambda other=other: at(state.position(), sets=other))


# -- phase C ----------------------------------------------------------------------------------------------
def test_ch18_buying():
    """CH18: one open Item a turn for its cost, and the row is filled; or none."""
    name = keep([(1, "EEEE apollo 0+0 flat 1")], items=[(1, "0 4 0"), (2, "1 3 1"), (3, "2 5 0"), (4, "3 1 0")])
    state = scene(gold="4", cards=name)
    act(state, "T1 n")
    draw_all(state)
    assert words(state) == "- I1 I2 I4" and fields(state)["phase"] == "buy"
    assert "pay" in refuses(state.apply, state.parse_action(0, "I3"))
    now = act(state, "I2")
    assert now["gold"] == "1" and now["owned"] == "2" and told(state) == ["buys I2 3"]
    now = draw(state, "I11")
    assert now["items"] == "1.11.3.4" and now["phase"] == "choose" and now["turn"] == "2"
    state = scene(gold="4", cards=name)
    act(state, "T1 n")
    draw_all(state)
    assert act(state, "-")["gold"] == "4" and fields(state)["turn"] == "2"
    state = scene(gold="0", cards=name)  # who can pay nothing is not asked
    act(state, "T1 n")
    draw_all(state)
    assert fields(state)["phase"] == "choose" and fields(state)["turn"] == "2"


def test_ch19_items():
    """CH19: what each Item is worth, and which Trials it doubles."""
    worth = dict(
        (item[1], values.item_points([1 if other is item else 0 for other in values.ITEMS], (3, 0, 2, 1), 4))
        for item in values.ITEMS
    )
    assert worth == {
        "Heracles' Club": 4, "Odysseus' Bow": 5, "Medea's Cauldron": 6, "Perseus' Helmet": 7, "Theseus' Sword": 8,
        "Bellerophon's Spear": 5, "Apollo's Lyre": 9, "Athena's Owl": 0, "Hermes' Sandals": 6, "Poseidon's Trident": 3,
        "Prometheus' Torch": 3, "Cup of Ambrosia": 8,
    }  # fmt: skip
    dots = [len(item[4]) for item in values.ITEMS]
    assert dots == [4, 3, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    for name, item in (
        ("The Nemean Lion", 0), ("The Stymphalian Birds", 0), ("The Belt of Hippolyta", 0), ("Freeing Prometheus", 0),
        ("The Lotus Eaters", 1), ("Scylla and Charybdis", 1), ("Calypso, the Nymph", 1), ("Building the Argo", 2),
        ("The Poisoned Gift", 2), ("Escaping the Graeae", 3), ("The Fierce Amazons", 4), ("The Horrific Chimera", 5),
        ("The Golden Fleece", -1), ("", -1),
    ):  # fmt: skip
        assert values.doubler(name) == item, name


def test_ch19_an_item_doubles_a_completed_trial():
    """CH19: Odysseus' Bow doubles Calypso, if completed (card 7 of the example file), and is worth 5."""
    name = keep([(7, "LL apollo 0+0 flat 4")], [(20, "LL"), (21, "E")], [(2, "1 3 0")])
    for edges, owned, trials, items in (("w1=20", "-", 4, 0), ("w1=20", "2", 8, 5), ("w1=21", "2", 0, 5)):
        state = scene("nw=7", edges, owned=owned, items="1.9.3.4", cards=name)
        parts = dict(state.breakdown(0))
        assert parts["trials"] == trials and parts["items"] == items
    name = keep([(1, "LL apollo 0+0 flat 6")], [(20, "LL")], [(1, "0 3 0")])  # the Nemean Lion, by Heracles' Club
    state = scene("nw=1", "w1=20", row="11.2.3.4.5", owned="1", items="9.2.3.4", cards=name)
    assert dict(state.breakdown(0)) == {"trials": 12, "hero": 4, "glory": 0, "items": 4}


def test_ch19_torch():
    """CH19: the Torch takes any visible Skill to a free edge at once, and that can empty a second column."""
    items = [(1, "10 1 0")]
    name = keep([(1, "EEEE apollo 0+0 flat 1")], items=items)
    state = scene(skills="0.2.3.4.0/0.7.8.9.10", cards=name, gold="1")
    act(state, "T1 nw")
    draw_all(state)
    act(state, "I1")
    draw_all(state)
    assert words(state) == "2a 3a 4a 2b 3b 4b 5b" and fields(state)["phase"] == "torch"
    act(state, "5b")
    assert told(state) == ["refill 5b 1"]
    draw_all(state)
    assert fields(state)["gold"] == "1" and words(state) == "n1 w1"
    assert act(state, "w1")["edges"].startswith("0.0.0.10.") and fields(state)["turn"] == "2"


# -- the end ----------------------------------------------------------------------------------------------
def test_ch20_what_counts():
    """CH20: completed Trials, 2 for each of the Hero's symbols, Glory by its table, Items."""
    trials = [(i, "EEEEE apollo 0+0 flat 9") for i in range(11, 19)] + [(11, "SC apollo 0+0 flat 7")]
    skills = [(20, "SC+*"), (21, "S+*"), (22, "CS+*")]
    state = scene(
        FULL, "w1=20 n2=21 e3=22", items="1.9.3.4", owned="2", cards=keep(trials, skills, [(2, "1 3 1")], [(1, "S")])
    )
    assert state.current() == TERMINAL
    assert state.breakdown(0) == [("trials", 7), ("hero", 6), ("glory", 10), ("items", 5)]
    assert state.scores() == [28]


def test_ch20_the_example_of_the_end():
    """CH20: 19 + 15 + 8 + 0, 6 for the Hero, 6 for Glory, 5 for the Bow: 59."""
    # Three flat ones make 19; two count Apollo's Trials, of which there are three: 3 x 2 + 3 x 3 (CH-A4).
    completed = [(1, 0, 7, 0), (2, 0, 5, 0), (3, 0, 7, 0), (0, 1, 2, 0), (0, 1, 3, 0), (0, 0, 4, 1)]
    owned = [0, 1] + [0] * 10
    for completed_only in (False, True):
        parts = values.points(completed, (3, 2, 2, 1), owned, 3, 3, completed_only)
        assert parts == [("trials", 42), ("hero", 6), ("glory", 6), ("items", 5)]


def test_ch21_kinds_of_values():
    """CH21: flat, for each Trial of a god, for each Glory, for each own Item."""
    by_god = (3, 0, 2, 1)
    assert values.value(values.FLAT, 10, by_god, 4, 2) == 10
    assert (
        values.value(values.PER_GOD, 4, by_god, 4, 2) == 12 and values.value(values.PER_GOD + 1, 4, by_god, 4, 2) == 0
    )
    assert values.value(values.PER_GLORY, 3, by_god, 4, 2) == 12 and values.value(values.PER_ITEM, 3, by_god, 4, 2) == 6
    # And with cards: two of Hermes, one of them not completed, two Glory, one Item.
    trials = [
        (11, "SC apollo 0+0 hermes 4"),
        (12, "SC hermes 0+0 glory 3"),
        (13, "SC apollo 0+0 item 5"),
        (14, "EEE hermes 0+0 flat 9"),
    ]
    name = keep(trials, [(20, "SC+*"), (21, "S+*")], hero=[(1, "W")])
    state = scene("nw=11 n=12 ne=13 se=14", "w1=20 s3=21", items="1.9.3.4", owned="2", cards=name)
    assert dict(state.breakdown(0))["trials"] == 2 * 4 + (2 + 1) * 3 + 5  # the example's Bow has a Glory, too


def test_ch22_ties():
    """CH22: most points win; a tie goes to more Gold left, then it is shared."""
    state = begun(3)
    for gold, places in (("1.3.2", [3, 1, 2]), ("2.2.2", [1, 1, 1]), ("2.1.2", [1, 3, 1])):
        assert at(state.position(), gold=gold).ranking() == places


# -- nothing is hidden, nothing is lost --------------------------------------------------------------------
def test_everything_lies_open():
    """CH2 to CH4: all know the table; what nobody knows, the order of a deck, is not in the state."""
    state = begun(2)
    assert state.view(NOBODY) == state.view(1) == state.position()


def test_cards_that_are_not_here():
    """CH-A1: a game with cards needs them wherever it is read, and says which."""
    state = begun(2)
    name = fields(state)["cards"]
    text, packed = state.position(), state.pack()
    try:
        cards.forget()
        for call, argument in ((heroes.from_position, text), (heroes.unpack, packed)):
            assert name in refuses(call, argument)
        refuses(heroes.new, 2, {"cards": name})
    finally:
        keep()
    assert heroes.unpack(packed).position() == text
    refuses(heroes.new, 2, {"cards": "Heroes"})


def test_positions_that_cannot_be():
    """CH6, CH13: a card in two places, a Skill beside no Trial, another number of turns: no game comes to that."""
    good = scene("nw=11 se=12", "w1=20").position()
    for name, value in (
        ("row", "1.1.3.4.5"), ("row", "11.2.3.4.5"), ("row", "0.2.3.4.5"), ("row", "49.2.3.4.5"),
        ("edges", "0.0.0.0.20.0.0.0.0.0.0.0"), ("edges", "0.0.0.1.0.0.0.0.0.0.0.0"), ("turn", "4"), ("turn", "9"),
        ("first", "0"), ("heroes", "0"), ("heroes", "6"), ("hand", "21.0"), ("takes", "1"), ("torch", "1"),
        ("refill", "10"), ("place", "1"), ("stage", "placed"), ("stage", "over"), ("phase", "buy"), ("sets", "1"),
        ("owned", "1"), ("owned", "9.8"), ("under", "1/-/-"), ("under", "-/71/-"), ("items", "0.2.3.4"),
        ("skills", "1.2.3.4.5/6.7.8.9"), ("cards", "0badcafe"), ("gold", "100"), ("seat", "2"),
        # not as a position is written, though a reader could make the same of it
        ("row", "01.2.3.4.5"), ("row", "1.2.3.4.true"), ("row", "1.2.3.4..5"), ("row", "1..2:3.4.5"),
        ("row", "257.2.3.4.5"), ("row", "1.2.3.4.+5"), ("row", "1.2.3.4.5."), ("row", "1.2.3.4.5e0"), ("hand", "00.0"),
        ("row", "1.2.3.4,5"), ("row", "1.2.3.4"), ("row", "-"), ("row", "1.2.3.4.5/1.2.3.4.5"), ("gold", "1.1"),
        ("gold", "01"), ("turn", "03"), ("torch", "2"), ("takes", "-"), ("place", "+"), ("refill", "0"),
        ("seat", "1=1"),
    ):  # fmt: skip
        refuses(lambda name=name, value=value: at(good, **{name: value}))
    refuses(lambda: at(heroes.new(2, {"cards": keep()}).position(), stage="placed"))
    taking = scene(cards=keep([(1, "LL apollo 0+2 flat 3")]))
    act(taking, "T1")
    for name, value in (("place", "0"), ("place", "5"), ("takes", "1"), ("phase", "choose")):
        refuses(lambda name=name, value=value: at(taking.position(), **{name: value}))
    act(taking, "n")  # a side cell: one Skill is to be taken
    for name, value in (
        ("takes", "2"),
        ("takes", "0"),
        ("place", "0"),
        ("hand", "20.0"),
        ("skills", "0.0.3.4.5/0.0.8.9.10"),
    ):
        refuses(lambda name=name, value=value: at(taking.position(), **{name: value}))
    assert heroes_grid.symbols_text(heroes_grid.symbols("WSSL")) == "LSSW"
    refuses(heroes_grid.symbols, "X")
    refuses(heroes_grid.symbols, "S" * 16)
    refuses(heroes_grid.read_edges, "n4=S")
    refuses(heroes_grid.read_edges, "n1=S n1=C")
