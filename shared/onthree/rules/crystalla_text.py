"""Crystalla in words. `crystalla.py` describes the phases.

Actions, and the words for them: K keeps the start cards, S1 to S3 give one back for a new one (S without cards);
F1 to F4 name the first player; C1 to C3 pick the start card that is placed next; `a1` to `c3` are piles; `b1=2` drops a
piece of seat 2 on pile b1 (N: the neutral colour); `b=ne` places the card in column b, its large segment towards the
north-east; `2=LE` gives seat 2 the large emerald piece, `2=SE` the small one (`G2` some piece, without cards); `+b3`
lays it on the card in column b, row 3 of the display (`laid` or `lost`, without cards); `done` ends a turn that is only
counted; `T=4` enters 4 for tourmaline on the pad, and so on with A R E C D H, `D=0` after the last group of diamonds.

Outcomes: F1 to F4, a card `TA`, a crystal piece `LE`.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crystalla_walk as walks
from onthree.rules import notation
from onthree.rules.crystalla_box import KINDS, PIECES
from onthree.rules.crystalla_display import CORNERS, LETTERS
from onthree.rules.game import CHANCE, NONE, RuleError

if TYPE_CHECKING:
    from onthree.rules.crystalla import Crystalla

KEEP = const(1)
SWAPPED = const(2)  # S, without cards
SWAP = const(3)  # S1; S2 and S3 follow
FIRST = const(6)  # F1 to F4
PICK = const(10)  # C1 to C3
PILE = const(13)  # a1 to c3
STEP = const(22)  # 4 * pile + colour
PUT = const(58)  # 4 * column + corner
GIVE = const(74)  # 15 * seat + piece; piece 14 is any
COVER = const(134)  # the cells
LAID = const(146)
LOST = const(147)
DONE = const(148)
COUNT = const(150)  # 32 * item + number
_COUNT_END = const(374)

PHASES = (
    "lot", "deal", "reveal", "crystals", "first", "swap", "pick", "corners", "place",
    "choose", "walk", "donor", "award", "cover", "count", "end",
)  # fmt: skip
_LOT = const(0)
_DEAL = const(1)
_REVEAL = const(2)
_CRYSTALS = const(3)
_LETTERS = b"TARECDH"  # LETTERS, to be found in bytes
_EVENTS = ("begins", "swaps", "picks", "stands", "places", "lifts", "drops", "rebuilds", "gives", "covers")
_SMALL_WORDS = {NONE: "-", KEEP: "K", SWAPPED: "S", LAID: "laid", LOST: "lost", DONE: "done"}
_CELL_NAMES = tuple(["{}{}".format(column, row) for row in "123" for column in "abcd"])


# -- words ------------------------------------------------------------------------------------------------
def word(state: "Crystalla", seat: int, action: int) -> str:
    """Return the notation of an action, or with seat CHANCE of an outcome."""
    if seat == CHANCE:
        text = _outcome_text(state, action)
    elif action in _SMALL_WORDS:
        text = _SMALL_WORDS[action]
    elif SWAP <= action < PILE:
        text = ("S", "F", "C")[(action >= FIRST) + (action >= PICK)]
        text += str(action - (SWAP if text == "S" else FIRST if text == "F" else PICK) + 1)
    elif PILE <= action < STEP:
        text = walks.name(action - PILE)
    elif STEP <= action < PUT:
        text = walks.drop_text(state.players, action - STEP)
    elif PUT <= action < GIVE:
        text = "{}={}".format("abcd"[action - PUT >> 2], CORNERS[action - PUT & 3])
    elif GIVE <= action < COVER:
        owner, piece = divmod(action - GIVE, 15)
        text = "G{}".format(owner + 1) if piece == PIECES else "{}={}".format(owner + 1, piece_text(piece))
    elif COVER <= action < LAID:
        text = "+" + _CELL_NAMES[action - COVER]
    elif COUNT <= action < _COUNT_END:
        text = "{}={}".format(LETTERS[action - COUNT >> 5], action - COUNT & 31)
    else:
        text = ""
    if not text:
        raise RuleError("There is no action {} in Crystalla.".format(action))
    return text


def _outcome_text(state: "Crystalla", outcome: int) -> str:
    if state.phase == _LOT:
        return "F{}".format(outcome + 1) if 0 <= outcome < state.players else ""
    if state.phase == _CRYSTALS:
        return piece_text(outcome) if 0 <= outcome < PIECES else ""
    return card_text(outcome + 1) if 0 <= outcome < KINDS else ""


def parse(state: "Crystalla", seat: int, text: str) -> int:
    """Return the action of a word, or with seat CHANCE the outcome; RuleError if there is none."""
    action = _parse_outcome(state, text) if seat == CHANCE else _parse_word(state.players, text)
    if action < 0:
        raise RuleError("There is no {} in this game.".format(text or "empty word"))
    return action


def _parse_outcome(state: "Crystalla", text: str) -> int:
    if state.phase == _LOT:
        return _numbered(text, "F", state.players)
    if state.phase == _CRYSTALS:
        return _piece(notation.raw(text))
    return read_card(notation.raw(text)) - 1


def _parse_word(players: int, text: str) -> int:
    for action in _SMALL_WORDS:
        if _SMALL_WORDS[action] == text:
            return action
    for letter, base, most in (("S", SWAP, 3), ("F", FIRST, players), ("C", PICK, 3), ("G", -1, players)):
        i = _numbered(text, letter, most)
        if i >= 0:
            return base + i if base >= 0 else GIVE + 15 * i + PIECES
    if text[:1] == "+":
        return COVER + _CELL_NAMES.index(text[1:]) if text[1:] in _CELL_NAMES else -1
    left, equals, right = text.partition("=")
    if not equals:
        if text[2:] == ":":  # as the beginning of a walk is written
            text = text[:2]
        pile = walks.find(text, walks.pile_count(players))
        return PILE + pile if pile >= 0 else -1
    if len(left) == 2:
        drop = walks.read_drop(players, notation.raw(text))
        return STEP + drop if drop >= 0 else -1
    if len(left) != 1:
        return -1
    if left in "abcd":
        return PUT + 4 * "abcd".index(left) + CORNERS.index(right) if right in CORNERS else -1
    if left in LETTERS:
        return COUNT + 32 * LETTERS.index(left) + notation.number(right, 0, 24, "A number on the pad")
    owner = _numbered("G" + left, "G", players)
    piece = _piece(notation.raw(right))
    return GIVE + 15 * owner + piece if owner >= 0 and piece >= 0 else -1


def _numbered(text: str, letter: str, most: int) -> int:
    """Return n - 1 for the text `letter` n with 1 <= n <= most, or -1."""
    if len(text) == 2 and text[0] == letter and text[1] in "1234" and int(text[1]) <= most:
        return int(text[1]) - 1
    return -1


def card_text(card: int) -> str:
    """Return a card, a kind + 1, as its two crystals `TA`, large segment first; `-` for none."""
    if not card:
        return "-"
    large, small = divmod(card - 1, 7)
    return LETTERS[large] + LETTERS[small]


def piece_text(piece: int) -> str:
    """Return a crystal piece: `LE` a large emerald, `SE` a small one."""
    return "LS"[piece // 7] + LETTERS[piece % 7]


def read_card(word: bytes) -> int:
    """Return the card that `card_text` writes; 0 for anything else."""
    large, small = _LETTERS.find(word[:1]), _LETTERS.find(word[1:])
    return 7 * large + small + 1 if len(word) == 2 and large >= 0 and small >= 0 else 0


def read_piece(word: bytes) -> int:
    """Return the piece that `piece_text` writes; RuleError for anything else."""
    piece = _piece(word)
    if piece < 0:
        raise RuleError("A crystal piece is written LE or SE, not {}.".format(word.decode()))
    return piece


def _piece(word: bytes) -> int:
    """Return the piece that `piece_text` writes, or -1."""
    shape, crystal = b"LS".find(word[:1]), _LETTERS.find(word[1:])
    return 7 * shape + crystal if len(word) == 2 and shape >= 0 and crystal >= 0 else -1


def event_kind(phase: int, action: int) -> str:
    """Return what an action does, by the phase in which it is done."""
    if action == NONE or action == DONE:
        return "passes"
    return "keeps" if action == KEEP else _EVENTS[phase - PHASES.index("first")]


def refusal(state: "Crystalla", seat: int, action: int) -> str:
    """Return why an action is not legal now, in a sentence."""
    who = "Seat {}".format(seat + 1)
    phase = PHASES[state.phase]
    if phase == "choose" and PILE <= action < PILE + len(state.pieces):
        return "{} has no piece on pile {}.".format(who, walks.name(action - PILE))
    if phase == "walk" and STEP <= action < PUT:
        at = state.walk[-1] >> 2
        to = action - STEP >> 2
        if to not in walks.beside(len(state.pieces), at, -1):
            return "Pile {} is not beside {}.".format(walks.name(to), walks.name(at))
        if len(state.walk) > 1 and to == state.walk[-2] >> 2:
            return "A walk cannot go straight back to {}.".format(walks.name(to))
        return "No piece of that colour is in the hand."
    if phase == "place" and PUT <= action < GIVE:
        return "Column {} has three cards already.".format("abcd"[action - PUT >> 2])
    if phase == "cover" and COVER <= action < LAID and state.cards:
        return "The piece {} cannot lie there.".format(piece_text(state.piece))
    if phase == "donor" and PILE <= action < STEP:
        return "Another pile gives three cards and keeps at least one."
    return "{} cannot do that now.".format(who)


# -- what a position has to say ----------------------------------------------------------------------------
def has_seat(state: "Crystalla") -> bool:
    """Return whether the position has to say which seat is awaited: one after the other in the setup."""
    phase = PHASES[state.phase]
    if phase == "deal":
        return any(state.aside)
    return phase in ("swap", "pick", "corners") or (phase == "place" and not state.turn)


def has_card(state: "Crystalla") -> bool:
    """Return whether there is a card to be placed."""
    return state.cards != "" and PHASES[state.phase] in ("place", "donor")


def has_pads(state: "Crystalla") -> bool:
    """Return whether there is a score pad to be filled in, or there was."""
    return PHASES[state.phase] in ("count", "end") and len(state.items) > 0


def has_hands(state: "Crystalla") -> bool:
    """Return whether start cards are not placed yet."""
    return not state.turn and PHASES[state.phase] in ("deal", "swap", "pick", "place")
