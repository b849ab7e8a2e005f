"""The parts as they are drawn: a display module, a button, a buzzer, a Pico, and wires that do not cross."""

from hardware.plan import LEFT, RIGHT, Plan
from hardware.svg import FAINT, INK, Sheet

BOARD_GREEN, BOARD_BLUE, BOARD_RED = "#1d5f46", "#274a78", "#8c2f3b"
GOLD, GLASS, LIT = "#d9b65c", "#0b1117", "#9fe3ff"
PITCH = 30  # px between two pins of the Pico


def display(sheet: Sheet, x: float, y: float, lines: tuple[str, str], scale: float = 1) -> None:
    """Draw an OLED module, 120 by 92 at scale 1, with two lines of text on its glass."""
    sheet.rect(x, y, 120 * scale, 92 * scale, BOARD_BLUE, "#1b3556", 6 * scale)
    for cx in (9, 111):
        for cy in (9, 83):
            sheet.circle(x + cx * scale, y + cy * scale, 3.5 * scale, "#fbfaf6")
    sheet.rect(x + 10 * scale, y + 22 * scale, 100 * scale, 54 * scale, GLASS, "#000000", 3 * scale, 1)
    for i, line in enumerate(lines):
        sheet.text(x + 60 * scale, y + (44 + 22 * i) * scale, line, 15 * scale, LIT, "middle", 700)


def button(sheet: Sheet, x: float, y: float, letter: str, fill: str, r: float = 17) -> None:
    """Draw a push button around its middle."""
    sheet.rect(x - r - 5, y - r - 5, 2 * r + 10, 2 * r + 10, "#2a3238", "#12181c", 5)
    sheet.circle(x, y, r, fill, "#12181c", 1.5)
    sheet.text(x, y + r * 0.36, letter, r, "#ffffff", "middle", 700)


def buzzer(sheet: Sheet, x: float, y: float, r: float = 26) -> None:
    """Draw a piezo buzzer around its middle."""
    sheet.circle(x, y, r, "#22292e", "#0e1317", 2)
    sheet.circle(x, y, r * 0.62, "none", "#4a555c", 1.5)
    sheet.circle(x, y, r * 0.2, "#0a0d10", "#4a555c", 1.5)


def pico(sheet: Sheet, plan: Plan, x: float, y: float, width: float) -> dict[str, tuple[float, float]]:
    """Draw a Pico with its USB socket up; return where each of its signal pins is."""
    height = PITCH * 19 + 60
    sheet.rect(x, y, width, height, BOARD_GREEN, "#123d2d", 12, 2)
    sheet.rect(x + width / 2 - 26, y - 16, 52, 40, "#c3c8cb", "#8b9398", 4)
    sheet.text(x + width / 2, y + 10, "USB", 11, INK, "middle", 700)
    sheet.rect(x + width / 2 - 24, y + height / 2 - 24, 48, 48, "#15191c", "#000000", 4)
    sheet.text(x + width / 2, y + height / 2 + 4, "RP2040", 9.5, "#cfd6da", "middle")
    sheet.text(x + width / 2, y + height - 18, "Pico", 15, "#eaf5ef", "middle", 700)
    places: dict[str, tuple[float, float]] = {}
    for side, names in ((-1, LEFT), (1, RIGHT)):
        edge = x if side < 0 else x + width
        for i, name in enumerate(names):
            at = y + 30 + PITCH * i
            number = i + 1 if side < 0 else 40 - i
            used = bool(plan.use(name)) and name not in ("VBUS",) and plan.use(name) != "spare"
            sheet.circle(edge, at, 7, GOLD, "#8d6f24", 1)
            anchor = "start" if side < 0 else "end"
            ink = "#ffffff" if used else "#8fb5a4"
            sheet.text(edge - 13 * side, at + 4.2, name, 12, ink, anchor, 700 if used else 400)
            sheet.text(edge + 10 * side, at - 9, str(number), 8.5, FAINT, "end" if side < 0 else "start")
            places.setdefault(name, (edge, at))
            places[f"{name}@{number}"] = (edge, at)
    return places


def lanes(ends: list[tuple[float, float]], first: float, step: float) -> list[float]:
    """Return the x at which each wire of `ends` (y at its left end, y at its right end; top first) turns.

    Wires that go down turn later the higher they start, wires that go up turn later the lower they start; so no
    two of them cross. The lanes begin at `first` and are `step` apart.
    """
    down = [i for i, (left, right) in enumerate(ends) if right >= left]
    up = [i for i, (left, right) in enumerate(ends) if right < left]
    order = [*up, *reversed(down)]
    turns = [0.0] * len(ends)
    for lane, i in enumerate(order):
        turns[i] = first + lane * step
    return turns
