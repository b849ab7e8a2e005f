"""Crossing Heroes with the cards of a card file: the device deals them and plays by all the rules.

Phases of chance: `deal` a card (Trials, Skills, Items in this order), a `hero` for each seat, the `first` player.
A turn is a row of small decisions: `choose` the Muses or a Trial, its `cell`, each `skill` of its bonus; then the
Trial's gap and, with two columns empty, the Skills are dealt anew, and each Skill taken goes to an `edge`; `zeus` takes
a free Item, `buy` pays for one, after a Torch `torch` takes any Skill, for another edge. A turn ends by itself when
nothing can be bought. The Trial deck lies face up (CH2), so its top card is open: place 5 of the row, dealt next.

The state: `slots`, one byte a place, the card's number or 0: the row of Trials 0-4, Skills 5-14 (row a, row b), Items
15-18, Skills in hand 19-20, then for each seat its Hero, 8 cells and 12 edges. `owners` has the seat of every Item
taken. `under` are the cards under each deck, in order (CH-A8); all others are shuffled in it: `loose`. Packed: 9
bytes, slots, owners, 2 a seat, and what lies under the decks: from 72 bytes alone to 279 with five and all under.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_game_saved as saved
from onthree.rules import heroes_points as values
from onthree.rules.game import NONE, RuleError
from onthree.rules.heroes_cards import CELLS_IN, EDGES_IN, HAND, ROW_A, ROW_B, TILES, Table
from onthree.rules.heroes_grid import empty_columns
from onthree.rules.heroes_words import CELL, EDGE, HEROES, ITEM, ITEM_TILES, MUSE, SEATS, SKILL, SKILLS, TAKE, TRIALS

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a turn has come to.
_CHOOSING = const(0)
_TAKING = const(1)  # the Trial's cell is to be chosen
_PLACED = const(2)
_BOUGHT = const(3)  # or passed
_OVER = const(4)

_DEAL = const(0)
_HERO = const(1)
_FIRST = const(2)
_CHOOSE = const(3)
_CELL = const(4)
_SKILL = const(5)
_TORCH = const(6)
_EDGE = const(7)
_ZEUS = const(8)
_BUY = const(9)
_END = const(10)
_TURN_OVER = const(11)  # no phase: the next seat's turn begins

_ROWS = ((0, 4, TRIALS), (ROW_A, 5, SKILLS), (ROW_B, 5, SKILLS), (TILES, 4, ITEM_TILES))  # as the Muses' actions


class Game(Table):
    """A position with cards; see the module."""

    PHASES = ("deal", "hero", "first", "choose", "cell", "skill", "torch", "edge", "zeus", "buy", "end")
    CHANCES = 3
    VARIANT = "_cards"  # so that whoever shows it can tell it from the tracker

    def __init__(self, players: int, options: bytearray, name: str) -> None:
        """Begin before the first card is dealt; RuleError if the cards `name` are not here."""
        super().__init__(players, options, name)
        self.stage = _CHOOSING
        self.takes = 0  # Skills still to be taken for the Trial just laid
        self.torch = 0  # 1 when a Torch's Skill is still to be taken
        self.dealt = False  # whether a card was dealt after the last action: no part of the position

    # -- looking ---------------------------------------------------------------------------------------
    def drawn(self) -> int:
        """Return what chance decides about now, of heroes_words."""
        return self.kind if self.phase == _DEAL else HEROES if self.phase == _HERO else SEATS

    # -- what may be done ------------------------------------------------------------------------------
    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 for each card, Hero or seat that can be drawn next."""
        if self.phase == _DEAL:
            return self.next_card()
        if self.phase == _HERO:
            return self.loose[HEROES]
        return b"\x01" * self.players if self.phase == _FIRST else ()

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what the active seat may do now."""
        if seat < 0 or self.current() != seat:
            return ()
        phase = self.phase
        slots = self.slots
        if phase == _CHOOSE:
            muses = [MUSE, MUSE + 1, MUSE + 2] if self.gold[seat] else []
            if muses and (any(slots[TILES:HAND]) or self.has(ITEM_TILES)):
                muses.append(MUSE + 3)
            return muses + [TAKE + i for i in range(4) if slots[i]]
        if phase == _CELL:
            return [CELL + i for i, trial in enumerate(self.cells(seat)) if not trial]
        if phase == _SKILL:
            return [SKILL + i for i in self.under_place()]
        if phase == _TORCH:
            return [SKILL + i for i in range(10) if slots[ROW_A + i]]
        if phase == _EDGE:
            return [EDGE + i for i in self.free_edges(seat)]
        if phase == _ZEUS:
            return [ITEM + i for i in range(4) if slots[TILES + i]]
        return [NONE] + [ITEM + i for i in self.affordable()]

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply what was dealt or drawn, or what the active seat does."""
        if self.phase <= _FIRST:
            self._apply_outcome(action)
            self.dealt = True
            return
        if self.phase == _END:
            raise RuleError("The game is over.")
        if action not in self.legal_actions(self.seat):
            raise RuleError(_REFUSALS[self.phase - _CHOOSE])
        self.start_telling()
        self.dealt = False
        _STEPS[self.phase - _CHOOSE](self, action)
        self._go()

    def _apply_outcome(self, outcome: int) -> None:
        weights = self.chance_outcomes()
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise RuleError("There is no such card to be dealt.")
        if self.phase == _DEAL:
            self.deal(outcome)
        elif self.phase == _HERO:
            self.loose[HEROES][outcome] = 0
            self.slots[self.base(self.without_hero())] = outcome + 1
        else:
            self.begin(outcome)
        self._go()

    def _choose(self, action: int) -> None:
        """Call the Muses for a row (CH7), or take a Trial (CH8)."""
        if action >= TAKE:
            self.place = action - TAKE + 1
            self.stage = _TAKING
            return
        self.pay("muses", action, 1)
        begin, size, kind = _ROWS[action - MUSE]
        self.put_under(begin, size, kind)
        if kind == SKILLS:
            self.refill = action - MUSE  # row a is bit 0, row b bit 1

    def _lay(self, action: int) -> None:
        """Lay the Trial taken into a cell (CH8) and give its bonus (CH9 to CH11)."""
        trial = self.slots[self.place - 1]
        self.slots[self.place - 1] = 0
        self.slots[self.base(self.seat) + CELLS_IN + action - CELL] = trial
        self.stage = _PLACED
        gold, skills = self.deck.bonus(trial - 1)
        self.gain("trial", action, gold)
        self.takes = min(skills, len(self.free_edges(self.seat)), len(self.under_place()))
        if not self.takes:
            self.place = 0
        self.complete()

    def _take_skill(self, action: int) -> None:
        """Take a Skill in hand (CH10); after the last, or a Torch's, look for empty columns (CH12, CH-A10)."""
        slots = self.slots
        at = ROW_A + action - SKILL
        skill = slots[at]
        slots[at] = 0
        slots[HAND + 1 if slots[HAND] else HAND] = skill
        self.gain("icon", action, self.deck.gold(skill - 1))
        if self.takes:
            self.takes -= 1
        self.torch = 0
        if not self.takes:
            self.place = 0
            if empty_columns(slots[ROW_A:ROW_B], slots[ROW_B:TILES]) >= 2:
                self.refill = 3
                self.gain("refill", action, 1)

    def _lay_skill(self, action: int) -> None:
        """Lay the Skill in hand, the first taken first, beside an edge (CH13)."""
        slots = self.slots
        slots[self.base(self.seat) + EDGES_IN + action - EDGE] = slots[HAND]
        slots[HAND] = slots[HAND + 1]
        slots[HAND + 1] = 0
        self.complete()

    def _take_item(self, action: int) -> None:
        """Take an Item, free from Zeus (CH17) or paid (CH18); a Torch brings a Skill if there is an edge (CH-A11)."""
        if action == NONE:
            self.stage = _BOUGHT
            return
        at = TILES + action - ITEM
        tile = self.slots[at] - 1
        if self.phase == _ZEUS:
            self.sets[self.seat] += 1
        else:
            self.pay("buys", action, self.deck.cost(tile))
            self.stage = _BOUGHT
        self.slots[at] = 0
        self.owners[tile] = self.seat + 1
        if self.deck.item(tile) == values.TORCH and any(self.slots[ROW_A:TILES]) and self.free_edges(self.seat):
            self.torch = 1

    def complete(self) -> None:
        """Find the Trials of the active seat that are complete by now (CH15, CH16), and a new set (CH17)."""
        seat = self.seat
        before = self.done[seat]
        sets = self.due(seat)
        self.find_done(seat)
        for cell in range(8):
            if (self.done[seat] & ~before) >> cell & 1:
                self.tell("completes", CELL + cell, (self.deck.god(self.cells(seat)[cell] - 1),))
        if self.due(seat) > sets:
            self.tell("zeus", NONE, ())

    # -- what comes next -------------------------------------------------------------------------------
    def _go(self) -> None:
        """Go on to the next decision, past those in which there is nothing to decide."""
        while True:
            phase = self._next()
            if phase == _ZEUS and not any(self.slots[TILES:HAND]):  # CH-A9
                self.sets[self.seat] += 1
                self.tell("no-item", NONE, ())
            elif phase == _BUY and not self.affordable():
                self.stage = _BOUGHT
            elif phase == _TURN_OVER:
                self.stage = _OVER if self.next_seat() else _CHOOSING
            else:
                self.phase = phase
                return

    def _next(self) -> int:
        if self.stage == _OVER:
            return _END
        if self.stage == _TAKING:
            return _CELL
        if self.takes:
            return _SKILL
        if self.gap():
            return _DEAL
        self.refill = 0
        if not self.first:
            return _FIRST if self.without_hero() < 0 else _HERO
        if self.stage == _CHOOSING:
            return _CHOOSE
        if self.torch:
            return _TORCH
        if self.slots[HAND]:
            return _EDGE
        if self.due(self.seat) > self.sets[self.seat]:
            return _ZEUS
        return _BUY if self.stage == _PLACED else _TURN_OVER

    # -- text and bytes --------------------------------------------------------------------------------
    def position(self) -> str:
        """Return the position in one line; see heroes_game_line."""
        from onthree.rules import heroes_game_line

        return heroes_game_line.position(self) + " cards=" + self.cards + self.options_text()

    def pack(self) -> bytes:
        """Return the position in 72 to 279 bytes; see the module."""
        return saved.pack(self)

    def read(self, found: "dict[bytes, bytes]") -> None:
        """Fill a new state from the fields of its text and take them out of `found`."""
        from onthree.rules import heroes_game_line

        heroes_game_line.read(self, found)

    def check(self) -> None:
        """Raise RuleError if no game comes to this position; find out what follows from it."""
        saved.check(self)
        before = (self.phase, self.seat, self.turn, self.stage, self.refill, bytes(self.slots), bytes(self.sets))
        self._go()
        after = (self.phase, self.seat, self.turn, self.stage, self.refill, bytes(self.slots), bytes(self.sets))
        if before != after:
            raise RuleError("The phase is {} here.".format(self.PHASES[self.phase]))


_STEPS = (
    Game._choose, Game._lay, Game._take_skill, Game._take_skill, Game._lay_skill, Game._take_item, Game._take_item,
)  # fmt: skip
_REFUSALS = (
    "Take one of the Trials, or call the Muses for 1 Gold.",
    "A Trial goes into a free cell around the Hero.",
    "Take a Skill from one of the two columns under the Trial.",
    "Take any Skill of the display.",
    "A Skill goes to a free edge beside an own Trial.",
    "Take one of the open Items.",
    "Buy an open Item that you can pay, or none.",
)


def new(players: int, options: bytearray, name: str) -> Game:
    """Return the state before the setup, with the cards of this name."""
    return Game(players, options, name)


def unpack(data: bytes) -> Game:
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written, or cards that are not here."""
    players, options, name = saved.unpack_heading(data)
    state = Game(players, options, name)
    saved.unpack(state, data)
    state.check()
    return state
