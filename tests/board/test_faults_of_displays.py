"""Pods that are pulled and plugged in again in every state of the table, and a mux that fails while people play."""

import re
from pathlib import Path

import pytest

from onthree.rules.game import SIMULTANEOUS, TERMINAL
from onthree_host.boards.flash import BLOCK
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import TAP_MS, Crowd, Desk

STATES = Path(__file__).resolve().parents[2] / "firmware" / "device" / "states.py"
SECOND = 1_000_000
POD = 2


class Walk:
    """A table of six pods and a PC, of which one pod's cable is pulled now and then. `been`: in which states."""

    been: set[str] = set()

    def __init__(self, folder, settings=b"auto_ms=0\nresult_ms=0\n", prepare=None):
        self.board = UnixBoard(start=False)
        self.board.flash.put("settings", settings)
        if prepare:
            prepare(self.board)
        self.board.power_on()
        self.board.run_for(0.6)
        folder.mkdir()
        self.store = Store.open(folder / "log.db")
        self.desk = Desk(self.board, self.store)
        self.crowd = Crowd(self.desk, range(6))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.board.close()
        self.store.close()

    def hub(self, buttons):
        for button in buttons:
            self.crowd.hub(button)

    def state(self):
        """Return what the table says of itself to a PC."""
        self.desk.answers.clear()
        while not self.desk.answers:  # a hello on its way makes the table forget what it was asked
            self.desk.recorder.link.ask_status()
            self.desk.listen_for(0.1)
        return self.desk.answers[-1].members["state"]

    def displays(self):
        self.state()
        return self.desk.answers[-1].members["displays"]

    def shows(self, glass):
        """Whether the pod is on and shows this: after a moment without power it has noise in its memory and is off."""
        pod = self.board.pod(POD)
        return pod.model.visible and pod.glass == glass

    def pull_and_plug(self, state, away=1.3):
        """Pull the pod's cable and plug it in again: within two seconds it shows what it showed."""
        assert self.state() == state
        self.been.add(state)
        shown = self.board.pod(POD).glass
        assert self.shows(shown)
        self.board.unplug(POD)
        self.desk.listen_for(away)
        assert not self.board.pod(POD).model.visible
        self.board.plug(POD)
        self.desk.listen(lambda: self.shows(shown), 2, f"the pod's picture in {state}")
        assert self.state() == state


def choose(walk):
    """Let everybody choose a mushroom, with time to draw."""
    for seat in range(6):
        walk.crowd.tap(seat, "A")
    walk.desk.listen_for(0.7)


def before_a_game(folder):
    def fill(board):
        board.flash.put("full", bytes(board.flash.blocks * BLOCK - 100_000))

    with Walk(folder, prepare=lambda board: board.stick(5, "B")) as walk:
        walk.pull_and_plug("boot")
        walk.crowd.says("C open")
        walk.pull_and_plug("menu")
        walk.crowd.turn_to("Crossing")
        walk.hub("C")
        walk.pull_and_plug("options")
        walk.hub("C")
        walk.crowd.tap(POD, "A")
        walk.desk.listen_for(0.3)
        assert "You are in" in walk.board.pod(POD).words()
        walk.pull_and_plug("join")
    with Walk(folder / "full", prepare=fill) as walk:
        walk.crowd.turn_to("Crossing")
        walk.hub("C")
        walk.pull_and_plug("notice")


def a_game(folder):
    with Walk(folder) as walk:
        crowd, board, desk = walk.crowd, walk.board, walk.desk
        crowd.sit_down()
        choose(walk)
        walk.pull_and_plug("choose")
        board.hub_press("B", 1000)
        crowd.says("Stop this game?")
        walk.pull_and_plug("stop")
        walk.hub("C")
        the_count(walk)
        walk.pull_and_plug("reveal", away=0.2)
        desk.listen_for(2.5)
        walk.pull_and_plug("result")
        board.power_off()
        board.power_on()
        desk.plug()
        crowd.says("The game goes on")
        walk.pull_and_plug("greet", away=0.2)
        crowd.choosing()
        while crowd.state.current() == SIMULTANEOUS:
            crowd.any_turn()
            walk.hub("C")
        walk.pull_and_plug("turn")
        while crowd.state.current() not in (SIMULTANEOUS, TERMINAL):
            crowd.tap(0, "C")
            desk.listen_for(0.5)
        crowd.play()
        walk.pull_and_plug("final")
        assert [(verdict.ok, verdict.ending) for verdict in desk.verdicts()] == [(True, "ended")]


