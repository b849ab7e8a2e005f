"""Finding a device and opening its port, and what is said when that fails."""

import errno
from types import SimpleNamespace

import pytest
import serial

from onthree_host.boards import serial as ports
from onthree_host.errors import BoardError, LinkError, UsageError


def plugged(monkeypatch, *found):
    listed = [
        SimpleNamespace(device=device, vid=vid, pid=pid, manufacturer=manufacturer)
        for device, vid, pid, manufacturer in found
    ]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: listed)


PICO = ("/dev/ttyACM1", 0x2E8A, 0x0005, "MicroPython")
FEATHER = ("/dev/ttyACM0", 0x239A, 0x80F2, "MicroPython")
PROBE = ("/dev/ttyACM2", 0x2E8A, 0x000C, "Raspberry Pi")
MODEM = ("/dev/ttyUSB0", 0x0403, 0x6001, "FTDI")
BARE = ("/dev/ttyS0", None, None, None)


def test_boards_with_micropython_are_found_and_nothing_else(monkeypatch):
    plugged(monkeypatch, PICO, MODEM, BARE, PROBE, FEATHER)
    assert ports.find() == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_the_only_board_is_chosen_and_a_name_wins(monkeypatch):
    plugged(monkeypatch, PICO, MODEM)
    assert ports.choose(None) == "/dev/ttyACM1"
    assert ports.choose("COM7") == "COM7"


def test_no_board_and_several_boards(monkeypatch):
    plugged(monkeypatch, MODEM, BARE)
    with pytest.raises(BoardError, match="No Pico"):
        ports.choose(None)
    plugged(monkeypatch, PICO, FEATHER)
    with pytest.raises(UsageError, match="/dev/ttyACM0, /dev/ttyACM1"):
        ports.choose(None)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port: No such file"), UsageError, "There is no port"),
        (serial.SerialException("could not open port 'COM9': FileNotFoundError(2)"), UsageError, "There is no port"),
        (serial.SerialException(errno.EACCES, "Permission denied"), LinkError, "dialout"),
        (serial.SerialException(errno.EBUSY, "Device or resource busy"), LinkError, "Another program"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), LinkError, "Another program"),
        (serial.SerialException(errno.EIO, "Input/output error"), LinkError, "cannot be opened"),
        (ValueError("invalid URL"), LinkError, "cannot be opened"),
    ],
)
def test_what_is_said_when_a_port_does_not_open(monkeypatch, error, kind, words):
    plugged(monkeypatch)
    monkeypatch.setattr(ports.sys, "platform", "linux")

    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(ports.serial, "Serial", refuse)
    with pytest.raises(kind, match=words) as caught:
        ports.open_port("/dev/ttyACM0")
    assert str(caught.value).endswith(".")


def test_on_windows_a_port_in_use_is_a_permission(monkeypatch):
    monkeypatch.setattr(ports.sys, "platform", "win32")

    def refuse(*_, **__):
        raise serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)")

    monkeypatch.setattr(ports.serial, "Serial", refuse)
    with pytest.raises(LinkError, match="Another program"):
        ports.open_port("COM3")


def test_other_ports_are_offered(monkeypatch):
    plugged(monkeypatch, PICO)
    with pytest.raises(UsageError, match="try /dev/ttyACM1"):
        ports.open_port("/dev/no-such-port")
