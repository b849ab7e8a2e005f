"""A tracker of Crossing Heroes read back from its bytes, and what no position can be; loaded when a step is undone.

`heroes_tracker.py` writes the bytes and says how a record is laid out.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.game import RuleError
from onthree.rules.heroes_common import check_common, turns_taken

if TYPE_CHECKING:
    from onthree.rules.heroes_tracker import Tracker

_MARK = const(0x54)
_HEAD = const(6)
_KINDS = const(7)  # kinds of a Trial's value
_TWICE = const(8)  # added to a kind under way that an Item doubles
_PAD = const(8)  # phases from here on have a pad
# As heroes_tracker lays a record out.
_COMPLETED = const(4)
_OWNED = const(8)
_PADDED = const(20)
_WORTH = const(22)
_DOUBLED = const(30)
_KIND = const(31)
_RECORD = const(32)
_VALUES = const(31)


# -- bytes ------------------------------------------------------------------------------------------------
def unpack_heading(data: bytes, options: bytearray) -> int:
    """Return the players of a packed tracker and fill in its options; RuleError if it is none."""
    players = data[1] >> 4 if len(data) > _HEAD else 0
    if not players or data[0] != _MARK or len(data) != _HEAD + (2 + _RECORD) * players:
        raise RuleError("These bytes are no packed position of Crossing Heroes.")
    options[0] = data[2] & 1
    options[1] = data[2] >> 1 & 1
    return players


def unpack(state: "Tracker", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what cannot be."""
    players = state.players
    state.phase = data[1] & 15
    state.turn = data[2] >> 3
    state.bought = data[2] >> 2 & 1
    state.first = data[3] >> 4
    state.seat = data[3] & 15
    state.icons = data[4] >> 4
    state.refills = data[4] & 15
    state.item = data[5]
    at = _HEAD + 2 * players
    state.gold[:] = data[_HEAD : _HEAD + players]
    state.sets[:] = data[_HEAD + players : at]
    for record in state.records:
        record[:] = data[at : at + _RECORD]
        at += _RECORD
    if state.phase >= len(state.PHASES) or state.seat >= players or state.first > players:
        raise RuleError("These bytes are no packed position of Crossing Heroes.")


# -- what no game can hold --------------------------------------------------------------------------------
def check(state: "Tracker") -> None:
    """Raise RuleError if no game comes to this position."""
    phase = state.PHASES[state.phase]
    check_common(state, phase == "first", state.phase >= _PAD)
    for seat in range(state.players):
        record = state.records[seat]
        trials = turns_taken(state, seat, phase == "choose", state.phase >= _PAD)
        if sum(record[:_COMPLETED]) != trials:
            raise RuleError("Seat {} has taken {} Trials by now, one a turn.".format(seat + 1, trials))
        if any([record[_COMPLETED + god] > record[god] for god in range(4)]):
            raise RuleError("Seat {} cannot have completed more Trials than it has.".format(seat + 1))
        due = values.sets(record[_COMPLETED:_OWNED])
        if state.sets[seat] != due - (1 if phase == "zeus" and seat == state.seat else 0):
            raise RuleError("Zeus rewards seat {} for every set of four gods, once.".format(seat + 1))
    _check_items(state)
    acting = phase in ("bonus", "trial", "zeus", "buy", "cost", "after")
    limit = sum([record[_OWNED + values.TORCH] for record in state.records])
    fits = acting or state.icons + state.refills == 0
    fits = fits and state.icons <= 2 + limit and state.refills <= 1 + limit
    fits = fits and (state.bought == 0 or phase in ("zeus", "after")) and (state.bought == 1 or phase != "after")
    fits = fits and bool(state.item) == (phase == "cost") and (state.seat == 0 or state.phase < _PAD)
    if not fits or state.item > len(values.ITEMS):
        raise RuleError("That cannot be under way in this phase.")
    if phase == "cost" and (not state.gold[state.seat] or state.item - 1 not in state.available()):
        raise RuleError("This Item cannot be bought now.")
    full = [_check_pad(state, seat) for seat in range(state.players)]
    if state.phase >= _PAD and all(full) != (phase == "end"):
        raise RuleError("The game ends when all pads are full.")


def _check_items(state: "Tracker") -> None:
    owned = [record[_OWNED:_PADDED] for record in state.records]
    most = list(map(max, bytes(len(values.ITEMS)), *owned))
    if sum(map(sum, owned)) + most.count(0) > values.TILES:  # those that nobody has are there, too
        raise RuleError("There are 16 Items, so at most four are there again.")


def _check_pad(state: "Tracker", seat: int) -> bool:
    """Check that the pad of `seat` is filled from its beginning, and with what can be entered; return if it is full."""
    record = state.records[seat]
    entries = record[_PADDED:_DOUBLED]
    there = sum([1 for entry in entries if entry])
    kind = record[_KIND]
    most = 0 if state.phase < _PAD else 2 + sum(record[_COMPLETED:_OWNED])
    fits = there + (1 if kind else 0) <= most and all(entries[:there]) and (not kind or there >= 2)
    fits = fits and entries[0] <= 37 and entries[1] <= 41 and max(entries[2:]) <= _VALUES * _KINDS
    fits = fits and kind <= _TWICE + _KINDS and kind != _TWICE and record[_DOUBLED] >> max(there - 2, 0) == 0
    doubled = record[_DOUBLED] or kind > _TWICE
    if not fits or (doubled and not any(record[_OWNED : _OWNED + 6])):
        raise RuleError("The pad of seat {} cannot be filled in like this.".format(seat + 1))
    return there == most
