"""Many games in a row with random bots, random trouble and random reconnections; then everything is added up.

    make endurance GAMES=500
    make endurance GAMES=5 ARGS="--board pico"

Three fifths of the games are played with power cuts, the rest by the same players without a new start in between,
while the memory is watched: two tables, side by side. What the bots do, what breaks and when is all drawn from the
seed; time is the board's own.
"""

import argparse
import collections
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from onthree.rules import registry
from onthree_host.boards.bots import Bots
from onthree_host.boards.errors import PowerLost
from onthree_host.boards.unix import UnixBoard
from onthree_host.link import Answer, Recorded
from onthree_host.recorder import Recorder
from onthree_host.store import Store
from onthree_host.verify import verify_log

FAST = b"count_ms=20\nauto_ms=1500\nresult_ms=1000\n"
HEAP_MAIN = Path(__file__).parent / "fixtures" / "heap_main.py"
READ_SECONDS = 0.05
RESTART = b"MPY: soft reboot\r\n"  # MicroPython says it between two games, whatever the PC does
GAME_SECONDS = 1800  # simulated; a game that takes longer is stuck
WARM_UP = 10  # games until everything that is loaded once is loaded
LEAK = 4  # bytes a game; a record kept by mistake would be 200


class Marathon:
    """A table at which one game follows the other. `cuts`: whether the power may go."""

    def __init__(self, board, store, seed=1, cuts=True, options=True):
        self.board = board
        self.store = store
        self.rng = random.Random(seed)
        self.cuts = cuts
        self.options = options
        self.count = collections.Counter()  # of everything that happened
        self.memory = []  # (free, largest free block or 0) after each game, since the boot
        self.finished = 0
        self._recorder = None
        self._reconnect_at = 0  # us; while there is no recorder
        self._deaf_until = 0  # us; the PC has the port open and does not read
        self._mend = []  # (us, what to do) to end a trouble
        self._trouble_at = 0
        self._status = None
        self._calm = True
        self._pods = [0]  # where somebody sits
        self._refused = False  # the game that was to begin
        self._lately = collections.deque(maxlen=8)  # troubles

    # -- the PC --------------------------------------------------------------------------------------------
    def _listen(self):
        """Let a little time pass, with or without somebody reading the line."""
        board = self.board
        now = board.now_us
        if not board.powered:
            board.run_for(READ_SECONDS)
        elif self._recorder is None:
            if now >= self._reconnect_at:
                self._connect()
            board.run_for(READ_SECONDS)
        elif now < self._deaf_until:
            board.run_for(READ_SECONDS)
        else:
            if self._deaf_until:
                self._deaf_until = 0
                board.port.resume()
            for event in self._recorder.poll(now / 1e6):
                self._heed(event)

    def _connect(self):
        port = self.board.port
        if not port.is_open:
            port.open()
        port.timeout = READ_SECONDS
        self._recorder = Recorder(port, self.store)
        self.count["connections"] += 1

    def _disconnect(self, seconds):
        if self._recorder is not None:
            if self._deaf_until:
                self._deaf_until = 0
                self.board.port.resume()
            self._recorder.close()
            self._recorder = None
        self._reconnect_at = self.board.now_us + round(seconds * 1e6)

    def _heed(self, event):
        if isinstance(event, Recorded):
            self.count["records heard"] += 1
        elif isinstance(event, Answer) and event.kind == "status":
            self._status = event.members

    # -- trouble -------------------------------------------------------------------------------------------
    def _later(self, least, most, what):
        self._mend.append((self.board.now_us + self.rng.randrange(round(least * 1e6), round(most * 1e6)), what))

    def _make_trouble(self):
        """Begin one random trouble, and arrange for the next."""
        board, rng = self.board, self.rng
        self._trouble_at = board.now_us + rng.randrange(500_000, 25_000_000)
        kinds = ["unplug", "loosen", "hang", "hub", "stick", "stall", "pc", "pc"] + ["power"] * 2 * self.cuts
        kind = rng.choice(kinds)
        self._lately.append((board.now_us, kind))
        pod = rng.randrange(6)
        self.count[kind] += 1
        if kind == "unplug":
            board.unplug(pod)
            self._later(0.05, 6, lambda: board.plug(pod))
        elif kind == "loosen":
            board.loosen(pod, rng.randrange(1, 200))
            self._later(0.5, 3, lambda: board.plug(pod))
        elif kind == "hang":
            board.hang_bus()
            self._later(0.01, 0.3, lambda: board.hang_bus(False))
        elif kind == "hub":
            board.no_hub()
            self._later(0.5, 3, lambda: board.no_hub(False))
        elif kind == "stick":
            # Not where nobody sits: it would join, and then the table would wait for it.
            pod, button = rng.choice(self._pods), rng.choice("ABC")
            board.stick(pod, button)
            self._later(0.1, 8, lambda: board.stick(pod, button, False))
        elif kind == "stall":
            if self._recorder is not None and board.powered:
                board.port.stall()
                self._deaf_until = board.now_us + rng.randrange(500_000, 15_000_000)
        elif kind == "pc":
            self._disconnect(rng.choice([0.05, 1, 10, 60]) * rng.random())
        else:
            self._cut()

    def _cut(self):
        """Let the power go soon: at any request or at a flash operation, whole or torn; on the Pico at once."""
        board, rng = self.board, self.rng
        if not isinstance(board, UnixBoard):
            board.power_off()
            self._after_cut()
        elif rng.random() < 0.5:
            board.kill_at(board.rpcs + rng.randrange(1, 600))
        else:
            board.cut_at_op(rng.randrange(1, 30), torn=rng.random() < 0.5)

    def _after_cut(self):
        self.count["power cuts"] += 1
        self.memory.clear()
        if isinstance(self.board, UnixBoard):
            self.board.kill_at(None)
            self.board.flash.cut_at(None)
        self._recorder = None
        self._deaf_until = 0
        self._reconnect_at = self.board.now_us + self.rng.randrange(0, 5_000_000)
        self._later(0.1, 2, self.board.power_on)

    def _mend_what_is_due(self, all_of_it=False):
        due = [(at, what) for at, what in self._mend if all_of_it or at <= self.board.now_us]
        self._mend = [entry for entry in self._mend if entry not in due]
        for _, what in due:
            what()

    # -- games ---------------------------------------------------------------------------------------------
    def _step(self):
        """Let a little time pass, with whatever happens in it."""
        self._mend_what_is_due()
        if not self._calm and self.board.now_us >= self._trouble_at and self.board.powered:
            self._make_trouble()
        try:
            self._listen()
        except PowerLost:
            self._after_cut()
        self._begin_anew_if_refused()

    def _begin_anew_if_refused(self):
        """Go back to the menu where a press too many chose a distributor whom so few players do not have."""
        if self._says("The distributor is one"):
            self._refused = True
        elif self._refused and self._says("C start"):
            self._refused = False
            self.board.hub_press("B", 45)

    def _until(self, condition, what, seconds=GAME_SECONDS):
        end = self.board.now_us + round(seconds * 1e6)
        while not condition():
            assert self.board.now_us < end, f"{what} did not happen in game {self.finished + 1}; {self._described()}"
            self._step()

    def _described(self):
        return f"pods {self._pods}, {self.board.now_us} us, after {list(self._lately)}; {self.board.describe()}"

    def _says(self, *texts):
        words = self.board.hub.words()
        return any(text in words for text in texts)

    def _settle(self):
        """End all trouble, so that table and PC are as on a quiet evening; note how much memory there is."""
        self._calm = True
        self._mend_what_is_due(all_of_it=True)
        self._deaf_until = min(self._deaf_until, self.board.now_us)
        self._reconnect_at = 0
        if isinstance(self.board, UnixBoard):
            self.board.kill_at(None)
            self.board.flash.cut_at(None)
        self._until(lambda: self._recorder is not None and self._recorder.caught_up, "catching up", 120)
        self._until(lambda: self._says("A more B menu", "C open", "Press your pod"), "the end on the hub", 60)
        self._ask_status()
        while self._status["unread"]:  # the last records are still on their way into the store
            end = self.board.now_us + 300_000
            self._until(lambda end=end: self.board.now_us >= end, "a moment")
            self._ask_status()
        state, _, largest = self._status["state"].partition(" ")
        assert state in ("final", "menu", "join"), state
        self.memory.append((self._status["heap"], int(largest or 0)))

    def _ask_status(self):
        self._status = None
        for _ in range(30):  # a hello on its way from the link makes the device forget what it was asked
            self._recorder.link.ask_status()
            end = self.board.now_us + 1_000_000
            self._until(lambda end=end: self._status is not None or self.board.now_us >= end, "the status")
            if self._status is not None:
                return
        raise AssertionError(f"no status: {self._described()}")

    def _leave_the_scores(self):
        """Ask for another game: the same again, or from the menu. A power cut leads to the menu, too."""
        button = self.rng.choice("BC") if self.cuts else "C"  # from the menu on the memory is new
        for _ in range(40):  # a hand that is still on its way to a button must not join the next game
            self._step()
        # The hub may be dark just now, or half drawn.
        while self._says("A more") or not self._says("C open", "Press your pod", "A next B change", "C go on"):
            if self.board.powered and not self._says("Press your pod"):
                self.board.hub_press(button, 45)
            for _ in range(6):
                self._step()

    def _chosen_options(self, players):
        """Return presses that give every option of the game a random value."""
        if not self.options or self.rng.random() < 0.3:
            return ""
        presses = ""
        for name, values in registry.load("crossing").OPTIONS:
            most = min(len(values), players) if name == "distributor" else len(values)
            presses += "B" * self.rng.randrange(most) + "A"
        return presses

    def play(self, games, said=lambda text: None):
        """Play so many games and settle; `said` is told how far it is now and then."""
        goal = self.finished + games
        began = time.monotonic()
        while self.finished < goal:
            pods = self._pods = sorted(self.rng.sample(range(6), self.rng.randrange(3, 7)))
            seed = self.rng.randrange(1 << 30)
            bots = Bots(self.board, pods, seed=seed, options=self._chosen_options(len(pods)), hurry=True)
            bots.start()
            self._calm = False
            self._until(lambda bots=bots: bots.all_played, "the end of the game")
            bots.stop()
            self.finished += 1
            if not self.cuts or self.finished == goal or self.rng.random() < 0.5:
                self._settle()
            if self.finished < goal:
                self._leave_the_scores()
            if self.finished % 25 == 0 or self.finished == goal:
                state = f"free memory and largest block {self.memory[-1]}" if self.memory else "just booted"
                cuts = self.count["power cuts"]
                said(f"{self.finished} games, {time.monotonic() - began:.0f} s, {cuts} power cuts, {state}")

    def report(self):
        """Return what happened, in numbers; AssertionError if anything is missing, doubled or wrong."""
        texts = list(self.store.records())
        (device,) = self.store.devices()
        assert self.store.next_seq(device) == len(texts) + 1
        assert self.store.conflicts() == []
        if isinstance(self.board, UnixBoard):  # an emulated Pico does not tell
            assert [rest for rest in self.board.fifo.waited if rest not in RESTART] == []
        verdicts = list(verify_log(texts))
        wrong = [f"game {verdict.g}: {verdict.sentence()}" for verdict in verdicts if not verdict.ok]
        assert not wrong, wrong
        numbers = [verdict.g for verdict in verdicts]
        assert numbers == sorted(set(numbers))
        # Of a game that the power cut short before its commit record was in flash nobody has heard.
        left_out = numbers[-1] - len(numbers)
        assert left_out <= self.count["power cuts"] // 10, (numbers, self.count["power cuts"])
        ended = [verdict for verdict in verdicts if verdict.ending == "ended"]
        # Where the power went, or somebody asked for another game at once, nobody saw the scores: it counts anyway.
        assert len(ended) >= self.finished, (len(ended), self.finished)
        assert all(verdict.turns == 0 for verdict in verdicts if verdict.ending != "ended")
        return {
            "games played, stored once and verified": len(ended),
            "given up before they began": len(verdicts) - len(ended),
            "cut short before anybody heard of them": left_out,
            "turns": sum(verdict.turns for verdict in ended),
            "records": len(texts),
            "simulated hours": round(self.board.now_us / 3.6e9, 1),
            **self.count,
        }


