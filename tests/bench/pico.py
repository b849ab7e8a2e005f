"""The budgets of a real Pico, measured on an emulated one: `python -m tests.bench.pico [--only WORD] [--save]`.

The official MicroPython runs in an emulated RP2040; times are cycles at 125 MHz and the same in every run, so a
change of 2 % is a change: a figure that got worse than pico_baseline.json says makes the benchmark fail, as does
one over its budget. `--save` writes the baseline anew, `--only` runs the sources whose name contains a word.

They are for comparing, not real microseconds: the emulator knows no flash cache, so silicon may be a third slower
in string and dictionary code.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.pico import PicoBoard
from tests.bench import io
from tests.bench.pico_rig import AppRig, Figures
from tests.bench.table import Table, number

BASELINE = Path(__file__).parent / "pico_baseline.json"
TOLERANCE = 0.02
COUNT_MS = 200  # the beat of the games played here

Values = dict[str, float]


class Row(NamedTuple):
    """A line of the table: which figure, how much it may be, and what is known of others."""

    what: str
    key: str
    unit: str  # us, ms, bytes, KB free, or nothing for a count
    most: float | None  # in the figure's own unit; for KB free the least
    peers: str = ""


PEERS_STAMP = "picozero 390 idle, 24,600 drawing; Hinch 25,000; chumicro 13,000"
ROWS = (
    Row("edge to stamp, idle", "stamp.idle.max", "us", 120, PEERS_STAMP),
    Row("edge to stamp, displays being drawn", "stamp.drawing.max", "us", 120),
    Row(
        "2 ms taps missed or doubled, idle", "stamp.idle.missed_or_doubled", "", 0, "Hinch misses 48 of 50, chumicro 50"
    ),
    Row("2 ms taps missed or doubled, drawing", "stamp.drawing.missed_or_doubled", "", 0),
    Row("six bouncing seats, drawing: lost", "bouncing.lost", "", 0, "picozero 48 of 300, chumicro 41"),
    Row("six bouncing seats, drawing: doubled", "bouncing.doubled", "", 0, "a polling loop: 7 for one press"),
    Row("six bouncing seats, 0.2 ms apart: wrong order", "bouncing.swapped", "", 0, "Hinch 46 of 100 at 2 ms"),
    Row("pairs of presses 0.02 to 20 ms apart: wrong order", "pairs.wrong_order", "", 0, "Hinch 46 of 100 at 2 ms"),
    Row("... called simultaneous at 0.2 ms or more", "pairs.called_simultaneous", "", 0),
    Row("input: heap kept", "heap.input", "bytes", 3072, "Hinch 10-40 KB, picozero 33 KB, chumicro 20 KB"),
    Row("one character changed on a pod", "char.us", "us", 1500, "micropython-lib ssd1306: 26,000"),
    Row("a line of 16 changed on a pod", "line.us", "us", 5000, "26,000"),
    Row("last beat to every pod's choice on the glass", "reveal.glass", "us", 1000, "seven frames in turn: 157,000"),
    Row("... and the pods among themselves", "reveal.skew", "us", 0),
    Row("power-on to menu on the glass", "app.menu", "ms", 500, "1,500 lines: 970 as .py, 50 as .mpy"),
    Row("a cursor step to the pod's glass, in a game", "app.cursor", "us", 5000),
    Row("... bytes on the bus for it, the hub's too", "app.cursor.bytes", "bytes", None, "a full frame: 1,032"),
    Row("the first choice, in place of the question", "app.choice", "us", None),
    Row("pods' choices apart at the reveal, in a game", "app.skew", "us", 0),
    Row("6 seats: a turn resolved and drawn for", "app.turn", "us", None),
    Row("the journal, for a turn", "app.journal", "ms", 150, "one append: 57 median, 120 worst"),
    Row("heap free at the menu", "app.heap.menu", "KB free", 140, "1,500 lines loaded keep 31 KB"),
    Row("heap free in a game of six", "app.heap.game", "KB free", 140),
    Row("longest block of the loop while choosing", "app.block.choose", "us", None),
    Row("... for the pods to be ready for a count", "app.enter.count", "us", None),
    Row("... during a count", "app.block.count", "us", None),
    Row("... for reveal, resolving, journal", "app.enter.reveal", "us", None),
    Row("allocations during the count (heap locked)", "app.allocations", "", 0),
    Row("a 6-seat Crossing turn: the rules alone", "rules.turn", "us", 10_000),
    Row("the slowest call of the rules", "rules.slowest", "us", 25_000),
    Row("packed state, Crossing", "rules.packed", "bytes", 128),
    Row(
        "a record sent, whatever the host does", "link.spoken", "us", 300, "print(json.dumps()) 280, stalled 1,000,000"
    ),
    Row("... the longest step, a record looked up in flash", "link.spoken.max", "us", None),
    Row("a message of the PC read and answered", "link.heard", "us", None),
)


# -- sources of figures --------------------------------------------------------------------------------------
def boot() -> Values:
    """Power on the firmware as users have it, on a flash that has been used before."""
    with PicoBoard() as board:
        board.run_until_text(board.hub, "On Three", 10_000_000)
        board.power_off()
        board.run_for(1)
        on = board.now_us
        board.power_on()
        board.run_until_text(board.hub, "On Three", 10_000_000)
        return {"app.menu": (board.now_us - on) / 1000}


def game() -> Values:
    """Play three turns with six seats, heap locked during the counts, and read the stop watches."""
    rig = AppRig(6, {"count_ms": COUNT_MS, "auto_ms": 0, "result_ms": 1500, "heap_lock": 1})
    values: Values = {"app.allocations": 0}
    try:
        rig.start()
        rig.until(lambda: rig.recorder.caught_up, 20)
        values["app.heap.menu"] = int(str(rig.ask_status()["heap"])) / 1024
        rig.bots.start()
        rig.until(lambda: rig.moved_us, 120)
        values.update(cursor(rig))
        rig.until(lambda: len(rig.moved_us) >= 3, 120)
        values["app.heap.game"] = int(str(rig.ask_status()["heap"])) / 1024
        values["app.skew"] = max(skew(rig, moved) for moved in rig.moved_us)
        values.update(watches(rig))
    finally:
        rig.close()
    return values


def cursor(rig: AppRig) -> Values:
    """Press a pod that may choose: for its first choice, and a step further; see how long its glass takes."""
    rig.bots.stop()
    pod = next_chooser(rig)
    rig.board.run_for(2.0)  # nothing else is going on
    first = glass_us(rig, pod)
    sent = rig.board.parts.bus.bytes
    step = glass_us(rig, pod)
    rig.bots.start()
    return {"app.choice": first, "app.cursor": step, "app.cursor.bytes": rig.board.parts.bus.bytes - sent}


def glass_us(rig: AppRig, pod: int) -> int:
    """Press A at a pod; return after how long the last of what it changes is on its glass."""
    panel = rig.board.pod(pod)
    pressed = rig.board.press(pod, "A", at_us=rig.board.now_us + 50_300)
    rig.board.run_for(0.3)
    changes = [us for us, _ in panel.history(pressed) if us > pressed]
    if not changes:
        raise RuntimeError(f"pod {pod + 1} does not show its choice: {rig.board.describe()}")
    return max(changes) - pressed


def next_chooser(rig: AppRig) -> int:
    """Wait until a pod asks what to take and nobody has pressed anything; return it."""

    def asking() -> list[int]:
        return [pod for pod in range(6) if "mushroom" in rig.board.pod(pod).words()]

    rig.until(asking, 60)
    return asking()[0]


def skew(rig: AppRig, moved_us: int) -> float:
    """Return how far apart the pods' glasses changed from all lit to their choices, at the reveal before a move."""
    shown = []
    for pod in range(6):
        last = [us for us, glass in rig.board.pod(pod).history(moved_us - 5_000_000) if us <= moved_us and glass.lit]
        after = [us for us, glass in rig.board.pod(pod).history(last[-1]) if not glass.lit] if last else []
        shown += after[:1]
    return max(shown) - min(shown) if shown else float("nan")


