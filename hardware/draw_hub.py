"""The hub's wiring diagram: Pico, multiplexer, hub display, buttons, buzzer and the pods' sockets."""

from hardware import parts
from hardware.plan import LETTERS, Plan
from hardware.svg import FAINT, NETS, Sheet

_PICO_X, _PICO_Y, _PICO_W = 690, 130, 160
_SOCKET_X, _SOCKET_W, _SOCKET_Y, _SOCKET_STEP = 385, 96, 112, 108
_MUX_X, _MUX_W, _MUX_Y = 96, 104, 226
_PART_X, _PART_W = 1072, 186

_Spot = tuple[float, float]


def draw(plan: Plan) -> str:
    """Return hub.svg."""
    sheet = Sheet(1320, 930, "On Three: the hub", "Wiring diagram of the hub: every wire from the Pico to its parts")
    sheet.title("The hub", "Seen from above, USB socket up. Small numbers are the Pico's pins; any GND pin will do.")
    pins = parts.pico(sheet, plan, _PICO_X, _PICO_Y, _PICO_W)
    sockets = [_socket(sheet, pod) for pod in range(1, plan.pods + 1)]
    mux = _mux(sheet, plan)
    _channel_wires(sheet, plan, mux, sockets)
    _button_wires(sheet, plan, pins, sockets)
    _right_side(sheet, plan, pins)
    _main_bus(sheet, plan, pins, mux)
    for name, net, side in (("3V3", "3V3", 1), ("GND@38", "GND", 1)):
        sheet.supply(*pins[name], net, side)
    sheet.legend(
        60, 900,
        [("3V3", "3.3 V"), ("GND", "ground"), ("SDA", "I2C data"), ("SCL", "I2C clock"),
         ("A", "button A"), ("B", "button B"), ("C", "button C"), ("BUZZER", "buzzer")],
        158,
    )  # fmt: skip
    return str(sheet)


def _socket(sheet: Sheet, pod: int) -> dict[str, _Spot]:
    x, y = _SOCKET_X, _SOCKET_Y + _SOCKET_STEP * (pod - 1)
    sheet.rect(x, y, _SOCKET_W, 92)
    sheet.text(x + _SOCKET_W / 2 + 3, y + 44, "POD", 10.5, FAINT, "middle", 700)
    sheet.text(x + _SOCKET_W / 2 + 3, y + 66, str(pod), 22, weight=700, anchor="middle")
    spots: dict[str, _Spot] = {}
    for i, name in enumerate(("SDA", "SCL", "3V3", "GND")):
        spots[name] = (x, y + 16 + 20 * i)
        sheet.text(x + 9, y + 20 + 20 * i, name, 10.5, NETS[name], weight=700)
        if i > 1:
            sheet.supply(*spots[name], name, -1)
    for i, name in enumerate(LETTERS):
        spots[name] = (x + _SOCKET_W, y + 22 + 24 * i)
        sheet.text(x + _SOCKET_W - 9, y + 26 + 24 * i, name, 11, NETS[name], "end", 700)
    return spots


def _mux(sheet: Sheet, plan: Plan) -> dict[str, _Spot]:
    x, y, height = _MUX_X, _MUX_Y, 410
    sheet.rect(x, y, _MUX_W, height, parts.BOARD_RED, "#5f1c26", 8, 2)
    sheet.text(x + 40, y + height / 2, "TCA9548A", 17, "#ffffff", "middle", 700, -90)
    sheet.text(x + 58, y + height / 2, f"address 0x{plan.mux:02X}", 11, "#f3d9dd", "middle", 400, -90)
    spots: dict[str, _Spot] = {}
    for channel in range(8):
        for i, kind in enumerate(("SD", "SC")):
            at = y + 24 + 48 * channel + 22 * i
            spots[f"{kind}{channel}"] = (x + _MUX_W, at)
            used = channel in plan.channels
            sheet.text(x + _MUX_W - 9, at + 4, f"{kind}{channel}", 11, "#ffffff" if used else "#cf9aa2", "end")
            if not used:
                sheet.circle(x + _MUX_W, at, 3.4, "#cf9aa2")
    grounded = ("A0", "A1", "A2") if plan.mux == 0x70 else ()
    for i, name in enumerate(("3V3", "GND", *grounded)):
        at = y + 60 + 34 * i
        sheet.text(x + 8, at + 4, "VIN" if name == "3V3" else name, 10.5, "#ffffff")
        sheet.supply(x, at, "3V3" if name == "3V3" else "GND", -1)
    for i, name in enumerate(("SDA", "SCL")):
        spots[name] = (x + 34 + 36 * i, y + height)
        sheet.text(x + 34 + 36 * i, y + height - 9, name, 11, "#ffffff", "middle", 700)
    return spots


def _channel_wires(sheet: Sheet, plan: Plan, mux: dict[str, _Spot], sockets: list[dict[str, _Spot]]) -> None:
    ends = []
    for channel, socket in zip(plan.channels, sockets):
        ends.append((mux[f"SD{channel}"], socket["SDA"], "SDA"))
        ends.append((mux[f"SC{channel}"], socket["SCL"], "SCL"))
    ends.sort(key=lambda end: end[0][1])
    turns = parts.lanes([(a[1], b[1]) for a, b, _ in ends], _MUX_X + _MUX_W + 18, 9)
    for (a, b, net), turn in zip(ends, turns):
        _join(sheet, a, b, turn, net)


