"""Card files: the lists of cards that a game can be played with, as somebody typed them (JSON).

The lists of the published games are not public. Who has the cards can write them down; the example files here are
invented. A file says which game it is of; that game's module here has `check(data)`, which tells in plain words what
is missing or impossible, and `compile(data)`, the few bytes that go to the device and into the rules (onthree.cards).
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, cast

from onthree import cards
from onthree_host.errors import UsageError

GAMES = ("crystalla", "heroes")  # each has its module here, and rules with `check_cards`


class CardFiles(Protocol):
    """What each game's module here offers."""

    def check(self, data: Any) -> list[str]:
        """Return what is missing or impossible, one sentence each; empty for a file that can be played with."""

    def compile(self, data: Any) -> bytes:
        """Return the packed cards; UsageError with the first thing that is wrong."""


def parse(text: str) -> dict[str, Any]:
    """Return what a card file says; UsageError if it is no JSON object of a game that has cards."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The card file is not JSON: {error}.")
    if not isinstance(data, dict) or data.get("game") not in GAMES:
        raise UsageError(f'A card file is an object with "game": one of {", ".join(GAMES)}.')
    return data


def module_of(data: dict[str, Any]) -> CardFiles:
    """Return the module for a card file's game."""
    return cast(CardFiles, importlib.import_module(f"{__name__}.{data['game']}"))


def check(data: dict[str, Any]) -> list[str]:
    """Return what is missing or impossible in a card file, one sentence each."""
    return module_of(data).check(data)


def compile(data: dict[str, Any]) -> bytes:
    """Return the packed cards of a card file; UsageError with the first thing that is wrong."""
    return module_of(data).compile(data)


def keep(data: dict[str, Any]) -> str:
    """Hand the cards of a file to the rules; return their name, for the option `cards`."""
    game = importlib.import_module(f"onthree.rules.{data['game']}")
    return cards.keep(game, compile(data))


def name_of(data: dict[str, Any]) -> str:
    """Return the name of a card file's cards; UsageError if they cannot be played with."""
    return cards.name_of(data["game"], compile(data))


def provide(options: str, files: Iterable[Path] = ()) -> bool:
    """Hand the cards that a start record's options name to the rules; return whether they were found, or none named.

    Looked for among the invented ones and in `files`; a file that is no card file is passed over.
    """
    wanted = [word[6:] for word in options.split() if word.startswith("cards=")]
    if not wanted:
        return True
    for path in [*(_example(game) for game in GAMES), *files]:
        try:
            data = parse(path.read_text(encoding="utf-8"))
            if name_of(data) == wanted[0]:
                keep(data)
                return True
        except (OSError, UnicodeDecodeError, UsageError):
            continue
    return False


def read(file: Path) -> dict[str, Any]:
    """Return what a card file says; UsageError if it cannot be read or is none."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The card file {file} cannot be read: {error}.")
    return parse(text)


def add(file: Path) -> None:
    """Hand a card file to the rules, for games that were played with it; UsageError if it is none."""
    keep(read(file))


def _example(game: str) -> Path:
    return Path(__file__).parent / f"{game}-example.json"


def example(game: str) -> str:
    """Return the text of the invented card file of a game."""
    return _example(game).read_text(encoding="utf-8")
