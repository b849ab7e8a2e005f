# main.py of an emulated Pico for pico_heroes.py: Crossing Heroes with cards at POSITIONS, every call timed.
# pico_heroes.py puts DECK before it, the packed cards in hex, and POSITIONS, texts of a game for five.
import gc
import time

from onthree import cards, match
from onthree.compat import unhexlify
from onthree.rules import heroes, heroes_deck, heroes_game  # noqa: F401
from onthree.rules.game import CHANCE

worst = {}
sizes = []


def timed(name, f, *arguments):
    gc.collect()
    start = time.ticks_us()
    result = f(*arguments)
    spent = time.ticks_diff(time.ticks_us(), start)
    if spent > worst.get(name, 0):
        worst[name] = spent
    return result


def at(text):
    """Time what can be asked of a position, and each of its first and last steps."""
    state = timed("from_position", heroes.from_position, text)
    packed = timed("pack", state.pack)
    sizes.append(len(packed))
    timed("unpack", heroes.unpack, packed)
    timed("position", state.position)
    timed("scores", state.scores)
    timed("ranking", state.ranking)
    timed("breakdown", state.breakdown, 0)
    seat = state.current()
    phase = state.PHASES[state.phase]
    if seat == CHANCE:
        weights = timed("chance_outcomes", state.chance_outcomes)
        legal = [outcome for outcome, weight in enumerate(weights) if weight]
    else:
        legal = timed("legal_actions", state.legal_actions, max(seat, 0))
    for action in list(legal)[:2] + list(legal)[-2:]:
        other = heroes.unpack(packed)
        timed("action_text", other.action_text, seat, action)
        timed(phase, other.apply, action)


def taken_back(text):
    """Time an undo, after the longest row of entries that can be taken back: a position is packed at the first."""
    game = match.Match(heroes, 5, "cards=" + name)
    game.state = heroes.from_position(text)
    while game.state.current() >= 0 and game.state.PHASES[game.state.phase] != "buy":
        seat = game.state.current()
        timed("play", game.play, seat, game.state.legal_actions(seat)[0])
    timed("undo", game.undo, seat)


deck = unhexlify(DECK)  # noqa: F821
name = timed("cards", cards.keep, heroes, deck)
heroes.new(5, {"cards": name}).position()  # what is loaded only when it is asked for is there now
timed("new", heroes.new, 5, {"cards": name})
timed("cards_title", heroes.cards_title, deck)
for text in POSITIONS:  # noqa: F821
    at(text)
for text in POSITIONS:  # noqa: F821
    if "phase=edge" in text:
        taken_back(text)
print("rules.packed", max(sizes))
others = ("undo", "from_position")  # several calls; one that no device makes
print("rules.slowest", max([worst[name] for name in worst if name not in others]))
for name in sorted(worst):
    print("rules." + name, worst[name])
print("DONE")
