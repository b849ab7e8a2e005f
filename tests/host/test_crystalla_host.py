"""Crystalla on the PC: card files, the score pad, the table and its story."""

import copy
import json

import pytest

from onthree import cards as rules_cards
from onthree.rules import crystalla
from onthree.rules.game import TERMINAL
from onthree_host.cards import crystalla as card_files
from onthree_host.errors import UsageError
from onthree_host.games import crystalla as pc
from tests.both import crystalla_table
from tests.both.crystalla_table import go, late, say, tracked
from tests.both.playing import Dice, choose, do


@pytest.fixture
def example(root):
    return json.loads((root / crystalla_table.EXAMPLE).read_text())


# -- card files ------------------------------------------------------------------------------------------------
def test_the_example_can_be_played_with_and_says_that_it_is_invented(example):
    assert card_files.check(example) == []
    assert "invented" in example["title"].lower()
    assert sum(example["cards"].values()) == 90
    assert sum(sum(pieces.values()) for pieces in example["crystals"].values()) == 36


def test_the_tests_play_with_the_examples_cards(example):
    packed = card_files.compile(example)
    assert packed == crystalla_table.packed_example()
    assert len(packed) == 63 + len(example["title"])
    assert rules_cards.keep(crystalla, packed) == crystalla_table.WithCards().cards
    assert crystalla.cards_title(packed) == example["title"]


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("game", "chess", '"game": "crystalla"'),
        ("title", "", "needs a title"),
        ("title", "Caf\u00e9", "needs a title"),
        ("colour", "red", "no member 'colour'"),
        ("cards", None, "The object 'cards' is missing"),
        ("cards.XX", 1, "it is two letters"),
        ("cards.TA", -1, "from 0 to 35"),
        ("cards.TA", True, "from 0 to 35"),
        ("cards.TA", 3, "The box holds 90 cards, not 91."),
        ("crystals", [], "The object 'crystals' is missing"),
        ("crystals.round", {}, "large or small, not 'round'"),
        ("crystals.small", None, "The object 'crystals, small' is missing"),
        ("crystals.large.quartz", 1, "one of tourmaline"),
        ("crystals.large.ruby", 2, "The box holds 36 crystal pieces, not 35."),
    ],
)
def test_what_is_wrong_with_a_card_file(example, path, value, says):
    data = copy.deepcopy(example)
    *folders, name = path.split(".")
    part = data
    for folder in folders:
        part = part[folder]
    part[name] = value
    assert any(says in sentence for sentence in card_files.check(data))
    with pytest.raises(UsageError, match=r"\.$"):
        card_files.compile(data)


def test_the_page_on_card_files_knows_its_members(root):
    page = (root / "host/onthree_host/cards/crystalla.md").read_text()
    assert not [name for name in card_files.MEMBERS if f"`{name}`" not in page]


# -- the score pad ---------------------------------------------------------------------------------------------
DESIGN = {
    "tourmaline": 4, "amethyst": 4, "ruby_flowers": 1, "emerald_flowers": 1, "citrine_groups": 2,
    "diamond_groups": [4], "hematite": 3,
}  # fmt: skip


def test_the_pad_of_the_design():
    result = pc.read_pad({"players": [DESIGN]})
    assert result.scores == [10 + 14 + 10 + 23 + 6 + 5] and result.ranking == [1]
    assert result.breakdown[0] == {
        "tourmaline": 10, "amethyst": 14, "ruby": 10, "emerald": 23, "citrine": 6, "diamond": 5, "hematite": 0,
    }  # fmt: skip
    assert result.facts == {} and result.lines == []


def test_hematite_is_for_the_others():
    nothing = dict.fromkeys(pc.COUNTS, 0) | {"diamond_groups": []}
    result = pc.read_pad({"players": [nothing | {"hematite": n} for n in (3, 0, 1, 2)]})
    assert result.scores == [6, 12, 10, 8] and result.ranking == [4, 1, 2, 3]


def test_a_display_is_counted():
    text = "-,-,-,-/EA3,TE2,-,-/AE4,ET1,-,-"
    result = pc.read_pad({"players": [{"display": text}]})
    assert result.breakdown[0]["emerald"] == 23 and result.scores == [23 + 3 + 7]
    assert result.facts == {"missing": ["Player 1's 8 other cards"]}
    assert result.lines[:2] == ["", "missing: Player 1's 8 other cards"]
    assert result.lines[2].startswith(
        "assumed: a segment has the two card edges at its corner"
    )  # CR-A1, where it is used
    assert pc.read_pad({"players": [{name: [] if name == "diamond_groups" else 0 for name in pc.COUNTS}]}).lines == []
    by_hand = {"players": [{"display": text, "emerald_flowers": 0, "ruby_flowers": 2}]}
    assert pc.read_pad(by_hand).scores == [20 + 3 + 7]
    manual = {"options": {"emerald_model": "manual", "ruby_model": "manual"}, "players": [{"display": text}]}
    result = pc.read_pad(manual)
    assert result.scores == [10]
    assert result.facts["missing"][1:] == ["Player 1's ruby_flowers", "Player 1's emerald_flowers"]


def test_options_of_a_display():
    row = "-,-,-,-/-,-,-,-/RT2,RR1,TR3,CC1"
    for chosen, rubies, citrines in (
        ({}, 20, 3),
        ({"ruby_model": "edges"}, 30, 3),
        ({"same_card_adjoins": "off"}, 20, 6),
    ):
        part = pc.read_pad({"options": chosen, "players": [{"display": row}]}).breakdown[0]
        assert (part["ruby"], part["citrine"]) == (rubies, citrines), chosen


