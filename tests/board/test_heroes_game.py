"""Whole games of Crossing Heroes with the cards on the table: people press buttons, the firmware follows."""

import json
from functools import partial

import pytest

from onthree.rules import heroes_points as values
from onthree.rules.game import TERMINAL
from onthree.rules.heroes_tracker import COMPLETED, DOUBLED, GLORY, HERO, OWNED, PLACED, WORTH
from onthree_host import games
from onthree_host.cli import main
from tests.board.heroes import Heroes
from tests.both.heroes_table import fields


@pytest.fixture
def table(seated):
    """Build a table with so many players before their first question."""
    return partial(seated, Heroes)


def pad_of(state):
    """The same final position as a score pad for `onthree score heroes`."""
    players = []
    for seat, record in enumerate(state.records):
        items = [item[1] for i, item in enumerate(values.ITEMS) for _ in range(record[OWNED + i])]
        trials = []
        gods = [god for god in range(4) for _ in range(record[COMPLETED + god])]
        for i, (god, worth) in enumerate(zip(gods, record[WORTH:DOUBLED], strict=False)):
            kind, vp = divmod(worth - 1, 31)
            trial = {"name": "A Trial", "god": values.GODS[god], "completed": True, "kind": "flat", "vp": vp}
            if record[DOUBLED] >> i & 1:
                doubler = next(i for i in range(6) if record[OWNED + i])
                trial["name"] = values.ITEMS[doubler][4][0]
            if kind:
                trial["kind"] = {values.PER_GLORY: "per_glory", values.PER_ITEM: "per_item"}.get(kind, "per_god")
            if trial["kind"] == "per_god":
                trial["of"] = values.GODS[kind - values.PER_GOD]
            trials.append(trial)
        for god in range(4):
            for _ in range(record[PLACED + god] - record[COMPLETED + god]):
                trials.append({"name": "A Trial", "god": values.GODS[god], "completed": False})
        pad = {"gold": state.gold[seat], "hero_symbols": record[HERO] - 1, "glory": record[GLORY] - 1}
        players.append({**pad, "items": items, "trials": trials})
    return {"players": players}


