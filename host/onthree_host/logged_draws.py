"""What chance has decided in the logged games, with the weights it had: for `onthree fairness --device`.

Draws among equally likely outcomes are put together by game and number of outcomes, in the order they were made:
`dice, 6 outcomes` are all dice with six sides. Draws with other weights (stones from a bag) come with their weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from onthree.match import begin
from onthree.rules.game import CHANCE
from onthree_host import cards, decode, fairness
from onthree_host.verify import verify_log

if TYPE_CHECKING:
    from onthree_host.store import Store


@dataclass
class Draws:
    """All draws of one kind: the outcomes, how many each game had, and the weights unless they were equal."""

    outcomes: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    weights: list[Sequence[int]] = field(default_factory=list)


@dataclass
class Logged:
    """The draws of a store by (game, number of equally likely outcomes or 0), and how many games they are of."""

    draws: dict[tuple[str, int], Draws] = field(default_factory=dict)
    games: int = 0
    wrong: int = 0  # games left out because their log is wrong


def read(store: Store) -> Logged:
    """Return all draws of the games in the store whose logs are right."""
    found = Logged()
    for dev in store.devices():
        for verdict in verify_log(store.records(dev)):
            if verdict.g is None:
                continue
            if verdict.ok:
                found.games += 1
                _add(found, store.game_records(dev, verdict.g))
            else:
                found.wrong += 1
    return found


def _add(found: Logged, records: Iterable[bytes]) -> None:
    """Add the draws of one game, whose log has been checked."""
    match = None
    touched: dict[tuple[str, int], int] = {}
    for raw in records:
        members = decode.members(raw)
        kind = members["k"]
        if kind == "start":
            cards.provide(members["opt"])
            match = begin(members, None)
        if match is None or kind not in ("draw", "move", "undo"):
            continue
        if kind == "draw":
            state = match.game.unpack(match.state.pack())
            for word in members["x"].split():
                outcome = state.parse_action(CHANCE, word)
                _note(found, touched, match.game.NAME, tuple(state.chance_outcomes()), outcome)
                state.apply(outcome)
        match.follow(members)
    for key, count in touched.items():
        found.draws[key].games.append(count)


def _note(found: Logged, touched: dict[tuple[str, int], int], name: str, weights: Sequence[int], outcome: int) -> None:
    possible = [weight for weight in weights if weight]
    if len(possible) < 2:
        return  # nothing was left to chance
    equal = len(possible) if min(possible) == max(possible) else 0
    draws = found.draws.setdefault((name, equal), Draws())
    if equal:
        draws.outcomes.append(sum(1 for weight in weights[:outcome] if weight))  # counted among those possible
    else:
        draws.outcomes.append(outcome)
        draws.weights.append(weights)
    touched[name, equal] = touched.get((name, equal), 0) + 1


def examine(found: Logged) -> list[fairness.Series]:
    """Return the tests of all draws, by game."""
    import numpy as np

    series = []
    for (name, equal), draws in sorted(found.draws.items()):
        if equal:
            rolls = np.array(draws.outcomes, dtype=np.int64)
            series.append(fairness.examine(rolls, equal, name, draws.games))
        else:
            series.append(fairness.weighed(f"{name}, weighed", list(zip(draws.weights, draws.outcomes, strict=True))))
    return series
