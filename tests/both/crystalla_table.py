"""What the tests of Crystalla share: the invented cards, a game with them that looks like a module, small positions."""

import json

from onthree import cards
from onthree.rules import crystalla
from onthree.rules.crystalla_display import CRYSTALS, LETTERS
from tests.both.playing import file_text

EXAMPLE = "host/onthree_host/cards/crystalla-example.json"


def packed_example():
    """The example's packed cards, made from its JSON here as the host makes them there."""
    data = json.loads(file_text(EXAMPLE))
    packed = bytearray()
    for large in LETTERS:
        for small in LETTERS:
            packed.append(data["cards"].get(large + small, 0))
    for shape in ("large", "small"):
        for name in CRYSTALS:
            packed.append(data["crystals"][shape].get(name, 0))
    return bytes(packed) + data["title"].encode()


class WithCards:
    """Crystalla as a module whose games are played with the invented cards."""

    NAME = "crystalla"
    MIN_PLAYERS = crystalla.MIN_PLAYERS
    MAX_PLAYERS = crystalla.MAX_PLAYERS
    OPTIONS = tuple([option for option in crystalla.OPTIONS if option[0] != "track"])
    from_position = staticmethod(crystalla.from_position)
    unpack = staticmethod(crystalla.unpack)

    def __init__(self):
        self.cards = cards.keep(crystalla, packed_example())

    def new(self, players, options=None):
        chosen = dict(options or {})
        chosen["cards"] = self.cards
        return crystalla.new(players, chosen)
