"""Cables, bus, port and a hung app while a game is on, on the emulated Pico: the game always goes on.

A game is played to its last turn on the unix board, which takes a second, and goes on from its log on the Pico.
One boot serves all tests: each plays the last turn, or a part of it, in a process of its own.
"""

import shutil
import tempfile
from pathlib import Path

import pytest
import serial
from littlefs import LittleFS

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.flash import BLOCK, PAGE
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import TAP_MS, Crowd, Desk
from tests.board.forks import in_child

pytestmark = pytest.mark.pico

SECOND = 1_000_000
SETTINGS = b"auto_ms=0\nresult_ms=0\n"
PLAYERS = 3
# Hub A does not turn the page while people choose, but hangs.
MAIN = """
import time
from device import app, states
prepare = app.App.prepare
def hang():
    time.sleep(60)  # a busy loop is the same to the watchdog, but not to whoever waits for this test
def prepared(self):
    prepare(self)
    self._handlers[states.CHOOSE * states.EVENTS + states.HUB_A] = hang
app.App.prepare = prepared
import start
"""


def journal_of(flash):
    """Return the files of a unix board's journal by their paths on a Pico."""
    fs = LittleFS(block_size=BLOCK, block_count=flash.blocks, prog_size=PAGE, read_size=32, mount=False)
    fs.context.buffer[:] = flash.image
    fs.mount()
    files = {}
    for name in fs.listdir("/"):
        with fs.open(name, "rb") as file:
            files[f"journal/{name}"] = file.read()
    return files


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """Three players and a PC at a Pico, about to choose in the last turn of a game. Use it in a child only."""
    folder = tmp_path_factory.mktemp("faults")
    with UnixBoard(pods=PLAYERS) as board, Store.open(folder / "games.db") as store:
        board.run_for(0.6)
        crowd = Crowd(Desk(board, store), range(PLAYERS), seed=3)
        crowd.sit_down()
        while not crowd.state.last:
            crowd.play(1)
        crowd.desk.listen_for(1)
        files = journal_of(board.flash)
    board = PicoBoard(main=MAIN, files=files | {"journal/settings": SETTINGS}, pods=PLAYERS)
    crowd.desk.board = crowd.board = board
    go_on(board)
    yield crowd
    board.close()


def go_on(board):
    """From power-on to where people choose."""
    board.run_until_text(board.hub, "C go on", 5 * SECOND)  # some pods are not there
    board.hub_press("C", TAP_MS)
    board.run_until_text(board.hub, "The game goes on", 5 * SECOND)
    board.hub_press("C", TAP_MS)
    board.run_until(lambda: any("A mushroom" in board.pod(pod).words() for pod in range(PLAYERS)), 5 * SECOND)
    board.run_for(0.3)


def in_turn(crowd, function):
    """Return what `function()` returns in a child that has a PC with a store of its own."""
    known = crowd.desk.store.path

    def play():
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(shutil.copy(known, folder))) as store:
            crowd.desk.store = store
            crowd.desk.plug()
            crowd.desk.listen(lambda: crowd.desk.recorder.caught_up, 5, "the PC's first word")
            return function()

    return in_child(play)


def choose(crowd):
    """Let everybody choose something."""
    for seat in range(PLAYERS):
        if crowd.state.actors() >> seat & 1:
            crowd.tap(seat, "A")
    crowd.desk.listen_for(0.5)


def finish(crowd):
    """Choose, count, see the result and the scores; the whole game must be in the log, and right."""
    choose(crowd)
    crowd.board.hub_press("C", TAP_MS)
    conclude(crowd)


def conclude(crowd):
    desk = crowd.desk
    desk.listen(lambda: "end" in desk.kinds(), what="the end in the log")
    crowd.says("C go on")
    crowd.hub("C")
    crowd.says("C new game")
    assert [(verdict.ok, verdict.ending) for verdict in desk.verdicts()] == [(True, "ended")]


def pull_and_plug(crowd, seat):
    """Pull a pod's cable and plug it in again: within two seconds it shows what it showed."""
    board, pod = crowd.board, crowd.board.pod(seat)
    shown = pod.glass
    assert shown.words()
    board.unplug(seat)
    crowd.desk.listen_for(1.3)
    assert pod.glass.dark
    board.plug(seat)
    board.run_until(lambda: pod.glass == shown, 2 * SECOND, f"pod {seat + 1} drawn anew")


def status(crowd):
    desk = crowd.desk
    desk.answers.clear()
    crowd.board.port.write(frame(message(FROM_PC, "status")))
    desk.listen(lambda: desk.answers, 3, "the answer to the PC")
    return desk.answers[0].members


def reaction_us(crowd):
    """Press A at a pod that may choose; return how long its glass takes to change."""
    board = crowd.board
    seat = next(seat for seat in range(PLAYERS) if crowd.state.actors() >> seat & 1)
    pod = board.pod(seat)
    before = pod.glass
    at = board.press(seat, "A", TAP_MS, at_us=board.now_us + 10_000)
    board.run_until(lambda: pod.glass != before, 2 * SECOND, "another choice on the pod")
    took = board.now_us - at
    board.run_for(0.2)
    return took


