"""Whole games of Crossing Heroes with a card file: the device deals, people press buttons, the PC checks."""

import pytest

from onthree import cards as packed_cards
from onthree.rules.game import TERMINAL
from onthree.rules.heroes_cards import TILES
from onthree.rules.heroes_points import TORCH
from onthree.rules.heroes_words import ITEM
from onthree_host import cards
from onthree_host.boards.bots import Bots
from onthree_host.boards.unix import UnixBoard
from onthree_host.cli import main
from tests.board.heroes import Heroes, HeroesWithCards
from tests.both.heroes_table import keep_generous

CARDS = 2  # in the order of the menu
TITLE = "Invented cards for Crossing Heroes"


@pytest.fixture
def table(seated):
    """Build a table with a card file, and so many players before their first question."""

    def build(players, options=(), seed=1, deck=None, crowd=HeroesWithCards):
        return seated(crowd, players, options, seed, heroes=deck or invented())

    return build


def invented():
    """The invented cards, packed, and known to the PC."""
    data = cards.parse(cards.example("heroes"))
    cards.keep(data)
    return cards.compile(data)


def generous():
    """Cards with which everything happens often, Torches and Zeus too."""
    return packed_cards.find("heroes", keep_generous())


def on_hub(crowd, words, pages=12):
    """Turn the hub's pages until one says `words`; return whether one does."""
    for _ in range(pages):
        if words in crowd.board.hub.words():
            return True
        crowd.hub("A")
    return False


# -- whole games ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [1, 2, pytest.param(5, marks=pytest.mark.slow)])
def test_with_a_card_file_the_whole_game_is_played_and_verified_from_the_log(table, players, tmp_path, capsys):
    crowd = table(players, seed=players)
    crowd.turns()
    assert all(sum(1 for card in crowd.state.cells(seat) if card) == 8 for seat in range(players))
    if "C count points" in crowd.board.hub.words():  # the last entry could still be taken back
        crowd.count_points()
    crowd.says("C new game")
    crowd.desk.listen(lambda: crowd.desk.kinds()[-1] == "end", what="the end in the log")
    crowd.verified()
    assert "cards=" in crowd.desk.last("start")["opt"]
    scores = crowd.state.scores()
    for seat in range(players):
        crowd.hub("A")
        rows = [line.split() for line in crowd.board.hub.text().split("\n")]
        assert rows[0] == ["seat", str(seat + 1), str(scores[seat])]
        shown = {row[0].lower(): int(row[1]) for row in rows if row and row[0] in ("Trials", "Hero", "Glory", "Items")}
        assert shown == dict(crowd.state.breakdown(seat))
        assert str(scores[seat]) in crowd.words(seat)
    packed_cards.forget()  # the commands find the invented cards by themselves
    for command, said in (("verify", "is right"), ("show", "The ")):
        assert main([command, "last", "--db", str(tmp_path / "0.db")]) == 0
        assert said in capsys.readouterr().out


def test_bots_play_it_by_what_they_read():
    with UnixBoard(pods=2, start=False) as board:
        board.flash.put("heroes.cards", invented())
        board.power_on()
        bots = Bots(board, range(2), seed=5, game="heroes", hurry=True)
        bots.play(1800)
        assert sum("seat" in line for line in board.hub.text().split("\n")) == 2
        assert board.fifo.blocked == 0


def test_every_kind_of_action_is_entered_by_buttons(table):
    crowd = table(2, seed=3, deck=generous())
    entered = set()
    while crowd.asked() and crowd.phase != "end":
        seat = crowd.state.current()
        offers = crowd.offers(seat)
        fresh = [word for word in offers if f"{crowd.phase} {word}" not in entered]
        entered.add(f"{crowd.phase} {crowd.enter(seat, crowd.rng.choice(fresh or offers))}")
    muses = {f"choose muse-{row}" for row in ("trials", "a", "b", "items")}
    trials = {f"choose T{place}" for place in range(1, 5)}
    cells = {f"cell {cell}" for cell in ("nw", "n", "ne", "w", "e", "sw", "s", "se")}
    assert muses | trials | cells | {"buy -"} <= entered
    assert {word.split()[0] for word in entered} == {"choose", "cell", "skill", "edge", "zeus", "buy", "torch"}
    assert len([word for word in entered if word.startswith("edge")]) == 12
    assert crowd.state.current() == TERMINAL


