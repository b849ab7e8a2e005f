"""What the tests of Crossing Heroes say: set a position up, with cards or without, act, deal, look.

The cards are the invented ones of host/onthree_host/cards/heroes-example.json, packed in decks/heroes.hex, with some
of them changed where a test needs others.
"""

from onthree import cards
from onthree.compat import unhexlify
from onthree.rules import heroes, heroes_grid, heroes_words
from onthree.rules.game import CHANCE, SIMULTANEOUS
from onthree.rules.heroes_points import GODS
from tests.both.playing import file_text

EXAMPLE = unhexlify("".join(file_text("tests/both/decks/heroes.hex").split()))
_SKILLS_AT = 336
_ITEMS_AT = 616
_HEROES_AT = 648


def keep(trials=(), skills=(), items=(), hero=()):
    """Keep cards with some changed, return their name. Each change is (number in the file, what it says).

    A Trial is `SSC hermes 1+2 flat 7`: symbols, god, Gold + Skills, kind (flat, a god, glory, item), VP; a Skill is
    `SC`, with `+g` for Gold and `+*` for Glory; an Item is `10 3 1`: which of ITEMS, cost, Glory; a Hero its letter.
    """
    packed = bytearray(EXAMPLE)
    for number, text in trials:
        need, god, bonus, kind, vp = text.split()
        gold, takes = bonus.split("+")
        code = (("flat",) + GODS + ("glory", "item")).index(kind)
        at = 7 * (number - 1)
        packed[at : at + 4] = heroes_grid.symbols(need).to_bytes(4, "little")
        packed[at + 4] = GODS.index(god) | int(gold) << 2 | int(takes) << 4
        packed[at + 5] = code << 5 | int(vp)
    for number, text in skills:
        letters = text.split("+")
        word = heroes_grid.symbols(letters[0]) | ("g" in letters[1:]) << 25 | ("*" in letters[1:]) << 26
        at = _SKILLS_AT + 4 * (number - 1)
        packed[at : at + 4] = word.to_bytes(4, "little")
    for number, text in items:
        which, cost, glory = [int(word) for word in text.split()]
        packed[_ITEMS_AT + 2 * number - 2] = which | glory << 4
        packed[_ITEMS_AT + 2 * number - 1] = cost
    for number, letter in hero:
        packed[_HEROES_AT + number - 1] = heroes_grid.SYMBOLS.index(letter)
    return cards.keep(heroes, bytes(packed))


