"""What no position of Crystalla can be: checked when one is read from text or bytes.

Fewer playing pieces, cards in displays or crystal pieces than a real game has are accepted, so that a part of a table
can be set up; what a game needs to go on (cards in the piles, a known top card) has to be there.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import crystalla_box as box
from onthree.rules import crystalla_display as display
from onthree.rules import crystalla_pad as pads
from onthree.rules import crystalla_text as texts
from onthree.rules import crystalla_walk as walks
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from onthree.rules.crystalla import Crystalla

_SETUP_ONLY = ("lot", "first", "deal", "swap", "pick", "corners")
_EITHER = ("reveal", "crystals", "place")  # in the setup and in a turn
_CARDS_ONLY = ("deal", "pick", "reveal", "crystals", "place")


def check(state: "Crystalla") -> None:
    """Raise RuleError, in a sentence, if no game of Crystalla comes to this position."""
    phase = texts.PHASES[state.phase]
    _check_phase(state, phase)
    laid_out = _laid_out(state, phase)
    _check_pieces(state, phase, laid_out)
    _check_walk(state, phase)
    _check_heights(state, phase, laid_out)
    _check_pads(state, phase)
    if state.cards:
        _check_cards(state, phase, laid_out)
        _check_crystals(state, phase)
        if not state.turn:
            _check_start_cards(state, phase)
    else:
        _check_laid(state, phase)


def _need(fits: bool, sentence: str) -> None:
    if not fits:
        raise RuleError(sentence)


def _check_phase(state: "Crystalla", phase: str) -> None:
    turns = 9 * state.players
    setup = phase in _SETUP_ONLY
    if phase in ("count", "end"):
        fits = state.turn == turns
    else:
        fits = state.turn <= turns and (setup or phase in _EITHER or state.turn > 0) and not (setup and state.turn)
    if not fits:
        raise RuleError("In a game of {} there are turns 1 to {}, and 0 is the setup.".format(state.players, turns))
    known = phase not in ("lot", "first")
    _need(state.first < state.players and (state.first >= 0) == known, "The first player is not known, or too early.")
    fits = state.cards != "" or phase not in _CARDS_ONLY
    if state.option("track") == "turns":
        fits = phase in ("lot", "first", "swap", "choose", "count", "end")
    if phase in ("lot", "first"):
        fits = (phase == "first") == (state.option("first_player") == "manual")
    elif phase == "swap":
        fits = state.option("start_swap") == "on"
    elif phase == "corners":
        fits = state.players == 3 and state.option("start3") == "manual"
    if not fits:
        raise RuleError("The phase {} does not belong to this game.".format(phase))
    fits = state.step < state.players and (texts.has_seat(state) or not state.step)
    _need(fits, "It cannot be the turn of that seat.")


def _laid_out(state: "Crystalla", phase: str) -> bool:
    """Return whether the piles are on the table."""
    if state.option("track") == "turns":
        return False
    return state.turn > 0 or phase in ("reveal", "crystals", "corners")


def _check_pieces(state: "Crystalla", phase: str, laid_out: bool) -> None:
    for colour in range(4):
        count = state.hand >> 2 * colour & 3
        for pieces in state.pieces:
            count += pieces >> 2 * colour & 3
        most = walks.PIECES if colour < 2 or state.players > 2 else 0
        if count > most:
            raise RuleError("There are {} pieces of that colour, not {}.".format(most, count))
    standing = len(state.pieces) - list(state.pieces).count(0)
    if not laid_out:
        fits = not standing
    elif phase == "corners":
        fits = standing == state.step
    elif state.turn:
        fits = True
    else:
        by_hand = state.players == 3 and state.option("start3") == "manual"
        fits = (standing == 0) if by_hand and phase == "reveal" else standing > 0
    _need(fits, "The playing pieces are not on the piles that they begin on.")


def _check_walk(state: "Crystalla", phase: str) -> None:
    walk = state.walk
    begun = state.turn > 0 and phase not in ("choose", "count", "end")
    _need((len(walk) > 0) == begun, "There is a walk from the moment a pile is chosen to the end of the turn.")
    _need((state.hand > 0) == (phase == "walk"), "There are pieces in the hand during a walk, and only then.")
    if not begun:
        _need(not state.due, "Crystal pieces are due after a walk.")
        return
    _need(len(walk) <= 13 and not walk[0] & 3, "A walk is no longer than there are pieces.")
    walks.check_steps(state.players, walk)
    taken = state.hand
    drops = list(walk[1:])
    for drop in drops:
        fits = drops.count(drop) <= walks.count_of(state.pieces[drop >> 2], drop & 3)
        _need(fits, "What the walk dropped is not there.")
        taken |= 1 << 2 * (drop & 3)
    _need(walks.count_of(taken, state.active()) > 0, "A walk begins where a piece of one's own stands.")
    left = state.pieces[walk[0] >> 2]
    dropped = sum([1 for drop in drops if drop >> 2 == walk[0] >> 2])
    _need(phase != "walk" or walks.how_many(left) == dropped, "All pieces of the chosen pile are taken in hand.")
    if phase == "walk":
        _need(not state.due, "Crystal pieces are due after a walk.")
        return
    _need(len(walk) > 1, "A walk has at least one step.")
    _check_due(state, phase)


def _check_due(state: "Crystalla", phase: str) -> None:
    each_drop = state.option("award_eval") == "each_drop"
    owed = walks.pairs(state.pieces, state.walk, each_drop) & (1 << state.players) - 1
    due = state.due
    if phase in ("award", "cover", "crystals"):
        fits = not due & ~owed
    else:
        fits = due == owed
    if phase == "award":
        fits = fits and due > 0 and state.pieces_left() and (state.cards != "" or due & (due - 1) > 0)
    elif phase == "cover":
        fits = fits and state.receiver < state.players and (owed & ~due) >> state.receiver & 1 == 1
    _need(fits, "Those crystal pieces are not due after this walk.")


def _check_heights(state: "Crystalla", phase: str, laid_out: bool) -> None:
    if not laid_out:
        _need(not any(state.heights), "There are no piles yet.")
        return
    most = (box.height_sum(state.players) + len(state.heights) - 1) // len(state.heights)
    taken = state.turn - (1 if phase in ("choose", "walk") else 0) if state.turn else 0
    total = sum(state.heights)
    start = box.height_sum(state.players)
    if not start - taken <= total <= start:
        raise RuleError("The piles hold from {} to {} cards now.".format(start - taken, start))
    empty = state.walk[-1] >> 2 if phase == "donor" else -1
    missing = [pile for pile, height in enumerate(state.heights) if not height]
    if max(state.heights) > most or missing != ([empty] if empty >= 0 else []):
        raise RuleError("A pile has from 1 to {} cards.".format(most))


def _check_pads(state: "Crystalla", phase: str) -> None:
    if phase in ("count", "end"):
        for pad in state.pads:
            _need(pads.room(state.items, pad) >= 0, "A pad has more on it than a display can hold.")
        open_pads = [pads.item_of(state.items, pad) >= 0 for pad in state.pads]
        _need(any(open_pads) == (phase == "count"), "The game ends when all pads are filled in.")


def _check_laid(state: "Crystalla", phase: str) -> None:
    used = sum(state.given) + state.removed
    most = 0 if not state.turn or state.option("track") == "turns" else box.CRYSTALS
    fits = used + (1 if phase == "cover" else 0) <= most
    if not fits or max(state.given) > display.SEGMENTS:
        raise RuleError("There are {} crystal pieces.".format(most))
    _need(not state.card, "Without cards there is none to place.")
    if phase != "cover":
        _need(not state.receiver and not state.piece, "Nobody is to lay a crystal piece now.")
    else:
        _need(state.piece == box.PIECES, "Without cards a crystal piece may be any.")


# -- with cards -------------------------------------------------------------------------------------------
def _check_cards(state: "Crystalla", phase: str, laid_out: bool) -> None:
    every = list(state.tops) + list(state.dealt) + list(state.aside) + [state.card]
    _need(max(every) <= box.KINDS, "There is no such card.")
    _need((state.card > 0) == texts.has_card(state), "There is a card to place, or there is none.")
    total = sum(state.pool) + len(every) - every.count(0)
    for seat in range(state.players):
        cells = state.cells[seat]
        display.check_display(cells, state.covered[seat])
        cards = display.card_count(cells)
        total += cards
        if state.turn and cards > _most_cards(state, seat, phase):
            raise RuleError("Seat {} has at most {} cards now.".format(seat + 1, _most_cards(state, seat, phase)))
    if total > box.CARDS or (not state.turn and total < box.CARDS):
        raise RuleError("There are 90 cards, not {}.".format(total))
    if not laid_out:
        _need(not any(state.tops), "There are no piles yet.")
        return
    missing = [pile for pile, top in enumerate(state.tops) if not top]
    hidden = sum(state.heights) - len(state.tops) + len(missing)
    _need(sum(state.pool) == hidden, "The pool and the top cards are the cards in the piles.")
    if not state.turn:
        first = missing[0] if missing else len(state.tops)
        fits = missing == list(range(first, len(state.tops))) and (len(missing) > 0) == (phase == "reveal")
    else:
        fits = missing == ([state.walk[-1] >> 2] if phase in ("place", "reveal", "donor") else [])
    _need(fits, "Every pile shows its top card.")


def _most_cards(state: "Crystalla", seat: int, phase: str) -> int:
    """Return how many cards a display can have: the start cards and one for each turn of its owner (CR24)."""
    turns = state.turn - (1 if phase in ("choose", "walk", "donor", "place") else 0)
    had = (turns + state.players - 1 - (seat - state.first) % state.players) // state.players
    return box.START_CARDS + had


def _check_crystals(state: "Crystalla", phase: str) -> None:
    laid = sum([display.size_of(covered) for covered in state.covered])
    used = sum(state.stack) + sum(state.open) + laid + (1 if phase == "cover" else 0)
    fits = used <= box.CRYSTALS and sum(state.open) <= 4
    if not state.turn:
        fits = fits and used == box.CRYSTALS and not any(state.covered)
        fits = fits and (phase == "crystals" or not any(state.open))
    if phase == "crystals":
        fits = fits and state.next_shape() >= 0
    elif phase == "cover":
        fits = fits and sum(state.open) < 4
    elif state.turn:
        fits = fits and state.next_shape() < 0
    _need(fits, "There are 36 crystal pieces, up to 4 of them open.")
    if phase == "cover":
        _need(state.piece < box.PIECES, "There is no such crystal piece.")
        _need(len(state.spots(state.receiver, state.piece)) > 0, "That crystal piece cannot be laid anywhere.")
    else:
        _need(not state.receiver and not state.piece, "Nobody is to lay a crystal piece now.")


def _check_start_cards(state: "Crystalla", phase: str) -> None:
    """Check who has how many start cards in hand, given back and placed (CR2)."""
    before = state.step if phase in ("swap", "pick", "place", "deal") else 0
    again = phase == "deal" and any(state.aside)
    fits = True
    for seat in range(state.players):
        order = (seat - max(state.first, 0)) % state.players
        held = box.START_CARDS - list(state.dealt[3 * seat : 3 * seat + 3]).count(0)
        placed = display.card_count(state.cells[seat])
        given_back = state.aside[seat] > 0
        acting = order == before
        if phase in ("lot", "first"):
            fits = fits and not held and not placed and not given_back
        elif phase == "deal":
            fits = fits and not placed and held >= (0 if not again else 2 if acting else 3)
            fits = fits and not (given_back and order > before) and (not (again and acting) or given_back)
        elif phase == "swap":
            fits = fits and held == 3 and not placed and not (given_back and order >= before)
        elif phase in ("pick", "place"):
            card = 1 if acting and phase == "place" else 0
            fits = fits and held + placed + card == 3 and (acting or not (held if order < before else placed))
            fits = fits and (phase != "pick" or not acting or held > 1)
        else:
            fits = fits and placed == 3 and not held and not given_back
    if phase == "deal":
        place = state.undealt()
        fits = fits and place >= 0 and (again or not any(state.dealt[place:]))
    _need(fits, "The start cards are not where they can be.")
