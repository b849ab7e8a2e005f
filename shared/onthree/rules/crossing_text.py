"""Crossing in words, in a line of text and in bytes, and what no position can be.

`crossing.py` describes them, and how piles and actions are numbered (mushrooms from 1, tiles from 6, claimed from
12); the functions here read and fill the state's own fields.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.crossing_stones import COLOURS, STONES, counts, pile_text, read_pile
from onthree.rules.crossing_supply import OPEN, turn_limit
from onthree.rules.game import CHANCE, NONE, RuleError, options_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.crossing import Crossing

PHASES = ("setup", "refill", "absent", "choose", "split", "end")  # as the state numbers them
_WORDS = ("-", "M1", "M2", "M3", "M4", "M5", "T1", "T2", "T3", "T4", "T5", "T6", "P", "G0", "G1", "G2")
_CODES = {word: action for action, word in enumerate(_WORDS)}
_ABSENT = const(2)
_CHOOSE = const(3)
_END = const(5)
_FILLING = ("setup", "refill", "split")  # phases in which stones are due to mushrooms
_OPTION_BITS = b"\x01\x02\x01\x01\x02\x01\x01\x01\x03"  # width of each option in a packed state, 13 bits in all


def _rows(players: int) -> "tuple[tuple[str, int, int], ...]":
    """Return (name, first index, how many) of the piles in use."""
    return ("mushrooms", 1, players - 1), ("tiles", 6, players), ("claimed", 12, players)


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


# -- text -------------------------------------------------------------------------------------------------
def position(state: "Crossing", options: "tuple[tuple[str, tuple[str, ...]], ...]") -> str:
    """Return the line that `read` reads and the options' words after it."""
    players = state.players
    phase = PHASES[state.phase]
    words = [
        "crossing/1 players={} turn={} last={} phase={}".format(players, state.turn, state.last, phase),
        "bag=" + pile_text(state.bag),
    ]
    for name, first, count in _rows(players):
        words.append(name + "=" + "/".join(pile_text(counts(pile)) for pile in state.piles[first : first + count]))
    words.append("break=" + notation.bits_text(state.sitting, players))
    if phase in _FILLING:
        words.append("due=" + ".".join("012-"[due] for due in state.due()))
    elif phase == "absent":
        words.append("choices=" + ".".join(state.action_text(seat, state.acts[seat]) for seat in range(players)))
    chosen = options_text(options, state.options)
    if chosen:
        words.append(chosen)
    return " ".join(words)


