"""Crossing on the displays: the table on the hub, the own tile and choice on each pod, and what the buttons mean.

What is used during the count (`pick`, `pod_reveal`, `hub_count`) allocates nothing: no text is made, no list.
Stones are drawn as discs that differ without colour, and the hub adds the letters R B Y W.
"""

from device import displays
from device.screens import common
from device.words import en
from device.words import en_crossing as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crossing import GIVE, MUSHROOM, PROTECT, TILE
from onthree.rules.crossing_stones import counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel
    from onthree.rules.crossing import Crossing

    Told = tuple[str, int, int, tuple[int, int, int, int]]

_CLAIMED = const(12)  # first claimed pile in Crossing.piles
_A = const(0)
_B = const(1)

PAGES = 2  # of the hub while people choose: mushrooms, players

_TOLD = {
    "takes": (words.TAKES, words.YOU_TAKE),
    "protects": (words.PROTECTS, words.YOU_PROTECT),
    "crowded": (words.CROWDED, words.YOU_CROWDED),
    "blocked": (words.BLOCKED, words.YOU_BLOCKED),
    "empty": (words.NOTHING, words.YOU_NOTHING),
}


def pick(menu: "Sequence[int]", seat: int, players: int, button: int, action: int) -> int:
    """Return what `seat` has chosen after pressing `button`: A next mushroom, B next opponent, C protect or clear.

    `menu` is what is legal, ascending. A button with nothing legal behind it changes nothing.
    """
    if button == _A:
        return _next(menu, action, MUSHROOM, players - 1)
    if button == _B:
        return _opponent(menu, seat, players, action)
    if action == PROTECT:
        return 0
    return PROTECT if PROTECT in menu else action


def _next(menu: "Sequence[int]", action: int, first: int, count: int) -> int:
    """Return the next legal action after `action` among `count` from `first` on, round and round."""
    at = action - first
    if not 0 <= at < count:
        at = -1
    for step in range(1, count + 1):
        candidate = first + (at + step) % count
        if candidate in menu:
            return candidate
    return action


def _opponent(menu: "Sequence[int]", seat: int, players: int, action: int) -> int:
    """Return the tile of the next opponent clockwise, beginning at the left-hand neighbour."""
    at = action - TILE
    if not 0 <= at < players:
        at = seat
    for step in range(1, players + 1):
        candidate = TILE + (at + step) % players
        if candidate in menu:
            return candidate
    return action


def last(state: "Crossing") -> bool:
    """Return whether this is the last turn."""
    return bool(state.last)


def sitting(state: "Crossing") -> int:
    """Return the seats that are on break in this turn, as bits."""
    return state.sitting


def title(state: "Crossing") -> str:
    """Return what the hub calls this turn."""
    return words.LAST_TURN if state.last else words.TURN.format(state.turn)