def keep_generous():
    """Keep cards with which everything happens often: three symbols a Skill, Gold, cheap Items, four more Torches."""
    trials = [(i + 1, "LE {} {}+{} {} 5".format(GODS[i % 4], i % 3, i // 3 % 3, _KINDS[i % 7])) for i in range(48)]
    skills = [(i + 1, ("LES", "LEC", "EWL", "SCW")[i % 4] + ("+g", "+*", "+g+*", "")[i // 4 % 4]) for i in range(70)]
    items = [(i + 1, "{} {} {}".format(i, 1 + i % 3, i % 2)) for i in range(12)]
    return keep(trials, skills, items + [(i, "10 2 0") for i in range(13, 17)])


_KINDS = ("flat", "apollo", "athena", "hermes", "poseidon", "glory", "item")


class WithCards:
    """Crossing Heroes as a module whose games are played with cards: the invented ones, or those of this name."""

    NAME = "heroes"
    MIN_PLAYERS = heroes.MIN_PLAYERS
    MAX_PLAYERS = heroes.MAX_PLAYERS
    OPTIONS = heroes.OPTIONS
    from_position = staticmethod(heroes.from_position)
    unpack = staticmethod(heroes.unpack)

    def __init__(self, name=None):
        self.cards = name or keep()

    def new(self, players, options=None):
        chosen = dict(options or {})
        chosen["cards"] = self.cards
        return heroes.new(players, chosen)


def fields(state):
    """The position's fields by name."""
    return dict(word.split("=", 1) for word in state.position().split()[1:])


def at(text, **changes):
    """The state of a position with some of its fields changed; a new one goes to the end."""
    words = text.split()
    for name, value in changes.items():
        word = "{}={}".format(name, value)
        places = [i for i, old in enumerate(words) if old.startswith(name + "=")]
        if places:
            words[places[0]] = word
        else:
            words.append(word)
    return heroes.from_position(" ".join(words))


def act(state, text):
    """The active seat does one thing after the other (at the pads the first that is awaited); return the fields."""
    for word in text.split():
        if state.current() == SIMULTANEOUS:
            enter(state, [seat for seat in range(state.players) if state.actors() >> seat & 1][0], word)
            continue
        seat = state.current()
        assert seat >= 0, "nobody is to act at {}: {}".format(word, state.position())
        state.apply(state.parse_action(seat, word))
    return fields(state)


def enter(state, seat, text):
    """A seat enters one thing after the other on its pad; return the fields after it."""
    for word in text.split():
        state.apply_by(seat, state.parse_action(seat, word))
    return fields(state)


def draw(state, text):
    """Chance decides as told."""
    for word in text.split():
        assert state.current() == CHANCE
        state.apply(state.parse_action(CHANCE, word))
    return fields(state)


def draw_all(state):
    """Chance decides, always for the first that can be; return the words."""
    words = []
    while state.current() == CHANCE:
        weights = state.chance_outcomes()
        outcome = [i for i in range(len(weights)) if weights[i]][0]
        words.append(state.action_text(CHANCE, outcome))
        state.apply(outcome)
    return " ".join(words)


def words(state, seat=None):
    """What the active seat may do, or this one."""
    seat = state.current() if seat is None else seat
    return " ".join([state.action_text(seat, action) for action in state.legal_actions(seat)])


def told(state):
    """What the last action did: `kind word numbers`."""
    found = []
    for kind, seat, action, counts in state.events():
        found.append(" ".join([kind, state.action_text(seat, action)] + [str(number) for number in counts]))
    return found


def begun(players=2, **options):
    """A game with the example's cards, dealt from the first on: cards 1, 2, 3 ... in order, seat 1 first."""
    if "cards" not in options:
        options["cards"] = keep()
    state = heroes.new(players, options)
    draw_all(state)
    return state


def tracking(players=2, first=1, **options):
    """A game without cards in which `first` begins."""
    state = heroes.new(players, options)
    draw(state, "seat{}".format(first))
    return state


def _laid(text, names):
    """Numbers by place that `nw=10 n=11` writes."""
    found = dict(word.split("=") for word in text.split())
    assert all(name in names for name in found)
    return ".".join([found.get(name, "0") for name in names])


def scene(cells="", edges="", **changes):
    """A game for one in which these cards lie: `nw=10 n=11` Trials, `n1=20` Skills, by their numbers.

    The row is Trials 1 to 4, 5 on the deck; the Skills are 1 to 10, the Items 1 to 4, the Hero 1. It is time to
    choose, or the end when all eight cells are taken; `changes` are fields.
    """
    taken = len(cells.split())
    over = taken == 8
    base = "heroes/1 players=1 turn={} seat=1 first=1 phase={} gold=1 sets=0 stage={} row=1.2.3.4.5 "
    base += "skills=1.2.3.4.5/6.7.8.9.10 items=1.2.3.4 hand=0.0 heroes=1 grid={} edges={} owned=- under=-/-/- place=0 "
    text = (base + "takes=0 torch=0 refill=00").format(
        8 if over else taken + 1,
        "end" if over else "choose",
        "over" if over else "choosing",
        _laid(cells, heroes_words.CELLS),
        _laid(edges, heroes_words.EDGES),
    )
    if "cards" not in changes:
        changes["cards"] = keep()
    return at(text, **changes)