def test_another_diamond_table():
    pad = {"options": {"diamond_table": [0, 1, 2, 5, 8, 13, 21]}, "players": [{"diamond_groups": [5, 7]}]}
    result = pc.read_pad(pad)
    assert result.scores == [29]
    assert "Player 1's hematite" in result.facts["missing"] and len(result.facts["missing"]) == 6


def test_partial_data_names_what_is_missing():
    result = pc.read_pad({"players": [DESIGN, {"tourmaline": 7}]})
    assert result.scores == [68, 28 + 6]
    assert result.facts["missing"] == [f"Player 2's {name}" for name in pc.COUNTS[1:]]


@pytest.mark.parametrize(
    ("pad", "says"),
    [
        ({}, "needs 'players'"),
        ({"players": []}, "a list of 1 to 4"),
        ({"players": [DESIGN] * 5}, "a list of 1 to 4"),
        ({"players": ["four"]}, "Player 1 is an object"),
        ({"players": [{"topaz": 1}]}, "has no 'topaz'"),
        ({"players": [{"hematite": 25}]}, "from 0 to 24"),
        ({"players": [{"hematite": True}]}, "from 0 to 24"),
        ({"players": [{"diamond_groups": 4}]}, "a list of sizes"),
        ({"players": [{"diamond_groups": [25]}]}, "from 0 to 24"),
        ({"players": [{"tourmaline": 20, "amethyst": 5}]}, "has 25 segments or more"),
        ({"players": [{"display": 3}]}, "display is a text"),
        ({"players": [{"display": "TA9"}]}, "written like TA2"),
        ({"players": [{"display": "-,-,-,-/TA1,-,-,-/-,-,-,-"}]}, "as far down"),
        ({"options": {"colour": "red"}, "players": [DESIGN]}, "no option colour"),
        ({"options": {"diamond_table": [1]}, "players": [DESIGN]}, "seven numbers"),
        ({"options": [], "players": [DESIGN]}, "options are an object"),
    ],
)
def test_pads_that_are_none(pad, says):
    with pytest.raises(UsageError, match=r"\.$") as caught:
        pc.read_pad(pad)
    assert says in str(caught.value)


def test_a_pad_agrees_with_a_game():
    """What the rules count in displays at the end of a game is what the pad counts in them."""
    state = crystalla_table.WithCards().new(3)
    dice = Dice(11)
    while state.current() != TERMINAL:
        do(state, *choose(state, dice))
    displays = crystalla_table.field(state, "displays").split("|")
    result = pc.read_pad({"players": [{"display": text} for text in displays]})
    assert result.scores == state.scores() and result.ranking == state.ranking()
    assert result.breakdown == [dict(state.breakdown(seat)) for seat in range(3)] and not result.facts


# -- the table and its story -----------------------------------------------------------------------------------
def test_the_table():
    state = go(tracked(3), "a1: b1=N")
    assert pc.table(state) == [
        "turn 1 of 27, round 1, walk with 111 in hand",
        "  a1 - (9)             b1 N (9)             c1 222N (9)",
        "  a2 - (9)             b2 - (9)             c2 - (9)",
        "  a3 333N (9)          b3 - (9)             c3 - (9)",
    ]
    lines = pc.table(late(2, display="-,-,-,-/-,-,-,-/TA1,tR2,-,-"))
    assert lines[0] == "turn 17 of 18, round 9, choose" and len(lines) == 6
    assert lines[3].startswith("  open crystals  ")
    assert lines[4] == "  seat 1  -   -   -   -    |  -   -   -   -    |  TA1 tR2 -   -"
    assert pc.table(crystalla.new(2)) == ["the setup, lot"]


def test_the_story():
    state = go(tracked(4, piles="12,2,-/-,1,-/-,-,-"), "a1: b1=2 b2=1")
    told = pc.events(state)
    assert [pc.tell(event) for event in told] == [
        "seat 1 drops a piece of seat 1 on b2",
        "seat 1 takes the card of b2, 8 left",
    ]
    assert pc.sum_up(told) == "drops b2=1, takes the card of b2 (8 left)"
    say(state, "G2")
    assert [pc.tell(event) for event in pc.events(state)] == ["seat 1 gives a crystal piece to seat 2"]
    say(state, "lost")
    assert pc.sum_up(pc.events(state)) == "2 covers lost"


def test_every_event_can_be_told():
    kinds = set()
    dice = Dice(4)
    modules = (crystalla, crystalla_table.WithCards())
    for game in range(80):
        chosen = (
            {"first_player": "manual", "start3": "manual"} if game % 4 > 1 else {"track": "turns"} if not game else {}
        )
        state = modules[game % 2].new(2 + game % 3, chosen)
        while state.current() != TERMINAL:
            do(state, *choose(state, dice))
            for event in pc.events(state):
                kinds.add(event["kind"])
                assert str(event["seat"]) in pc.tell(event) or event["kind"] == "begins"
            assert (pc.sum_up(pc.events(state)) != "") == (pc.events(state) != [])
    expected = {"begins", "keeps", "swaps", "picks", "stands", "lifts", "drops", "takes", "rebuilds", "places", "gives"}
    assert kinds >= expected | {"covers", "counts", "passes"}
