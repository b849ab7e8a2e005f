"""Crossing Heroes on the PC: card files, the score pad, the table and its story."""

import copy
import json

import pytest

from onthree import cards as rules_cards
from onthree.compat import hexlify
from onthree.rules import heroes, heroes_deck
from onthree_host import cards
from onthree_host.cards import heroes as card_files
from onthree_host.cli import main
from onthree_host.errors import UsageError
from onthree_host.games import heroes as pc
from tests.both import heroes_table
from tests.both.heroes_table import act, at, begun, draw_all, scene, tracking
from tests.host import logs


@pytest.fixture
def example():
    return cards.parse(cards.example("heroes"))


# -- card files ------------------------------------------------------------------------------------------------
def test_the_example_can_be_played_with_and_says_that_it_is_invented(example):
    assert cards.check(example) == []
    assert "invented" in example["title"].lower()
    counts = [len(example["trials"]), sum(card["copies"] for card in example["skills"])]
    assert [*counts, len(example["items"]), len(example["heroes"])] == [48, 70, 16, 5]
    names = [card["name"] for card in example["trials"]]
    assert all(name in names for item in pc.values.ITEMS for name in item[4])


def test_the_tests_play_with_the_examples_cards(example):
    """The packed cards that MicroPython reads are what the file becomes."""
    assert hexlify(cards.compile(example)) == hexlify(heroes_table.EXAMPLE)
    assert cards.keep(example) == heroes_table.keep()


def test_every_card_comes_back_from_its_bytes(example):
    deck = heroes_deck.Deck(cards.compile(example))
    for i, card in enumerate(example["trials"]):
        kind, vp = deck.value(i)
        assert deck.bonus(i) == (card["gold"], card["skills"])
        assert (deck.trial_name(i), vp) == (card["name"], card["vp"])
        assert pc.grid.symbols_text(deck.need(i)) == card["need"]
        assert pc.values.GODS[deck.god(i)] == card["god"]
        assert (kind == 0) == (card["kind"] == "flat")
        if "of" in card:
            assert pc.values.GODS[kind - 1] == card["of"]
    skills = [card for card in example["skills"] for _ in range(card["copies"])]
    for i, card in enumerate(skills):
        assert pc.grid.symbols_text(deck.symbols(i)) == card["symbols"]
        assert (deck.gold(i), deck.glory(i)) == (card.get("gold", 0), card.get("glory", 0))
    for i, card in enumerate(example["items"]):
        assert (pc.ITEM_NAMES[deck.item(i)], deck.cost(i)) == (card["name"], card["cost"])
        assert deck.item_glory(i) == card.get("glory", 0)
    assert [deck.hero_name(i) for i in range(5)] == [card["name"] for card in example["heroes"]]
    assert deck.doubler(6) == 1  # Calypso, by Odysseus' Bow
    assert deck.doubler(17) == -1


CHANGES = [
    (lambda d: d.pop("title"), "title"),
    (lambda d: d.update(title="Héros"), "title"),
    (lambda d: d.update(colour=1), "'colour'"),
    (lambda d: d.pop("skills"), "'skills' is missing"),
    (lambda d: d["trials"].pop(), "48 trials, not 47"),
    (lambda d: d["skills"][0].update(copies=6), "70 skills, not 71"),
    (lambda d: d["skills"][0].update(copies=True), "Skill 1 needs 'copies'"),
    (lambda d: d["heroes"].append({"name": "Sixth", "symbol": "S"}), "5 heroes, not 6"),
    (lambda d: d["trials"][3].update(need="S"), "Trial 4 needs 'need', 2 to 5"),
    (lambda d: d["trials"][3].update(need="SXW"), "Trial 4 needs 'need'"),
    (lambda d: d["trials"][3].update(god="ares"), "Trial 4 needs 'god'"),
    (lambda d: d["trials"][3].update(gold=3), "Trial 4 needs 'gold' from 0 to 2"),
    (lambda d: d["trials"][3].update(vp=0), "Trial 4 needs 'vp' from 1 to 31"),
    (lambda d: d["trials"][3].update(kind="double"), "Trial 4 needs 'kind'"),
    (lambda d: d["trials"][3].update(kind="per_god"), "'of'"),
    (lambda d: d["trials"][3].update(of="hermes"), "'of'"),
    (lambda d: d["trials"][3].update(name=""), "Trial 4 needs 'name'"),
    (lambda d: d["trials"][3].update(colour="red"), "Trial 4 has no 'colour'"),
    (lambda d: d["trials"].__setitem__(3, "Freeing Prometheus"), "Trial 4 is an object"),
    (lambda d: d["trials"][3].update(name="The Broken Oar"), "Two Trials are called The Broken Oar"),
    (lambda d: d["trials"][3].update(name="Chained Prometheus"), "doubles Freeing Prometheus"),
    (lambda d: d["skills"][3].update(symbols="SSSS"), "Skill 4 needs 'symbols', 1 to 3"),
    (lambda d: d["items"][1].update(name="The Bow"), "Item 2 is one of"),
    (lambda d: d["items"][2].update(name="Apollo's Lyre"), "Medea's Cauldron is missing"),
    (lambda d: d["items"][1].update(cost=0), "Item 2 needs 'cost' from 1 to 15"),
    (lambda d: d["heroes"][1].update(symbol="SS"), "Hero 2 needs 'symbol', 1 of"),
    (lambda d: d["heroes"][1].pop("symbol"), "Hero 2 needs 'symbol'"),
]


