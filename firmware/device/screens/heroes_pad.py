"""What a seat has in Crossing Heroes, and its score pad, on the displays, the cards lying on the table."""

from device.screens.heroes_end import bar
from device.turn import NOTHING
from device.words import en
from device.words import en_heroes as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.heroes_tracker import COMPLETED, GLORY, HERO, KIND, OWNED, PLACED, TWICE, WORTH, kind_of
from onthree.rules.heroes_words import DOUBLE, NUMBER, VALUE

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
    return state.PHASES[state.phase] in ("pads", "end")


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
    return sum([1 for entry in record[HERO:WORTH] if entry]) + 2 * state.filled(seat) + (1 if record[KIND] else 0)


def kinds(legal: "list[int]") -> "list[int]":
    """Return kinds of value in the order in which a pod offers them: a number, a doubled one, then the others."""
    plain = [action for action in legal if VALUE <= action < DOUBLE]
    doubled = [action for action in legal if action >= DOUBLE]
    gods = [action for action in legal if action < VALUE]
    return plain[:1] + doubled[:1] + plain[1:] + gods + doubled[-2:] + doubled[1:-2]


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
    asks = state.asks(seat)
    if not asks:
        return words.IS_FULL
    if asks < WORTH:
        return words.HERO if asks == HERO else words.GLORY
    return words.TRIAL_OF.format(state.filled(seat) + 1, trials(state, seat))


def pod(panel: "Panel", state: "Tracker", seat: int, action: int) -> None:
    """Draw what is asked for, the answer on offer and what it is worth; the sum when the pad is full."""
    if action == NOTHING:
        panel.centred(words.PAD_FULL, 8, 2)
        panel.centred(words.WORTH.format(state.scores()[seat]), 32)
        panel.centred(words.UNDO, 56)
        return
    asks = state.asks(seat)
    number = action - NUMBER
    if asks == HERO:
        _number(panel, words.HERO, number, words.HERO_WHY, 2 * number)
        return
    if asks == GLORY:
        _number(panel, words.GLORY, number, words.GLORY_WHY, values.glory_points(number))
        return
    filled = state.filled(seat)
    god = words.GODS[god_of(state, seat, filled)]
    head = words.GOD_TRIAL.format(god, filled + 1, trials(state, seat))
    if asks == WORTH:
        kind = state.records[seat][KIND] - 1
        _number(panel, head, number, _kind_text(kind), worth(state, seat, kind, number))
        return
    panel.centred(head, 0)
    _kind(panel, action)


def _kind(panel: "Panel", action: int) -> None:
    """Draw a kind of value on offer."""
    kind = kind_of(action) & TWICE - 1
    panel.centred(words.PER if kind else words.FIXED, 16)
    panel.centred(_name(kind), 24, 2)
    panel.centred("" if kind > _GODS else words.PER_GOD if kind else words.FIXED_WHY, 40)
    if action >= DOUBLE:
        panel.centred(words.DOUBLED, 48)


def _name(kind: int) -> str:
    """Return the name of a kind of value: of a god, or what else there is."""
    return words.GODS[kind - values.PER_GOD] if 0 < kind <= _GODS else words.KINDS[max(kind - _GODS, 0)]


def _number(panel: "Panel", asks: str, number: int, why: str, points: int) -> None:
    panel.centred(asks, 0)
    panel.centred(why, 8)
    panel.centred(str(number), 24, 3)
    panel.centred(words.WORTH.format(points), 48)


def _kind_text(kind: int) -> str:
    """Return what a number of a kind under way is for."""
    if kind == TWICE:
        return words.BEFORE_DOUBLING
    if not kind:
        return words.POINTS
    return (words.TWICE_EACH if kind & TWICE else words.EACH).format(_name(kind & TWICE - 1))


def worth(state: "Tracker", seat: int, kind: int, number: int) -> int:
    """Return what a Trial of a kind under way comes to (CH21, CH-A4), doubled where an Item does that (CH20)."""
    record = state.records[seat]
    begin = COMPLETED if state.completed_only() else PLACED
    by_god = record[begin : begin + _GODS]
    points = values.value(kind & TWICE - 1, number, by_god, record[GLORY] - 1, sum(record[OWNED:HERO]))
    return 2 * points if kind & TWICE else points
