"""People around a virtual board: they read the displays, press buttons, and a PC listens to the line.

They know the rules only to press what is sensible; what they press is what the buttons mean to a player (A next
mushroom, B next opponent, C protect), counted from what the pod shows. The PC is the product's own recorder.
"""

import random

from onthree.match import Match, begin
from onthree.rules.crossing import GIVE, PROTECT, TILE
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL
from onthree_host.boards.errors import PowerLost
from onthree_host.link import Hello, Recorded
from onthree_host.pads import Sender
from onthree_host.recorder import Recorder
from onthree_host.verify import verify_log

TAP_MS = 25
PAUSE_US = 70_000  # from one press of a player to the next


class Desk:
    """A PC with a store that listens to the board; `records` are the members of all that came, in order."""

    def __init__(self, board, store):
        self.board = board
        self.store = store
        self.records = []
        self.known = 0  # number of the last of them
        self.hellos = []
        self.answers = []
        self.console = []
        self.match = None
        self.plug()

    def plug(self):
        """Open the port, as after a restart."""
        self.port = self.board.port
        self.port.timeout = 0.02
        self.recorder = Recorder(self.port, self.store)

    def listen(self, condition, seconds=20.0, what="it"):
        """Let time pass, reading the line, until `condition()` is true."""
        end = self.board.now_us + round(seconds * 1e6)
        while not condition():
            assert self.board.now_us < end, f"{what} did not happen; {self.board.describe()}"
            self.poll()

    def listen_for(self, seconds):
        """Read the line for so long."""
        end = self.board.now_us + round(seconds * 1e6)
        while self.board.now_us < end:
            self.poll()

    def poll(self):
        for event in self.recorder.poll(self.board.now_us / 1e6):
            if isinstance(event, Recorded) and event.heard.seq > self.known:
                self.known = event.heard.seq  # after a power cut it may come once more
                self.records.append(event.members)
                self._follow(event.members)
            elif isinstance(event, Hello):
                self.hellos.append(event)
            elif hasattr(event, "kind"):
                self.answers.append(event)

    def _follow(self, record):
        if record["k"] == "start":
            self.match = begin(record, None)
        elif record["k"] in ("draw", "move", "undo"):
            self.match.follow(record)

    def kinds(self):
        return [record["k"] for record in self.records]

    def last(self, kind):
        return next(record for record in reversed(self.records) if record["k"] == kind)

    def verdicts(self):
        """Return what `verify` says of all games in the store, the records whole and in their order."""
        numbers = [record["seq"] for record in self.records]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        return list(verify_log(self.store.records()))


