"""Crossing, for 3 to 6 players (rules CX1 to CX21 and the options CX-A1 to CX-A11).

On three everybody points at once: at a mushroom, at another character's tile, or protects the own tile by
covering it. Who points alone takes all the stones that lay there when the turn began; where two point, nobody
takes anything. A protected tile gives nothing to anybody; its stones are claimed for good, and its owner sits
the next turn out. In the first turn there are only mushrooms. After each turn a mushroom with stones gets one
more from the bag, an empty one two; when the bag cannot do that, the distributor spreads what is left. An empty
bag means one last turn (or, by option, the end). A trio of red, blue and yellow is worth 5, any other coloured
stone 1, a white one 2; a tie goes to the seat with more white stones.

The state: a pile is one int of 18 bits, red, blue, yellow 5 each and white 3, red lowest; no colour has more
stones than its bits hold, so piles are added and moved as they are. `piles` is 18 of them, numbered as the
actions are: M1-M5 at 1-5, tiles T1-T6 at 6-11, claimed at 12-17. The bag is four counts, which are also the
weights of the next draw. Packed: 4 bytes for players, turn, phase, breaks and options, then 18 bits a pile in
use, 24 bytes with three players and 45 with six (and up to 3 more between turns).

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
from onthree.rules import notation
from onthree.rules.game import (
    CHANCE,
    NONE,
    SIMULTANEOUS,
    TERMINAL,
    RuleError,
    State,
    options_text,
    places,
    read_options,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "crossing"
MIN_PLAYERS = const(3)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("end_rule", ("final_turn", "immediate")),  # CX-A1
    ("shortage", ("distributor", "round_robin", "in_order")),  # CX-A2
    ("protect_empty", ("allow", "forbid")),  # CX-A4
    ("empty_targets", ("allow", "forbid")),  # CX-A5: mushrooms as well as characters
    ("no_choice", ("abstain", "random_mushroom", "recount")),  # CX-A6
    ("final_tie", ("shared", "replay")),  # CX-A8
    ("show_scores", ("end_only", "always")),  # CX-A10: for the screens, the rules do not change
    ("scoring", ("classic", "remake2020")),  # CX-A11
    ("distributor", ("1", "2", "3", "4", "5", "6")),  # CX4: a seat
)
_END_RULE, _SHORTAGE, _PROTECT_EMPTY, _EMPTY_TARGETS, _NO_CHOICE, _FINAL_TIE, _, _SCORING, _DISTRIBUTOR = range(9)
_OPTION_BITS = b"\x01\x02\x01\x01\x02\x01\x01\x01\x03"  # width of each in a packed state, 13 bits in all

# Actions; the outcomes of a draw are 0 to 3 for a colour, or a mushroom counted from 0.
MUSHROOM = const(1)  # M1, and M2 to M5 after it
TILE = const(6)  # T1, and T2 to T6 after it
PROTECT = const(12)
GIVE = const(13)  # G0, and G1 and G2 after it
_CLAIMED = const(12)  # where the claimed piles begin in `piles`

COLOURS = "RBYW"
STONES = (18, 18, 18, 6)  # CX1
_UNIT = (1, 1 << 5, 1 << 10, 1 << 15)  # one stone of each colour in a pile

PHASES = ("setup", "refill", "absent", "choose", "split", "end")
_SETUP = const(0)
_REFILL = const(1)
_ABSENT = const(2)  # up to here a phase is a chance state
_CHOOSE = const(3)
_SPLIT = const(4)
_END = const(5)


# -- what a table without stones in the device needs, too -------------------------------------------------
def points(stones: "Sequence[int]", scoring: str = "classic") -> "list[tuple[str, int]]":
    """Return what (red, blue, yellow, white) stones are worth as (name, points), CX20 or CX-A11."""
    red, blue, yellow, white = stones
    trios = min(red, blue, yellow)
    if scoring == "classic":
        return [("trios", 5 * trios), ("singles", red + blue + yellow - 3 * trios), ("white", 2 * white)]
    return [("red", 3 * red), ("blue", blue), ("yellow", 2 * yellow), ("trios", 4 * trios), ("white", white * white)]


def score(stones: "Sequence[int]", scoring: str = "classic") -> int:
    """Return the points of (red, blue, yellow, white) stones."""
    return sum(worth for _, worth in points(stones, scoring))


def need(totals: "Sequence[int]") -> "list[int]":
    """Return how many stones each mushroom gets in a refill, from how many it holds (CX16)."""
    return [1 if total else 2 for total in totals]


def share(needs: "Sequence[int]", left: int, shortage: str) -> "list[int]":
    """Return how `left` stones are spread when they are fewer than needed, without asking anybody (CX-A2)."""
    given = [0] * len(needs)
    for step in (1, 2) if shortage == "round_robin" else (2,):
        for i, most in enumerate(needs):
            more = min(most, step) - given[i]
            if more > left:
                more = left
            if more > 0:
                given[i] += more
                left -= more
    return given


def give_range(needs: "Sequence[int]", at: int, left: int) -> "tuple[int, int]":
    """Return the least and the most that mushroom `at` may get of `left` stones, which must all be placed (CX17)."""
    later = sum(needs[at + 1 :])
    return max(0, left - later), min(needs[at], left)


def turn_limit(players: int, immediate: bool) -> int:
    """Return the number of the latest turn a game can have: every refill takes a stone a mushroom at least."""
    mushrooms = players - 1
    return (sum(STONES) - 2 * mushrooms) // mushrooms + (0 if immediate else 1)


def _stones(pile: int) -> "tuple[int, int, int, int]":
    return pile & 31, pile >> 5 & 31, pile >> 10 & 31, pile >> 15


def _pile_text(stones: "Sequence[int]") -> str:
    return "{}.{}.{}.{}".format(*stones)


def _read_pile(text: str) -> int:
    counts = notation.parts(text, ".", 4, "A pile (red.blue.yellow.white)")
    return sum(notation.number(counts[i], 0, STONES[i], "A stone count") * _UNIT[i] for i in range(4))


class Crossing(State):
    """A position of Crossing; see the module for the numbering of piles and actions."""

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin at the setup, all stones in the bag; `options` are indices into OPTIONS, already checked."""
        self.players = players
        self.options = options
        self.turn = 1
        self.phase = _SETUP
        self.last = 0  # 1 in the final turn
        self.sitting = 0  # seats on break, as bits
        self.piles = [0] * 18
        self._bag = list(STONES)
        self._plan = bytearray(10)  # the piles that the coming draws go to, the next one last
        self._todo = 0  # how many of them are left
        self._due = bytearray(5)  # split: what the distributor gave so far
        self._at = 0  # split: the mushroom asked for
        self._acts = bytearray(6)  # the choices of the turn last resolved, or waiting in absent
        self._moved = [0] * 6  # the pile that each seat took or claimed in it
        self._menus: list[bytes] = []  # legal choices of each seat, were it not on break
        self._masks = [1] * 6  # the same as bits

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
            low, high = self._give_range()
            return range(GIVE + low, GIVE + high + 1)
        return b""

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply an outcome of chance, or in split the distributor's answer for the next mushroom."""
        phase = self.phase
        if phase <= _REFILL:
            bag = self._bag
            if not 0 <= action <= 3 or not bag[action]:
                raise RuleError("There is no such stone in the bag.")
            bag[action] -= 1
            todo = self._todo - 1
            self._todo = todo
            self.piles[self._plan[todo]] += _UNIT[action]
            if not todo:
                self._filled()
        elif phase == _SPLIT:
            low, high = self._give_range()
            if not GIVE + low <= action <= GIVE + high:
                raise RuleError("This mushroom gets from {} to {} stones.".format(low, high))
            self._due[self._at] = action - GIVE
            self._at += 1
            self._ask()
        elif phase == _ABSENT:
            weights = self.chance_outcomes()
            if not 0 <= action < len(weights) or not weights[action]:
                raise RuleError("There is no such mushroom to point at.")
            self._acts[self._absent()] = MUSHROOM + action
            if self._absent() < 0:
                self._resolve(self._acts)
        else:
            raise RuleError("Everybody chooses at once." if phase == _CHOOSE else "The game is over.")

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
            if action < 0 or not masks[seat] >> action & 1 or (action and sitting >> seat & 1):
                if action or not sitting >> seat & 1:
                    raise RuleError(self._refusal(seat, action))
        if self.options[_NO_CHOICE] == 1:  # random_mushroom
            for seat in range(players):
                self._acts[seat] = actions[seat]
            if self._absent() >= 0:
                self.phase = _ABSENT
                return
        self._resolve(actions)

    def chance_outcomes(self) -> "Sequence[int]":
        """Return how many stones of each colour are in the bag, or 1 for every mushroom to point at."""
        if self.phase <= _REFILL:
            return self._bag
        if self.phase != _ABSENT:
            return ()
        mushrooms = self.piles[MUSHROOM : self.players]
        if self.options[_EMPTY_TARGETS] and sum(mushrooms):
            return [1 if pile else 0 for pile in mushrooms]
        return [1] * len(mushrooms)

    # -- the turn, step by step ------------------------------------------------------------------------
    def _open(self) -> None:
        """Begin to choose; menus change after the first turn, or with the stones where options forbid empty ones."""
        self.phase = _CHOOSE
        options = self.options
        if self.turn <= 2 or not self._menus or options[_PROTECT_EMPTY] or options[_EMPTY_TARGETS]:
            self._menus = [self._menu(seat) for seat in range(self.players)]
            for seat, menu in enumerate(self._menus):
                self._masks[seat] = sum(1 << action for action in menu)

    def _menu(self, seat: int) -> bytes:
        """Return the choices of an active seat: CX6, CX7, CX-A4, CX-A5, CX-A6."""
        piles = self.piles
        players = self.players
        menu = list(range(MUSHROOM, players))
        if self.turn > 1:
            menu += range(TILE, TILE + players)
            menu.remove(TILE + seat)
        if self.options[_EMPTY_TARGETS]:
            menu = [target for target in menu if piles[target]]
        if self.turn > 1 and (piles[TILE + seat] or not self.options[_PROTECT_EMPTY]):
            menu.append(PROTECT)
        if self.options[_NO_CHOICE] != 2 or not menu:  # with recount a seat must choose, if it can
            menu.insert(0, NONE)
        return bytes(menu)

    def _refusal(self, seat: int, action: int) -> str:
        who = "Seat {}".format(seat + 1)
        if self.sitting >> seat & 1:
            return who + " is on break this turn and cannot choose."
        if action == NONE:
            return who + " has not chosen: count again."
        if self.turn == 1:
            return who + " must point at a mushroom in the first turn."
        return who + " cannot choose that now."

    def _absent(self) -> int:
        """Return the first seat that is awaited and has not chosen, or -1."""
        for seat in range(self.players):
            if not self._acts[seat] and not self.sitting >> seat & 1:
                return seat
        return -1

    def _resolve(self, actions: "Sequence[int]") -> None:
        """Move the stones, all from where they lay when the turn began (CX8 to CX13), then refill or end."""
        seats = range(self.players)
        piles = self.piles
        acts = self._acts
        moved = self._moved
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
            if acts[seat] != PROTECT:
                piles[TILE + seat] += moved[seat]
        self.sitting = guard >> TILE
        if self.last:
            self.phase = _END
        else:
            self._refill()

    def _refill(self) -> None:
        """Plan the draws after a turn (CX16); with too few stones ask the distributor or an option (CX17)."""
        needs = need(self.piles[MUSHROOM : self.players])
        left = sum(self._bag)
        self.phase = _REFILL
        if left < sum(needs):
            if not left:
                self._filled()
                return
            shortage = self.options[_SHORTAGE]
            if not shortage:
                self.phase = _SPLIT
                self._at = 0
                self._ask()
                return
            needs = share(needs, left, OPTIONS[_SHORTAGE][1][shortage])
        self._draw_for(needs)

    def _give_range(self) -> "tuple[int, int]":
        left = sum(self._bag) - sum(self._due[: self._at])
        return give_range(need(self.piles[MUSHROOM : self.players]), self._at, left)

    def _ask(self) -> None:
        """Go on to the next mushroom for which the distributor has a choice, or to the draws."""
        while self._at < self.players - 1:
            low, high = self._give_range()
            if low < high:
                return
            self._due[self._at] = low
            self._at += 1
        self.phase = _REFILL
        self._draw_for(self._due)

    def _draw_for(self, due: "Sequence[int]") -> None:
        """Plan the draws: onto the mushrooms in order, `due` stones each."""
        plan = self._plan
        todo = 0
        for mushroom in range(self.players - 2, -1, -1):
            for _ in range(due[mushroom]):
                plan[todo] = MUSHROOM + mushroom
                todo += 1
        self._todo = todo

    def _filled(self) -> None:
        """Begin the next turn, or end the game, when the mushrooms have got their stones (CX18, CX-A1)."""
        if not sum(self._bag):
            if self.options[_END_RULE]:
                self.phase = _END
                return
            self.last = 1
        if self.phase != _SETUP:
            self.turn += 1
        self._open()

    def _still_due(self) -> "list[int]":
        """Return how many stones each mushroom is still to get; 3 where the distributor has not said."""
        if self.phase == _SPLIT:
            return [self._due[i] if i < self._at else 3 for i in range(self.players - 1)]
        due = [0] * (self.players - 1)
        for i in range(self._todo):
            due[self._plan[i] - MUSHROOM] += 1
        return due

    # -- what the last turn did ------------------------------------------------------------------------
    def events(self) -> "list[tuple[str, int, int, tuple[int, int, int, int]]]":
        """Return what the turn last resolved did to each seat: (kind, seat, action, stones moved).

        Kinds: `takes`; `protects`; `empty` (alone, but nothing lay there); `crowded` (others pointed there);
        `blocked` (the tile was protected); `none` (on break, or no choice). Not part of the position.
        """
        seats = range(self.players)
        acts = self._acts
        told = []
        for seat in seats:
            action = acts[seat]
            if action == NONE:
                kind = "none"
            elif action == PROTECT:
                kind = "protects"
            elif action >= TILE and acts[action - TILE] == PROTECT:
                kind = "blocked"
            elif sum(1 for other in seats if acts[other] == action) > 1:
                kind = "crowded"
            else:
                kind = "takes" if self._moved[seat] else "empty"
            told.append((kind, seat, action, _stones(self._moved[seat])))
        return told

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, `M2`, `T3`, `P`, `G1`; for an outcome a colour's letter, or in absent the mushroom."""
        if seat == CHANCE:
            if self.phase == _ABSENT:
                action += MUSHROOM
            elif 0 <= action <= 3:
                return COLOURS[action]
        for letter, first, last in (("M", MUSHROOM, 5), ("T", TILE, 11), ("G", GIVE, 15)):
            if first <= action <= last:
                return letter + str(action - first + (0 if letter == "G" else 1))
        if action == NONE:
            return "-"
        if action == PROTECT:
            return "P"
        raise RuleError("There is no action {} in Crossing.".format(action))

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action of a word; one's own tile means protect (CX-A7). With CHANCE: a colour or mushroom."""
        if seat == CHANCE and len(text) == 1 and text in COLOURS:
            return COLOURS.index(text)
        if text in ("-", "P"):
            return NONE if text == "-" else PROTECT
        if len(text) == 2 and text[1] in "0123456":
            digit = int(text[1])
            if text[0] == "M" and 1 <= digit < self.players:
                return digit - 1 if seat == CHANCE else MUSHROOM + digit - 1
            if text[0] == "T" and 1 <= digit <= self.players:
                return PROTECT if digit - 1 == seat else TILE + digit - 1
            if text[0] == "G" and digit <= 2:
                return GIVE + digit
        raise RuleError("A choice is M1, T2, P or -, of what is on the table, not {}.".format(text))

    def position(self) -> str:
        """Return the position in one line; see the module for its fields."""
        players = self.players
        piles = [_pile_text(_stones(pile)) for pile in self.piles]
        text = "crossing/1 players={} turn={} last={} phase={} bag={} mushrooms={} tiles={} claimed={} break={}".format(
            players, self.turn, self.last, PHASES[self.phase], _pile_text(self._bag),
            "/".join(piles[MUSHROOM:players]), "/".join(piles[TILE : TILE + players]),
            "/".join(piles[_CLAIMED : _CLAIMED + players]), notation.bits_text(self.sitting, players),
        )  # fmt: skip
        if self.phase in (_SETUP, _REFILL, _SPLIT):
            text += " due=" + ".".join("012-"[due] for due in self._still_due())
        elif self.phase == _ABSENT:
            text += " choices=" + ".".join(self.action_text(seat, self._acts[seat]) for seat in range(players))
        options = options_text(OPTIONS, self.options)
        return text + " " + options if options else text

    def view(self, seat: int) -> str:
        """Return the position: a state holds no choice before the reveal, and all stones lie open (CX15)."""
        return self.position()

    def pack(self) -> bytes:
        """Return 4 bytes of heading and 18 bits a pile in use, high bits first; between turns what is due as well."""
        players = self.players
        head = 1 << 6 | self.turn << 1 | self.last
        head = ((head << 3 | self.phase) << 6 | self.sitting) << 2 | players - 3
        for i, width in enumerate(_OPTION_BITS):
            head = head << width | self.options[i]
        red, blue, yellow, white = self._bag
        body = white << 15 | yellow << 10 | blue << 5 | red
        for pile in self.piles[MUSHROOM:players]:
            body = body << 18 | pile
        for pile in self.piles[TILE : TILE + players]:
            body = body << 18 | pile
        for pile in self.piles[_CLAIMED : _CLAIMED + players]:
            body = body << 18 | pile
        if self.phase in (_SETUP, _REFILL, _SPLIT):
            for due in self._still_due():
                body = body << 2 | due
        elif self.phase == _ABSENT:
            for seat in range(players):
                body = body << 4 | self._acts[seat]
        return head.to_bytes(4, "big") + body.to_bytes(_body_size(players, self.phase), "big")

    # -- the end ---------------------------------------------------------------------------------------
    def owned(self, seat: int) -> "tuple[int, int, int, int]":
        """Return the (red, blue, yellow, white) stones that count for `seat`: claimed and on the tile (CX19)."""
        return _stones(self.piles[TILE + seat] + self.piles[_CLAIMED + seat])

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

    # -- what no game can hold -------------------------------------------------------------------------
    def check(self) -> None:
        """Raise RuleError if no game of Crossing can come to this position; fewer stones than 60 are accepted."""
        for colour in range(4):
            total = self._bag[colour] + sum(_stones(pile)[colour] for pile in self.piles)
            if total > STONES[colour]:
                raise RuleError("There are {} {} stones, not {}.".format(STONES[colour], COLOURS[colour], total))
        limit = turn_limit(self.players, self.options[_END_RULE] == 1)
        if not 1 <= self.turn <= limit:
            raise RuleError("A game of {} has at most {} turns.".format(self.players, limit))
        self._check_seats()
        left = sum(self._bag)
        if self.last and (left or self.options[_END_RULE] or self.phase in (_SETUP, _REFILL, _SPLIT)):
            raise RuleError("The last turn comes only when the bag is empty, and not with end_rule=immediate.")
        if self.phase == _END and (left or not (self.last or self.options[_END_RULE])):
            raise RuleError("The game is not over: there are stones in the bag or a last turn to play.")
        if self.phase in (_SETUP, _REFILL, _SPLIT):
            self._check_due(left)
        if self.phase == _ABSENT:
            self._check_choices()

    def _check_seats(self) -> None:
        piles = self.piles
        resolved = self.turn - (1 if self.phase in (_CHOOSE, _ABSENT, _SETUP) else 0)  # turns that are over
        for seat in range(self.players):
            if self.sitting >> seat & 1 and piles[TILE + seat]:
                raise RuleError("Seat {} is on break, so its tile is empty.".format(seat + 1))
        if resolved < 1 and any(piles[TILE:]):
            raise RuleError("Nobody has stones before the first turn is over.")
        if resolved < 2 and (self.sitting or any(piles[_CLAIMED:])):
            raise RuleError("Nobody has protected anything before the second turn is over.")

    def _check_due(self, left: int) -> None:
        due = self._still_due()
        needs = need(self.piles[MUSHROOM : self.players])
        if self.phase == _SPLIT:
            low, high = self._give_range()
            fits = sum(needs) > left and low < high and not self.options[_SHORTAGE]
            fits = fits and all(due[i] <= needs[i] for i in range(self._at))
        else:
            fits = 0 < sum(due) <= left and all(due[i] < 2 or needs[i] == 2 for i in range(len(due)))
            fits = fits and (self.phase == _REFILL or self.turn == 1)
        if not fits:
            raise RuleError("These stones cannot be due to the mushrooms now.")

    def _check_choices(self) -> None:
        legal = all(
            not action or (action in self._menu(seat) and not self.sitting >> seat & 1)
            for seat, action in enumerate(self._acts[: self.players])
        )
        if not legal or self._absent() < 0 or self.options[_NO_CHOICE] != 1:
            raise RuleError("These choices do not wait for a mushroom to be drawn.")


