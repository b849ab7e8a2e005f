"""The six symbols of Criss Cross cannot be confused, and are those drawn in the source."""

import ast
from itertools import combinations
from pathlib import Path

import pytest

SOURCE = (Path(__file__).resolve().parents[2] / "firmware" / "device" / "symbols.py").read_text()
SETS = ("lines", "shapes")
# Of 64 and of 256 pixels.
LEAST = {"SMALL": 18, "LARGE": 60}


def table(name):
    """Return the bytes of a table in the source."""
    for node in ast.parse(SOURCE).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    raise AssertionError(name)


def symbols(name):
    """Return the pictures of a table as (x, y) of the pixels that are set."""
    data = table(name)
    size = 16 if name == "LARGE" else 8
    found = []
    for first in range(0, len(data), size * size // 8):
        picture = data[first : first + size * size // 8]
        found.append(
            {(i % size, 8 * (i // size) + y) for i, column in enumerate(picture) for y in range(8) if column >> y & 1}
        )
    return found


def drawn(width):
    """Return the drawings in the comments, `width` pixels wide, in order."""
    found, rows = [], []
    for line in SOURCE.splitlines():
        cells = line[4:].split() if line.startswith("#   ") else []
        if cells and all(len(cell) == width and set(cell) <= {"#", "."} for cell in cells):
            rows.append(cells)
        elif rows:
            found += [
                {(x, y) for y, row in enumerate(rows) for x, c in enumerate(row[i]) if c == "#"}
                for i in range(len(rows[0]))
            ]
            rows = []
    return found


@pytest.mark.parametrize(("name", "width"), [("LARGE", 16), ("SMALL", 8)])
def test_the_symbols_are_those_drawn_in_the_source(name, width):
    assert len(symbols(name)) == 12
    assert symbols(name) == drawn(width)


def test_the_small_numbers_are_those_drawn_in_the_source():
    data = table("TINY")
    found = [{(x, y) for x in range(3) for y in range(8) if data[3 * i + x] >> y & 1} for i in range(11)]
    assert found == drawn(3)


@pytest.mark.parametrize("name", LEAST)
@pytest.mark.parametrize("which", SETS)
def test_no_two_symbols_of_a_set_look_alike(name, which):
    first = 6 * SETS.index(which)
    pictures = symbols(name)[first : first + 6]
    distances = {pair: len(pictures[pair[0]] ^ pictures[pair[1]]) for pair in combinations(range(6), 2)}
    assert min(distances.values()) >= LEAST[name], distances


@pytest.mark.parametrize("which", SETS)
def test_symbols_differ_when_shifted_by_a_pixel_too(which):
    """So that they are told apart by their shape, not by where it stands."""
    first = 6 * SETS.index(which)
    pictures = symbols("SMALL")[first : first + 6]
    for one, other in combinations(pictures, 2):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                assert len(one ^ {(x + dx, y + dy) for x, y in other}) >= 14
