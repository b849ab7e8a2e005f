"""The board behind a pty, as another program sees it."""

import threading
import time

import pytest
import serial

from onthree_host.boards.serve import pty, serve_pty


def exchange(server, port, command):
    port.write(command.encode() + b"\n")
    return gather(server, port, lambda data: data.endswith(b"\n"))


def gather(server, port, enough):
    data = b""
    deadline = time.monotonic() + 10
    while not enough(data) and time.monotonic() < deadline:
        server.pump(1_000)
        data += port.read(port.in_waiting)
    return data


def test_pyserial_talks_to_it_by_a_lasting_name(talk, tmp_path):
    one = talk()
    link = tmp_path / "pico"
    with pty(one.board, link) as server:
        with serial.Serial(str(link), 115200, timeout=0) as port:
            assert exchange(server, port, "echo over the pty") == b"over the pty\n"
            assert exchange(server, port, "noise 2").startswith(b"noise ")
        server.pump(1_000)
        assert not one.board.fifo.dtr  # closed at the other end
        with serial.Serial(server.name, 115200, timeout=0) as port:
            assert exchange(server, port, "echo again") == b"again\n"
    assert not link.exists()
    with pytest.raises(serial.SerialException):
        serial.Serial(server.name)


def test_a_program_that_does_not_read_fills_the_port_up(talk):
    one = talk()
    with pty(one.board) as server, serial.Serial(server.name, 115200, timeout=0) as port:
        port.write(b"spam 2000\n")
        for _ in range(50):
            server.pump(100_000)
        assert one.board.fifo.blocked == 0
        port.write(b"spam 5\n")
        for _ in range(50):
            server.pump(100_000)
        assert one.board.fifo.stalled
        assert one.board.fifo.blocked > 0
        data = gather(server, port, lambda data: b"1999 " in data and data.endswith(b"x\n"))
        assert [int(line[:4]) for line in data.splitlines()[:2000]] == list(range(2000))
        assert not one.board.fifo.stalled


def test_serving_keeps_to_the_speed_asked_for(talk):
    one = talk()
    names = []
    done = threading.Event()
    start = one.board.now_us
    began = time.monotonic()
    timer = threading.Timer(0.3, done.set)
    timer.start()
    serve_pty(one.board, 10.0, names.append, done.is_set)
    wall = time.monotonic() - began
    assert names[0].startswith("/dev/")
    assert one.board.now_us - start == pytest.approx(wall * 10e6, rel=0.2)


def test_it_waits_for_bytes_and_for_nothing_else(talk):
    one = talk()
    with pty(one.board) as server, serial.Serial(server.name, 115200, timeout=0) as port:
        server.pump(1_000)
        began = time.monotonic()
        server.wait(0.05)
        assert time.monotonic() - began >= 0.045
        port.write(b"echo here\n")
        began = time.monotonic()
        server.wait(10)
        assert time.monotonic() - began < 5
        assert exchange(server, port, "echo there").endswith(b"there\n")
