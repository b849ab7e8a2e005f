"""Crossing Heroes with the cards on the table alone: the device keeps turns, Gold, blessings and Items, and adds up.

A turn: in `choose` the seat calls the Muses (1 Gold each) or takes a Trial by naming its god; `bonus` asks for its
Gold. In `trial` it says what happened: `icon` for a Skill's Gold, `refill` for two empty columns, a god's name for
each Trial completed; a set of four gods asks for the free Item (`zeus`). `-` goes on to `buy`, an Item by name, and
`cost`. After a bought Torch, which brings another Skill, `after` is like `trial`. When all have had 8 turns each
seat fills its pad: symbols of the `hero`, `glory`, and for each completed Trial its `kind` of value and its `worth`.

A seat's record is 30 bytes: own Trials by god, those completed, Items by name, the pad (0 for what is open: hero
symbols + 1, Glory + 1, eight Trials, 1 + 31 * kind + VP). Packed: 6 bytes and 32 a seat, 166 with five.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.game import NONE, RuleError
from onthree.rules.heroes_base import OPTIONS, Heroes
from onthree.rules.heroes_words import GOD, ICON, MOST, NAMED, NUMBER, REFILL, VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORD = const(30)
_MARK = const(0x54)  # the first byte of a packed tracker
# Where things are in a seat's record.
PLACED = const(0)
COMPLETED = const(4)
OWNED = const(8)
HERO = const(20)
GLORY = const(21)
WORTH = const(22)

DOUBLE = const(7)  # a kind of value beside those of heroes_points: flat, and doubled by an own Item
_VALUES = const(31)  # VP of one Trial: 0 to 30
_MOST_SYMBOLS = const(36)  # three on each of 12 edges
_MOST_COST = const(15)
_DOUBLERS = const(6)  # the first of ITEMS double
_EXTRA = const(4)  # tiles beyond one of each name (CH-A2)

_FIRST = const(0)
_CHOOSE = const(1)
_BONUS = const(2)
_TRIAL = const(3)
_ZEUS = const(4)
_BUY = const(5)
_COST = const(6)
_AFTER = const(7)
_HERO = const(8)
_GLORY = const(9)
_KIND = const(10)
_WORTH = const(11)
_END = const(12)


class Tracker(Heroes):
    """A position without cards; see the module."""

    PHASES = (
        "first",
        "choose",
        "bonus",
        "trial",
        "zeus",
        "buy",
        "cost",
        "after",
        "hero",
        "glory",
        "kind",
        "worth",
        "end",
    )
    CHANCES = 1

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin before the first player is drawn."""
        super().__init__(players, options)
        self.records = [bytearray(RECORD) for _ in range(players)]
        self.icons = 0  # Gold icons that this turn's Skills can still show
        self.refills = 0  # times that columns can still be found empty
        self.bought = 0  # 1 when this turn's Item has been bought
        self.item = 0  # in cost: the Item to pay, counted from 1
        self.kind = 0  # in worth: the kind of value, counted from 1

    # -- what may be done ------------------------------------------------------------------------------
    def chance_outcomes(self) -> "Sequence[int]":
        """Return an equal weight for every seat: who begins is drawn (CH5)."""
        return b"\x01" * self.players if self.phase == _FIRST else ()

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what the active seat may enter now."""
        if self.current() != seat or seat < 0:
            return ()
        phase = self.phase
        gold = self.gold[seat]
        if phase == _CHOOSE:
            return range(GOD, GOD + 4) if not gold else (1, 2, 3, 4, GOD, GOD + 1, GOD + 2, GOD + 3)
        if phase == _BONUS:
            return range(NUMBER, NUMBER + 3)
        if phase == _TRIAL or phase == _AFTER:
            return self._deeds(seat)
        if phase == _ZEUS or phase == _BUY:
            if phase == _BUY and not gold:
                return (NONE,)
            return [NONE] + [NAMED + i for i in self.available()]
        if phase == _COST:
            return range(NUMBER + 1, NUMBER + min(gold, _MOST_COST) + 1)
        if phase == _HERO:
            return range(NUMBER, NUMBER + _MOST_SYMBOLS + 1)
        if phase == _GLORY:
            return range(NUMBER, NUMBER + MOST + 1)
        if phase == _KIND:
            doubles = any(self.records[seat][OWNED : OWNED + _DOUBLERS])
            kinds = [VALUE, VALUE + 1, VALUE + 2, VALUE + 3] if doubles else [VALUE, VALUE + 2, VALUE + 3]
            return list(range(GOD, GOD + 4)) + kinds
        return range(NUMBER, NUMBER + _VALUES)

    def _deeds(self, seat: int) -> "list[int]":
        """Return what can be told of a Trial and its Skills: gods of own open Trials, icon, refill, or go on."""
        record = self.records[seat]
        found = [NONE] + [GOD + god for god in range(4) if record[COMPLETED + god] < record[PLACED + god]]
        if self.icons:
            found.append(ICON)
        if self.refills:
            found.append(REFILL)
        return found

    def available(self) -> "list[int]":
        """Return the Items of which a tile can still be there: 12 names, and four more tiles (CH-A2)."""
        names = range(len(values.ITEMS))
        copies = [sum([record[OWNED + i] for record in self.records]) for i in names]
        extra = sum(copies) - sum([1 for number in copies if number])
        return [i for i in names if extra < _EXTRA or not copies[i]]

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply what was drawn, or what the active seat enters."""
        if self.phase == _FIRST:
            self.begin(action)
            self.phase = _CHOOSE
            return
        if self.over():
            raise RuleError("The game is over.")
        if action not in self.legal_actions(self.seat):
            raise RuleError(self._refusal())
        self.start_telling()
        phase = self.phase
        if phase == _CHOOSE:
            self._choose(action)
        elif phase == _BONUS:
            self.gain("trial", action, action - NUMBER)
            self.phase = _TRIAL
        elif phase == _TRIAL or phase == _AFTER:
            self._deed(action)
        elif phase == _ZEUS:
            self.sets[self.seat] += 1
            self.phase = _AFTER if self.bought else _TRIAL
            if action != NONE:
                self._take(action - NAMED)
        elif phase == _BUY or phase == _COST:
            self._buy(action)
        else:
            self._fill(action)

    def _refusal(self) -> str:
        phase = self.phase
        if phase == _CHOOSE:
            return "Take a Trial, or call the Muses for 1 Gold."
        if phase == _BONUS:
            return "A Trial brings 0, 1 or 2 Gold."
        if phase == _COST:
            return "That is not a cost that can be paid."
        if phase >= _HERO:
            return "That cannot be entered on the pad now."
        return "That cannot have happened now."

    def _choose(self, action: int) -> None:
        """Call the Muses (CH7), or take a Trial by its god (CH8), which leaves room for its Skills' icons."""
        if action < GOD:
            self.pay("muses", action, 1)
            return
        self.records[self.seat][PLACED + action - GOD] += 1
        self.icons = 2
        self.refills = 1
        self.phase = _BONUS

    def _deed(self, action: int) -> None:
        """Enter Gold (CH12, CH14) or a completed Trial (CH15), which can make a set (CH17), or go on."""
        if action == ICON:
            self.icons -= 1
            self.gain("icon", action, 1)
        elif action == REFILL:
            self.refills -= 1
            self.gain("refill", action, 1)
        elif action != NONE:
            record = self.records[self.seat]
            record[COMPLETED + action - GOD] += 1
            self.tell("completes", action, ())
            if values.sets(record[COMPLETED : COMPLETED + 4]) > self.sets[self.seat]:
                self.phase = _ZEUS
                self.tell("zeus", action, ())
        elif self.phase == _TRIAL:
            self.phase = _BUY
        else:
            self._end_turn()

    def _take(self, item: int) -> None:
        """Give the active seat an Item; the Torch brings a Skill, and with it an icon or empty columns (CH19)."""
        self.records[self.seat][OWNED + item] += 1
        if item == values.TORCH:
            self.icons += 1
            self.refills += 1

    def _buy(self, action: int) -> None:
        """Name the Item to buy, then pay it (CH18); only after a Torch is there more to tell."""
        if action == NONE:
            self._end_turn()
        elif self.phase == _BUY:
            self.item = action - NAMED + 1
            self.phase = _COST
        else:
            item = self.item - 1
            self.pay("buys", NAMED + item, action - NUMBER)
            self.item = 0
            self.bought = 1
            self.icons = self.refills = 0
            self._take(item)
            if item == values.TORCH:
                self.phase = _AFTER
            else:
                self._end_turn()

    def _end_turn(self) -> None:
        self.icons = self.refills = self.bought = 0
        self.phase = _CHOOSE
        if self.next_seat():
            self.seat = 0
            self.phase = _HERO

    # -- the pad ---------------------------------------------------------------------------------------
    def _fill(self, action: int) -> None:
        """Enter the next thing on the active seat's pad (CH20)."""
        record = self.records[self.seat]
        phase = self.phase
        if phase == _KIND:
            self.kind = 1 + _kind(action)
            self.phase = _WORTH
            return
        number = action - NUMBER
        if phase == _HERO:
            record[HERO] = number + 1
            self.phase = _GLORY
            return
        if phase == _GLORY:
            record[GLORY] = number + 1
        else:
            record[WORTH + self.filled(self.seat)] = 1 + _VALUES * (self.kind - 1) + number
            self.kind = 0
        if self.filled(self.seat) < sum(record[COMPLETED : COMPLETED + 4]):
            self.phase = _KIND
        elif self.seat + 1 < self.players:
            self.seat += 1
            self.phase = _HERO
        else:
            self.phase = _END

    def filled(self, seat: int) -> int:
        """Return how many completed Trials are on the pad of `seat`; they come in the order of their gods."""
        return sum([1 for worth in self.records[seat][WORTH:] if worth])

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points by what they are for, as far as the pad is filled (CH20)."""
        record = self.records[seat]
        gods = []
        for god in range(4):
            gods += [god] * record[COMPLETED + god]
        trials = []
        for god, worth in zip(gods, record[WORTH:]):
            if worth:
                kind = (worth - 1) // _VALUES
                doubled = 1 if kind == DOUBLE else 0
                trials.append((god, values.FLAT if doubled else kind, (worth - 1) % _VALUES, doubled))
            else:  # counts among the completed Trials, though nobody has said what for
                trials.append((god, values.FLAT, 0, 0))
        return values.points(
            trials,
            record[PLACED:COMPLETED],
            record[OWNED:HERO],
            max(record[GLORY] - 1, 0),
            max(record[HERO] - 1, 0),
            self.completed_only(),
        )

    # -- text and bytes --------------------------------------------------------------------------------
    def position(self) -> str:
        """Return the position in one line; see heroes_tracker_text."""
        from onthree.rules import heroes_tracker_text

        return heroes_tracker_text.position(self) + self.options_text()

    def pack(self) -> bytes:
        """Return the position in 38 to 166 bytes: 6 of heading, Gold, sets and records."""
        head = bytes(
            (
                _MARK,
                self.players << 4 | self.phase,
                self.turn << 3 | self.bought << 2 | self.options[1] << 1 | self.options[0],
                self.first << 4 | self.seat,
                self.icons << 4 | self.refills,
                self.item << 4 | self.kind,
            )
        )
        return head + self.gold + self.sets + b"".join([bytes(record) for record in self.records])

    def read(self, found: "dict[str, str]") -> None:
        """Fill a new state from the fields of its text and take them out of `found`."""
        from onthree.rules import heroes_tracker_text

        heroes_tracker_text.read(self, found)

    def check(self) -> None:
        """Raise RuleError if no game comes to this position."""
        from onthree.rules import heroes_tracker_saved

        heroes_tracker_saved.check(self)


def _kind(action: int) -> int:
    """Return the kind of value that an action of `kind` names."""
    if action < GOD + 4:
        return values.PER_GOD + action - GOD
    return (values.FLAT, DOUBLE, values.PER_GLORY, values.PER_ITEM)[action - VALUE]


def unpack(data: bytes) -> Tracker:
    """Return the tracker that `pack` wrote; RuleError for bytes it cannot have written."""
    from onthree.rules import heroes_tracker_saved

    options = bytearray(len(OPTIONS))
    state = Tracker(heroes_tracker_saved.unpack_heading(data, options), options)
    heroes_tracker_saved.unpack(state, data)
    state.check()
    return state
