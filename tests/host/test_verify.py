"""A log that is true is found true; one that was changed is found out, with the record and the reason."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onthree import wire
from onthree_host.verify import ENDED, STOPPED, UNFINISHED, verify_game, verify_log
from tests.host import logs

resealed = logs.resealed


@pytest.fixture(scope="module")
def game():
    """A whole 4-seat game; record i is at i - 1."""
    log = logs.Log(7)
    log.game(4)
    return log.records


def members(raw):
    return json.loads(raw)


def find(records, kind, nth=0):
    """Where the nth record of a kind is."""
    return [i for i, raw in enumerate(records) if members(raw)["k"] == kind][nth]


def changed(records, at, raw):
    return [*records[:at], raw, *records[at + 1 :]]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    ["", "end_rule=immediate shortage=in_order", "no_choice=random_mushroom shortage=round_robin scoring=remake2020"],
)
def test_true_games_are_found_true(players, options):
    log = logs.Log(players)
    log.restart("power")
    played = [log.game(players, options, interrupt=i == 1) for i in range(3)]
    verdicts = list(verify_log(log.records))
    assert [(v.ok, v.ending, v.chance_checked, v.g) for v in verdicts] == [(True, ENDED, True, i) for i in (1, 2, 3)]
    assert [list(v.scores) for v in verdicts] == [match.state.scores() for match in played]
    assert verdicts[0].players == players
    assert sum(v.records for v in verdicts) == len(log.records) - 1  # the boot before them is of none
    assert verdicts[0].options == options


def test_a_stopped_game_shows_its_secret_and_is_checked(game):
    log = logs.Log(1)
    log.game(4, turns=4)
    verdict = verify_game(log.records)
    assert (verdict.ok, verdict.ending, verdict.chance_checked, verdict.turns) == (True, STOPPED, True, 4)


def test_an_unfinished_game_is_right_so_far_and_says_what_is_unchecked(game):
    verdict = verify_game(game[:12])
    assert (verdict.ok, verdict.ending, verdict.chance_checked) == (True, UNFINISHED, False)
    assert "unfinished" in verdict.sentence()
    assert "unchecked" in verdict.sentence()


def test_a_game_nobody_joined_is_nothing_wrong(game):
    assert verify_game(game[:1]).ok


# -- the four that the issue asks for, their checksums made to fit -------------------------------------------
def test_one_changed_choice(game):
    for nth in (0, 3, -1):
        at = find(game, "move", nth)
        words = members(game[at])["a"].split()
        words[1] = "M1" if words[1] != "M1" else "M2"
        verdict = verify_game(changed(game, at, resealed(game[at], a=" ".join(words))))
        assert not verdict.ok
        assert verdict.seq == at + 1
        assert "stands differently" in verdict.reason or "rules do not allow" in verdict.reason
        assert f"record {at + 1}" in verdict.sentence()


def test_one_changed_stone(game):
    at = find(game, "draw", 2)
    words = members(game[at])["x"].split()
    was = words[0]
    words[0] = "B" if was != "B" else "R"
    verdict = verify_game(changed(game, at, resealed(game[at], x=" ".join(words))))
    assert (verdict.ok, verdict.seq) == (False, at + 1)
    assert verdict.reason == f"chance gave {was}, not {words[0]}"


def test_one_missing_record(game):
    for at in range(1, len(game) - 1):
        verdict = verify_game(game[:at] + game[at + 1 :])
        assert (verdict.ok, verdict.seq, verdict.reason) == (False, at + 1, "it is missing")


def test_one_missing_record_hidden_by_new_numbers(game):
    at = find(game, "move", 2)
    rest = [resealed(raw, seq=at + 1 + i) for i, raw in enumerate(game[at + 1 :])]
    verdict = verify_game(game[:at] + rest)
    assert (verdict.ok, verdict.seq) == (False, at + 1)
    assert "draw" in verdict.reason


def test_one_swapped_pair(game):
    at = find(game, "move", 2)
    swapped = changed(changed(game, at, game[at + 1]), at + 1, game[at])
    verdict = verify_game(swapped)
    assert (verdict.ok, verdict.seq, verdict.reason) == (False, at + 1, "it is missing")


def test_one_swapped_pair_hidden_by_new_numbers(game):
    at = find(game, "move", 2)
    first, second = members(game[at]), members(game[at + 1])
    swapped = changed(game, at, resealed(game[at + 1], seq=at + 1, ms=first["ms"]))
    swapped = changed(swapped, at + 1, resealed(game[at], seq=at + 2, ms=second["ms"]))
    verdict = verify_game(swapped)
    assert (verdict.ok, verdict.seq) == (False, at + 1)
    assert verdict.reason


# -- and more ----------------------------------------------------------------------------------------------
def test_a_damaged_byte_is_a_wrong_checksum(game):
    broken = bytearray(game[5])
    broken[-30] ^= 1
    verdict = verify_game(changed(game, 5, bytes(broken)))
    assert (verdict.seq, verdict.reason) == (6, "its checksum is wrong")


def test_time_may_not_run_backwards_within_a_boot(game):
    verdict = verify_game(changed(game, 5, resealed(game[5], ms=1)))
    assert verdict.seq == 6
    assert "before that of the last record" in verdict.reason


def test_boots_may_not_run_backwards():
    log = logs.Log(2)
    log.boot = 3
    log.game(3)
    verdict = verify_game(changed(log.records, 8, resealed(log.records[8], boot=2)))
    assert verdict.seq == 9
    assert "boot 2" in verdict.reason


def test_another_device_or_another_game_does_not_belong(game):
    assert "device" in verify_game(changed(game, 4, resealed(game[4], dev="0" * 16))).reason
    assert "game 9" in verify_game(changed(game, 4, resealed(game[4], g=9))).reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"scores": "99 0 0 0"}, "the scores are"),
        ({"rank": "1 1 1 1"}, "the places are"),
        ({"secret": "00" * 32}, "the secret is not the one"),
        ({"secret": "xyz"}, "the secret is not hex"),
    ],
)
def test_a_changed_end_is_found_out(game, change, reason):
    verdict = verify_game([*game[:-1], resealed(game[-1], **change)])
    assert verdict.seq == len(game)
    assert reason in verdict.reason


def test_other_stamps_of_the_joining_presses_give_other_stones(game):
    at = find(game, "start")
    join = "1:1 2:2 3:3 4:4"
    verdict = verify_game(changed(game, at, resealed(game[at], join=join)))
    assert verdict.seq == find(game, "draw") + 1
    assert "chance gave" in verdict.reason


def test_a_start_that_is_no_game_is_found_out(game):
    at = find(game, "start")
    for change in ({"players": 5}, {"players": 9}, {"game": "chess"}, {"opt": "end_rule=never"}, {"h": "0" * 16}):
        verdict = verify_game(changed(game, at, resealed(game[at], **change)))
        assert (verdict.ok, verdict.seq) == (False, at + 1)


def test_a_game_without_its_beginning_is_not_taken_on_trust(game):
    assert "commit" in verify_game(game[1:]).reason
    assert "commit" in verify_game(game[2:]).reason
    assert not verify_game([]).ok


def test_what_comes_after_the_end_is_wrong(game):
    extra = resealed(game[-2], seq=len(game) + 1, ms=10**9)
    assert "over before" in verify_game([*game, extra]).reason or not verify_game([*game, extra]).ok


def test_a_stop_in_the_wrong_place_is_found_out():
    log = logs.Log(1)
    log.game(4, turns=4)
    verdict = verify_game([*log.records[:-1], resealed(log.records[-1], n=7)])
    assert verdict.seq == len(log.records)


def test_a_record_damaged_on_the_device_is_named(game):
    stand_in = wire.seal(
        b'{"seq":9,"dev":"%s","boot":0,"ms":0,"k":"fault","text":"damaged in flash"}' % logs.DEV.encode()
    )
    verdict = verify_game(changed(game, 8, stand_in))
    assert verdict.seq == 9
    assert "damaged in flash" in verdict.reason


def test_a_missing_last_record_shows_when_another_game_follows():
    log = logs.Log(3)
    log.game(3)
    end = len(log.records)
    log.game(3)
    first, second = verify_log(log.records[: end - 1] + log.records[end:])
    assert (first.ok, first.seq) == (False, end)
    assert second.ok


def test_a_log_of_two_devices_is_two_logs():
    one, two = logs.Log(1), logs.Log(2, dev="00000000000000aa")
    one.game(3)
    two.game(4)
    mixed = [raw for pair in zip(one.records, two.records) for raw in pair]
    mixed += one.records[len(two.records) :] + two.records[len(one.records) :]
    assert [(v.ok, v.players) for v in verify_log(mixed)] == [(True, 3), (True, 4)]


def test_a_log_without_a_game_has_nothing_wrong_unless_a_record_is(run, tmp_path):
    log = logs.Log(3)
    log.restart()
    log.restart()
    assert len(log.records) >= 2 and list(verify_log(log.records)) == []
    path = tmp_path / "boots.jsonl"
    path.write_bytes(b"\n".join(log.records))
    code, out, err = run("verify", "--file", path)
    assert (code, out) == (2, "") and "no game" in err
    bad = [*log.records[:-1], log.records[-1].replace(b'"k":"boot"', b'"k":"boat"')]
    assert [verdict.ok for verdict in verify_log(bad)] == [False]


def test_lines_that_are_no_records_are_found_wrong(game):
    for log in ([b"hello", *game], [*game, b"hello"], [*game[:7], b"hello", *game[7:]], [b"hello"]):
        assert not all(v.ok for v in verify_log(log))


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_no_digit_of_a_game_can_be_changed_unnoticed(data):
    """Checking only the final scores misses some of these."""
    log = logs.Log(data.draw(st.integers(0, 5)))
    log.game(4)
    records = log.records
    at = data.draw(st.integers(1, len(records) - 1))
    found = members(records[at])
    name = data.draw(st.sampled_from([n for n in found if n not in ("seq", "dev", "boot", "ms", "k", "crc", "pods")]))
    old = found[name]
    if isinstance(old, int):
        new = old + data.draw(st.sampled_from([-1, 1, 2]))
    else:
        spots = [i for i, c in enumerate(old) if c.isdigit()]
        if not spots:
            return
        spot = data.draw(st.sampled_from(spots))
        digit = data.draw(st.sampled_from([d for d in "0123456789" if d != old[spot]]))
        new = old[:spot] + digit + old[spot + 1 :]
    verdict = verify_game(changed(records, at, resealed(records[at], **{name: new})))
    assert not verdict.ok
    assert verdict.reason


def test_the_verdict_as_json_has_all_of_it(game):
    facts = json.loads(json.dumps(verify_game(game).facts()))
    assert facts["ok"] is True
    assert facts["ending"] == ENDED
    assert facts["records"] == len(game)
