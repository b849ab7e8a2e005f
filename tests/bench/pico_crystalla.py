"""Crystalla on the emulated Pico, for pico.py.

The rules alone with the invented cards, at the last position of each phase of a random game; then the app with four
pods in a game without cards: a step of the cursor, a piece dropped, memory.
"""

from onthree.rules import crystalla
from onthree.rules.crystalla_text import PHASES
from onthree_host import cards
from tests.bench.pico_rig import STACK_BYTES, AppRig, Figures, Row
from tests.both.playing import Dice, choose, do

_PLAYERS = 4
_STEP = 5_000
_CALL = 25_000

ROWS = (
    Row("Crystalla: a step of the cursor, press to glass", "crystalla.step", "us", _STEP),
    Row("... a piece dropped, press to the last glass", "crystalla.drop", "us", None),
    Row("... the slowest call of the rules", "crystalla.slowest", "us", _CALL),
    Row("... packed state, with cards", "crystalla.packed", "bytes", 320),
    Row("... heap free while four walk", "crystalla.heap", "KB free", 140),
    Row("... stack used", "crystalla.stack", "bytes", STACK_BYTES),
)


def measure() -> dict[str, float]:
    """Return the figures."""
    return rules() | app()


def rules() -> dict[str, float]:
    """Return the figures of the rules alone."""
    data = cards.parse(cards.example("crystalla"))
    texts = positions(cards.keep(data))
    first = f"DECK = {cards.compile(data).hex()!r}\nPOSITIONS = {texts!r}\n"
    values = Figures("pico_crystalla_parts.py", first, timing=True).run("DONE", 240)
    return {"crystalla.slowest": values["rules.slowest"], "crystalla.packed": values["rules.packed"]}


def positions(name: str) -> list[str]:
    """Play a random game of four with the cards `name`; return the last position of each phase, as text."""
    state = crystalla.new(_PLAYERS, {"cards": name})
    dice = Dice(4)
    found = {}
    while PHASES[state.phase] != "end":
        found[state.phase] = state.position()
        do(state, *choose(state, dice))
    return [*found.values(), state.position()]


def app() -> dict[str, float]:
    """Return the figures of the app with four pods."""
    rig = AppRig(6, {"roll_ms": 0, "auto_ms": 0})
    try:
        rig.start()
        walker = _first_walk(rig)
        values = {"crystalla.heap": rig.heap_kb()}
        values["crystalla.step"] = rig.longest_step_us(walker, "AAAB")
        rig.wait(0.8)
        values["crystalla.drop"] = _drop_us(rig, walker)
        values["crystalla.stack"] = rig.stack_bytes()
        return values
    finally:
        rig.close()


def _first_walk(rig: AppRig) -> int:
    """From the menu to the first walk; return the pod of who walks."""
    rig.sit_down("Crystalla", _PLAYERS)
    rig.says("Start cards")
    for _ in range(_PLAYERS):
        rig.wait(0.5)
        rig.board.press(_asked(rig, "C enter"), "C", 25)
    rig.says("Round 1/9")
    rig.wait(0.5)
    walker = _asked(rig, "C take")
    rig.board.press(walker, "C", 25)
    rig.says("C drop", walker)
    rig.wait(0.5)
    return walker


def _asked(rig: AppRig, text: str) -> int:
    return next(pod for pod in range(_PLAYERS) if text in rig.board.pod(pod).words())


def _drop_us(rig: AppRig, walker: int) -> int:
    """Drop the piece on offer; return after how long the last display shows it."""
    board = rig.board
    pressed = board.press(walker, "C", 25, board.now_us + 1000)
    rig.wait(0.8)
    last = pressed
    for panel in [board.hub, *(board.pod(pod) for pod in range(_PLAYERS))]:
        last = max([last, *(us for us, _ in panel.history(pressed) if us > pressed)])
    return last - pressed
