"""Crossing Heroes with a card file on the displays: the whole game.

On every pod A shows the next possibility, B the one before, C enters it; at the first one B takes the own last entry
back. A Trial on offer is shown as a card, then in the own 3 by 3, where Skills are laid, too. Who waits sees the
own 3 by 3, and A turns to the own Trials and Items. The hub is in heroes_rows.py.
"""

from device.screens import heroes_end as end
from device.screens import heroes_grid as grids
from device.screens import heroes_rows as rows
from device.turn import NOTHING, following, preceding
from device.words import en_heroes as words
from device.words import en_heroes_cards as own
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import CHANCE, NONE, TERMINAL
from onthree.rules.heroes_cards import HAND, ROW_A, TILES
from onthree.rules.heroes_words import CELL, EDGE, ITEM, MUSE, SKILL, TAKE, word

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel
    from onthree.rules.heroes_game import Game

_LINE = const(48)
_KEYS = const(56)


# -- what the buttons offer (see device/turn.py) ----------------------------------------------------------
def offers(state: "Game", seat: int) -> "list[int]":
    """Return the legal actions in the order in which a pod offers them: Trials before Muses."""
    legal = list(state.legal_actions(seat))
    return [a for a in legal if a >= TAKE or a == NONE] + [a for a in legal if MUSE <= a < TAKE]


def offer(state: "Any", seat: int, action: int) -> int:
    """Return the action after `action`, round and round; the first one after NOTHING."""
    return following(offers(state, seat), action)


def vary(state: "Any", seat: int, action: int) -> int:
    """Return the action before `action`, NOTHING at the first: B takes back then."""
    return preceding(offers(state, seat), action)


def moved(panel: "Panel", state: "Any", seat: int, old: int, new: int) -> bool:
    """Draw the offer `new` in the picture of `old`, in the own 3 by 3 and below it; False where all is another."""
    if not (CELL <= old < ITEM and CELL <= new < ITEM):
        return False
    if new < SKILL:
        grids.step(panel, state, seat, new - CELL, NOTHING, old - CELL)
    else:
        if new >= EDGE:
            grids.step(panel, state, seat, NOTHING, new - EDGE, old - EDGE)
        panel.fill_rect(0, _LINE, 104, 8, 0)
        _below(panel, state, new)
    panel.fill_rect(0, _KEYS, 128, 8, 0)
    _keys(panel, state, seat, new)
    return True


def waits(state: "Any") -> bool:
    """Return whether a word is waited for: before the points are counted; what is dealt is dealt at once."""
    return bool(state.current() != CHANCE)


def title(state: "Any") -> str:
    """Return what the hub calls this moment."""
    return words.TITLE.format(state.turn)


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Any", page: int, step: int) -> None:
    """Draw the rows; further pages are the cards in words and what everybody has."""
    rows.page(panel, state, page % (rows.PAGES + state.players))
    if state.current() == TERMINAL:
        panel.fill_rect(0, _KEYS, 128, 8, 0)
        panel.centred(words.COUNT_KEYS, _KEYS)


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Any", seat: int, action: int, step: int) -> None:
    """Draw what the seat is asked and its answer on offer; for those who wait, what lies around the own Hero."""
    panel.fill(0)
    if action == NOTHING:
        _waiting(panel, state, seat)
        return
    if CELL <= action < ITEM:
        _in_grid(panel, state, seat, action)
    elif TAKE <= action < CELL:
        _trial(panel, state, seat, action)
    else:
        _in_words(panel, state, seat, action)
    _keys(panel, state, seat, action)


def _keys(panel: "Panel", state: "Game", seat: int, action: int) -> None:
    """Draw what the keys do."""
    every = offers(state, seat)
    text = own.OK_KEYS if every[0] != action else words.FIRST_OK if len(every) > 1 else words.ONLY_OK
    panel.centred(text, _KEYS)


def _waiting(panel: "Panel", state: "Game", seat: int) -> None:
    grids.grid(panel, state, seat)
    rows.possessions(panel, state, seat, _LINE)
    if state.current() == TERMINAL:
        panel.text(words.UNDO, 0, _KEYS)
        return
    # The last word of a turn can be taken back, unless a card was dealt after it.
    last = seat == (state.seat - 1) % state.players and state.PHASES[state.phase] == "choose"
    text = own.WAIT_UNDO if last and not state.dealt else own.WAIT
    panel.text(text.format(state.seat + 1), 0, _KEYS)


