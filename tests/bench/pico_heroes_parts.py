# main.py of an emulated Pico for pico_heroes.py: Crossing Heroes with cards at POSITIONS, every call timed.
# Given are DECK, the packed cards in hex, and POSITIONS, texts of a game for five.
from onthree import cards, match
from onthree.compat import TYPE_CHECKING, unhexlify
from onthree.rules import heroes, heroes_deck, heroes_game  # noqa: F401 - loading is not timed
from onthree.rules.game import CHANCE

if TYPE_CHECKING:  # they are put before this program
    from pico_given import DECK, POSITIONS
    from pico_timed import report, slowest, timed_clean

sizes = []


def at(text):
    """Time what can be asked of a position, and each of its first and last steps."""
    state = timed_clean("from_position", heroes.from_position, text)
    packed = timed_clean("pack", state.pack)
    sizes.append(len(packed))
    timed_clean("unpack", heroes.unpack, packed)
    timed_clean("position", state.position)
    timed_clean("scores", state.scores)
    timed_clean("ranking", state.ranking)
    timed_clean("breakdown", state.breakdown, 0)
    seat = state.current()
    phase = state.PHASES[state.phase]
    if seat == CHANCE:
        weights = timed_clean("chance_outcomes", state.chance_outcomes)
        legal = [outcome for outcome, weight in enumerate(weights) if weight]
    else:
        legal = timed_clean("legal_actions", state.legal_actions, max(seat, 0))
    for action in list(legal)[:2] + list(legal)[-2:]:
        other = heroes.unpack(packed)
        timed_clean("action_text", other.action_text, seat, action)
        timed_clean(phase, other.apply, action)


def taken_back(text):
    """Time an undo, after the longest row of entries that can be taken back: a position is packed at the first."""
    game = match.Match(heroes, 5, "cards=" + name)
    game.state = heroes.from_position(text)
    while game.state.current() >= 0 and game.state.PHASES[game.state.phase] != "buy":
        seat = game.state.current()
        timed_clean("play", game.play, seat, game.state.legal_actions(seat)[0])
    timed_clean("undo", game.undo, seat)


deck = unhexlify(DECK)
name = timed_clean("cards", cards.keep, heroes, deck)
heroes.new(5, {"cards": name}).position()  # what is loaded only when it is asked for is there now
timed_clean("new", heroes.new, 5, {"cards": name})
timed_clean("cards_title", heroes.cards_title, deck)
for text in POSITIONS:
    at(text)
for text in POSITIONS:
    if "phase=edge" in text:
        taken_back(text)
print("rules.packed", max(sizes))
print("rules.slowest", slowest("undo", "from_position"))  # several calls; one that no device makes
report()
print("DONE")
