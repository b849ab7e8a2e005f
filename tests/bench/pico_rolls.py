"""Rolls on the emulated Pico, for pico.py: from the press to what the glasses show, six pods, no animation.

Criss Cross and the tool for dice, the middle of several rolls, because what falls changes how much is sent. And how
long the table takes to go on with a tool after a power cut when its log is long: the log is made on the virtual board,
so that it costs the emulator nothing.
"""

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from onthree_host.boards.glass import Glass
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.bench.pico_crisscross import begin
from tests.bench.pico_rig import AppRig, Row
from tests.board.crowd import Desk
from tests.board.users import Users

_ROLLS = 200  # in the long log
_TEN_MS = 10_000
_ROUNDS = 3  # of Criss Cross
_THROWS = 9  # of two dice

ROWS = (
    Row("a roll of Criss Cross, press to both symbols on the hub", "rolls.crisscross", "us", _TEN_MS),
    Row("... on the last of six pods", "rolls.crisscross.pods", "us", _TEN_MS),
    Row("... the last change of a pod, with its first offer", "rolls.crisscross.whole", "us", None),
    Row("two dice of six, press to faces and sum on the hub", "rolls.dice", "us", _TEN_MS),
    Row("... on the last of six pods", "rolls.dice.pods", "us", _TEN_MS),
    Row("... the last change of a pod", "rolls.dice.whole", "us", None),
    Row(f"a tool goes on after a power cut, {_ROLLS} rolls in the log", "rolls.resume", "ms", None),
)


def measure() -> dict[str, float]:
    """Return the figures."""
    return rolls() | resume()


def rolls() -> dict[str, float]:
    """Return how long a roll takes to the glasses."""
    rig = AppRig(6, {"roll_ms": 0, "auto_ms": 0})
    try:
        rig.start()
        begin(rig)
        rounds = [round_of(rig, number) for number in range(_ROUNDS)]
        rig.board.hub_press("B", 1500)
        rig.says("Stop")
        rig.wait(1.6)
        rig.board.hub_press("A", 25)
        rig.sit_down("Dice", 6)
        rig.says("C roll", 5)
        press(rig, 0)
        return _middle(rounds) | _middle([dice(rig, number % 6) for number in range(_THROWS)])
    finally:
        rig.close()


def _middle(samples: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median_low([sample[name] for sample in samples]) for name in samples[0]}


def press(rig: AppRig, pod: int) -> tuple[int, list[str]]:
    """Let a pod roll; return when it was pressed, and what fell by the log."""
    rig.wait(0.8)
    known = len(_draws(rig))
    pressed = rig.board.press(pod, "C", 25, rig.board.now_us + 1000)
    rig.until(lambda: len(_draws(rig)) > known, 5)
    rig.wait(0.3)
    return pressed, _draws(rig)[-1].split()


def _draws(rig: AppRig) -> list[str]:
    return [str(record["x"]) for record in rig.records if record["k"] == "draw"]


def round_of(rig: AppRig, number: int) -> dict[str, float]:
    """Let the next seat roll and all enter the first placement on offer; return how long the roll took."""
    rig.says("C roll", number)
    values = crisscross(rig, number)
    for pod in range(6):
        rig.board.press(pod, "C", 25)
        rig.wait(0.3)
    return values


def crisscross(rig: AppRig, pod: int) -> dict[str, float]:
    """Roll, and look for both symbols 16 pixels square beside each other, anywhere: 20 columns from one to the next."""
    from tests.device.test_symbols import table

    large = table("LARGE")
    pressed, (roll,) = press(rig, pod)
    one, two = (large[32 * "ABCDEF".index(letter) :][:32] for letter in roll)
    rows = [one[16 * half :][:16] + bytes(4) + two[16 * half :][:16] for half in (0, 1)]

    def on(glass: Glass) -> bool:
        lines = [glass.data[128 * page :][:128] for page in range(8)]
        return any(lines[page].find(rows[0]) >= 0 and lines[page + 1].find(rows[1]) >= 0 for page in range(7))

    return _shown(rig, pressed, "rolls.crisscross", on)


def dice(rig: AppRig, pod: int) -> dict[str, float]:
    """Roll two dice, and look for their faces and the sum in words."""
    pressed, faces = press(rig, pod)
    texts = " ".join(faces), f"= {sum(map(int, faces))}"
    return _shown(rig, pressed, "rolls.dice", lambda glass: all(text in glass.words() for text in texts))


def _shown(rig: AppRig, pressed: int, what: str, on: Callable[[Glass], bool]) -> dict[str, float]:
    """Return how long after the press the hub and the last pod had it on the glass, and the pods were done."""
    pods = [rig.board.pod(pod).history(pressed)[1:] for pod in range(6)]
    shown = [next(us for us, glass in pictures if on(glass)) for pictures in pods]
    return {
        what: next(us for us, glass in rig.board.hub.history(pressed)[1:] if on(glass)) - pressed,
        what + ".pods": max(shown) - pressed,
        what + ".whole": max(pictures[-1][0] for pictures in pods) - pressed,
    }


def long_log(rolls: int) -> dict[str, bytes]:
    """Return the journal of a tool under way in which so often 2 dice were rolled; by name as on the Pico."""
    with tempfile.TemporaryDirectory() as folder, UnixBoard(start=False) as board:
        board.flash.put("settings", b"roll_ms=0\nauto_ms=0\n")
        with Store.open(Path(folder) / "log.db") as store:
            board.power_on()
            board.run_for(0.6)
            users = Users(Desk(board, store), range(6))
            users.open("Dice")
            for i in range(rolls):
                users.tap(i % 6, "C")
                board.run_for(0.3)
            board.power_off()
        return {f"journal/{name}": data for name, data in board.flash.files().items()}


def resume() -> dict[str, float]:
    """Return how long after power-on the hub says that the tool goes on."""
    with PicoBoard(files=long_log(_ROLLS), start=False) as board:
        on = board.now_us
        board.power_on()
        board.run_until_text(board.hub, "goes on", 60_000_000)
        if board.machine.resets:
            raise RuntimeError("the watchdog bit")
        return {"rolls.resume": (board.now_us - on) / 1000}
