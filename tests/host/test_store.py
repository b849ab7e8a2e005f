"""The database of games: once, verbatim, for ever, whatever happens to the file."""

import os
import sqlite3
import threading

import pytest

from onthree_host import decode, migrations
from onthree_host import store as stores
from onthree_host.errors import OnThreeError, StoreError, UsageError
from onthree_host.store import Heard, Store
from tests.host import logs


def heard(records):
    return [Heard.of(decode.record(raw), raw) for raw in records]


def test_what_is_heard_twice_is_stored_once(store):
    records = logs.games(2)
    assert store.add(heard(records)).new == len(records)
    added = store.add(heard(records))
    assert (added.new, added.conflicts) == (0, [])
    assert list(store.records()) == records
    assert len(store.games()) == 2


def test_twice_in_one_transaction_is_once_as_well(store):
    records = logs.games(1)[:4]
    assert store.add(heard(records + records)).new == 4


def test_a_different_record_under_the_same_number_is_kept_aside_and_reported(store):
    records = logs.games(1)
    other = logs.resealed(records[4], ms=999999)
    store.add(heard(records))
    added = store.add(heard([other, *records[5:]]))
    assert added.conflicts == [(logs.DEV, 5)]
    assert list(store.records()) == records
    assert store.conflicts() == [(logs.DEV, 5)]
    assert store.conflicts("0000000000000000") == []
    assert store.add(heard([other])).conflicts == [(logs.DEV, 5)]
    assert store.conflicts() == [(logs.DEV, 5)]


def test_two_devices_do_not_mix(store):
    one, two = logs.Log(1), logs.Log(2, dev="00000000000000aa")
    one.game(3)
    two.game(4)
    store.add(heard(one.records + two.records))
    assert store.next_seq(one.dev) == len(one.records) + 1
    assert [row.players for row in store.games()] == [3, 4]
    assert store.game_records(two.dev, 1) == two.records
    assert store.devices() == sorted([one.dev, two.dev])


def test_games_keep_their_numbers_whatever_comes_later(store):
    late = logs.Log(3, dev="0000000000000001")
    late.game(3)
    store.add(heard(logs.games(2)))
    store.add(heard(late.records))
    assert [(row.id, row.dev) for row in store.games()] == [(1, logs.DEV), (2, logs.DEV), (3, late.dev)]
    assert store.game("last").dev == late.dev
    assert store.game("2").g == 2


@pytest.mark.parametrize("name", ["0", "4", "first", "", "2.0", "-1"])
def test_a_game_that_is_not_there_is_bad_use(store, name):
    store.add(heard(logs.games(1)))
    with pytest.raises(UsageError, match="There is no game"):
        store.game(name)


def test_a_game_row_tells_how_it_stands(store):
    log = logs.Log(5)
    played = log.game(5, "scoring=remake2020")
    log.game(3, turns=2)
    log.game(3, turns=2, ending="none")
    store.add(heard(log.records))
    over, stopped, going_on = store.games()
    assert (over.ending, over.scores, over.places) == (
        "end",
        tuple(played.state.scores()),
        tuple(played.state.ranking()),
    )
    assert (over.game, over.players, over.options) == ("crossing", 5, "scoring=remake2020")
    assert (stopped.ending, stopped.scores, stopped.moves) == ("stop", (), 2)
    assert going_on.ending is None


def test_the_records_of_a_game_show_what_lies_between_them(store):
    log = logs.Log(6)
    log.game(3, interrupt=True)
    log.restart()
    log.game(3)
    store.add(heard(log.records))
    found = store.game_records(log.dev, 1)
    assert any(b'"k":"boot"' in raw for raw in found)
    assert store.seq_after(log.dev, 1) == len(found) + 1
    assert store.seq_after(log.dev, 2) is None


def test_a_reader_sees_what_is_committed_while_another_writes(tmp_path):
    path = tmp_path / "games.db"
    records = logs.games(40, players=3)
    seen = []
    with Store.open(path) as writer, Store.open(path, writable=False) as reader:

        def write():
            with Store.open(path) as own:
                for i in range(0, len(records), 20):
                    own.add(heard(records[i : i + 20]))

        thread = threading.Thread(target=write)
        thread.start()
        while thread.is_alive():
            seen.append(len(list(reader.records())))
        thread.join()
        assert list(reader.records()) == list(writer.records()) == records
    assert seen == sorted(seen)
    assert all(count % 20 == 0 or count == len(records) for count in seen)


def test_a_failed_transaction_leaves_nothing(store):
    records = heard(logs.games(1))
    broken = Heard("x", 1, 1, 1, "boot", None, None)
    with pytest.raises(StoreError):
        store.add([*records, broken])
    assert list(store.records()) == []
    assert store.games() == []
    assert store.add(records).new == len(records)


