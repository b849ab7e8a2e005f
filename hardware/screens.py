"""Draws shared/games/pictures/*.png: what hub and pods show in the moments that the pages of the games tell of.

    make picture          # these, and the picture of the whole table

They are put together from tests/board/pictures/*.txt, which the tests compare with what the firmware draws on a virtual
board. So a page shows what a player sees, and a test says so when that has changed.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "board" / "pictures"
TARGET = ROOT / "shared" / "games" / "pictures"
# name of the picture -> (file of SOURCE, title of the display there), from the left.
SCREENS: dict[str, tuple[tuple[str, str], ...]] = {
    "crossing-choose": (
        ("choose", "hub: four of six have chosen"),
        ("choose", "pod: a mushroom is chosen"),
        ("choose", "pod: protection is chosen"),
    ),
    "crossing-reveal": (
        ("reveal", "pod: a mushroom"),
        ("reveal", "pod: a player"),
        ("reveal", "pod: protection"),
    ),
    "crossing-result": (
        ("result", "hub: what happened in the second turn"),
        ("result", "pod: takes in the second turn"),
        ("result", "pod: blocked in the second turn"),
    ),
    "crossing-end": (
        ("final", "hub: the ranking of six"),
        ("final", "pod: the winner"),
        ("final", "hub: the winner's points"),
    ),
    "crisscross-round": (
        ("crisscross", "hub: a roll, one has entered it"),
        ("crisscross", "pod: the next cell"),
        ("crisscross", "pod: turned"),
    ),
    "crisscross-paper": (
        ("crisscross-paper", "hub: some lines are entered"),
        ("crisscross-paper", "pod: done or stuck?"),
        ("crisscross-paper", "pod: line 6"),
    ),
    "crisscross-end": (
        ("crisscross", "hub: the end of the basic game"),
        ("crisscross", "pod: the end of the basic game, a full sheet"),
        ("crisscross", "pod: alone, the end"),
    ),
    "crystalla-walk": (
        ("crystalla", "hub: the first turn"),
        ("crystalla", "pod: which pile?"),
        ("crystalla", "pod: the first step"),
    ),
    "crystalla-piece": (
        ("crystalla", "hub: a crystal piece is laid"),
        ("crystalla", "pod: a crystal piece"),
        ("crystalla", "pod: a crystal piece that cannot be laid"),
    ),
    "crystalla-cards": (
        ("crystalla", "hub: with cards, the first turn"),
        ("crystalla", "pod: with cards, which pile?"),
        ("crystalla", "pod: with cards, where to lay it?"),
    ),
    "crystalla-end": (
        ("crystalla", "hub: score pads"),
        ("crystalla", "hub: the end, page 2"),
        ("crystalla", "pod: the end"),
    ),
    "heroes-turn": (
        ("heroes-tracker", "hub: anything more?"),
        ("heroes-tracker", "pod: anything more?"),
        ("heroes-tracker", "pod: another seat plays"),
    ),
    "heroes-items": (
        ("heroes-tracker", "hub: Zeus"),
        ("heroes-tracker", "pod: Zeus"),
        ("heroes-tracker", "hub: after turn 6, page 4"),
    ),
    "heroes-cards": (
        ("heroes", "hub: the first turn"),
        ("heroes", "pod: which Trial?"),
        ("heroes", "pod: where does the first Skill go?"),
    ),
    "heroes-later": (
        ("heroes", "hub: some turns later, page 1"),
        ("heroes", "pod: where does the Trial go?"),
        ("heroes", "pod: an own Trial"),
    ),
    "heroes-pads": (
        ("heroes-tracker", "hub: one pad is full"),
        ("heroes-tracker", "pod: Trial 4, poseidon"),
        ("heroes-tracker", "pod: Trial 4, a number"),
    ),
    "heroes-end": (
        ("heroes-tracker", "hub: the end, page 1"),
        ("heroes-tracker", "hub: the end, page 3"),
        ("heroes-tracker", "pod: the end, the winner"),
    ),
    "tools-reveal": (
        ("tools", "hub: reveal, what they chose"),
        ("tools", "pod: reveal, the choice on three"),
        ("tools", "pod: reveal, two chose the same"),
    ),
    "tools-dice": (
        ("tools", "hub: dice, a roll, page 1"),
        ("tools", "hub: who begins, the order"),
        ("tools", "pod: who begins, a place"),
    ),
    "tools-rounds": (
        ("tools", "hub: rounds, the first turn, page 1"),
        ("tools", "pod: rounds, the turn is here"),
        ("tools", "pod: rounds, the turn is elsewhere"),
    ),
    "tools-buzzer": (
        ("race", "hub: go"),
        ("tools", "hub: buzzer, who was first, page 1"),
        ("tools", "pod: buzzer, later"),
    ),
}
_HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
_SCALE = 2
_FRAME = 12  # around a display, and between two
_CASE, _GLASS, _LIT = 1, 0, 2  # indices of the colours
_PALETTE = (5, 8, 12, 44, 49, 55, 214, 236, 255)


@lru_cache(maxsize=32)
def _album(state: str) -> dict[str, list[str]]:
    """Return the pictures of a file of SOURCE by title, 32 lines each."""
    pages = (SOURCE / f"{state}.txt").read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    found = {}
    for page in pages:
        title, _, *lines, _ = page.split("\n")
        found[title] = [line[1:] for line in lines]
    return found


def draw(displays: Sequence[tuple[str, str]]) -> Image.Image:
    """Return displays beside each other, each named by its file of SOURCE and its title there."""
    width = _FRAME + (128 * _SCALE + _FRAME) * len(displays)
    image = Image.new("P", (width, 64 * _SCALE + 2 * _FRAME), _CASE)
    image.putpalette(_PALETTE)
    pen = ImageDraw.Draw(image)
    for i, (state, title) in enumerate(displays):
        left = _FRAME + (128 * _SCALE + _FRAME) * i
        pen.rectangle((left - 4, _FRAME - 4, left + 128 * _SCALE + 3, _FRAME + 64 * _SCALE + 3), fill=_GLASS)
        for y, line in enumerate(_album(state)[title]):
            for x, character in enumerate(line):
                for half, lit in enumerate(_HALVES[character]):
                    if lit:
                        at = left + x * _SCALE, _FRAME + (2 * y + half) * _SCALE
                        pen.rectangle((*at, at[0] + _SCALE - 1, at[1] + _SCALE - 1), fill=_LIT)
    return image


def main() -> None:
    """Draw them all and say where they are."""
    TARGET.mkdir(exist_ok=True)
    for name, displays in SCREENS.items():
        draw(displays).save(TARGET / f"{name}.png", optimize=True, bits=2)
    print(f"{TARGET.relative_to(ROOT)}: {len(SCREENS)} pictures of displays.")


if __name__ == "__main__":
    main()
