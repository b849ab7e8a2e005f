"""Score pads that a PC has filled in (`onthree pad`): they change what the pods offer, and nothing else.

The words of a pad are the actions that its seat would enter, in their order. Each becomes the first offer when it is
its turn; only the seat itself enters it, with C, or another number instead. So the log has nothing but what people
have entered, and a pad from the PC cannot make a position that the pods could not.

A game takes part by `pad_at(state, seat)` in its screen module: how many numbers of its pad the seat has entered, or
-1 where it is not time for pads.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

NOTHING = -1
_SEATS = const(6)


def _never(state: "Any", seat: int) -> int:
    return -1


class Pads:
    """What the PC has sent for the game under way, whose screens are `screen`: words by seat."""

    def __init__(self, screen: "Any") -> None:
        self._words: list[Sequence[str]] = [()] * _SEATS
        self._at: Callable[[Any, int], int] = getattr(screen, "pad_at", _never)

    def offer(self, state: "Any", seat: int) -> int:
        """Return what the PC's pad has for the number that `seat` enters next, or NOTHING."""
        words = self._words[seat]
        at = self._at(state, seat) if words else -1
        if not 0 <= at < len(words):
            return NOTHING
        action: int = state.parse_action(seat, words[at])
        return action if action in state.legal_actions(seat) else NOTHING

    def fill(self, rules: "ModuleType", state: "Any", seat: int, first: int, text: str) -> str:
        """Keep the words of a pad from number `first` on, blanks between them, and no later ones.

        Return what happens now, a sentence. RuleError, and nothing changed, if they do not fit.
        """
        if not 0 <= seat < state.players:
            raise RuleError("There is no seat {} in this game.".format(seat + 1))
        at = self._at(state, seat)
        if at < 0:
            raise RuleError("It is not time for the score pads.")
        known = self._words[seat]
        if not 0 <= first <= len(known):
            raise RuleError("The words before these are missing: send the pad once more.")
        words = list(known[:first]) + text.split()
        self._check(rules.unpack(state.pack()), seat, words, at)
        self._words[seat] = words
        if not state.actors() >> seat & 1:
            return "Seat {} is not asked now.".format(seat + 1)
        return "Seat {} has it on its pod, to be entered with C.".format(seat + 1)

    def _check(self, state: "Any", seat: int, words: "Sequence[str]", at: int) -> None:
        """Play what is still to be entered on a copy of the position, if it is the seat's time."""
        who = "Seat {}".format(seat + 1)
        awaited = state.actors() >> seat & 1
        for i, word in enumerate(words):
            action = state.parse_action(seat, word)
            if i < at or not awaited:
                continue
            if not state.actors() >> seat & 1 or action not in state.legal_actions(seat):
                raise RuleError("{} cannot enter {} as number {} of its pad.".format(who, word, i + 1))
            state.apply_by(seat, action)
