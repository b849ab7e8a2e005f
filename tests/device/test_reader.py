"""Reading the journal while it is written, deleted, damaged and moved about."""

import os
from pathlib import Path

import pytest

from device.reader import Reader
from tests.device.journals import everything, faults, journal_in, numbers, rest


def test_a_damaged_record_is_replaced_by_a_fault_always_the_same(folder):
    journal = journal_in(folder, 500)
    for _ in range(4):
        faults(journal, 4)
    for segment in journal.segments[:2]:
        path = Path(journal.path(segment))
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 4
        path.write_bytes(data)
    frames = everything(journal_in(folder, 500))
    assert numbers(frames) == list(range(1, 17))
    lost = [frame for frame in frames if b'"boot":0,"ms":0,"k":"fault"' in frame]
    assert len(lost) == 2
    assert everything(journal_in(folder, 500)) == frames


def test_a_segment_that_is_missing_in_the_middle_is_faults(folder):
    journal = journal_in(folder, 500)
    for _ in range(4):
        faults(journal, 4)
    lost = range(journal.segments[1], journal.segments[2])
    os.remove(journal.path(journal.segments[1]))
    frames = everything(journal_in(folder, 500))
    assert numbers(frames) == list(range(1, 17))
    assert [i for i, frame in zip(range(1, 17), frames) if b'"boot":0,' in frame] == list(lost)


def test_a_segment_deleted_under_a_reader_moves_it_on(folder):
    journal = journal_in(folder, 300)
    for _ in range(6):
        faults(journal, 3)
    reader = Reader(journal)
    reader.seek(1)
    assert reader.next() is None  # it has read a piece, and gives a record of it at the next call
    assert reader.next() is not None
    journal.ack(8)
    assert journal.tidy()
    came = numbers(rest(journal, reader))
    assert came == sorted(set(came))  # those it had read already, then the ones that are left
    assert set(range(journal.first, 19)) <= set(came)


def test_a_reader_sees_what_is_flushed_while_its_file_is_open(folder):
    journal = journal_in(folder)
    faults(journal, 8)
    reader = Reader(journal)
    reader.seek(1)
    found = []
    for i in range(200):
        frame = reader.next()
        if frame is not None:
            found.append(bytes(frame))
        if i % 3 == 0:
            faults(journal, 4)  # faster than it reads, so what it wants is only in flash
    assert numbers(found) == list(range(1, len(found) + 1))
    assert len(found) > 150


class Taken:
    """An open file whose blocks are taken for something else: what littlefs reads then."""

    def __init__(self, data):
        self.data = data

    def readinto(self, buffer):
        if self.data is None:
            raise OSError(84)
        size = min(len(buffer), len(self.data))
        buffer[:size] = self.data[:size]
        self.data = self.data[size:]
        return size

    def close(self):
        """Nothing is open."""


@pytest.mark.parametrize("what", ["corrupt", "nothing", "zeros", "others"])
def test_a_file_whose_blocks_are_taken_while_it_is_open_is_read_again(folder, what):
    journal = journal_in(folder)
    faults(journal, 40)
    faults(journal, 1)  # what was flushed last is not read from flash
    reader = Reader(journal)
    reader.seek(1)
    found = []
    while len(found) < 10:
        frame = reader.next()
        if frame is not None:
            found.append(bytes(frame))
    faults(journal, 40)  # littlefs writes the last block anew, and the old one is free
    faults(journal, 40)
    others = b"".join(everything(journal)[60:80])
    taken = {"corrupt": None, "nothing": b"", "zeros": bytes(5000), "others": others}
    reader._scanner._file.close()
    reader._scanner._file = Taken(taken[what])
    assert found + rest(journal, reader) == everything(journal)


def test_a_file_that_cannot_be_read_is_faults(folder):
    journal = journal_in(folder)
    faults(journal, 40)
    faults(journal, 1)  # what was flushed last is not read from flash
    reader = Reader(journal)
    reader.seek(1)
    assert reader.next() is None
    reader._scanner._file.close()
    reader._scanner._file = Taken(None)
    found = rest(journal, reader)
    assert numbers(found) == list(range(1, 42))
    lost = [b'"boot":0,' in frame for frame in found]
    assert 0 < sum(lost) < 40
    assert not any(lost[: lost.index(True)])
