"""The modules that stand in for MicroPython's on the virtual board: small programs, and what they print."""

import textwrap

import pytest

from onthree_host.boards.errors import BoardCrashed
from onthree_host.boards.unix import UnixBoard
from tests.board.conftest import FIRMWARE


@pytest.fixture
def run(tmp_path):
    """Run a program on a board, with `setup(board)` before; return the lines it printed and the board."""
    boards = []

    def go(program, seconds=1.0, setup=None):
        main = tmp_path / "main.py"
        main.write_text(textwrap.dedent(program))
        board = UnixBoard(main=main, firmware=FIRMWARE)
        boards.append(board)
        port = board.port
        if setup is not None:
            setup(board)
        board.run_for(seconds)
        said = b"" if port.gone else port.read_all()
        return said.decode().split("\n")[:-1], board

    yield go
    for board in boards:
        board.close()


def test_pins(run):
    lines, _ = run(
        """
        from machine import Pin
        led = Pin("LED", Pin.OUT, value=1)
        print(led.value(), led(), Pin(25) is led, led)
        led.off()
        print(led.value())
        led.toggle()
        print(led())
        button = Pin("GP3", Pin.IN, Pin.PULL_UP)
        print(button.value())
        for bad in (30, -1):
            try:
                Pin(bad)
            except ValueError as e:
                print(e)
        """
    )
    assert lines == ["1 1 True Pin(GPIO25)", "0", "1", "1", "invalid pin", "invalid pin"]


def test_soft_interrupts_come_after_the_transfer_hard_ones_within(run):
    lines, _ = run(
        """
        import time
        from machine import Pin, I2C
        got = []
        def soft(pin):
            got.append(("soft", time.ticks_us(), pin.value()))
        stamp = [0]
        def hard(pin):
            stamp[0] = time.ticks_us()
        Pin(0, Pin.IN, Pin.PULL_UP).irq(soft, Pin.IRQ_FALLING)
        Pin(1, Pin.IN, Pin.PULL_UP).irq(hard, Pin.IRQ_FALLING, hard=True)
        time.sleep_ms(200)
        i2c = I2C(0)
        start = time.ticks_us()
        i2c.writeto(0x3d, bytes(1000))
        end = time.ticks_us()
        time.sleep_ms(200)
        print(start, end, stamp[0], *got)
        """,
        setup=lambda board: (
            board.press(0, "A", 100, at_us=295_000),
            board.press(0, "B", 100, at_us=296_000),
        ),
    )
    start, end, stamp, rest = lines[0].split(" ", 3)
    assert int(start) < 295_000 < int(end)
    assert int(stamp) == 296_018
    assert rest == f"('soft', {end}, 0)"


def test_the_bus_in_all_its_calls(run):
    lines, board = run(
        """
        from machine import I2C, Pin, SoftI2C
        i2c = I2C(0, scl=Pin(21), sda=Pin(20), freq=100000)
        print(i2c.writevto(0x70, (b"\\x03", b"\\x05")))
        print(i2c.readfrom(0x70, 2), i2c.readfrom_mem(0x70, 6, 1))
        i2c.writeto_mem(0x3d, 0x40, b"\\x11\\x22")
        buf = bytearray(1)
        SoftI2C(Pin(21), Pin(20)).readfrom_into(0x3d, buf)
        print(buf, i2c.writeto(0x3d, b""))
        for call in (i2c.readfrom, lambda a, n: i2c.writeto(a, bytes(n))):
            try:
                call(0x50, 1)
            except OSError as e:
                print(e.errno)
        """
    )
    assert lines == ["2", r"b'\x05\x05' b'\x05'", r"bytearray(b'@') 0", "5", "5"]
    assert board.parts.mux.selections == [5, 6]
    assert board.parts.hub.data_bytes == 2


def test_pwm_and_its_limits(run):
    lines, board = run(
        """
        from machine import PWM, Pin
        import time
        pwm = PWM(Pin(22), freq=440, duty_u16=70000 % 65536)
        print(pwm.freq(), pwm.duty_u16())
        time.sleep_ms(10)
        pwm.freq(880)
        time.sleep_ms(10)
        pwm.deinit()
        for hz in (5, 100_000_000):
            try:
                pwm.freq(hz)
            except ValueError as e:
                print(e)
        """
    )
    assert lines == ["440 4464", "freq too small", "freq too large"]
    assert [(beep.hz, beep.end_us - beep.start_us) for beep in board.beeps] == [(440, 10_000), (880, 10_000)]


def test_time(run):
    lines, _ = run(
        """
        import time
        print(time.ticks_diff(5, 1 << 29), time.ticks_diff(1, (1 << 30) - 1), time.ticks_add((1 << 30) - 1, 3))
        a = time.time()
        time.sleep(0.25)
        time.sleep(2)
        time.sleep_us(-5)
        print(time.time() - a, time.localtime(a)[:3], time.ticks_cpu() == time.ticks_us())
        """,
        seconds=3,
    )
    assert lines[0] == f"{5 - (1 << 29)} 2 2"
    assert lines[1] == "2 (2026, 1, 1) True"


