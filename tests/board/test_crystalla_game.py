"""Whole games of Crystalla with the cards on the table: people press buttons, the firmware follows, the PC checks."""

import json
from functools import partial

import pytest

from onthree.rules.crystalla_text import STEP
from onthree.rules.game import TERMINAL
from onthree_host import cards, games
from onthree_host.boards.bots import Bots
from onthree_host.boards.unix import UnixBoard
from onthree_host.cli import main
from tests.board.crystals import Crystals

START3, FIRST_PLAYER, TRACK, CARDS = 3, 6, 8, 9  # in the order of the menu
PADS = (
    ("T=4 A=4 R=1 E=1 C=2 D=4 D=0 H=3", [4, 4, 1, 1, 2, [4], 3]),
    ("T=7 A=3 R=2 E=0 C=3 D=5 D=2 D=0 H=0", [7, 3, 2, 0, 3, [5, 2], 0]),
    ("T=0 A=0 R=0 E=2 C=1 D=0 H=6", [0, 0, 0, 2, 1, [], 6]),
    ("T=1 A=8 R=0 E=0 C=4 D=7 D=0 H=1", [1, 8, 0, 0, 4, [7], 1]),
)
NAMES = ("tourmaline", "amethyst", "ruby_flowers", "emerald_flowers", "citrine_groups", "diamond_groups", "hematite")


@pytest.fixture
def table(seated):
    """Build a table with so many players before their first question; `crystalla` is a card file."""
    return partial(seated, Crystals)


