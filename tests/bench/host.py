"""How fast the PC hears, stores and checks: `python -m tests.bench.host` (`--quick` measures less).

Through the real framer, decoder and store, and the real verification; the logs are of random games, made by
the same match as a device's. Rates are the best of several rounds, since other programs can only slow one down.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from onthree import wire
from onthree_host import decode
from onthree_host.boards.unix import UnixBoard
from onthree_host.link import RoundTrip
from onthree_host.recorder import Recorder
from onthree_host.store import Heard, Store
from onthree_host.verify import verify_game, verify_log
from tests.bench.table import Table, number
from tests.host import logs
from tests.host.device import FakeDevice

_BATCH = 1000  # records in a transaction
_CHUNK = 4096  # bytes that a read of the port gives
_EDITS = 2000


def best(measure, rounds):
    """Return the least of several measured seconds."""
    return min(measure() for _ in range(rounds))


def into_store(records, folder):
    """Return the seconds from the bytes on the line to all records committed."""
    line = b"".join(b"\x1e" + raw + b"\n" for raw in records)
    path = Path(folder) / f"{time.monotonic_ns()}.db"
    with Store.open(path) as store:
        start = time.perf_counter()
        framer = wire.Framer()
        waiting = []
        for at in range(0, len(line), _CHUNK):
            for kind, text in framer.feed(line[at : at + _CHUNK]):
                assert kind == wire.MESSAGE
                waiting.append(Heard.of(decode.members(text), text))
            if len(waiting) >= _BATCH:
                store.add(waiting)
                waiting.clear()
        store.add(waiting)
        took = time.perf_counter() - start
        assert store.next_seq(logs.DEV) == len(records) + 1
    return took


def over_the_link(records, folder):
    """Return the seconds that a recorder takes for a device's whole log, credit and acknowledgements included."""
    device = FakeDevice(records)
    with Store.open(Path(folder) / f"{time.monotonic_ns()}.db") as store:
        recorder = Recorder(device, store)
        start = time.perf_counter()
        now = 0.0
        while device.acked < len(records):
            recorder.poll(now)
            now += 0.0005
        return time.perf_counter() - start


def one_by_one(records, folder):
    """Return the seconds of the usual way: a line, a commit."""
    with Store.open(Path(folder) / f"{time.monotonic_ns()}.db") as store:
        start = time.perf_counter()
        for raw in records:
            store.add([Heard.of(decode.record(raw), raw)])
        return time.perf_counter() - start


def checking(records):
    """Return the seconds of processor time for verifying a log."""
    start = time.process_time()
    verdicts = list(verify_log(records))
    took = time.process_time() - start
    assert all(verdict.ok and verdict.chance_checked for verdict in verdicts)
    return took


def missed_edits(count):
    """Return how many of so many one-digit edits of games, with checksums that fit, verify does not find."""
    rng = random.Random(1)
    games = []
    for seed in range(20):
        log = logs.Log(seed)
        log.game(4)
        games.append(log.records)
    missed = done = 0
    while done < count:
        records = rng.choice(games)
        at = rng.randrange(1, len(records))
        found = json.loads(records[at])
        name = rng.choice([name for name in found if name not in ("seq", "dev", "boot", "ms", "k", "crc", "pods")])
        text = str(found[name])
        spots = [i for i, letter in enumerate(text) if letter.isdigit()]
        if not spots:
            continue
        spot = rng.choice(spots)
        digit = rng.choice([digit for digit in "0123456789" if digit != text[spot]])
        new = text[:spot] + digit + text[spot + 1 :]
        if text[0] == "0" and type(found[name]) is int:
            continue
        done += 1
        edited = logs.resealed(records[at], **{name: int(new) if type(found[name]) is int else new})
        missed += verify_game([*records[:at], edited, *records[at + 1 :]]).ok
    return missed


def round_trips(count):
    """Return (a second, simulated milliseconds each): pings to the real firmware with a heap like the Pico's."""
    with UnixBoard() as board, tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "b.db") as store:
        board.port.timeout = 0.001
        recorder = Recorder(board.port, store)
        while not recorder.caught_up:
            recorder.poll(board.now_us / 1e6)
        start, simulated = time.perf_counter(), 0.0
        for _ in range(count):
            recorder.link.ping(board.now_us / 1e6)
            while not (back := [e for e in recorder.poll(board.now_us / 1e6) if isinstance(e, RoundTrip)]):
                pass
            simulated += back[0].seconds
        return count / (time.perf_counter() - start), 1000 * simulated / count


def main(arguments):
    """Print the table; return 0."""
    quick = "--quick" in arguments
    rounds = 3 if quick else 7
    games = logs.games(300 if quick else 1500)
    table = Table("The PC's side on CPython, one core")
    with tempfile.TemporaryDirectory() as folder:
        rate = len(games) / best(lambda: into_store(games, folder), rounds)
        table.add("records from bytes to SQLite, with CRC and checks", number(rate) + " /s", "aim 50,000")
        table.add("", "", "pty in bulk with CRC, no store: 1,030,000 /s")
        table.add("", "", "the same into SQLite, no other checks: 278,000 /s")
        rate = 400 / best(lambda: one_by_one(games[:400], folder), 2)
        table.add("the usual way, a commit a record", number(rate) + " /s", "readline and a commit a line: 450 /s")
        some = games[:3000]
        rate = len(some) / best(lambda: over_the_link(some, folder), 2)
        table.add("records over the link, 240 bytes ahead of the credit", number(rate) + " /s")
    rate, each = round_trips(100 if quick else 500)
    table.add("link round trips to the firmware on MicroPython, 192 K words of heap", number(rate) + " /s")
    table.add("one of them, on the board's time", number(each) + " ms")
    for players in (4, 3, 6):
        some = logs.games(100 if quick else 300, players)
        rate = (100 if quick else 300) / best(lambda some=some: checking(some), rounds)
        table.add(f"{players}-player games verified, every record", number(rate) + " /s", "aim 6,000" * (players == 4))
        if players == 4:
            table.add("", "", "replaying logged games with full checks: 15,000 to 25,000 /s")
    count = 200 if quick else _EDITS
    table.add(
        f"one-digit edits of a log not found, of {number(count)}",
        str(missed_edits(count)),
        "by final scores: 73 of 2,000",
    )
    size = sum(map(len, games)) / 300 / (1 if quick else 5)
    table.add("log of a 4-player game", number(size) + " B")
    table.print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