def test_polling(run):
    lines, _ = run(
        """
        import io, select, sys, time
        class Flag(io.IOBase):
            up = False
            def ioctl(self, request, arg):
                return select.POLLIN if self.up and request == 3 else 0
        flag = Flag()
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        poll.register(flag, select.POLLIN)
        start = time.ticks_us()
        print(poll.poll(30), time.ticks_us() - start)
        flag.up = True
        print([(o is flag, e) for o, e in poll.ipoll(30)], len(poll.poll(0)))
        poll.unregister(flag)
        print([(o is sys.stdin, e) for o, e in poll.ipoll(-1)], sys.stdin.buffer.read(2))
        poll.register(sys.stdout)
        print(poll.poll()[0][1])
        poll.modify(sys.stdin, select.POLLIN)
        try:
            poll.modify(flag, 1)
        except OSError as e:
            print(e.errno)
        """,
        setup=lambda board: board.at_us(400_000, lambda: board.type(b"ab")),
    )
    assert lines == ["[] 30000", "[(True, 1)] 1", "[(True, 1)] b'ab'", "4", "2"]


def test_sleeping_until_something_happens(run):
    lines, _ = run(
        """
        import machine, time
        from machine import Pin
        Pin(0, Pin.IN, Pin.PULL_UP).irq(lambda pin: None, hard=True)
        start = time.ticks_us()
        machine.lightsleep(50)
        print(time.ticks_us() - start)
        machine.lightsleep()
        print(time.ticks_us())
        start = time.ticks_us()
        machine.idle()
        print(time.ticks_us() - start, machine.freq(), machine.unique_id() != b"")
        """,
        setup=lambda board: board.press(0, "A", 100, at_us=500_000),
    )
    assert lines == ["50000", "500058", "1000 125000000 True"]


def test_registers(run):
    lines, _ = run(
        """
        import machine, time
        print(machine.mem32[0xd0000004] & 7, machine.mem32[0x40054028] == time.ticks_us())
        for access in (lambda: machine.mem32[0x40000000], lambda: machine.mem32.__setitem__(0x40000000, 1)):
            try:
                access()
            except ValueError as e:
                print(e)
        """
    )
    assert lines == ["7 True"] + ["the virtual board has no register 0x40000000"] * 2


@pytest.mark.parametrize(
    ("handler", "error"),
    [
        ("lambda pin: [pin]", "MemoryError"),
        ("lambda pin: i2c.writeto(0x3d, buf)", "RuntimeError: an interrupt handler used a slow peripheral"),
        ("lambda pin: 1 // 0", "ZeroDivisionError"),
    ],
)
def test_a_hard_handler_may_not_allocate_nor_use_the_bus_nor_fail(run, handler, error):
    with pytest.raises(BoardCrashed, match=error):
        run(
            f"""
            import time
            from machine import I2C, Pin
            i2c = I2C(0)
            buf = bytearray(2)
            Pin(0, Pin.IN, Pin.PULL_UP).irq({handler}, Pin.IRQ_FALLING, hard=True)
            time.sleep(1)
            """,
            seconds=2,
            setup=lambda board: board.press(0, "A", at_us=500_000),
        )


def test_a_program_may_cope_with_its_own_errors_where_that_is_wanted(tmp_path):
    main = tmp_path / "main.py"
    main.write_text(
        "import sys, time\ntry:\n    1 // 0\nexcept Exception as e:\n    sys.print_exception(e)\ntime.sleep(9)\n"
    )
    with UnixBoard(main=main, firmware=FIRMWARE, strict=False) as board:
        board.port  # noqa: B018
        board.run_for(1)
        assert b"ZeroDivisionError" in board.port.read_all()
    with UnixBoard(main=main, firmware=FIRMWARE) as board, pytest.raises(BoardCrashed, match="ZeroDivisionError"):
        board.run_for(1)


def test_leaving_main_by_system_exit_starts_it_again(run):
    lines, board = run("import time\nprint('hello')\ntime.sleep(1)\nraise SystemExit\n", seconds=2.5)
    assert board.boots == 3
    assert lines == ["hello", "MPY: soft reboot\r"] * 2 + ["hello"]  # a soft reset does not touch USB


def test_a_register_of_the_watchdog_keeps_its_value_over_resets_but_not_without_power(run):
    lines, board = run(
        """
        import machine, time
        note = 0x40058000 + 0x0c
        print(machine.mem32[note], time.ticks_ms())
        machine.mem32[note] += 1
        machine.WDT(timeout=1500)
        time.sleep(1)
        if machine.mem32[note] == 2:
            machine.mem32[0x40058000 + 0x3000] = 1 << 30
            time.sleep(9)
        machine.soft_reset()
        """,
        seconds=6,
    )
    (first, at), _, (second, later) = (line.split()[-2:] for line in lines)
    assert (first, second) == ("0", "1")
    assert int(later) - int(at) == 1000  # the ticks go on
    assert board.boots == 2  # the watchdog is stopped, or it would have bitten by now
    board.power_off()
    board.power_on()
    board.run_for(0.5)
    assert board.port.read_all().startswith(b"0 ")


def test_the_watchdog_goes_on_over_a_soft_reset(run):
    program = """
        import machine, time
        if not machine.mem32[0x4005800c]:
            machine.mem32[0x4005800c] = 1
            machine.WDT(timeout=1500)
            time.sleep(1)
            machine.soft_reset()
        print(machine.reset_cause())
        time.sleep(1)
        """
    _, board = run(program, seconds=1.4)
    assert board.boots == 2
    board.run_for(0.2)
    assert board.boots == 3
    assert board.reset_cause == 3  # it bit 1.5 s after it was set


def test_the_bootloader_is_silence(run):
    _, board = run("import machine\nmachine.bootloader()\n")
    assert not board.powered
