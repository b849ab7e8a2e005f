"""A picture of the whole table: hub and pods with what their displays show now (needs Pillow)."""

from __future__ import annotations

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
_TABLE = (38, 46, 43)
_TABLE_EDGE = (24, 29, 27)
_CASE = (58, 62, 66)
_CASE_RIM = (92, 97, 102)
_HUB_CASE = (74, 60, 44)
_HUB_RIM = (128, 104, 76)
_SCREEN = (6, 9, 13)
_LIT = (206, 232, 255)
_LABEL = (222, 220, 210)
_FAINT = (150, 152, 146)
_KEYS = ((214, 84, 74), (84, 140, 214), (224, 184, 72))  # A, B, C
_MARGIN, _GAP = 40, 36
_PAD, _FOOT = 16, 50  # around a display, and below it for buttons and label


def table_sheet(board: Board, path: Path | str, title: str = "", labels: Sequence[str] = ()) -> None:
    """Write a PNG of the board's table as it looks now; pods without power are left out."""
    seats = [seat for seat, panel in enumerate(board.parts.panels) if panel.powered]
    names = [labels[i] if i < len(labels) else f"Pod {seat + 1}" for i, seat in enumerate(seats)]
    draw_sheet(board.hub.glass, [board.pod(seat).glass for seat in seats], names, title).save(path, optimize=True)


def draw_sheet(hub: Glass, pods: Sequence[Glass], labels: Sequence[str], title: str = "") -> Image:
    """Return the table seen from above: half of the pods beyond the hub, half of them before it."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BoardError("pictures need Pillow; install it with: pip install 'onthree[board]'")
    case_w, case_h = 128 * _SCALE + 2 * _PAD, 64 * _SCALE + _PAD + _FOOT
    far, near = _rows(len(pods))
    columns = max(len(far), len(near), 1)
    width = 2 * _MARGIN + columns * case_w + (columns - 1) * _GAP
    rows = 1 + bool(far) + bool(near)
    top = _MARGIN + (34 if title else 0)
    height = top + rows * case_h + (rows - 1) * _GAP + _MARGIN
    image = Image.new("RGB", (width, height), _TABLE_EDGE)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((10, 10, width - 11, height - 11), 28, fill=_TABLE)
    if title:
        draw.text((width // 2, 24 + 17), title, fill=_LABEL, anchor="mm", font=_font(22))
    y = top
    for row in (far, None, near):
        if row is None:
            _case(image, draw, ((width - case_w) // 2, y), hub, "Hub", True)
        elif row:
            left = (width - len(row) * case_w - (len(row) - 1) * _GAP) // 2
            for i, seat in enumerate(row):
                _case(image, draw, (left + i * (case_w + _GAP), y), pods[seat], labels[seat], False)
        else:
            continue
        y += case_h + _GAP
    return image


def _rows(pods: int) -> tuple[list[int], list[int]]:
    """Return the pods beyond the hub, from the left, and those before it; they go round the table clockwise."""
    far = (pods + 1) // 2
    return list(range(far)), list(range(pods - 1, far - 1, -1))


def _case(image: Image, draw: ImageDraw, at: tuple[int, int], glass: Glass, label: str, is_hub: bool) -> None:
    """Draw one device: case, display, three buttons and its name."""
    x, y = at
    w, h = 128 * _SCALE + 2 * _PAD, 64 * _SCALE + _PAD + _FOOT
    draw.rounded_rectangle((x + 5, y + 7, x + w + 5, y + h + 7), 16, fill=_TABLE_EDGE)  # shadow
    draw.rounded_rectangle(
        (x, y, x + w, y + h),
        16,
        fill=_HUB_CASE if is_hub else _CASE,
        outline=_HUB_RIM if is_hub else _CASE_RIM,
        width=2,
    )
    _display(image, draw, (x + _PAD, y + _PAD), glass)
    middle = y + h - _FOOT // 2 + 2
    draw.text((x + _PAD + 2, middle), label, fill=_LABEL, anchor="lm", font=_font(18))
    for i, colour in enumerate(_KEYS):
        cx = x + w - _PAD - 16 - (2 - i) * 46
        draw.ellipse((cx - 14, middle - 14, cx + 14, middle + 14), fill=_TABLE_EDGE)
        draw.ellipse((cx - 12, middle - 12, cx + 12, middle + 12), fill=colour)
        draw.text((cx, middle), "ABC"[i], fill=_SCREEN, anchor="mm", font=_font(15))


def _display(image: Image, draw: ImageDraw, at: tuple[int, int], glass: Glass) -> None:
    """Draw the display's pixels, each with a hair of dark around it as on the real thing."""
    x0, y0 = at
    draw.rectangle((x0 - 3, y0 - 3, x0 + 128 * _SCALE + 2, y0 + 64 * _SCALE + 2), fill=_SCREEN)
    dim = tuple(c * 2 // 3 for c in _LIT)
    for y, row in enumerate(glass.picture()):
        for x, pixel in enumerate(row):
            if pixel == "#":
                px, py = x0 + x * _SCALE, y0 + y * _SCALE
                draw.rectangle((px, py, px + _SCALE - 1, py + _SCALE - 1), fill=dim)
                draw.rectangle((px, py, px + _SCALE - 2, py + _SCALE - 2), fill=_LIT)


def _font(size: int):  # type: ignore[no-untyped-def]  # Pillow's own fonts have two unrelated types
    from PIL import ImageFont

    return ImageFont.load_default(size)
