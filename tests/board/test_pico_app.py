"""The real firmware on the real MicroPython: boot, faults of bus and port, the REPL, the watchdog.

One boot serves all tests: each goes on from the menu in a process of its own.
"""

import re

import pytest
import serial

from onthree.records import FROM_PC, message
from onthree.wire import frame
from onthree_host.boards.pico import PicoBoard
from tests.board.forks import in_child

pytestmark = pytest.mark.pico

SECOND = 1_000_000


@pytest.fixture(scope="module")
def menu():
    """A board that has just come to its menu, with the port closed. Use it in a child only."""
    board = PicoBoard()
    board.run_until_text(board.hub, "On Three", 5 * SECOND)
    yield board
    board.close()


def tell(board, kind, *values):
    board.port.write(frame(message(FROM_PC, kind, *values)))


def heard(board, seconds=1.0):
    board.port.timeout = seconds
    return board.port.read(2000).decode()


def choose_game(board):
    """From the menu to where people join."""
    for button in "CC":
        board.hub_press(button)
        board.run_for(0.6)
    board.run_until_text(board.hub, "nobody yet", 3 * SECOND)


def reaction_us(board):
    """Press hub A and return how long the hub's glass takes to change."""
    before = board.hub.glass
    at = board.hub_press("A", at_us=board.now_us + 10_000)
    board.run_until(lambda: board.hub.glass != before, 5 * SECOND, "another menu entry")
    return board.now_us - at


def test_it_boots_and_says_how_it_is(menu):
    def look():
        assert menu.now_us < 1.5 * SECOND
        assert not menu.machine.resets
        assert menu.parts.hub.unknown == []
        tell(menu, "hello")
        tell(menu, "status")
        said = heard(menu)
        assert '"k":"hello","proto":1' in said
        assert '"displays":"hub 1 2 3 4 5 6","stuck":"","state":"menu"' in said
        return int(re.search(r'"heap":(\d+)', said).group(1))

    assert in_child(look) > 100_000


def test_it_sleeps_when_there_is_nothing_to_do(menu):
    def idle():
        menu.run_for(1)
        before = menu.machine.chip.cycles
        menu.run_for(3)
        return (menu.machine.chip.cycles - before) / (3 * 125e6)

    assert in_child(idle) < 0.05


def test_a_pc_that_stops_reading_costs_the_players_nothing(menu):
    def stall():
        tell(menu, "hello")
        tell(menu, "from", 1)
        menu.run_for(0.1)
        menu.port.stall()
        for _ in range(8):
            tell(menu, "hello")
        menu.run_for(0.2)
        return [reaction_us(menu) for _ in range(3)]

    assert max(in_child(stall)) < 60_000


def test_a_pc_that_closes_and_opens_the_port_finds_everything(menu):
    def reopen():
        tell(menu, "from", 1)
        menu.run_for(0.02)
        menu.port.close()
        menu.run_for(0.5)
        reaction = reaction_us(menu)
        menu.port.open()
        tell(menu, "hello")
        tell(menu, "from", 1)
        said = heard(menu)
        assert '"seq":1,' in said
        assert '"k":"boot"' in said
        return reaction

    assert in_child(reopen) < 60_000


def test_control_c_is_a_byte_and_repl_is_the_way_out(menu):
    def leave():
        menu.port.write(b"\x03\x03\x04\x01")
        tell(menu, "ping", "1")
        assert '"k":"pong","x":"1"' in heard(menu, 0.5)
        tell(menu, "repl")
        said = heard(menu, 3)
        assert '"k":"bye"' in said
        assert said.rstrip().endswith(">>>")
        menu.port.write(b"print(6 * 7)\r")
        assert "42" in heard(menu, 1)
        menu.run_for(5)
        assert not menu.machine.resets  # the watchdog is off

    in_child(leave)


@pytest.mark.brief
def test_a_pod_pulled_and_plugged_is_drawn_anew_within_two_seconds(menu):
    def pull():
        choose_game(menu)
        menu.press(2, "A")
        menu.run_for(0.5)
        words = menu.pod(2).words()
        menu.unplug(2)
        menu.run_for(3)
        assert menu.pod(2).glass.dark
        menu.plug(2)
        menu.run_until(lambda: menu.pod(2).words() == words, 2 * SECOND + 150_000, "the pod's picture")

    in_child(pull)


@pytest.mark.brief
def test_a_cable_that_works_loose_in_mid_frame_is_noticed(menu):
    def loosen():
        choose_game(menu)
        menu.loosen(1, after_bytes=40)
        menu.press(1, "A")
        menu.run_for(2)
        menu.plug(1)
        menu.run_until_text(menu.pod(1), "You are in", 3 * SECOND)
        assert not menu.machine.resets

    in_child(loosen)


@pytest.mark.brief
def test_a_hung_bus_comes_back(menu):
    def hang():
        menu.hang_bus()
        menu.hub_press("A")
        menu.run_for(0.3)
        menu.hang_bus(False)
        menu.run_for(2.5)
        assert not menu.machine.resets
        assert reaction_us(menu) < 60_000

    in_child(hang)


def test_held_sda_is_clocked_free(menu):
    def hold():
        menu.hold_sda(5)
        menu.hub_press("A")
        menu.run_for(2.5)
        assert not menu.machine.resets
        assert reaction_us(menu) < 60_000

    in_child(hold)


@pytest.mark.slow
def test_an_app_that_hangs_is_reset_within_two_seconds_and_goes_on():
    main = """
import time
from device import lobby
def hang(self):
    time.sleep(60)  # to the watchdog the same as a busy loop, and it costs the emulator nothing
lobby.Lobby.next = hang
import start
"""
    board = PicoBoard(main=main)
    board.run_until_text(board.hub, "On Three", 5 * SECOND)
    board.run_for(0.5)  # the boot's record is written when all displays are drawn
    pressed = board.hub_press("A")
    with pytest.raises(serial.SerialException):
        board.port.timeout = 3
        board.port.read(1)
    assert board.machine.resets[0] - pressed < 2.1 * SECOND
    board.run_until_text(board.hub, "On Three", 5 * SECOND)
    board.run_for(0.5)
    tell(board, "hello")
    tell(board, "from", 2)  # without credit it sends 240 bytes
    assert '"why":"reset"' in heard(board)
