"""Card files in flash: the packed cards of a game, one file a game beside the journal, put there by `onthree deploy`.

A game can be played with them if its rules have `cards_title` (see onthree.cards); they are read when it is opened,
and when one goes on that was begun with them.
"""

from onthree.compat import const
from onthree.rules import registry
from onthree.rules.game import RuleError

_LONGEST = const(4000)  # bytes; those of Crossing Heroes have 48 names in them


def take(folder: str, name: str) -> "tuple[str, str]":
    """Hand the cards of the game `name` to its rules; return their own name and their title, "" for none of use."""
    try:
        rules = registry.load(name)
        if not hasattr(rules, "cards_title"):
            return "", ""
        with open("{}/{}.cards".format(folder, name), "rb") as file:
            packed = file.read(_LONGEST)
        from onthree import cards

        return cards.keep(rules, packed), rules.cards_title(packed)
    except (OSError, RuleError):
        return "", ""
