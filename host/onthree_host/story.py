"""A log told to people: one record after the other, with the position before and after it.

The story follows the game by the shared rules, so it can say what a move did. A listener who came late, in
the midst of a game, or whose log is wrong, still gets each record's own words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from onthree.match import Match, MatchError, begin
from onthree_host import cards, games


@dataclass(frozen=True)
class Step:
    """What one record did. The texts are empty where the game could not be followed."""

    members: dict[str, Any]
    says: list[str]  # sentences without full stops
    short: str = ""  # all of them in one line, if the game has a way to say it
    turn: int = 0  # joint moves so far, this one included
    before: str = ""  # position
    after: str = ""
    table: list[str] = field(default_factory=list)  # before a move
    events: list[dict[str, Any]] = field(default_factory=list)
    wrong: bool = False  # the record does not follow from those before it

    def line(self) -> str:
        """Return the step in one line."""
        turn = f", turn {self.turn}" if self.events else ""
        where = f"game {self.members['g']}{turn}: " if "g" in self.members else ""
        return where + (self.short or "; ".join(self.says))


class Teller:
    """Turns records into steps, in the order they come."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self._g: int | None = None
        self._turn = 0
        self._owed = False  # the last move's effect depends on the draw that follows it

    def tell(self, members: dict[str, Any]) -> Step:
        """Return the step of the next record."""
        kind = members["k"]
        if kind in ("draw", "move", "undo"):
            return self._step(members)
        wrong = False
        if kind == "start":
            self._turn, self._owed = 0, False
            self._g = members["g"]
            try:
                cards.provide(members["opt"])
                self.match = begin(members, None)
            except MatchError:
                self.match, wrong = None, True
        return Step(members, [_WORDS.get(kind, _unknown)(members)], turn=self._turn, wrong=wrong)

    def _step(self, members: dict[str, Any]) -> Step:
        match = self.match if members["g"] == self._g else None
        says = [_WORDS[members["k"]](members)]
        together = members["k"] == "move" and members["seat"] == 0
        self._turn += together
        if match is None:
            return Step(members, says, turn=self._turn)
        game = games.load(match.game.NAME)
        before, table = match.state.position(), game.table(match.state)
        quiet = not game.events(match.state)  # a roll that one seat has asked for is news when it is there
        try:
            match.follow(members)
        except MatchError as error:
            self.match = None
            says.append(f"WRONG: {error}")
            return Step(members, says, turn=self._turn, before=before, table=table, wrong=True)
        told = game.events(match.state) if together or self._owed or quiet else []
        self._owed = together and not told
        short = game.sum_up(told)
        if told and members["k"] == "move" and not together:  # what a seat did itself, and what came of it
            short = f"{says[0]}; {short}"
            says += [game.tell(event) for event in told]
        elif told:
            says = [game.tell(event) for event in told]
        return Step(members, says, short, self._turn, before, match.state.position(), table, told)


def _start(found: dict[str, Any]) -> str:
    options = f" ({found['opt']})" if found["opt"] else ""
    return f"{found['game']} with {found['players']} players at pods {' '.join(found['pods'])}{options}"


def _move(found: dict[str, Any]) -> str:
    return f"the seats choose {found['a']}" if found["seat"] == 0 else f"seat {found['seat']} chooses {found['a']}"


def _unknown(found: dict[str, Any]) -> str:
    return f"a record of a kind unknown here ({found['k']})"


_WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "boot": lambda found: f"the device starts ({found['why']}; firmware {found['fw']}, MicroPython {found['py']})",
    "commit": lambda found: f"the secret's hash is {found['commit'][:16]}...",
    "start": _start,
    "draw": lambda found: f"drawn: {found['x']}",
    "move": _move,
    "undo": lambda found: f"seat {found['seat']} takes its last choice back",
    "end": lambda found: f"over, points {found['scores']}, places {found['rank']}",
    "stop": lambda found: f"stopped ({found['why']})",
    "fault": lambda found: f"the device notices: {found['text']}",
}
