# main.py of an emulated Pico for pico_crystalla.py: the rules of Crystalla with cards at POSITIONS, every call timed.
# pico_crystalla.py puts DECK before it, the packed cards in hex, and POSITIONS, texts of a game for four.
import gc
import time

from onthree import cards, match
from onthree.compat import unhexlify
from onthree.rules import crystalla
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
    state = timed("from_position", crystalla.from_position, text)
    packed = timed("pack", state.pack)
    sizes.append(len(packed))
    timed("unpack", crystalla.unpack, packed)
    timed("position", state.position)
    timed("scores", state.scores)
    timed("ranking", state.ranking)
    timed("breakdown", state.breakdown, 0)
    seat = next((s for s in range(4) if state.actors() >> s & 1), CHANCE)
    if state.current() == CHANCE:
        weights = timed("chance_outcomes", state.chance_outcomes)
        legal = [outcome for outcome, weight in enumerate(weights) if weight]
    else:
        legal = timed("legal_actions", state.legal_actions, max(seat, 0))
    for action in list(legal)[:2] + list(legal)[-2:]:
        game = match.Match(crystalla, 4, "cards=" + name)
        game.state = crystalla.unpack(packed)
        if seat == CHANCE:
            timed("apply", game.state.apply, action)
            continue
        timed("play", game.play, seat, action)
        timed("undo", game.undo, seat)


name = timed("cards", cards.keep, crystalla, unhexlify(DECK))  # noqa: F821
crystalla.new(4, {"cards": name}).position()  # what is loaded only when it is asked for is there now
timed("new", crystalla.new, 4, {"cards": name})
for text in POSITIONS:  # noqa: F821
    at(text)
print("rules.packed", max(sizes))
print("rules.slowest", max([worst[name] for name in worst if name != "undo"]))
for name in sorted(worst):
    print("rules." + name, worst[name])
print("DONE")