def _rows(players: int) -> "tuple[tuple[str, int, int], ...]":
    """Return (name, first index, how many) of the piles in use."""
    return ("mushrooms", MUSHROOM, players - 1), ("tiles", TILE, players), ("claimed", _CLAIMED, players)


def _body_size(players: int, phase: int) -> int:
    """Return how many bytes follow the heading of a packed state."""
    width = 18 * 3 * players  # the bag, players - 1 mushrooms, twice players
    if phase == _ABSENT:
        width += 4 * players
    elif phase not in (_CHOOSE, _END):
        width += 2 * (players - 1)
    return (width + 7) // 8


def _loaded(state: Crossing, due: "Sequence[int]") -> Crossing:
    """Return `state`, read from text or bytes, ready to be played on; RuleError if no game can hold it."""
    if state.phase == _SPLIT:
        state._at = due.index(3) if 3 in due else len(due)
        state._due[: len(due)] = bytes(due)
        if state._at == len(due) or list(due[state._at :]) != [3] * (len(due) - state._at):
            raise RuleError("In a split the first mushrooms have their stones and the others do not.")
    elif state.phase in (_SETUP, _REFILL):
        if 3 in due:
            raise RuleError("Only in a split can it be open how many stones a mushroom gets.")
        state._draw_for(due)
    state.check()
    if state.phase == _CHOOSE:
        state._open()
    return state


