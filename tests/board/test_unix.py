"""The virtual board on MicroPython's unix port: every part of it, exercised by the probe's firmware."""

import pytest

from onthree_host.boards.errors import BoardCrashed, NoTime
from onthree_host.boards.flash import Flash
from onthree_host.boards.parts import BOUNCE_US
from onthree_host.boards.peripherals import scl_ns
from onthree_host.boards.unix import UnixBoard

FULL_FRAME_US = (10 + 9 * 1025 + 1) * scl_ns(400_000) / 1000


def test_it_boots_and_says_who_it_is(talk):
    one = talk(device_id=bytes(range(8)))
    assert one.greeting == "boot 1 0001020304050607"
    assert one.ask("echo hello there") == "hello there"


def test_hub_and_pods_are_drawn_through_the_mux(talk):
    one = talk()
    for where in ("hub", "0", "3", "5"):
        count, us = one.ask(f"draw {where} I_am_{where}").split()[1:]
        assert count == "1025"
        assert FULL_FRAME_US < int(us) < FULL_FRAME_US + 3_000
    board = one.board
    assert board.hub.words() == ""  # the charge pump
    board.run_for_us(100_000)
    assert board.hub.words() == "I_am_hub"
    assert [board.pod(seat).words() for seat in range(6)] == ["I_am_0", "", "", "I_am_3", "", "I_am_5"]
    assert board.pod(3).glass == board.pod(3).memory
    assert one.ask("show 63 together").startswith("drew 1025 ")
    assert [board.pod(seat).words() for seat in range(6)] == ["together", "", "", "together", "", "together"]
    shown = {board.pod(seat).first_shown("together") for seat in (0, 3, 5)}
    assert len(shown) == 1  # all in the same microsecond


def test_waiting_for_a_text_ends_when_the_pump_is_up(talk):
    one = talk()
    one.ask("draw hub Welcome")
    woken = one.board.now_us
    one.board.run_until_text(one.board.hub, "Welcome")
    assert one.board.now_us <= woken + 100_000
    assert one.board.hub.first_shown("Welcome") == one.board.now_us
    with pytest.raises(NoTime, match="'Farewell' on hub did not happen within 0.5 s; hub says 'Welcome'"):
        one.board.run_until_text(one.board.hub, "Farewell", 500_000)


def test_scan_and_reading_back(talk):
    one = talk(pods=1)
    assert one.ask("scan") == "scan 61 112"
    assert one.ask("mux 1") == "mux 1"
    assert one.ask("scan") == "scan 60 61 112"
    assert one.ask("mux 2") == "mux 2"
    assert one.ask("scan") == "scan 61 112"


def test_a_press_is_stamped_at_its_time_with_all_levels(talk):
    one = talk()
    board = one.board
    word = board.parts.buttons.word
    at = board.press(2, "B", hold_ms=50, at_us=board.now_us + 1_234)
    (down, levels), (up, released) = one.stamps(2)
    assert (down, up) == (at + 18, at + 50_018)
    pin = board.parts.wiring.pin(2, "B")
    assert levels & word == word & ~(1 << pin)
    assert released & word == word


def test_a_press_while_a_display_is_drawn_is_stamped_in_time(talk):
    one = talk()
    board = one.board
    one.port.write(b"draw hub busy\n")
    at = board.press(0, "A", hold_ms=5, at_us=board.now_us + 7_777)
    assert one.line().startswith("drew 1025")
    assert [us for us, _ in one.stamps(2)] == [at + 18, at + 5_018]
    assert board.now_us > at + 10_000  # the transfer went on meanwhile


def test_presses_together_are_handled_one_after_the_other(talk):
    one = talk()
    board = one.board
    at = board.now_us + 500
    for seat in range(6):
        board.press(seat, "A", hold_ms=30, at_us=at)
    stamps = one.stamps(12)
    assert [us for us, _ in stamps[:6]] == [at + 18 + 40 * i for i in range(6)]
    assert len({levels for _, levels in stamps[:6]}) == 1  # one read sees all seats


def test_a_bounce_shorter_than_the_handler_is_latched_not_lost(talk):
    one = talk()
    board = one.board
    at = board.press(1, "C", hold_ms=40, at_us=board.now_us + 500, bounce=BOUNCE_US)
    board.run_for_us(200_000)
    lines = [line for line in one.port.read_all().decode().split("\n") if line]
    assert lines[0].split()[1] == str(at + 18)
    pin = 1 << board.parts.wiring.pin(1, "C")
    pressed = [int(line.split()[2], 16) & pin == 0 for line in lines]
    assert pressed[-1] is False
    assert True in pressed
    assert 4 <= len(lines) <= 14


def test_a_beep_is_heard(talk):
    one = talk()
    start = one.board.now_us
    assert one.ask("beep 880 120") == "beeped"
    assert [(b.start_us - start, b.end_us - start, b.hz) for b in one.board.beeps] == [(0, 120_000, 880)]


def test_an_hour_of_sleep_is_exact_and_ticks_wrap(talk):
    one = talk(ticks_at_boot_us=(1 << 30) - 200_000)
    before = one.board.now_us
    assert one.ask("sleep 300") == "slept 300000"
    assert one.ask("time") == f"time {one.board.now_us - 200_000} {((1 << 30) + one.board.now_us - 200_000) // 1000}"
    one.ask("sleep 3600000")
    assert one.board.now_us == before + 3_600_300_000


