"""Crystalla on the displays: whose turn it is, the map of the piles, the walk, who gets a crystal, the score pads.

On every pod A shows the next possibility, B the one before, C enters it; at the first one B takes the own last entry
back. The hub shows the map with the heights of the piles; its further pages are the heights and the crystal pieces.
"""

from device.screens import common
from device.screens import crystalla_map as maps
from device.turn import NOTHING, next_offer
from device.words import en
from device.words import en_crystalla as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crystalla_walk as walks
from onthree.rules.crystalla_text import FIRST, GIVE, KEEP, LAID, PHASES, PILE
from onthree.rules.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from device.displays import Panel
    from onthree.rules.crystalla import Crystalla

_PAGES = const(3)
_LINE = const(48)  # of what is in the hand, below the map
_KEYS = const(56)
_HINT = const(5)  # where the keys of the first offer and of later ones differ: the letter, and how many
_HINTS = const(4)
_CRYSTALS_IN_ALL = const(36)
_DOES = {
    "walk": words.WALKS,
    "choose": words.CHOOSES,
    "place": words.PLACES,
    "award": words.GIVES,
    "cover": words.LAYS,
}


# -- what the buttons offer (see device/turn.py) ----------------------------------------------------------
def offer(state: "Any", seat: int, action: int) -> int:
    """Return the next legal action; the first pile to help an empty one is the highest (CR-A8)."""
    if action == NOTHING and PHASES[state.phase] == "donor":
        best = -1
        for pile in state.donors():
            if best < 0 or state.heights[pile] > state.heights[best]:
                best = pile
        return int(PILE + best)
    if PHASES[state.phase] == "place":
        return int(maps.with_cards(state).next_column(state, seat, action))
    if PHASES[state.phase] == "walk" and action != NOTHING:
        steps = state.legal_actions(seat)
        return int(steps[(steps.index(action) + 1) % len(steps)])
    return next_offer(state, seat, action)


def vary(state: "Any", seat: int, action: int) -> int:
    """Return the legal action before `action`, NOTHING at the first: B takes back then. A card to be placed turns."""
    if PHASES[state.phase] == "place":
        return int(maps.with_cards(state).turned(action))
    before = NOTHING
    for candidate in state.legal_actions(seat):
        if candidate == action:
            break
        before = candidate
    return before


def moved(panel: "Panel", state: "Any", seat: int, old: int, new: int) -> bool:
    """Draw what is offered now in place of what was before; False where the whole picture changes."""
    phase = PHASES[state.phase]
    if phase not in ("choose", "walk") or maps.target(old) < 0 or maps.target(new) < 0:
        return False
    maps.moved(panel, state, _top(state), old, new)
    if phase == "choose":
        start = state.legal_actions(seat)[0]
    else:
        start = maps.first_step(state)
        if old - new & 3:  # another colour
            maps.in_hand(panel, state, old, _LINE)
            maps.in_hand(panel, state, new, _LINE)
        panel.fill_rect(85, _LINE, 43, 8, 0)
        maps.owners(panel, state, maps.due_after(state, new), _LINE)
    if start in (old, new):
        first, later = (words.FIRST_TAKE, words.TAKE_KEYS) if phase == "choose" else (words.FIRST_DROP, words.DROP_KEYS)
        panel.fill_rect(8 * _HINT, _KEYS, 8 * _HINTS, 8, 0)
        panel.text((first if new == start else later)[_HINT : _HINT + _HINTS], 8 * _HINT, _KEYS)
    return True


def waits(state: "Any") -> bool:
    """Return whether a word is waited for: before the points are counted; what is drawn is drawn at once."""
    return bool(state.current() != CHANCE)


def title(state: "Any") -> str:
    """Return what the hub calls this moment."""
    phase = PHASES[state.phase]
    if phase in ("count", "end"):
        return words.PADS
    return words.ROUND.format(state.round()) if state.turn else words.SET_UP


def pad_at(state: "Any", seat: int) -> int:
    """Return how many numbers of its score pad a seat has entered, or -1 while it is not time for that."""
    return len(state.pads[seat]) if PHASES[state.phase] == "count" else -1


