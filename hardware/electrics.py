"""The arithmetic behind the build guide: what the table draws, and how long its cables may be.

Sources: Pico datasheet 2.1 (load on 3V3 below 300 mA), RP2040 datasheet (pads sink 4 mA as they start),
I2C specification UM10204 (fast mode: 300 ns rise, 400 pF, low level 0.4 V), TCA9548A datasheet SCPS207
(supply current, capacitance of the common and of the channel side). Displays are measured rather than specified:
about 20 mA with an ordinary picture is what their makers state; 30 mA is our allowance for a glass fully lit.
"""

from dataclasses import dataclass

from hardware.plan import Plan

PICO_3V3_MA = 300
DISPLAY_MA, DISPLAY_LIT_MA, MUX_MA, BUZZER_MA = 20, 30, 0.1, 3
PAD_MA, FAST_RISE_NS, STANDARD_RISE_NS, BUS_PF = 4.0, 300, 1000, 400
VOLTS, LOW_VOLTS = 3.3, 0.4

MUX_PF, CHANNEL_PF, MODULE_PF, PAD_PF, CABLE_PF_PER_M, WIRING_PF = 20, 6, 10, 8, 50, 15
MODULE_OHM, MUX_OHM = 4700, 10000  # pull-ups that ordinary modules and mux breakouts carry


@dataclass(frozen=True)
class Bus:
    """What the Pico sees of one bus line while `segments` channels of the mux are open."""

    ohm: float
    pf: float

    @property
    def rise_ns(self) -> float:
        """Return the time from 30 % to 70 % of the supply, 0.8473 RC (UM10204, 7.1)."""
        return 0.8473 * self.ohm * self.pf / 1000

    @property
    def sink_ma(self) -> float:
        """Return the current that whoever pulls the line low has to sink."""
        return (VOLTS - LOW_VOLTS) / self.ohm * 1000


def bus(segments: int, metres: float, module_ohm: int = MODULE_OHM, weak: int = 0) -> Bus:
    """Return the main bus joined with `segments` pods on cables of `metres`; the hub display is always there.

    `weak` of the pods have modules with 10 kilohm, all other modules `module_ohm`.
    """
    siemens = 1 / MUX_OHM + (1 + segments - weak) / module_ohm + weak / 10000
    pf = PAD_PF + MUX_PF + MODULE_PF + WIRING_PF + segments * (CHANNEL_PF + MODULE_PF + CABLE_PF_PER_M * metres)
    return Bus(1 / siemens, pf)


def draw_ma(pods: int, lit: bool) -> float:
    """Return the load on 3V3: the hub with its display, and the pods' displays, all lit as in a count or not."""
    return DISPLAY_MA + MUX_MA + BUZZER_MA + pods * (DISPLAY_LIT_MA if lit else DISPLAY_MA)


def page(plan: Plan) -> str:
    """Return electrics.md."""
    lines = [
        "# Current and cable length", "",
        "Made by `make hardware` from `hardware/electrics.py`, which names its sources; do not edit. These are sums,",
        "not measurements of a built table: measure yours before you trust a limit.", "",
        "## Current from the Pico's 3V3 pin", "",
        f"The Pico's datasheet asks for less than {PICO_3V3_MA} mA. During a count every pod's glass is fully lit.", "",
        "| pods | playing | in a count | room left |", "|---:|---:|---:|---:|",
    ]  # fmt: skip
    for pods in range(1, plan.pods + 1):
        calm, lit = draw_ma(pods, False), draw_ma(pods, True)
        lines.append(f"| {pods} | {calm:.0f} mA | {lit:.0f} mA | {PICO_3V3_MA - lit:.0f} mA |")
    lines += [
        "", f"## One bus line at {plan.bus_hz // 1000} kHz", "",
        "The mux keeps the pods apart: while one is written, only its cable hangs on the bus. At the reveal all",
        "channels are open for one short message, and cables and pull-ups of all pods add up. The line must rise in",
        f"{FAST_RISE_NS} ns (at 100 kHz in {STANDARD_RISE_NS} ns), and what pulls it low must sink the current of all",
        f"pull-ups: an RP2040 pad is good for {PAD_MA:.0f} mA as it starts, the I2C specification promises 3 mA of any "
        "part.", "",
        f"Reckoned with pull-ups of {MUX_OHM} ohm on the mux breakout and, on every display module, {MODULE_OHM} or",
        f"10000 ohm. Beyond a limit is in brackets; the specification's {BUS_PF} pF are there for the sake of the rise",
        "time, which strong pull-ups keep.", "",
        f"| pods open | cable | all wires | modules with {MODULE_OHM} ohm | modules with 10000 ohm |",
        "|---:|---:|---:|---|---|",
    ]  # fmt: skip
    for segments in (1, 3, plan.pods):
        for metres in (0.5, 1.0, 2.0, 3.0):
            cells = [_cell(bus(segments, metres, ohm)) for ohm in (MODULE_OHM, 10000)]
            lines.append(f"| {segments} | {metres:.1f} m | {_load(bus(segments, metres))} | {cells[0]} | {cells[1]} |")
    pairs = (plan.cable[0:2], (plan.cable[2], plan.cable[5]), plan.cable[3:5], plan.cable[6:8])
    words = ", ".join(" with ".join(pair) for pair in pairs)
    lines += [
        "", f"In the patch cable these wires are twisted together: {words}.",
        "The buttons' lines are quiet neighbours: they move only when somebody presses.", "",
    ]  # fmt: skip
    return "\n".join(lines)


def _load(line: Bus) -> str:
    return f"{line.pf:.0f} pF" if line.pf <= BUS_PF else f"({line.pf:.0f} pF)"


def _cell(line: Bus) -> str:
    rise = f"{line.rise_ns:.0f} ns" if line.rise_ns <= FAST_RISE_NS else f"({line.rise_ns:.0f} ns)"
    sink = f"{line.sink_ma:.1f} mA" if line.sink_ma <= PAD_MA else f"({line.sink_ma:.1f} mA)"
    return f"{rise}, {sink}"
