"""Crossing Heroes with the cards on the table alone: the device keeps turns, Gold, blessings and Items, and adds up.

A turn: in `choose` the seat calls the Muses (1 Gold each) or takes a Trial by naming its god; `bonus` asks for its
Gold. In `trial` it says what happened: `icon` for a Skill's Gold, `refill` for two empty columns, a god's name for
each Trial completed; a set of four gods asks for the free Item (`zeus`). `-` goes on to `buy`, an Item by name, and
`cost`. After a bought Torch, which brings another Skill, `after` is like `trial`. When all have had 8 turns, in `pads`
every seat fills in its own and waits for nobody (`apply_by`): symbols of the Hero, Glory, and for each completed Trial
its kind of value and then how much.

A seat's record is 32 bytes: own Trials by god, those completed, Items by name, the pad (0 for what is open: hero
symbols + 1, Glory + 1, eight Trials, 1 + 31 * kind + VP, a bit for each that an Item doubles; at last the kind under
way, 1 + kind, 8 more if doubled). Packed: 6 bytes and 34 a seat, 176 with five.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.game import NONE, SIMULTANEOUS, RuleError
from onthree.rules.heroes_base import OPTIONS, Heroes
from onthree.rules.heroes_words import DOUBLE, GOD, ICON, MOST, NAMED, NUMBER, REFILL, VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORD = const(32)
_MARK = const(0x54)  # the first byte of a packed tracker
# Where things are in a seat's record.
PLACED = const(0)
COMPLETED = const(4)
OWNED = const(8)
HERO = const(20)
GLORY = const(21)
WORTH = const(22)
DOUBLED = const(30)
KIND = const(31)

TWICE = const(8)  # added to a kind under way that an Item doubles
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
_PADS = const(8)
_END = const(9)


class Tracker(Heroes):
    """A position without cards; see the module."""

    PHASES = ("first", "choose", "bonus", "trial", "zeus", "buy", "cost", "after", "pads", "end")
    CHANCES = 1
    OPEN = True  # entries lie open, and can be taken back

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin before the first player is drawn."""
        super().__init__(players, options)
        self.records = [bytearray(RECORD) for _ in range(players)]
        self.icons = 0  # Gold icons that this turn's Skills can still show
        self.refills = 0  # times that columns can still be found empty
        self.bought = 0  # 1 when this turn's Item has been bought
        self.item = 0  # in cost: the Item to pay, counted from 1

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return the seat to act, CHANCE, SIMULTANEOUS while pads are filled in, or TERMINAL."""
        return SIMULTANEOUS if self.phase == _PADS else super().current()

    def actors(self) -> int:
        """Return the seats awaited as bits: one, or those whose pads are not full."""
        if self.phase != _PADS:
            return super().actors()
        waiting = 0
        for seat in range(self.players):
            if self.asks(seat):
                waiting |= 1 << seat
        return waiting

    # -- what may be done ------------------------------------------------------------------------------
    def chance_outcomes(self) -> "Sequence[int]":
        """Return an equal weight for every seat: who begins is drawn (CH5)."""
        return b"\x01" * self.players if self.phase == _FIRST else ()

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what a seat that is awaited may enter now."""
        phase = self.phase
        if phase == _PADS:
            return self._pad_actions(seat) if 0 <= seat < self.players else ()
        if self.current() != seat or seat < 0:
            return ()
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
        return range(NUMBER + 1, NUMBER + min(gold, _MOST_COST) + 1)

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
        if self.phase >= _PADS:
            raise RuleError("The game is over." if self.over() else "Every seat fills in its own pad.")
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
        else:
            self._buy(action)

    def _refusal(self) -> str:
        phase = self.phase
        if phase == _CHOOSE:
            return "Take a Trial, or call the Muses for 1 Gold."
        if phase == _BONUS:
            return "A Trial brings 0, 1 or 2 Gold."
        if phase == _COST:
            return "That is not a cost that can be paid."
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
            self.phase = _PADS

    # -- the pads --------------------------------------------------------------------------------------
    def asks(self, seat: int) -> int:
        """Return what the pad of `seat` asks for next: HERO, GLORY, and for each Trial KIND, WORTH; 0 if it is full."""
        record = self.records[seat]
        if not record[HERO]:
            return HERO
        if not record[GLORY]:
            return GLORY
        if record[KIND]:
            return WORTH
        return KIND if self.filled(seat) < sum(record[COMPLETED:OWNED]) else 0

    def _pad_actions(self, seat: int) -> "Sequence[int]":
        """Return what can be entered on a pad now; values that are doubled only by who owns an Item that doubles."""
        asks = self.asks(seat)
        if not asks:
            return ()
        if asks == KIND:
            doubles = any(self.records[seat][OWNED : OWNED + _DOUBLERS])
            return list(range(GOD, GOD + 4)) + list(range(VALUE, NUMBER if doubles else DOUBLE))
        most = _MOST_SYMBOLS if asks == HERO else MOST if asks == GLORY else _VALUES - 1
        return range(NUMBER, NUMBER + most + 1)

    def apply_by(self, seat: int, action: int) -> None:
        """Enter the next thing on one seat's pad: nobody waits for the others there. Else as the contract says."""
        if self.phase != _PADS:
            super().apply_by(seat, action)
            return
        self._check_entry(seat, action)
        self.start_telling()
        self._fill(seat, action)

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Enter the next thing on every pad that is not full, NONE for a seat whose pad is."""
        if self.phase != _PADS:
            super().apply_joint(actions)
        if len(actions) != self.players:
            raise RuleError("There are {} seats, so {} entries.".format(self.players, self.players))
        awaited = self.actors()
        for seat, action in enumerate(actions):
            if action != NONE or awaited >> seat & 1:
                self._check_entry(seat, action)
        self.start_telling()
        for seat, action in enumerate(actions):
            if action != NONE:
                self._fill(seat, action)

    def _check_entry(self, seat: int, action: int) -> None:
        if action not in self.legal_actions(seat):
            raise RuleError("Seat {} cannot enter that on its pad now.".format(seat + 1))

    def _fill(self, seat: int, action: int) -> None:
        """Enter the next thing on a pad; the last one of all ends the game (CH20)."""
        record = self.records[seat]
        asks = self.asks(seat)
        if asks == KIND:
            record[KIND] = 1 + kind_of(action)
            return
        number = action - NUMBER
        if asks == WORTH:
            kind = record[KIND] - 1
            at = self.filled(seat)
            if kind >= TWICE:
                record[DOUBLED] |= 1 << at
            record[WORTH + at] = 1 + _VALUES * (kind & TWICE - 1) + number
            record[KIND] = 0
        else:
            record[asks] = number + 1
        if not self.actors():
            self.phase = _END

    def filled(self, seat: int) -> int:
        """Return how many completed Trials are on the pad of `seat`; they come in the order of their gods."""
        return sum([1 for worth in self.records[seat][WORTH:DOUBLED] if worth])

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points by what they are for, as far as the pad is filled (CH20)."""
        record = self.records[seat]
        gods = []
        for god in range(4):
            gods += [god] * record[COMPLETED + god]
        trials = []
        for i, god in enumerate(gods):
            worth = max(record[WORTH + i] - 1, 0)  # what is not yet entered counts among the completed Trials
            trials.append((god, worth // _VALUES, worth % _VALUES, record[DOUBLED] >> i & 1))
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
        """Return the position in 40 to 176 bytes: 6 of heading, Gold, sets and records."""
        head = bytes(
            (
                _MARK,
                self.players << 4 | self.phase,
                self.turn << 3 | self.bought << 2 | self.options[1] << 1 | self.options[0],
                self.first << 4 | self.seat,
                self.icons << 4 | self.refills,
                self.item,
            )
        )
        return head + self.gold + self.sets + b"".join([bytes(record) for record in self.records])

    def read(self, found: "dict[bytes, bytes]") -> None:
        """Fill a new state from the fields of its text and take them out of `found`."""
        from onthree.rules import heroes_tracker_text

        heroes_tracker_text.read(self, found)

    def check(self) -> None:
        """Raise RuleError if no game comes to this position."""
        from onthree.rules import heroes_tracker_saved

        heroes_tracker_saved.check(self)


def kind_of(action: int) -> int:
    """Return the kind of value that an action names, TWICE added where an Item doubles it."""
    if action >= DOUBLE:
        return TWICE + action - DOUBLE
    if action < ICON:
        return values.PER_GOD + action - GOD
    return (values.FLAT, values.PER_GLORY, values.PER_ITEM)[action - VALUE]


def unpack(data: bytes) -> Tracker:
    """Return the tracker that `pack` wrote; RuleError for bytes it cannot have written."""
    from onthree.rules import heroes_tracker_saved

    options = bytearray(len(OPTIONS))
    state = Tracker(heroes_tracker_saved.unpack_heading(data, options), options)
    heroes_tracker_saved.unpack(state, data)
    state.check()
    return state
