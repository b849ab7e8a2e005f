"""What the tests of Crystalla share: the invented cards, a game with them that looks like a module, small positions."""

import json

from onthree import cards
from onthree.rules import crystalla
from onthree.rules.crystalla_display import CRYSTALS, LETTERS
from tests.both.playing import Dice, choose, do, file_text

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


def changed(text, **fields):
    """A position's text with other values in some of its fields; None takes a field out."""
    words = []
    for word in text.split():
        name = word.split("=")[0]
        if name not in fields:
            words.append(word)
        elif fields[name] is not None:
            words.append("{}={}".format(name, fields[name]))
    return " ".join(words)


def tracked(players=4, **fields):
    """A state without cards at the first choice of seat 1, with other values in some of its fields."""
    state = crystalla.new(players, {"start_swap": "off"})
    state.apply(0)
    return crystalla.from_position(changed(state.position(), **fields))


def with_cards(players=4, options=None):
    """A state with the invented cards at the first choice of seat 1, all first outcomes drawn, first choices made."""
    state = WithCards().new(players, options)
    while state.turn < 1 or state.current() < 0:
        if state.current() < 0:
            weights = state.chance_outcomes()
            state.apply([outcome for outcome, weight in enumerate(weights) if weight][0])
        else:
            state.apply(state.legal_actions(state.current())[0])
    return state


EMPTY = "-,-,-,-/-,-,-,-/-,-,-,-"
_LATE: "dict[str, str]" = {}  # texts of games that are nearly over, by players and options


def late(players=4, options=None, display=EMPTY, **fields):
    """A state with cards in the last round, at the choice of seat 1: its display, the others empty, other fields."""
    key = "{} {}".format(players, sorted((options or {}).items()))
    if key not in _LATE:
        dice = Dice(1)
        state = WithCards().new(players, options)
        state.apply(0)
        while state.turn <= 8 * players or state.current() < 0:
            do(state, *choose(state, dice))
        _LATE[key] = state.position()
    displays = "|".join([display] + [EMPTY] * (players - 1))
    return crystalla.from_position(changed(_LATE[key], displays=displays, **fields))


def say(state, words):
    """Do what the words say, one after the other: choices of whoever is awaited, outcomes of chance."""
    for word in words.split():
        state.apply(state.parse_action(state.current(), word))
    return state


def go(state, walk):
    """Play a walk such as `a1: b1=2 b2=1`, all of its steps or the first few."""
    return say(state, walk)


def fill(state, seat, entries):
    """Enter numbers on a seat's pad."""
    for word in entries.split():
        state.apply_by(seat, state.parse_action(seat, word))
    return state


def words(state, seat=None):
    """The words of all that a seat may do, or whoever is awaited."""
    seat = state.current() if seat is None else seat
    return " ".join(state.action_text(seat, action) for action in state.legal_actions(seat))


def field(state, name):
    """The value of a field of a state's text, or None."""
    for word in state.position().split():
        if word.startswith(name + "="):
            return word[len(name) + 1 :]
    return None