def test_a_card_file_need_not_be_used_and_a_broken_one_is_none(table):
    crowd = table(2, [(CARDS, 1)], crowd=Heroes)
    assert crowd.desk.last("start")["opt"] == ""
    crowd.shows(crowd.asked()[0], "Which Trial?")
    other = table(2, [(CARDS, 1)], deck=invented()[:-30] + b"\n\xff", crowd=Heroes)  # this option is the first again
    assert "cards=" not in other.desk.last("start")["opt"]


# -- what the displays say --------------------------------------------------------------------------------------
def test_the_title_of_invented_cards_stands_on_the_hub_before_and_in_the_game(table):
    crowd = table(2)
    assert on_hub(crowd, TITLE)
    crowd.board.hub_press("B", 1300)
    crowd.says("this game?")
    crowd.desk.listen_for(1.2)
    crowd.hub("A")
    crowd.turn_to("Crossing Heroes")
    for button in "CAA":
        crowd.hub(button)
    crowd.says("Cards " + TITLE)


def test_a_trial_on_offer_says_all_that_it_is(table):
    crowd = table(2, seed=4)
    seat = crowd.asked()[0]
    deck = crowd.state.deck
    for place in range(4):
        trial = crowd.state.slots[place] - 1
        words = crowd.words(seat)
        gold, skills = deck.bonus(trial)
        _, vp = deck.value(trial)
        assert f"Trial {place + 1}" in words and deck.trial_name(trial) in words and str(vp) in words
        assert ("Apollo", "Athena", "Hermes", "Poseidon")[deck.god(trial)] in words
        assert (f"+{gold}" in words) == (gold > 0)
        assert (f"{skills} of" if skills else "no Skill") in words
        crowd.tap(seat, "A")
        crowd.desk.listen_for(0.2)
    crowd.shows(seat, "Muses, 1 Gold: Trials")  # with the first Gold


def test_a_step_of_the_cursor_leaves_the_picture_that_is_drawn_anew(table):
    crowd = table(2, seed=2)
    crowd.turns(26)
    stepped = set()
    while len(stepped) < 3:
        seat = crowd.asked()[0]
        offers = crowd.offers(seat)
        if crowd.phase in ("cell", "skill", "edge") and crowd.phase not in stepped and len(offers) > 1:
            stepped.add(crowd.phase)
            crowd.shows(seat, " C ")
            crowd.desk.listen_for(0.2)
            steps = min(3, len(offers) - 1)
            for button in "A" * steps + "B" * steps:
                crowd.tap(seat, button)
                crowd.desk.listen_for(0.2)
                glass = crowd.board.pod(seat).glass
                crowd.board.hub_press("B", 1300)
                crowd.says("this game?")
                crowd.desk.listen_for(1.2)
                crowd.hub("C")
                assert crowd.board.pod(seat).glass == glass
        crowd.enter(seat, crowd.likely(seat))


def test_who_waits_sees_the_own_cards_and_turns_to_each_of_them(table):
    crowd = table(2, seed=6)
    crowd.turns(40, until="end")
    while crowd.phase != "choose":
        crowd.enter(crowd.asked()[0])
    state = crowd.state
    seat = 1 - state.current()
    crowd.shows(seat, "A cards")
    assert f"{sum(state.owned(seat))} Items" in crowd.words(seat)
    trials = [card - 1 for card in state.cells(seat) if card]
    records = len(crowd.desk.records)
    for number, trial in enumerate(trials, 1):
        crowd.tap(seat, "A")
        crowd.shows(seat, f"Trial {number} of {len(trials)}")
        crowd.desk.listen_for(0.1)  # the button is up again
        assert state.deck.trial_name(trial) in crowd.words(seat)
    crowd.tap(seat, "A")
    crowd.shows(seat, state.deck.hero_name(state.slots[state.base(seat)] - 1))
    crowd.desk.listen_for(0.1)
    crowd.tap(seat, "AA")
    crowd.shows(seat, f"Trial 1 of {len(trials)}")
    assert len(crowd.desk.records) == records, "looking is no entry"
    while crowd.state.current() != seat:
        crowd.enter(crowd.state.current(), crowd.offers(crowd.state.current())[0])
        crowd.asked()
    crowd.shows(seat, " C ")  # asked again, the page is forgotten
    assert "Trial 1 of" not in crowd.words(seat)


