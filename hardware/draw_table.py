"""The table from above: the hub in the middle, a pod at every seat, the PC if there is one."""

from math import cos, pi, sin

from hardware import parts
from hardware.plan import LETTERS, Plan
from hardware.svg import FAINT, INK, NETS, PAPER, Sheet

_MIDDLE = (500, 414)
_REACH = (316, 172)  # px from the hub to the pods, across and down
_SEAT = (448, 294)
_WORDS = ("M2", "T3", "P", "M1", "T1", "M4")  # choices of a turn of Crossing


def draw(plan: Plan) -> str:
    """Return table.svg."""
    sheet = Sheet(
        1160, 772, "On Three: the table", "The hub in the middle of a table, a pod at every seat, a PC beside"
    )
    sheet.title(
        "The table", "The hub lies in the middle; one patch cable goes to every seat. The PC is welcome, not needed."
    )
    x, y = _MIDDLE
    for rx, ry, fill in ((412, 252, "#b98a5a"), (402, 242, "#d3a873"), (388, 230, "#d9b282")):
        sheet.add(f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>')
    angles = [pi / 2 + 2 * pi * pod / plan.pods for pod in range(plan.pods)]  # none to the right, where the PC is
    for angle in angles:
        _cable(sheet, x + _REACH[0] * cos(angle), y + _REACH[1] * sin(angle))
    _computer(sheet)
    for pod, angle in enumerate(angles, 1):
        _seat(sheet, x + _SEAT[0] * cos(angle), y + _SEAT[1] * sin(angle), pod)
        _pod(sheet, x + _REACH[0] * cos(angle), y + _REACH[1] * sin(angle), _WORDS[(pod - 1) % len(_WORDS)])
    _hub(sheet)
    return str(sheet)


def _cable(sheet: Sheet, x: float, y: float) -> None:
    mx, my = _MIDDLE
    bend = f"M{mx} {my}Q{(mx + x) / 2:.0f} {my + (y - my) * 0.2:.0f} {x:.0f} {y:.0f}"
    sheet.add(
        f'<path d="{bend}" fill="none" stroke="#8a6238" stroke-width="10" stroke-linecap="round" opacity="0.35"/>'
    )
    sheet.add(f'<path d="{bend}" fill="none" stroke="#3f5b6b" stroke-width="6" stroke-linecap="round"/>')


def _seat(sheet: Sheet, x: float, y: float, pod: int) -> None:
    sheet.circle(x, y, 27, "#e9e4d8", "#cfc7b4", 2)
    sheet.text(x, y - 1, "seat", 11, FAINT, "middle")
    sheet.text(x, y + 15, str(pod), 16, INK, "middle", 700)


def _pod(sheet: Sheet, x: float, y: float, words: str) -> None:
    sheet.rect(x - 58, y - 44, 116, 90, "#24303a", "#131a20", 12, 2)
    sheet.rect(x - 44, y - 34, 88, 40, parts.GLASS, "#000000", 4, 1)
    sheet.text(x, y - 5, words, 24, parts.LIT, "middle", 700)
    for i, letter in enumerate(LETTERS):
        sheet.circle(x - 30 + 30 * i, y + 26, 11, NETS[letter], "#131a20", 1.5)
        sheet.text(x - 30 + 30 * i, y + 30.2, letter, 11.5, "#ffffff", "middle", 700)


def _hub(sheet: Sheet) -> None:
    x, y = _MIDDLE
    sheet.circle(x, y, 88, "#1d2830", "#0f161b", 3)
    sheet.circle(x, y, 80, "none", "#3a4a55", 1.5)
    sheet.rect(x - 50, y - 48, 100, 50, parts.GLASS, "#000000", 4, 1)
    sheet.text(x, y - 26, "turn 4", 16, parts.LIT, "middle", 700)
    sheet.text(x, y - 7, "2 . . 1", 14, parts.LIT, "middle", 700)
    for i, letter in enumerate(LETTERS):
        sheet.circle(x - 34 + 34 * i, y + 30, 13, NETS[letter], "#0f161b", 1.5)
        sheet.text(x - 34 + 34 * i, y + 34.8, letter, 13, "#ffffff", "middle", 700)
    for i in range(3):
        sheet.circle(x - 8 + 8 * i, y + 60, 1.8, "#5c6d78")


def _computer(sheet: Sheet) -> None:
    """Draw the PC at the table's right edge, with its USB cable."""
    mx, my = _MIDDLE
    path = f"M{mx} {my}C{mx + 160} {my + 10} {mx + 330} {my - 20} {mx + 490} {my + 10}"
    sheet.add(f'<path d="{path}" fill="none" stroke="#22292e" stroke-width="4" stroke-linecap="round"/>')
    x, y = 986, my - 50
    sheet.rect(x, y, 132, 88, "#2a3238", "#12181c", 8, 2)
    sheet.rect(x + 8, y + 8, 116, 72, "#0f2a33", "none", 3)
    for i, line in enumerate(("$ onthree log", "turn 4 verified", "turn 5 ...")):
        sheet.text(x + 16, y + 30 + 19 * i, line, 11.5, parts.LIT)
    sheet.rect(x - 12, y + 90, 156, 12, "#c3c8cb", "#8b9398", 5)
    sheet.text(x + 66, y + 124, "USB: power, and the log", 12, FAINT, "middle")
    sheet.circle(mx + 490, my + 10, 4, PAPER, "#22292e", 2)
