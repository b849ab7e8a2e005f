"""Buttons and displays on the emulated Pico, on simulated time, for pico.py.

The firmware's modules are compiled to .mpy as `onthree deploy` does; io_device.py runs as main.py. Presses come at
exact times, spread over every phase of what the Pico is doing; the glass is looked at as a player would.
"""

import functools
import random
from collections import defaultdict
from pathlib import Path

from onthree_host.boards.parts import contact
from onthree_host.boards.pico import PicoBoard

PROGRAM = Path(__file__).parent / "io_device.py"
GAP_US = 200  # between the presses of two seats that must not be confused
ROUND_US = 112_000
ROUNDS = 25
GAPS_US = (20, 50, 100, 150, 200, 300, 500, 1000, 2000, 5000, 20_000)
PAIRS = 3  # of each gap
SIMULTANEOUS_US = 150  # device/buttons.py

# A press: when (us), which button. A pair: the gap between its two presses (us), both.
Press = tuple[float, int]
Pair = tuple[int, Press, Press]


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

    def press(self, button: int, at_us: float, hold_ms: float, bounce: tuple[int, ...] = ()) -> None:
        """Press `button` (3 * pod + 0, 1 or 2) at `at_us`, with its contacts bouncing."""
        pin = self.parts.wiring.pod_buttons[button // 3][button % 3]
        for us, closed in contact(0, hold_ms, bounce):
            self.machine.at(at_us + us, functools.partial(self.machine.drive, pin, False if closed else None))

    def lines(self) -> list[list[str]]:
        """Return the printed lines, split into words."""
        return [line.split() for line in self.output.decode().splitlines() if line.strip()]


def spread(rig: Rig, name: str) -> list[Press]:
    """Plan about 220 presses, no two closer than 1.5 ms, at every phase; return (us, button)."""
    chance = random.Random(name)
    at = rig.machine.now_us + 20_000
    planned = []
    for k in range(220):
        planned.append((at + chance.randrange(0, 8000) / 8, k % 18))
        rig.press(k % 18, planned[-1][0], 2)
        at += 2500
    return planned


def bouncing(rig: Rig, name: str) -> list[list[Press]]:
    """Plan rounds in which all six seats press one button each, GAP_US apart in any order, bouncing for 5 ms."""
    chance = random.Random(name)
    at = rig.machine.now_us + 20_000
    rounds = []
    for _ in range(ROUNDS):
        pods = list(range(6))
        chance.shuffle(pods)
        presses = []
        for k, pod in enumerate(pods):
            button = 3 * pod + chance.randrange(3)
            bounce = tuple(chance.randrange(20, 900) for _ in range(10))
            presses.append((at + chance.random() * 5 + k * (GAP_US + 5), button))
            rig.press(button, presses[-1][0], 60, bounce)
        rounds.append(presses)
        at += ROUND_US + chance.randrange(0, 20_000)
    return rounds


def pairs(rig: Rig, name: str) -> list[Pair]:
    """Plan pairs of presses on two pods, bouncing, every gap of GAPS_US several times; return (gap, first, second)."""
    chance = random.Random(name)
    at = rig.machine.now_us + 20_000
    gaps = list(GAPS_US) * PAIRS
    chance.shuffle(gaps)
    planned = []
    for k in range(0, len(gaps), 3):  # three pairs a round, of six pods
        pods = list(range(6))
        chance.shuffle(pods)
        for j, gap in enumerate(gaps[k : k + 3]):
            begin = at + 30_000 * j + chance.random() * 5
            both = []
            for pod, us in ((pods[2 * j], begin), (pods[2 * j + 1], begin + gap)):
                bounce = tuple(chance.randrange(20, 500) for _ in range(6))
                both.append((us, 3 * pod + chance.randrange(3)))
                rig.press(both[-1][1], us, 30, bounce)
            planned.append((gap, both[0], both[1]))
        at += 150_000 + chance.randrange(0, 10_000)
    return planned


def stamped(rig: Rig, name: str) -> list[tuple[int, int]]:
    """Return the (stamp, button) the Pico found, in the order in which it told them."""
    return [(int(words[2]), int(words[1])) for words in rig.lines() if words[0] == f"press.{name}"]


def judge_spread(rig: Rig, name: str, planned: list[Press]) -> dict[str, float]:
    """Compare stamps with presses, one to one."""
    late = []
    missed = 0
    found: dict[int, list[int]] = defaultdict(list)
    for stamp, button in stamped(rig, name):
        found[button].append(stamp)
    for us, button in planned:
        hits = [stamp for stamp in found[button] if -1 < stamp - us < 2000]
        missed += len(hits) != 1
        late += [stamp - us for stamp in hits]
    return {
        f"stamp.{name}.min": min(late),
        f"stamp.{name}.median": sorted(late)[len(late) // 2],
        f"stamp.{name}.max": max(late),
        f"stamp.{name}.missed_or_doubled": missed + len(stamped(rig, name)) - len(planned),
    }


def judge_bouncing(rig: Rig, name: str, rounds: list[list[Press]]) -> dict[str, float]:
    """Compare the order and the number of presses with what was done."""
    told = stamped(rig, name)
    lost = doubled = swapped = 0
    worst = 0.0
    for presses in rounds:
        start = presses[0][0]
        mine = [(stamp, button) for stamp, button in told if -10 < stamp - start < ROUND_US - 10]
        for us, button in presses:
            hits = [stamp for stamp, which in mine if which == button]
            lost += not hits
            doubled += len(hits) > 1
            if hits:
                worst = max(worst, hits[0] - us)
        swapped += [button for _, button in mine] != [button for _, button in presses]
    return {
        f"{name}.lost": lost,
        f"{name}.doubled": doubled,
        f"{name}.swapped": swapped,
        f"{name}.stamp_max": worst,
    }


def judge_pairs(rig: Rig, name: str, planned: list[Pair]) -> dict[str, float]:
    """Say how far the stamps' gaps are from the real ones, and which pairs are told in the wrong order."""
    told = stamped(rig, name)
    wrong = unsure = 0
    off = [0.0]
    for gap, *both in planned:
        first, second = (
            next(stamp for stamp, which in told if which == button and -1 < stamp - us < 1000) for us, button in both
        )
        off.append(abs(second - first - gap))
        told_apart = abs(second - first) >= SIMULTANEOUS_US
        wrong += told_apart and second < first
        unsure += gap >= GAP_US and not told_apart
    return {f"{name}.gap_off_max": max(off), f"{name}.wrong_order": wrong, f"{name}.called_simultaneous": unsure}


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
    plans: dict[str, list[Press]] = {}
    rounds: dict[str, list[list[Press]]] = {}
    twos: dict[str, list[Pair]] = {}
    for name in ("idle", "drawing"):
        rig.run_until(f"start.{name}", 8)
        plans[name] = spread(rig, name)
    for name in ("bouncing", "bouncing_idle"):
        rig.run_until(f"start.{name}", 8)
        rounds[name] = bouncing(rig, name)
    for name in ("pairs", "pairs_idle"):
        rig.run_until(f"start.{name}", 8)
        twos[name] = pairs(rig, name)
    rig.run_until("DONE", 8)
    figures: dict[str, float] = {}
    for words in rig.lines():
        if len(words) == 2 and not words[0].startswith(("start.", "end.", "reveal.at", "reveal.call")):
            figures[words[0]] = int(words[1])
    for name, planned in plans.items():
        figures.update(judge_spread(rig, name, planned))
    for name, presses in rounds.items():
        figures.update(judge_bouncing(rig, name, presses))
    for name, both in twos.items():
        figures.update(judge_pairs(rig, name, both))
    called = next(int(words[1]) for words in rig.lines() if words[0] == "reveal.call")
    figures.update(judge_glass(rig, called))
    return figures