def _settings(players: int, options: "Mapping[str, str] | None") -> bytearray:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("Crossing is for 3 to 6 players, not {}.".format(players))
    values = read_options(OPTIONS, options)
    if values[_DISTRIBUTOR] >= players:
        raise RuleError("The distributor is one of the {} seats.".format(players))
    return values


def new(players: int, options: "Mapping[str, str] | None" = None) -> Crossing:
    """Return the state before the setup: two stones will be drawn for each mushroom (CX2 to CX5)."""
    state = Crossing(players, _settings(players, options))
    state._draw_for([2] * (players - 1))
    return state


def from_position(text: str) -> Crossing:
    """Return the state of a position text; RuleError, in a sentence, for what no game can hold."""
    found = notation.fields(text, "crossing/1")
    players = notation.number(notation.take(found, "players"), MIN_PLAYERS, MAX_PLAYERS, "players")
    turn = notation.number(notation.take(found, "turn"), 1, 29, "turn")
    last = notation.number(notation.take(found, "last"), 0, 1, "last")
    phase = notation.take(found, "phase")
    if phase not in PHASES:
        raise RuleError("phase is {}, not {}.".format(" or ".join(PHASES), phase))
    bag = _stones(_read_pile(notation.take(found, "bag")))
    rows = []
    for name, first, count in _rows(players):
        texts = notation.parts(notation.take(found, name), "/", count, name)
        rows.append((first, [_read_pile(pile) for pile in texts]))
    sitting = notation.bits(notation.take(found, "break"), players, "break")
    due: list[int] = []
    choices: Sequence[str] = ()
    if phase in ("setup", "refill", "split"):
        for word in notation.parts(notation.take(found, "due"), ".", players - 1, "due"):
            due.append(3 if word == "-" else notation.number(word, 0, 2, "due"))
    elif phase == "absent":
        choices = notation.parts(notation.take(found, "choices"), ".", players, "choices")
    state = Crossing(players, _settings(players, found))
    state.turn = turn
    state.last = last
    state.phase = PHASES.index(phase)
    state.sitting = sitting
    state._bag = list(bag)
    for first, piles in rows:
        state.piles[first : first + len(piles)] = piles
    for seat, word in enumerate(choices):
        state._acts[seat] = state.parse_action(seat, word)
    return _loaded(state, due)


