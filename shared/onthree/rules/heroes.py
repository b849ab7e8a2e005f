"""Crossing Heroes, for 2 to 5 players, or 1 for practice (rules CH1 to CH22, options and conflicts CH-A1 to CH-A13).

Clockwise, each player takes 8 turns, one Trial in each, and lays the Trials around the own Hero, 3 by 3. First one
may pay the Muses to have a row dealt anew. Then one of four open Trials is taken, as a bonus Gold, Skills, or both:
Skills from the two columns under the Trial, each to a free outer edge of the 3 by 3. A Trial is complete when the
Skills at the ends of its row and its column show what it asks for. Four completed Trials of the four gods bring an
Item free, twice at most; at the end of a turn one Item can be bought. Completed Trials, Skills of the Hero's type,
Glory and Items score; most points win, then most Gold left.

The lists of cards are not public, so there are two ways to play it, and the option `cards=<name>` decides which:
- without, the cards lie on the table and the device keeps account of them (heroes_tracker.py);
- with the cards of a card file (heroes_deck.py, cards.py) the device deals them and knows all rules (heroes_game.py).

Both read and write `heroes/1 players= ...`; only the second has `cards=` in it. Packed: 40 to 176 bytes without cards,
at most 300 with.
"""

from onthree import cards
from onthree.compat import TYPE_CHECKING
from onthree.rules.game import RuleError, read_options
from onthree.rules.heroes_base import MAX_PLAYERS, MIN_PLAYERS, NAME, OPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onthree.rules.heroes_base import Heroes

__all__ = (
    "MAX_PLAYERS", "MIN_PLAYERS", "NAME", "OPTIONS",
    "cards_title", "check_cards", "from_position", "new", "unpack",
)  # fmt: skip

_CARDS_MARK = b"C"


def check_cards(packed: bytes) -> None:
    """Raise RuleError, in a sentence, for cards that the game cannot be played with (CH1)."""
    from onthree.rules import heroes_deck

    heroes_deck.check(packed)


def cards_title(packed: bytes) -> str:
    """Return the title of packed cards, to be shown where they are played with."""
    from onthree.rules import heroes_deck

    return heroes_deck.Deck(packed).title()


def new(players: int, options: "Mapping[str, str] | None" = None) -> "Heroes":
    """Return the state before the setup (CH2 to CH5); with the option `cards` the whole game, else the tracker."""
    options, name = cards.take_option(options)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("Crossing Heroes is for 2 to 5 players, or 1 for practice, not {}.".format(players))
    chosen = read_options(OPTIONS, options)
    if name:
        from onthree.rules import heroes_game

        return heroes_game.new(players, chosen, name)
    from onthree.rules import heroes_tracker

    return heroes_tracker.Tracker(players, chosen)


def from_position(text: str) -> "Heroes":
    """Return the state of a position text; RuleError, in a sentence, for what no game can hold."""
    from onthree.rules import notation

    found = notation.raw_fields(text, "heroes/1")
    players = notation.take_digit(found, b"players", MIN_PLAYERS, MAX_PLAYERS)
    chosen = {name: notation.take_text(found, name.encode()) for name, _ in OPTIONS if name.encode() in found}
    if b"cards" in found:
        chosen["cards"] = notation.take_text(found, b"cards")
    state = new(players, chosen)
    state.read(found)
    if found:
        raise RuleError("There is no field {} in this position.".format(min(found).decode()))
    state.check()
    return state


def unpack(data: bytes) -> "Heroes":
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    if data[:1] == _CARDS_MARK:
        from onthree.rules import heroes_game

        return heroes_game.unpack(data)
    from onthree.rules import heroes_tracker

    return heroes_tracker.unpack(data)
