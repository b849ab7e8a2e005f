"""A journal in a folder of the PC, for tests: written with faults, and read as a listener does."""

from device.journal import Journal
from device.reader import Reader
from onthree.records import RECORDS, read

DEV = "00112233aabbccdd"


def journal_in(folder, segment=32768):
    journal = Journal(str(folder), DEV, lambda: 1234, lambda: None, segment)
    journal.recover()
    return journal


def everything(journal, seq=1):
    """All frames from `seq` on, as a listener gets them."""
    reader = Reader(journal)
    reader.seek(seq)
    frames = rest(journal, reader)
    assert reader.next() is None
    return frames


def rest(journal, reader):
    """The frames that a reader has not given yet."""
    frames = []
    while reader.seq < journal.durable:
        frame = reader.next()
        if frame is not None:
            frames.append(bytes(frame))
    return frames


def numbers(frames):
    return [read(RECORDS, frame[1:-1])["seq"] for frame in frames]


def faults(journal, count, length=60):
    for i in range(count):
        journal.log("fault", f"{i} " + "x" * length)
    assert journal.flush()
