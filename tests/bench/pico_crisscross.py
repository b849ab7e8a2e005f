"""Criss Cross on the emulated Pico, beside its budgets: `python -m tests.bench.pico_crisscross`.

Six sheets scored by the rules alone; then the app with six pods: a step of a placement, a roll without animation, an
entry, memory. See pico.py for what such figures are worth.
"""

import sys
from collections.abc import Callable

from tests.bench.pico_rig import AppRig, Figures
from tests.bench.table import Table, number

# What, which figure, unit, at most (for KB free: at least).
ROWS: tuple[tuple[str, str, str, float | None], ...] = (
    ("six advanced sheets scored", "rules.scores", "us", 25_000),
    ("... with places", "rules.ranking", "us", 25_000),
    ("a sheet's points line by line", "rules.breakdown", "us", 25_000),
    ("the placements of a sheet, round 1", "rules.legal_actions", "us", 25_000),
    ("a roll drawn", "rules.deal", "us", 25_000),
    ("a placement entered", "rules.play", "us", 25_000),
    ("... taken back", "rules.undo", "us", None),
    ("... sealed for the log", "rules.seal", "us", 25_000),
    ("a packed position read", "rules.unpack", "us", 25_000),
    ("packed state", "rules.packed", "bytes", 96),
    ("a step of a placement, press to glass", "app.step", "us", None),
    ("... bus time of it", "app.step.bus", "us", 5_000),
    ("a roll, press to hub", "app.roll", "us", 10_000),
    ("... press to the last of six pods", "app.roll.pods", "us", None),
    ("an entry, press to glass", "app.entry", "us", None),
    ("heap free in a game of six", "app.heap", "KB free", 140),
)
_BYTE_US = 22.5  # with its acknowledge, at 400 kHz


def rules() -> dict[str, float]:
    """Return the figures of the rules alone."""
    return Figures("pico_crisscross_parts.py").run("DONE", 240)


def app() -> dict[str, float]:
    """Return the figures of the app with six pods."""
    rig = AppRig(6, {"roll_ms": 0, "auto_ms": 0})
    try:
        rig.start()
        _sit_down(rig)
        values = _roll(rig)
        values.update(_steps(rig))
        values["app.entry"] = _last_change(rig, 1, rig.board.press(1, "C", 25, rig.board.now_us + 1000), 0.4)
        values["app.heap"] = int(str(rig.ask_status()["heap"])) / 1024
        return values
    finally:
        rig.close()


def _says(rig: AppRig, text: str, pod: int = -1) -> None:
    panel = rig.board.hub if pod < 0 else rig.board.pod(pod)
    rig.until(lambda: text in panel.words(), 20)
    rig.until(_after(rig, 0.15), 1)


def _after(rig: AppRig, seconds: float) -> Callable[[], bool]:
    end = rig.board.now_us + round(seconds * 1e6)
    return lambda: rig.board.now_us >= end


def _sit_down(rig: AppRig) -> None:
    """From power-on to the first roll."""
    board = rig.board
    _says(rig, "C open")
    board.hub_press("A", 25)
    _says(rig, "Criss Cross")
    board.hub_press("C", 25)
    _says(rig, "C go on")
    board.hub_press("C", 25)
    _says(rig, "nobody yet")
    for pod in range(6):
        board.press(pod, "A", 25)
        _says(rig, "You are in", pod)
    board.hub_press("C", 25)
    for pod in range(6):
        _says(rig, "C take", pod)
        board.press(pod, "C", 25)
    _says(rig, "C roll", 0)


def _last_change(rig: AppRig, pod: int, pressed: int, seconds: float) -> float:
    rig.until(_after(rig, seconds), 5)
    return max(us for us, _ in rig.board.pod(pod).history(pressed)) - pressed


def _roll(rig: AppRig) -> dict[str, float]:
    board = rig.board
    rig.until(_after(rig, 0.5), 2)
    pressed = board.press(0, "C", 25, board.now_us + 1000)
    _says(rig, "C enter", 5)
    hub = [us for us, _ in board.hub.history(pressed)][1:]
    first = next(us for us, after in zip(hub, [*hub[1:], 1 << 60], strict=True) if after - us > 5_000)
    pods = [next(us for us, glass in board.pod(pod).history(pressed) if "C enter" in glass.words()) for pod in range(6)]
    return {"app.roll": first - pressed, "app.roll.pods": max(pods) - pressed}


def _steps(rig: AppRig) -> dict[str, float]:
    board = rig.board
    longest = bus = 0.0
    for button in "AAABAABAAAAAAB":
        rig.until(_after(rig, 0.3), 2)
        before = board.parts.bus.bytes + board.parts.bus.transfers
        pressed = board.press(1, button, 25, board.now_us + 1000)
        board.run_for_us(21_000)
        bus = max(bus, (board.parts.bus.bytes + board.parts.bus.transfers - before) * _BYTE_US)
        longest = max(longest, _last_change(rig, 1, pressed, 0.05))
    return {"app.step": longest, "app.step.bus": bus}


def main(arguments: list[str]) -> int:
    """Measure and print; return 1 if anything is over its budget."""
    values = rules() | app()
    table = Table("Criss Cross on the emulated Pico", "at most")
    over = 0
    for what, key, unit, most in ROWS:
        value = values[key]
        table.add(what, f"{number(value)} {unit}", number(most) if most else "")
        over += most is not None and (value < most if unit == "KB free" else value > most)
    table.print()
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
