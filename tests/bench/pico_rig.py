"""What the benchmarks on the emulated Pico share: run a small program for its figures, or the app, watched."""

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.bots import Bots
from onthree_host.boards.pico import PicoBoard
from onthree_host.errors import LinkLost
from onthree_host.link import Answer
from onthree_host.recorder import Recorder
from onthree_host.store import Store

HERE = Path(__file__).parent
_STACK = slice(0x40000, 0x42000)  # of the chip's RAM; zero until it is used for the first time
_SILENT_S = 0.5  # in which a step is measured
STACK_BYTES = 7424  # at most: MicroPython's limit is 7,936, and an interrupt on top of it has 256 more


class Row(NamedTuple):
    """A line of the table: which figure, how much it may be, and what is known of others."""

    what: str
    key: str
    unit: str  # us, ms, bytes, KB free, or nothing for a count
    most: float | None  # in the figure's own unit; for KB free the least
    peers: str = ""

    def misses(self, value: float) -> bool:
        """Return whether a value is over the budget."""
        if self.most is None:
            return False
        return value < self.most if self.unit == "KB free" else value > self.most


class Figures:
    """A program on the Pico that prints `name value` lines and `DONE`; `values` grows as it runs.

    The device's modules are there to import. `first` is put before the program, and with `timing` pico_timed.py, too.
    `board` is the whole table: press, stall, look, with exact times.
    """

    def __init__(self, program: str, first: str = "", *, timing: bool = False) -> None:
        names = ["pico_timed.py"] * timing + [program]
        self.board = PicoBoard(main=first + "".join((HERE / name).read_text(encoding="utf-8") for name in names))
        self.port = self.board.port
        self.values: dict[str, float] = {}
        self.said: list[str] = []
        self._rest = b""

    def run(self, until: str = "DONE", limit_s: float = 30.0) -> dict[str, float]:
        """Let time pass until the program prints the line `until`; return all figures so far."""
        end = self.board.now_us + round(limit_s * 1e6)
        while until not in self.said:
            if self.board.now_us >= end or "Traceback" in "".join(self.said[-30:]):
                raise RuntimeError(f"no {until!r} from the Pico: " + "\n".join(self.said[-30:]))
            self.board.step(min(end, self.board.now_us + 20_000))
            self._read()
        return self.values

    def _read(self) -> None:
        *lines, self._rest = (self._rest + self.port.read(self.port.in_waiting)).split(b"\n")
        for line in lines:
            text = line.decode("ascii", "replace").strip()
            self.said.append(text)
            name, _, value = text.partition(" ")
            try:
                self.values[name] = float(value)
            except ValueError:
                continue


