"""The journal as its callers see it, and what it makes of files that a better file system than littlefs never shows."""

import os
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal import Journal, JournalFull, left_in_block
from device.states import AHEAD, NOTE, TIDY, WRITE
from onthree import wire
from onthree.records import RecordError
from tests.device.journals import DEV, everything, faults, journal_in, numbers

SECRET = bytes(range(32))
DIGEST = "0123456789abcdef"


def play(journal, turns=3):
    game = journal.open_game(SECRET)
    journal.log("commit", game, "ab" * 32)
    journal.flush()
    journal.log("start", game, "crossing", 3, "", "123", "1:5 2:6 3:7", DIGEST)
    for n in range(turns):
        journal.log("move", game, n + 1, 0, "M1 T3 P", DIGEST)
        journal.flush()
    return game


def end(journal, game):
    journal.log("end", game, "1 2 3", "3 2 1", SECRET.hex())
    journal.flush()
    journal.close_game()


def refuse_files(monkeypatch, kinds):
    """Let the flash refuse to open files in modes for which `kinds` says so; return the paths refused so far."""
    refused = []

    def opened(path, mode="r"):
        if kinds(mode):
            refused.append(path)
            raise OSError(28)
        return open(path, mode)

    monkeypatch.setattr("device.journal.open", opened, raising=False)
    return refused


def test_records_are_numbered_and_kept_as_they_travel(folder):
    journal = journal_in(folder)
    assert (journal.seq, journal.boot, journal.first, journal.durable, journal.unread) == (1, 1, 1, 1, 0)
    assert journal.log("boot", "0.1", "1.26.1", "power") == 1
    assert journal.log("fault", "no buzzer") == 2
    assert everything(journal) == []  # nothing is sent that is not in flash
    assert journal.flush()
    frames = everything(journal)
    assert [kind for frame in frames for kind, _ in wire.Framer().feed(frame)] == [wire.MESSAGE] * 2
    assert frames[1].startswith(
        b'\x1e{"seq":2,"dev":"00112233aabbccdd","boot":1,"ms":1234,"k":"fault","text":"no buzzer"'
    )
    assert journal.unread == 2
    (segment,) = folder.glob("*.log")
    assert segment.read_bytes() == b"".join(frames)
    again = journal_in(folder)
    assert (again.seq, again.boot) == (3, 2)
    assert everything(again) == frames
    assert everything(again, 2) == frames[1:]


def test_a_value_that_cannot_stand_in_a_record_takes_no_number(folder):
    journal = journal_in(folder)
    with pytest.raises(RecordError):
        journal.log("fault", 'a "word"')
    assert journal.log("fault", "a word") == 1


def test_segments_follow_each_other_and_go_when_a_pc_has_them(folder):
    journal = journal_in(folder, 1000)
    for _ in range(10):
        faults(journal, 4)
    assert len(journal.segments) > 3
    assert numbers(everything(journal)) == list(range(1, 41))
    assert not journal.tidy()
    journal.ack(journal.segments[2] - 2)
    assert journal.tidy()
    assert not journal.tidy()  # one number is missing
    journal.ack(journal.segments[1] - 1)
    assert journal.tidy()
    first = journal.first
    assert numbers(everything(journal)) == list(range(first, 41))
    again = journal_in(folder, 1000)
    assert again.first == first
    assert again.acked == first - 1  # the note is older, the files know better
    again.ack(10**9)
    assert again.acked == 40
    while again.tidy():
        pass
    assert len(again.segments) == 1  # the newest stays


def test_what_a_pc_has_is_noted_when_there_is_time(folder):
    journal = journal_in(folder)
    faults(journal, 5)
    journal.ack(3)
    assert not journal.tidy()
    assert journal.tidy(True)
    assert not journal.tidy(True)
    assert journal_in(folder).acked == 3
    journal.ack(2)
    assert journal.acked == 3


def test_numbers_go_on_when_every_segment_is_gone(folder):
    journal = journal_in(folder)
    faults(journal, 5)
    journal_in(folder)  # a boot notes the number
    for path in folder.glob("*.log"):
        path.unlink()
    again = journal_in(folder)
    assert (again.seq, again.first, again.boot) == (6, 6, 3)
    faults(again, 1)
    assert numbers(everything(again)) == [6]


