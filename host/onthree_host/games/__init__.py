"""What the PC knows of each game beside its rules: how to read its score pad, draw its table, tell what happened.

A game's module has `read_pad(pad)`, `table(state)`, `entry(position, seat, word)`, `events(state)`, `tell(event)` and
`sum_up(events)`; see crossing.py. Where seats fill in score pads on their pods, it also has `pad_words(pad)`.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from onthree.rules import registry
from onthree.rules.game import RuleError, State
from onthree_host.errors import UsageError


@dataclass(frozen=True)
class Result:
    """A score pad added up: points, places and what the points are for, each by player.

    `facts` are further members for JSON (a solo rank, what is missing), `lines` what people see under the table.
    """

    scores: list[int]
    ranking: list[int]
    breakdown: list[dict[str, int]]
    facts: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


class Game(Protocol):
    """What each module here offers."""

    def read_pad(self, pad: dict[str, Any]) -> Result:
        """Return the result of a score pad; UsageError in a sentence if it is none of this game."""

    def table(self, state: State) -> list[str]:
        """Return the table as lines of text."""

    def entry(self, position: str, seat: int, word: str) -> str:
        """Return in words what the legal move `word` of `seat` (from 1) alone did; "" where `events` say it.

        `position`: the one before it.
        """

    def events(self, state: State) -> list[dict[str, Any]]:
        """Return what the move just applied did, as facts for JSON."""

    def tell(self, event: dict[str, Any]) -> str:
        """Return one of `events` as a sentence without its full stop."""

    def sum_up(self, events: list[dict[str, Any]]) -> str:
        """Return all of `events` in one line, as short as people at the table would put it."""


def chooses(seat: int, word: str) -> str:
    """Return the plain sentence for a move of one seat (from 1)."""
    return f"seat {seat} chooses {word}"


def fields(position: str) -> dict[str, str]:
    """Return the fields of a position by name."""
    return dict(word.split("=", 1) for word in position.split()[1:])


def load(name: str) -> Game:
    """Return the module of the game `name`, or the one of all tools; UsageError if there is no such game."""
    try:
        registry.load(name)
    except RuleError as error:
        raise UsageError(str(error))
    return cast(Game, importlib.import_module(f"{__name__}.{'tools' if name in registry.TOOLS else name}"))


# Members by which a player of a score pad is told from those of other games.
_PLAYERS = {
    "crossing": ("red", "blue", "yellow", "white"),
    "crystalla": ("tourmaline", "amethyst", "hematite", "display"),
    "heroes": ("gold", "hero_symbols", "glory", "trials"),
}


def pad_words(pad: Any) -> tuple[str, list[str]]:
    """Return of which game a score pad is, and for each seat the words that it would enter on its pod.

    UsageError, in a sentence, for a pad of no game, or of one whose points the device counts by itself.
    """
    if not isinstance(pad, dict):
        raise UsageError('The pad is an object, such as {"players": [...]}.')
    players = pad.get("players")
    first = players[0] if isinstance(players, list) and players else None
    names = [name for name, known in _PLAYERS.items() if isinstance(first, dict) and any(n in first for n in known)]
    name = "crisscross" if "sheets" in pad else names[0] if names else ""
    if not name:
        raise UsageError("This is the score pad of no game: 'onthree score --help' shows one.")
    module = importlib.import_module(f"{__name__}.{name}")
    if not hasattr(module, "pad_words"):
        raise UsageError(f"In {name} the device counts the points itself; 'onthree score {name}' adds up a pad.")
    return name, module.pad_words(pad)


def count(value: Any, what: str, most: int) -> int:
    """Return a number of a score pad, 0 to `most`; UsageError naming it as `what` if it is none."""
    if type(value) is not int or not 0 <= value <= most:
        raise UsageError(f"{what} is a number from 0 to {most}, not {value!r}.")
    return value


def members(value: Any, what: str, allowed: Sequence[str]) -> dict[str, Any]:
    """Return an object of a score pad that has only the members `allowed`; UsageError if it is none."""
    if not isinstance(value, dict):
        raise UsageError(f"{what} is an object with {', '.join(allowed)}, not {value!r}.")
    for name in value:
        if name not in allowed:
            raise UsageError(f"{what} has no {name!r}; it can have {', '.join(allowed)}.")
    return value


def listed(pad: dict[str, Any], name: str, least: int, most: int) -> list[Any]:
    """Return the list `name` of a score pad; UsageError if it is missing or too short or long."""
    value = pad.get(name)
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise UsageError(f"The pad needs {name!r}, a list of {least} to {most}.")
    return value


def options(value: Any) -> dict[str, str]:
    """Return the options of a score pad as the rules want them: names and words."""
    if not isinstance(value, dict):
        raise UsageError(f'The options are an object, such as {{"scoring": "classic"}}, not {value!r}.')
    words = {True: "true", False: "false"}
    return {name: words[v] if isinstance(v, bool) else str(v) for name, v in value.items()}
