"""What a player reads on a display: text, a picture in characters, a PNG."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from onthree_host.boards.errors import BoardError
from onthree_host.boards.interpreter import find_micropython
from onthree_host.boards.ssd1306 import PAGES, SIZE, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS = WIDTH // 8
UNKNOWN = "\N{WHITE SQUARE}"  # something is drawn in this cell that is no letter
LIT = "\N{FULL BLOCK}"
_FIRST, _LAST = 32, 126
_INVERT = bytes(255 - i for i in range(256))
_BLANK = bytes(8)
_FULL = b"\xff" * 8
_FONT_SCRIPT = """
import framebuf
for c in range(32, 127):
    b = bytearray(8)
    framebuf.FrameBuffer(b, 8, 8, framebuf.MONO_VLSB).text(chr(c), 0, 0, 1)
    print(b.hex())
"""


@lru_cache(maxsize=1)
def letters() -> dict[str, bytes]:
    """Return MicroPython's own 8x8 font, drawn by MicroPython: eight columns a letter, bit 0 on top."""
    try:
        done = subprocess.run(
            [find_micropython(), "-c", _FONT_SCRIPT], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        raise BoardError("MicroPython does not run here; install it with: pip install 'onthree[board]'")
    rows = done.stdout.split()
    return {chr(_FIRST + i): bytes.fromhex(row) for i, row in enumerate(rows)}


@lru_cache(maxsize=8)
def _cells(scale: int) -> dict[bytes, str]:
    """Return cell -> letter for a font enlarged `scale` times; a cell is `scale` rows of 8 * scale columns."""
    cells: dict[bytes, str] = {}
    for letter, columns in letters().items():
        if letter == " " or (scale > 4 and not letter.isdigit()):
            continue  # blanks are where nothing else is
        cell = _enlarged(columns, scale)
        cells.setdefault(cell, letter)
        cells.setdefault(cell.translate(_INVERT), letter)
    return cells


@lru_cache(maxsize=8)
def _tops(scale: int) -> frozenset[bytes]:
    """Return the top rows of all cells."""
    return frozenset(cell[: 8 * scale] for cell in _cells(scale))


def _enlarged(columns: bytes, scale: int) -> bytes:
    """Return a letter enlarged: every pixel becomes scale x scale."""
    rows = [bytearray() for _ in range(scale)]
    for column in columns:
        bits = 0
        for y in range(8):
            if column >> y & 1:
                bits |= ((1 << scale) - 1) << y * scale
        for row in range(scale):
            rows[row] += bytes([bits >> 8 * row & 0xFF]) * scale
    return b"".join(rows)


class Glass:
    """One moment of one display: 1024 bytes, eight rows of 128 columns, bit 0 on top."""

    def __init__(self, data: bytes) -> None:
        if len(data) != SIZE:
            raise ValueError(f"a glass has {SIZE} bytes, not {len(data)}")
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Glass) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"<Glass {self.text()!r}>"

    @property
    def dark(self) -> bool:
        """True when no pixel is lit."""
        return not any(self.data)

    @property
    def lit(self) -> bool:
        """True when every pixel is lit."""
        return self.data == b"\xff" * SIZE

    def pixel(self, x: int, y: int) -> int:
        """Return 1 for a lit pixel; x from the left, y from the top."""
        return self.data[(y >> 3) * WIDTH + x] >> (y & 7) & 1

    def text(self) -> str:
        """Return the eight lines of text, without trailing blanks; letters are found light on dark and dark on light.

        Rows must stand on multiples of 8 pixels; letters may start at any column. Letters enlarged 2, 3 or 4
        times, and digits 6 or 8 times, are found too and stand in the line of their top row, close together. A cell
        with other drawing is UNKNOWN, and a glass lit all over is lines of LIT.
        """
        return _text(self.data)

    def words(self) -> str:
        """Return the text as one line, with single blanks and without cells that are no letters."""
        return " ".join(self.text().replace(UNKNOWN, " ").split())

    def picture(self) -> list[str]:
        """Return 64 rows of 128 characters, '#' for a lit pixel and a blank for a dark one."""
        rows = []
        for y in range(PAGES * 8):
            page, bit = self.data[(y >> 3) * WIDTH : (y >> 3) * WIDTH + WIDTH], 1 << (y & 7)
            rows.append("".join("#" if column & bit else " " for column in page))
        return rows

    def image(self, scale: int = 1) -> Image:
        """Return a one-bit picture (needs Pillow), every pixel scale x scale."""
        try:
            from PIL import Image
        except ImportError:
            raise BoardError("pictures need Pillow; install it with: pip install 'onthree[board]'")
        raw = bytearray()
        for row in self.picture():
            raw += int(row.replace("#", "1").replace(" ", "0"), 2).to_bytes(WIDTH // 8, "big")
        image = Image.frombytes("1", (WIDTH, PAGES * 8), bytes(raw))
        return image if scale == 1 else image.resize((WIDTH * scale, PAGES * 8 * scale), Image.Resampling.NEAREST)

    def png(self, path: Path | str, scale: int = 4) -> None:
        """Write the glass as a PNG (needs Pillow)."""
        self.image(scale).save(path)


@lru_cache(maxsize=256)
def _text(data: bytes) -> str:
    if data == b"\xff" * SIZE:
        return "\n".join([LIT * COLUMNS] * PAGES)
    lines = [[" "] * COLUMNS for _ in range(PAGES)]
    covered = [bytearray(WIDTH) for _ in range(PAGES)]  # columns of each row that a letter was found in
    for scale in (8, 6, 4, 3, 2):
        for page in range(PAGES - scale + 1):
            _find(data, page, scale, lines, covered)
    for page in range(PAGES):
        _find(data, page, 1, lines, covered)
        _mark_unknown(data, page, lines[page], covered[page])
    return "\n".join("".join(line).rstrip() for line in lines)


def _find(data: bytes, page: int, scale: int, lines: list[list[str]], covered: list[bytearray]) -> None:
    """Find the letters of one size whose top is in row `page`."""
    cells, tops, width = _cells(scale), _tops(scale), 8 * scale
    row = data[page * WIDTH : page * WIDTH + WIDTH]
    if not any(row):
        return
    x = 0
    run_column, run_end = 0, -1  # where the next letter of a word stands in the line, and on the glass
    while x <= WIDTH - width:
        if covered[page][x]:
            x += 1
            continue
        cell = row[x : x + width]
        if cell not in tops:
            x += 1
            continue
        for below in range(1, scale):
            at = (page + below) * WIDTH + x
            cell += data[at : at + width]
        letter = cells.get(cell, "")
        if not letter:
            x += 1
            continue
        if x != run_end:
            run_column = x // 8
        lines[page][run_column] = letter
        run_column, run_end = run_column + 1, x + width
        for below in range(scale):
            covered[page + below][x : x + width] = b"\x01" * width
        x += width


def _mark_unknown(data: bytes, page: int, line: list[str], covered: bytearray) -> None:
    """Mark each cell that has lit pixels no letter accounts for."""
    for column in range(COLUMNS):
        at = column * 8
        if line[column] == " " and not any(covered[at : at + 8]):
            cell = data[page * WIDTH + at : page * WIDTH + at + 8]
            if cell not in (_BLANK, _FULL):
                line[column] = UNKNOWN
