"""Crystalla, for 2 to 4 players (rules CR1 to CR33 and the options CR-A1 to CR-A13).

Cards with two crystals lie in piles, and everybody's three pieces stand on them. On your turn take all pieces from a
pile where one of yours stands, and walk: step by step to a pile beside, dropping any one piece on each, never straight
back. Where the last one falls you take the top card and place it in your display of 4 columns and 3 rows. For every
colour of which the walk brought together exactly two, its owner gets a crystal piece of your choice and covers a
segment with it. After 12 cards each the seven crystals are scored, each its own way; the highest total wins, a tie is
shared.

The list of the cards is not public. Without it the device follows the pieces, walks, pile heights, turns and awards,
and in the end the seats enter what their displays hold (CR-A3). With a card file (option `cards`, see onthree.cards)
it plays the whole game: what is turned up is drawn from the cards nobody has seen, one at a time.

The state: see crystalla_walk for pieces and walks, crystalla_box for cards and crystals, crystalla_display for
displays. A walk is entered step by step and can be taken back until the card is placed, because the next card is turned
up only then. Packed: 11 bytes, the walk (up to 13), a byte a pile for pieces and one for heights, a byte or more a seat
for the pad; with cards 100 bytes for those not placed and 15 a seat: at most 230.

Phases: `lot` draws the first player (or `first`: seat 1 names it); `deal`, `swap`, `pick`, `place` are the start cards,
`corners` the start piles if those are chosen; `reveal` and `crystals` turn up what is missing on the table; `choose`,
`walk`, `donor` (who rebuilds an empty pile), `place`, `award`, `cover` are a turn; `count` is the score pads: every
seat fills in its own and waits for nobody (`apply_by`); `end`. Turns count from 1 through all seats, 0 is the setup.

Position: `crystalla/1 players= turn= first= phase= piles= heights=`, `seat=` in the setup, `walk= hand= due= card= to=
crystal= pads=` where they are needed, then without cards `laid= removed=`, with cards `pool= stack= open= tops=
displays=` and in the setup `hands= aside=`, then options that are not at their default, `cards=` the last of them.
"""

from onthree import cards as card_files
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crystalla_box as box
from onthree.rules import crystalla_pad as pads
from onthree.rules import crystalla_saved as saved
from onthree.rules import crystalla_text as texts
from onthree.rules.crystalla_awards import Awards
from onthree.rules.crystalla_display import counts, points
from onthree.rules.crystalla_text import COUNT, COVER, DONE, LAID, LOST, PILE, PUT, STEP
from onthree.rules.crystalla_walk import beside, count_of, pairs
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError, places, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onthree.rules.crystalla_display import Counts

__all__ = (
    "MAX_PLAYERS", "MIN_PLAYERS", "NAME", "OPTIONS",
    "cards_title", "check_cards", "from_position", "new", "unpack",
)  # fmt: skip

NAME = "crystalla"
MIN_PLAYERS = const(2)
MAX_PLAYERS = const(4)
OPEN = True  # choices lie open: seats enter one by one, and may take an entry back until the next draw
OPTIONS = (
    ("ruby_model", ("pairs", "edges", "manual")),  # CR-A3
    ("emerald_model", ("corners", "manual")),  # CR-A2
    ("same_card_adjoins", ("on", "off")),  # CR-A4
    ("start3", ("three_corners", "manual")),  # CR-A5
    ("award_eval", ("final", "each_drop")),  # CR-A6
    ("start_swap", ("on", "off")),  # CR-A7
    ("first_player", ("random", "manual")),  # CR-A12
    ("corners", ("rows", "clockwise")),  # CR3: seats 1 to 4 at a1 c1 a3 c3, or a1 c1 c3 a3
    ("track", ("walks", "turns")),  # without cards: the pieces too, or turns and rounds only
)
_RUBY_MODEL = const(0)
_SAME_CARD = const(2)
_AWARD_EVAL = const(4)
_TRACK = const(8)

