"""A picture of the whole table: hub and pods with what their displays show now (needs Pillow)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from onthree_host.boards.base import Board
from onthree_host.boards.errors import BoardError
from onthree_host.boards.glass import Glass

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_SCALE = 3  # of a display's pixel
_SMOOTH = 2  # everything but the displays is drawn so many times larger, and then made smaller
_ROOM = (233, 228, 217)
_TABLE, _TABLE_EDGE, _TABLE_SHADOW = (147, 106, 72), (112, 78, 50), (206, 199, 184)
_CASE, _CASE_RIM = (44, 49, 55), (86, 93, 101)
_HUB, _HUB_RIM = (31, 52, 66), (92, 132, 152)
_SHADOW = (118, 83, 54)
_CABLE, _CABLE_RIM = (52, 72, 86), (96, 68, 44)
_SCREEN, _LIT = (5, 8, 12), (214, 236, 255)
_LABEL, _INK, _FAINT = (236, 234, 226), (44, 40, 34), (112, 104, 92)
_KEYS = ((218, 88, 78), (88, 146, 222), (230, 190, 80))  # A, B, C
_EDGE, _RIM, _GAP, _LINE = 26, 54, 62, 46  # around the table, from its rim to a case, between cases, a line of words
_PAD, _FOOT = 16, 52  # around a display, and below it for buttons and label
_CASE_W, _CASE_H = 128 * _SCALE + 2 * _PAD, 64 * _SCALE + _PAD + _FOOT

_Spot = tuple[float, float]  # the middle of a case


def table_sheet(board: Board, path: Path | str, title: str = "", labels: Sequence[str] = (), caption: str = "") -> None:
    """Write a PNG of the board's table as it looks now; pods without power are left out."""
    seats = [seat for seat, panel in enumerate(board.parts.panels) if panel.powered]
    names = [labels[i] if i < len(labels) else f"Pod {seat + 1}" for i, seat in enumerate(seats)]
    image = draw_sheet(board.hub.glass, [board.pod(seat).glass for seat in seats], names, title, caption)
    image.quantize(128).save(path, optimize=True)


def draw_sheet(hub: Glass, pods: Sequence[Glass], labels: Sequence[str], title: str = "", caption: str = "") -> Image:
    """Return the table seen from above: the hub in the middle, the pods around it clockwise."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BoardError("pictures need Pillow; install it with: pip install 'onthree[board]'")
    spots = _spots(len(pods))
    half_w = max(abs(x) for x, _ in [(0, 0), *spots]) + _CASE_W / 2 + _RIM
    half_h = max(abs(y) for _, y in [(0, 0), *spots]) + _CASE_H / 2 + _RIM
    head, foot = _LINE * bool(title), _LINE * bool(caption)
    width, height = round(2 * (half_w + _EDGE)), round(2 * (half_h + _EDGE) + head + foot)
    middle = (width / 2, head + _EDGE + half_h)
    big = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), _ROOM)
    pen = _Pen(ImageDraw.Draw(big))
    _table(pen, middle, half_w, half_h)
    for x, y in spots:
        _cable(pen, middle, (middle[0] + x, middle[1] + y))
    cases = [((0.0, 0.0), hub, "Hub"), *zip(spots, pods, labels, strict=True)]
    for (x, y), _, label in cases:
        _case(pen, (middle[0] + x, middle[1] + y), label, label == "Hub")
    pen.text((width / 2, head / 2 + 10), title, _INK, 25)
    pen.text((width / 2, height - foot / 2 - 10), caption, _FAINT, 18)
    image = big.resize((width, height), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(image)
    for (x, y), glass, _ in cases:
        _display(draw, (round(middle[0] + x - 64 * _SCALE), round(middle[1] + y - _CASE_H / 2 + _PAD)), glass)
    return image


def _spots(pods: int) -> list[_Spot]:
    """Return where the pods lie, from the hub in pixels: clockwise, the first at the left or beyond to the left."""
    across, down = _CASE_W + _GAP, float(_CASE_H + _GAP)
    sides = pods > 4
    far = min(pods, 2)
    near = pods - far - 2 * sides
    beyond = [(x, -down) for x in _row(far, across)]
    before = [(x, down) for x in reversed(_row(near, across))]
    if sides:
        return [(-across, 0.0), *beyond, (across, 0.0), *before]
    return beyond + before


def _row(pods: int, across: float) -> list[float]:
    """Return where the pods of a row lie, from the middle."""
    return [(i - (pods - 1) / 2) * across for i in range(pods)]


class _Pen:
    """Draws in the picture's own pixels on one that is `_SMOOTH` times as large."""

    def __init__(self, draw: ImageDraw) -> None:
        self._draw = draw

    def box(self, x: float, y: float, w: float, h: float, radius: float, fill: tuple[int, int, int]) -> None:
        """Fill a box with round corners."""
        s = _SMOOTH
        self._draw.rounded_rectangle((x * s, y * s, (x + w) * s - 1, (y + h) * s - 1), radius * s, fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, int, int]) -> None:
        """Fill a disc."""
        s = _SMOOTH
        self._draw.ellipse(((x - radius) * s, (y - radius) * s, (x + radius) * s, (y + radius) * s), fill=fill)

    def line(self, spots: Sequence[_Spot], width: float, fill: tuple[int, int, int]) -> None:
        """Draw a line with round ends."""
        s = _SMOOTH
        points = [(x * s, y * s) for x, y in spots]
        self._draw.line(points, fill=fill, width=round(width * s), joint="curve")

    def text(self, at: _Spot, text: str, fill: tuple[int, int, int], size: int, anchor: str = "mm") -> None:
        """Write a line of words."""
        from PIL import ImageFont

        font = ImageFont.load_default(size * _SMOOTH)
        self._draw.text((at[0] * _SMOOTH, at[1] * _SMOOTH), text, fill=fill, anchor=anchor, font=font)