@pytest.mark.parametrize(("change", "words"), CHANGES, ids=[words for _, words in CHANGES])
def test_what_is_wrong_in_a_card_file_is_said(example, change, words):
    changed = copy.deepcopy(example)
    change(changed)
    wrong = cards.check(changed)
    assert any(words in sentence for sentence in wrong), wrong
    assert all(sentence.endswith(".") for sentence in wrong)
    with pytest.raises(UsageError):
        cards.compile(changed)


def test_all_that_is_wrong_is_said_at_once(example):
    example["trials"][0]["god"] = "ares"
    example["items"][0]["cost"] = 40
    del example["heroes"]
    assert len(cards.check(example)) == 3


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": "chess"}', '{"game": ["heroes"]}', "[" * 100_000])
def test_what_is_no_card_file(text):
    with pytest.raises(UsageError):
        cards.parse(text)
    assert card_files.check([]) != []


def test_the_command_says_what_is_wrong(run, tmp_path, example):
    file = tmp_path / "mine.json"
    file.write_text(cards.example("heroes"), encoding="utf-8")
    code, out, err = run("cards", "check", str(file))
    assert (code, err) == (0, "")
    assert out == (
        "Invented cards for Crossing Heroes: complete. "
        f"A game of heroes with these cards has the option cards={heroes_table.keep()}.\n"
    )
    del example["trials"][5]
    del example["heroes"]
    file.write_text(json.dumps(example), encoding="utf-8")
    code, out, _ = run("cards", "check", str(file))
    assert code == 1
    assert out == "The box holds 48 trials, not 47.\nThe list 'heroes' is missing.\n"
    code, out, _ = run("cards", "check", str(file), "--json")
    assert code == 1
    assert json.loads(out)["wrong"] == ["The box holds 48 trials, not 47.", "The list 'heroes' is missing."]
    code, out, _ = run("cards", "example", "heroes")
    assert (code, out) == (0, cards.example("heroes"))


@pytest.mark.parametrize(
    "argv", [["cards"], ["cards", "check"], ["cards", "check", "/no/such/file"], ["cards", "example", "chess"]]
)
def test_the_command_used_badly(run, is_sentence, argv):
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert is_sentence(err)


def test_cards_are_found_for_a_log(tmp_path, example):
    rules_cards.forget()
    assert cards.provide("god_trials_count=all")
    assert cards.provide(f"cards={cards.name_of(example)} gold_limit=30")
    assert heroes.new(2, {"cards": cards.name_of(example)}).players == 2
    example["items"][0]["cost"] = 9
    file, other = tmp_path / "mine.json", tmp_path / "other.json"
    file.write_text(json.dumps(example), encoding="utf-8")
    other.write_bytes(b"\xff")
    named = "cards=" + cards.name_of(example)
    assert not cards.provide(named)
    assert cards.provide(named, [tmp_path / "none.json", other, file])


# -- the score pad ---------------------------------------------------------------------------------------------
def trial(name, god, vp=0, completed=True, kind="flat", **more):
    return {"name": name, "kind": kind, "vp": vp, "god": god, "completed": completed, **more}


# The end of a game that the rules tell of: 19 + 15 + 8 + 0 for Trials, 6, 6 and 5; gods and two of the values are ours.
ALEXANDER = {
    "gold": 2,
    "hero_symbols": 3,
    "glory": 3,
    "items": ["Odysseus' Bow"],
    "trials": [
        trial("The Ceryneian Hind", "athena", 7),
        trial("The Erymanthian Boar", "hermes", 6),
        trial("The Wild Centaurs", "poseidon", 6),
        trial("The Archery Contest", "apollo", 2, kind="per_god", of="apollo"),
        trial("Polyphemus, the Cyclops", "apollo", 3, kind="per_god", of="apollo"),
        trial("Calypso, the Nymph", "apollo", 4),
        trial("Scylla and Charybdis", "poseidon", 5, completed=False),
        trial("The Golden Fleece", "athena", 10, completed=False),
    ],
}


def test_the_example_of_the_rules_is_59_points():
    result = pc.read_pad({"players": [ALEXANDER]})
    assert result.scores == [59]
    assert result.breakdown == [{"trials": 42, "hero": 6, "glory": 6, "items": 5}]
    assert result.facts == {}
    assert result.lines == []


def test_items_double_once_and_by_name():
    two = copy.deepcopy(ALEXANDER)
    two["items"] = ["Odysseus\u2019 Bow", "Odysseus' Bow", "Medea's Protection", "Apollo's Lyre", "Cup of Ambrosia"]
    parts = pc.read_pad({"players": [two]}).breakdown[0]
    assert parts["trials"] == 42
    assert parts["items"] == 5 + 5 + 6 + 9 + 6


def test_trials_of_a_god_count_completed_or_not_by_option():
    player = {"trials": [trial("A", "apollo", 4, kind="per_god", of="apollo"), trial("B", "apollo", completed=False)]}
    for option, points in ((None, 8), ("all", 8), ("completed_only", 4)):
        chosen = {"god_trials_count": option} if option else {}
        assert pc.read_pad({"options": chosen, "players": [player]}).scores == [points]


def test_kinds_of_values():
    trials = [
        trial("A", "apollo", 3, kind="per_glory"),
        trial("B", "athena", 3, kind="per_item"),
        trial("C", "hermes", 10),
    ]
    player = {"gold": 0, "hero_symbols": 0, "glory": 4, "items": ["Theseus' Sword", "Athena's Owl"], "trials": trials}
    parts = pc.read_pad({"players": [player]}).breakdown[0]
    assert parts == {"trials": 12 + 6 + 10, "hero": 0, "glory": 10, "items": 8 + 3}


def test_a_tie_goes_to_more_gold():
    players = [{"hero_symbols": 3, "gold": gold} for gold in (1, 4, 4)]
    assert pc.read_pad({"players": players}).ranking == [3, 1, 1]


def test_what_is_missing_is_named():
    player = {"gold": 1, "glory": 2, "trials": [{"name": "A", "completed": True, "vp": 5}, {"god": "hermes"}]}
    result = pc.read_pad({"players": [player, ALEXANDER]})
    assert result.scores == [5 + 3, 59]
    assert result.facts["missing"] == [
        "Player 1's hero_symbols",
        "Player 1's items",
        "Player 1's 6 other trials",
        "god of Player 1's trial 1",
        "kind of Player 1's trial 1",
        "name of Player 1's trial 2",
        "completed of Player 1's trial 2",
    ]
    assert len(result.lines) == 8
    incomplete = {"trials": [trial("A", "apollo", 4, kind="per_god")]}
    assert "of of Player 1's trial 1" in pc.read_pad({"players": [incomplete]}).facts["missing"]


@pytest.mark.parametrize(
    "pad",
    [
        {}, {"players": []}, {"players": [{}] * 6}, {"players": [1]}, {"players": [{"points": 3}]},
        {"players": [{"gold": -1}]}, {"players": [{"glory": 41}]}, {"players": [{"hero_symbols": "3"}]},
        {"players": [{"items": ["The Bow"]}]}, {"players": [{"items": "Odysseus' Bow"}]}, {"players": [{"items": [3]}]},
        {"players": [{"items": ["Odysseus' Bow"] * 6}]}, {"players": [{"trials": [{}] * 9}]},
        {"players": [{"trials": {}}]}, {"players": [{"trials": ["A"]}]}, {"players": [{"trials": [{"god": "ares"}]}]},
        {"players": [{"trials": [{"kind": "double"}]}]}, {"players": [{"trials": [{"kind": ["flat"]}]}]},
        {"players": [{"trials": [{"completed": 1}]}]}, {"players": [{"trials": [{"vp": 100}]}]},
        {"players": [{"trials": [{"kind": "flat", "of": "apollo"}]}]}, {"players": [{"trials": [{"points": 1}]}]},
        {"players": [{"trials": [{"kind": "per_god", "of": "ares", "completed": True}]}]},
        {"options": {"gold_limit": "5"}, "players": [{}]},
        {"options": {"cards": "0badcafe"}, "players": [{}]}, {"options": [], "players": [{}]},
    ],
)  # fmt: skip
def test_what_is_no_pad_is_said_in_a_sentence(pad):
    with pytest.raises(UsageError) as error:
        pc.read_pad(pad)
    assert str(error.value).endswith(".")


# -- the table and its story -----------------------------------------------------------------------------------
def test_the_table_without_cards():
    state = tracking(2)
    act(state, "apollo 2 apollo - bow 3")
    assert pc.table(state) == [
        "turn 1 of 8, seat 2 in phase choose",
        "  seat 1   0 gold  completed apollo 1/1 athena 0/0 hermes 0/0 poseidon 0/0",
        "          items Odysseus' Bow",
        "  seat 2   1 gold  completed apollo 0/0 athena 0/0 hermes 0/0 poseidon 0/0",
    ]


def test_the_table_while_pads_are_filled_in():
    state = tracking(2)
    act(state, "apollo 0 - - " * 16)
    assert pc.table(state)[0] == "turn 8 of 8, the score pads"


def test_the_table_with_cards():
    name = heroes_table.keep([(11, "LL apollo 0+0 flat 4")], [(20, "LL+g"), (21, "S+*")])
    state = scene("nw=11 se=12", "w1=20 n1=21", owned="2", items="1.9.3.4", cards=name)
    lines = pc.table(state)
    assert lines[:2] == ["turn 3 of 8, seat 1 in phase choose", "  Invented cards for Crossing Heroes"]
    assert "  T1  The Nemean Lion: ECC hermes +0 gold +1 skills" in lines
    assert "  next  The Lotus Eaters: LSSC poseidon +1 gold +0 skills" in lines
    assert "  row a  L       L       L       L       L" in lines
    assert "  I2  Athena's Owl: 4 gold" in lines
    at_seat = lines.index("  seat 1  1 gold  Melas of the Harbour, L")
    assert lines[at_seat + 1 :] == [
        "          items Odysseus' Bow",
        "             S*       .        .",
        "    LLg      [LL]     -        -        .",
        "    .        -        Hero     -        .",
        "    .        -        -        LSCCW    .",
        "             .        .        .",
    ]
    assert "no Hero yet" in "".join(pc.table(heroes.new(2, {"cards": name})))
    over = begun(1)
    while over.current() >= 0:
        act(over, next(word for word in heroes_table.words(over).split() if not word.startswith("muse")))
        draw_all(over)
    assert pc.table(over)[0] == "turn 8 of 8"


def test_what_happened_is_told():
    state = tracking(1)
    told = []
    for words in ("muse-a", "hermes", "2", "icon", "refill", "hermes", "-", "bow", "3"):
        act(state, words)
        told += pc.events(state)
    assert [pc.tell(event) for event in told] == [
        "seat 1 pays the Muses 1 gold for Skill row a",
        "seat 1 gets 2 gold for the Trial",
        "seat 1 gets 1 gold for a Skill",
        "seat 1 finds two columns empty and gets 1 gold",
        "seat 1 completes a Trial blessed by hermes",
        "seat 1 buys Odysseus' Bow for 3 gold",
    ]
    summed = "1 gold to the Muses, 2 gold for the Trial, 1 gold for a Skill, Skills filled, 1 gold, completes hermes, "
    assert pc.sum_up(told) == summed + "buys bow for 3"


def test_what_happened_with_cards_is_told():
    everything = ".".join(str(tile) for tile in range(1, 17))
    gods = [(11 + i, f"LL {god} 0+0 flat 1") for i, god in enumerate(pc.values.GODS[:3])]
    name = heroes_table.keep([*gods, (1, "LL poseidon 0+1 flat 1")], [(20, "LLL"), (1, "LL")])
    state = scene("nw=11 n=12 ne=13", "w1=20", items="0.0.0.0", owned=everything, cards=name)
    act(state, "T1 se 1a")
    draw_all(state)
    act(state, "s3")
    assert [pc.tell(event) for event in pc.events(state)] == [
        "seat 1 completes the Trial at se, blessed by poseidon",
        "seat 1 has the blessings of all four gods, and an Item is free",
        "seat 1 finds no Item open for it",
    ]
    assert pc.sum_up(pc.events(state)) == "completes se, Zeus gives an Item, no Item is open"
    state = at(scene("nw=11").position(), gold="9")
    act(state, "T2 e")
    draw_all(state)
    while "I2" not in heroes_table.words(state).split():
        act(state, heroes_table.words(state).split()[0])
        draw_all(state)
    act(state, "I2")
    assert pc.tell(pc.events(state)[0]) == "seat 1 buys the Item at I2 for 3 gold"
    assert json.dumps(pc.events(state))


def test_a_logged_game_with_a_card_file_is_verified_and_shown_with_it(tmp_path, capsys, example):
    example["title"] = "Other invented cards"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(example))
    log = logs.Log(9)
    log.game(2, name="heroes", options=f"cards={cards.keep(example)}")
    records = tmp_path / "log.jsonl"
    records.write_bytes(b"\n".join(log.records))
    rules_cards.forget()
    assert main(["verify", "--file", str(records)]) == 1
    assert "their card file is needed" in capsys.readouterr().out
    assert main(["verify", "--file", str(records), "--cards", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["verify", "--file", str(records), "--cards", str(other)]) == 0
    capsys.readouterr()
    rules_cards.forget()
