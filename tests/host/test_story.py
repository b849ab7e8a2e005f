"""A log told to people."""

import itertools

import pytest

from onthree_host import decode, games
from onthree_host.story import Teller, together
from tests.host import logs

EVENTS = [
    {"kind": "takes", "seat": 1, "action": "M2", "stones": "2.0.1.0"},
    {"kind": "crowded", "seat": 2, "action": "M1", "stones": "0.0.0.0"},
    {"kind": "crowded", "seat": 3, "action": "M1", "stones": "0.0.0.0"},
    {"kind": "protects", "seat": 4, "action": "P", "stones": "0.3.0.1"},
    {"kind": "blocked", "seat": 5, "action": "T4", "stones": "0.0.0.0"},
    {"kind": "none", "seat": 6, "action": "-", "stones": "0.0.0.0"},
]


def told(records):
    teller = Teller()
    return [teller.tell(decode.record(raw)) for raw in records]


def test_every_kind_of_event_in_words():
    game = games.load("crossing")
    assert [game.tell(event) for event in EVENTS] == [
        "seat 1 takes 2 red and 1 yellow from mushroom 2",
        "seat 2 is not alone at mushroom 1 and gets nothing",
        "seat 3 is not alone at mushroom 1 and gets nothing",
        "seat 4 protects and claims 3 blue and 1 white",
        "seat 5 finds seat 4's tile protected and gets nothing",
        "seat 6 sits out",
    ]
    empty = {"kind": "empty", "seat": 2, "action": "T3", "stones": "0.0.0.0"}
    assert game.tell(empty) == "seat 2 finds nothing at seat 3's tile"


def test_a_turn_in_one_line():
    game = games.load("crossing")
    assert game.sum_up(EVENTS) == "1 takes M2 (2R 1Y), 2 3 crowd M1, 4 claims 3B 1W, 5 finds T4 protected, 6 sits out"
    both = [{**event, "kind": "blocked", "action": "T4"} for event in EVENTS[:2]]
    assert game.sum_up(both) == "1 2 find T4 protected"


def test_each_step_goes_from_position_to_position():
    log = logs.Log(3)
    played = log.game(4)
    steps = [step for step in told(log.records) if step.before]
    for earlier, later in itertools.pairwise(steps):
        assert earlier.after == later.before
    assert steps[-1].after == played.state.position()


def test_a_mushroom_that_is_drawn_for_somebody_is_told_with_the_draw():
    log = logs.Log(4)
    log.game(3, "no_choice=random_mushroom")
    steps = told(log.records)
    late = [i for i, step in enumerate(steps) if step.members["k"] == "move" and "phase=absent" in step.after]
    assert late
    for i in late:
        assert not steps[i].events
        assert len(steps[i + 1].events) == 3


def test_a_listener_who_comes_late_still_hears_each_record():
    log = logs.Log(3)
    log.game(4)
    steps = told(log.records[5:])
    assert all(step.line() for step in steps)
    assert not any(step.events for step in steps)
    assert "the seats choose" in " ".join(step.line() for step in steps)


def test_a_wrong_record_is_marked_and_ends_the_telling():
    log = logs.Log(3)
    log.game(4)
    at = next(i for i, raw in enumerate(log.records) if b'"k":"move"' in raw)
    log.records[at] = logs.resealed(log.records[at], h="0" * 16)
    steps = told(log.records)
    assert [i for i, step in enumerate(steps) if step.wrong] == [at]
    assert "WRONG" in steps[at].line()


def test_kinds_unknown_here_are_named():
    step = Teller().tell({"seq": 1, "dev": "x", "boot": 1, "ms": 1, "k": "mood", "how": "fine"})
    assert "mood" in step.line()


def steps_of(name, seed=5, players=2, options=""):
    log = logs.Log(seed, apart=True)
    log.game(players, options, name=name)
    return [step for step in told(log.records) if step.before]


def test_what_a_seat_does_alone_is_told_in_words():
    expected = {
        "crystalla": ("takes all pieces from", "drops a piece of seat", " tourmaline"),
        "heroes": ("takes a Trial blessed by", "buys", "on its pad"),
        "crisscross": ("starts with", "writes"),
    }
    for name, words in expected.items():
        said = " ".join(sentence for step in steps_of(name) for sentence in step.says)
        assert all(word in said for word in words), name
        assert "chooses" not in said, name


def test_a_sheet_on_paper_in_words():
    said = " ".join(sentence for step in steps_of("crisscross", options="mode=paper") for sentence in step.says)
    assert "seat 1 has the roll on its sheet" in said
    assert "points for a line" in said or "leaves the points to paper" in said
    assert "chooses" not in said


def test_the_same_event_twice_is_told_twice():
    """Two Skills with a Gold icon in a row are the same words twice, and no less true."""
    icons = [step for step in steps_of("heroes", seed=9, players=4) if step.members.get("a") == "icon"]
    pairs = [late.members["n"] - early.members["n"] for early, late in itertools.pairwise(icons)]
    assert 1 in pairs
    assert all(step.says[0].endswith("gets 1 gold for a Skill") for step in icons)


def test_a_walk_is_one_sentence_and_a_pad_another():
    walk = ["takes all pieces from a1", "drops a piece of seat 2 on b1", "drops a neutral piece on b2"]
    walk.append("takes the card of b2, 8 left")
    assert together(1, [f"seat 1 {words}" for words in walk]) == (
        "seat 1 takes all pieces from a1, drops a piece of seat 2 on b1, a neutral piece on b2, "
        "takes the card of b2, 8 left"
    )
    pad = [f"seat 2 enters {word} on its pad" for word in ("3", "1", "double-hermes", "4")]
    assert together(2, pad) == "seat 2 enters 3, 1, double-hermes, 4 on its pad"
    assert together(2, pad[:1]) == pad[0]
    assert together(3, ["seat 3 gets 1 gold for a Skill"] * 2) == "seat 3 gets 1 gold for a Skill, 1 gold for a Skill"


def test_a_step_knows_its_turn():
    turns = [step.turn for step in steps_of("crystalla") if step.members["k"] == "move"]
    assert turns == sorted(turns)
    assert turns[-1] == 18  # nine rounds of two


def test_the_distributor_gives_stones_to_the_mushrooms_in_order():
    given = []
    for seed in range(40):
        log = logs.Log(seed)
        log.game(4)
        given = [sentence for step in told(log.records) for sentence in step.says if "stone to" in sentence]
        if given:
            break
    assert given
    assert given[0].endswith(" to mushroom 1")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("crossing", ""),
        ("crisscross", ""),
        ("crisscross", "mode=paper"),
        ("crystalla", ""),
        ("heroes", ""),
        ("dice", ""),
    ],
)
def test_a_move_that_is_none_is_marked_as_wrong_and_not_put_into_words(name, options):
    log = logs.Log(5, apart=name != "crossing")
    log.game(3, options, name=name, turns=12, ending="none")
    at = next(i for i, raw in enumerate(log.records) if b'"k":"move"' in raw)
    log.records[at] = logs.resealed(log.records[at], seat=1, a="Q9")
    steps = told(log.records)
    assert [i for i, step in enumerate(steps) if step.wrong] == [at]
    assert "WRONG" in steps[at].line()