def trend(values):
    """Return how much the values change from one to the next, by least squares."""
    n = len(values)
    middle = (n - 1) / 2
    mean = sum(values) / n
    return sum((i - middle) * (value - mean) for i, value in enumerate(values)) / sum(
        (i - middle) ** 2 for i in range(n)
    )


def leaks(memory):
    """Return what is lost: free bytes a game, and the typical largest free block early and late; or AssertionError."""
    free = [free for free, _ in memory[WARM_UP:]]
    largest = [largest for _, largest in memory[WARM_UP:]]
    lost = -trend(free)
    quarter = len(largest) // 4
    early, late = statistics.median(largest[:quarter]), statistics.median(largest[-quarter:])
    assert lost < LEAK, (lost, memory)
    assert late > 0.8 * early, (early, late, memory)
    return lost, early, late


def unix_board(seed, watched=False, **options):
    """Return a board with short counts; a `watched` one tells the largest free block with its state."""
    board = UnixBoard(seed=seed, start=False, main=HEAP_MAIN if watched else None, **options)
    board.flash.put("settings", FAST)
    board.power_on()
    return board


def pico_board(seed, watched=False):
    """Return an emulated Pico with short counts; a `watched` one tells the largest free block with its state."""
    from onthree_host.boards.pico import PicoBoard

    # There the compiled main.py is called start; see onthree_host/mpy.py.
    main = HEAP_MAIN.read_text().replace("import main", "import start") if watched else None
    return PicoBoard(seed=seed, main=main, files={"journal/settings": FAST})