def watches(rig: AppRig) -> Values:
    """End the app and read what the stop watches say."""
    values: Values = {}
    flushes: list[tuple[int, float]] = []
    for line in rig.leave():
        words = line.split(" ")
        if words[0].startswith(("block.", "enter.")) and len(words) == 2:
            values["app." + words[0]] = float(words[1])
        elif words[0] == "turn.us":
            values["app.turn"] = float(words[1])
        elif words[0] == "flush":
            flushes.append((int(words[1]), float(words[2])))
    # What belongs to one turn is flushed within a second of the reveal.
    turns: list[float] = []
    last = -10_000
    for at, us in flushes:
        if at - last > 1000:
            turns.append(0)
        turns[-1] += us / 1000
        last = at
    values["app.journal"] = max(turns)
    return values


def parts() -> Values:
    """Rules and link without the app. Half-way through the records the PC stops reading, with DTR up."""
    figures = Figures("pico_parts.py")
    figures.run("LISTEN", 120)
    before = len(figures.board.fifo.received)
    figures.port.write(frame(message(FROM_PC, "from", 1)))
    for _ in range(60):
        figures.board.run_for(0.02)
        heard = len(figures.board.fifo.received) - before
        figures.port.write(frame(message(FROM_PC, "credit", heard)))
    figures.port.stall()
    figures.port.write(frame(message(FROM_PC, "hello")) * 3)
    figures.board.run_for(2.0)
    figures.port.resume()
    return figures.run("DONE", 10)


