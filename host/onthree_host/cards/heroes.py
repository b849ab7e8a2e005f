"""Card files of Crossing Heroes: what is missing or impossible in one, and the few bytes that it becomes.

`heroes.md` beside this file describes the format; `heroes-example.json` is a whole set of invented cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from onthree.rules import heroes_deck, heroes_grid
from onthree.rules.game import RuleError
from onthree.rules.heroes_points import FLAT, GODS, ITEMS, PER_GLORY, PER_GOD, PER_ITEM, doubler
from onthree.rules.heroes_words import COUNTS
from onthree_host.errors import UsageError

MEMBERS = ("game", "title", "note", "trials", "skills", "items", "heroes")
KINDS = {"flat": FLAT, "per_god": PER_GOD, "per_glory": PER_GLORY, "per_item": PER_ITEM}
ITEM_NAMES = [item[1] for item in ITEMS]

# What each card can say: member -> (least, most) for a number, () for a text. One with a 0 may be left out.
_TRIAL: dict[str, tuple[int, ...]] = {
    "name": (), "need": (), "god": (), "kind": (), "of": (), "gold": (0, 2), "skills": (0, 2), "vp": (1, 31),
}  # fmt: skip
_SKILL: dict[str, tuple[int, ...]] = {"symbols": (), "gold": (0, 1), "glory": (0, 1), "copies": (1, 70)}
_ITEM: dict[str, tuple[int, ...]] = {"name": (), "cost": (1, 15), "glory": (0, 3)}
_HERO: dict[str, tuple[int, ...]] = {"name": (), "symbol": ()}
_CARDS = (("trials", "Trial", _TRIAL), ("skills", "Skill", _SKILL), ("items", "Item", _ITEM), ("heroes", "Hero", _HERO))
_OPTIONAL = ("of", "copies")


def check(data: Any) -> list[str]:
    """Return what is missing or impossible in a card file, one sentence each; empty when it can be played with."""
    if not isinstance(data, dict) or data.get("game") != "heroes":
        return ['A card file of this game is an object with "game": "heroes".']
    wrong = [f"There is no member {name!r}; there are {', '.join(MEMBERS)}." for name in data if name not in MEMBERS]
    title = data.get("title")
    if not _is_text(title):
        wrong.append("The file needs a title, of plain letters; that of cards made up says that they are invented.")
    for (name, singular, allowed), wanted in zip(_CARDS, COUNTS, strict=False):
        cards = data.get(name)
        if not isinstance(cards, list):
            wrong.append(f"The list {name!r} is missing.")
            continue
        for number, card in enumerate(cards, 1):
            wrong += (f"{singular} {number} {problem}" for problem in _problems(name, card, allowed))
        copies = [card.get("copies", 1) if isinstance(card, dict) and name == "skills" else 1 for card in cards]
        found = sum(number for number in copies if type(number) is int)
        if found != wanted:
            wrong.append(f"The box holds {wanted} {name}, not {found}.")
    return wrong or _check_names(data)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 60 and all(" " <= c <= "~" for c in value)


def _problems(name: str, card: Any, allowed: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """Yield what is wrong with one card, without its subject."""
    if not isinstance(card, dict):
        yield f"is an object with {', '.join(allowed)}."
        return
    for member in card:
        if member not in allowed:
            yield f"has no {member!r}; it can have {', '.join(allowed)}."
    for member, limits in allowed.items():
        value = card.get(member, 0 if limits and limits[0] == 0 else None)
        if value is None and member in _OPTIONAL:
            continue
        if limits and (type(value) is not int or not limits[0] <= value <= limits[1]):
            yield f"needs {member!r} from {limits[0]} to {limits[1]}, not {value!r}."
        elif not limits and not _is_text(value):
            yield f"needs {member!r}, a text of plain letters."
        elif not limits:
            yield from _wrong_text(name, member, card)


def _wrong_text(name: str, member: str, card: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a text that is not free."""
    value = card[member]
    if member in ("need", "symbols", "symbol"):
        least, most = {"need": (2, 5), "symbols": (1, 3), "symbol": (1, 1)}[member]
        if not least <= len(value) <= most or any(letter not in heroes_grid.SYMBOLS for letter in value):
            size = str(least) if least == most else f"{least} to {most}"
            yield f"needs {member!r}, {size} of L, E, S, C, W, not {value!r}."
    elif member in ("god", "of") and value not in GODS:
        yield f"needs {member!r}, one of {', '.join(GODS)}, not {value!r}."
    elif member == "kind":
        if value not in KINDS:
            yield f"needs {member!r}, one of {', '.join(KINDS)}, not {value!r}."
        elif (value == "per_god") != ("of" in card):
            yield "names a god in 'of' if its kind is per_god, and only then."
    elif name == "items" and value not in ITEM_NAMES:
        yield f"is one of {', '.join(ITEM_NAMES)}, not {value!r}."


def _check_names(data: dict[str, Any]) -> list[str]:
    """Return what is wrong with the names of a file whose cards are right one by one."""
    wrong = []
    for name, singular in (("trials", "Trials"), ("heroes", "Heroes")):
        names = [card["name"] for card in data[name]]
        twice = sorted({one for one in names if names.count(one) > 1})
        wrong += [f"Two {singular} are called {one}." for one in twice]
    have = {card["name"] for card in data["items"]}
    wrong += [f"{name} is missing among the Items." for name in ITEM_NAMES if name not in have]
    trials = {card["name"] for card in data["trials"]}
    for item in ITEMS:
        wrong += [
            f"{item[1]} doubles {name}, which is no Trial of this file." for name in item[4] if name not in trials
        ]
    return wrong


def compile(data: Any) -> bytes:
    """Return the packed cards of a card file; UsageError with the first thing that is wrong in it."""
    wrong = check(data)
    if wrong:
        raise UsageError(wrong[0])
    packed = bytearray()
    for card in data["trials"]:
        packed += _trial(card)
    for card in data["skills"]:
        skill = heroes_grid.symbols(card["symbols"]) | card.get("gold", 0) << 25 | card.get("glory", 0) << 26
        packed += skill.to_bytes(4, "little") * card.get("copies", 1)
    for card in data["items"]:
        packed += bytes((ITEM_NAMES.index(card["name"]) | card.get("glory", 0) << 4, card["cost"]))
    for card in data["heroes"]:
        packed.append(heroes_grid.SYMBOLS.index(card["symbol"]))
    names = [data["title"], *(card["name"] for card in data["trials"]), *(card["name"] for card in data["heroes"])]
    packed += "\n".join(names).encode("ascii")
    try:
        heroes_deck.check(bytes(packed))
    except RuleError as error:
        raise UsageError(str(error))
    return bytes(packed)


def _trial(card: dict[str, Any]) -> bytes:
    kind = KINDS[card["kind"]] + (GODS.index(card["of"]) if "of" in card else 0)
    bonus = GODS.index(card["god"]) | card.get("gold", 0) << 2 | card.get("skills", 0) << 4
    need = heroes_grid.symbols(card["need"]).to_bytes(4, "little")
    return need + bytes((bonus, kind << 5 | card["vp"], doubler(card["name"]) + 1))