def test_a_pod_pulled_and_plugged_in_any_state_is_drawn_anew_and_the_game_goes_on(crowd):
    def play():
        board, desk = crowd.board, crowd.desk
        pull_and_plug(crowd, 1)  # choose
        choose(crowd)
        pressed = board.hub_press("C", TAP_MS)
        board.at_us(pressed + 400_000, lambda: board.unplug(2))  # count, which takes 1.65 s
        board.at_us(pressed + 1_200_000, lambda: board.plug(2))
        moves = crowd.moves()
        desk.listen(lambda: crowd.moves() > moves, what="the reveal")
        revealed = next(beep.start_us for beep in board.beeps if beep.hz == 2093)
        pod = board.pod(2)
        desk.listen(pod.words, revealed / 1e6 + 2 - board.now_us / 1e6, "the choice on the pod")
        crowd.says("C go on")
        desk.listen_for(3)  # the choices are shown, then the results
        pull_and_plug(crowd, 0)  # result
        conclude(crowd)
        pull_and_plug(crowd, 2)  # final
        faults = " ".join(record["text"] for record in desk.records if record["k"] == "fault")
        return faults, board.machine.resets

    faults, resets = in_turn(crowd, play)
    assert "pod 2 display missing" in faults  # the others' go to flash with the next game's records
    assert resets == []


@pytest.mark.slow  # a hung bus takes long, because the firmware waits for it awake
def test_loose_cables_a_hung_bus_a_failing_mux_and_no_hub_display_are_noticed_and_mended(crowd):
    def play():
        board, desk = crowd.board, crowd.desk
        board.loosen(1, after_bytes=20)  # the next picture is cut off
        crowd.tap(1, "A")
        desk.listen_for(0.3)
        assert status(crowd)["displays"] == "hub 1 3"
        board.plug(1)
        desk.listen(lambda: status(crowd)["displays"] == "hub 1 2 3", 2, "the loose pod's display back")
        board.hang_bus()
        crowd.tap(0, "A")
        desk.listen(lambda: status(crowd)["displays"] == "", 2, "the hung bus noticed")
        board.hang_bus(False)
        desk.listen(lambda: status(crowd)["displays"] == "hub 1 2 3", 3, "all displays back")
        assert reaction_us(crowd) < 60_000
        for break_it in (board.no_mux, board.stick_mux):
            break_it()
            crowd.says("Check pod switch", 1.5)
            desk.listen(lambda: status(crowd)["displays"] == "hub", 2, "that no pod can be reached")
            break_it(False)
            desk.listen(lambda: status(crowd)["displays"] == "hub 1 2 3", 2, "the pods' displays back")
        board.no_hub()
        desk.listen_for(1.3)
        assert status(crowd)["displays"] == "1 2 3"
        choose(crowd)
        board.hub_press("C", TAP_MS)
        desk.listen(lambda: "end" in desk.kinds(), what="the end, seen by nobody at the hub")
        board.no_hub(False)
        desk.listen(board.hub.words, 2, "the hub's picture")
        conclude(crowd)
        return board.machine.resets

    assert in_turn(crowd, play) == []


def test_whatever_the_pc_does_with_the_port_nobody_waits_for_it(crowd):
    def play():
        board, desk, port = crowd.board, crowd.desk, crowd.board.port
        reactions = []
        port.stall()  # DTR stays up
        port.write(frame(message(FROM_PC, "from", 1)))
        for _ in range(3):
            port.write(frame(message(FROM_PC, "hello")))
            reactions.append(reaction_us(crowd))
        port.resume()
        port.close()  # DTR down
        reactions.append(reaction_us(crowd))
        port.open()
        port.write(frame(message(FROM_PC, "from", 1)))
        port.timeout = 1
        said = b""
        while b'"seq":' not in said[-40:]:
            said += port.read(20)  # the answers to the first PC come first
        port.close()  # in mid-record
        reactions.append(reaction_us(crowd))
        port.open()
        desk.plug()
        desk.listen(lambda: desk.recorder.caught_up, 5, "the next PC's first word")
        assert status(crowd)["state"] == "choose"
        reactions.append(reaction_us(crowd))
        assert board.machine.resets == []
        return reactions

    assert max(in_turn(crowd, play)) < 60_000


@pytest.mark.slow
def test_a_game_goes_on_after_the_app_hung(crowd):
    def play():
        board, desk = crowd.board, crowd.desk
        choose(crowd)
        pressed = board.hub_press("A", TAP_MS)
        with pytest.raises(serial.SerialException):
            board.port.timeout = 3
            board.port.read(1000)
        took = board.machine.resets[0] - pressed
        go_on(board)
        desk.plug()
        finish(crowd)
        assert desk.last("boot")["why"] == "reset"
        return took

    assert in_turn(crowd, play) < 2.1 * SECOND