def test_a_loop_that_only_looks_at_the_clock_gets_on(talk):
    one = talk()
    before = one.board.now_us
    assert one.ask("spin 5000") == "spun"
    assert 5_000 <= one.board.now_us - before <= 6_000


def test_the_journal_outlives_the_power(talk):
    one = talk()
    for text in ("first", "second"):
        assert one.ask(f"append {text}") == "appended"
    erases = sum(one.board.flash.erases)
    one.board.power_off()
    assert one.board.pod(0).glass.dark
    one.board.run_for(1)
    one.board.power_on()
    one.listen()
    assert one.greeting.startswith("boot 1")
    assert one.ask("list") == "log first second "
    assert sum(one.board.flash.erases) == erases


def test_flash_takes_its_time_and_holds_interrupts_up(talk):
    one = talk(flash=Flash(blocks=16))
    board = one.board
    board.flash.record()
    one.port.write(b"append slow\n")
    board.run_until(lambda: board.flash.log, what="a flash operation")
    at = board.press(0, "A", hold_ms=300, at_us=board.now_us + 10)
    one.line()
    (down, _), _ = one.stamps(2)
    busy = 400 if board.flash.log[0].data else 45_000
    assert down == max(at + 18, board.flash.log[0].us + busy)


def test_a_full_flash_is_an_error_of_the_firmwares(talk):
    one = talk(flash=Flash(blocks=4, erase_us=0, program_us=0))
    with pytest.raises(BoardCrashed, match=r"OSError: (28|\[Errno 28\] ENOSPC)"):
        for _ in range(40):
            one.ask("append " + "x" * 900)


def test_waiting_beeping_and_drawing_allocate_nothing(talk):
    one = talk()
    one.board.press(0, "A", hold_ms=10, at_us=one.board.now_us + 20_000)
    assert one.ask("locked now") == "locked 1025 0"


def test_the_heap_is_the_picos_and_a_third_more(talk):
    free = int(talk().ask("free").split()[1])
    assert 400_000 < free < 2 * 320 * 1024  # words here have 8 bytes for the Pico's 4; sources are compiled in it, too


def test_led_and_calls(talk):
    one = talk()
    rpcs = one.board.rpcs
    assert one.ask("toggle 100") == "toggled"
    assert one.board.rpcs >= rpcs + 100


def test_reset_keeps_the_displays_and_drops_the_port(talk):
    one = talk()
    one.ask("draw hub Before")
    one.board.run_for_us(100_000)
    port = one.port
    port.write(b"reset\n")
    one.board.run_for_us(10_000)
    with pytest.raises(OSError, match="disconnected"):
        port.read(1)
    assert one.board.hub.words() == "Before"
    one.listen()
    assert one.greeting.startswith("boot 3")
    assert one.board.boots == 2


@pytest.mark.parametrize("how", ["sleep 5000", "hang"])
def test_the_watchdog_bites(talk, monkeypatch, how):
    monkeypatch.setattr("onthree_host.boards.unix.HUNG_S", 0.3)
    one = talk()
    assert one.ask("watchdog 1500") == "armed"
    armed = one.board.now_us
    one.port.write(how.encode() + b"\n")
    one.board.run_until(lambda: one.board.boots == 2, what="a reset")
    assert one.board.now_us == armed + 1_500_000
    one.listen()
    assert one.greeting.startswith("boot 3")


def test_the_end_of_main_is_the_repl(talk):
    one = talk()
    one.port.write(b"end\n")
    one.board.run_for_us(1_000)
    assert one.board.in_repl
    one.board.run_for(60)


def test_a_traceback_is_an_exception_with_the_console(talk):
    one = talk()
    with pytest.raises(BoardCrashed, match="ValueError: as you wished") as caught:
        one.ask("boom")
    assert "probe.py" in caught.value.console
    assert not one.board.powered


def test_a_hang_is_an_exception(talk, monkeypatch):
    monkeypatch.setattr("onthree_host.boards.unix.PATIENCE_S", 0.3)
    one = talk()
    with pytest.raises(BoardCrashed, match="hangs"):
        one.ask("hang")


def test_death_is_an_exception(talk):
    one = talk()
    one.board.child.process.kill()
    with pytest.raises(BoardCrashed, match="ended"):
        one.ask("echo are you there")


SCRIPT = ("draw hub Hello", "noise 8", "append one", "beep 440 20", "draw 2 There", "list", "spin 700", "scan", "time")


def recorded(talk):
    one = talk(seed=7)
    board = one.board
    for i in range(12):
        board.press(i % 6, "ABC"[i % 3], 20, 30_000 * i + 100_000, board.bounce_pattern(i))
    for command in SCRIPT:
        one.port.write(command.encode() + b"\n")
        board.run_for_us(90_000)
    board.run_for(1)
    said = one.port.read_all()
    return said, board.rpcs, bytes(board.flash.image), board.hub.history(), board.pod(2).history(), board.beeps


def test_two_runs_are_identical(talk):
    first, second = recorded(talk), recorded(talk)
    assert len(first[0]) > 500
    assert first == second


def test_the_noise_depends_on_the_seed(talk):
    assert len({talk(seed=seed).ask("noise 16") for seed in (1, 2, 3)}) == 3


def test_a_board_may_wait_to_be_switched_on(root):
    from tests.board.conftest import PROBE

    with UnixBoard(main=PROBE, firmware=root / "firmware", start=False) as board:
        board.run_for(5)
        with pytest.raises(OSError, match="no power"):
            board.port  # noqa: B018
        board.power_on()
        board.port.timeout = 10
        assert board.port.readline().startswith(b"boot")
