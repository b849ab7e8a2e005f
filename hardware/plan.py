"""The wiring, worked out from the one table of pins in firmware/device/board.py.

A plan is a list of wires between named pins. The drawings, the pinout page, the netlist and the Wokwi diagram
are all made from it, and none of them knows a pin number of its own.
"""

import runpy
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOARD = ROOT / "firmware" / "device" / "board.py"
LETTERS = "ABC"

# The Pico's 40 pins as they lie on the board, USB socket up: pins 1 to 20 down the left side ...
LEFT = "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15".split()
# ... and pins 40 to 21 down the right side (Pico datasheet, section 2.1).
RIGHT = "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16".split()


@dataclass(frozen=True)
class Wire:
    """One connection: a net's name and the two pins it joins, each as `part.pin`."""

    net: str
    start: str
    end: str


@dataclass(frozen=True)
class Plan:
    """What board.py says, in the words of a builder. Pods count from 1."""

    pods: int
    buttons: tuple[tuple[int, ...], ...]  # GPIO of A, B, C, by pod
    channels: tuple[int, ...]  # mux channel, by pod
    hub_buttons: tuple[int, ...]
    sda: int
    scl: int
    bus_hz: int
    buzzer: int
    led: int
    mux: int  # I2C addresses
    pod_display: int
    hub_display: int
    spare: tuple[int, ...]
    cable: tuple[str, ...]  # the signal on each contact of the patch cable, contact 1 first

    def wires(self) -> list[Wire]:
        """Return every connection in the hub, then every connection in a pod."""
        found = [
            Wire("SDA", gpio(self.sda), "mux.SDA"),
            Wire("SCL", gpio(self.scl), "mux.SCL"),
            Wire("SDA", gpio(self.sda), "hub display.SDA"),
            Wire("SCL", gpio(self.scl), "hub display.SCL"),
            Wire("BUZZER", gpio(self.buzzer), "buzzer.+"),
        ]
        found += [Wire(f"HUB_{c}", gpio(g), f"hub button {c}.1") for c, g in zip(LETTERS, self.hub_buttons)]
        for pod in range(1, self.pods + 1):
            channel = self.channels[pod - 1]
            found.append(Wire(f"POD{pod}_SDA", f"mux.SD{channel}", f"socket {pod}.SDA"))
            found.append(Wire(f"POD{pod}_SCL", f"mux.SC{channel}", f"socket {pod}.SCL"))
            for letter, number in zip(LETTERS, self.buttons[pod - 1]):
                found.append(Wire(f"POD{pod}_{letter}", gpio(number), f"socket {pod}.{letter}"))
        found += self._supply()
        return found + self.pod_wires()

    def _supply(self) -> list[Wire]:
        sockets = [f"socket {pod}" for pod in range(1, self.pods + 1)]
        found = [Wire("3V3", "pico.3V3", f"{part}.3V3") for part in ["mux", "hub display", *sockets]]
        grounded = [("mux", "GND"), ("hub display", "GND"), ("buzzer", "-")]
        grounded += [(f"hub button {c}", "2") for c in LETTERS]
        grounded += [("mux", pin) for pin in ("A0", "A1", "A2")[: 3 if self.mux == 0x70 else 0]]
        grounded += [(socket, "GND") for socket in sockets]
        return found + [Wire("GND", "pico.GND", f"{part}.{pin}") for part, pin in grounded]

    def pod_wires(self) -> list[Wire]:
        """Return the connections inside a pod, which are the same in all of them."""
        found = [Wire(net, f"plug.{net}", f"pod display.{net}") for net in ("3V3", "GND", "SDA", "SCL")]
        for letter in LETTERS:
            found.append(Wire(letter, f"plug.{letter}", f"pod button {letter}.1"))
            found.append(Wire("GND", "plug.GND", f"pod button {letter}.2"))
        return found

    def use(self, pin: str) -> str:
        """Return in a few words what the Pico's pin `pin` is for, or an empty text."""
        uses = {"3V3": "supply of the displays and the mux", "GND": "ground", "VBUS": "5 V from USB (not connected)"}
        for pod, numbers in enumerate(self.buttons, 1):
            uses.update({f"GP{n}": f"pod {pod} button {c}" for c, n in zip(LETTERS, numbers)})
        uses.update({f"GP{n}": f"hub button {c}" for c, n in zip(LETTERS, self.hub_buttons)})
        uses[f"GP{self.sda}"] = "I2C data, SDA"
        uses[f"GP{self.scl}"] = "I2C clock, SCL"
        uses[f"GP{self.buzzer}"] = "buzzer"
        uses.update({f"GP{n}": "spare" for n in self.spare})
        return uses.get(pin, "")


def gpio(number: int) -> str:
    """Return the name of a GPIO as an end of a wire."""
    return f"pico.GP{number}"


def read_plan(board: Path = BOARD) -> Plan:
    """Return the plan that the table in `board` makes; the table is plain data and imports nothing."""
    table = runpy.run_path(str(board))
    return Plan(
        pods=table["SEATS"],
        buttons=tuple(tuple(row) for row in table["POD_BUTTONS"]),
        channels=tuple(table["POD_CHANNELS"]),
        hub_buttons=tuple(table["HUB_BUTTONS"]),
        sda=table["I2C_SDA"],
        scl=table["I2C_SCL"],
        bus_hz=table["I2C_HZ"],
        buzzer=table["BUZZER"],
        led=table["LED"],
        mux=table["MUX_ADDRESS"],
        pod_display=table["POD_ADDRESS"],
        hub_display=table["HUB_ADDRESS"],
        spare=tuple(table["SPARE"]),
        cable=tuple(table["POD_CABLE"]),
    )
