"""The budgets of a real Pico, measured on an emulated one: `python -m tests.bench.pico [--only WORD] [--save]`.

The official MicroPython runs in an emulated RP2040; times are cycles at 125 MHz and the same in every run, so a
change of 2 % is a change. A figure that got worse than pico_baseline.json says makes the benchmark fail, and so does
one that is over its budget for the first time; what was over it before is listed all the same. `--save` writes the
baseline anew, `--only` runs the sources whose name contains a word.

They are for comparing, not real microseconds: the emulator knows no flash cache, so silicon may be a third slower
in string and dictionary code.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.pico import PicoBoard
from tests.bench import io, pico_crisscross, pico_crystalla, pico_heroes, pico_rolls
from tests.bench.pico_rig import STACK_BYTES, AppRig, Figures, Row
from tests.bench.table import Table, number

BASELINE = Path(__file__).parent / "pico_baseline.json"
TOLERANCE = 0.02
COUNT_MS = 200  # the beat of the games played here
BEAT_HZ = 1047  # of the first two beats, as in device/buzzer.py

Values = dict[str, float]


PEERS_STAMP = "picozero 390 idle, 24,600 drawing; Hinch 25,000; chumicro 13,000"
PEERS_ORDER = "Hinch 46 of 100 at 2 ms; a polling loop 12 of 100 at 1 ms"
GAMES = (pico_crisscross, pico_crystalla, pico_heroes, pico_rolls)
_ROWS = (
    # A row of design.md section 8 after the other.
    Row("edge to stamp, idle", "stamp.idle.max", "us", 120, PEERS_STAMP),
    Row("... displays being drawn", "stamp.drawing.max", "us", 120),
    Row("2 ms taps missed or doubled, idle", "stamp.idle.missed_or_doubled", "", 0, "Hinch 48 of 50, chumicro 50"),
    Row("... drawing", "stamp.drawing.missed_or_doubled", "", 0),
    Row("two presses 0.02 to 20 ms apart: wrong order, idle", "pairs_idle.wrong_order", "", 0, PEERS_ORDER),
    Row("... drawing", "pairs.wrong_order", "", 0),
    Row("... called simultaneous at 0.2 ms or more, idle", "pairs_idle.called_simultaneous", "", 0),
    Row("... drawing", "pairs.called_simultaneous", "", 0),
    Row("input: heap kept", "heap.input", "bytes", 3072, "Hinch 10-40 KB, picozero 33 KB, chumicro 20 KB"),
    Row("... allocated in 8 s with 600 presses", "heap.presses", "bytes", 0),
    Row("last beat to every pod's choice on the glass", "reveal.glass", "us", 1000, "seven frames in turn: 157,000"),
    Row("... and the pods among themselves", "reveal.skew", "us", 0),
    Row("... in a game", "app.reveal", "us", 1000),
    Row("... where somebody chooses anew in the last moment", "app.reveal.late", "us", None),
    Row("... the pods among themselves", "app.skew", "us", 0),
    Row("one character changed on a pod", "char.us", "us", 1500, "micropython-lib ssd1306: 26,000"),
    Row("a line of 16 changed on a pod", "line.us", "us", 5000, "26,000"),
    Row("Crossing: a cursor step, press to glass", "app.cursor", "us", 5000),
    Row("... bytes on the bus for it, the hub's too", "app.cursor.bytes", "bytes", None, "a full frame: 1,032"),
    Row("... the first choice, in place of the question", "app.choice", "us", None),
    Row("a record sent from flash, whatever the PC does", "link.spoken", "us", 300, "print(json.dumps()) 280"),
    Row("... one just written", "link.fresh", "us", 300, "stalled 1,000,000"),
    Row("... the longest step: a file opened", "link.step.max", "us", None),
    Row("a message of the PC read and answered", "link.heard", "us", None),
    Row("the journal, for a turn", "app.journal", "ms", 150, "one append: 57 median, 120 worst"),
    Row("... the longest piece of its work, a game's start and end too", "app.journal.piece", "ms", 150),
    Row("a 6-seat Crossing turn: the rules alone", "rules.turn", "us", 10_000),
    Row("... the slowest call of the rules", "rules.slowest", "us", 25_000),
    Row("... resolved, drawn for and put into words", "app.turn", "us", None),
    Row("... packed state", "rules.packed", "bytes", 128),
    Row("allocations during the count (heap locked)", "app.allocations", "", 0),
    Row("heap free at the menu", "app.heap.menu", "KB free", 140, "1,500 lines loaded keep 31 KB"),
    Row("heap free in a game of six", "app.heap.game", "KB free", 140),
    Row("stack used in a game of six", "app.stack", "bytes", STACK_BYTES, "over 7,936: RuntimeError"),
    Row("power-on to menu on the glass", "app.menu", "ms", 500, "1,500 lines: 970 as .py, 50 as .mpy"),
    Row("six bouncing seats: presses lost, of 150, idle", "bouncing_idle.lost", "", 0, "picozero 48 of 300"),
    Row("... drawing", "bouncing.lost", "", 0, "chumicro 41 of 300"),
    Row("... doubled, idle", "bouncing_idle.doubled", "", 0, "a polling loop: 7 for one press"),
    Row("... drawing", "bouncing.doubled", "", 0),
    Row("... rounds in the wrong order, of 25, idle", "bouncing_idle.swapped", "", 0, PEERS_ORDER),
    Row("... drawing", "bouncing.swapped", "", 0),
    # How long the main loop is away.
    Row("longest block of the loop while choosing", "app.block.choose", "us", None),
    Row("... for the pods to be ready for a count", "app.enter.count", "us", None),
    Row("... during a count", "app.block.count", "us", None),
    Row("... for reveal, resolving, journal", "app.enter.reveal", "us", None),
)
ROWS = sum((module.ROWS for module in GAMES), _ROWS)


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
        values["app.heap.menu"] = rig.heap_kb()
        rig.bots.start()
        rig.until(lambda: rig.moved_us, 120)
        values.update(cursor(rig))
        rig.until(lambda: len(rig.moved_us) >= 3, 120)
        values["app.heap.game"] = rig.heap_kb()
        values["app.stack"] = rig.stack_bytes()
        reveals = [reveal(rig, moved) for moved in rig.moved_us]
        values["app.reveal"] = sorted(late for late, _ in reveals)[len(reveals) // 2]
        values["app.reveal.late"] = max(late for late, _ in reveals)
        values["app.skew"] = max(apart for _, apart in reveals)
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


def reveal(rig: AppRig, moved_us: int) -> tuple[int, int]:
    """Return how long after the third beat before a move all pods' glasses showed their choices, and how far apart."""
    beat = max(beep.start_us for beep in rig.board.beeps if beep.hz == BEAT_HZ and beep.start_us < moved_us)
    beat += 1000 * COUNT_MS  # from the second one on
    shown = []
    for pod in range(6):
        at = rig.board.pod(pod).first_shown(lambda glass: not glass.lit, beat - 1000)
        assert at is not None
        shown.append(at)
    return max(shown) - beat, max(shown) - min(shown)


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
        elif words[0] == "piece.us":
            values["app.journal.piece"] = float(words[1]) / 1000
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
    figures = Figures("pico_parts.py", timing=True)
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
    ("crisscross", pico_crisscross.measure),
    ("crystalla", pico_crystalla.measure),
    ("heroes", pico_heroes.measure),
    ("rolls", pico_rolls.measure),
)
QUICK = ("boot", "parts")  # for --quick