def test_a_boot_number_is_never_used_twice_even_if_nothing_is_logged(folder):
    assert [journal_in(folder).boot for _ in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("spoil", ["slot.0", "slot.1"])
def test_one_torn_slot_costs_at_most_what_it_had_noted(folder, spoil):
    journal = journal_in(folder)
    faults(journal, 3)
    journal.ack(2)
    journal.tidy(True)
    end(journal, play(journal))
    path = folder / spoil
    path.write_bytes(path.read_bytes()[:-7])
    again = journal_in(folder)
    assert again.boot == 2
    assert again.seq == journal.seq
    assert again.open_game(SECRET) == 2


def test_without_any_slot_the_last_record_knows_enough(folder):
    journal = journal_in(folder)
    journal = journal_in(folder)
    end(journal, play(journal))
    (folder / "slot.0").unlink()
    (folder / "slot.1").write_bytes(b"\x00" * 90)
    again = journal_in(folder)
    assert again.boot == 3
    assert again.seq == journal.seq
    assert again.open_game(SECRET) == 2


def test_a_game_under_way_is_found_again(folder):
    journal = journal_in(folder, 300)
    faults(journal, 8)
    game = play(journal)
    began = journal.began
    again = journal_in(folder, 300)
    again.log("boot", "0.1", "1.26.1", "power")
    again.flush()
    assert (again.game, again.secret, again.began) == (game, SECRET, began)
    assert [record["k"] for record in again.current_game()] == ["commit", "start", "move", "move", "move"]
    assert [record["n"] for record in again.current_game() if record["k"] == "move"] == [1, 2, 3]
    again.ack(10**9)
    while again.tidy(True):
        pass
    assert [record["k"] for record in again.current_game()][:2] == ["commit", "start"]  # kept though a PC has them
    end(again, game)
    assert (again.game, again.secret, again.began) == (0, b"", 0)
    assert list(again.current_game()) == []
    while again.tidy():
        pass
    assert len(again.segments) == 1
    last = journal_in(folder, 300)
    assert (last.game, last.secret) == (0, b"")
    assert last.open_game(SECRET) == game + 1


@pytest.mark.parametrize("kind", ["end", "stop"])
def test_a_game_that_ended_before_the_cut_is_over(folder, kind):
    journal = journal_in(folder)
    game = play(journal)
    if kind == "end":
        journal.log("end", game, "1 2 3", "3 2 1", SECRET.hex())
    else:
        journal.log("stop", game, 3, "enough", SECRET.hex())
    journal.flush()
    again = journal_in(folder)  # before close_game
    assert (again.game, again.secret) == (0, b"")
    assert journal_in(folder).game == 0


def test_recovery_feeds_the_watchdog_while_it_reads_a_long_game(folder):
    """Each record counts: a tool may have thousands, and nobody else feeds it then."""
    play(journal_in(folder), turns=200)
    fed = []
    Journal(str(folder), DEV, lambda: 1234, lambda: None).recover(lambda: fed.append(1))
    assert len(fed) >= 2 + 200


def test_a_secret_whose_hash_was_never_logged_is_forgotten_but_its_number_used(folder):
    journal = journal_in(folder)
    journal.open_game(SECRET)
    again = journal_in(folder)
    assert again.game == 0
    assert again.open_game(SECRET) == 2


def test_the_secret_is_in_flash_before_anything_is_logged(folder):
    journal = journal_in(folder)
    journal.open_game(SECRET)
    assert sum(SECRET.hex().encode() in path.read_bytes() for path in folder.glob("slot.*")) == 1
    assert journal.seq == 1
    assert (journal.game, journal.began, journal.secret) == (1, 1, SECRET)


def test_a_torn_note_of_a_game_is_no_game_and_a_torn_note_of_its_end_an_old_game_that_is_over(folder):
    journal = journal_in(folder)
    journal.open_game(SECRET)
    path = folder / f"slot.{journal._serial & 1}"
    path.write_bytes(path.read_bytes()[:-1])
    journal = journal_in(folder)
    assert (journal.game, journal.secret) == (0, b"")
    game = play(journal)
    end(journal, game)
    path = folder / f"slot.{journal._serial & 1}"
    path.write_bytes(path.read_bytes()[:-1])
    assert SECRET.hex().encode() in (folder / f"slot.{journal._serial + 1 & 1}").read_bytes()
    again = journal_in(folder)
    assert (again.game, again.secret) == (0, b"")
    assert again.open_game(SECRET) == game + 1


def test_a_flash_that_refuses_a_game_leaves_none(folder, monkeypatch):
    journal = journal_in(folder)
    end(journal, play(journal))
    refuse_files(monkeypatch, lambda mode: True)
    with pytest.raises(OSError, match="28"):
        journal.open_game(SECRET)
    assert (journal.game, journal.secret, journal.began) == (0, b"", 0)
    monkeypatch.undo()
    assert journal.open_game(SECRET) == 2


def test_slots_of_firmware_that_kept_the_secret_elsewhere_are_read(folder):
    folder.mkdir()
    body = b'{"n":7,"boot":4,"seq":31,"acked":12,"g":3}'
    (folder / "slot.1").write_bytes(wire.seal(body))
    journal = journal_in(folder)
    assert (journal.boot, journal.seq, journal.game) == (5, 31, 0)
    assert journal.open_game(SECRET) == 4


# -- the work of calm moments ----------------------------------------------------------------------------------
def pieces(journal, duties):
    count = 0
    while journal.work(duties):
        count += 1
        assert count < 20
    return count


def test_a_file_and_its_block_are_made_ready_a_piece_each_and_the_flush_uses_them(folder):
    journal = journal_in(folder)
    assert pieces(journal, WRITE) == 0  # nothing waits
    assert pieces(journal, AHEAD) == 2
    (segment,) = folder.glob("*.log")
    file = journal._file
    faults(journal, 2)
    assert file.closed
    assert segment.stat().st_size == journal._size
    assert segment.read_bytes().startswith(b"\n" * 513 + b"\x1e")
    assert pieces(journal, AHEAD) == 1
    faults(journal, 2)
    assert segment.read_bytes().count(b"\n\n\x1e") == 2
    assert segment.stat().st_size == journal._size
    assert numbers(everything(journal)) == numbers(everything(journal_in(folder))) == [1, 2, 3, 4]


def test_what_waits_is_written_where_that_is_allowed(folder):
    journal = journal_in(folder)
    faults(journal, 1)
    journal.log("fault", "pod 3")
    assert pieces(journal, 0) == 0
    assert pieces(journal, AHEAD) == 1
    assert journal.durable == 2
    assert pieces(journal, WRITE) == 1
    assert journal.durable == 3
    assert pieces(journal, WRITE) == 0
    journal.log("fault", "pod 3")
    assert pieces(journal, WRITE | AHEAD) == 3  # and what the next record needs
    journal.ack(3)
    assert pieces(journal, WRITE | TIDY) == 0
    assert pieces(journal, WRITE | TIDY | NOTE) == 1
    journal.close()


def test_a_file_that_was_ready_is_let_go_and_what_waits_is_written(folder):
    journal = journal_in(folder)
    faults(journal, 1)
    assert pieces(journal, AHEAD) == 1
    journal.log("fault", "pod 3")
    file = journal._file
    journal.close()
    assert file.closed
    assert (journal.durable, journal._file) == (3, None)
    assert pieces(journal, AHEAD) == 1
    journal.close()
    faults(journal, 1)
    assert numbers(everything(journal_in(folder))) == [1, 2, 3]


def test_a_file_that_was_ready_and_nobody_closed_harms_nothing(folder):
    journal = journal_in(folder, 900)
    for n in range(9):
        assert pieces(journal, AHEAD) in (1, 2)
        again = journal_in(folder, 900)  # as after a power cut
        again.log("fault", str(n))
        assert again.flush()
        journal._file.close()
        journal = again
    assert numbers(everything(journal_in(folder, 900))) == list(range(1, 10))


def test_flash_that_refuses_is_not_asked_again_until_there_is_something_new(folder, monkeypatch):
    journal = journal_in(folder)
    faults(journal, 1)
    asked = refuse_files(monkeypatch, lambda mode: "a" in mode)
    for _ in range(5):
        assert not journal.work(AHEAD | WRITE)
    assert len(asked) == 1
    journal.log("fault", "one")
    for _ in range(5):
        assert not journal.work(AHEAD | WRITE)
    assert len(asked) == 2
    monkeypatch.undo()
    journal.log("fault", "two")
    assert pieces(journal, WRITE) == 2
    assert numbers(everything(journal)) == [1, 2, 3]


def cut_files(folder):
    """A journal whose last flush was three records, and that flush's bytes."""
    journal = journal_in(folder)
    faults(journal, 4)
    before = (folder / "0000000001.log").stat().st_size
    faults(journal, 3)
    return folder / "0000000001.log", before


def test_a_tail_torn_at_any_byte_loses_only_what_was_torn(tmp_path):
    path, before = cut_files(tmp_path / "whole")
    data = path.read_bytes()
    for size in range(before, len(data)):
        folder = tmp_path / "cut"
        shutil.copytree(tmp_path / "whole", folder)
        (folder / path.name).write_bytes(data[:size])
        journal = journal_in(folder)
        whole = data[:size].count(b"\n")
        assert journal.seq == whole + 1
        assert numbers(everything(journal)) == list(range(1, whole + 1))
        faults(journal, 2)  # what follows the torn piece can be read
        assert numbers(everything(journal)) == list(range(1, whole + 3))
        assert numbers(everything(journal_in(folder))) == list(range(1, whole + 3))
        shutil.rmtree(folder)


@given(st.binary(max_size=1500))
@settings(max_examples=60, deadline=None)
def test_garbage_after_the_records_harms_nothing(tmp_path_factory, garbage):
    folder = tmp_path_factory.mktemp("journal")
    journal = journal_in(folder)
    faults(journal, 4)
    with open(folder / "0000000001.log", "ab") as file:
        file.write(garbage)
    again = journal_in(folder)
    assert again.seq == 5
    faults(again, 3)
    assert numbers(everything(again)) == list(range(1, 8))
    assert numbers(everything(journal_in(folder))) == list(range(1, 8))
    shutil.rmtree(folder)


def test_flash_that_refuses_keeps_records_waiting_and_in_order(folder, monkeypatch):
    journal = journal_in(folder)
    faults(journal, 2)
    broken = True
    refuse_files(monkeypatch, lambda mode: broken and "a" in mode)
    journal.log("fault", "one")
    assert not journal.flush()
    journal.log("fault", "two")
    assert not journal.flush()
    assert (journal.durable, journal.seq, journal.unread) == (3, 5, 2)
    while journal._waiting < 24576:
        journal.log("fault", "x" * 100)
    with pytest.raises(JournalFull):
        journal.log("fault", "x")
    broken = False
    assert journal.flush()
    assert numbers(everything(journal)) == list(range(1, journal.seq))


def test_a_flash_that_cannot_be_written_still_shows_what_it_has(folder, monkeypatch):
    journal = journal_in(folder)
    faults(journal, 3)
    refuse_files(monkeypatch, lambda mode: "r" not in mode)
    again = journal_in(folder)
    assert again.broken
    assert not again.may_start()
    assert numbers(everything(again)) == [1, 2, 3]
    again.ack(3)
    assert not again.tidy(True)
    with pytest.raises(OSError, match="28"):
        again.open_game(SECRET)


def test_tidying_gives_up_when_the_flash_does(folder, monkeypatch):
    journal = journal_in(folder, 300)
    for _ in range(3):
        faults(journal, 4)
    journal.ack(12)

    def refuse(path):
        raise OSError(5)

    monkeypatch.setattr(os, "remove", refuse)
    assert not journal.tidy()
    assert journal.broken
    assert numbers(everything(journal)) == list(range(1, 13))


def test_other_files_in_the_folder_do_not_matter(folder):
    journal = journal_in(folder)
    faults(journal, 2)
    (folder / "settings").write_text("sound=1\n")
    (folder / "notes.log").write_text("x")
    assert numbers(everything(journal_in(folder))) == [1, 2]


def test_room_is_what_a_whole_game_needs(folder, monkeypatch):
    journal = journal_in(folder)
    free = 1 << 30
    monkeypatch.setattr(os, "statvfs", lambda path: (4096, 4096, 352, free // 4096, free // 4096, 0, 0, 0, 0, 255))
    assert journal.room() == 24 * 32768
    assert journal.may_start()
    free = 65536 + 49152
    assert journal.room() == 65536
    assert journal.may_start()
    free -= 4096
    assert not journal.may_start()
    free = 4096
    assert journal.room() == 0
    faults(journal, 1)  # what is under way is written as long as there is any flash


def test_a_block_is_filled_rather_than_left_with_a_little(folder):
    """An append that finds less than a turn's room would have to erase two blocks (45 ms each)."""
    journal = journal_in(folder)
    sizes = []
    for _ in range(60):
        faults(journal, 3, 80)
        sizes.append(journal._size)
    assert all(left_in_block(size) == 0 or left_in_block(size) >= 768 for size in sizes)
    assert any(left_in_block(size) == 0 for size in sizes)
    assert numbers(everything(journal)) == list(range(1, 181))


def test_left_in_block_is_littlefs_list_of_blocks():
    """Block n holds 4096 bytes less 4 a pointer; checked against littlefs's own formula (lfs_ctz_index)."""

    def index(offset):  # lfs.c
        i = offset // (4096 - 8)
        if i == 0:
            return 0
        return (offset - 4 * (bin(i - 1).count("1") + 2)) // (4096 - 8)

    assert left_in_block(0) == 4096
    for size in range(1, 9 * 4096):
        assert (left_in_block(size) == 0) == (index(size) != index(size - 1)), size
