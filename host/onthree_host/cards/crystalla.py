"""Card files of Crystalla: what is missing or impossible in one, and the few bytes that it becomes.

`crystalla.md` beside this file describes the format; `crystalla-example.json` is a whole set of invented cards.
"""

from __future__ import annotations

from typing import Any

from onthree.rules import crystalla_box as box
from onthree.rules.crystalla_display import CRYSTALS, LETTERS
from onthree_host.errors import UsageError

MEMBERS = ("game", "title", "note", "cards", "crystals")
SHAPES = ("large", "small")
CARD_NAMES = [large + small for large in LETTERS for small in LETTERS]
_LONGEST_TITLE = 60


def check(data: Any) -> list[str]:
    """Return what is missing or impossible in a card file, one sentence each; empty when it can be played with."""
    if not isinstance(data, dict) or data.get("game") != "crystalla":
        return ['A card file of this game is an object with "game": "crystalla".']
    wrong = [f"There is no member {name!r}; there are {', '.join(MEMBERS)}." for name in data if name not in MEMBERS]
    title = data.get("title")
    if not isinstance(title, str) or not 0 < len(title) <= _LONGEST_TITLE or not all(" " <= c <= "~" for c in title):
        wrong.append("The file needs a title, of plain letters; that of cards made up says that they are invented.")
    wrong += _check_counts(data.get("cards"), "cards", CARD_NAMES, "two letters such as TA, large segment first")
    crystals = data.get("crystals")
    if not isinstance(crystals, dict):
        return [*wrong, "The object 'crystals' is missing."]
    wrong += [f"Crystal pieces are large or small, not {shape!r}." for shape in crystals if shape not in SHAPES]
    for shape in SHAPES:
        wrong += _check_counts(crystals.get(shape), f"crystals, {shape}", CRYSTALS, f"one of {', '.join(CRYSTALS)}")
    return wrong or _check_totals(data)


def _check_counts(counts: Any, name: str, allowed: Any, written: str) -> list[str]:
    if not isinstance(counts, dict):
        return [f"The object {name!r} is missing."]
    wrong = [f"In {name!r} there is {key!r}; it is {written}." for key in counts if key not in allowed]
    for key, count in counts.items():
        if type(count) is not int or not 0 <= count <= box.MOST_OF_A_KIND:
            wrong.append(f"In {name!r} the number of {key} is from 0 to {box.MOST_OF_A_KIND}, not {count!r}.")
    return wrong


def _check_totals(data: dict[str, Any]) -> list[str]:
    """Return which totals of a file are not those of the box (CR1), when its numbers are right one by one."""
    cards = sum(data["cards"].values())
    pieces = sum(sum(data["crystals"][shape].values()) for shape in SHAPES)
    wrong = []
    if cards != box.CARDS:
        wrong.append(f"The box holds {box.CARDS} cards, not {cards}.")
    if pieces != box.CRYSTALS:
        wrong.append(f"The box holds {box.CRYSTALS} crystal pieces, not {pieces}.")
    return wrong


def compile(data: Any) -> bytes:
    """Return the packed cards of a card file; UsageError with the first thing that is wrong in it."""
    wrong = check(data)
    if wrong:
        raise UsageError(wrong[0])
    counts = [data["cards"].get(name, 0) for name in CARD_NAMES]
    counts += [data["crystals"][shape].get(name, 0) for shape in SHAPES for name in CRYSTALS]
    packed = bytes(counts) + str(data["title"]).encode("ascii")
    box.check_cards(packed)
    return packed
