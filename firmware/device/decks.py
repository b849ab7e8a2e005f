"""Card files in flash: the packed cards of a game, one file a game beside the journal, put there by `onthree deploy`.

A game can be played with them if its rules have `cards_title` (see onthree.cards); they are read when it is opened,
and when one goes on that was begun with them.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from types import ModuleType

_LONGEST = const(400)  # bytes


def take(folder: str, rules: "ModuleType") -> "tuple[str, str]":
    """Hand the cards of a game to its rules; return their name and title, "" where there are none that it can use."""
    if not hasattr(rules, "cards_title"):
        return "", ""
    from onthree import cards

    try:
        with open("{}/{}.cards".format(folder, rules.NAME), "rb") as file:
            packed = file.read(_LONGEST)
        return cards.keep(rules, packed), rules.cards_title(packed)
    except (OSError, RuleError):
        return "", ""
