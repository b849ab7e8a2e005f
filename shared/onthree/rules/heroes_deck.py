"""The cards of Crossing Heroes, packed: 48 Trials, 70 Skills, 16 Items, 5 Heroes (CH1), and their names.

653 bytes and the names, everything little-endian, numbers as in heroes_grid and heroes_points:
    Trial  7 bytes: what it asks for (4, five bits a symbol), god | Gold << 2 | Skills << 4, kind << 5 | VP,
           the Item that doubles it, counted from 1
    Skill  4 bytes: its symbols, | Gold << 25 | Glory << 26
    Item   2 bytes: which of ITEMS | Glory << 4, cost
    Hero   1 byte: its symbol
then ASCII text, a line each: the title of the card file, the names of the Trials and of the Heroes. Cards are
numbered from 0 here and from 1 in texts (T01).
"""

from onthree import cards
from onthree.cards import check_total
from onthree.compat import const
from onthree.rules import heroes_grid
from onthree.rules.game import RuleError
from onthree.rules.heroes_points import ITEMS, KINDS
from onthree.rules.heroes_words import COUNTS

_TRIAL = const(7)
_SKILL = const(4)
_SKILLS_AT = const(336)
_ITEMS_AT = const(616)
_HEROES_AT = const(648)
_TEXT_AT = const(653)
_SYMBOLS = const(0x1FFFFFF)
_MULTISET = const(0xF7BDEF)  # the four bits of each symbol that count
_DOUBLERS = const(6)  # the first of ITEMS double
_MOST_COST = const(15)


class Deck:
    """Packed cards and how to read them."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.needs = [_word(packed, at) for at in range(0, _SKILLS_AT, _TRIAL)]  # of each Trial, as `need` has it
        self.gods = bytes([packed[at] & 3 for at in range(4, _SKILLS_AT, _TRIAL)])  # whose blessing each Trial carries
        self.skills = [_word(packed, at) & _SYMBOLS for at in range(_SKILLS_AT, _ITEMS_AT, _SKILL)]  # as `symbols`

    # -- Trials ----------------------------------------------------------------------------------------
    def need(self, trial: int) -> int:
        """Return the symbols that a Trial asks for, as a multiset of heroes_grid (CH15)."""
        return self.needs[trial]

    def god(self, trial: int) -> int:
        """Return whose blessing a Trial carries (CH17)."""
        return self.gods[trial]

    def bonus(self, trial: int) -> "tuple[int, int]":
        """Return the Gold and the number of Skills that a Trial brings (CH9)."""
        bonus = self.packed[_TRIAL * trial + 4] >> 2
        return bonus & 3, bonus >> 2

    def value(self, trial: int) -> "tuple[int, int]":
        """Return the kind of a Trial's value and its VP (CH21)."""
        value = self.packed[_TRIAL * trial + 5]
        return value >> 5, value & 31

    def doubler(self, trial: int) -> int:
        """Return the Item that doubles a Trial, or -1 (CH19)."""
        return self.packed[_TRIAL * trial + 6] - 1

    # -- Skills, Items, Heroes -------------------------------------------------------------------------
    def symbols(self, skill: int) -> int:
        """Return the symbols on a Skill, as a multiset of heroes_grid."""
        return self.skills[skill]

    def gold(self, skill: int) -> int:
        """Return the Gold that a Skill brings at once (CH14)."""
        return self.packed[_SKILLS_AT + _SKILL * skill + 3] >> 1 & 1

    def glory(self, skill: int) -> int:
        """Return the Glory on a Skill (CH14)."""
        return self.packed[_SKILLS_AT + _SKILL * skill + 3] >> 2 & 3

    def item(self, tile: int) -> int:
        """Return which of ITEMS a tile is."""
        return self.packed[_ITEMS_AT + 2 * tile] & 15

    def item_glory(self, tile: int) -> int:
        """Return the Glory on an Item."""
        return self.packed[_ITEMS_AT + 2 * tile] >> 4

    def cost(self, tile: int) -> int:
        """Return the Gold that an Item costs (CH18)."""
        return self.packed[_ITEMS_AT + 2 * tile + 1]

    def hero(self, hero: int) -> int:
        """Return the symbol that a Hero scores (CH5)."""
        return self.packed[_HEROES_AT + hero]

    # -- names -----------------------------------------------------------------------------------------
    def _line(self, number: int) -> str:
        packed = self.packed
        at = _TEXT_AT
        for _ in range(number):
            at = packed.find(b"\n", at) + 1
        end = packed.find(b"\n", at)
        return packed[at : end if end >= 0 else len(packed)].decode()

    def title(self) -> str:
        """Return the title of the card file, which says so when the cards are invented."""
        return self._line(0)

    def trial_name(self, trial: int) -> str:
        """Return the name of a Trial."""
        return self._line(1 + trial)

    def hero_name(self, hero: int) -> str:
        """Return the name of a Hero."""
        return self._line(1 + COUNTS[0] + hero)


