"""Crossing's line of text, a position read back from it or from bytes, and what no position can be.

Loaded only when somebody asks for one: a device in play does not. `crossing.py` describes them, and how piles and
actions are numbered; the functions here read and fill the state's own fields.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import notation
from onthree.rules.crossing_stones import STONES, counts, pile_text, read_pile
from onthree.rules.crossing_supply import OPEN, turn_limit
from onthree.rules.crossing_text import FILLING, OPTION_BITS, PHASES, body_bytes
from onthree.rules.game import RuleError, options_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.crossing import Crossing


def _rows(players: int) -> "tuple[tuple[str, int, int], ...]":
    """Return (name, first index, how many) of the piles in use."""
    return ("mushrooms", 1, players - 1), ("tiles", 6, players), ("claimed", 12, players)


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
    if phase in FILLING:
        words.append("due=" + ".".join("012-"[due] for due in state.due()))
    elif phase == "absent":
        words.append("choices=" + ".".join(state.action_text(seat, state.acts[seat]) for seat in range(players)))
    chosen = options_text(options, state.options)
    if chosen:
        words.append(chosen)
    return " ".join(words)


def read(state: "Crossing", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, all that `found` has; RuleError for what no game can hold."""
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
    if phase in FILLING:
        words = notation.parts(notation.take(found, "due"), ".", players - 1, "The field due")
        _set_due(
            state,
            [OPEN if word == "-" else notation.number(word, 0, 2, "What is due to a mushroom") for word in words],
        )
    elif phase == "absent":
        for seat, word in enumerate(notation.parts(notation.take(found, "choices"), ".", players, "The field choices")):
            state.acts[seat] = state.parse_action(seat, word)
    if found:
        raise RuleError("There is no field {} in this position.".format(min(found)))
    check(state)


# -- bytes ------------------------------------------------------------------------------------------------
def unpack_heading(data: bytes, options: bytearray) -> int:
    """Return the players of a packed state and fill in its options, not checked against each other."""
    head = int.from_bytes(data[:4], "big")
    for i in range(len(options) - 1, -1, -1):
        options[i] = head & (1 << OPTION_BITS[i]) - 1
        head >>= OPTION_BITS[i]
    players = 3 + (head & 3)
    phase = head >> 8 & 7
    if head >> 17 != 1 or phase >= len(PHASES) or len(data) != 4 + body_bytes(players, PHASES[phase]):
        raise RuleError("These bytes are no packed position of Crossing.")
    return players


def unpack(state: "Crossing", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what no game can hold."""
    players = state.players
    head = int.from_bytes(data[:4], "big") >> 15
    state.sitting = head & 63
    state.phase = head >> 6 & 7
    state.last = head >> 9 & 1
    state.turn = head >> 10 & 31
    phase = PHASES[state.phase]
    body = int.from_bytes(data[4:], "big")
    due = [0] * (players - 1)
    if phase in FILLING:
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
    if phase in FILLING:
        _set_due(state, due)
    check(state)


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
def check(state: "Crossing") -> None:
    """Raise RuleError if no game of Crossing comes to this position; fewer stones than 60 are accepted."""
    phase = PHASES[state.phase]
    immediate = state.option("end_rule") == "immediate"
    for i, colour in enumerate(("red", "blue", "yellow", "white")):
        total = state.bag[i] + sum(counts(pile)[i] for pile in state.piles)
        if total > STONES[i]:
            raise RuleError("There are {} {} stones, not {}.".format(STONES[i], colour, total))
    limit = turn_limit(state.players, immediate)
    if not 1 <= state.turn <= limit:
        raise RuleError("A game of {} has from 1 to {} turns.".format(state.players, limit))
    _check_seats(state, state.turn - (1 if phase in ("setup", "choose", "absent") else 0))
    left = sum(state.bag)
    if state.last and (left or immediate or phase in FILLING):
        raise RuleError("The last turn comes only when the bag is empty, and not with end_rule=immediate.")
    if phase == "end" and (left or not (state.last or immediate)):
        raise RuleError("The game is not over: there are stones in the bag or a last turn to play.")
    if phase in FILLING:
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
