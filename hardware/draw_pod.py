"""A pod's wiring diagram: the plug, the display, three buttons. All pods are the same."""

from hardware import parts
from hardware.plan import LETTERS, Plan
from hardware.svg import FAINT, INK, NETS, Sheet, colour

_PLUG_X, _PLUG_Y, _STEP = 70, 160, 44
_DISPLAY = (560, 132)  # upper left of the module
_BUTTON_X, _BUTTON_Y, _BUTTON_STEP = 590, 452, 150
_COLOURS = ("white-orange", "orange", "white-green", "blue", "white-blue", "green", "white-brown", "brown")


def draw(plan: Plan) -> str:
    """Return pod.svg."""
    sheet = Sheet(1060, 640, "On Three: a pod", "Wiring diagram of a pod: plug, display and three buttons")
    sheet.title("A pod", "All pods are alike: which seat it is, the hub knows from the socket it is plugged into.")
    plug = _plug(sheet, plan)
    panel = _panel(sheet, plan)
    for i, net in enumerate(("3V3", "GND", "SCL", "SDA")):
        _cross(sheet, plug[net], panel[net], 470 - 26 * i, net)
    _buttons(sheet, plug, panel)
    sheet.legend(
        70, 606,
        [("3V3", "3.3 V"), ("GND", "ground"), ("SDA", "I2C data"), ("SCL", "I2C clock"),
         ("A", "button A"), ("B", "button B"), ("C", "button C")],
        136,
    )  # fmt: skip
    return str(sheet)


def _plug(sheet: Sheet, plan: Plan) -> dict[str, tuple[float, float]]:
    """Draw the eight contacts; return the pin of each signal."""
    sheet.rect(_PLUG_X, _PLUG_Y - 44, 216, _STEP * 8 + 42)
    sheet.text(_PLUG_X + 16, _PLUG_Y - 18, "patch cable (8P8C, T568B)", 12.5, weight=700)
    spots: dict[str, tuple[float, float]] = {}
    for i, net in enumerate(plan.cable):
        y = _PLUG_Y + 14 + _STEP * i
        sheet.circle(_PLUG_X + 24, y, 11, parts.GOLD, "#8d6f24", 1)
        sheet.text(_PLUG_X + 24, y + 4.2, str(i + 1), 11.5, INK, "middle", 700)
        sheet.text(_PLUG_X + 46, y + 4.5, _COLOURS[i], 11.5, FAINT)
        sheet.text(_PLUG_X + 202, y + 4.5, net, 13, colour(net), "end", 700)
        spots[net] = (_PLUG_X + 216, y)
        if net == "spare":
            sheet.circle(_PLUG_X + 216, y, 3.6, NETS["spare"])
    return spots


def _panel(sheet: Sheet, plan: Plan) -> dict[str, tuple[float, float]]:
    """Draw the display; return its pins in the order that most modules have them."""
    x, y = _DISPLAY
    parts.display(sheet, x, y, ("Choose", "A  B  C"), 1.9)
    sheet.text(x + 252, y + 36, "SSD1306, 128 x 64", 14, weight=700)
    sheet.text(x + 252, y + 58, f"address 0x{plan.pod_display:02X}", 12.5, FAINT)
    sheet.text(x + 252, y + 92, "Read the labels on your module:", 12, FAINT)
    sheet.text(x + 252, y + 110, "on some, VCC and GND", 12, FAINT)
    sheet.text(x + 252, y + 128, "are the other way round.", 12, FAINT)
    spots: dict[str, tuple[float, float]] = {}
    for i, net in enumerate(("GND", "3V3", "SCL", "SDA")):
        at = y + 50 + 28 * i
        spots[net] = (x, at)
        sheet.rect(x - 2, at - 8, 13, 16, parts.GOLD, "#8d6f24", 2, 1)
    return spots


def _buttons(sheet: Sheet, plug: dict[str, tuple[float, float]], panel: dict[str, tuple[float, float]]) -> None:
    """Draw the buttons, each between a common rail of ground above and its own wire below."""
    rail, trunk = _BUTTON_Y - 60, 444.0
    sheet.wire([(trunk, plug["GND"][1]), (trunk, rail), (_BUTTON_X + 2 * _BUTTON_STEP, rail)], "GND")
    sheet.circle(trunk, plug["GND"][1], 4.8, NETS["GND"])
    for i, letter in enumerate(LETTERS):
        x = _BUTTON_X + _BUTTON_STEP * i
        start, turn, level = plug[letter], 402.0 - 28 * i, _BUTTON_Y + 50 + 18 * i
        sheet.wire([(x, _BUTTON_Y), (x, rail)], "GND")
        sheet.circle(x, rail, 4.8, NETS["GND"])
        sheet.wire([start, (turn, start[1]), (turn, level), (x, level), (x, _BUTTON_Y)], letter)
        sheet.pin(start, letter)
        parts.button(sheet, x, _BUTTON_Y, letter, NETS[letter], 24)
    for net, spot in panel.items():
        sheet.pin(spot, net)


def _cross(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], turn: float, net: str) -> None:
    sheet.wire([start, (turn, start[1]), (turn, end[1]), end], net)
    sheet.pin(start, net)