def score(players, tmp_path, capsys):
    """The same pads by `onthree score crystalla`, as in an end record."""
    pad = {"players": [dict(zip(NAMES, counts, strict=True)) for _, counts in PADS[:players]]}
    file = tmp_path / "pad.json"
    file.write_text(json.dumps(pad))
    assert main(["score", "crystalla", str(file), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    return " ".join(map(str, facts["scores"])), facts["breakdown"]


@pytest.fixture
def deck():
    """The invented cards, packed, and known to the PC."""
    data = cards.parse(cards.example("crystalla"))
    cards.keep(data)
    return cards.compile(data)


# -- whole games ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_followed_to_its_end_and_the_pads_add_up_as_on_the_pc(table, players, tmp_path, capsys):
    crowd = table(players, seed=players)
    crowd.play()
    assert crowd.state.turn == 9 * players
    for seat in crowd.rng.sample(range(players), players):
        crowd.pad(seat, PADS[seat][0])
    crowd.count_points()
    end = crowd.verified()
    scores, breakdown = score(players, tmp_path, capsys)
    assert end["scores"] == scores
    for seat in range(players):
        crowd.hub("A")
        rows = [line.split() for line in crowd.board.hub.text().split("\n")]
        assert rows[0] == ["seat", str(seat + 1), scores.split()[seat]]
        assert {row[0]: int(row[2]) for row in rows[1:8]} == breakdown[seat]
        assert scores.split()[seat] in crowd.words(seat)


def test_turns_alone_are_counted(table):
    crowd = table(3, [(FIRST_PLAYER, 1), (TRACK, 1)])
    assert crowd.enter(0, "F2") == "F2"
    for seat in (1, 2, 0):
        crowd.enter(seat, "S")
    for turn in range(27):
        seat = (1 + turn) % 3
        crowd.shows(seat, "C turn done")
        assert f"Round {turn // 3 + 1}" in crowd.words(seat)
        crowd.enter(seat, "done")
    assert crowd.phase == "count"


def test_three_players_choose_their_corners(table):
    crowd = table(3, [(START3, 1)])
    crowd.asked()
    while crowd.phase == "swap":
        crowd.enter(crowd.asked()[0], "K")
    for pile in ("b2", "a1", "c3"):
        crowd.shows(crowd.asked()[0], "Your start pile")
        crowd.enter(crowd.asked()[0], pile)
    assert crowd.phase == "choose"
    assert sum(1 for pieces in crowd.state.pieces if pieces) == 3


def test_bots_play_it_by_what_they_read():
    with UnixBoard(pods=2) as board:
        bots = Bots(board, range(2), seed=5, game="crystalla", hurry=True)
        bots.play(1800)
        assert sum("seat" in line for line in board.hub.text().split("\n")) == 2
        assert board.fifo.blocked == 0


# -- what cannot be, and what can be taken back ---------------------------------------------------------------------
def test_a_pod_offers_every_legal_step_and_no_other(table):
    crowd = table(4, seed=5)
    crowd.play("walk")
    while crowd.phase == "walk":
        seat = crowd.asked()[0]
        offers = crowd.offers(seat)
        at = crowd.state.walk[-1] >> 2
        for word in offers:  # once round, and the first one again
            action = crowd.state.parse_action(seat, word)
            assert abs(at // 3 - (action - STEP >> 2) // 3) + abs(at % 3 - (action - STEP >> 2) % 3) == 1
        crowd.shows(seat, "B undo")
        crowd.tap(seat, "A" * len(offers))
        crowd.desk.listen_for(0.2)
        assert "B undo" in crowd.words(seat)
        if len(offers) > 1:
            crowd.tap(seat, "A")
            crowd.desk.listen_for(0.2)
            assert "B undo" not in crowd.words(seat)
            crowd.tap(seat, "B")
        crowd.enter(seat, offers[-1])
    records = len(crowd.desk.records)
    for seat in range(4):
        if seat not in crowd.asked():
            crowd.tap(seat, "AC")  # not their turn
    crowd.desk.listen_for(0.4)
    assert len(crowd.desk.records) == records


@pytest.mark.parametrize("players", [2, 4])
def test_a_step_of_the_cursor_leaves_the_picture_that_is_drawn_anew(table, deck, players):
    crowd = table(players, seed=players, crystalla=deck)
    crowd.play("walk")
    crowd.play(most=3 * players)
    for phase in ("choose", "walk"):
        crowd.play(phase)
        seat = crowd.asked()[0]
        for _ in range(min(4, len(crowd.offers(seat)))):
            crowd.tap(seat, "A")
            crowd.desk.listen_for(0.2)
            stepped = crowd.board.pod(seat).glass
            crowd.board.hub_press("B", 1300)
            crowd.says("this game?")
            crowd.desk.listen_for(1.2)
            crowd.hub("C")
            assert crowd.board.pod(seat).glass == stepped


def test_a_walk_is_taken_back_step_by_step_and_the_next_turn_ends_that(table):
    crowd = table(2, seed=3)
    crowd.play("choose")
    seat = crowd.asked()[0]
    before = crowd.state.position()
    steps = 0
    while crowd.asked() == [seat] and crowd.phase in ("choose", "walk"):
        crowd.enter(seat)
        steps += 1
    assert "B undo" in crowd.words(seat)
    for _ in range(steps):
        assert crowd.answer(seat, "B", "undo")["seat"] == seat + 1
    assert crowd.state.position() == before
    while crowd.asked() == [seat]:
        crowd.enter(seat)
    other = crowd.asked()[0]
    crowd.enter(other)
    records = len(crowd.desk.records)
    crowd.tap(seat, "B")
    crowd.desk.listen_for(0.4)
    assert len(crowd.desk.records) == records
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_start_cards_are_exchanged_and_crystal_pieces_laid_or_impossible_and_all_is_counted_on_the_hub(table):
    crowd = table(4, seed=5)  # two crystal pieces come early
    for word, offer in (("S", "swap"), ("K", "keep"), ("S", "swap"), ("K", "keep")):
        (seat,) = crowd.asked()
        crowd.shows(seat, "One for another?")
        if word == "S":
            crowd.tap(seat, "A")
            crowd.shows(seat, offer)
            crowd.tap(seat, "B")
        assert crowd.answer(seat, ("A" if word == "S" else "") + "C")["a"] == word
    for answer in ("laid", "lost"):
        crowd.play(until="award")
        giver = crowd.asked()[0]
        crowd.shows(giver, "Crystal for")
        crowd.enter(giver)
        owner = crowd.state.receiver
        crowd.shows(owner, "Lay a crystal")
        assert "placed" in crowd.words(owner) and f"seat {owner + 1} lays" in crowd.board.hub.words()
        if answer == "lost":
            crowd.tap(owner, "A")
            crowd.shows(owner, "removed")
            crowd.tap(owner, "B")
            crowd.shows(owner, "placed")
        crowd.enter(owner, answer)
    crowd.play(until="choose")
    crowd.desk.listen_for(0.3)
    moves = [(record["seat"] - 1, record["a"]) for record in crowd.desk.records if record["k"] == "move"]
    laid = [moves.count((seat, "laid")) for seat in range(4)]
    removed = sum(word == "lost" for _, word in moves)
    heights = [[crowd.state.heights[3 * row + column] for column in range(3)] for row in range(3)]
    assert sum(map(sum, heights)) == 90 - 4 * 3 - (crowd.state.turn - 1)  # a card a turn
    crowd.hub("A", 0.5)
    assert "Cards in piles" in crowd.board.hub.words()
    assert [[int(number) for number in line.split()] for line in crowd.board.hub.text().split("\n")[2::2]] == heights
    crowd.hub("A")
    for seat in range(4):
        assert f"seat {seat + 1} {laid[seat]} laid" in crowd.board.hub.words()
    assert f"{36 - sum(laid) - removed} left, {removed} out" in crowd.board.hub.words()


def test_a_number_on_the_pad_is_taken_back_by_its_own_seat(table):
    crowd = table(2, [(FIRST_PLAYER, 1), (TRACK, 1)])
    crowd.play()
    crowd.enter(0, "T=4")
    crowd.enter(1, "T=2")
    crowd.answer(0, "B", "undo")
    assert [list(pad) for pad in crowd.state.pads] == [[], [2]]
    crowd.pad(0, PADS[0][0])
    crowd.answer(0, "B", "undo")
    crowd.enter(0, "H=2")
    crowd.pad(1, "A=0 R=0 E=0 C=0 D=0 H=0")
    crowd.answer(1, "B", "undo")  # all pads were full, and nothing is counted yet
    assert crowd.state.current() != TERMINAL
    crowd.enter(1, "H=1")
    crowd.count_points()
    crowd.verified()


# -- power ----------------------------------------------------------------------------------------------------------
def test_a_game_goes_on_where_the_power_was_cut(table):
    crowd = table(3, seed=7)
    crowd.play(most=20)
    for calls in (40, 300):
        before = crowd.state.position()
        crowd.cut_power(calls)
        assert crowd.state.position() == before
        crowd.play(most=10)
    crowd.play()
    crowd.enter(0, "T=3")
    crowd.board.power_off()
    crowd.board.run_for(0.3)
    crowd.board.power_on()
    crowd.desk.plug()
    crowd.desk.listen_for(5)
    assert list(crowd.state.pads[0]) == [3]
    crowd.pad(0, "A=0 R=0 E=0 C=0 D=0 H=0")
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


# -- score pads from the PC -----------------------------------------------------------------------------------------
def test_a_pad_from_the_pc_is_offered_and_only_its_seat_enters_it(table, tmp_path, capsys):
    crowd = table(2, [(FIRST_PLAYER, 1), (TRACK, 1)])
    crowd.enter(0, "F1")
    assert crowd.offer_pads(["T=4"]) == [(False, "It is not time for the score pads.")]
    crowd.play()
    before, records = crowd.state.position(), len(crowd.desk.records)
    texts = games.pad_words({"players": [dict(zip(NAMES, counts, strict=True)) for _, counts in PADS[:2]]})[1]
    assert texts == [words for words, _ in PADS[:2]]
    answers = crowd.offer_pads([*texts, "T=1"])
    assert [taken for taken, _ in answers] == [True, True, False]
    assert answers[2][1] == "There is no seat 3 in this game."
    assert [ok for ok, _ in crowd.offer_pads(["", "T=4 A=30"])] == [False]
    assert [ok for ok, _ in crowd.offer_pads(["", "T=24 A=1"])] == [False]  # no display has so many crystals
    assert [ok for ok, _ in crowd.offer_pads(["T=4 F1"])] == [False]
    assert crowd.state.position() == before and len(crowd.desk.records) == records
    assert "4" in crowd.words(0) and "7" in crowd.words(1)
    for _ in range(8):
        crowd.answer(0, "C")
    assert bytes(crowd.state.pads[0]) == bytes([4, 4, 1, 1, 2, 4, 0, 3])
    crowd.answer(1, "C")
    crowd.answer(1, "AC")  # one amethyst more than the PC says
    crowd.answer(1, "BC")  # and a flower less
    for _ in range(6):
        crowd.answer(1, "C")
    assert bytes(crowd.state.pads[1]) == bytes([7, 4, 1, 0, 3, 5, 2, 0, 0])
    crowd.count_points()
    crowd.verified()


# -- with a card file -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3])
def test_with_a_card_file_the_whole_game_is_played(table, deck, players):
    crowd = table(players, seed=players, crystalla=deck)
    crowd.play("end")
    assert crowd.state.current() == TERMINAL
    assert all(all(cells) for cells in crowd.state.cells)
    if "C count points" in crowd.board.hub.words():  # the last crystal piece could still be taken back
        crowd.count_points()
    crowd.says("C new game")
    crowd.desk.listen(lambda: crowd.desk.kinds()[-1] == "end")
    crowd.verified()
    assert "cards=" in crowd.desk.last("start")["opt"]


def test_a_card_file_need_not_be_used_and_a_broken_one_is_none(table, deck):
    crowd = table(2, [(CARDS, 1)], crystalla=deck)
    assert crowd.desk.last("start")["opt"] == ""
    other = table(2, [(CARDS, 1)], crystalla=deck[:-30] + b"\xff")  # this option is the first one again
    assert "cards=" not in other.desk.last("start")["opt"]


def test_a_game_with_cards_goes_on_after_a_power_cut(table, deck):
    crowd = table(4, seed=9, crystalla=deck)
    crowd.play(most=40)
    before = crowd.state.position()
    crowd.board.power_off()
    crowd.board.run_for(0.3)
    crowd.board.power_on()
    crowd.desk.plug()
    crowd.says("The game goes on")
    crowd.desk.listen_for(4)
    assert crowd.state.position() == before
    crowd.play(most=15)
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