def test_gold_and_what_it_is_for_stand_on_the_hub(table):
    crowd = table(2, seed=8, deck=generous())
    told = set()
    for _ in range(150):
        if not crowd.asked() or crowd.phase == "end":
            break
        seat = crowd.state.current()
        crowd.enter(seat, crowd.likely(seat))
        crowd.asked()
        crowd.desk.listen_for(0.3)
        said = crowd.board.hub.words()
        for kind, who, _, counts in crowd.state.events():
            words = {"muses": "Muses -1", "trial": f"Trial +{counts[0] if counts else 0}", "zeus": "pleases Zeus"}
            if kind in words and len(crowd.state.events()) == 1:
                assert f"{who + 1} {words[kind]}" in said
                told.add(kind)
        if crowd.state.current() >= 0:
            assert f"{crowd.state.gold[crowd.state.current()]}" in said
    assert {"muses", "trial"} <= told


# -- what can be taken back -------------------------------------------------------------------------------------
def test_a_trial_its_cell_and_skills_on_edges_are_taken_back_up_to_the_next_card(table):
    crowd = table(2, seed=1, deck=generous())  # among the first four is a Trial that brings two Skills
    seat = crowd.asked()[0]
    state = crowd.state
    before = state.position()
    place = next(place for place in range(4) if state.deck.bonus(state.slots[place] - 1)[1] == 2)
    crowd.enter(seat, f"T{place + 1}")
    crowd.enter(seat, "nw")
    crowd.enter(seat)  # a Skill
    for _ in range(3):
        assert crowd.answer(seat, "B", "undo")["seat"] == seat + 1
    assert crowd.state.position() == before
    crowd.enter(seat, f"T{place + 1}")
    crowd.enter(seat, "se")
    crowd.enter(seat)
    crowd.enter(seat)  # with the second Skill a Trial is dealt
    crowd.asked()
    assert crowd.phase == "edge"
    records = len(crowd.desk.records)
    crowd.shows(seat, " C ")
    crowd.tap(seat, "B")
    crowd.desk.listen_for(0.4)
    assert len(crowd.desk.records) == records, "a card that was seen is not taken back"
    before = crowd.state.position()
    assert crowd.enter(seat, "e3") == "e3"
    assert crowd.answer(seat, "B", "undo")["seat"] == seat + 1
    assert crowd.state.position() == before
    crowd.turns(20)
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_passing_is_taken_back_until_the_next_seat_acts(table):
    crowd = table(2, seed=5, deck=generous())
    while True:
        crowd.turns(until="buy")
        seat = crowd.state.current()
        crowd.enter(seat, "-")
        if crowd.state.current() != seat:
            break
    crowd.shows(seat, "B undo")
    assert crowd.answer(seat, "B", "undo")["seat"] == seat + 1
    assert crowd.phase == "buy" and crowd.state.current() == seat
    crowd.shows(seat, "Buy an Item?")
    state = crowd.state
    bought = next(
        action
        for action in state.legal_actions(seat)
        if ITEM <= action < ITEM + 4 and state.deck.item(state.slots[TILES + action - ITEM] - 1) != TORCH
    )
    crowd.enter(seat, state.action_text(seat, bought))
    assert crowd.asked() == [1 - seat]
    crowd.shows(seat, "A cards")
    assert crowd.state.dealt and "B undo" not in crowd.words(seat), "an Item was dealt in place of the one bought"


# -- power ------------------------------------------------------------------------------------------------------
def test_a_game_goes_on_in_the_middle_of_a_turn_where_the_power_was_cut(table):
    crowd = table(3, seed=7)
    crowd.turns(30, until="end")
    for calls, phase in ((40, "edge"), (300, "skill")):
        crowd.turns(until=phase)
        before = crowd.state.position()
        crowd.cut_power(calls)
        assert crowd.state.position() == before and crowd.phase == phase
        crowd.turns(10)
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
