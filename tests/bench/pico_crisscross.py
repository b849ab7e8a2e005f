"""Criss Cross on the emulated Pico, for pico.py.

Six sheets scored by the rules alone; then the app with six pods: a step of a placement, an entry, memory.
"""

from tests.bench.pico_rig import STACK_BYTES, AppRig, Figures, Row

_CALL = 25_000

ROWS = (
    Row("Criss Cross: a step of a placement, press to glass", "crisscross.step", "us", 5_000),
    Row("... bus time of it", "crisscross.step.bus", "us", 5_000),
    Row("... an entry, press to glass", "crisscross.entry", "us", None),
    Row("... six advanced sheets scored", "crisscross.scores", "us", _CALL),
    Row("... with places", "crisscross.ranking", "us", _CALL),
    Row("... the slowest call of the rules", "crisscross.slowest", "us", _CALL),
    Row("... packed state", "crisscross.packed", "bytes", 96),
    Row("... heap free in a game of six", "crisscross.heap", "KB free", 140),
    Row("... stack used", "crisscross.stack", "bytes", STACK_BYTES),
)
_BYTE_US = 22.5  # with its acknowledge, at 400 kHz


def measure() -> dict[str, float]:
    """Return the figures."""
    return rules() | app()


def rules() -> dict[str, float]:
    """Return the figures of the rules alone."""
    values = Figures("pico_crisscross_parts.py", timing=True).run("DONE", 240)
    return {f"crisscross.{name}": values[f"rules.{name}"] for name in ("scores", "ranking", "slowest", "packed")}


def app() -> dict[str, float]:
    """Return the figures of the app with six pods."""
    rig = AppRig(6, {"roll_ms": 0, "auto_ms": 0})
    try:
        rig.start()
        begin(rig)
        rig.wait(0.5)
        rig.board.press(0, "C", 25)
        rig.says("C enter", 5)
        values = _steps(rig)
        rig.settle()
        values["crisscross.entry"] = rig.glass_us(1, "C", 0.4)
        values["crisscross.heap"] = rig.heap_kb()
        values["crisscross.stack"] = rig.stack_bytes()
        return values
    finally:
        rig.close()


def begin(rig: AppRig) -> None:
    """From the menu to the first roll of six, which pod 1 may ask for."""
    rig.sit_down("Criss Cross", 6)
    for pod in range(6):
        rig.says("C take", pod)
        rig.board.press(pod, "C", 25)
    rig.says("C roll", 0)


def _steps(rig: AppRig) -> dict[str, float]:
    """Step through the placements of a pod; return what the longest step took, and its time on the bus."""
    bus = rig.board.parts.bus
    longest = busy = 0.0
    for button in "AAABAABAAAAAAB":
        rig.settle()
        before = bus.bytes + bus.transfers
        took = rig.glass_us(1, button, 0.022)
        busy = max(busy, (bus.bytes + bus.transfers - before) * _BYTE_US)
        longest = max(longest, took)
    return {"crisscross.step": longest, "crisscross.step.bus": busy}
