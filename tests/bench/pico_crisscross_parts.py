# main.py of an emulated Pico for pico_crisscross.py: the rules of Criss Cross for six, every call timed.
import gc
import time

from onthree import chance, match
from onthree.rules import crisscross
from onthree.rules.game import CHANCE, TERMINAL

worst = {}


def timed(name, f, *arguments):
    gc.collect()
    start = time.ticks_us()
    result = f(*arguments)
    spent = time.ticks_diff(time.ticks_us(), start)
    if spent > worst.get(name, 0):
        worst[name] = spent
    return result


def play():
    game = match.Match(crisscross, 6, "advanced=on", chance.Stream(chance.stream_key(bytes(32), b"1:1")))
    n = 0
    while game.state.current() != TERMINAL:
        state = game.state
        if state.current() == CHANCE:
            timed("deal", game.deal)
            continue
        seat = next(s for s in range(6) if state.actors() >> s & 1)
        legal = timed("legal_actions", state.legal_actions, seat)
        n += 7
        timed("play", game.play, seat, legal[n % len(legal)])
        if n % 3 == 0:
            timed("undo", game.undo, seat)
            game.play(seat, legal[n % len(legal)])
        timed("seal", game.seal)
        if n % 5 == 0:
            packed = timed("pack", game.state.pack)
            timed("unpack", crisscross.unpack, packed)
            print("rules.packed", len(packed))
    timed("scores", game.state.scores)
    timed("ranking", game.state.ranking)
    timed("breakdown", game.state.breakdown, 0)


play()
print("rules.slowest", max([worst[name] for name in worst if name != "undo"]))
for name in sorted(worst):
    print("rules." + name, worst[name])
print("DONE")
