"""`onthree pad`: whose pad a file is, its words by seat, and what the device says to them."""

import json

import pytest

from onthree.rules import crisscross, crystalla, heroes, heroes_points
from onthree_host import games
from onthree_host.errors import LinkError, UsageError
from onthree_host.pads import Sender
from tests.host.device import FakeDevice
from tests.host.test_log import Cable

FULL = {
    "tourmaline": 4,
    "amethyst": 4,
    "ruby_flowers": 1,
    "emerald_flowers": 1,
    "citrine_groups": 2,
    "diamond_groups": [4, 1, 2],
    "hematite": 1,
}
WORDS = "T=4 A=4 R=1 E=1 C=2 D=4 D=2 D=0 H=1"
SHEET = "AABBC/AABBC/DDBCC/DFEEA/DFFEA"


class Clock:
    """Seconds; each look at it takes 10 ms."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.01
        return self.now


# -- the words of a pad -------------------------------------------------------------------------------------------
def test_a_full_pad_of_crystalla_and_one_that_ends_early():
    partial = {name: FULL[name] for name in ("tourmaline", "amethyst", "hematite")}
    assert games.pad_words({"players": [FULL, partial, {"hematite": 1}]}) == ("crystalla", [WORDS, "T=4 A=4", ""])


def test_a_display_is_counted_first():
    display = "TT1,TT1,TT1,TT1/TT1,TT1,TT1,TT1/TT1,TT1,TT1,TT1"
    _, (text,) = games.pad_words({"players": [{"display": display}]})
    assert text == "T=24 A=0 R=0 E=0 C=0 D=0 H=0"


def test_the_words_are_what_the_seats_can_enter_and_count_the_same():
    state = crystalla.from_position(
        "crystalla/1 players=2 turn=18 first=1 phase=count piles=111,222,-/-,-,- heights=14,14,14/14,14,14 "
        "pads=-/- laid=0.0 removed=0"
    )
    pad = {"players": [FULL, {**FULL, "tourmaline": 2, "hematite": 3}]}
    for seat, text in enumerate(games.pad_words(pad)[1]):
        for word in text.split():
            action = state.parse_action(seat, word)
            assert action in state.legal_actions(seat)
            state.apply_by(seat, action)
    assert state.scores() == games.load("crystalla").read_pad(pad).scores


HERO = {
    "gold": 2,
    "hero_symbols": 3,
    "glory": 1,
    "items": ["Odysseus' Bow"],
    "trials": [
        {"name": "Calypso, the Nymph", "kind": "flat", "vp": 4, "god": "hermes", "completed": True},
        {"name": "The Archery Contest", "kind": "per_god", "of": "apollo", "vp": 2, "god": "apollo", "completed": True},
        {"name": "Polyphemus", "kind": "per_item", "vp": 3, "god": "hermes", "completed": True},
        {"name": "The Fierce Amazons", "god": "athena", "completed": False},
    ],
}


def test_the_words_of_heroes_come_in_the_order_of_the_gods_and_end_where_something_is_missing():
    trials = HERO["trials"]
    no_vp = {**HERO, "trials": [trials[1], {**trials[0], "vp": 5}, {"god": "hermes", "completed": True}]}
    no_name = {**HERO, "trials": [trials[1], {name: trials[2][name] for name in trials[2] if name != "name"}]}
    players = [HERO, no_vp, no_name, {"hero_symbols": 2, "items": []}, {**HERO, "trials": [{"completed": True}]}]
    assert games.pad_words({"players": players}) == (
        "heroes",
        ["3 1 apollo 2 double 4 item 3", "3 1 apollo 2 double 5", "3 1 apollo 2", "2", "3 1"],
    )
    assert games.pad_words({"players": [{"glory": 2}]}) == ("heroes", [""])


def test_the_words_of_heroes_are_what_a_seat_can_enter_and_count_the_same():
    state = heroes.from_position(
        "heroes/1 players=1 turn=8 seat=1 first=1 phase=pads gold=2 sets=0 trials=3.2.2.1 completed=1.0.2.0 items=bow "
        "left=0.0 bought=0 pad=-"
    )
    _, (text,) = games.pad_words({"players": [HERO]})
    for word in text.split():
        state.apply_by(0, state.parse_action(0, word))
    more = [{"name": "A Trial", "god": god, "completed": False} for god in ("apollo", "apollo", "athena", "poseidon")]
    pad = {"players": [{**HERO, "trials": HERO["trials"] + more}]}
    assert state.scores() == games.load("heroes").read_pad(pad).scores == [6 + 1 + 6 + 8 + 3 + 5]


DOUBLED = {
    **HERO,
    "glory": 3,
    "items": ["Heracles' Club", "Medea\u2019s Protection"],
    "trials": [
        {"name": "The Nemean Lion", "kind": "per_god", "of": "poseidon", "vp": 4, "god": "apollo", "completed": True},
        {"name": "Building the Argo", "kind": "per_glory", "vp": 2, "god": "athena", "completed": True},
        {"name": "Freeing Prometheus", "kind": "per_item", "vp": 3, "god": "hermes", "completed": True},
        {"name": "The Lotus Eaters", "kind": "per_item", "vp": 3, "god": "hermes", "completed": True},
        {"name": "The Poisoned Gift", "kind": "flat", "vp": 6, "god": "poseidon", "completed": True},
        *[{"name": "A Trial", "god": "poseidon", "completed": False}] * 3,
    ],
}


def test_a_trial_of_any_kind_is_doubled_and_counts_the_same():
    pad = {"players": [DOUBLED]}
    assert games.pad_words(pad)[1] == ["3 3 double-poseidon 4 double-glory 2 double-item 3 item 3 double 6"]
    state = heroes.from_position(
        "heroes/1 players=1 turn=8 seat=1 first=1 phase=pads gold=2 sets=1 trials=1.1.2.4 completed=1.1.2.1 "
        "items=club.cauldron left=0.0 bought=0 pad=-"
    )
    for word in games.pad_words(pad)[1][0].split():
        state.apply_by(0, state.parse_action(0, word))
    # 2 x (4 for each of 4 Trials of Poseidon), 2 x (2 for each of 3 Glory), 2 x (3 for each of 2 Items), 3 for each of
    # 2 Items, 2 x 6; 3 symbols; Club and Cauldron.
    worth = [32 + 12 + 12 + 6 + 12, 6, 6, 4 + 6]
    assert list(games.load("heroes").read_pad(pad).breakdown[0].values()) == worth
    assert [points for _, points in state.breakdown(0)] == worth


@pytest.mark.parametrize("advanced", [False, True])
def test_the_lines_of_a_sheet_count_the_same_on_paper(advanced):
    pad = {"options": {"advanced": advanced}, "sheets": [SHEET]}
    name, (text,) = games.pad_words(pad)
    assert name == "crisscross"
    state = crisscross.new(1, {"mode": "paper", "advanced": "on" if advanced else "off"})
    state.apply_by(0, state.parse_action(0, "A"))
    while not state.scoring():
        if state.current() == -1:
            state.apply(0)
        else:
            state.apply_by(0, state.parse_action(0, "done"))
    for word in text.split():
        action = state.parse_action(0, word)
        assert action in state.legal_actions(0)
        state.apply_by(0, action)
    assert state.scores() == games.load("crisscross").read_pad(pad).scores


@pytest.mark.parametrize(
    "pad",
    [[], {}, {"players": []}, {"players": [[]]}, {"players": [{"green": 1}]}, {"players": [{"red": 1}]}, {"sheets": 1}],
)
def test_what_is_no_pad_for_a_pod_is_refused(pad):
    with pytest.raises(UsageError):
        games.pad_words(pad)


# -- the conversation ----------------------------------------------------------------------------------------------
def test_each_seat_gets_its_words_and_an_answer():
    device = FakeDevice([])
    device.refused = {2: "It is not time for the score pads."}
    sent = Sender(device, Clock()).send(["T=1", "T=2", "", "T=4"])
    assert device.pads == [(1, 0, "T=1"), (2, 0, "T=2"), (4, 0, "T=4")]
    assert [(one.seat, one.taken) for one in sent] == [(1, True), (2, False), (4, True)]
    assert sent[1].text == "It is not time for the score pads."


def test_the_longest_pads_of_all_games_are_sent_in_parts_that_a_device_hears():
    """Heroes: every Trial completed and doubled, counting for the longest god; Crystalla: twelve groups of diamonds."""
    trial = {"name": "The Nemean Lion", "kind": "per_god", "of": "poseidon", "vp": 30, "god": "poseidon"}
    items = [item[1] for item in heroes_points.ITEMS]
    hero = {"gold": 99, "hero_symbols": 36, "glory": 40, "items": items, "trials": [{**trial, "completed": True}] * 8}
    diamonds = {**dict.fromkeys(FULL, 0), "diamond_groups": [2] * 12}
    sheet = {"options": {"advanced": True}, "sheets": ["AAAAA/BBBBB/CCCCC/DDDDD/EEEEE"]}
    for pad in ({"players": [hero]}, {"players": [diamonds]}, sheet):
        _, (text,) = games.pad_words(pad)
        device = FakeDevice([])
        heard = []
        write = device.write
        device.write = lambda data, write=write, heard=heard: heard.append(data) or write(data)
        assert [one.taken for one in Sender(device, Clock()).send([text])] == [True]
        words = []
        for seat, at, part in device.pads:
            assert (seat, at) == (1, len(words))
            words += part.split()
        assert words == text.split()
        assert max(len(data) for data in heard) <= 160 + 2  # with RS and LF
    assert len(text) < 60 and "double-poseidon 30 " * 7 in games.pad_words({"players": [hero]})[1][0]
    with pytest.raises(UsageError):
        games.pad_words({"players": [{"red": 18, "blue": 18, "yellow": 18, "white": 6}]})  # counted by the device


def test_a_part_that_is_refused_ends_the_pad():
    device = FakeDevice([])
    device.refused = {1: "Seat 1 cannot enter 31 as number 2 of its pad."}
    (sent,) = Sender(device, Clock()).send(["1 2 " * 60])
    assert not sent.taken and len(device.pads) == 1


def test_nobody_at_the_other_end():
    device = FakeDevice([])
    device.busy = True
    with pytest.raises(LinkError, match="Nothing answers"):
        Sender(device, Clock()).send(["T=1"])


def test_a_device_that_does_not_hear_is_asked_again_and_then_given_up():
    device = FakeDevice([])
    sender = Sender(device, Clock())
    fill = sender._link.fill_pad
    asked = []

    def deaf(seat, at, text):
        asked.append(seat)
        if len(asked) == 2:
            fill(seat, at, text)

    sender._link.fill_pad = deaf
    assert [one.taken for one in sender.send(["T=1"])] == [True]
    assert asked == [1, 1]
    sender = Sender(device, Clock())
    sender._link.fill_pad = lambda seat, at, text: None
    with pytest.raises(LinkError, match="does not answer"):
        sender.send(["T=1"])


# -- the command ---------------------------------------------------------------------------------------------------
def test_the_command_on_a_real_port(run, is_sentence):
    device = FakeDevice([])
    cable = Cable(device)
    pad = json.dumps({"players": [FULL, {"tourmaline": 2}]}).encode()
    try:
        code, out, err = run("pad", "-", "--port", cable.name, stdin=pad)
        assert (code, out, err) == (0, "Seat 1 has it.\nSeat 2 has it.\n", "")
        device.refused = {1: "There is no seat 1 in this game."}
        code, out, err = run("pad", "-", "--port", cable.name, "--json", stdin=pad)
    finally:
        cable.close()
    assert (code, err) == (1, "")
    facts = json.loads(out)
    assert facts["game"] == "crystalla"
    assert facts["pads"][0] == {"seat": 1, "words": WORDS, "taken": False, "text": "There is no seat 1 in this game."}
    assert facts["pads"][1]["taken"] is True
    code, _, err = run("pad", "-", "--port", cable.name, stdin=b"{}")
    assert code == 2 and is_sentence(err)
    code, _, err = run("pad", "-", stdin=b"no JSON")
    assert code == 2 and is_sentence(err)
