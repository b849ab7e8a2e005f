"""What a seat has in Crossing Heroes, and its score pad, on the displays, the cards lying on the table."""

from device.screens.heroes_end import bar
from device.turn import NOTHING
from device.words import en
from device.words import en_heroes as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.heroes_tracker import COMPLETED, DOUBLE, GLORY, HERO, OWNED, PLACED, WORTH
from onthree.rules.heroes_words import GOD, NUMBER, VALUE

if TYPE_CHECKING:
    from device.displays import Panel
    from onthree.rules.heroes_tracker import Tracker

_GODS = const(4)
_LINES = const(4)  # of Items, below a seat's Trials
_WIDTH = const(16)  # characters in a line


# -- what a seat has --------------------------------------------------------------------------------------
def seat_page(panel: "Panel", state: "Tracker", seat: int, text: str) -> None:
    """Draw a seat's Gold, its Trials by god (completed and placed) and its Items, below a line with `text`."""
    record = state.records[seat]
    bar(panel, text, state.gold[seat])
    panel.text(words.GODS_SHORT, 4, 16)
    panel.text(" ".join([words.OF.format(record[COMPLETED + god], record[god]) for god in range(_GODS)]), 4, 24)
    lines = item_lines(record[OWNED:HERO])
    y = 40 if len(lines) < _LINES else 32
    for line in lines:
        panel.text(line, 0, y)
        y += 8


def item_lines(owned: "bytes | bytearray") -> "list[str]":
    """Return the Items by name, in up to four lines; what there is twice says so, what finds no room is counted."""
    lines = [""]
    told = before = 0  # Items in all lines, and in those before the last
    for item, copies in enumerate(owned):
        while copies:
            twice = copies > 1
            word = words.TWICE.format(words.ITEMS[item]) if twice else words.ITEMS[item]
            if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
                if len(lines) == _LINES:
                    lines[-1] = words.MORE_ITEMS.format(sum(owned) - before)
                    return lines
                before = told
                lines.append("")
            lines[-1] += (" " if lines[-1] else "") + word
            told += 2 if twice else 1
            copies -= 2 if twice else 1
    return lines if told else [words.NO_ITEMS]


# -- the score pad ----------------------------------------------------------------------------------------
def filling(state: "Tracker") -> bool:
    """Return whether it is time for the score pads."""
    return state.PHASES[state.phase] in ("hero", "glory", "kind", "worth", "end")


def trials(state: "Tracker", seat: int) -> int:
    """Return how many Trials a seat has completed."""
    return sum(state.records[seat][COMPLETED:OWNED])


def pad_at(state: "Tracker", seat: int) -> int:
    """Return how many words of its score pad a seat has entered, or -1 while it is not time for that.

    The words are hero symbols, Glory, then for each completed Trial, in the order of the gods, its kind and number.
    """
    if not filling(state) or state.over():
        return -1
    record = state.records[seat]
    entered = sum([1 for entry in record[HERO:WORTH] if entry]) + 2 * state.filled(seat)
    return entered + (1 if seat == state.seat and state.PHASES[state.phase] == "worth" else 0)


def god_of(state: "Tracker", seat: int, number: int) -> int:
    """Return the god of a seat's completed Trial, `number` from 0: they come in the order of their gods."""
    god = 0
    record = state.records[seat]
    while number >= record[COMPLETED + god]:
        number -= record[COMPLETED + god]
        god += 1
    return god


def hub(panel: "Panel", state: "Tracker") -> None:
    """Draw how far each seat is with its pad."""
    panel.centred(words.PADS, 0)
    panel.invert(0, 0, 128, 8)
    y = 16
    for seat in range(state.players):
        panel.text(en.DIGITS[seat + 1], 8, y)
        panel.text(_progress(state, seat), 24, y)
        y += 8
    if state.over():
        panel.centred(words.COUNT_KEYS, 56)


def _progress(state: "Tracker", seat: int) -> str:
    if state.over() or seat < state.seat:
        return words.IS_FULL
    if seat > state.seat:
        return ""
    phase = state.PHASES[state.phase]
    if phase in ("hero", "glory"):
        return words.HERO if phase == "hero" else words.GLORY
    return words.TRIAL_OF.format(state.filled(seat) + 1, trials(state, seat))


def pod(panel: "Panel", state: "Tracker", seat: int, action: int) -> None:
    """Draw what is asked for, the answer on offer and what it is worth; the sum when the pad is full."""
    if action == NOTHING:
        if state.over() or seat < state.seat:
            panel.centred(words.PAD_FULL, 8, 2)
            panel.centred(words.WORTH.format(state.scores()[seat]), 32)
            panel.centred(words.UNDO, 56)
        else:
            seat_page(panel, state, seat, words.PAD_WAIT.format(state.seat + 1))
        return
    phase = state.PHASES[state.phase]
    number = action - NUMBER
    if phase == "hero":
        _number(panel, words.HERO, number, words.HERO_WHY, 2 * number)
    elif phase == "glory":
        _number(panel, words.GLORY, number, words.GLORY_WHY, values.glory_points(number))
    else:
        filled = state.filled(seat)
        god = words.GODS[god_of(state, seat, filled)]
        asks = words.GOD_TRIAL.format(god, filled + 1, trials(state, seat))
        if phase == "worth":
            kind = state.kind - 1
            _number(panel, asks, number, _kind_text(kind), worth(state, seat, kind, number))
            return
        panel.centred(asks, 0)
        panel.centred(words.KIND, 16)
        is_god = action < GOD + _GODS
        panel.centred(words.GODS[action - GOD] if is_god else words.KINDS[action - VALUE], 24, 2)
        panel.centred(words.GOD_WHY if is_god else words.KINDS_WHY[action - VALUE], 40)


def _number(panel: "Panel", asks: str, number: int, why: str, points: int) -> None:
    panel.centred(asks, 0)
    panel.centred(why, 8)
    panel.centred(str(number), 24, 3)
    panel.centred(words.WORTH.format(points), 48)


def _kind_text(kind: int) -> str:
    if kind == values.FLAT:
        return words.POINTS
    if kind == DOUBLE:
        return words.BEFORE_DOUBLING
    if kind == values.PER_GLORY:
        return words.EACH_GLORY
    return words.EACH_ITEM if kind == values.PER_ITEM else words.EACH.format(words.GODS[kind - values.PER_GOD])


def worth(state: "Tracker", seat: int, kind: int, number: int) -> int:
    """Return what a Trial of a kind comes to (CH21, CH-A4), doubled where an Item does that (CH20)."""
    if kind == DOUBLE:
        return 2 * number
    record = state.records[seat]
    begin = COMPLETED if state.completed_only() else PLACED
    return values.value(kind, number, record[begin : begin + _GODS], record[GLORY] - 1, sum(record[OWNED:HERO]))
