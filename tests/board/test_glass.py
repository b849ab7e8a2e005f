"""What a player reads on the glass: text at any column, enlarged, inverted; pictures."""

import subprocess

import pytest

from onthree_host.boards.errors import BoardError
from onthree_host.boards.glass import LIT, UNKNOWN, Glass, letters
from onthree_host.boards.interpreter import find_micropython
from onthree_host.boards.sheet import draw_sheet
from onthree_host.boards.wiring import read_wiring

DRAW = """
import framebuf
buf = bytearray(1024)
fb = framebuf.FrameBuffer(buf, 128, 64, framebuf.MONO_VLSB)
def big(text, x, y, scale, ink=1):
    cell = bytearray(8)
    small = framebuf.FrameBuffer(cell, 8, 8, framebuf.MONO_VLSB)
    for letter in text:
        small.fill(0)
        small.text(letter, 0, 0, 1)
        for i in range(8):
            for j in range(8):
                if small.pixel(i, j):
                    fb.fill_rect(x + i * scale, y + j * scale, scale, scale, ink)
        x += 8 * scale
{commands}
print(buf.hex())
"""


def drawn(commands):
    """Let MicroPython draw, as the firmware does, and return the glass."""
    done = subprocess.run(
        [find_micropython(), "-c", DRAW.replace("{commands}", commands)], capture_output=True, text=True, check=True
    )
    return Glass(bytes.fromhex(done.stdout))


def test_the_font_is_micropythons():
    assert len(letters()) == 95
    assert letters()["A"].hex() == "007c7e0b0b7e7c00"
    assert len(set(letters().values())) == 95


def test_every_letter_is_read_back():
    chars = "".join(chr(c) for c in range(33, 127))
    lines = [chars[i : i + 16] for i in range(0, len(chars), 16)]
    glass = drawn("\n".join(f"fb.text({line!r}, 0, {8 * i})" for i, line in enumerate(lines)))
    assert glass.text().split("\n")[: len(lines)] == lines


@pytest.mark.parametrize(("scale", "digits"), [(6, "05"), (8, "3"), (8, "7")])
def test_digits_6_and_8_times_as_large_are_read(scale, digits):
    assert drawn(f"big({digits!r}, 5, 0, {scale})").words() == digits


@pytest.mark.parametrize("x", [0, 1, 4, 7, 8, 13])
def test_text_may_start_at_any_column(x):
    glass = drawn(f"fb.text('Choose now', {x}, 16)")
    assert glass.words() == "Choose now"
    assert glass.text().split("\n")[2].strip() == "Choose now"


def test_inverted_lines_are_read_too():
    glass = drawn("fb.text('Menu', 0, 0)\nfb.fill_rect(0, 8, 128, 8, 1)\nfb.text('Start', 8, 8, 0)")
    assert glass.text().split("\n")[:2] == ["Menu", " Start"]


@pytest.mark.parametrize("scale", [2, 3, 4])
def test_enlarged_letters_are_read(scale):
    glass = drawn(f"big('M2', 8, 16, {scale})\nfb.text('small', 0, 56)")
    assert glass.words() == "M2 small"
    assert UNKNOWN not in glass.text()
    inverted = drawn(f"fb.fill(1)\nbig('T3', 8, 8, {scale}, 0)")
    assert inverted.words() == "T3"


def test_drawing_that_is_no_letter_is_marked():
    glass = drawn("fb.text('A', 0, 0)\nfb.ellipse(64, 32, 9, 9, 1)")
    assert glass.text()[0] == "A"
    assert UNKNOWN in glass.text()
    assert glass.words() == "A"


def test_a_glass_lit_all_over_and_a_dark_one():
    assert Glass(b"\xff" * 1024).text() == "\n".join([LIT * 16] * 8)
    assert Glass(bytes(1024)).text() == "\n" * 7
    assert Glass(bytes(1024)).dark


def test_picture_and_png(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    glass = drawn("fb.pixel(3, 10, 1)\nfb.pixel(127, 63, 1)")
    rows = glass.picture()
    assert (len(rows), len(rows[0])) == (64, 128)
    assert [(row.index("#"), y) for y, row in enumerate(rows) if "#" in row] == [(3, 10), (127, 63)]
    glass.png(tmp_path / "one.png", scale=2)
    image = pil.open(tmp_path / "one.png")
    assert image.size == (256, 128)
    assert image.getpixel((6, 20)) == 255
    assert image.getpixel((4, 20)) == 0


def test_the_table_has_everyone_on_it():
    pytest.importorskip("PIL")
    dark, lit = Glass(bytes(1024)), Glass(b"\xff" * 1024)
    sizes = {n: draw_sheet(dark, [lit] * n, [f"Seat {i}" for i in range(n)], "Table").size for n in (0, 1, 3, 6)}
    assert sizes[6][0] > sizes[3][0] > sizes[1][0] == sizes[0][0]
    assert sizes[6][1] == sizes[3][1] == sizes[1][1] > sizes[0][1]  # a row above the hub and one below, or none
    image = draw_sheet(dark, [lit, dark], ["", ""])
    lit_pixels = sum(count for count, colour in image.getcolors(1 << 24) if colour == (214, 236, 255))
    assert lit_pixels == 128 * 64 * 4  # one display lit, 2 x 2 of each 3 x 3 are bright


def test_the_wiring_is_the_firmwares(root, tmp_path):
    wiring = read_wiring(root / "firmware")
    used = [pin for pod in wiring.pod_buttons for pin in pod] + [*wiring.hub_buttons, wiring.sda, wiring.scl]
    assert len(set(used)) == len(used) == 23
    assert wiring.pin(2, "B") == wiring.pod_buttons[2][1]
    (tmp_path / "device").mkdir()
    with pytest.raises(BoardError, match="cannot be read"):
        read_wiring(tmp_path)
    (tmp_path / "device" / "board.py").write_text("import machine\n")
    with pytest.raises(BoardError, match="plain data"):
        read_wiring(tmp_path)
    (tmp_path / "device" / "board.py").write_text("I2C_SDA = 4\n")
    with pytest.raises(BoardError, match="has no POD_BUTTONS"):
        read_wiring(tmp_path)
