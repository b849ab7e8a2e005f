"""Crystalla's score pad, as the seats fill it in: one number after the other, crystal by crystal.

A pad is the numbers entered so far, in the order of the rulebook's rows: tourmaline segments, amethyst segments, ruby
flowers, emerald flowers, citrine groups, the size of each diamond group and then 0, hematite segments. Without cards a
seat is asked for all of them, with cards only for those that are to be counted by hand. A display has 24 segments
(CR25), so nobody can enter more than fit.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crystalla_display import SEGMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.crystalla_display import Counts

ITEMS = const(7)
RUBY = const(2)
EMERALD = const(3)
_DIAMOND = const(5)
_SEGMENTS_OF = (1, 1, 2, 4, 1, 1, 1)  # at least, for one of each item


def item_of(items: "Sequence[int]", pad: "Sequence[int]") -> int:
    """Return the item that is entered next, of those that are asked for; -1 when the pad is full."""
    at = 0
    for number in pad:
        if items[at] != _DIAMOND or not number:
            at += 1
    return items[at] if at < len(items) else -1


def room(items: "Sequence[int]", pad: "Sequence[int]") -> int:
    """Return how many segments are left for what is entered next; below 0 for a pad that no display fits."""
    left = SEGMENTS
    at = 0
    for number in pad:
        if at == len(items):
            return -1
        item = items[at]
        left -= number * _SEGMENTS_OF[item]
        if item != _DIAMOND or not number:
            at += 1
        elif number == 1:
            return -1
    return left


def numbers(items: "Sequence[int]", pad: "Sequence[int]") -> "list[int]":
    """Return the numbers that can be entered next, ascending; groups of one diamond are worth nothing and left out."""
    item = item_of(items, pad)
    if item < 0:
        return []
    most = room(items, pad) // _SEGMENTS_OF[item]
    return [number for number in range(most + 1) if item != _DIAMOND or number != 1]


def filled_in(items: "Sequence[int]", pad: "Sequence[int]", found: "Counts") -> "Counts":
    """Return `found` with what the pad says instead; what is asked for and not entered yet counts as 0."""
    single = list(found)
    groups: list[int] = []
    for item in items:
        single[item] = 0
    at = 0
    for number in pad:
        if items[at] != _DIAMOND:
            single[items[at]] = number
            at += 1
        elif number:
            groups.append(number)
        else:
            at += 1
    single[_DIAMOND] = tuple(groups) if _DIAMOND in items else found[_DIAMOND]
    return tuple(single)  # type: ignore[return-value]