_ROUNDS = const(9)  # CR24
_NOTHING = (0, 0, 0, 0, 0, (), 0)

# Phases; up to _CRYSTALS a chance state. The names are in crystalla_text.PHASES.
_LOT = const(0)
_REVEAL = const(2)
_CRYSTALS = const(3)
_FIRST = const(4)
_PLACE = const(8)
_CHOOSE = const(9)
_WALK = const(10)
_DONOR = const(11)
_AWARD = const(12)
_COVER = const(13)
_COUNT = const(14)
_END = const(15)

check_cards = box.check_cards
cards_title = box.cards_title


class Crystalla(Awards):
    """A position of Crystalla; see crystalla_text for the numbering of actions."""

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return the seat awaited, CHANCE, SIMULTANEOUS while pads are filled in, or TERMINAL."""
        phase = self.phase
        if phase <= _CRYSTALS:
            return CHANCE
        if phase <= _AWARD:
            return self.active()
        if phase == _COVER:
            return self.receiver
        if phase == _COUNT:
            return SIMULTANEOUS
        return TERMINAL

    def actors(self) -> int:
        """Return the seats awaited as bits: one, or those whose pads are not full."""
        if self.phase != _COUNT:
            who = self.current()
            return 1 << who if who >= 0 else 0
        waiting = 0
        for seat in range(self.players):
            if pads.item_of(self.items, self.pads[seat]) >= 0:
                waiting |= 1 << seat
        return waiting

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what `seat` may do now; a walk is one step at a time (CR9 to CR11)."""
        phase = self.phase
        if phase == _COUNT:
            return self._numbers(seat) if 0 <= seat < self.players else ()
        if seat < 0 or seat != self.current():
            return ()
        if phase == _WALK:
            return self._steps()
        if phase == _CHOOSE:
            return self._choices()
        if phase == _PLACE:
            cells = self.cells[seat]
            return [PUT + i for i in range(16) if not cells[i >> 2]]  # a column is full when its top cell is
        if phase == _AWARD:
            return self._gifts()
        if phase == _COVER:
            return [COVER + cell for cell in self.spots(seat, self.piece)] if self.cards else (LAID, LOST)
        if phase == _DONOR:
            return [PILE + pile for pile in self.donors()]
        return self._setup_choices(seat)

    def _numbers(self, seat: int) -> "list[int]":
        pad = self.pads[seat]
        first = COUNT + 32 * pads.item_of(self.items, pad)
        return [first + number for number in pads.numbers(self.items, pad)]

    def _choices(self) -> "Sequence[int]":
        """Return the piles with a piece of the active seat (CR9); NONE for a seat that has none on the table."""
        if self.options[_TRACK]:
            return (DONE,)
        seat = self.active()
        return [PILE + pile for pile, pieces in enumerate(self.pieces) if count_of(pieces, seat)] or (NONE,)

    def _steps(self) -> "list[int]":
        walk = self.walk
        hand = self.hand
        found = []
        for pile in beside(len(self.pieces), walk[-1] >> 2, walk[-2] >> 2 if len(walk) > 1 else -1):
            step = STEP + 4 * pile
            if hand & 3:
                found.append(step)
            if hand & 0xC:
                found.append(step + 1)
            if hand & 0x30:
                found.append(step + 2)
            if hand & 0xC0:
                found.append(step + 3)
        return found

    def _can_step(self, action: int) -> bool:
        walk = self.walk
        return (
            STEP <= action < STEP + 4 * len(self.pieces)
            and self.hand >> 2 * (action - STEP & 3) & 3 > 0
            and action - STEP >> 2 in beside(len(self.pieces), walk[-1] >> 2, walk[-2] >> 2 if len(walk) > 1 else -1)
        )

    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 a seat for the first player, else the weights of each kind of card or of crystal piece."""
        phase = self.phase
        if phase == _CRYSTALS:
            return self.shapes()
        if phase == _LOT:
            return b"\x01\x01\x01\x01"[: self.players]
        return self.pool if phase <= _REVEAL else ()

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply an outcome of chance, or the choice of the seat that is awaited."""
        phase = self.phase
        if phase <= _CRYSTALS:
            self._told = []
            self._draw(action)
            return
        if phase >= _COUNT:
            raise RuleError("The game is over." if phase == _END else "Every seat fills in its own pad.")
        seat = self.current()
        if not self._can_step(action) if phase == _WALK else action not in self.legal_actions(seat):
            raise RuleError(texts.refusal(self, seat, action))
        self._told = []
        self._tell(texts.event_kind(phase, action), seat, action)
        _DOES[phase - _FIRST](self, seat, action)

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Enter the next number on every pad that is not full, NONE for a seat whose pad is."""
        if self.phase != _COUNT:
            raise RuleError("It is not yet time to fill in the pads.")
        if len(actions) != self.players:
            raise RuleError("There are {} seats, so {} entries.".format(self.players, self.players))
        awaited = self.actors()
        for seat, action in enumerate(actions):
            if action != NONE or awaited >> seat & 1:
                self._check_number(seat, action)
        self._told = []
        for seat, action in enumerate(actions):
            if action != NONE:
                self._enter(seat, action)

    def apply_by(self, seat: int, action: int) -> None:
        """Enter the next number on one seat's pad: nobody waits for the others there. Else as the contract says."""
        if self.phase != _COUNT:
            super().apply_by(seat, action)
            return
        self._check_number(seat, action)
        self._told = []
        self._enter(seat, action)

    def _check_number(self, seat: int, action: int) -> None:
        if action not in self.legal_actions(seat):
            raise RuleError("Seat {} cannot enter that number now.".format(seat + 1))

    def _enter(self, seat: int, action: int) -> None:
        """Enter a number; the last one ends the game (CR24)."""
        self.pads[seat].append(action - COUNT & 31)
        self._tell("counts", seat, action)
        if not self.actors():
            self.phase = _END

    # -- a turn ----------------------------------------------------------------------------------------
    def _next_turn(self) -> None:
        self.walk = bytearray()
        if self.turn < _ROUNDS * self.players:
            self.turn += 1
            self.phase = _CHOOSE
        else:
            self.phase = _COUNT if self.items else _END  # CR24

    def _do_choose(self, seat: int, action: int) -> None:
        if not PILE <= action < STEP:
            self._next_turn()
            return
        pile = action - PILE
        self.hand = self.pieces[pile]
        self.pieces[pile] = 0
        self.walk.append(pile << 2)
        self.phase = _WALK

    def _do_step(self, seat: int, action: int) -> None:
        """Drop a piece; after the last take the card, and rebuild a pile that is empty (CR10 to CR14)."""
        drop = action - STEP
        piece = 1 << 2 * (drop & 3)
        pile = drop >> 2
        self.hand -= piece
        self.pieces[pile] += piece
        self.walk.append(drop)
        if self.hand:
            return
        each_drop = self.options[_AWARD_EVAL] == 1
        self.due = pairs(self.pieces, self.walk, each_drop) & (1 << self.players) - 1
        self.card = self.tops[pile]
        self.tops[pile] = 0
        self.heights[pile] -= 1
        self._tell("takes", seat, PILE + pile, (self.heights[pile],))
        if self.heights[pile]:
            self._place_card()
        else:
            self.phase = _DONOR

    def _do_donor(self, seat: int, action: int) -> None:
        self.heights[action - PILE] -= box.REBUILT
        self.heights[self.walk[-1] >> 2] = box.REBUILT
        self._place_card()

    def _place_card(self) -> None:
        if self.cards:
            self.phase = _PLACE
        else:
            self._next_award()

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return the word of an action or outcome; see crystalla_text."""
        return texts.word(self, seat, action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action or outcome of a word; see crystalla_text."""
        return texts.parse(self, seat, text)

    def position(self) -> str:
        """Return the position in one line; see the module for its fields."""
        from onthree.rules import crystalla_line

        return crystalla_line.position(self, OPTIONS)

    def view(self, seat: int) -> str:
        """Return the position: what is face down is known to nobody, a state does not hold it either."""
        return self.position()

    def pack(self) -> bytes:
        """Return the position in bytes; see the module."""
        return saved.pack(self)

    def option(self, name: str) -> str:
        """Return the value of an option."""
        for i, (known, values) in enumerate(OPTIONS):
            if known == name:
                return values[self.options[i]]
        raise RuleError("There is no option {} in Crystalla.".format(name))

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return what the last action did, in its order; chance has none.

        Kinds: `begins`, `keeps`, `swaps`, `picks`, `stands`, `lifts`, `drops`, `takes` (with the height the pile has
        left), `rebuilds`, `places`, `gives`, `covers`, `removed` (a piece that cannot be laid), `lapses` (no piece is
        left), `counts`, `passes`.
        """
        return self._told

    # -- the end ---------------------------------------------------------------------------------------
    def counts(self, seat: int) -> "Counts":
        """Return what `seat` has: from its display, or from its pad where that is counted by hand."""
        found: Counts = _NOTHING
        if self.cards:
            model = "edges" if self.options[_RUBY_MODEL] == 1 else "pairs"
            found = counts(self.cells[seat], model, not self.options[_SAME_CARD])
        return pads.filled_in(self.items, self.pads[seat], found) if self.items else found

    def _tables(self) -> "list[list[tuple[str, int]]]":
        every = [self.counts(seat) for seat in range(self.players)]
        poison = sum([found[6] for found in every])
        return [points(found, poison - found[6]) for found in every]

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points of `seat` by crystal (CR26 to CR32)."""
        return self._tables()[seat]

    def scores(self) -> "list[int]":
        """Return the points of every seat, as they would count if the game ended now."""
        return [sum([worth for _, worth in table]) for table in self._tables()]

    def ranking(self) -> "list[int]":
        """Return the places by points; who is tied shares the place (CR33)."""
        return places(self.scores())


