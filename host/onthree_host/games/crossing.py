"""Crossing on the PC: its score pad, its table drawn in text, and what happened in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from onthree.rules import crossing, crossing_stones
from onthree.rules.game import RuleError, State, places, read_options
from onthree_host.errors import UsageError
from onthree_host.games import Result, count, fields, listed, members, options

COLOURS = ("red", "blue", "yellow", "white")


# -- the score pad -----------------------------------------------------------------------------------------
def read_pad(pad: dict[str, Any]) -> Result:
    """Return the result of `{"options": {}, "players": [{"red": 3, "blue": 2, "yellow": 4, "white": 1}, ...]}`.

    A colour left out counts as none. All players' stones together are no more than the box holds (CX1).
    """
    members(pad, "The pad", ("options", "players"))
    chosen = options(pad.get("options", {}))
    try:
        read_options(crossing.OPTIONS, chosen)
    except RuleError as error:
        raise UsageError(str(error))
    scoring = chosen.get("scoring", "classic")
    hands = []
    for i, player in enumerate(listed(pad, "players", 1, crossing.MAX_PLAYERS)):
        who = f"Player {i + 1}"
        members(player, who, COLOURS)
        most = zip(COLOURS, crossing_stones.STONES, strict=True)
        hands.append([count(player.get(colour, 0), f"{who}'s {colour}", stones) for colour, stones in most])
    for colour, stones, total in zip(COLOURS, crossing_stones.STONES, map(sum, zip(*hands, strict=True)), strict=True):
        if total > stones:
            raise UsageError(f"There are {stones} {colour} stones, so the players cannot have {total}.")
    scores = [crossing_stones.score(hand, scoring) for hand in hands]
    return Result(
        scores,
        places([(score, hand[3]) for score, hand in zip(scores, hands, strict=True)]),  # CX21
        [dict(crossing_stones.points(hand, scoring)) for hand in hands],
    )


# -- the table ---------------------------------------------------------------------------------------------
def _pile(text: str) -> str:
    """Return a pile "3.0.1.0" as "3R 1Y", an empty one as "-"."""
    words = [n + letter for n, letter in zip(text.split("."), crossing_stones.COLOURS, strict=True) if n != "0"]
    return " ".join(words) or "-"


def table(state: State) -> list[str]:
    """Return the table: bag, mushrooms, and each seat's tile, claimed stones and break."""
    found = fields(state.position())
    bag = sum(map(int, found["bag"].split(".")))
    last = ", the last turn" if found["last"] == "1" else ""
    lines = [f"turn {found['turn']}{last}, {bag} stones in the bag"]
    mushrooms = [f"M{i + 1} {_pile(pile)}" for i, pile in enumerate(found["mushrooms"].split("/"))]
    lines.append("  mushrooms  " + "   ".join(mushrooms))
    tiles = [_pile(pile) for pile in found["tiles"].split("/")]
    claimed = [_pile(pile) for pile in found["claimed"].split("/")]
    for seat, (tile, kept) in enumerate(zip(tiles, claimed, strict=True)):
        resting = "   on break" if found["break"][seat] == "1" else ""
        lines.append(f"  seat {seat + 1}     tile {tile:16} claimed {kept:16}{resting}".rstrip())
    return lines


# -- what happened -----------------------------------------------------------------------------------------
def entry(position: str, seat: int, word: str) -> str:
    """Return in words how many of the last stones the distributor gives to the next mushroom."""
    mushroom = fields(position)["due"].split(".").index("-") + 1
    stones = ("no stone", "1 stone", "2 stones")[int(word[1:])]
    return f"seat {seat} gives {stones} to mushroom {mushroom}"


def events(state: State) -> list[dict[str, Any]]:
    """Return what the move just applied did to each seat: `kind`, `seat`, `action`, `stones` (a pile).

    Kinds: takes, protects, empty, crowded, blocked, none; see `Crossing.events`. Before the turn is resolved
    (a mushroom is drawn for those who did not choose, or the distributor is asked) there are none.
    """
    played = cast(crossing.Crossing, state)
    if fields(state.position())["phase"] == "absent":
        return []
    return [
        {
            "kind": kind,
            "seat": seat + 1,
            "action": state.action_text(seat, action),
            "stones": ".".join(map(str, stones)),
        }
        for kind, seat, action, stones in played.events()
    ]


def tell(event: dict[str, Any]) -> str:
    """Return one of `events` as a sentence without its full stop."""
    seat, action = f"seat {event['seat']}", event["action"]
    place = f"mushroom {action[1:]}" if action[0] == "M" else f"seat {action[1:]}'s tile"
    stones = _words(event["stones"].split("."))
    return {
        "takes": f"{seat} takes {stones} from {place}",
        "empty": f"{seat} finds nothing at {place}",
        "crowded": f"{seat} is not alone at {place} and gets nothing",
        "blocked": f"{seat} finds {place} protected and gets nothing",
        "protects": f"{seat} protects and claims {stones}",
        "none": f"{seat} sits out",
    }[event["kind"]]


def sum_up(events: list[dict[str, Any]]) -> str:
    """Return the events of a turn in one line: "1 takes M2 (2R 1Y), 2 3 crowd M1, 4 claims 3B, 5 sits out"."""
    said = []
    for event in events:
        kind, action, stones = event["kind"], event["action"], _pile(event["stones"])
        seats = [event["seat"]]
        if kind in ("crowded", "blocked", "none"):
            seats = [other["seat"] for other in events if (other["kind"], other["action"]) == (kind, action)]
            if event["seat"] != seats[0]:
                continue  # said with the first of them
        does = {
            "takes": f"takes {action} ({stones})",
            "empty": f"finds {action} empty",
            "crowded": f"crowd {action}",
            "blocked": f"finds {action} protected",
            "protects": f"claims {'nothing' if stones == '-' else stones}",
            "none": "sits out",
        }[kind]
        if len(seats) > 1:
            does = does.replace("finds ", "find ").replace("sits ", "sit ")
        said.append(f"{' '.join(map(str, seats))} {does}")
    return ", ".join(said)


def _words(pile: Sequence[str]) -> str:
    """Return a pile ["3", "0", "1", "0"] as "3 red and 1 yellow", an empty one as "nothing"."""
    words = [f"{n} {colour}" for n, colour in zip(pile, COLOURS, strict=True) if n != "0"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"
