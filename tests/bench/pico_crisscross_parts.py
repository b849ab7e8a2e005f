# main.py of an emulated Pico for pico_crisscross.py: the rules of Criss Cross for six, every call timed.
from onthree import chance, match
from onthree.compat import TYPE_CHECKING
from onthree.rules import crisscross
from onthree.rules.game import CHANCE, TERMINAL

if TYPE_CHECKING:  # they are put before this program
    from pico_timed import report, slowest, timed_clean


def play():
    game = match.Match(crisscross, 6, "advanced=on", chance.Stream(chance.stream_key(bytes(32), b"1:1")))
    n = 0
    while game.state.current() != TERMINAL:
        state = game.state
        if state.current() == CHANCE:
            timed_clean("deal", game.deal)
            continue
        seat = next(s for s in range(6) if state.actors() >> s & 1)
        legal = timed_clean("legal_actions", state.legal_actions, seat)
        n += 7
        timed_clean("play", game.play, seat, legal[n % len(legal)])
        if n % 3 == 0:
            timed_clean("undo", game.undo, seat)
            game.play(seat, legal[n % len(legal)])
        timed_clean("seal", game.seal)
        if n % 5 == 0:
            packed = timed_clean("pack", game.state.pack)
            timed_clean("unpack", crisscross.unpack, packed)
            print("rules.packed", len(packed))
    timed_clean("scores", game.state.scores)
    timed_clean("ranking", game.state.ranking)
    timed_clean("breakdown", game.state.breakdown, 0)


play()
print("rules.slowest", slowest("undo"))
report()
print("DONE")
