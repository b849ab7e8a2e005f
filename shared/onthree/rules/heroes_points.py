"""What everything is worth in Crossing Heroes: Trials, Items, Glory, the Hero's Skill, blessings (CH17 to CH22).

Gods are numbered apollo 0, athena 1, hermes 2, poseidon 3; Items as in ITEMS. Duplicates of an Item can exist
(CH-A2): each is worth its points, but doubles once. A Trial that counts is a tuple (god, kind, vp, doubled): what
kind of value its back shows, and whether an own Item doubles it.
"""

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Sequence

GODS = ("apollo", "athena", "hermes", "poseidon")

# Kinds of Trial values (CH21): flat, so much for each own Trial of a god, for each Glory, for each own Item.
FLAT = const(0)
PER_GOD = const(1)  # apollo; the other gods follow
PER_GLORY = const(5)
PER_ITEM = const(6)
KINDS = const(7)

# Items (CH19): short word, name, points and what they are for, and the Trials whose points it doubles.
ITEMS = (
    ("club", "Heracles' Club", 4, FLAT,
     ("The Nemean Lion", "The Stymphalian Birds", "The Belt of Hippolyta", "Freeing Prometheus")),
    ("bow", "Odysseus' Bow", 5, FLAT, ("The Lotus Eaters", "Scylla and Charybdis", "Calypso, the Nymph")),
    ("cauldron", "Medea's Cauldron", 6, FLAT, ("Building the Argo", "The Poisoned Gift")),
    ("helmet", "Perseus' Helmet", 7, FLAT, ("Escaping the Graeae",)),
    ("sword", "Theseus' Sword", 8, FLAT, ("The Fierce Amazons",)),
    ("spear", "Bellerophon's Spear", 5, FLAT, ("The Horrific Chimera",)),
    ("trident", "Poseidon's Trident", 3, PER_GOD + 3, ()),
    ("sandals", "Hermes' Sandals", 3, PER_GOD + 2, ()),
    ("owl", "Athena's Owl", 3, PER_GOD + 1, ()),
    ("lyre", "Apollo's Lyre", 3, PER_GOD, ()),
    ("torch", "Prometheus' Torch", 3, FLAT, ()),
    ("cup", "Cup of Ambrosia", 2, PER_GLORY, ()),
)  # fmt: skip
TORCH = const(10)  # brings a Skill at once
TILES = const(16)  # 12 Items, and four of them again (CH-A2)
_GLORY = b"\x00\x01\x03\x06\x0a\x0f"
_HERO = const(2)  # for each symbol of the Hero's type


def glory_points(glory: int) -> int:
    """Return what so many Glory symbols are worth together: 1, 3, 6, 10, and 15 from five on (CH20)."""
    return _GLORY[min(glory, 5)]


def sets(completed: "Sequence[int]") -> int:
    """Return how many full sets of the four blessings `completed`, Trials by god, holds (CH17)."""
    return min(completed)


def doubler(trial: str) -> int:
    """Return the Item that doubles the Trial of this name, or -1 (CH19)."""
    for i, item in enumerate(ITEMS):
        if trial in item[4]:
            return i
    return -1


def value(kind: int, vp: int, by_god: "Sequence[int]", glory: int, items: int) -> int:
    """Return what `vp` of a kind comes to: for all own Trials of a god, all Glory, all Items (CH21)."""
    if kind == FLAT:
        return vp
    if kind == PER_GLORY:
        return vp * glory
    return vp * (items if kind == PER_ITEM else by_god[kind - PER_GOD])


def item_points(owned: "Sequence[int]", by_god: "Sequence[int]", glory: int) -> int:
    """Return what Items are worth: `owned` has the number of each of ITEMS, `by_god` all own Trials (CH19)."""
    return sum(owned[i] * value(ITEMS[i][3], ITEMS[i][2], by_god, glory, 0) for i in range(len(ITEMS)) if owned[i])


def points(
    trials: "Sequence[tuple[int, int, int, int]]",
    placed: "Sequence[int]",
    owned: "Sequence[int]",
    glory: int,
    hero_symbols: int,
    completed_only: bool,
) -> "list[tuple[str, int]]":
    """Return the points of one player as (name, points): trials, hero, glory, items (CH20).

    `trials` are the completed ones, `placed` counts all own Trials by god, completed or not. With
    `completed_only` a Trial that scores for a god's Trials counts the completed ones only (CH-A4). The doubling
    comes last, after a value has been multiplied (CH-A12).
    """
    by_god: Sequence[int] = placed
    if completed_only:
        by_god = [sum(1 for trial in trials if trial[0] == god) for god in range(4)]
    items = sum(owned)
    total = 0
    for _, kind, vp, doubled in trials:
        worth = value(kind, vp, by_god, glory, items)
        total += 2 * worth if doubled else worth
    return [
        ("trials", total),
        ("hero", _HERO * hero_symbols),
        ("glory", glory_points(glory)),
        ("items", item_points(owned, placed, glory)),
    ]
