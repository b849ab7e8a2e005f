"""The words of Crossing Heroes: how actions and outcomes are numbered and written, with and without cards.

Actions: muse-trials muse-a muse-b muse-items call the Muses for a row; T1 to T4 take a Trial of the row; nw to se a
cell; 1a to 5b a Skill of the display (row a above row b); n1 to s3 an edge; I1 to I4 an Item of the row. Without
cards: a god's name, `icon` and `refill` (Gold for a Skill's icon, for two empty columns), an Item's short
name, the kind of a value (`double` a number that an Item doubles, `double-` before other kinds), and plain numbers.
Outcomes: seat1 for the first player, H1 a Hero, T01 a Trial, S01 a Skill, I01 an Item, numbered as in the card file.
"""

from onthree.compat import const
from onthree.rules.game import RuleError
from onthree.rules.heroes_points import GODS, ITEMS

MUSE = const(1)  # the row of Trials; row a, row b and the Items after it
TAKE = const(5)  # the first Trial of the row
CELL = const(9)
SKILL = const(17)  # 1a to 5a, then 1b to 5b
EDGE = const(27)
ITEM = const(39)  # the first Item of the row
GOD = const(43)
ICON = const(47)
REFILL = const(48)
NAMED = const(49)  # the first of ITEMS
VALUE = const(61)  # flat, glory, item: kinds of Trial values beside the gods
DOUBLE = const(64)  # a number doubled, then the doubled kinds in the order of heroes_points
NUMBER = const(71)  # 0
MOST = const(40)  # the largest number there is a word for

CELLS = ("nw", "n", "ne", "w", "e", "sw", "s", "se")
EDGES = ("n1", "n2", "n3", "w1", "w2", "w3", "e1", "e2", "e3", "s1", "s2", "s3")
_WORDS = (
    ("-", "muse-trials", "muse-a", "muse-b", "muse-items", "T1", "T2", "T3", "T4")
    + CELLS
    + ("1a", "2a", "3a", "4a", "5a", "1b", "2b", "3b", "4b", "5b")
    + EDGES
    + ("I1", "I2", "I3", "I4")
    + GODS
    + ("icon", "refill")
    + tuple([item[0] for item in ITEMS])
    + ("flat", "glory", "item", "double")
    + tuple(["double-" + kind for kind in GODS + ("glory", "item")])
)

# What chance decides: (letter or word, digits, how many); the kinds of cards come first.
TRIALS = const(0)
SKILLS = const(1)
ITEM_TILES = const(2)
HEROES = const(3)
SEATS = const(4)
COUNTS = (48, 70, 16, 5, 5)  # CH1
_OUTCOMES = (("T", 2), ("S", 2), ("I", 2), ("H", 1), ("seat", 1))


def word(action: int) -> str:
    """Return the word of an action; RuleError if there is no such action."""
    if 0 <= action < NUMBER:
        return _WORDS[action]
    if NUMBER <= action <= NUMBER + MOST:
        return str(action - NUMBER)
    raise RuleError("There is no action {} in Crossing Heroes.".format(action))


def action(text: str) -> int:
    """Return the action of a word; RuleError if it is none."""
    if text in _WORDS:
        return _WORDS.index(text)
    if 0 < len(text) < 3 and all(c in "0123456789" for c in text):
        value = int(text)
        if value <= MOST and str(value) == text:
            return NUMBER + value
    raise RuleError("There is no move {} in Crossing Heroes.".format(text))


def outcome_word(kind: int, outcome: int) -> str:
    """Return the word of an outcome of one kind: T07 is Trial 7 of the card file, outcome 6."""
    if not 0 <= outcome < COUNTS[kind]:
        raise RuleError("There is no outcome {} here.".format(outcome))
    letter, digits = _OUTCOMES[kind]
    number = str(outcome + 1)
    return letter + "0" * (digits - len(number)) + number


def outcome(kind: int, text: str) -> int:
    """Return the outcome that a word names, where chance decides about `kind`; RuleError if it is none."""
    letter, digits = _OUTCOMES[kind]
    number = text[len(letter) :]
    if text.startswith(letter) and len(number) == digits and all(c in "0123456789" for c in number):
        value = int(number)
        if 1 <= value <= COUNTS[kind]:
            return value - 1
    raise RuleError("What is drawn now is written as in {}, not {}.".format(outcome_word(kind, 0), text))
