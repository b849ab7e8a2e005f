# main.py of an emulated Pico for pico_crystalla.py: the rules of Crystalla with cards at POSITIONS, every call timed.
# Given are DECK, the packed cards in hex, and POSITIONS, texts of a game for four.
from onthree import cards, match
from onthree.compat import TYPE_CHECKING, unhexlify
from onthree.rules import crystalla
from onthree.rules.game import CHANCE

if TYPE_CHECKING:  # they are put before this program
    from pico_given import DECK, POSITIONS
    from pico_timed import report, slowest, timed_clean

sizes = []


def at(text):
    """Time what can be asked of a position, and each of its first and last steps."""
    state = timed_clean("from_position", crystalla.from_position, text)
    packed = timed_clean("pack", state.pack)
    sizes.append(len(packed))
    timed_clean("unpack", crystalla.unpack, packed)
    timed_clean("position", state.position)
    timed_clean("scores", state.scores)
    timed_clean("ranking", state.ranking)
    timed_clean("breakdown", state.breakdown, 0)
    seat = next((s for s in range(4) if state.actors() >> s & 1), CHANCE)
    if state.current() == CHANCE:
        weights = timed_clean("chance_outcomes", state.chance_outcomes)
        legal = [outcome for outcome, weight in enumerate(weights) if weight]
    else:
        legal = timed_clean("legal_actions", state.legal_actions, max(seat, 0))
    for action in list(legal)[:2] + list(legal)[-2:]:
        game = match.Match(crystalla, 4, "cards=" + name)
        game.state = crystalla.unpack(packed)
        if seat == CHANCE:
            timed_clean("apply", game.state.apply, action)
            continue
        timed_clean("play", game.play, seat, action)
        timed_clean("undo", game.undo, seat)


name = timed_clean("cards", cards.keep, crystalla, unhexlify(DECK))
crystalla.new(4, {"cards": name}).position()  # what is loaded only when it is asked for is there now
timed_clean("new", crystalla.new, 4, {"cards": name})
for text in POSITIONS:
    at(text)
print("rules.packed", max(sizes))
print("rules.slowest", slowest("undo"))
report()
print("DONE")