def run(board, games, seed, cuts, said=lambda text: None):
    """Play on a board; return (what happened, memory)."""
    with tempfile.TemporaryDirectory() as folder, board, Store.open(Path(folder) / "log.db") as store:
        marathon = Marathon(board, store, seed, cuts)
        marathon.play(games, said)
        return marathon.report(), marathon.memory


def play_part(kind, games, cuts, seed):
    """Play one part on a board of a kind, and print what came of it."""

    def said(text):
        print(f"{'cuts' if cuts else 'memory'}  {text}", flush=True)

    said(f"{games} games {'with power cuts' if cuts else 'without a new start'}")
    board = (unix_board if kind == "unix" else pico_board)(seed, watched=not cuts)
    facts, memory = run(board, games, seed, cuts, said)
    for name, value in facts.items():
        said(f"{name:40} {value}")
    if not cuts:
        for what, values in zip(("memory", "block"), zip(*memory, strict=True), strict=True):
            said(f"free {what} after each game: {' '.join(map(str, values[:8]))}{' ...' * (len(values) > 8)}")
        if len(memory) > 4 * WARM_UP:
            lost, early, late = leaks(memory)
            said(f"lost a game: {lost:.2f} bytes; the largest free block early {early:.0f}, late {late:.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", choices=("unix", "pico"), default="unix")
    parser.add_argument("--only", choices=("cuts", "memory"), help="one of the two parts, with all the games")
    args = parser.parse_args()
    quiet = args.games * 2 // 5
    parts = {"cuts": [(args.games, True)], "memory": [(args.games, False)]}
    processes = [
        multiprocessing.Process(target=play_part, args=(args.board, games, cuts, args.seed))
        for games, cuts in parts.get(args.only, [(args.games - quiet, True), (quiet, False)])
        if games
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return int(any(process.exitcode for process in processes))


if __name__ == "__main__":
    sys.exit(main())