def _trial(panel: "Panel", state: "Game", seat: int, action: int) -> None:
    """Draw a Trial of the row, and the Skills it gives."""
    deck = state.deck
    place = action - TAKE
    end.bar(panel, own.TRIAL.format(place + 1), state.gold[seat])
    trial = state.slots[place] - 1
    grids.trial_card(panel, deck, trial)
    _, skills = deck.bonus(trial)
    if not skills:
        panel.text(own.NO_SKILL, 0, _LINE)
        return
    panel.text(own.SKILLS_TO_TAKE.format(skills), 0, _LINE)
    x = 36
    for at in (place, place + 1, place + 5, place + 6):
        card = state.slots[ROW_A + at]
        if card:
            x = grids.skill(panel, deck, card, x, _LINE) + 5


def _in_grid(panel: "Panel", state: "Game", seat: int, action: int) -> None:
    """Draw a cell, a Skill or an edge on offer, in the own 3 by 3 and below it."""
    cell = action - CELL if action < SKILL else NOTHING
    grids.grid(panel, state, seat, cell, action - EDGE if action >= EDGE else NOTHING)
    _below(panel, state, action)


def _below(panel: "Panel", state: "Game", action: int) -> None:
    """Draw below the 3 by 3 the Trial that is to be laid, the Skill on offer, or those that are to be laid."""
    deck = state.deck
    slots = state.slots
    if action < SKILL:
        panel.text(deck.trial_name(slots[state.place - 1] - 1)[:16], 0, _LINE)
    elif action < EDGE:
        panel.text(own.TAKE.format(word(action)), 0, _LINE)
        grids.skill(panel, deck, slots[ROW_A + action - SKILL], 64, _LINE)
        if state.takes > 1:
            panel.text(own.TWO, 112, _LINE)
    else:
        panel.text(own.PUT.format(word(action)), 0, _LINE)
        x = grids.skill(panel, deck, slots[HAND], 48, _LINE)
        if slots[HAND + 1]:
            panel.text(own.THEN, x, _LINE)
            grids.skill(panel, deck, slots[HAND + 1], x + 14, _LINE)


def _in_words(panel: "Panel", state: "Game", seat: int, action: int) -> None:
    """Draw a row for the Muses, an Item, or none."""
    end.bar(panel, words.TURN.format(state.turn), state.gold[seat])
    zeus = state.PHASES[state.phase] == "zeus"
    asks, why, cost = own.ZEUS if zeus else own.BUY, "", ""
    if action >= ITEM:
        deck = state.deck
        tile = state.slots[TILES + action - ITEM] - 1
        answer = words.ITEMS[deck.item(tile)]
        why = end.use(deck.item(tile))
        for star in range(deck.item_glory(tile)):
            grids.glyph(panel, grids.STAR, 104 + 6 * star, _LINE)
        cost = own.FREE if zeus else own.COSTS.format(deck.cost(tile))
    elif action == NONE:
        answer = words.NO_MORE
    else:
        asks = words.MUSES
        answer, why = words.ROWS[action - MUSE], words.ROWS_WHY[action - MUSE]
    panel.centred(asks, 16)
    panel.centred(answer, 24, 2)
    panel.centred(why, 40)
    panel.centred(cost, _LINE)


# -- the own cards, while others play ---------------------------------------------------------------------
def leaf(state: "Any", seat: int, page: int) -> int:
    """Return the page after `page`: the 3 by 3, the own Trials, Hero and Items."""
    return (page + 1) % (sum([1 for card in state.cells(seat) if card]) + 2)


def pod_page(panel: "Panel", state: "Any", seat: int, page: int) -> None:
    """Draw an own Trial, or the own Hero and Items."""
    panel.fill(0)
    cells = [cell for cell, card in enumerate(state.cells(seat)) if card]
    if page > len(cells):
        end.bar(panel, own.OWN_HERO, state.gold[seat])
        rows.own_hero(panel, state, seat)
    else:
        cell = cells[page - 1]
        end.bar(panel, own.OWN_TRIAL.format(page, len(cells)), state.gold[seat])
        grids.trial_card(panel, state.deck, state.cells(seat)[cell] - 1)
        panel.text(own.DONE if state.done[seat] >> cell & 1 else own.OPEN, 0, _LINE)
    panel.text(own.NEXT_CARD.format(state.seat + 1), 0, _KEYS)


# -- the end ----------------------------------------------------------------------------------------------
hub_final = end.hub_final
pod_final = end.pod_final