class Crowd:
    """Players at the pods `pods` (0-based) of a board, with a PC listening."""

    GAME = "Crossing"  # as the menu has it

    def __init__(self, desk, pods, seed=1):
        self.desk = desk
        self.board = desk.board
        self.pods = sorted(pods)
        self.rng = random.Random(seed)
        self.played = 0  # turns

    @property
    def state(self):
        return self.desk.match.state

    # -- hub and pods --------------------------------------------------------------------------------------
    def hub(self, button, seconds=0.3):
        self.board.hub_press(button, TAP_MS)
        self.desk.listen_for(seconds)

    def says(self, text, seconds=20.0):
        """Wait until the hub says `text`."""
        self.desk.listen(lambda: text in self.board.hub.words(), seconds, f"{text!r} on the hub")

    def turn_to(self, entry):
        """Turn the menu to an entry."""
        self.says("C open")
        while entry not in self.board.hub.words():
            self.hub("A")

    def tap(self, seat, buttons, at=None):
        """Press buttons of a seat one after the other; return when the last one is done."""
        at = self.board.now_us if at is None else at
        for button in buttons:
            self.board.press(self.pods[seat], button, TAP_MS, at_us=at)
            at += PAUSE_US
        return at

    # -- a game --------------------------------------------------------------------------------------------
    def sit_down(self, options=()):
        """From the menu to the first turn or question; `options` are (index, presses of B)."""
        self.turn_to(self.GAME)
        self.hub("C")
        at = 0
        for index, presses in options:
            for _ in range(index - at):
                self.hub("A", 0.15)
            at = index
            for _ in range(presses):
                self.hub("B", 0.15)
        self.hub("C")
        self.join()

    def join(self):
        self.says("nobody yet")
        for seat in self.rng.sample(range(len(self.pods)), len(self.pods)):
            self.tap(seat, "A")
            self.desk.listen_for(0.2)
        starts = self.desk.kinds().count("start")
        if "C start" in self.board.hub.words():
            self.board.hub_press("C", TAP_MS)
        self.desk.listen(lambda: self.desk.kinds().count("start") > starts, what="the start")
        self.desk.listen(self.settled, what="the first turn")

    def offer_pads(self, texts):
        """Send score pads as `onthree pad` does; return whether each was taken, and what the device said."""
        self.desk.recorder.close()
        port = self.board.port
        port.open()
        port.timeout = 0.02
        sent = Sender(port, lambda: self.board.now_us / 1e6).send(texts)
        port.open()
        self.desk.plug()
        self.desk.listen_for(1)
        return [(one.taken, one.text) for one in sent]

    def cut_power(self, calls):
        """Cut the power after so many of the firmware's calls to its world, and go on when the hub says so."""
        self.board.kill_at(self.board.rpcs + calls)
        try:
            while True:
                self.desk.listen_for(0.1)
        except PowerLost:
            self.board.kill_at(None)
        self.board.run_for(0.3)
        self.board.power_on()
        self.desk.plug()
        self.says("The game goes on")
        self.desk.listen_for(4)

    def verified(self):
        """Return the game's end record, after the PC has verified the whole log."""
        assert [verdict.ok for verdict in self.desk.verdicts()] == [True]
        assert self.desk.port.blocked == 0
        end = self.desk.last("end")
        assert end["scores"] == " ".join(str(score) for score in self.state.scores())
        assert end["rank"] == " ".join(str(place) for place in self.state.ranking())
        return end

    def buttons(self, seat, action):
        """Return what to press for `action`, nothing being chosen yet."""
        legal = self.state.legal_actions(seat)
        if not action:
            return ""
        if action == PROTECT:
            return "C"
        if action < TILE:
            return "A" * (1 + [other for other in legal if 0 < other < TILE].index(action))
        order = [TILE + (seat + step) % self.state.players for step in range(1, self.state.players)]
        return "B" * (1 + [other for other in order if other in legal].index(action))

    def choosing(self):
        """Wait until the pods ask for a choice."""
        seat = next(s for s in range(self.state.players) if self.state.actors() >> s & 1)
        pod = self.board.pod(self.pods[seat])
        self.desk.listen(lambda: "A mushroom" in pod.words(), 30, "the question on a pod")

    def choices(self):
        """Choose at random what each seat will do."""
        chosen = []
        for seat in range(self.state.players):
            legal = list(self.state.legal_actions(seat))
            chosen.append(self.rng.choice([action for action in legal if action] or [0]) if legal else 0)
        return chosen

    def turn(self, chosen=None):
        """Choose, count, reveal; return when the result is in the log."""
        chosen = self.choices() if chosen is None else chosen
        self.choosing()
        for seat, action in enumerate(chosen):
            self.tap(seat, self.buttons(seat, action), self.board.now_us + self.rng.randrange(200_000))
        self.desk.listen_for(1.4)
        self.board.hub_press("C", TAP_MS)
        if not all(chosen[seat] for seat in range(len(chosen)) if self.state.actors() >> seat & 1):
            self.says("Not all chose")
            self.desk.listen_for(0.1)
            self.board.hub_press("C", TAP_MS)
        self._reveal("the reveal")
        record = next(r for r in reversed(self.desk.records) if r["k"] == "move" and not r["seat"])
        assert record["a"] == " ".join(self.state.action_text(seat, action) for seat, action in enumerate(chosen))

    def any_turn(self):
        """Play a turn, or see it pass by itself when all are on break."""
        if self.state.actors():
            self.turn()
        else:
            self._reveal("the turn in which all are on break")

    def _reveal(self, what):
        """Wait until a turn is in the log, with what was drawn after it."""
        turns = self.moves()
        self.desk.listen(lambda: self.moves() > turns and self.settled(), 30, what)
        self.played += 1

    def settled(self):
        """Whether chance has nothing to decide, as far as the PC knows."""
        return self.state.current() != CHANCE

    def moves(self):
        return sum(1 for record in self.desk.records if record["k"] == "move" and not record["seat"])

    def share_out(self):
        """The distributor answers for one mushroom after the other, with a change of mind, until all is drawn."""
        seat = self.state.current()
        pod = self.board.pod(self.pods[seat])
        while self.state.current() == seat:
            self.desk.listen(lambda: "C take" in pod.words(), 30, "the question to the distributor")
            legal = list(self.state.legal_actions(seat))
            wanted = self.rng.randrange(len(legal))
            self._answer(seat, "A" * wanted + "C")
            assert self.desk.last("move")["a"] == f"G{legal[wanted] - GIVE}"
            if self.rng.random() < 0.3:
                self._answer(seat, "B")
                assert self.desk.records[-1]["k"] == "undo"
        self.desk.listen(lambda: "B back C yes" in pod.words(), what="the last question")
        self._answer(seat, "C")
        assert self.desk.records[-1]["k"] == "draw"

    def _answer(self, seat, buttons):
        known = len(self.desk.records)
        self.tap(seat, buttons, self.board.now_us + PAUSE_US)  # an erase delays what the Pico sees of a release
        self.desk.listen(lambda: len(self.desk.records) > known, what="the answer in the log")

    def play(self, most=99):
        """Play until the game is over, or for `most` turns."""
        most += self.played
        while self.state.current() != TERMINAL and self.played < most:
            if self.state.current() != SIMULTANEOUS:
                self.share_out()
            else:
                self.any_turn()
            if "C go on" in self.board.hub.words() and self.rng.random() < 0.5:
                self.hub("C", 0.2)  # no need to look at the result any longer
        if self.state.current() == TERMINAL:
            self.desk.listen(lambda: self.desk.records[-1]["k"] == "end", what="the end in the log")
            self.desk.listen(lambda: "C new game" in self.board.hub.words(), 30, "the scores on the hub")


