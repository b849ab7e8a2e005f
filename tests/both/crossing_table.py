"""What the tests of Crossing say: set a position up, point, draw, look."""

from onthree.rules import crossing
from onthree.rules.game import CHANCE

HEAD = "crossing/1 players=3 turn=4 last=0 phase=choose "
PILES = "bag=15.14.15.5 mushrooms=1.1.0.0/0.0.2.0 tiles=2.0.0.0/0.0.1.1/0.3.0.0 claimed=0.0.0.0/0.0.0.0/0.0.0.0 "
AT = HEAD + PILES + "break=000"
NOTHING = "tiles=0.0.0.0/0.0.0.0/0.0.0.0 claimed=0.0.0.0/0.0.0.0/0.0.0.0 break=000"


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
    return crossing.from_position(" ".join(words))


def point(state, moves):
    """Everybody chooses; `moves` in the notation."""
    state.apply_joint([state.parse_action(seat, word) for seat, word in enumerate(moves.split())])
    return fields(state)


def draw(state, colours):
    for colour in colours:
        state.apply(state.parse_action(CHANCE, colour))


def draw_all(state):
    while state.current() == CHANCE:
        weights = state.chance_outcomes()
        state.apply(max(range(len(weights)), key=lambda i: weights[i]))


def words(state, seat):
    return " ".join(state.action_text(seat, action) for action in state.legal_actions(seat))


def over(tiles, claimed="0.0.0.0/0.0.0.0/0.0.0.0", **changes):
    text = "crossing/1 players=3 turn=15 last=1 phase=end bag=0.0.0.0 mushrooms=0.0.0.0/9.0.0.0 "
    return at(text + "tiles={} claimed={} break=000".format(tiles, claimed), **changes)
