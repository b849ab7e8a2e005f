"""Every screen looks as its picture under pictures/ (see pictures.py); and the README has its picture of the table."""

import runpy

import pytest

from hardware import picture, screens
from onthree.rules import registry
from tests.board import pictures
from tests.conftest import ROOT

# What has pictures of its own beside the states of the table.
OWN = {"repl", "fatal", "tools", "crisscross", "crisscross-paper", "crystalla", "heroes", "heroes-tracker"}
WRITE = "look at it, and keep it with: python -m tests.board.pictures --write"


@pytest.fixture(scope="module")
def album():
    return pictures.taken()


def test_every_state_of_the_table_has_pictures_and_no_other(album):
    table = runpy.run_path(str(ROOT / "firmware" / "device" / "states.py"))["TABLE"]
    states = {row[1] for row in table}
    assert set(album.pages) == states | OWN
    assert {path.stem for path in pictures.FOLDER.glob("*.txt")} == set(album.pages)


def test_every_screen_looks_as_its_picture(album):
    for state in album.pages:
        kept = (pictures.FOLDER / f"{state}.txt").read_text(encoding="utf-8").split("\n\n")
        now = album.text(state).split("\n\n")
        for old, new in zip(kept, now, strict=False):
            assert new == old, f"{state} has changed: {WRITE}\n{new}\nand it was\n{old}"
        assert len(now) == len(kept), f"{state} has {len(now)} pictures and had {len(kept)}: {WRITE}"


def test_the_picture_of_the_table_is_drawn_from_a_reveal(monkeypatch):
    image = pytest.importorskip("PIL.Image")
    monkeypatch.setattr(picture, "TURNS", range(1, 2))
    drawn = picture.draw("unix", 1)
    assert drawn.width > drawn.height > 900
    assert picture.TARGET.stat().st_size < 200_000
    with image.open(picture.TARGET) as kept:
        assert kept.size == drawn.size


def test_the_games_pages_show_displays_as_they_are():
    image = pytest.importorskip("PIL.Image")
    assert {path.stem for path in screens.TARGET.glob("*.png")} == set(screens.SCREENS)
    for name, displays in screens.SCREENS.items():
        with image.open(screens.TARGET / f"{name}.png") as kept:
            assert kept.convert("RGB").tobytes() == screens.draw(displays).convert("RGB").tobytes(), (
                f"{name}: make picture"
            )
        assert (screens.TARGET / f"{name}.png").stat().st_size < 4000
        page = screens.TARGET.parent / f"{name.split('-')[0]}.md"
        assert f"(pictures/{name}.png)" in page.read_text(encoding="utf-8")
    assert {name.split("-")[0] for name in screens.SCREENS} == {*registry.GAMES, "tools"}