def scored(state, tmp_path, capsys):
    """What `onthree score heroes` makes of it."""
    file = tmp_path / "pad.json"
    file.write_text(json.dumps(pad_of(state)))
    assert main(["score", "heroes", str(file), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def numbers(values):
    return " ".join(str(value) for value in values)


# -- whole games ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_is_followed_to_its_end_and_the_pads_add_up_as_on_the_pc(table, players, tmp_path, capsys):
    crowd = table(players, seed=players)
    crowd.turns()
    state = crowd.state
    assert crowd.phase == "pads" and state.turn == 8
    assert all(sum(record[PLACED:COMPLETED]) == 8 for record in state.records)
    crowd.pads()
    end = crowd.count_points()
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
    assert crowd.desk.port.blocked == 0
    facts = scored(crowd.state, tmp_path, capsys)
    assert (end["scores"], end["rank"]) == (numbers(facts["scores"]), numbers(facts["ranking"]))
    for seat in range(players):
        crowd.hub("A")
        rows = [line.split() for line in crowd.board.hub.text().split("\n")]
        assert rows[0] == ["seat", str(seat + 1), str(facts["scores"][seat])]
        shown = dict(row for row in rows if row and row[0] in ("Trials", "Hero", "Glory", "Items"))
        assert {name.lower(): int(points) for name, points in shown.items()} == facts["breakdown"][seat]
        assert str(facts["scores"][seat]) in crowd.words(seat)


def test_a_pad_from_the_pc_is_offered_word_by_word_and_only_its_seat_enters_it(table, tmp_path, capsys):
    crowd = table(2, seed=9)
    short_game(crowd, {0: 1, 1: 0})
    trial = {"name": "A Trial", "kind": "per_god", "of": "hermes", "vp": 2, "god": "hermes", "completed": True}
    rest = [{"name": "A Trial", "god": "hermes", "completed": False}] * 8
    pad = {
        "players": [
            {"gold": 1, "hero_symbols": 4, "glory": 2, "items": [], "trials": [trial, *rest[:7]]},
            {"gold": 1, "hero_symbols": 1, "glory": 5, "items": [], "trials": rest},
        ]
    }
    _, texts = games.pad_words(pad)
    assert texts == ["4 2 hermes 2", "1 5"]
    before = crowd.state.position()
    assert [taken for taken, _ in crowd.offer_pads(texts)] == [True, True] and crowd.state.position() == before
    crowd.shows(0, "8 points")
    for word in ("4", "2", "hermes", "2"):
        assert crowd.answer(0, "C")["a"] == word
    crowd.shows(0, "Pad full")
    assert [crowd.answer(1, "C")["a"] for _ in range(2)] == ["1", "5"]
    end = crowd.count_points()
    file = tmp_path / "pad.json"
    file.write_text(json.dumps(pad))
    assert main(["score", "heroes", str(file), "--json"]) == 0
    assert end["scores"] == numbers(json.loads(capsys.readouterr().out)["scores"])


def short_game(crowd, completed, item="-"):
    """Play to the pads with as few entries as there can be: Trials of Hermes, `completed` by seat, and one `item`."""
    while crowd.phase != "pads":
        crowd.asked()
        seat = crowd.state.current()
        record = crowd.state.records[seat]
        open_trial = record[COMPLETED + 2] < min(record[PLACED + 2], completed[seat])
        first = crowd.state.turn == 1 and seat == 0
        word = {"choose": "hermes", "bonus": "2" if first else "0", "trial": "hermes" if open_trial else "-"}
        word |= {"buy": item if first else "-", "cost": "3"}
        crowd.enter(seat, word[crowd.phase])


def test_pads_are_filled_in_by_all_seats_at_the_same_time_and_the_longest_comes_from_the_pc(table):
    """Seat 1 has completed all eight Trials, an Item doubles, and each counts for the god with the longest name."""
    crowd = table(2, seed=5)
    short_game(crowd, {0: 8, 1: 1}, "spear")
    for seat in (0, 1):
        crowd.shows(seat, "Hero symbols")
    crowd.tap(0, "AAA")
    for word in ("2", "0", "glory"):
        crowd.enter(1, word)
    crowd.shows(1, "each Glory")
    crowd.shows(0, "6 points")  # what seat 1 enters changes nothing on the pod of seat 1
    assert crowd.answer(0, "C")["a"] == "3"
    crowd.enter(1, "7")
    crowd.shows(1, "Pad full")
    assert "1 Glory" in crowd.board.hub.words() and "2 full" in crowd.board.hub.words()
    crowd.enter(0, "5")
    crowd.enter(0, "double-poseidon")
    crowd.shows(0, "2x each Poseidon")
    crowd.answer(0, "B", "undo")
    crowd.answer(0, "B", "undo")  # the Glory, though seat 2 has entered after it
    crowd.shows(0, "Skills and Items")
    crowd.answer(1, "B", "undo")
    crowd.shows(1, "each Glory")
    crowd.cut_power(100)
    assert fields(crowd.state)["pad"] == "3/2.0.g"
    trial = {"name": "The Horrific Chimera", "kind": "per_god", "of": "poseidon", "vp": 7, "completed": True}
    seat_1 = {"gold": 0, "hero_symbols": 3, "glory": 5, "items": ["Bellerophon's Spear"]}
    seat_1["trials"] = [{**trial, "god": "hermes", "of": "poseidon" if i else "hermes"} for i in range(8)]
    _, (text,) = games.pad_words({"players": [seat_1]})
    assert len(text) > 140
    assert [taken for taken, _ in crowd.offer_pads([text, "2 0 glory 9"])] == [True, True]
    for word in text.split()[1:]:
        assert crowd.answer(0, "C")["a"] == word
    assert crowd.answer(1, "C")["a"] == "9"
    crowd.count_points()
    crowd.verified()
    # 2 x 7 for each of 8 Trials of Hermes, 7 times nothing for Poseidon; 3 symbols, 5 Glory, the Spear.
    assert crowd.state.scores() == [112 + 6 + 15 + 5, 4]


def test_gold_and_what_it_is_for_stand_on_the_displays(table):
    crowd = table(2, seed=4)
    seat = crowd.asked()[0]
    told = (
        ("muse-a", "Muses -1", 0),
        ("hermes", "", 0),
        ("2", "Trial +2", 2),
        ("icon", "Skill +1", 3),
        ("refill", "Refill +1", 4),
        ("hermes", "Hermes done", 4),
        ("-", "", 4),
        ("bow", "", 4),
        ("3", "bow -3", 1),
    )
    for word, text, gold in told:
        if word == "-":
            crowd.shows(seat, "Anything more?")
        crowd.enter(seat, word)
        crowd.desk.listen_for(0.2)
        assert crowd.state.gold[seat] == gold
        assert not text or f"{seat + 1} {text}" in crowd.board.hub.words()
        if crowd.state.current() == seat:
            assert text in crowd.words(seat)
    assert crowd.state.current() != seat
    waiting = crowd.board.pod(crowd.pods[seat]).text().split("\n")
    assert f"seat {2 - seat} plays" in waiting[0]
    assert "B undo" in crowd.words(seat)
    crowd.hub("A")
    assert "done item" in crowd.board.hub.words()


def test_refill_is_reminded_of_and_zeus_asks_for_an_item(table):
    crowd = table(2, seed=6)
    gods = ["apollo", "athena", "hermes", "poseidon"]
    while crowd.phase != "zeus":
        crowd.asked()
        seat = crowd.state.current()
        if crowd.phase == "choose":
            crowd.enter(seat, gods[(crowd.state.turn - 1) % 4])
        elif crowd.phase == "bonus":
            crowd.enter(seat, "0")
            crowd.shows(seat, "2 columns empty?")
        elif crowd.phase == "trial":
            offers = crowd.offers(seat)
            crowd.enter(seat, offers[-1] if offers[-1] in gods else "-")
        else:
            crowd.enter(seat, "-")
    crowd.shows(seat, "Zeus: free Item")
    assert "club" in crowd.words(seat) and "4, doubles" in crowd.words(seat)
    crowd.enter(seat, "cup")
    crowd.shows(seat, "Anything more?")
    assert crowd.state.sets[seat] == 1 and crowd.state.records[seat][OWNED + 11] == 1


# -- what can be taken back -----------------------------------------------------------------------------------------
def test_entries_are_taken_back_up_to_the_next_seats_turn(table):
    crowd = table(2, seed=3)
    seat = crowd.asked()[0]
    before = crowd.state.position()
    words = ("apollo", "1", "-", "-")
    for word in words:
        crowd.enter(seat, word)
    assert crowd.state.current() == 1 - seat
    for _ in words:
        assert crowd.answer(seat, "B", "undo")["seat"] == seat + 1
    assert crowd.state.position() == before
    crowd.enter(seat, "athena")
    crowd.shows(seat, "The Trial's Gold")
    crowd.tap(seat, "AAB")  # 0, 1, 2, 1
    crowd.desk.listen_for(0.2)
    assert crowd.answer(seat, "C")["a"] == "1"
    for word in ("-", "-"):
        crowd.enter(seat, word)
    crowd.enter(1 - seat)
    records = len(crowd.desk.records)
    crowd.tap(seat, "B")
    crowd.desk.listen_for(0.4)
    assert len(crowd.desk.records) == records, "the next seat's entry is built on it"
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


# -- power ----------------------------------------------------------------------------------------------------------
def test_a_game_goes_on_where_the_power_was_cut(table):
    crowd = table(3, seed=7)
    crowd.turns(30)
    for calls in (40, 300):
        before = crowd.state.position()
        crowd.cut_power(calls)
        assert crowd.state.position() == before
        crowd.turns(10)
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
    assert crowd.state.current() != TERMINAL