def replayed(records, secret=None):
    """Return the match that a list of records leads to."""
    match: Match | None = None
    for record in records:
        if record["k"] == "start":
            match = begin(record, secret)
        elif record["k"] in ("draw", "move", "undo"):
            match.follow(record)
    return match


class Restless(Crowd):
    """Players who look at the displays and do what they ask for, so that they find their way after any interruption."""

    def __init__(self, desk, pods, seed=1):
        super().__init__(desk, pods, seed)
        self.finished = 0  # games seen to their end

    def act(self):
        """Do the next thing that hub or pods ask for."""
        hub = self.board.hub.words()
        if "C new game" in hub:
            self.finished += 1
            self.hub("C")
        elif "Press your pod" in hub:
            self._join()
        elif any(words in hub for words in ("C open", "A next B change", "C go on", "C: read")):
            self.hub("C", 0.2)
        else:
            self._answer_pods(hub)

    def _join(self):
        waiting = [seat for seat, pod in enumerate(self.pods) if "You are in" not in self.board.pod(pod).words()]
        if waiting:
            self.tap(self.rng.choice(waiting), "A")
        else:
            self.board.hub_press("C", TAP_MS)
        self.desk.listen_for(0.2)

    def _answer_pods(self, hub):
        asked = False
        for seat, pod in enumerate(self.pods):
            words = self.board.pod(pod).words()
            if "C take" in words or "C yes" in words:
                self.tap(seat, self.rng.choice(["C", "C", "AC", "B"]))
                self.desk.listen_for(0.15)
                return
            if "A mushroom" in words:
                asked = True
                sensible = ["A", "AA", "AAA"] + (["B", "BB", "C"] if "B player" in words else [])
                self.tap(seat, self.rng.choice(sensible))
        if asked:
            self.desk.listen_for(0.45)
        elif "bag" in hub:
            self.hub("C", 0.2)
        else:
            self.desk.listen_for(0.2)
