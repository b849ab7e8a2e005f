"""Buttons and displays on the emulated Pico, on simulated time: `python -m tests.bench.io` prints the figures.

The firmware's modules are compiled to .mpy as `onthree deploy` does; io_device.py runs as main.py. Presses come at
exact times, spread over every phase of what the Pico is doing; the glass is looked at as a player would.
"""

import functools
import random
import sys
from collections import defaultdict
from pathlib import Path

from onthree_host.boards.parts import contact
from onthree_host.boards.pico import PicoBoard

PROGRAM = Path(__file__).parent / "io_device.py"
GAP_US = 200  # between the presses of two seats that must not be confused
ROUND_US = 112_000
ROUNDS = 8

# Budgets of design.md section 8: figure -> at most (us, or bytes).
BUDGETS = {
    "stamp.idle.max": 120, "stamp.drawing.max": 120, "char.us": 1500, "line.us": 5000, "cursor.us": 5000,
    "reveal.glass": 1000, "reveal.skew": 0, "heap.input": 3072, "bouncing.lost": 0, "bouncing.doubled": 0,
    "bouncing.swapped": 0, "bouncing_idle.lost": 0, "bouncing_idle.doubled": 0, "bouncing_idle.swapped": 0,
}  # fmt: skip


class Rig:
    """A Pico with all parts, the firmware's modules and io_device.py as its program."""

    def __init__(self) -> None:
        self.board = PicoBoard(main=PROGRAM.read_text())
        self.machine = self.board.machine
        self.parts = self.board.parts
        self.port = self.board.port
        self.output = bytearray()

    def run_until(self, text: str, limit_s: float) -> None:
        """Let time pass until the program printed `text`."""
        end = self.machine.now_us + limit_s * 1e6
        while text.encode() not in self.output:
            if self.machine.now_us > end or b"Error" in self.output:
                raise RuntimeError(f"no {text!r} from the Pico: {self.output.decode(errors='replace')[-2000:]}")
            self.board.run_for_us(1000)
            self.output += self.port.read(self.port.in_waiting)

    def press(self, number: int, at_us: float, hold_ms: float, bounce: tuple[int, ...] = ()) -> None:
        """Press button `number` (3 * pod + button) at `at_us`, with its contacts bouncing."""
        pin = self.parts.wiring.pod_buttons[number // 3][number % 3]
        for us, closed in contact(0, hold_ms, bounce):
            self.machine.at(at_us + us, functools.partial(self.machine.drive, pin, False if closed else None))

    def lines(self) -> list[list[str]]:
        """Return the printed lines, split into words."""
        return [line.split() for line in self.output.decode().splitlines() if line.strip()]


def spread(rig: Rig, name: str) -> list[tuple[float, int]]:
    """Plan about 220 presses, no two closer than 1.5 ms, at every phase; return (us, number)."""
    chance = random.Random(name)
    at = rig.machine.now_us + 20_000
    planned = []
    for k in range(220):
        planned.append((at + chance.randrange(0, 8000) / 8, k % 18))
        rig.press(k % 18, planned[-1][0], 2)
        at += 2500
    return planned


def bouncing(rig: Rig, name: str) -> list[list[tuple[float, int]]]:
    """Plan rounds in which all six seats press one button each, GAP_US apart in any order, bouncing for 5 ms."""
    chance = random.Random(name)
    at = rig.machine.now_us + 20_000
    rounds = []
    for _ in range(ROUNDS):
        pods = list(range(6))
        chance.shuffle(pods)
        presses = []
        for k, pod in enumerate(pods):
            number = 3 * pod + chance.randrange(3)
            bounce = tuple(chance.randrange(20, 900) for _ in range(10))
            presses.append((at + chance.random() * 5 + k * (GAP_US + 5), number))
            rig.press(number, presses[-1][0], 60, bounce)
        rounds.append(presses)
        at += ROUND_US + chance.randrange(0, 20_000)
    return rounds


def stamped(rig: Rig, name: str) -> list[tuple[int, int]]:
    """Return the (stamp, number) the Pico found, in the order in which it told them."""
    return [(int(words[2]), int(words[1])) for words in rig.lines() if words[0] == f"press.{name}"]


def judge_spread(rig: Rig, name: str, planned: list[tuple[float, int]]) -> dict[str, float]:
    """Compare stamps with presses, one to one."""
    late = []
    missed = 0
    found: dict[int, list[int]] = defaultdict(list)
    for stamp, number in stamped(rig, name):
        found[number].append(stamp)
    for us, number in planned:
        hits = [stamp for stamp in found[number] if 0 <= stamp + 1 - us < 2000]
        missed += len(hits) != 1
        late += [stamp - us for stamp in hits]
    return {
        f"stamp.{name}.min": min(late),
        f"stamp.{name}.median": sorted(late)[len(late) // 2],
        f"stamp.{name}.max": max(late),
        f"stamp.{name}.missed_or_doubled": missed + len(stamped(rig, name)) - len(planned),
    }


def judge_bouncing(rig: Rig, name: str, rounds: list[list[tuple[float, int]]]) -> dict[str, float]:
    """Compare the order and the number of presses with what was done."""
    told = stamped(rig, name)
    lost = doubled = swapped = 0
    worst = 0.0
    for presses in rounds:
        start = presses[0][0]
        mine = [(stamp, number) for stamp, number in told if -10 < stamp - start < ROUND_US - 10]
        for us, number in presses:
            hits = [stamp for stamp, which in mine if which == number]
            lost += not hits
            doubled += len(hits) > 1
            if hits:
                worst = max(worst, hits[0] - us)
        swapped += [number for _, number in mine] != [number for _, number in presses]
    return {
        f"{name}.lost": lost,
        f"{name}.doubled": doubled,
        f"{name}.swapped": swapped,
        f"{name}.stamp_max": worst,
    }


def judge_glass(rig: Rig, called: int) -> dict[str, float]:
    """Return when the pods' glasses showed their choices, from the call of reveal() on, and how far apart."""
    shown = []
    for panel in rig.parts.panels:
        at = panel.log.first(lambda glass: glass.count(255) < 512 and any(glass), called)
        if at is None:
            raise RuntimeError(f"{panel.name} never showed its choice")
        shown.append(at)
    return {"reveal.glass": max(shown) - called, "reveal.skew": max(shown) - min(shown)}


def measure() -> dict[str, float]:
    """Run everything; return figure -> us, bytes or count."""
    rig = Rig()
    plans: dict[str, list[tuple[float, int]]] = {}
    rounds: dict[str, list[list[tuple[float, int]]]] = {}
    for name in ("idle", "drawing"):
        rig.run_until(f"start.{name}", 8)
        plans[name] = spread(rig, name)
    for name in ("bouncing", "bouncing_idle"):
        rig.run_until(f"start.{name}", 8)
        rounds[name] = bouncing(rig, name)
    rig.run_until("DONE", 8)
    figures: dict[str, float] = {}
    for words in rig.lines():
        if len(words) == 2 and not words[0].startswith(("start.", "end.", "reveal.at", "reveal.call")):
            figures[words[0]] = int(words[1])
    for name, planned in plans.items():
        figures.update(judge_spread(rig, name, planned))
    for name, presses in rounds.items():
        figures.update(judge_bouncing(rig, name, presses))
    called = next(int(words[1]) for words in rig.lines() if words[0] == "reveal.call")
    figures.update(judge_glass(rig, called))
    return figures


def main() -> int:
    """Print the table; return 1 if a budget is exceeded."""
    figures = measure()
    over = 0
    for name, figure in figures.items():
        budget = BUDGETS.get(name)
        verdict = "" if budget is None else f"at most {budget}" + ("" if figure <= budget else "  EXCEEDED")
        over += budget is not None and figure > budget
        print(f"{name:32} {figure:>10.6g}  {verdict}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
