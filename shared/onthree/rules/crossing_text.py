"""Crossing in words and in bytes: what a device in play needs. `crossing.py` describes both.

The functions read the state's own fields. How piles and actions are numbered (mushrooms from 1, tiles from 6, claimed
from 12) stands there, too.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crossing_stones import COLOURS, counts
from onthree.rules.game import CHANCE, NONE, RuleError

if TYPE_CHECKING:
    from onthree.rules.crossing import Crossing

PHASES = ("setup", "refill", "absent", "choose", "split", "end")  # as the state numbers them
FILLING = ("setup", "refill", "split")  # phases in which stones are due to mushrooms
OPTION_BITS = b"\x01\x02\x01\x01\x02\x01\x01\x01\x03"  # width of each option in a packed state, 13 bits in all
_WORDS = ("-", "M1", "M2", "M3", "M4", "M5", "T1", "T2", "T3", "T4", "T5", "T6", "P", "G0", "G1", "G2")
_CODES = {word: action for action, word in enumerate(_WORDS)}
_ABSENT = const(2)
_CHOOSE = const(3)
_END = const(5)


# -- words ------------------------------------------------------------------------------------------------
def word(state: "Crossing", seat: int, action: int) -> str:
    """Return the notation of an action, or with seat CHANCE of an outcome."""
    drawn = seat == CHANCE and PHASES[state.phase] != "absent"
    if drawn and 0 <= action < len(COLOURS):
        return COLOURS[action]
    if seat == CHANCE:
        action += 1  # a mushroom, counted from 0
    if 0 <= action < len(_WORDS) and not drawn:
        return _WORDS[action]
    raise RuleError("There is no action {} in Crossing.".format(action))


def parse(state: "Crossing", seat: int, text: str) -> int:
    """Return the action that `word` writes so, or with seat CHANCE the outcome; RuleError if there is none."""
    if seat == CHANCE and PHASES[state.phase] != "absent":
        outcome = COLOURS.find(text) if len(text) == 1 else -1
        if outcome >= 0:
            return outcome
        raise RuleError("A stone is R, B, Y or W, not {}.".format(text))
    action = _CODES.get(text, -1)
    if seat == CHANCE:
        if 1 <= action < state.players:
            return action - 1
    elif action == 6 + seat:
        return _CODES["P"]  # CX-A7
    elif 1 <= action < state.players or 6 <= action < 6 + state.players or action >= 12 or action == NONE:
        return action
    raise RuleError("There is no {} on this table.".format(text))


def events(state: "Crossing") -> "list[tuple[str, int, int, tuple[int, ...]]]":
    """Return what the last turn did to each seat; the state describes the kinds."""
    seats = range(state.players)
    acts = state.acts
    told: list[tuple[str, int, int, tuple[int, ...]]] = []
    for seat in seats:
        action = acts[seat]
        if action == NONE:
            kind = "none"
        elif _WORDS[action] == "P":
            kind = "protects"
        elif action >= 6 and _WORDS[acts[action - 6]] == "P":
            kind = "blocked"
        elif sum(1 for other in seats if acts[other] == action) > 1:
            kind = "crowded"
        else:
            kind = "takes" if state.moved[seat] else "empty"
        told.append((kind, seat, action, counts(state.moved[seat])))
    return told


# -- bytes ------------------------------------------------------------------------------------------------
def options_code(options: bytearray) -> int:
    """Return the options as they stand in a packed state, 13 bits."""
    code = 0
    if any(options):
        for i, width in enumerate(OPTION_BITS):
            code = code << width | options[i]
    return code


def pack(state: "Crossing") -> bytes:
    """Return 4 bytes of heading and 18 bits a pile in use, then 2 bits a mushroom due or 4 a waiting choice."""
    players = state.players
    phase = state.phase
    head = 1 << 6 | state.turn << 1 | state.last
    head = (((head << 3 | phase) << 6 | state.sitting) << 2 | players - 3) << 13 | state.options_code
    piles = state.piles
    red, blue, yellow, white = state.bag
    body = white << 15 | yellow << 10 | blue << 5 | red
    for pile in piles[1:players]:
        body = body << 18 | pile
    for pile in piles[6 : 6 + players]:
        body = body << 18 | pile
    for pile in piles[12 : 12 + players]:
        body = body << 18 | pile
    if phase == _CHOOSE:
        size = (54 * players + 7) >> 3  # what body_bytes says, on the way that every turn takes
    else:
        size = body_bytes(players, PHASES[phase])
        if phase == _ABSENT:
            for seat in range(players):
                body = body << 4 | state.acts[seat]
        elif phase != _END:
            for due in state.due():
                body = body << 2 | due
    return (head << 8 * size | body).to_bytes(4 + size, "big")


def body_bytes(players: int, phase: str) -> int:
    """Return how many bytes of a packed state come after its heading."""
    width = 18 * 3 * players  # the bag, players - 1 mushrooms, and two piles a seat
    if phase == "absent":
        width += 4 * players
    elif phase in FILLING:
        width += 2 * (players - 1)
    return (width + 7) >> 3
