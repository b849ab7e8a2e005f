"""Logs of the tools: checked, told, listed, and left out of what is about points."""

import json

import pytest

from onthree import chance, match
from onthree.rules import registry
from onthree.tools import buzzer, dice
from onthree_host import decode, games
from onthree_host.story import Teller
from onthree_host.verify import verify_log
from tests.host import logs

USES = {
    "reveal": "pick=hands count=5",
    "dice": "dice=5 keep=drop_lowest ask=together",
    "order": "what=order",
    "rounds": "by=bids ties=lot ends=passed",
    "buzzer": "",
}


@pytest.fixture(scope="module")
def log():
    """Every tool once, with a power cut in the midst of it."""
    made = logs.Log(5)
    made.restart()
    for name, options in USES.items():
        made.game(4, options, name, turns=None if name == "order" else 9, interrupt=True)
    return made


def told(records):
    teller = Teller()
    return [teller.tell(decode.record(raw)) for raw in records]


def test_logs_of_tools_are_verified_to_the_last_draw(log):
    verdicts = list(verify_log(log.records))
    assert [verdict.game for verdict in verdicts] == list(USES) == list(registry.TOOLS)
    for verdict in verdicts:
        assert verdict.ok, verdict.reason
        assert verdict.chance_checked
        assert verdict.ending == ("ended" if verdict.game == "order" else "stopped")


def test_a_die_that_was_changed_is_found(log):
    at = next(i for i, raw in enumerate(log.records) if b'"k":"draw","g":2,' in raw)
    faces = json.loads(log.records[at])["x"].split()
    faces[0] = str(int(faces[0]) % 6 + 1)
    bad = [*log.records[:at], logs.resealed(log.records[at], x=" ".join(faces)), *log.records[at + 1 :]]
    assert [verdict.ok for verdict in verify_log(bad)] == [True, False, True, True, True]


def test_the_commands_list_and_show_tools_but_count_no_points(run, log, fill, tmp_path):
    path = fill(tmp_path / "tools.db", log.records)
    assert [row["game"] for row in json.loads(run("games", "--db", path, "--json")[1])] == list(USES)
    assert json.loads(run("stats", "--db", path, "--json")[1]) == []
    for number in range(1, 6):
        code, out, _ = run("show", str(number), "--db", path)
        assert code == 0
        assert "points" not in out.replace("over, points", "")
    code, _, err = run("score", "dice", "-", stdin=b"{}")
    assert code == 2
    assert "tool" in err


def test_a_roll_that_one_seat_asked_for_is_told_with_the_draw():
    log = logs.Log(1)
    secret = bytes(32)
    stream = chance.Stream(chance.stream_key(secret, b"1:1 2:2"))
    played = match.Match(registry.load("dice"), 2, "dice=3 keep=highest k=2", stream)
    log.add("commit", 1, chance.commitment(secret).hex())
    log.add("start", 1, "dice", 2, "dice=3 keep=highest k=2", "12", "1:1 2:2", played.digest())
    for seat in (1, 1, 0):
        log.add("move", 1, played.entries + 1, seat + 1, played.play(seat, dice.ROLL), played.seal())
        log.add("draw", 1, played.entries + 3, played.deal(), played.seal())
    log.add("stop", 1, played.entries, "players", secret.hex())
    assert [verdict.ok for verdict in verify_log(log.records)] == [True]
    rolls = [step for step in told(log.records) if step.events]
    assert [step.events[0]["seat"] for step in rolls] == [2, 2, 1]
    for step in rolls:
        faces = sorted(map(int, step.members["x"].split()))
        assert step.events[0]["total"] == sum(faces[1:])
        assert step.says[0].endswith(f" count: {sum(faces[1:])}")


def test_what_came_of_it_in_words():
    game = games.load("reveal")
    state = registry.load("reveal").new(3, {"pick": "answers"})
    state.apply_joint([1, 2, 1])
    found = game.events(state)
    assert [game.tell(event) for event in found] == [
        "seat 1 chose yes, like 1 other",
        "seat 2 chose no",
        "seat 3 chose yes, like 1 other",
    ]
    assert game.sum_up(found) == "yes x2 (1 3), no x1 (2)"
    state = buzzer.new(4)
    state.apply_joint([buzzer.PRESS + 5000, buzzer.PRESS + 5149, buzzer.EARLY, buzzer.PRESS + 7250])
    assert [game.tell(event) for event in game.events(state)] == [
        "seat 1 takes place 1 (a tie: less than 0.15 ms apart)",
        "seat 2 takes place 1, 0.149 ms after the first (a tie: less than 0.15 ms apart)",
        "seat 4 takes place 3, 2.25 ms after the first",
        "seat 3 pressed before go, a false start",
    ]


def test_bids_and_a_roll_together_in_words():
    game = games.load("rounds")
    state = registry.load("rounds").new(3, {"by": "bids"})
    state.apply_joint([3 + 2, 3 + 9, 3])
    assert game.tell(game.events(state)[0]) == "seat 1 bid 2 and is number 2"
    assert game.sum_up(game.events(state)) == "order 2 (bid 9), 1 (bid 2), 3 (bid 0)"
    rolled = dice.new(2, {"ask": "together", "faces": "symbols"})
    rolled.apply_joint([dice.ROLL, dice.ROLL])
    rolled.apply(0)
    rolled.apply(5)
    assert [game.tell(event) for event in games.load("dice").events(rolled)] == ["all rolled A F"]


def test_where_a_tool_stands():
    state = registry.load("rounds").new(3)
    state.apply(2)
    assert games.load("rounds").table(state) == ["round 1, seat 2 to play, passed: 1"]
    assert games.load("dice").table(dice.new(2)) == ["0 rolls so far"]