# -- pieces of pictures -----------------------------------------------------------------------------------
def _choice(panel: "Panel", action: int, y: int, scale: int) -> None:
    """Draw a choice in the middle: a shield, or a mushroom or tile with its number, 16 * `scale` pixels high."""
    size = 16 * scale
    if action == PROTECT:
        panel.icon(displays.SHIELD, 64 - size // 2, y, scale)
        return
    left = 60 - size
    if action >= TILE:
        panel.icon(displays.TILE, left, y, scale)
        panel.big(en.DIGITS[action - TILE + 1], 68, y, 2 * scale)
    else:
        panel.icon(displays.MUSHROOM, left, y, scale)
        panel.big(en.DIGITS[action - MUSHROOM + 1], 68, y, 2 * scale)


def _stones(panel: "Panel", stones: "Sequence[int]", y: int) -> None:
    """Draw four counts in a line, each after its stone."""
    for colour in range(4):
        x = 32 * colour
        panel.stone(colour, x, y)
        panel.number(stones[colour], x + 10, y)


def _pile(stones: "Sequence[int]") -> str:
    """Return a pile for a line of text: 2R1W."""
    return "".join(str(stones[i]) + words.COLOURS[i] for i in range(4) if stones[i])


def _grid(panel: "Panel", mark: str, piles: "Sequence[int]", chosen: int) -> None:
    """Draw a column a pile, a row a colour, from y = 8 to 47; the heads of `chosen` (bits) are inverted.

    `mark` is the letter of such piles: M or T.
    """
    width = 110 // len(piles)
    panel.text(mark, 9, 8)
    for colour in range(4):
        panel.stone(colour, 0, 16 + 8 * colour)
        panel.text(words.COLOURS[colour], 9, 16 + 8 * colour)
    for i, pile in enumerate(piles):
        x = 18 + i * width
        panel.text(en.DIGITS[i + 1], x + 4, 8)
        if chosen >> i & 1:
            panel.invert(x + 3, 8, 10, 8)
        stones = counts(pile)
        for colour in range(4):
            if stones[colour]:
                panel.number(stones[colour], x + (4 if stones[colour] < 10 else 0), 16 + 8 * colour)
            else:
                panel.hline(x + 6, 19 + 8 * colour, 4, 1)


def _title(panel: "Panel", left: str, right: str) -> None:
    """Draw the top line, black on white."""
    panel.fill_rect(0, 0, 128, 8, 1)
    panel.text(left, 0, 0, 0)
    panel.text(right, 128 - 8 * len(right), 0, 0)


def _table(panel: "Panel", state: "Crossing", left: str, page: int, chosen: int) -> None:
    """Draw the mushrooms (page 0), or the players' tiles and what they have safe (page 1)."""
    panel.fill(0)
    _title(panel, left, words.BAG.format(sum(state.bag)))
    players = state.players
    if page == 0:
        _grid(panel, words.MARKS[0], state.piles[MUSHROOM:players], 0)
        _seats(panel, state, chosen)
        return
    _grid(panel, words.MARKS[1], state.piles[TILE : TILE + players], chosen)
    width = 110 // players
    panel.icon(displays.SHIELD, 0, 48)
    for seat in range(players):
        safe = sum(counts(state.piles[_CLAIMED + seat]))
        panel.number(safe, 18 + seat * width + (4 if safe < 10 else 0), 56)


def _seats(panel: "Panel", state: "Crossing", chosen: int) -> None:
    """Draw the seats along the bottom: a full box has chosen, an empty one has not, a line is on break."""
    width = 128 // state.players
    for seat in range(state.players):
        x = seat * width
        panel.text(en.DIGITS[seat + 1], x, 56)
        if state.sitting >> seat & 1:
            panel.hline(x + 9, 59, 7, 1)
        elif chosen >> seat & 1:
            panel.fill_rect(x + 9, 56, 7, 7, 1)
        else:
            panel.rect(x + 9, 56, 7, 7, 1)


# -- the hub ----------------------------------------------------------------------------------------------
def hub_choose(panel: "Panel", state: "Crossing", page: int, chosen: int) -> None:
    """Draw the table while people choose; `chosen` are the seats that have, as bits."""
    _table(panel, state, title(state), page, chosen)


def hub_count(panel: "Panel", beat: int) -> None:
    """Draw the beat, 0 to 2, as large as it goes."""
    panel.fill(0)
    panel.big(words.COUNT[beat], 32, 0, 8)


def hub_result(panel: "Panel", state: "Crossing", told: "Sequence[Told]", sat: int, title: str, page: int) -> None:
    """Draw what happened to each seat, a line each; further pages are the table as it stands now.

    `sat`: the seats that were on break, as bits.
    """
    if page:
        _table(panel, state, title, page - 1, 0)
        return
    panel.fill(0)
    _title(panel, title, words.BAG.format(sum(state.bag)))
    y = 8 if len(told) > 5 else 16
    for kind, seat, action, stones in told:
        panel.text(_line(state, kind, seat, action, stones, sat), 0, y)
        y += 8
    panel.centred(words.GO_ON, 56)


def _line(state: "Crossing", kind: str, seat: int, action: int, stones: "Sequence[int]", sat: int) -> str:
    who = en.DIGITS[seat + 1]
    if kind == "none":
        return (words.SITS if sat >> seat & 1 else words.ABSENT).format(who)
    text = _TOLD[kind][0]
    if kind == "protects":
        return text.format(who, _pile(stones) or words.PROTECTS_NOTHING)
    return text.format(who, state.action_text(seat, action), _pile(stones))


def hub_turn(panel: "Panel", state: "Crossing", page: int, step: int) -> None:
    """Draw the table while the distributor shares out the last stones."""
    _table(panel, state, words.SPLIT_TITLE.format(1 + _distributor(state)), page % PAGES, 0)


def hub_final(panel: "Panel", state: "Crossing", page: int, secret: str) -> None:
    """Draw the ranking, then each seat's points by what they are for, then the secret of the draws."""
    panel.fill(0)
    players = state.players
    page %= players + 2
    if page == 0:
        _ranking(panel, state)
    elif page <= players:
        seat = page - 1
        _title(panel, en.SEAT.format(page), str(state.scores()[seat]))
        _breakdown(panel, state, seat, 16, 16)
        _stones(panel, state.owned(seat), 56)
    else:
        _title(panel, en.SECRET, "")
        for i in range(4):
            panel.text(secret[16 * i : 16 * i + 16], 0, 16 + 8 * i)


def _ranking(panel: "Panel", state: "Crossing") -> None:
    scores = state.scores()
    for seat, y in common.places(panel, state, 4):
        panel.number(scores[seat], 104 if scores[seat] > 9 else 112, y)
    panel.centred(words.REMATCH if state.rematch() else en.FINAL_AGAIN, 48)
    panel.text(en.FINAL_KEYS, 0, 56)


def _breakdown(panel: "Panel", state: "Crossing", seat: int, x: int, y: int) -> None:
    for name, worth in state.breakdown(seat):
        panel.number(worth, x if worth > 9 else x + 8, y)
        panel.text(words.PARTS[name], x + 20, y)
        y += 8


# -- a pod ------------------------------------------------------------------------------------------------
def pod_choose(panel: "Panel", state: "Crossing", seat: int, action: int, hidden: bool, menu: "Sequence[int]") -> None:
    """Draw the own tile and the own choice, or the word that there is one when it is `hidden`."""
    panel.fill(0)
    piles = state.piles
    panel.text(words.YOU.format(seat + 1), 0, 0)
    if state.option("show_scores") == "always":
        panel.number(state.scores()[seat], 112, 0)
        panel.text(words.SCORE, 64, 0)
    else:
        panel.number(sum(counts(piles[_CLAIMED + seat])), 112, 0)
        panel.text(words.SAFE, 72, 0)
    _stones(panel, counts(piles[TILE + seat]), 56)
    if state.sitting >> seat & 1:
        panel.icon(displays.BREAK, 8, 16, 2)
        panel.text(words.ON_BREAK, 52, 24)
        panel.text(words.BREAK_NEXT, 52, 32)
    elif action and hidden:
        panel.centred(words.HIDDEN, 24, 2)
    elif action:
        _choice(panel, action, 16, 2)
    else:
        _prompt(panel, menu)


def chose(panel: "Panel", state: "Crossing", old: int, new: int) -> None:
    """Draw another choice in place of the one before; of two mushrooms or two tiles only the number differs."""
    if max(old, new) < PROTECT and (old < TILE) == (new < TILE):
        panel.fill_rect(68, 16, 32, 32, 0)
        panel.big(en.DIGITS[new - (MUSHROOM if new < TILE else TILE) + 1], 68, 16, 4)
        return
    panel.fill_rect(28, 16, 72, 32, 0)
    _choice(panel, new, 16, 2)


def _prompt(panel: "Panel", menu: "Sequence[int]") -> None:
    panel.text(words.POD_MUSHROOM, 24, 16)
    if any(TILE <= action < PROTECT for action in menu):
        panel.text(words.POD_TILE, 24, 24)
    if PROTECT in menu:
        panel.text(words.POD_PROTECT, 24, 32)


def pod_reveal(panel: "Panel", state: "Crossing", seat: int, action: int) -> None:
    """Draw what everybody may see at the reveal, as large as it goes: the choice, nothing, or the break."""
    panel.fill(0)
    if state.sitting >> seat & 1:
        panel.icon(displays.BREAK, 32, 0, 4)
    elif action:
        _choice(panel, action, 8, 3)
    else:
        panel.big(words.NO_CHOICE, 40, 8, 6)


def pod_result(panel: "Panel", state: "Crossing", told: "Told", sat: int) -> None:
    """Draw what the turn brought this seat, and its tile as it is now."""
    kind, seat, action, stones = told
    panel.fill(0)
    if action:
        panel.centred(_TOLD[kind][1], 0, 2)
        if kind in ("takes", "protects"):
            _stones(panel, stones, 40)
        _choice(panel, action, 16, 1)
    else:
        panel.centred(words.YOU_SIT if sat >> seat & 1 else words.YOU_ABSENT, 0, 2)
    panel.hline(0, 50, 128, 1)
    _stones(panel, counts(state.piles[TILE + seat]), 56)


def pod_turn(panel: "Panel", state: "Crossing", seat: int, action: int, step: int) -> None:
    """Draw what the distributor is asked, `action` being the answer on show (below 0: all is given)."""
    panel.fill(0)
    if seat != _distributor(state):
        panel.centred(en.SEAT.format(1 + _distributor(state)), 8, 2)
        panel.centred(words.SPLIT_WAIT, 32)
        panel.centred(words.SPLIT_WAIT_2, 40)
        return
    if action < 0:
        panel.centred(words.SPLIT_DONE, 24)
        panel.centred(words.SPLIT_DONE_KEYS, 56)
        return
    given = [due for due in state.due() if due != 3]
    panel.text(words.SPLIT_AT.format(len(given) + 1), 0, 0)
    panel.big(en.DIGITS[action - GIVE], 16, 8, 4)
    panel.text(words.SPLIT_STONES, 56, 16)
    panel.text(words.SPLIT_LEFT.format(sum(state.bag) - sum(given)), 0, 40)
    if given:
        panel.text(words.SPLIT_UNDO, 72, 32)
    panel.text(words.SPLIT_KEYS, 0, 56)


def pod_final(panel: "Panel", state: "Crossing", seat: int) -> None:
    """Draw the own place and points, and what they are made of."""
    panel.fill(0)
    place = state.ranking()[seat]
    panel.text(en.YOUR_PLACE.format(place, state.players), 0, 0)
    if place == 1:
        panel.icon(displays.CROWN, 110, 0)
    panel.number(state.scores()[seat], 0, 16, 3)
    _breakdown(panel, state, seat, 52, 16)
    _stones(panel, state.owned(seat), 56)


def _distributor(state: "Crossing") -> int:
    return int(state.option("distributor")) - 1
