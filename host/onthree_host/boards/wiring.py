"""The firmware's own pin table (firmware/device/board.py), read as plain data: virtual boards follow it."""

from __future__ import annotations

import runpy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onthree_host.boards.errors import BoardError


@dataclass(frozen=True)
class Wiring:
    """Pins are GP numbers, addresses 7 bits, speeds Hz."""

    pod_buttons: tuple[tuple[int, int, int], ...]  # one a seat: A, B, C
    hub_buttons: tuple[int, int, int]
    sda: int
    scl: int
    i2c_hz: int
    mux_address: int
    pod_channels: tuple[int, ...]  # the mux channel of each seat
    pod_address: int
    hub_address: int
    buzzer: int

    @property
    def seats(self) -> int:
        """Pods there are plugs for."""
        return len(self.pod_buttons)

    def pin(self, seat: int, button: str) -> int:
        """Return the pin of a pod's button; seats from 0, buttons A, B and C."""
        return self.pod_buttons[seat]["ABC".index(button)]

    def hub_pin(self, button: str) -> int:
        """Return the pin of a hub button."""
        return self.hub_buttons["ABC".index(button)]


def read_wiring(firmware: Path) -> Wiring:
    """Return the table in `firmware`/device/board.py. It may import nothing but constants."""
    path = firmware / "device" / "board.py"
    try:
        table: dict[str, Any] = runpy.run_path(str(path))
    except OSError as error:
        raise BoardError(f"the firmware's pin table cannot be read: {error}")
    except ImportError as error:
        raise BoardError(f"{path} must be plain data, it tries to import {error.name}")
    try:
        return _wiring(table)
    except KeyError as error:
        raise BoardError(f"{path} has no {error.args[0]}")


def _wiring(table: dict[str, Any]) -> Wiring:
    return Wiring(
        pod_buttons=tuple(tuple(pod) for pod in table["POD_BUTTONS"]),
        hub_buttons=tuple(table["HUB_BUTTONS"]),
        sda=table["I2C_SDA"],
        scl=table["I2C_SCL"],
        i2c_hz=table["I2C_HZ"],
        mux_address=table["MUX_ADDRESS"],
        pod_channels=tuple(table["POD_CHANNELS"]),
        pod_address=table["POD_ADDRESS"],
        hub_address=table["HUB_ADDRESS"],
        buzzer=table["BUZZER"],
    )
