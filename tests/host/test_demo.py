"""`demo`: the real firmware on the virtual board, the real link, the real store."""

import pytest

from onthree_host import demo
from onthree_host.store import Store
from onthree_host.verify import verify_log


def test_a_whole_game_is_played_shown_and_verified(run, tmp_path):
    path = tmp_path / "demo.db"
    code, out, err = run("demo", "--seed", "5", "--db", path)
    assert (code, err) == (0, "")
    assert "verified: " in out
    assert "every move, draw and score is right" in out
    assert "+-hub--" in out
    assert "+-pod 4--" in out
    assert f"onthree show last --db {path}" in out
    with Store.open(path, writable=False) as store:
        assert [(v.ok, v.ending, v.players) for v in verify_log(store.records())] == [(True, "ended", 4)]
        assert store.console() == []


def test_the_same_seed_gives_the_same_game_and_never_the_same_device_twice(run, tmp_path):
    logs = []
    for name in ("one.db", "two.db", "one.db"):
        assert run("demo", "--seed", "8", "--players", "3", "--quiet", "--db", tmp_path / name)[0] == 0
        with Store.open(tmp_path / name, writable=False) as store:
            logs.append(list(store.records()))
    assert logs[0] == logs[1]
    assert set(logs[0]) < set(logs[2])


def test_an_identity_is_not_used_twice(store):
    from onthree_host import decode
    from onthree_host.store import Heard
    from tests.host import logs

    first = demo.identity(store, 5)
    log = logs.Log(1, dev=first.hex())
    raw = log.add("boot", "0.1.0", "1.26.1", "power")
    store.add([Heard.of(decode.record(raw), raw)])
    assert demo.identity(store, 5) != first
    assert demo.identity(store, 6) not in (first, demo.identity(store, 5))


def test_bots_play_criss_cross(run, tmp_path):
    path = tmp_path / "demo.db"
    code, out, err = run("demo", "--game", "crisscross", "--players", "2", "--seed", "2", "--db", path)
    assert (code, err) == (0, "")
    assert "The displays at roll 4:" in out
    assert "every move, draw and score is right" in out
    code, out, _ = run("show", "last", "--db", path)
    assert code == 0
    assert "crisscross with 2 players" in out
    assert "round 7, roll " in out
    assert run("verify", "--db", path)[0] == 0


def test_crossing_heroes_can_be_shown_too(run, tmp_path):
    path = str(tmp_path / "demo.db")
    code, out, _ = run("demo", "--game", "heroes", "--players", "1", "--seed", "3", "--db", path)
    assert code == 0, out
    assert "heroes with 1 players" in out
    assert "seat 1 gets 1 gold for a Skill" in out or "gold for the Trial" in out or "buys" in out
    assert run("show", "last", "--db", path)[0] == 0
    assert run("verify", "--db", path)[0] == 0


def test_games_that_the_bots_do_not_play_are_named(run, is_sentence):
    code, out, err = run("demo", "--game", "chess")
    assert (code, out) == (2, "")
    assert is_sentence(err)
    assert "crisscross" in err


@pytest.mark.parametrize("players", ["2", "7", "many"])
def test_a_number_of_players_that_is_none(run, is_sentence, players):
    code, out, err = run("demo", "--players", players)
    assert (code, out) == (2, "")
    assert is_sentence(err)


def test_a_firmware_that_dies_is_a_sentence_and_exit_1(run, is_sentence, tmp_path, monkeypatch):
    from onthree_host.boards import unix

    main = tmp_path / "main.py"
    main.write_text("raise ValueError('on purpose')\n")
    original = unix.UnixBoard
    monkeypatch.setattr(unix, "UnixBoard", lambda **options: original(main=main, **options))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, _, err = run("demo", "--db", tmp_path / "demo.db")
    assert code == 1
    assert "Traceback" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("game", ["crystalla", "heroes"])
def test_with_a_card_file_the_device_deals_the_cards(run, tmp_path, game):
    file, path = tmp_path / "cards.json", tmp_path / "demo.db"
    file.write_text(run("cards", "example", game)[1], encoding="utf-8")
    code, out, err = run(
        "demo", "--game", game, "--cards", file, "--players", "2", "--seed", "3", "--quiet", "--db", path
    )
    assert (code, err) == (0, "")
    assert "every move, draw and score is right" in out
    with Store.open(path, writable=False) as store:
        (start,) = [raw for raw in store.records() if b'"k":"start"' in raw]
    assert b'"opt":"cards=' in start


def test_cards_of_another_game_are_refused(run, tmp_path):
    file = tmp_path / "cards.json"
    file.write_text(run("cards", "example", "heroes")[1], encoding="utf-8")
    code, out, err = run("demo", "--cards", file)
    assert (code, out) == (2, "")
    assert "add --game heroes" in err
