"""Every screen of the lobby and of Crossing looks as its picture under pictures/ (see pictures.py)."""

import runpy

import pytest

from tests.board import pictures
from tests.conftest import ROOT

WRITE = "look at it, and keep it with: python -m tests.board.pictures --write"


@pytest.fixture(scope="module")
def album():
    return pictures.taken()


def test_every_state_of_the_table_has_pictures_and_no_other(album):
    table = runpy.run_path(str(ROOT / "firmware" / "device" / "states.py"))["TABLE"]
    states = {row[1] for row in table}
    assert set(album.pages) == states | {"repl", "fatal"}
    assert {path.stem for path in pictures.FOLDER.glob("*.txt")} == set(album.pages)


def test_every_screen_looks_as_its_picture(album):
    for state in album.pages:
        kept = (pictures.FOLDER / f"{state}.txt").read_text(encoding="utf-8").split("\n\n")
        now = album.text(state).split("\n\n")
        for old, new in zip(kept, now, strict=False):
            assert new == old, f"{state} has changed: {WRITE}\n{new}\nand it was\n{old}"
        assert len(now) == len(kept), f"{state} has {len(now)} pictures and had {len(kept)}: {WRITE}"
