"""Crossing Heroes with the invented cards on the emulated Pico, for pico.py.

The rules alone, at the last position of each phase of a random game for five; then the app with five pods: steps of the
cursor, memory.
"""

from onthree.rules import heroes
from onthree.rules.game import TERMINAL
from onthree_host import cards
from tests.bench.pico_rig import STACK_BYTES, AppRig, Figures, Row
from tests.both.playing import Dice, choose

_PLAYERS = 5
_CALL = 25_000

ROWS = (
    Row("Crossing Heroes with cards: the next Skill, press to glass", "heroes.skill", "us", 5_000),
    Row("... the next edge", "heroes.edge", "us", None),
    Row("... the next Trial, a picture of its own", "heroes.trial", "us", None),
    Row("... the slowest call of the rules", "heroes.slowest", "us", _CALL),
    Row("... a text read, which no device does", "heroes.from_position", "us", _CALL),
    Row("... packed state", "heroes.packed", "bytes", 320),
    Row("... heap free in a game of five", "heroes.heap", "KB free", 140),
    Row("... stack used", "heroes.stack", "bytes", STACK_BYTES),
)


def measure() -> dict[str, float]:
    """Return the figures."""
    return rules() | app()


def rules() -> dict[str, float]:
    """Return the figures of the rules alone."""
    data = cards.parse(cards.example("heroes"))
    texts = positions(cards.keep(data))
    first = f"DECK = {cards.compile(data).hex()!r}\nPOSITIONS = {texts!r}\n"
    values = Figures("pico_heroes_parts.py", first, timing=True).run("DONE", 240)
    return {f"heroes.{name}": values[f"rules.{name}"] for name in ("slowest", "from_position", "packed")}


def positions(name: str) -> list[str]:
    """Play a random game of five with the cards `name`; return the last position of each phase, as text."""
    state = heroes.new(_PLAYERS, {"cards": name})
    dice = Dice(5)
    found = {}
    while state.current() != TERMINAL:
        found[state.phase] = state.position()
        state.apply(choose(state, dice)[1])
    return [*found.values(), state.position()]


def app() -> dict[str, float]:
    """Return the figures of the app with five pods and the cards in its flash."""
    deck = cards.compile(cards.parse(cards.example("heroes")))
    rig = AppRig(_PLAYERS, {"auto_ms": 0}, files={"journal/heroes.cards": deck})
    try:
        rig.start()
        rig.sit_down("Crossing Heroes", _PLAYERS)
        rig.says("Which Trial?")
        rig.wait(2)  # what was dealt is on its way
        pod = next(pod for pod in range(_PLAYERS) if "C ok" in rig.board.pod(pod).words())
        values = {"heroes.heap": rig.heap_kb(), "heroes.trial": rig.longest_step_us(pod, "A")}
        while "no Skill" in rig.board.pod(pod).words():
            rig.board.press(pod, "A", 25)
            rig.wait(0.4)
        for words in ("Take a Skill", "Skill: where?"):
            while words not in rig.board.hub.words():
                rig.board.press(pod, "C", 25)
                rig.wait(0.6)
            values["heroes.skill" if "Take" in words else "heroes.edge"] = rig.longest_step_us(pod, "AB")
        values["heroes.stack"] = rig.stack_bytes()
        return values
    finally:
        rig.close()
