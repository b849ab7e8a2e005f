"""What positions of Crossing Heroes have in common, with and without cards: reading, writing, checking.

The fields are players, turn, seat, first (0 until it is drawn), phase, gold and sets, the last two one number a seat.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import notation
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.heroes_base import Heroes


def dots(numbers: "Sequence[int]") -> str:
    """Return `1.2.3`: in one go, which is many times faster than joining, on the device."""
    return ("%d." * len(numbers))[:-1] % tuple(numbers)


def common_text(state: "Heroes") -> str:
    """Return the beginning of a position, as `read_common` reads it."""
    return "heroes/1 players={} turn={} seat={} first={} phase={} gold={} sets={}".format(
        state.players,
        state.turn,
        state.seat + 1,
        state.first,
        state.PHASES[state.phase],
        dots(state.gold),
        dots(state.sets),
    )


def read_common(state: "Heroes", found: "dict[bytes, bytes]") -> None:
    """Fill in turn, seat, first player, phase, Gold and sets."""
    seats = state.players
    state.turn = notation.take_digit(found, b"turn", 1, 8)
    state.seat = notation.take_digit(found, b"seat", 1, seats) - 1
    state.first = notation.take_digit(found, b"first", 0, seats)
    phase = notation.take_text(found, b"phase")
    if phase not in state.PHASES:
        raise RuleError("The phase is {}, not {}.".format(" or ".join(state.PHASES), phase))
    state.phase = state.PHASES.index(phase)
    state.gold[:] = notation.numbers(notation.take_raw(found, b"gold"), 99, "The Gold of each seat")
    state.sets[:] = notation.numbers(notation.take_raw(found, b"sets"), 2, "The sets of each seat")
    if len(state.gold) != seats or len(state.sets) != seats:
        raise RuleError("The fields gold and sets have a number for each of {} seats.".format(seats))


def check_common(state: "Heroes", setting_up: bool, ended: bool) -> None:
    """Raise RuleError for a turn, first player or Gold that no game has."""
    if not 1 <= state.turn <= 8 or setting_up != (state.first == 0):
        raise RuleError("The first player is drawn first, then everybody has 8 turns.")
    if setting_up and (state.turn > 1 or state.seat or any([gold != 1 for gold in state.gold])):
        raise RuleError("A game begins with 1 Gold a seat.")
    if ended and state.turn != 8:
        raise RuleError("The game ends after 8 turns.")
    if max(state.gold) > 99 or max(state.sets) > 2:
        raise RuleError("Nobody can have so much Gold, or so many sets.")
    if state.options[1] and sum(state.gold) > 30:
        raise RuleError("There are 30 Gold.")


def turns_taken(state: "Heroes", seat: int, choosing: bool, ended: bool) -> int:
    """Return how many Trials `seat` has taken at this point of the game."""
    if ended:
        return 8
    if not state.first:
        return 0
    place = (seat - state.first + 1) % state.players
    active = (state.seat - state.first + 1) % state.players
    return state.turn if place < active or (place == active and not choosing) else state.turn - 1
