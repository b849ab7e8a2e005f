# main.py of an emulated Pico for tests/board/test_pico_tracker.py: Crossing Heroes without cards at POSITIONS, texts of
# a game for five that the test puts before it; every call of the rules timed.
import gc
import time

from onthree import match
from onthree.rules import heroes, heroes_tracker, heroes_tracker_saved, heroes_tracker_text  # noqa: F401
from onthree.rules.game import CHANCE, SIMULTANEOUS

worst = {}


def timed(name, f, *arguments):
    start = time.ticks_us()
    result = f(*arguments)
    spent = time.ticks_diff(time.ticks_us(), start)
    if spent > worst.get(name, 0):
        worst[name] = spent
    return result


def at(text):
    """Time what can be asked of a position, and its first and last steps."""
    gc.collect()
    state = timed("from_position", heroes.from_position, text)
    packed = timed("pack", state.pack)
    timed("unpack", heroes.unpack, packed)
    timed("position", state.position)
    timed("ranking", state.ranking)
    timed("breakdown", state.breakdown, 0)
    bits = timed("actors", state.actors)
    seat = state.current()
    if seat == CHANCE:
        legal = range(len(timed("chance_outcomes", state.chance_outcomes)))
    else:
        if seat == SIMULTANEOUS:
            seat = next(i for i in range(5) if bits >> i & 1)
        legal = list(timed("legal_actions", state.legal_actions, max(seat, 0)))
    for action in (legal[:1] + legal[-1:]) if len(legal) and seat != CHANCE else ():
        other = heroes.unpack(packed)
        timed("action_text", other.action_text, seat, action)
        timed(state.PHASES[state.phase], other.apply_by, seat, action)


def pads(text):
    """Fill in all pads and take entries back: of the seat that was last, and of the one that was first."""
    game = match.Match(heroes, 5)
    game.state = heroes.from_position(text)
    while game.state.actors():
        for seat in range(5):
            if game.state.actors() >> seat & 1:
                timed("play", game.play, seat, game.state.legal_actions(seat)[0])
    for seat in (4, 0, 0, 0):
        gc.collect()
        timed("undo", game.undo, seat)


heroes.new(5).position()
for text in POSITIONS:  # noqa: F821
    at(text)
pads(next(text for text in POSITIONS if "phase=pads" in text))  # noqa: F821
for name in sorted(worst):
    print("rules." + name, worst[name])
print("DONE")