SOURCES: tuple[tuple[str, Callable[[], Values]], ...] = (
    ("boot", boot),
    ("io", io.measure),
    ("parts", parts),
    ("game", game),
)


# -- the table -----------------------------------------------------------------------------------------------
def show(values: Values) -> list[str]:
    """Print the table of what was measured; return what is over its budget."""
    table = Table("On the emulated Pico", "at most       peers, measured on the same board")
    over = []
    for row in ROWS:
        if row.key not in values:
            continue
        value = values[row.key]
        budget = "" if row.most is None else number(row.most) if row.most else "0"
        bad = row.most is not None and (value < row.most if row.unit == "KB free" else value > row.most)
        table.add(row.what, f"{number(value) if value else '0'} {row.unit}".strip(), f"{budget:12}  {row.peers}")
        if bad:
            over.append(f"{row.what}: {number(value)} {row.unit}, budget {budget}")
    table.print()
    return over


def worse(values: Values, baseline: Values) -> list[str]:
    """Return the figures that are worse than the baseline by more than the tolerance."""
    units = {row.key: row.unit for row in ROWS}
    found = []
    for key, was in sorted(baseline.items()):
        now = values.get(key)
        if now is None:
            continue
        change = was - now if units[key] == "KB free" else now - was
        if change > abs(was) * TOLERANCE:
            found.append(f"{key}: {number(now)}, was {number(was)}")
    return found


def main(arguments: list[str]) -> int:
    """Measure, print, compare; return 1 if anything is over its budget or worse than it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pico", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="WORD", help="run only sources whose name contains the word")
    parser.add_argument("--save", action="store_true", help="write the baseline anew from this run")
    parser.add_argument(
        "--quick", action="store_true", help="leave out the slow sources (a game, buttons and displays)"
    )
    options = parser.parse_args(arguments)
    values: Values = {}
    for name, source in SOURCES:
        if options.only in name and not (options.quick and name in ("io", "game")):
            values.update(source())
    over = show(values)
    known = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.is_file() else {}
    if options.save:
        ours = {row.key: round(values[row.key], 3) for row in ROWS if row.key in values}
        BASELINE.write_text(json.dumps(known | ours, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        known = {}
    found = worse(values, known)
    for title, lines in (("Over budget:", over), ("Worse than the baseline:", found)):
        if lines:
            print("\n  ".join([title, *lines]))
    return 1 if over or found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
