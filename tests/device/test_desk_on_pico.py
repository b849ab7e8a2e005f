"""Buttons and displays on the Pico's own MicroPython: what the unix port cannot show, above all where memory goes."""

import pytest

from tests.device.desk import MAIN, PUMP_US, Desk

PODS = range(6)


@pytest.fixture
def desk(uf2):
    from onthree_host.boards.pico import PicoBoard

    with Desk(PicoBoard(main=MAIN.read_text(), uf2=uf2)) as desk:
        yield desk


def test_the_way_from_count_to_reveal_allocates_nothing_whatever_fails(desk):
    desk.do("d.joined = 63")
    desk.do("d.hide()", locked=True)
    for pod in PODS:
        desk.do(f"draw(pods[{pod}], 'CHOICE {pod}')", locked=True)
    desk.do("hub.number(3, 48, 0, 4)", locked=True)
    desk.do("pods[0].icon(0, 0, 0)", locked=True)
    desk.do("pods[0].stone(0, 20, 0)", locked=True)
    desk.do("pods[0].invert(0, 0, 16, 16)", locked=True)
    desk.do("z.play(((880, 20),), time.ticks_ms())", locked=True)
    desk.do("z.tick(time.ticks_ms())", locked=True)
    desk.board.unplug(2)
    desk.do("draw(pods[2], 'news')", locked=True)
    desk.board.loosen(4, 20)
    desk.do("pods[4].fill(1)", locked=True)
    desk.do("pods[4].send()", locked=True)
    assert desk.do("d.present()") == str(127 - 4 - 16)
    called = desk.board.now_us
    desk.do("d.reveal()", locked=True)
    shown = [desk.board.pod(pod).first_shown("CHOICE", called) for pod in (0, 1, 3, 5)]
    assert len(set(shown)) == 1

    desk.board.plug(2)
    desk.board.plug(4)
    desk.do("idle(1500)")
    desk.board.run_for_us(PUMP_US)
    assert desk.do("d.present()") == "127"
    assert desk.board.pod(2).words() == "news"  # drawn while it was away
    assert desk.board.pod(4).glass.lit


def test_a_hang_while_the_heap_is_locked_is_overcome(desk):
    desk.do("d.joined = 63")
    desk.do("d.hide()")
    for pod in PODS:
        desk.do(f"draw(pods[{pod}], 'CHOICE {pod}')")
    desk.board.hold_sda(4)
    before = desk.board.now_us
    desk.do("d.reveal()", locked=True)
    assert desk.board.now_us - before < 100_000
    desk.do("idle(2200)")
    assert [desk.board.pod(pod).words() for pod in PODS] == [f"CHOICE {pod}" for pod in PODS]


def test_presses_are_told_without_allocating_and_the_poll_wakes(desk):
    desk.do("b.next()", locked=True)
    desk.board.press(3, "B", at_us=desk.board.now_us + 20_000, hold_ms=2, bounce=(5, 300, 40, 60))
    start = desk.board.now_us
    desk.do("[None for _ in poll.ipoll(500)]")
    assert 20_000 < desk.board.now_us - start < 60_000
    assert desk.do("(b.next(), b.kind, b.pod, b.button)", locked=False) == "(True, 1, 3, 1)"
    desk.board.run_for_us(50_000)
    assert desk.do("b.next()", locked=True) == "False"
    assert desk.do("b.held_ms(3, 1)", locked=True) == "0"
    assert desk.do("b.simultaneous(5, 300)", locked=True) == "False"