def _pads() -> "Any":
    """Return the screens of the score pads, loaded when it is time for them."""
    from device.screens import crystalla_pad

    return crystalla_pad


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Any", page: int, step: int) -> None:
    """Draw the map, or what else is asked for now; further pages are heights and crystal pieces."""
    panel.fill(0)
    phase = PHASES[state.phase]
    panel.fill_rect(0, 0, 128, 8, 1)
    if phase in ("count", "end"):
        panel.centred(words.PADS, 0, 1, 0)
        _pads().hub(panel, state)
        return
    cards = maps.with_cards(state)
    page %= (_PAGES + (state.players if cards else 0)) if maps.tracked(state) else 1
    if page >= _PAGES:
        cards.hub_display(panel, state, page - _PAGES)
        return
    if page:
        (_heights, _crystals)[page - 1](panel, state)
        return
    text = words.TURN.format(state.round(), state.active() + 1) if state.turn else words.SET_UP
    panel.centred(text, 0, 1, 0)
    if maps.tracked(state) or phase == "corners":
        maps.draw(panel, state, 8, NOTHING, maps.NOBODY, True)
        _hub_line(panel, state, phase)
    elif state.turn:
        panel.centred(en.SEAT.format(state.active() + 1), 16, 2)
        panel.centred(words.ROUND.format(state.round()), 40)
    elif phase == "first":
        panel.centred(words.FIRST_ASK, 32)
    else:
        panel.centred(words.SWAP_TITLE, 16)
        panel.centred(en.SEAT.format(state.active() + 1), 32, 2)


def _hub_line(panel: "Panel", state: "Crystalla", phase: str) -> None:
    """Draw on the last line what is going on."""
    who = state.active() + 1
    if phase == "walk":
        maps.hand(panel, state, state.hand, 0, _KEYS, maps.NOBODY)
        maps.owners(panel, state, maps.due_after(state, NOTHING), _KEYS)
        return
    if phase == "award":
        panel.text(words.GIVES.format(who), 0, _KEYS)
        maps.owners(panel, state, state.due, _KEYS)
        return
    if phase == "cover":
        panel.text(words.LAYS.format(state.receiver + 1), 0, _KEYS)
        maps.owners(panel, state, state.due | 1 << state.receiver, _KEYS)
        return
    if phase == "place":
        panel.text(words.PLACES.format(who), 0, _KEYS)
        return
    if phase == "donor":
        panel.text(words.FILLS.format(walks.name(state.walk[-1] >> 2)), 0, _KEYS)
        return
    text = words.CORNERS_HUB if phase == "corners" else words.CHOOSES
    panel.text(text.format(who), 0, _KEYS)


