"""A log told to people: one record after the other, with the position before and after it.

The story follows the game by the shared rules, so it can say what a move did. A listener who came late, in
the midst of a game, or whose log is wrong, still gets each record's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from onthree.match import Match, MatchError, begin
from onthree.rules import registry
from onthree_host import cards, games

_PAD = " on its pad"  # what many entries in a row end with


@dataclass(frozen=True)
class Step:
    """What one record did. The texts are empty where the game could not be followed."""

    members: dict[str, Any]
    says: list[str]  # sentences without full stops
    short: str = ""  # all of them in one line, if the game has a way to say it
    turn: int = 0  # of the game, or its round; in a tool the joint moves so far, this one included
    before: str = ""  # position
    after: str = ""
    table: list[str] = field(default_factory=list)  # before a move
    events: list[dict[str, Any]] = field(default_factory=list)
    wrong: bool = False  # the record does not follow from those before it

    def line(self) -> str:
        """Return the step in one line."""
        turn = f", turn {self.turn}" if self.turn and (self.events or self.members["k"] == "move") else ""
        where = f"game {self.members['g']}{turn}: " if "g" in self.members else ""
        return where + (self.short or "; ".join(self.says))


class Teller:
    """Turns records into steps, in the order they come."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self._g: int | None = None
        self._joint = 0
        self._owed = False  # the last move's effect depends on the draw that follows it

    def tell(self, members: dict[str, Any]) -> Step:
        """Return the step of the next record."""
        kind = members["k"]
        if kind in ("draw", "move", "undo"):
            return self._step(members)
        wrong = False
        if kind == "start":
            self._joint, self._owed = 0, False
            self._g = members["g"]
            try:
                cards.provide(members["opt"])
                self.match = begin(members, None)
            except MatchError:
                self.match, wrong = None, True
        return Step(members, [_WORDS.get(kind, _unknown)(members)], turn=self._joint, wrong=wrong)

    def _step(self, members: dict[str, Any]) -> Step:
        match = self.match if members["g"] == self._g else None
        says = [_WORDS[members["k"]](members)]
        together = members["k"] == "move" and members["seat"] == 0
        self._joint += together
        if match is None:
            return Step(members, says, turn=self._joint)
        game = games.load(match.game.NAME)
        before, table, known = match.state.position(), game.table(match.state), game.events(match.state)
        turn = self._turn(match.game.NAME, before)
        try:
            match.follow(members)
        except MatchError as error:
            self.match = None
            says.append(f"WRONG: {error}")
            return Step(members, says, turn=turn, before=before, table=table, wrong=True)
        alone = members["k"] == "move" and not together
        if alone:
            says = [game.entry(before, members["seat"], members["a"])]
        told = [] if members["k"] == "undo" else game.events(match.state)
        if not together and not self._owed:
            told = [event for event in told if event not in known] or (told if says == [""] else [])
        self._owed = together and not told
        sentences = [game.tell(event) for event in told]
        short = ""
        if alone:  # what a seat entered itself, and what came of it
            says = [sentence for sentence in says + sentences if sentence]
        elif told:
            says, short = sentences, game.sum_up(told)
        return Step(members, says, short, turn, before, match.state.position(), table, told)

    def _turn(self, name: str, position: str) -> int:
        """Return the turn or round that a position is in; of a tool, how many times all have chosen."""
        if name in registry.TOOLS:
            return self._joint
        found = games.fields(position)
        return int(found["round"] if "round" in found else found["turn"])


def together(seat: int, sentences: Sequence[str]) -> str:
    """Return what a seat did one after the other as one sentence, what they have in common said once.

    "seat 1 takes all pieces from a1", "seat 1 drops a piece of seat 2 on b1", "seat 1 drops a neutral piece on b2":
    "seat 1 takes all pieces from a1, drops a piece of seat 2 on b1, a neutral piece on b2".
    """
    begins = f"seat {seat} "
    parts: list[tuple[str, list[str]]] = []
    for sentence in sentences:
        verb, _, rest = sentence.removeprefix(begins).partition(" ")
        if parts and parts[-1][0] == verb:
            parts[-1][1].append(rest)
        else:
            parts.append((verb, [rest]))
    said = []
    for verb, things in parts:
        ends = _PAD if len(things) > 1 and all(thing.endswith(_PAD) for thing in things) else ""
        said.append(f"{verb} {', '.join(thing.removesuffix(ends) for thing in things)}{ends}")
    return begins + ", ".join(said)


def _start(found: dict[str, Any]) -> str:
    options = f" ({found['opt']})" if found["opt"] else ""
    return f"{found['game']} with {found['players']} players at pods {' '.join(found['pods'])}{options}"


def _move(found: dict[str, Any]) -> str:
    return f"the seats choose {found['a']}" if found["seat"] == 0 else games.chooses(found["seat"], found["a"])


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