# -- files that are not what they should be ----------------------------------------------------------------
def sentence(call, *args):
    with pytest.raises(OnThreeError) as caught:
        call(*args)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    return caught.value


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Bob, " * 200)
    for writable in (True, False):
        assert "not a database" in str(sentence(Store.open, path, writable))
    assert path.read_text().startswith("Dear Bob")


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title TEXT)")
    for writable in (True, False):
        assert sentence(Store.open, path, writable).exit_code == 2
    assert sqlite3.connect(path).execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]


def test_an_empty_file_becomes_a_database_but_is_none_to_read(tmp_path):
    path = tmp_path / "empty.db"
    path.touch()
    sentence(lambda: Store.open(path, writable=False))
    Store.open(path).close()
    Store.open(path, writable=False).close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "games.db"
    Store.open(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    for writable in (True, False):
        assert "newer On Three" in str(sentence(Store.open, path, writable))


def test_a_missing_folder_and_a_missing_file(tmp_path):
    assert "no folder" in str(sentence(lambda: Store.open(tmp_path / "no" / "games.db")))
    assert "no file" in str(sentence(lambda: Store.open(tmp_path / "games.db", writable=False)))
    assert not (tmp_path / "games.db").exists()
    sentence(lambda: Store.open(tmp_path))


def test_a_database_that_another_program_is_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "_BUSY_SECONDS", 0.05)
    path = tmp_path / "games.db"
    with Store.open(path) as first, Store.open(path) as second:
        first._db.execute("BEGIN IMMEDIATE")
        error = sentence(lambda: second.add(heard(logs.games(1))))
        assert "Another program" in str(error)
        first._db.execute("ROLLBACK")
        assert second.add(heard(logs.games(1))).new


def test_a_file_that_may_only_be_read(tmp_path, store):
    store.add(heard(logs.games(1)))
    assert len(list(Store.open(store.path, writable=False).records())) == len(logs.games(1))
    with pytest.raises(StoreError, match="may not be written"):
        Store.open(store.path, writable=False).add(heard(logs.games(2)))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_database_in_a_folder_that_may_only_be_read(tmp_path):
    folder = tmp_path / "museum"
    folder.mkdir()
    with Store.open(folder / "games.db") as store:
        store.add(heard(logs.games(1)))
    folder.chmod(0o555)
    try:
        assert Store.open(folder / "games.db", writable=False).games()
        sentence(lambda: Store.open(folder / "games.db"))
    finally:
        folder.chmod(0o755)


# -- migrations --------------------------------------------------------------------------------------------
NEW_STEP = ("ALTER TABLE devices ADD COLUMN nickname TEXT", "CREATE TABLE later (x INTEGER)")


def test_a_new_step_is_taken_once_and_keeps_the_records(tmp_path, monkeypatch):
    path = tmp_path / "games.db"
    with Store.open(path) as store:
        store.add(heard(logs.games(1)))
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, NEW_STEP))
    for writable in (False, True):
        with Store.open(path, writable) as store:
            assert migrations.version(store._db) == len(migrations.STEPS)
            assert list(store.records()) == logs.games(1)


def test_a_step_that_fails_changes_nothing(tmp_path, monkeypatch):
    path = tmp_path / "games.db"
    with Store.open(path) as store:
        store.add(heard(logs.games(1)))
    before = migrations.STEPS
    monkeypatch.setattr(migrations, "STEPS", (*before, (*NEW_STEP, "SELECT broken FROM nowhere")))
    sentence(lambda: Store.open(path))
    monkeypatch.setattr(migrations, "STEPS", before)
    with Store.open(path) as store:
        assert list(store.records()) == logs.games(1)
        assert not store._rows("SELECT name FROM sqlite_master WHERE name = 'later'")


def test_two_programs_that_make_the_same_database_at_once(tmp_path):
    path = tmp_path / "games.db"
    errors = []

    def open_it():
        try:
            Store.open(path).close()
        except OnThreeError as error:
            errors.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    Store.open(path, writable=False).close()


# -- where it is -------------------------------------------------------------------------------------------
def test_the_default_is_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setattr(stores.sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert str(stores.default_path()) == "/data/onthree/games.db"
    for useless in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", useless)
        assert stores.default_path() == tmp_path / ".local/share/onthree/games.db"
    monkeypatch.setattr(stores.sys, "platform", "darwin")
    assert stores.default_path() == tmp_path / "Library/Application Support/onthree/games.db"
    monkeypatch.setattr(stores.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert stores.default_path() == tmp_path / "Local/onthree/games.db"