def read(state: "Crossing", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    players = state.players
    state.turn = notation.number(notation.take(found, "turn"), 1, 29, "The turn")
    state.last = notation.number(notation.take(found, "last"), 0, 1, "The field last")
    phase = notation.take(found, "phase")
    if phase not in PHASES:
        raise RuleError("The phase is {}, not {}.".format(" or ".join(PHASES), phase))
    state.phase = PHASES.index(phase)
    state.bag[:] = counts(read_pile(notation.take(found, "bag")))
    for name, first, count in _rows(players):
        for i, text in enumerate(notation.parts(notation.take(found, name), "/", count, "The field " + name)):
            state.piles[first + i] = read_pile(text)
    state.sitting = notation.bits(notation.take(found, "break"), players, "The field break")
    if phase in _FILLING:
        words = notation.parts(notation.take(found, "due"), ".", players - 1, "The field due")
        _set_due(
            state,
            [OPEN if word == "-" else notation.number(word, 0, 2, "What is due to a mushroom") for word in words],
        )
    elif phase == "absent":
        for seat, word in enumerate(notation.parts(notation.take(found, "choices"), ".", players, "The field choices")):
            state.acts[seat] = state.parse_action(seat, word)


# -- bytes ------------------------------------------------------------------------------------------------
def options_code(options: bytearray) -> int:
    """Return the options as they stand in a packed state, 13 bits."""
    code = 0
    if any(options):
        for i, width in enumerate(_OPTION_BITS):
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
        size = (54 * players + 7) >> 3  # what _body_bytes says, on the way that every turn takes
    else:
        size = _body_bytes(players, PHASES[phase])
        if phase == _ABSENT:
            for seat in range(players):
                body = body << 4 | state.acts[seat]
        elif phase != _END:
            for due in state.due():
                body = body << 2 | due
    return (head << 8 * size | body).to_bytes(4 + size, "big")


def _body_bytes(players: int, phase: str) -> int:
    width = 18 * 3 * players  # the bag, players - 1 mushrooms, and two piles a seat
    if phase == "absent":
        width += 4 * players
    elif phase in _FILLING:
        width += 2 * (players - 1)
    return (width + 7) >> 3


def unpack_heading(data: bytes, options: bytearray) -> int:
    """Return the players of a packed state and fill in its options, not checked against each other."""
    head = int.from_bytes(data[:4], "big")
    for i in range(len(options) - 1, -1, -1):
        options[i] = head & (1 << _OPTION_BITS[i]) - 1
        head >>= _OPTION_BITS[i]
    players = 3 + (head & 3)
    phase = head >> 8 & 7
    if head >> 17 != 1 or phase >= len(PHASES) or len(data) != 4 + _body_bytes(players, PHASES[phase]):
        raise RuleError("These bytes are no packed position of Crossing.")
    return players


def unpack(state: "Crossing", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what cannot be."""
    players = state.players
    head = int.from_bytes(data[:4], "big") >> 15
    state.sitting = head & 63
    state.phase = head >> 6 & 7
    state.last = head >> 9 & 1
    state.turn = head >> 10 & 31
    phase = PHASES[state.phase]
    body = int.from_bytes(data[4:], "big")
    due = [0] * (players - 1)
    if phase in _FILLING:
        for i in range(players - 2, -1, -1):
            due[i] = body & 3
            body >>= 2
    elif phase == "absent":
        for seat in range(players - 1, -1, -1):
            state.acts[seat] = body & 15
            body >>= 4
    for _, first, count in reversed(_rows(players)):
        for i in range(first + count - 1, first - 1, -1):
            state.piles[i] = body & 0x3FFFF
            body >>= 18
    if body >> 18 or state.sitting >> players:
        raise RuleError("These bytes are no packed position of Crossing.")
    state.bag[:] = counts(body)
    if phase in _FILLING:
        _set_due(state, due)


def _set_due(state: "Crossing", due: "list[int]") -> None:
    given = due.index(OPEN) if OPEN in due else len(due)
    if any(more != OPEN for more in due[given:]):
        raise RuleError("In a split the first mushrooms have their stones and the others do not.")
    if (given < len(due)) != (PHASES[state.phase] == "split"):
        raise RuleError("In a split, and only there, it is open how many stones a mushroom gets.")
    if given < len(due):
        state.split_from(due[:given])
    else:
        state.draw_for(due)


# -- what no game can hold --------------------------------------------------------------------------------
def check(state: "Crossing", immediate: bool) -> None:
    """Raise RuleError if no game of Crossing comes to this position; fewer stones than 60 are accepted."""
    phase = PHASES[state.phase]
    for i, colour in enumerate(("red", "blue", "yellow", "white")):
        total = state.bag[i] + sum(counts(pile)[i] for pile in state.piles)
        if total > STONES[i]:
            raise RuleError("There are {} {} stones, not {}.".format(STONES[i], colour, total))
    limit = turn_limit(state.players, immediate)
    if not 1 <= state.turn <= limit:
        raise RuleError("A game of {} has from 1 to {} turns.".format(state.players, limit))
    _check_seats(state, state.turn - (1 if phase in ("setup", "choose", "absent") else 0))
    left = sum(state.bag)
    if state.last and (left or immediate or phase in _FILLING):
        raise RuleError("The last turn comes only when the bag is empty, and not with end_rule=immediate.")
    if phase == "end" and (left or not (state.last or immediate)):
        raise RuleError("The game is not over: there are stones in the bag or a last turn to play.")
    if phase in _FILLING:
        _check_due(state, left)
    elif phase == "absent":
        _check_choices(state)


def _check_seats(state: "Crossing", resolved: int) -> None:
    """Check what the seats have against the number of turns that are over."""
    for seat in range(state.players):
        if state.sitting >> seat & 1 and state.piles[6 + seat]:
            raise RuleError("Seat {} is on break, so its tile is empty.".format(seat + 1))
    if resolved < 1 and any(state.piles[6:]):
        raise RuleError("Nobody has stones before the first turn is over.")
    if resolved < 2 and (state.sitting or any(state.piles[12:])):
        raise RuleError("Nobody has protected anything before the second turn is over.")


def _check_due(state: "Crossing", left: int) -> None:
    """Check the stones due against what lies on the mushrooms and in the bag (CX5, CX16, CX17)."""
    due: Sequence[int] = state.due()
    needs = state.needs()
    if PHASES[state.phase] == "split":
        given = due.index(OPEN)
        low, high = state.give_range()
        fits = left < sum(needs) and low < high and state.option("shortage") == "distributor"
        fits = fits and all(due[i] <= needs[i] for i in range(given))
    else:
        fits = 0 < sum(due) <= left and all(due[i] <= needs[i] for i in range(len(due)))
        if PHASES[state.phase] == "setup":
            piles = state.piles[1 : state.players]
            fits = fits and state.turn == 1 and all(sum(counts(piles[i])) + due[i] == 2 for i in range(len(due)))
    if not fits:
        raise RuleError("These stones cannot be due to the mushrooms now.")


def _check_choices(state: "Crossing") -> None:
    legal = state.option("no_choice") == "random_mushroom" and state.absent() >= 0
    for seat in range(state.players):
        action = state.acts[seat]
        if action and (state.sitting >> seat & 1 or action not in state.menu(seat)):
            legal = False
    if not legal:
        raise RuleError("These choices do not wait for a mushroom to be drawn.")