def unpack(data: bytes) -> Crossing:
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    if len(data) < 5:
        raise RuleError("A packed position of Crossing is longer.")
    head = int.from_bytes(data[:4], "big")
    values = bytearray(len(OPTIONS))
    for i in range(len(OPTIONS) - 1, -1, -1):
        values[i] = head & (1 << _OPTION_BITS[i]) - 1
        head >>= _OPTION_BITS[i]
        if values[i] >= len(OPTIONS[i][1]):
            raise RuleError("A packed position of Crossing has no such option.")
    players = 3 + (head & 3)
    phase = head >> 8 & 7
    fits = head >> 17 == 1 and values[_DISTRIBUTOR] < players and phase <= _END
    if not fits or len(data) != 4 + _body_size(players, phase):
        raise RuleError("These bytes are no packed position of Crossing.")
    state = Crossing(players, values)
    state.sitting = head >> 2 & 63
    state.phase = phase
    state.last = head >> 11 & 1
    state.turn = head >> 12 & 31
    body = int.from_bytes(data[4:], "big")
    due = [0] * (players - 1)
    if phase == _ABSENT:
        for seat in range(players - 1, -1, -1):
            state._acts[seat] = body & 15
            body >>= 4
    elif phase not in (_CHOOSE, _END):
        for i in range(players - 2, -1, -1):
            due[i] = body & 3
            body >>= 2
    for _, first, count in reversed(_rows(players)):
        for i in range(first + count - 1, first - 1, -1):
            state.piles[i] = body & 0x3FFFF
            body >>= 18
    state._bag = list(_stones(body & 0x3FFFF))
    if body >> 18 or state.sitting >> players:
        raise RuleError("These bytes are no packed position of Crossing.")
    return _loaded(state, due)
