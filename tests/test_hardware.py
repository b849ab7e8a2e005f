"""The build guide's pages and drawings follow the one table of pins, and the table is one that can be built."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from hardware import draw_hub, draw_pod, draw_table, electrics, pages, parts
from hardware.generate import FILES, HERE
from hardware.plan import LEFT, RIGHT, read_plan
from onthree.rules import registry

PLAN = read_plan()


@pytest.mark.parametrize("name", FILES)
def test_a_committed_file_is_what_the_table_makes(name):
    committed = (HERE / name).read_text(encoding="utf-8")
    assert committed == FILES[name](PLAN), f"hardware/{name} is out of date: run `make hardware`"


@pytest.mark.parametrize("name", FILES)
def test_a_changed_pin_changes_what_is_made(name):
    moved = replace(PLAN, buttons=((18, 1, 2), *PLAN.buttons[1:]), pods=5, bus_hz=100_000, pod_display=0x3D)
    assert FILES[name](moved) != FILES[name](PLAN)


def test_no_pin_is_used_twice_and_every_pin_is_on_the_header():
    pins = [n for row in PLAN.buttons for n in row]
    pins += [*PLAN.hub_buttons, PLAN.sda, PLAN.scl, PLAN.buzzer, *PLAN.spare]
    assert len(pins) == len(set(pins))
    header = {int(name[2:]) for name in LEFT + RIGHT if re.fullmatch(r"GP\d+", name)}
    assert set(pins) == header
    assert PLAN.led not in header


def test_the_bus_pins_are_a_pair_of_i2c0():
    """GPIO function table of the RP2040 (datasheet 1.4.3): I2C0 SDA on 4n, I2C0 SCL on 4n + 1."""
    assert PLAN.sda % 4 == 0
    assert PLAN.scl % 4 == 1


def test_addresses_do_not_meet():
    assert 0x70 <= PLAN.mux <= 0x77
    assert {PLAN.pod_display, PLAN.hub_display} == {0x3C, 0x3D}
    assert len(set(PLAN.channels)) == PLAN.pods
    assert set(PLAN.channels) <= set(range(8))


def test_the_cable_carries_all_that_a_pod_needs():
    assert sorted(PLAN.cable) == sorted(("3V3", "GND", "SDA", "SCL", "A", "B", "C", "spare"))


def test_the_netlist_joins_every_pin_of_every_part_once():
    rows = list(csv.DictReader(io.StringIO(pages.netlist(PLAN))))
    ends = [row["to"] for row in rows]
    assert len(ends) == len(set(ends))
    for pod in range(1, PLAN.pods + 1):
        wanted = {f"socket {pod}.{net}" for net in PLAN.cable if net != "spare"}
        assert wanted <= set(ends)
    for row in rows:
        part, pin = re.fullmatch(r"([a-z 0-9]+)\.(\S+)(?: \(pin \d+\))?", row["from"]).groups()
        if part == "pico":
            assert pin in LEFT + RIGHT


def test_the_wokwi_diagram_names_only_parts_it_has():
    diagram = json.loads(pages.wokwi(PLAN))
    ids = [part["id"] for part in diagram["parts"]]
    assert len(ids) == len(set(ids))
    for start, end, _colour, _route in diagram["connections"]:
        assert start.split(":")[0] in ids
        assert end.split(":")[0] in ids
    pressed = {end for start, end, *_ in diagram["connections"] if start.endswith(":1.r")}
    assert pressed == {f"pico:GP{n}" for row in (*PLAN.buttons, PLAN.hub_buttons) for n in row}


@pytest.mark.parametrize("draw", [draw_hub.draw, draw_pod.draw, draw_table.draw])
def test_a_drawing_is_well_formed_and_keeps_its_text_on_the_sheet(draw):
    tree = ElementTree.fromstring(draw(PLAN))
    width, height = float(tree.get("width")), float(tree.get("height"))
    texts = [e for e in tree.iter() if e.tag.endswith("text")]
    assert len(texts) > 10
    for text in texts:
        at, room = float(text.get("x")), len(text.text) * float(text.get("font-size")) * 0.64
        left = {"start": at, "middle": at - room / 2, "end": at - room}[text.get("text-anchor")]
        if not text.get("transform"):
            assert left >= 0, text.text
            assert left + room <= width, text.text
        assert 0 <= float(text.get("y")) <= height, text.text


def test_wires_do_not_cross_in_their_lanes():
    """Two wires cross where one's turn lies within the other's run on the other's side of its own turn."""
    for ends in ([(0, 30), (10, 60), (40, 90)], [(50, 0), (70, 20), (90, 80)], [(50, 0), (60, 60), (70, 200)]):
        turns = parts.lanes(ends, 0, 5)
        assert len(set(turns)) == len(ends)
        for (a, x), (b, y) in ((p, q) for p in zip(ends, turns) for q in zip(ends, turns) if p != q):
            low, high = sorted(a)
            assert not (low < b[0] < high and y > x), (a, b)
            assert not (low < b[1] < high and y < x), (a, b)


def test_the_supply_is_enough_for_every_pod_lit():
    """The Pico's datasheet asks for less than 300 mA from 3V3."""
    assert electrics.draw_ma(PLAN.pods, lit=True) < electrics.PICO_3V3_MA


def test_a_metre_of_cable_is_fast_enough_for_every_number_of_pods():
    """What hardware/README.md tells builders: up to 1 m at 400 kHz, with the modules' usual pull-ups."""
    for segments in range(PLAN.pods + 1):
        assert electrics.bus(segments, 1.0).rise_ns <= electrics.FAST_RISE_NS
    assert electrics.bus(PLAN.pods, 3.0).rise_ns <= electrics.STANDARD_RISE_NS


def test_six_pods_of_which_two_have_weak_pull_ups_are_within_all_limits():
    """The way out that hardware/README.md offers where six strong ones together ask for too much current."""
    assert electrics.bus(6, 1.0).sink_ma > electrics.PAD_MA
    assert electrics.bus(6, 1.0, weak=2).sink_ma < electrics.PAD_MA
    for segments, weak in ((6, 2), (1, 1), (1, 0), (0, 0)):
        assert electrics.bus(segments, 1.0, weak=weak).rise_ns <= electrics.FAST_RISE_NS


def test_the_bill_counts_for_every_number_of_pods():
    table = pages.bill(PLAN, HERE / "bom.csv")
    rows = {line.split("|")[1].strip(): line.split("|")[2:8] for line in table.splitlines() if line.startswith("| ")}
    counts = {part: [int(cell) for cell in cells] for part, cells in rows.items() if part != "part"}
    assert counts["Push button (normally open)"] == [6, 9, 12, 15, 18, 21]
    assert next(c for part, c in counts.items() if part.startswith("TCA9548A")) == [0, 1, 1, 1, 1, 1]
    assert next(c for part, c in counts.items() if part.startswith("SSD1306")) == [2, 3, 4, 5, 6, 7]


def test_the_guide_says_how_many_pods_every_game_needs():
    guide = (HERE / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \[.*\]\(\.\./shared/games/(.*)\.md\) \| (\d to \d)", guide, re.M))
    assert rows.pop("tools") == "1 to 6"
    needed = {name: registry.load(name) for name in registry.GAMES}
    assert rows == {name: f"{game.MIN_PLAYERS} to {game.MAX_PLAYERS}" for name, game in needed.items()}