def _table(pen: _Pen, middle: _Spot, half_w: float, half_h: float) -> None:
    x, y, w, h = middle[0] - half_w, middle[1] - half_h, 2 * half_w, 2 * half_h
    pen.box(x + 6, y + 10, w, h, 90, _TABLE_SHADOW)
    pen.box(x, y, w, h, 90, _TABLE_EDGE)
    pen.box(x + 9, y + 9, w - 18, h - 18, 82, _TABLE)


def _cable(pen: _Pen, start: _Spot, end: _Spot) -> None:
    """Lay a cable from the hub to a pod, slightly bent as cables are."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = 26 / math.hypot(dx, dy)
    points = []
    for i in range(33):
        t = i / 32
        off = bend * math.sin(2 * math.pi * t)
        points.append((start[0] + dx * t - dy * off, start[1] + dy * t + dx * off))
    pen.line([(x + 2, y + 4) for x, y in points], 11, _CABLE_RIM)
    pen.line(points, 9, _CABLE)


def _case(pen: _Pen, middle: _Spot, label: str, is_hub: bool) -> None:
    """Draw one device without its display's pixels: case, three buttons and its name."""
    x, y = middle[0] - _CASE_W / 2, middle[1] - _CASE_H / 2
    pen.box(x + 5, y + 8, _CASE_W, _CASE_H, 20, _SHADOW)
    pen.box(x, y, _CASE_W, _CASE_H, 20, _HUB_RIM if is_hub else _CASE_RIM)
    pen.box(x + 2.5, y + 2.5, _CASE_W - 5, _CASE_H - 5, 18, _HUB if is_hub else _CASE)
    pen.box(x + _PAD - 5, y + _PAD - 5, 128 * _SCALE + 10, 64 * _SCALE + 10, 6, _SCREEN)
    level = y + _CASE_H - _FOOT / 2 + 3
    pen.text((x + _PAD + 4, level), label, _LABEL, 22, "lm")
    for i, colour in enumerate(_KEYS):
        cx = x + _CASE_W - _PAD - 16 - (2 - i) * 50
        pen.disc(cx, level, 17, _SCREEN)
        pen.disc(cx, level, 15, colour)
        pen.text((cx, level), "ABC"[i], _SCREEN, 17)


def _display(draw: ImageDraw, at: tuple[int, int], glass: Glass) -> None:
    """Draw the display's pixels, each with a hair of dark beside it as on the real thing."""
    dim = tuple(c * 3 // 4 for c in _LIT)
    for y, row in enumerate(glass.picture()):
        for x, pixel in enumerate(row):
            if pixel == "#":
                px, py = at[0] + x * _SCALE, at[1] + y * _SCALE
                draw.rectangle((px, py, px + _SCALE - 1, py + _SCALE - 1), fill=dim)
                draw.rectangle((px, py, px + _SCALE - 2, py + _SCALE - 2), fill=_LIT)