def the_count(walk):
    """Pull and plug the pod during a count, in which the bus is asked for nothing: the reveal brings the picture."""
    board, desk = walk.board, walk.desk
    pressed = board.hub_press("C", TAP_MS)
    board.run_until(lambda: board.pod(POD).glass.lit, SECOND, "the count")
    walk.been.add("count")
    board.at_us(pressed + 270_000, lambda: board.unplug(POD))
    board.at_us(pressed + 300_000, lambda: board.plug(POD))
    desk.listen(walk.crowd.moves, 5, "the reveal")
    all_chose_the_same = board.pod(0).glass
    assert all_chose_the_same.words()
    late = (board.now_us - pressed) / 1e6 - 0.3
    desk.listen(lambda: walk.shows(all_chose_the_same), 2 - late, "the choice on the pod")


def the_buzzer(folder):
    with Walk(folder) as walk:
        walk.crowd.turn_to("Buzzer")
        walk.hub("C")
        for seat in range(6):
            walk.crowd.tap(seat, "A")
        walk.desk.listen_for(0.5)
        walk.hub("C")
        walk.pull_and_plug("ready")
        walk.hub("C")
        walk.pull_and_plug("race")


def test_a_pod_pulled_and_plugged_in_every_state_is_drawn_anew(tmp_path):
    Walk.been = set()
    for number, part in enumerate((before_a_game, a_game, the_buzzer)):
        part(tmp_path / str(number))
    assert Walk.been == set(re.findall(r'^    \([A-Z]+, "([a-z]+)",$', STATES.read_text(), re.MULTILINE))


@pytest.mark.parametrize("fault", ["no_mux", "stick_mux"])
def test_a_mux_that_fails_in_a_game_is_named_on_the_hub_and_the_game_goes_on(tmp_path, fault):
    with Walk(tmp_path / fault, b"auto_ms=0\nresult_ms=10000\n") as walk:
        crowd, board, desk = walk.crowd, walk.board, walk.desk
        crowd.sit_down()
        choose(walk)
        break_it = getattr(board, fault)
        shown = [board.pod(pod).glass for pod in range(6)]
        break_it()
        crowd.says("Check pod switch", 1.5)
        desk.listen_for(1)
        assert walk.displays() == "hub"
        crowd.tap(1, "A")  # mushroom 2: buttons need no mux
        desk.listen_for(0.7)
        assert board.hub.words().startswith("Check pod switch")
        assert [board.pod(pod).glass for pod in range(6)] == shown  # nobody's choice is on another's pod
        walk.hub("C")
        desk.listen(crowd.moves, 5, "the turn in the log")
        assert desk.last("move")["a"] == "M1 M2 M1 M1 M1 M1"
        assert desk.kinds().count("fault") == 6 + 1  # six displays, and once why
        assert desk.last("fault")["text"].endswith("missing")
        assert "mux missing" in [record["text"] for record in desk.records if record["k"] == "fault"]
        break_it(False)
        desk.listen(lambda: len(walk.displays().split()) == 7, 2, "all displays back")
        desk.listen(lambda: "Check pod switch" not in board.hub.words(), 0.5, "the hub's title")
        assert all(board.pod(pod).words() for pod in range(6))
        walk.hub("C")
        crowd.choosing()
        crowd.play(2)
        assert [verdict.ok for verdict in desk.verdicts()] == [True]
        assert desk.kinds().count("fault") == 6 + 1
