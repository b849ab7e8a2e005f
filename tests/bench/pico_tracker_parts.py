# main.py of an emulated Pico for tests/board/test_pico_tracker.py: Crossing Heroes without cards, every call timed.
# Given are POSITIONS, texts of a game for five.
import gc

from onthree import match
from onthree.compat import TYPE_CHECKING
from onthree.rules import heroes, heroes_tracker, heroes_tracker_saved, heroes_tracker_text  # noqa: F401 - not timed
from onthree.rules.game import CHANCE, SIMULTANEOUS

if TYPE_CHECKING:  # they are put before this program
    from pico_given import POSITIONS
    from pico_timed import report, timed


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
for text in POSITIONS:
    at(text)
pads(next(text for text in POSITIONS if "phase=pads" in text))
report()
print("DONE")
