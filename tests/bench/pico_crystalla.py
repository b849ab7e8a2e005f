"""Crystalla on the emulated Pico, beside its budgets: `python -m tests.bench.pico_crystalla`.

The app with four pods in a game without cards: a step of the cursor, a piece dropped, memory in the game and at the
score pads. See pico.py for what such figures are worth.
"""

import sys
from collections.abc import Callable

from tests.bench.pico_rig import AppRig
from tests.bench.table import Table, number

# What, which figure, unit, at most (for KB free: at least).
ROWS: tuple[tuple[str, str, str, float | None], ...] = (
    ("heap free at the menu", "heap.menu", "KB free", 140),
    ("heap free while four walk", "heap.walk", "KB free", 140),
    ("a step of the cursor, press to glass", "step", "us", None),
    ("a piece dropped, press to the last glass", "drop", "us", None),
)
_PLAYERS = 4


def measure() -> dict[str, float]:
    """Return the figures."""
    rig = AppRig(6, {"roll_ms": 0, "auto_ms": 0})
    try:
        rig.start()
        _says(rig, "C open")
        values = {"heap.menu": _free(rig)}
        walker = _sit_down(rig)
        _walk(rig, walker, values)
        return values
    finally:
        rig.close()


def _after(rig: AppRig, seconds: float) -> Callable[[], bool]:
    end = rig.board.now_us + round(seconds * 1e6)
    return lambda: rig.board.now_us >= end


def _says(rig: AppRig, text: str, pod: int = -1) -> None:
    panel = rig.board.hub if pod < 0 else rig.board.pod(pod)
    rig.until(lambda: text in panel.words(), 20)
    rig.until(_after(rig, 0.15), 1)


def _last_change(rig: AppRig, pod: int, pressed: int, seconds: float) -> float:
    rig.until(_after(rig, seconds), 5)
    return max(us for us, _ in rig.board.pod(pod).history(pressed)) - pressed


def _free(rig: AppRig) -> float:
    return int(str(rig.ask_status()["heap"])) / 1024


def _sit_down(rig: AppRig) -> int:
    """From the menu to the first walk; return the pod of who walks."""
    board = rig.board
    while "Crystalla" not in board.hub.words():
        board.hub_press("A", 25)
        rig.until(_after(rig, 0.3), 2)
    board.hub_press("C", 25)
    _says(rig, "C go on")
    board.hub_press("C", 25)
    _says(rig, "nobody yet")
    for pod in range(_PLAYERS):
        board.press(pod, "A", 25)
        _says(rig, "You are in", pod)
    board.hub_press("C", 25)
    _says(rig, "Start cards")
    for _ in range(_PLAYERS):
        rig.until(_after(rig, 0.5), 2)
        board.press(_asked(rig, "C enter"), "C", 25)
    _says(rig, "Round 1/9")
    rig.until(_after(rig, 0.5), 2)
    walker = _asked(rig, "C take")
    board.press(walker, "C", 25)
    _says(rig, "C drop", walker)
    return walker


def _asked(rig: AppRig, text: str) -> int:
    return next(pod for pod in range(_PLAYERS) if text in rig.board.pod(pod).words())


def _walk(rig: AppRig, walker: int, values: dict[str, float]) -> None:
    board = rig.board
    rig.until(_after(rig, 0.5), 2)
    values["heap.walk"] = _free(rig)
    longest = 0.0
    for button in "AAA":
        rig.until(_after(rig, 0.3), 2)
        longest = max(longest, _last_change(rig, walker, board.press(walker, button, 25, board.now_us + 1000), 0.2))
    values["step"] = longest
    rig.until(_after(rig, 0.3), 2)
    pressed = board.press(walker, "C", 25, board.now_us + 1000)
    rig.until(_after(rig, 0.8), 2)
    last = 0
    for panel in [board.hub, *(board.pod(pod) for pod in range(_PLAYERS))]:
        last = max([last, *(us for us, _ in panel.history(pressed) if us > pressed)])
    values["drop"] = last - pressed


def main(arguments: list[str]) -> int:
    """Measure and print; return 1 if anything is over its budget."""
    values = measure()
    table = Table("Crystalla on the emulated Pico", "at most")
    over = 0
    for what, key, unit, most in ROWS:
        value = values[key]
        table.add(what, f"{number(value)} {unit}", number(most) if most else "")
        over += most is not None and (value < most if unit == "KB free" else value > most)
    table.print()
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