def measure(name: str) -> Values:
    """Return the figures of one source; in a process of its own, as simulated time does not care."""
    return dict(SOURCES)[name]()


# -- the table -----------------------------------------------------------------------------------------------
def show(values: Values) -> list[Row]:
    """Print the table of what was measured; return the rows over their budgets."""
    table = Table("On the emulated Pico", "at most       peers, measured on the same board")
    over = []
    for row in ROWS:
        if row.key not in values:
            continue
        value = values[row.key]
        budget = "" if row.most is None else number(row.most) if row.most else "0"
        table.add(row.what, f"{number(value) if value else '0'} {row.unit}".strip(), f"{budget:12}  {row.peers}")
        if row.misses(value):
            over.append(row)
    table.print()
    return over


def worse(values: Values, baseline: Values) -> list[str]:
    """Return the figures that are worse than the baseline by more than the tolerance."""
    units = {row.key: row.unit for row in ROWS}
    found = []
    for key, was in sorted(baseline.items()):
        now = values.get(key)
        if now is None or key not in units:
            continue
        change = was - now if units[key] == "KB free" else now - was
        if change > abs(was) * TOLERANCE:
            found.append(f"{key}: {number(now)}, was {number(was)}")
    return found


def faults(over: list[Row], values: Values, baseline: Values) -> Iterator[tuple[str, list[str]]]:
    """Give what makes the benchmark fail, a title and figures: budgets missed for the first time, and worse ones."""
    first = [row.key for row in over if row.key not in baseline or not row.misses(baseline[row.key])]
    if first:
        yield "Over budget:", first
    found = worse(values, baseline)
    if found:
        yield "Worse than the baseline:", found


def main(arguments: list[str]) -> int:
    """Measure, print, compare; return 1 if anything is worse than it was, newly over its budget, or missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pico", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="WORD", help="run only sources whose name contains the word")
    parser.add_argument("--save", action="store_true", help="write the baseline anew from this run")
    parser.add_argument("--quick", action="store_true", help="leave out the slow sources (games, buttons and displays)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="emulated Picos at the same time")
    options = parser.parse_args(arguments)
    values: Values = {}
    chosen = [name for name, _ in SOURCES if options.only in name and (name in QUICK or not options.quick)]
    with ProcessPoolExecutor(options.jobs) as pool:
        sources = {pool.submit(measure, name): name for name in chosen}
        for done, source in enumerate(as_completed(sources), 1):
            values.update(source.result())
            print(f"{done} of {len(chosen)}: {sources[source]} is measured.", file=sys.stderr)
    over = show(values)
    missing = [row.key for row in ROWS if row.key not in values] if len(chosen) == len(SOURCES) else []
    known = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.is_file() else {}
    if options.save:
        kept = {row.key: values.get(row.key, known.get(row.key)) for row in ROWS}
        ours = {key: round(value, 3) for key, value in kept.items() if value is not None}
        BASELINE.write_text(json.dumps(ours, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        known = {}
    bad = list(faults(over, values, known)) + [("Not measured:", missing)] * bool(missing)
    known_over = [row.key for row in over if row.key in known and row.misses(known[row.key])]
    for title, lines in [("Over budget, as in the baseline:", known_over), *bad]:
        if lines:
            print("\n  ".join([title, *lines]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
