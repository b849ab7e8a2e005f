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
_KINDS = const(8)  # kinds of a Trial's value, doubled last
_PAD = const(8)  # phases from here on have a pad
# As heroes_tracker lays a record out.
_COMPLETED = const(4)
_OWNED = const(8)
_PADDED = const(20)
_WORTH = const(22)
_RECORD = const(30)
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
    state.item = data[5] >> 4
    state.kind = data[5] & 15
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
    fits = fits and bool(state.item) == (phase == "cost") and bool(state.kind) == (phase == "worth")
    if not fits or state.item > len(values.ITEMS) or state.kind > _KINDS:
        raise RuleError("That cannot be under way in this phase.")
    if phase == "cost" and (not state.gold[state.seat] or state.item - 1 not in state.available()):
        raise RuleError("This Item cannot be bought now.")
    for seat in range(state.players):
        _check_pad(state, seat)


def _check_items(state: "Tracker") -> None:
    copies = [sum([record[_OWNED + i] for record in state.records]) for i in range(len(values.ITEMS))]
    if sum([count - 1 for count in copies if count]) > values.TILES - len(values.ITEMS):
        raise RuleError("There are 16 Items, so at most four are there again.")


def _check_pad(state: "Tracker", seat: int) -> None:
    """Check that the pad of `seat` is filled as far as the phase says."""
    phase = state.PHASES[state.phase]
    record = state.records[seat]
    trials = sum(record[_COMPLETED:_OWNED])
    filled = state.filled(seat)
    if state.phase < _PAD or (phase != "end" and seat > state.seat):
        least = most = 0
    elif phase == "end" or seat < state.seat:
        least = most = 2 + trials
    elif phase in ("hero", "glory"):
        least = most = state.phase - _PAD
    else:
        least, most = 2, 1 + trials
    entries = record[_PADDED:]
    there = sum([1 for entry in entries if entry])
    kinds = [(worth - 1) // _VALUES for worth in record[_WORTH:] if worth]
    if state.kind and seat == state.seat:
        kinds.append(state.kind - 1)
    fits = least <= there <= most and all(entries[:there]) and filled == max(there - 2, 0)
    fits = fits and record[_PADDED] <= 37 and record[_PADDED + 1] <= 41 and max(record[_WORTH:]) <= _VALUES * _KINDS
    if not fits or (_KINDS - 1 in kinds and not any(record[_OWNED : _OWNED + 6])):
        raise RuleError("The pad of seat {} cannot be filled in like this.".format(seat + 1))
