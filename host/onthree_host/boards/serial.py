"""A real device on a serial port: finding it by its USB id, opening its port, and what to say when neither works."""

from __future__ import annotations

import errno
import sys

import serial
from serial.tools import list_ports

from onthree_host.errors import BoardError, LinkError, UsageError

# What MicroPython calls itself on USB: Pico and Pico 2 (and most boards with their chips) under Raspberry Pi's
# vendor id; boards with an id of their own still name MicroPython as the manufacturer.
_PICO = (0x2E8A, 0x0005)
_MANUFACTURER = "MicroPython"
_READ_SECONDS = 0.05  # how long a read waits, so that listening costs no processor time
_WRITE_SECONDS = 1.0  # a device reads nothing during a count


def find() -> list[str]:
    """Return the ports of all boards with MicroPython on them, sorted."""
    return sorted(
        port.device
        for port in list_ports.comports()
        if (port.vid, port.pid) == _PICO or (port.manufacturer or "").startswith(_MANUFACTURER)
    )


def choose(named: str | None) -> str:
    """Return the port to open: the one named, or the only board there is. BoardError or UsageError otherwise."""
    if named is not None:
        return named
    found = find()
    if not found:
        raise BoardError("No Pico is plugged in: connect it by USB, or name its port with --port.")
    if len(found) > 1:
        raise UsageError(f"Several boards are plugged in ({', '.join(found)}): name one with --port.")
    return found[0]


def open_port(name: str) -> serial.Serial:
    """Return the port `name`, open, with DTR up so that the device sends. UsageError or LinkError otherwise."""
    try:
        if "://" in name:  # pyserial's way to ports elsewhere, such as socket://host:port
            return serial.serial_for_url(name, 115200, timeout=_READ_SECONDS, write_timeout=_WRITE_SECONDS)
        # MicroPython's USB port has no speed; the number is only what pyserial wants to hear.
        return serial.Serial(name, 115200, timeout=_READ_SECONDS, write_timeout=_WRITE_SECONDS, exclusive=_exclusive())
    except (OSError, ValueError) as error:
        raise _explained(name, error)


def _exclusive() -> bool | None:
    return None if sys.platform == "win32" else True  # there every port is exclusive, and pyserial says so


def _explained(name: str, error: OSError | ValueError) -> Exception:
    number = getattr(error, "errno", None)
    text = str(error).lower()
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "filenotfound" in text or "no such" in text:
        others = " or ".join(find())
        return UsageError(f"There is no port {name}: " + (f"try {others}." if others else "plug the device in."))
    denied = number == errno.EACCES or "permission" in text
    if denied and sys.platform != "win32":  # there it means that the port is in use
        return LinkError(
            f"You may not open {name}: add yourself to its group ('sudo usermod -aG dialout $USER') and log in again."
        )
    if denied or number in (errno.EBUSY, errno.EAGAIN) or "lock" in text or "busy" in text:
        return LinkError(f"Another program uses {name}: close it (a terminal, Thonny, another onthree) and try again.")
    return LinkError(f"{name} cannot be opened as a serial port ({error}): name another one with --port.")