_DOES = (
    Crystalla._do_first, Crystalla._do_swap, Crystalla._do_pick, Crystalla._do_corner, Crystalla._do_put,
    Crystalla._do_choose, Crystalla._do_step, Crystalla._do_donor, Crystalla._do_give, Crystalla._do_cover,
)  # fmt: skip


def _checked(players: int, options: bytearray, cards: str) -> Crystalla:
    if cards and options[_TRACK]:
        raise RuleError("With cards the walks are played, so track is walks.")
    return Crystalla(players, options, cards)


def new(players: int, options: "Mapping[str, str] | None" = None) -> Crystalla:
    """Return the state before the first player is known; the cards that the options name must be kept (see cards)."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("Crystalla is for 2 to 4 players, not {}.".format(players))
    options, cards = card_files.take_option(options)
    state = _checked(players, read_options(OPTIONS, options), cards)
    if cards:
        state.fill(card_files.find(NAME, cards))
    return state


def from_position(text: str) -> Crystalla:
    """Return the state of a position text; RuleError, in a sentence, for what no game can hold."""
    from onthree.rules import crystalla_line, notation

    found = notation.raw_fields(text, "crystalla/1")
    players = notation.take_digit(found, b"players", MIN_PLAYERS, MAX_PLAYERS)
    known = [name for name, _ in OPTIONS] + ["cards"]
    chosen = {name: notation.take_text(found, name.encode()) for name in known if name.encode() in found}
    options, cards = card_files.take_option(chosen)
    state = _checked(players, read_options(OPTIONS, options), cards)
    crystalla_line.read(state, found)
    if found:
        raise RuleError("There is no field {} in this position.".format(min(found).decode()))
    return state


def unpack(data: bytes) -> Crystalla:
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    players, values, cards = saved.unpack_heading(data, OPTIONS)
    state = _checked(players, values, cards)
    saved.unpack(state, data)
    return state
