"""Crossing, for 3 to 6 players (rules CX1 to CX21 and the options CX-A1 to CX-A11).

On three everybody points at once: at a mushroom, at another character's tile, or protects the own tile by
covering it. Who points alone takes all the stones that lay there when the turn began; where two point, nobody
takes anything. A protected tile gives nothing to anybody; its stones are claimed for good, and its owner sits
the next turn out. In the first turn there are only mushrooms. After each turn a mushroom with stones gets one
more from the bag, an empty one two; when the bag cannot do that, the distributor spreads what is left. An empty
bag means one last turn (or, by option, the end). A trio of red, blue and yellow is worth 5, any other coloured
stone 1, a white one 2; a tie goes to the seat with more white stones.

The state: `piles` is 18 ints (see crossing_stones), numbered as the actions are: M1-M5 at 1-5, tiles T1-T6 at
6-11, claimed at 12-17. The bag is four counts, which are also the weights of the next draw. Packed: 4 bytes for
players, turn, phase, breaks and options, then 18 bits a pile in use: 25 bytes with three players, 45 with six, and
up to 3 more between turns.

Phases: `setup` and `refill` draw one stone at a time (outcomes R B Y W), `split` asks the distributor how many
stones each mushroom gets (G0 G1 G2), `choose` is the count of three, `absent` draws a mushroom for each seat that
did not choose (option `no_choice=random_mushroom`, outcomes M1...), then `end`. `turn` is the turn under way; what
is drawn after it still belongs to it. `break` names the seats that sit this turn out, and once the turn is resolved
those that sit out the next. When every seat is on break nobody is awaited: the turn passes with a joint action
of NONE only.

Position: `crossing/1 players= turn= last= phase= bag= mushrooms= tiles= claimed= break=`, then, only where
they are needed, `due=` in setup, refill and split (stones each mushroom still gets, `-` where the distributor has not
said) and `choices=` in absent (one word a seat, `-` while none), then options that are not at their default.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crossing_text
from onthree.rules.crossing_stones import STONES, UNIT, counts, points, score
from onthree.rules.crossing_supply import SHORTAGES, Supply, give_range, need, share
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError, places, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = (
    "MAX_PLAYERS", "MIN_PLAYERS", "NAME", "OPTIONS", "STONES",
    "from_position", "give_range", "need", "new", "points", "score", "share", "unpack",
)  # fmt: skip

NAME = "crossing"
MIN_PLAYERS = const(3)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("end_rule", ("final_turn", "immediate")),  # CX-A1
    ("shortage", SHORTAGES),  # CX-A2
    ("protect_empty", ("allow", "forbid")),  # CX-A4
    ("empty_targets", ("allow", "forbid")),  # CX-A5: mushrooms as well as characters
    ("no_choice", ("abstain", "random_mushroom", "recount")),  # CX-A6
    ("final_tie", ("shared", "replay")),  # CX-A8
    ("show_scores", ("end_only", "always")),  # CX-A10: for the screens, the rules do not change
    ("scoring", ("classic", "remake2020")),  # CX-A11
    ("distributor", ("1", "2", "3", "4", "5", "6")),  # CX4: a seat
)
_END_RULE = const(0)
_SHORTAGE = const(1)
_PROTECT_EMPTY = const(2)
_EMPTY_TARGETS = const(3)
_NO_CHOICE = const(4)
_FINAL_TIE = const(5)
_SCORING = const(7)
_DISTRIBUTOR = const(8)

# Actions; the outcomes of a draw are 0 to 3 for a colour, or a mushroom counted from 0.
MUSHROOM = const(1)  # M1, and M2 to M5 after it
TILE = const(6)  # T1, and T2 to T6 after it
PROTECT = const(12)
GIVE = const(13)  # G0, and G1 and G2 after it
_CLAIMED = const(12)  # where the claimed piles begin in `piles`

_SETUP = const(0)
_REFILL = const(1)
_ABSENT = const(2)  # up to here a phase is a chance state
_CHOOSE = const(3)
_SPLIT = const(4)
_END = const(5)


class Crossing(Supply):
    """A position of Crossing; see the module for the numbering of piles and actions."""

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin with all stones in the bag and nothing due; `options` are indices into OPTIONS, already checked."""
        super().__init__(players)
        self.options = options
        self.options_code = crossing_text.options_code(options)
        self.turn = 1
        self.phase = _SETUP
        self.last = 0  # 1 in the final turn
        self.sitting = 0  # seats on break, as bits
        self.acts = bytearray(6)  # the choices of the turn last resolved, or those that wait in absent
        self.moved = [0] * 6  # the pile that each seat took or claimed in it
        self._resolved = False  # whether there is such a turn
        self._menus: list[tuple[int, ...]] = []  # legal choices of each seat, were it not on break
        self._masks = [0] * 6  # the same as bits

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return CHANCE, SIMULTANEOUS, TERMINAL or, in split, the distributor's seat."""
        phase = self.phase
        if phase <= _ABSENT:
            return CHANCE
        if phase == _CHOOSE:
            return SIMULTANEOUS
        return self.options[_DISTRIBUTOR] if phase == _SPLIT else TERMINAL

    def actors(self) -> int:
        """Return the seats awaited as bits: all that are not on break, or the distributor (CX13, CX17)."""
        if self.phase == _CHOOSE:
            return (1 << self.players) - 1 & ~self.sitting
        return 1 << self.options[_DISTRIBUTOR] if self.phase == _SPLIT else 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what `seat` may choose (CX6, CX7), or in split how many stones it may give (CX17)."""
        if self.phase == _CHOOSE:
            if 0 <= seat < self.players and not self.sitting >> seat & 1:
                return self._menus[seat]
        elif self.phase == _SPLIT and seat == self.options[_DISTRIBUTOR]:
            low, high = self.give_range()
            return range(GIVE + low, GIVE + high + 1)
        return ()

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply an outcome of chance, or in split the distributor's answer for the next mushroom."""
        if self.phase <= _REFILL:
            bag = self.bag
            if action < 0 or action > 3 or not bag[action]:
                raise RuleError("There is no such stone in the bag.")
            bag[action] -= 1
            self.coming = coming = self.coming - 1
            self.piles[self.plan[coming]] += UNIT[action]
            if not coming:
                self._filled()
        elif self.phase == _SPLIT:
            low, high = self.give_range()
            if not GIVE + low <= action <= GIVE + high:
                raise RuleError("This mushroom gets from {} to {} stones.".format(low, high))
            self.give(action - GIVE)
            if not self.ask():
                self.phase = _REFILL
        elif self.phase == _ABSENT:
            weights = self.chance_outcomes()
            if not 0 <= action < len(weights) or not weights[action]:
                raise RuleError("There is no such mushroom to point at.")
            self.acts[self.absent()] = MUSHROOM + action
            if self.absent() < 0:
                self._resolve(self.acts)
        else:
            raise RuleError("Everybody chooses at once." if self.phase == _CHOOSE else "The game is over.")

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Apply everybody's choice, NONE for a seat on break; a seat that is awaited may miss it by option."""
        if self.phase != _CHOOSE:
            raise RuleError("Nobody chooses now.")
        players = self.players
        if len(actions) != players:
            raise RuleError("There are {} seats, so {} choices.".format(players, players))
        masks = self._masks
        sitting = self.sitting
        for seat in range(players):
            action = actions[seat]
            if action if sitting >> seat & 1 else action < 0 or not masks[seat] >> action & 1:
                raise RuleError(self._refusal(seat, action))
        if self.options[_NO_CHOICE] == 1:  # random_mushroom
            for seat in range(players):
                self.acts[seat] = actions[seat]
            if self.absent() >= 0:
                self.phase = _ABSENT
                self._resolved = False
                return
        self._resolve(actions)

    def chance_outcomes(self) -> "Sequence[int]":
        """Return how many stones of each colour are in the bag, or 1 for every mushroom to point at."""
        if self.phase <= _REFILL:
            return self.bag
        if self.phase != _ABSENT:
            return ()
        mushrooms = self.piles[MUSHROOM : self.players]
        if self.options[_EMPTY_TARGETS] and any(mushrooms):
            return [1 if pile else 0 for pile in mushrooms]
        return [1] * len(mushrooms)

    # -- choosing --------------------------------------------------------------------------------------
    def _open(self) -> None:
        """Begin to choose. Menus change after turn 1, or with the stones where options forbid empty targets."""
        self.phase = _CHOOSE
        options = self.options
        if self.turn > 2 and self._menus and not (options[_PROTECT_EMPTY] or options[_EMPTY_TARGETS]):
            return
        self._menus = [self.menu(seat) for seat in range(self.players)]
        masks = self._masks
        for seat, menu in enumerate(self._menus):
            mask = 0
            for action in menu:
                mask |= 1 << action
            masks[seat] = mask

    def menu(self, seat: int) -> "tuple[int, ...]":
        """Return the choices of an active seat: CX6, CX7, CX-A4, CX-A5, CX-A6."""
        piles = self.piles
        players = self.players
        menu = _NUMBERS[MUSHROOM:players]
        if self.turn > 1:
            menu += _NUMBERS[TILE : TILE + seat] + _NUMBERS[TILE + seat + 1 : TILE + players]
        if self.options[_EMPTY_TARGETS]:
            menu = tuple([target for target in menu if piles[target]])
        if self.turn > 1 and (piles[TILE + seat] or not self.options[_PROTECT_EMPTY]):
            menu += (PROTECT,)
        if self.options[_NO_CHOICE] != 2 or not menu:  # with recount a seat must choose, if it can
            menu = (NONE,) + menu
        return menu

    def _refusal(self, seat: int, action: int) -> str:
        who = "Seat {}".format(seat + 1)
        if self.sitting >> seat & 1:
            return who + " is on break this turn and cannot choose."
        if action == NONE:
            return who + " has not chosen: count again."
        if self.turn == 1:
            return who + " must point at a mushroom in the first turn."
        return who + " cannot choose that now."

    def absent(self) -> int:
        """Return the first seat that is awaited and has no choice in `acts`, or -1."""
        for seat in range(self.players):
            if not self.acts[seat] and not self.sitting >> seat & 1:
                return seat
        return -1

    # -- the turn, step by step ------------------------------------------------------------------------
    def _resolve(self, actions: "Sequence[int]") -> None:
        """Move the stones, all from where they lay when the turn began (CX8 to CX13), then refill or end."""
        seats = range(self.players)
        piles = self.piles
        acts = self.acts
        moved = self.moved
        once = twice = guard = 0  # targets as bits: pointed at, pointed at by two or more, protected
        for seat in seats:
            action = actions[seat]
            acts[seat] = action
            if action == PROTECT:
                guard |= 1 << (TILE + seat)
            else:
                bit = 1 << action
                twice |= once & bit
                once |= bit
        takes = once & ~(twice | guard | 1)
        # A pile leaves its place once at most, so it can be emptied as it is lifted, before any is laid down.
        for seat in seats:
            action = acts[seat]
            if takes >> action & 1:
                moved[seat] = piles[action]
                piles[action] = 0
            elif action == PROTECT:
                moved[seat] = piles[TILE + seat]
                piles[_CLAIMED + seat] += piles[TILE + seat]
                piles[TILE + seat] = 0
            else:
                moved[seat] = 0
        for seat in seats:
            if takes >> acts[seat] & 1:
                piles[TILE + seat] += moved[seat]
        self.sitting = guard >> TILE
        self._resolved = True
        if self.last:
            self.phase = _END
            return
        self.phase = _REFILL
        if self.plan_refill(self.options[_SHORTAGE]):
            self.phase = _SPLIT
        elif not self.coming:
            self._filled()

    def _filled(self) -> None:
        """Begin the next turn, or end the game, when the mushrooms have got their stones (CX18, CX-A1)."""
        if not any(self.bag):
            if self.options[_END_RULE]:
                self.phase = _END
                return
            self.last = 1
        if self.phase != _SETUP:
            self.turn += 1
        self._open()

    def loaded(self) -> "Crossing":
        """Return this state, filled from text or bytes and checked, ready to be played on."""
        if self.phase == _CHOOSE:
            self._open()
        return self

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, `M2`, `T3`, `P`, `G1`; for an outcome a colour's letter, or in absent the mushroom."""
        return crossing_text.word(self, seat, action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action of a word; one's own tile means protect (CX-A7). With CHANCE: the outcome."""
        return crossing_text.parse(self, seat, text)

    def position(self) -> str:
        """Return the position in one line; see the module for its fields."""
        from onthree.rules import crossing_line

        return crossing_line.position(self, OPTIONS)

    def view(self, seat: int) -> str:
        """Return the position: a state holds no choice before the reveal, and all stones lie open (CX15)."""
        return self.position()

    def pack(self) -> bytes:
        """Return the position in 25 to 48 bytes; see the module."""
        return crossing_text.pack(self)

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return what the turn last resolved did, (kind, seat, action, stones moved) for each seat.

        Kinds: `takes`; `protects`; `empty` (alone, but nothing lay there); `crowded` (others pointed there);
        `blocked` (the tile was protected); `none` (on break, or no choice). Empty before the first turn, and after
        a position was read.
        """
        return crossing_text.events(self) if self._resolved else []

    def option(self, name: str) -> str:
        """Return the value of an option."""
        for i, (known, values) in enumerate(OPTIONS):
            if known == name:
                return values[self.options[i]]
        raise RuleError("There is no option {} in Crossing.".format(name))

    # -- the end ---------------------------------------------------------------------------------------
    def owned(self, seat: int) -> "tuple[int, int, int, int]":
        """Return the (red, blue, yellow, white) stones that count for `seat`: claimed and on the tile (CX19)."""
        return counts(self.piles[TILE + seat] + self.piles[_CLAIMED + seat])

    def scores(self) -> "list[int]":
        """Return the points of every seat (CX20), as they would count if the game ended now."""
        scoring = OPTIONS[_SCORING][1][self.options[_SCORING]]
        return [score(self.owned(seat), scoring) for seat in range(self.players)]

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points of `seat` by what they are for; see `points`."""
        return points(self.owned(seat), OPTIONS[_SCORING][1][self.options[_SCORING]])

    def ranking(self) -> "list[int]":
        """Return the places: by points, then by white stones (CX21); who is still tied shares the place."""
        return places([worth * 8 + self.owned(seat)[3] for seat, worth in enumerate(self.scores())])

    def rematch(self) -> bool:
        """Return whether the first place is shared and the option says to play again (CX21, CX-A8)."""
        return self.phase == _END and self.options[_FINAL_TIE] == 1 and self.ranking().count(1) > 1


_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # slices of it are menus


def _checked(players: int, options: bytearray) -> Crossing:
    if options[_DISTRIBUTOR] >= players:
        raise RuleError("The distributor is one of the {} seats.".format(players))
    return Crossing(players, options)


def new(players: int, options: "Mapping[str, str] | None" = None) -> Crossing:
    """Return the state before the setup: two stones will be drawn for each mushroom (CX2 to CX5)."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("Crossing is for 3 to 6 players, not {}.".format(players))
    state = _checked(players, read_options(OPTIONS, options))
    state.draw_for(_TWO_EACH)
    return state


def from_position(text: str) -> Crossing:
    """Return the state of a position text; RuleError, in a sentence, for what no game can hold."""
    from onthree.rules import crossing_line, notation

    found = notation.fields(text, "crossing/1")
    players = notation.number(notation.take(found, "players"), MIN_PLAYERS, MAX_PLAYERS, "The number of players")
    chosen = {name: found.pop(name) for name, _ in OPTIONS if name in found}
    state = _checked(players, read_options(OPTIONS, chosen))
    crossing_line.read(state, found)
    return state.loaded()


def unpack(data: bytes) -> Crossing:
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    from onthree.rules import crossing_line

    options = bytearray(len(OPTIONS))
    players = crossing_line.unpack_heading(data, options)
    for i, (name, values) in enumerate(OPTIONS):
        if options[i] >= len(values):
            raise RuleError("A packed position of Crossing has no such {}.".format(name))
    state = _checked(players, options)
    crossing_line.unpack(state, data)
    return state.loaded()


_TWO_EACH = b"\x02\x02\x02\x02\x02"  # CX5