def _heights(panel: "Panel", state: "Crystalla") -> None:
    """Draw how many cards the piles have."""
    panel.centred(words.HEIGHTS, 0, 1, 0)
    for pile, cards in enumerate(state.heights):
        panel.number(cards, pile % 3 * 43 + (6 if cards > 9 else 14), 16 + pile // 3 * 16, 2)


def _crystals(panel: "Panel", state: "Crystalla") -> None:
    """Draw who has laid how many crystal pieces, and how many are left (without cards)."""
    panel.centred(words.CRYSTALS, 0, 1, 0)
    if state.cards:
        maps.with_cards(state).open_pieces(panel, state)
        return
    y = 16
    for seat in range(state.players):
        panel.text(words.LAID.format(seat + 1, state.given[seat]), 0, y)
        y += 8
    left = _CRYSTALS_IN_ALL - sum(state.given) - state.removed
    panel.text(words.LEFT.format(left, state.removed), 0, 56)


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Any", seat: int, action: int, step: int) -> None:
    """Draw what the seat is asked and its answer on offer; the map for those who wait."""
    panel.fill(0)
    phase = PHASES[state.phase]
    if phase in ("count", "end"):
        _pads().pod(panel, state, seat, action)
    elif action == NOTHING:
        _waiting(panel, state, seat, phase)
    elif not state.cards or not maps.with_cards(state).ask(panel, state, seat, action):
        _ASKS[phase](panel, state, seat, action)


def _waiting(panel: "Panel", state: "Crystalla", seat: int, phase: str) -> None:
    """Draw the map, who plays and what is going on; just who, where there is no map."""
    who = state.receiver if phase == "cover" else state.active()
    text = _DOES.get(phase, words.WAIT)
    if phase == "choose" and seat == (who - 1) % state.players and state.turn > 1:
        text = words.WAIT_UNDO
    if state.cards:
        maps.with_cards(state).waiting(panel, state, seat, text.format(who + 1))
        return
    if not maps.tracked(state):
        panel.centred(en.SEAT.format(who + 1), 16, 2)
        moment = words.SWAP_TITLE if phase == "swap" else title(state)
        panel.centred(moment, 40)
        panel.text(words.UNDO, 0, _KEYS)
        return
    _map(panel, state, NOTHING, seat)
    due = maps.due_after(state, NOTHING)
    if phase == "cover":
        due |= 1 << who
    maps.hand(panel, state, state.hand, 0, _LINE, seat)
    maps.owners(panel, state, due, _LINE)
    panel.text(text.format(who + 1), 0, _KEYS)


def _top(state: "Crystalla") -> int:
    """Return where the map begins on a pod."""
    return 8 if len(state.pieces) == 6 else 0


def _map(panel: "Panel", state: "Crystalla", action: int, seat: int) -> None:
    """Draw the map on a pod; two players' leaves room for a line above it."""
    top = _top(state)
    if top:
        panel.centred(words.TURN.format(state.round(), state.active() + 1) if state.turn else words.SET_UP, 0)
    heights = PHASES[state.phase] == "donor"
    maps.draw(panel, state, top, action, seat, heights)


def _keys(panel: "Panel", state: "Crystalla", seat: int, action: int, first: str, later: str) -> None:
    panel.text(first if state.legal_actions(seat)[0] == action else later, 0, _KEYS)


def _first(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    panel.centred(words.FIRST_ASK, 8)
    panel.centred(en.SEAT.format(action - FIRST + 1), 24, 2)
    panel.text(words.OTHER, 0, _KEYS)


def _swap(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    panel.centred(words.SWAP_TITLE, 0)
    panel.centred(words.SWAP_ASK, 8)
    panel.centred(words.KEEP if action == KEEP else words.SWAPPED, 24, 2)
    panel.text(words.OTHER, 0, _KEYS)


def _corner(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    _map(panel, state, action, seat)
    panel.text(words.CORNERS_ASK, 0, _LINE)
    _keys(panel, state, seat, action, words.FIRST_TAKE, words.TAKE_KEYS)


def _choose(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    if maps.idle(action):
        panel.centred(words.YOUR_TURN if action else words.NO_PIECE, 8, 1)
        panel.centred(words.ROUND.format(state.round()), 24, 2)
        panel.centred(words.DONE if action else words.GO_ON, _KEYS)
        return
    _map(panel, state, action, seat)
    panel.text(words.TAKE, 0, _LINE)
    _keys(panel, state, seat, action, words.FIRST_TAKE, words.TAKE_KEYS)


def _walk(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    _map(panel, state, action, seat)
    maps.hand(panel, state, state.hand, 0, _LINE, seat)
    maps.in_hand(panel, state, action, _LINE)
    maps.owners(panel, state, maps.due_after(state, action), _LINE)
    _keys(panel, state, seat, action, words.FIRST_DROP, words.DROP_KEYS)


def _donor(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    _map(panel, state, action, seat)
    panel.text(words.FILL_FROM.format(walks.name(action - PILE)), 0, _LINE)
    _keys(panel, state, seat, action, words.FIRST_TAKE, words.TAKE_KEYS)


def _award(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    panel.centred(words.GIVE_TITLE, 8)
    panel.centred(words.GIVE_SEAT.format((action - GIVE) // 15 + 1), 24, 2)
    panel.text(words.OTHER, 0, _KEYS)
    maps.owners(panel, state, state.due, 48)


def _cover(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    panel.centred(words.COVER_TITLE, 8)
    panel.centred(words.PLACED if action == LAID else words.LOST, 24, 2)
    if action != LAID:
        panel.centred(words.LOST_WHY, 44)
    panel.text(words.OTHER, 0, _KEYS)


_ASKS: "dict[str, Callable[[Panel, Crystalla, int, int], None]]" = {
    "first": _first,
    "swap": _swap,
    "corners": _corner,
    "choose": _choose,
    "walk": _walk,
    "donor": _donor,
    "award": _award,
    "cover": _cover,
}


# -- the end ----------------------------------------------------------------------------------------------
def hub_final(panel: "Panel", state: "Any", page: int, secret: str) -> None:
    """Draw the ranking, then each seat's points by crystal, then the secret of the draws."""
    panel.fill(0)
    page %= state.players + 2
    if page == 0:
        _pads().ranking(panel, state)
        return
    if page <= state.players:
        panel.fill_rect(0, 0, 128, 8, 1)
        panel.text(en.SEAT.format(page), 0, 0, 0)
        total = str(state.scores()[page - 1])
        panel.text(total, 128 - 8 * len(total), 0, 0)
        _pads().breakdown(panel, state, page - 1)
        return
    common.secret(panel, secret)


def pod_final(panel: "Panel", state: "Any", seat: int) -> None:
    """Draw the own place and points, and what they are made of."""
    _pads().pod_final(panel, state, seat)