def _button_wires(sheet: Sheet, plan: Plan, pins: dict[str, _Spot], sockets: list[dict[str, _Spot]]) -> None:
    """Draw the pods' buttons: straight across to the Pico's left side, around its foot to the right side."""
    straight: list[tuple[_Spot, _Spot, str]] = []
    around: list[tuple[_Spot, _Spot, str]] = []
    for numbers, socket in zip(plan.buttons, sockets):
        for letter, number in zip(LETTERS, numbers):
            pin = pins[f"GP{number}"]
            (straight if pin[0] == _PICO_X else around).append((socket[letter], pin, letter))
    straight.sort(key=lambda end: end[0][1])
    first = _SOCKET_X + _SOCKET_W + 22 + 11 * len(around)
    turns = parts.lanes([(a[1], b[1]) for a, b, _ in straight], first, 8)
    for (a, b, net), turn in zip(straight, turns):
        _join(sheet, a, b, turn, net)
    foot = _PICO_Y + parts.PITCH * 19 + 60
    around.sort(key=lambda end: end[0][1])
    for i, (a, b, net) in enumerate(around):
        near, out = _SOCKET_X + _SOCKET_W + 11 * (len(around) - i), _PICO_X + _PICO_W + 14 + 11 * (len(around) - i)
        level = foot + 16 + 12 * i
        if b[1] == max(end[1][1] for end in around):
            out = _PICO_X + _PICO_W + 20
        sheet.wire([a, (near, a[1]), (near, level), (out, level), (out, b[1]), b], net)
        sheet.pin(a, net)
        sheet.pin(b, net)


def _right_side(sheet: Sheet, plan: Plan, pins: dict[str, _Spot]) -> None:
    """Draw the hub's own buttons and the buzzer, each at about the height of its pin."""
    wanted = [(pins[f"GP{n}"], c, f"HUB_{c}") for c, n in zip(LETTERS, plan.hub_buttons)]
    wanted.append((pins[f"GP{plan.buzzer}"], "", "BUZZER"))
    wanted.sort(key=lambda part: part[0][1])
    heights = [_PICO_Y + 66 + 96 * i for i in range(len(wanted))]
    turns = parts.lanes([(pin[1], y) for (pin, _, _), y in zip(wanted, heights)], _PICO_X + _PICO_W + 60, 16)
    for (pin, letter, net), y, turn in zip(wanted, heights, turns):
        sheet.rect(_PART_X, y - 40, _PART_W, 80)
        _join(sheet, pin, (_PART_X, y), turn, net)
        if letter:
            parts.button(sheet, _PART_X + 56, y, letter, NETS[letter])
            sheet.text(_PART_X + 94, y - 3, f"hub {letter}", 14, weight=700)
        else:
            parts.buzzer(sheet, _PART_X + 56, y)
            sheet.text(_PART_X + 94, y - 3, "buzzer", 14, weight=700)
        sheet.text(_PART_X + 94, y + 15, "to GND", 11, FAINT)
        sheet.supply(_PART_X + _PART_W, y, "GND", 1)


def _main_bus(sheet: Sheet, plan: Plan, pins: dict[str, _Spot], mux: dict[str, _Spot]) -> None:
    """Draw SDA and SCL to the hub display and, around the foot of the Pico, to the mux."""
    y = _PICO_Y + 500
    sheet.rect(_PART_X, y - 24, _PART_W, 164)
    parts.display(sheet, _PART_X + 33, y - 12, ("ON THREE", "3 2 1"))
    sheet.text(_PART_X + _PART_W / 2, y + 104, "hub display", 14, weight=700, anchor="middle")
    sheet.text(_PART_X + _PART_W / 2, y + 123, f"SSD1306, address 0x{plan.hub_display:02X}", 11, FAINT, "middle")
    for i, (net, words) in enumerate((("3V3", "VCC"), ("GND", "GND"))):
        sheet.supply(_PART_X + _PART_W, y + 26 + 34 * i, net, 1)
        sheet.text(_PART_X + _PART_W - 4, y + 17 + 34 * i, words, 9.5, NETS[net], "end", 700)
    bus = [(pins[f"GP{plan.sda}"], "SDA"), (pins[f"GP{plan.scl}"], "SCL")]
    bus.sort(key=lambda end: end[0][1])
    ends = [y + 26 + 34 * i for i in range(2)]
    turns = parts.lanes([(pin[1], end) for (pin, _), end in zip(bus, ends)], _PICO_X + _PICO_W + 104, 16)
    low = _PICO_Y + parts.PITCH * 19 + 108
    for (pin, net), end, turn in zip(bus, ends, turns):
        _join(sheet, pin, (_PART_X, end), turn, net)
        sheet.text(_PART_X + 4, end - 9, net, 9.5, NETS[net], weight=700)
    for i, (pin, net) in enumerate(sorted(bus, key=lambda end: mux[end[1]][0])):
        level = low + 14 * (1 - i)
        x = mux[net][0]
        branch = _PICO_X + _PICO_W + 60 + 16 * (1 - i)
        sheet.wire([(branch, pin[1]), (branch, level), (x, level), mux[net]], net)
        sheet.circle(branch, pin[1], 4.6, NETS[net])
        sheet.pin(mux[net], net)
    sheet.text(_MUX_X + _MUX_W + 40, low - 8, f"the main bus, {plan.bus_hz // 1000} kHz", 11.5, FAINT)


def _join(sheet: Sheet, a: _Spot, b: _Spot, turn: float, net: str) -> None:
    sheet.wire([a, (turn, a[1]), (turn, b[1]), b], net)
    sheet.pin(a, net)
    sheet.pin(b, net)