def _word(packed: bytes, at: int) -> int:
    return int.from_bytes(packed[at : at + 4], "little")


_last: "list[Deck]" = []  # the deck asked for last: every position that is read back asks for it again


def find(name: str) -> Deck:
    """Return the deck of a name; RuleError if its cards are not here."""
    packed = cards.find("heroes", name)
    if not _last or _last[0].packed is not packed:
        _last[:] = [Deck(packed)]
    return _last[0]


def check(packed: bytes) -> None:
    """Raise RuleError, in a sentence, for bytes that are no cards of this game, or impossible ones."""
    lines = bytes(packed[_TEXT_AT:]).split(b"\n")
    letters = b"".join(lines)
    if not letters or min(letters) < 32 or b"\x7f" in letters or not _is_ascii(letters):
        raise RuleError("These are no cards of Crossing Heroes.")
    check_total("names", len([line for line in lines if line]) - 1, COUNTS[0] + COUNTS[3])
    deck = Deck(packed)
    for trial in range(COUNTS[0]):
        _check_trial(deck, trial)
    before = b""
    for skill in range(COUNTS[1]):
        at = _SKILLS_AT + _SKILL * skill
        card = packed[at : at + _SKILL]
        if card == before:  # mostly there are some alike
            continue
        before = card
        symbols = deck.skills[skill]
        if not 1 <= heroes_grid.total(symbols) <= 3 or symbols & ~_MULTISET or card[3] >> 4:
            raise RuleError("Skill {} shows from 1 to 3 symbols, Gold at most once.".format(skill + 1))
    names = [deck.item(tile) for tile in range(COUNTS[2])]
    for i in range(len(ITEMS)):
        if i not in names:
            raise RuleError("{} is missing among the Items.".format(ITEMS[i][1]))
    for tile in range(COUNTS[2]):
        if names[tile] >= len(ITEMS) or not 1 <= deck.cost(tile) <= _MOST_COST or deck.item_glory(tile) > 3:
            raise RuleError("Item {} has a cost from 1 to {} and at most 3 Glory.".format(tile + 1, _MOST_COST))
    for hero in range(COUNTS[3]):
        if deck.hero(hero) > 4:
            raise RuleError("Hero {} has one of the five Skills.".format(hero + 1))


def _is_ascii(letters: bytes) -> bool:
    try:
        return len(letters.decode()) == len(letters)
    except ValueError:
        return False


def _check_trial(deck: Deck, trial: int) -> None:
    need = deck.needs[trial]
    if need & ~_MULTISET or not 2 <= heroes_grid.total(need) <= 5:
        raise RuleError("Trial {} asks for 2 to 5 symbols.".format(trial + 1))
    at = _TRIAL * trial
    bonus, value, doubler = deck.packed[at + 4 : at + 7]
    if bonus >> 2 & 3 > 2 or bonus >> 4 > 2:
        raise RuleError("Trial {} brings at most 2 Gold and 2 Skills.".format(trial + 1))
    if value >> 5 >= KINDS or not value & 31 or doubler > _DOUBLERS:
        raise RuleError("Trial {} has no such value.".format(trial + 1))