class AppRig:
    """The real app with stop watches around it (pico_app.py), bots at the pods and a PC on the line."""

    def __init__(
        self, pods: int, settings: dict[str, int], seed: int = 1, files: dict[str, bytes] | None = None
    ) -> None:
        """Put it together; `files` are in its flash beside the settings."""
        random.seed(seed)  # the PC's pings have random numbers, and to read one takes as long as its digits make it
        text = "".join(f"{name}={value}\n" for name, value in settings.items())
        main = (HERE / "pico_app.py").read_text(encoding="utf-8")
        there = {"journal/settings": text.encode(), **(files or {})}
        self.board = PicoBoard(main=main, files=there, pods=pods, seed=seed, start=False)
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store.open(Path(self.folder.name) / "bench.db")
        self.bots = Bots(self.board, range(pods), seed=seed, hurry=True)
        self.records: list[dict[str, object]] = []
        self.moved_us: list[int] = []  # when a joint move came over the line
        self.status: dict[str, object] = {}

    def start(self) -> None:
        """Power on and open the port."""
        self.board.power_on()
        port = self.board.port
        port.timeout = 0.02
        self.recorder = Recorder(port, self.store)

    def poll(self) -> None:
        """Read what has come."""
        for event in self.recorder.poll(self.board.now_us / 1e6):
            if isinstance(event, Answer) and event.kind == "status":
                self.status = event.members
            members = getattr(event, "members", None)
            if members and "seq" in members:
                self.records.append(members)
                if members["k"] == "move":
                    self.moved_us.append(self.board.now_us)

    def wait(self, seconds: float) -> None:
        """Let time pass, the PC reading."""
        end = self.board.now_us + round(seconds * 1e6)
        self.until(lambda: self.board.now_us >= end, seconds + 1)

    def says(self, text: str, pod: int = -1) -> None:
        """Wait until a pod, or the hub (-1), says `text`, and a moment longer."""
        panel = self.board.hub if pod < 0 else self.board.pod(pod)
        self.until(lambda: text in panel.words(), 20)
        self.wait(0.15)

    def sit_down(self, game: str, players: int) -> None:
        """From the menu to the game's first question, with its options as they are and the first pods."""
        board = self.board
        self.says("C open")
        while game not in board.hub.words():
            board.hub_press("A", 25)
            self.wait(0.3)
        board.hub_press("C", 25)
        self.says("C go on")
        board.hub_press("C", 25)
        self.says("nobody yet")
        for pod in range(players):
            board.press(pod, "A", 25)
            self.says("You are in", pod)
        board.hub_press("C", 25)

    def glass_us(self, pod: int, button: str, seconds: float = 0.2) -> int:
        """Press a button of a pod; return after how long the last of what it changes there is on its glass, or 0."""
        panel = self.board.pod(pod)
        pressed = self.board.press(pod, button, 25, self.board.now_us + 1000)
        self.wait(seconds)
        return max([pressed, *(us for us, _ in panel.history(pressed))]) - pressed

    def longest_step_us(self, pod: int, buttons: str) -> int:
        """Return the longest time from one of these presses to the pod's glass; by then the heap has been swept."""
        longest = 0
        for button in buttons:
            self.settle()
            longest = max(longest, self.glass_us(pod, button))
        return longest

    def settle(self) -> None:
        """Wait until the heap has been swept, and a display just asked whether it is there: the next is in 143 ms.

        A press in the midst of that takes a quarter of a millisecond longer, and would do so by chance. With the PC's
        question whether anybody is there, which comes after a silence, it is 3 ms.
        """
        self.wait(0.8)
        left = self.recorder.link.asks_in(self.board.now_us / 1e6)
        if left < _SILENT_S:
            self.wait(left + 0.1)
        bus = self.board.parts.bus
        before = bus.transfers
        self.until(lambda: bus.transfers > before, 1)

    def until(self, condition: Callable[[], object], seconds: float) -> None:
        """Let time pass, the PC reading, until `condition()`."""
        end = self.board.now_us + round(seconds * 1e6)
        while not condition():
            if self.board.now_us >= end:
                raise RuntimeError(f"it did not happen in {seconds} s: {self.board.describe()}")
            try:
                self.poll()
            except LinkLost:
                raise RuntimeError(f"the Pico restarted: {self.board.console[-1500:]}")

    def ask_status(self) -> dict[str, object]:
        """Return the answer to a status message."""
        self.status = {}
        self.board.port.write(frame(message(FROM_PC, "status")))
        self.until(lambda: self.status, 10)
        return self.status

    def heap_kb(self) -> float:
        """Return how much of the heap is free, in KB."""
        return int(str(self.ask_status()["heap"])) / 1024

    def stack_bytes(self) -> int:
        """Return how much of the stack has been used at most since power-on."""
        return len(self.board.machine.chip.sram()[_STACK].lstrip(b"\0"))

    def leave(self) -> list[str]:
        """End the app by the `repl` message; return what it printed afterwards, line by line."""
        self.bots.stop()
        port = self.board.port
        port.write(frame(message(FROM_PC, "repl")))
        said = b""
        end = self.board.now_us + 20_000_000
        while not said.endswith(b">>> ") and self.board.now_us < end:
            said += port.read(256)
        return [line.strip() for line in said.decode("ascii", "replace").split("\n")]

    def close(self) -> None:
        """Put everything away."""
        self.board.close()
        self.store.close()
        self.folder.cleanup()
