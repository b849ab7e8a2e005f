"""The inner loops of drawing, sending and reading, in MicroPython's viper: machine code, 30 to 100 times the speed.

Compiled for the Pico ahead of time they need `mpy-cross -march=armv6m` (a Pico 2 runs that too); as .py files the
Pico and the x86-64 unix port compile them when they are imported. All frames are 1024 bytes as an SSD1306 has them:
8 pages of 128 columns, a byte a column, bit 0 on top.
"""

# ruff: noqa: F821 - ptr8 and ptr32 are the compiler's own words, and a viper function says what it returns.

import micropython

from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    ptr8: Any
    ptr32: Any


@micropython.viper
def next_span(frame: object, shown: object, transfer: object, at: int) -> int:
    """Find the next columns in which `frame` differs from `shown`, and make one transfer of them.

    It goes by words, which are 4 columns. `at`: the word to start from, of 256. Return (first word << 8 | number of
    words), all in one page; or 0 when there is no difference. The columns are copied to `shown`, and to `transfer`
    from byte 8 on; bytes 1 to 7 say where they go (SSD1306 datasheet 8.1.5.2 and 10.1.3: control bytes with Co set
    and page, column; then data until the stop). Up to 3 equal words are sent along in between, because a transfer of
    their own for what comes after them costs as much.
    """
    new = ptr32(frame)
    old = ptr32(shown)
    i = at
    while i < 256 and new[i] == old[i]:
        i += 1
    if i >= 256:
        return 0
    first = i
    last = i
    end = (i | 31) + 1
    while i < end and i - last <= 4:
        if new[i] != old[i]:
            last = i
        i += 1
    head = ptr8(transfer)
    head[1] = 0x80
    head[2] = 0xB0 | first >> 5
    head[3] = 0x80
    head[4] = (first & 3) << 2
    head[5] = 0x80
    head[6] = 0x10 | (first & 31) >> 2
    head[7] = 0x40
    to = ptr32(transfer)
    i = first
    while i <= last:
        value = new[i]
        old[i] = value
        to[2 + i - first] = value
        i += 1
    return first << 8 | (last - first + 1)


@micropython.viper
def spoil(frame: object, shown: object) -> object:
    """Make every byte of `shown` differ from `frame`, so that all of it is sent."""
    new = ptr32(frame)
    old = ptr32(shown)
    i = 0
    while i < 256:
        old[i] = new[i] ^ -1
        i += 1
    return None


@micropython.viper
def unite(frame: object, shown: object, sent: object, at: int, words: int, pages: int) -> object:
    """Where `frame` differs from `shown` in a part of them, bring it to `shown`, and make it differ from `sent`, too.

    So next_span(frame, sent, ...) finds what differs on any of several panels. The part: in each of `pages` pages so
    many `words`, which are 4 columns, from word `at` of 256 on.
    """
    new = ptr32(frame)
    old = ptr32(shown)
    to = ptr32(sent)
    while pages > 0:
        i = at
        while i < at + words:
            value = new[i]
            if old[i] != value:
                old[i] = value
                to[i] = value ^ -1
            i += 1
        at += 32
        pages -= 1
    return None


@micropython.viper
def fill(frame: object, colour: int) -> object:
    """Make every pixel `colour` (0 or 1)."""
    to = ptr32(frame)
    value = 0 - colour
    i = 0
    while i < 256:
        to[i] = value
        i += 1
    return None


@micropython.viper
def enlarge(frame: object, columns: object, span: int, x: int, y: int, scale: int, colour: int) -> object:
    """Draw columns of 8 pixels into `frame`, every pixel a square of `scale`; what does not fit is cut off.

    `span`: first column << 8 | number of columns; (x, y): the upper left corner, negative too. Only the pixels that
    are set are drawn, in `colour` (0 or 1).
    """
    to = ptr8(frame)
    source = ptr8(columns)
    first = span >> 8
    count = span & 255
    c = 0
    while c < count:
        bits = source[first + c]
        left = x + c * scale
        right = left + scale
        if left < 0:
            left = 0
        if right > 128:
            right = 128
        top = y
        while bits != 0 and left < right:
            if bits & 1:
                row = top
                bottom = top + scale
                if row < 0:
                    row = 0
                if bottom > 64:
                    bottom = 64
                while row < bottom:
                    page = row >> 3
                    stop = (page + 1) << 3
                    if stop > bottom:
                        stop = bottom
                    mask = (1 << (stop - (page << 3))) - (1 << (row - (page << 3)))
                    i = page * 128 + left
                    end = page * 128 + right
                    if colour:
                        while i < end:
                            to[i] = to[i] | mask
                            i += 1
                    else:
                        while i < end:
                            to[i] = to[i] & (255 ^ mask)
                            i += 1
                    row = stop
            bits >>= 1
            top += scale
        c += 1
    return None


@micropython.viper
def invert(frame: object, x: int, y: int, width: int, height: int) -> object:
    """Swap black and white within a rectangle; what lies outside the frame is cut off."""
    to = ptr8(frame)
    right = x + width
    bottom = y + height
    if x < 0:
        x = 0
    if y < 0:
        y = 0
    if right > 128:
        right = 128
    if bottom > 64:
        bottom = 64
    while y < bottom and x < right:
        page = y >> 3
        stop = (page + 1) << 3
        if stop > bottom:
            stop = bottom
        mask = (1 << (stop - (page << 3))) - (1 << (y - (page << 3)))
        i = page * 128 + x
        end = page * 128 + right
        while i < end:
            to[i] = to[i] ^ mask
            i += 1
        y = stop
    return None


@micropython.viper
def frame_end(at: int, end: int, buffer: object, seq: int) -> int:
    """Return where the record's frame that begins at `at` ends, if it is whole and has the number `seq`; else 0.

    `end`: of what is in the buffer. The frame's crc is not compared. The first arguments are the quickest to reach.
    """
    data = ptr8(buffer)
    if at + 8 >= end or data[at] != 0x1E:
        return 0
    at += 8  # RS{"seq":
    number = 0
    while at < end and data[at] != 0x2C:
        number = number * 10 + data[at] - 0x30
        at += 1
    if number != seq:
        return 0
    end -= 4
    while at < end and data[at] >= 0x20 and data[at + 1] >= 0x20 and data[at + 2] >= 0x20 and data[at + 3] >= 0x20:
        at += 4
    end += 4
    while at < end:
        if data[at] < 0x20:
            return at + 1 if data[at] == 0x0A else 0  # else it was cut off, and begun again
        at += 1
    return 0
