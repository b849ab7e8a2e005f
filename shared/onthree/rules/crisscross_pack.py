"""A position of Criss Cross as bytes, and what no game can look like."""

from onthree.compat import TYPE_CHECKING
from onthree.rules.crisscross_rounds import ROUNDS
from onthree.rules.crisscross_sheet import CELLS, has_pair
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from onthree.rules.crisscross import CrissCross
    from onthree.rules.crisscross_rounds import Rounds
    from onthree.rules.game import Options

NO_BYTES = "These bytes are no position of Criss Cross."


def pack_heading(state: "Rounds", options: "Options") -> bytes:
    """Return players, round, roll, placed and the options in 5 bytes."""
    head = state.players | state.round << 3 | (state.roll + 1) << 7 | state.placed << 13
    chosen = 0
    for i, (_, values) in enumerate(options):
        chosen = chosen * len(values) + state.options[i]
    return head.to_bytes(3, "little") + chosen.to_bytes(2, "little")


def pack(state: "CrissCross", options: "Options") -> bytes:
    """Return the position in 5 bytes and 75 bits a sheet, with a mark above them so that none is lost."""
    value = 1
    for sheet in state.sheets:
        for symbol in sheet:
            value = value << 3 | symbol
    return pack_heading(state, options) + value.to_bytes((75 * state.players + 8) // 8, "little")


def unpack_heading(data: bytes, options: "Options", chosen: bytearray) -> int:
    """Return the number of players and fill in `chosen`, the option's values; RuleError if `data` is too odd."""
    players = data[0] & 7 if len(data) > 5 else 0
    if not 1 <= players <= 6:
        raise RuleError(NO_BYTES)
    packed = int.from_bytes(data[3:5], "little")
    for i in range(len(options) - 1, -1, -1):
        packed, chosen[i] = divmod(packed, len(options[i][1]))
    if packed:
        raise RuleError(NO_BYTES)
    return players


def unpack_body(state: "Rounds", data: bytes, bits: int) -> int:
    """Fill round, roll and placed, and return the `bits` bits that follow them; RuleError if they cannot be."""
    if len(data) != 5 + (bits + 8) // 8:
        raise RuleError(NO_BYTES)
    head = int.from_bytes(data[:3], "little")
    state.round = head >> 3 & 15
    state.roll = (head >> 7 & 63) - 1
    state.placed = head >> 13 & 63
    value = int.from_bytes(data[5:], "little")
    if head >> 19 or value >> bits != 1 or state.placed >> state.players or state.round > ROUNDS or state.roll > 35:
        raise RuleError(NO_BYTES)
    return value & (1 << bits) - 1


def unpack(state: "CrissCross", data: bytes) -> None:
    """Fill `state` from bytes whose heading was good; RuleError for bytes that `pack` cannot have written."""
    shift = 75 * state.players
    value = unpack_body(state, data, shift)
    for sheet in state.sheets:
        for cell in range(CELLS):
            shift -= 3
            sheet[cell] = value >> shift & 7
        if max(sheet) > 6:
            raise RuleError(NO_BYTES)
    check(state)


def check_rounds(state: "Rounds") -> None:
    """RuleError unless start symbols, roll and placed fit together."""
    starts = [state.start_of(seat) for seat in range(state.players) if state.start_of(seat)]
    if len(set(starts)) < len(starts):
        raise RuleError("Two sheets begin with the same symbol.")
    if not state.round and (state.roll >= 0 or state.placed == state.everybody()):
        raise RuleError("In round 0 the start symbols are entered one by one, and nothing is rolled.")
    if state.round and state.roll < 0 and state.placed:
        raise RuleError("Nobody can have placed before the roll.")
    if state.roll >= 0 and not state.actors():
        raise RuleError("Nobody is left to enter this roll.")


def check(state: "CrissCross") -> None:
    """Work out what follows from the sheets; RuleError if no game can stand like that."""
    for seat, sheet in enumerate(state.sheets):
        empty = 0
        for i in range(CELLS):
            if not sheet[i]:
                empty |= 1 << i
        state.empty[seat] = empty
        if not has_pair(empty):
            state.stuck |= 1 << seat
    check_rounds(state)
    for seat in range(state.players):
        _check_sheet(state, seat, state.stuck == state.everybody())


def _check_sheet(state: "CrissCross", seat: int, over: bool) -> None:
    """Refuse a sheet with half a pair, or with more symbols than the rounds so far gave (CC3, CC4)."""
    entered = sum([1 for symbol in state.sheets[seat] if symbol])
    placed = state.placed >> seat & 1
    started = state.start_of(seat) > 0
    if not state.round:
        if entered != placed or started != bool(placed):
            raise RuleError("In round 0 a sheet holds its start symbol and nothing else.")
        return
    if not started or entered % 2 == 0:
        raise RuleError("A sheet holds its start symbol and two symbols a round.")
    rounds = state.round if placed or over else state.round - 1
    if entered > 1 + 2 * rounds:
        raise RuleError("Sheet {} holds more symbols than {} rounds gave.".format(seat + 1, rounds))
