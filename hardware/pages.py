"""The pages and tables made from the plan: pinout, netlist, bill of materials, Wokwi diagram."""

import csv
import json
from pathlib import Path

from hardware.plan import LEFT, LETTERS, RIGHT, Plan

MADE = "Made by `make hardware` from `firmware/device/board.py`; do not edit."


def pinout(plan: Plan) -> str:
    """Return pinout.md: the Pico pin by pin, the sockets, the addresses."""
    lines = [
        "# Pinout", "", MADE, "", "## The Pico", "", "Seen from above, USB socket up.", "",
        "| used for | GPIO | pin | pin | GPIO | used for |", "|---:|---:|---:|:---|:---|:---|",
    ]  # fmt: skip
    for i, (left, right) in enumerate(zip(LEFT, RIGHT)):
        lines.append(f"| {plan.use(left)} | {left} | {i + 1} | {40 - i} | {right} | {plan.use(right)} |")
    lines += [
        "", f"The LED on the Pico is GP{plan.led}. Buttons connect their pin to GND; the Pico pulls the pins up.", "",
        "## The pods' sockets", "", "| pod | A | B | C | mux channel |", "|---:|---|---|---|---|",
    ]  # fmt: skip
    for pod, (numbers, channel) in enumerate(zip(plan.buttons, plan.channels), 1):
        cells = " | ".join(f"GP{n} (pin {pin_number(f'GP{n}')})" for n in numbers)
        lines.append(f"| {pod} | {cells} | SD{channel}, SC{channel} |")
    lines += ["", "## The patch cable", "", "| contact | signal |", "|---:|---|"]
    lines += [f"| {i} | {net} |" for i, net in enumerate(plan.cable, 1)]
    lines += [
        "", "## The I2C bus", "", f"GP{plan.sda} is SDA, GP{plan.scl} is SCL, {plan.bus_hz // 1000} kHz.", "",
        "| part | address | where |", "|---|---|---|",
        f"| TCA9548A | 0x{plan.mux:02X} | main bus |",
        f"| hub display, SSD1306 | 0x{plan.hub_display:02X} | main bus |",
        f"| pod displays, SSD1306 | 0x{plan.pod_display:02X} | a mux channel each (one alone: the main bus) |",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def pin_number(name: str) -> int:
    """Return the number of the Pico's pin that has this name (the first, where several have it)."""
    return LEFT.index(name) + 1 if name in LEFT else 40 - RIGHT.index(name)


def netlist(plan: Plan) -> str:
    """Return netlist.csv, the schematic as a table: one line a connection, Pico pins with their numbers."""
    lines = ["net,from,to"]
    for wire in plan.wires():
        lines.append(f"{wire.net},{_numbered(wire.start)},{_numbered(wire.end)}")
    return "\n".join(lines) + "\n"


def _numbered(end: str) -> str:
    part, _, pin = end.partition(".")
    return f"pico.{pin} (pin {pin_number(pin)})" if part == "pico" and pin != "GND" else end


def bill(plan: Plan, source: Path) -> str:
    """Return BOM.md: the parts of `source`, added up for every number of pods."""
    counts = range(1, plan.pods + 1)
    lines = [
        "# Bill of materials", "",
        "Made by `make hardware` from `hardware/bom.csv`; do not edit. Any maker's part will do.", "",
        "| part | " + " | ".join(f"{n} pod{'s' if n > 1 else ''}" for n in counts) + " | notes |",
        "|---|" + "---:|" * len(counts) + "---|",
    ]  # fmt: skip
    with source.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cells = [str(int(row["hub"]) + n * int(row["per pod"])) for n in counts]
            if row["part"].startswith("TCA9548A"):
                cells[0] = "0"
            lines.append(f"| {row['part']} | " + " | ".join(cells) + f" | {row['notes']} |")
    return "\n".join([*lines, ""])


def wokwi(plan: Plan) -> str:
    """Return diagram.json for the Wokwi simulator: hub, all buttons, and pod 1's display.

    Wokwi has no TCA9548A, so this is the table without a mux: pod 1's display sits on the main bus.
    """
    parts: list[dict[str, object]] = [
        {"type": "wokwi-pi-pico", "id": "pico", "top": 0, "left": 0, "attrs": {}},
        {"type": "board-ssd1306", "id": "hub", "top": -150, "left": 220,
         "attrs": {"i2cAddress": f"0x{plan.hub_display:02x}"}},
        {"type": "board-ssd1306", "id": "pod1", "top": -150, "left": -240,
         "attrs": {"i2cAddress": f"0x{plan.pod_display:02x}"}},
        {"type": "wokwi-buzzer", "id": "bz", "top": 150, "left": 420, "attrs": {"volume": "0.1"}},
    ]  # fmt: skip
    wires: list[list[object]] = []
    for display in ("hub", "pod1"):
        wires.append([f"{display}:SDA", f"pico:GP{plan.sda}", "blue", []])
        wires.append([f"{display}:SCL", f"pico:GP{plan.scl}", "gold", []])
        wires.append([f"{display}:VCC", "pico:3V3", "red", []])
        wires.append([f"{display}:GND", "pico:GND.8", "black", []])
    wires += [["bz:1", "pico:GND.6", "black", []], ["bz:2", f"pico:GP{plan.buzzer}", "magenta", []]]
    rows = [(f"pod{pod}", row) for pod, row in enumerate(plan.buttons, 1)] + [("hub", plan.hub_buttons)]
    for line, (owner, numbers) in enumerate(rows):
        for column, (letter, number) in enumerate(zip(LETTERS, numbers)):
            name = f"{owner}{letter}"
            left, top = (-360, 80 * line) if owner != "hub" else (220, 0)
            parts.append({
                "type": "wokwi-pushbutton", "id": name, "top": top, "left": left + 90 * column,
                "attrs": {"color": ("green", "purple", "blue")[column], "label": f"{owner} {letter}"},
            })  # fmt: skip
            wires.append([f"{name}:1.r", f"pico:GP{number}", ("green", "purple", "cyan")[column], []])
            wires.append([f"{name}:2.r", "pico:GND.1", "black", []])
    diagram = {"version": 1, "author": "The On Three authors", "editor": "wokwi", "parts": parts, "connections": wires}
    return json.dumps(diagram, indent=2) + "\n"
