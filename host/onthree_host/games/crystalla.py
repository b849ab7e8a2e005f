"""Crystalla on the PC: its score pad, its table drawn in text, and what happened in words."""

from __future__ import annotations

from typing import Any, cast

from onthree.rules import crystalla
from onthree.rules import crystalla_display as display
from onthree.rules import crystalla_text as texts
from onthree.rules import crystalla_walk as walks
from onthree.rules.game import RuleError, State, places, read_options
from onthree_host.errors import UsageError
from onthree_host.games import Result, count, listed, members, options

COUNTS = ("tourmaline", "amethyst", "ruby_flowers", "emerald_flowers", "citrine_groups", "diamond_groups", "hematite")
PLAYER = (*COUNTS, "display")
_MOST = {
    "tourmaline": 24,
    "amethyst": 24,
    "ruby_flowers": 24,
    "emerald_flowers": 6,
    "citrine_groups": 24,
    "hematite": 24,
}
_DIAMONDS = COUNTS.index("diamond_groups")
_ASSUMED = (
    "assumed: a segment has the two card edges at its corner, and adjoins another where they share an edge.",
    "Where your cards look otherwise, give ruby_flowers and emerald_flowers beside the display.",
)


# -- the score pad -----------------------------------------------------------------------------------------
def read_pad(pad: dict[str, Any]) -> Result:
    """Return the result of `{"options": {}, "players": [{"tourmaline": 4, ...}, {"display": "..."}]}`.

    A player has the seven COUNTS (`diamond_groups` is a list of sizes), or a display in the rules' notation, in which
    they are counted; a count beside a display is taken instead of what is counted there. What is left out counts as
    nothing and is named in `missing`. The option `diamond_table` is the points of groups of 1 to 7 and more (CR-A10).
    """
    missing: list[str] = []
    found = _players(pad, missing)
    table = _diamond_table(pad.get("options", {}))
    poison = sum(counts[6] for counts in found)
    parts = [dict(display.points(counts, poison - counts[6], table)) for counts in found]
    scores = [sum(part.values()) for part in parts]
    notes = [f"missing: {what}" for what in missing]
    if any("display" in player for player in pad["players"]):
        notes += _ASSUMED
    lines = ["", *notes] if notes else []
    return Result(scores, places(scores), parts, {"missing": missing} if missing else {}, lines)  # CR33


def pad_words(pad: dict[str, Any]) -> list[str]:
    """Return for each player of a pad the words that its seat enters on its pod, `T=4 A=4 ...`.

    They end where something is missing, and the seat goes on by itself; groups of one diamond are not entered.
    """
    missing: list[str] = []
    found = _players(pad, missing)
    texts = []
    for i, counts in enumerate(found):
        words = []
        for letter, name, number in zip(display.LETTERS, COUNTS, counts, strict=True):
            if f"Player {i + 1}'s {name}" in missing:
                break
            numbers = [*(size for size in number if size > 1), 0] if isinstance(number, tuple) else [number]
            words += [f"{letter}={number}" for number in numbers]
        texts.append(" ".join(words))
    return texts


def _players(pad: dict[str, Any], missing: list[str]) -> list[display.Counts]:
    """Return what each player has; add to `missing` what the pad does not say."""
    members(pad, "The pad", ("options", "players"))
    chosen = options(pad.get("options", {}))
    chosen.pop("diamond_table", None)
    _diamond_table(pad.get("options", {}))
    try:
        read_options(crystalla.OPTIONS, chosen)
    except RuleError as error:
        raise UsageError(str(error))
    found = []
    for i, player in enumerate(listed(pad, "players", 1, crystalla.MAX_PLAYERS)):
        who = f"Player {i + 1}"
        members(player, who, PLAYER)
        found.append(_counts(player, who, chosen, missing))
    return found


def _diamond_table(chosen: dict[str, Any]) -> tuple[int, ...]:
    """Return the points of diamond groups by size, as printed or as the pad's options say."""
    if "diamond_table" not in chosen:
        return display.DIAMOND
    table = chosen["diamond_table"]
    if not isinstance(table, list) or len(table) != 7:
        raise UsageError(f"The diamond_table is the points of groups of 1 to 7, seven numbers, not {table!r}.")
    return (0, *(count(points, "A number of the diamond_table", 999) for points in table))


def _counts(player: dict[str, Any], who: str, chosen: dict[str, str], missing: list[str]) -> display.Counts:
    """Return what a player has; add to `missing` what neither a count nor a display says."""
    found: list[Any] = [0, 0, 0, 0, 0, (), 0]
    unknown = list(COUNTS)
    if "display" in player:
        found = list(_count_display(player["display"], who, chosen, missing))
        by_hand = {"ruby_flowers": "ruby_model", "emerald_flowers": "emerald_model"}
        unknown = [name for name, option in by_hand.items() if chosen.get(option) == "manual"]
    for i, name in enumerate(COUNTS):
        if name not in player:
            if name in unknown:
                missing.append(f"{who}'s {name}")
                found[i] = () if i == _DIAMONDS else 0
        elif i == _DIAMONDS:
            found[i] = _groups(player[name], who)
        else:
            found[i] = count(player[name], f"{who}'s {name}", _MOST[name])
    counts = cast("display.Counts", tuple(found))
    if "display" not in player:
        _check_segments(counts, who, chosen.get("ruby_model") == "edges")
    return counts


def _groups(value: Any, who: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise UsageError(f"{who}'s diamond_groups are a list of sizes such as [4, 2], not {value!r}.")
    return tuple(count(size, f"The size of {who}'s diamond group", display.SEGMENTS) for size in value)


def _check_segments(counts: display.Counts, who: str, shared: bool) -> None:
    """Say so if no display has so many segments (CR25); ruby flowers may share some of theirs with ruby_model edges."""
    needed = counts[0] + counts[1] + 4 * counts[3] + counts[4] + sum(counts[5]) + counts[6]
    needed += 0 if shared else 2 * counts[2]
    if needed > display.SEGMENTS:
        raise UsageError(f"{who} has {needed} segments or more, and a display has {display.SEGMENTS}.")


def _count_display(text: Any, who: str, chosen: dict[str, str], missing: list[str]) -> display.Counts:
    if not isinstance(text, str):
        raise UsageError(f"{who}'s display is a text such as -,-,-,-/-,TA2,-,-/CD1,EE3,-,-, not {text!r}.")
    try:
        cells, _ = display.read_display(text)
    except RuleError as error:
        raise UsageError(f"{who}: {error}")
    empty = sum(1 for cell in cells if not cell)
    if empty:
        missing.append(f"{who}'s {empty} other card{'s' if empty > 1 else ''}")
    model = "edges" if chosen.get("ruby_model") == "edges" else "pairs"
    return display.counts(cells, model, chosen.get("same_card_adjoins") != "off")


# -- the table ---------------------------------------------------------------------------------------------
def table(state: State) -> list[str]:
    """Return the table: the turn, each pile with its pieces, height and top card; with cards also the displays."""
    played = cast(crystalla.Crystalla, state)
    turns = 9 * played.players
    line = f"turn {played.turn} of {turns}, round {played.round()}" if played.turn else "the setup"
    lines = [line + f", {texts.PHASES[played.phase]}" + (f" {_hand(played)}" if played.hand else "")]
    if any(played.heights):
        for row in range(0, len(played.heights), 3):
            piles = (_pile(played, pile) for pile in range(row, row + 3))
            lines.append("  " + "   ".join(f"{pile:18}" for pile in piles).rstrip())
    if not played.cards:
        return lines
    pieces = " ".join(texts.piece_text(i) for i, number in enumerate(played.open) for _ in range(number))
    lines.append(f"  open crystals  {pieces or '-'}")
    for seat in range(played.players):
        rows = display.display_text(played.cells[seat], played.covered[seat]).split("/")
        lines.append(
            f"  seat {seat + 1}  " + "  |  ".join(" ".join(f"{c:3}" for c in row.split(",")) for row in rows).rstrip()
        )
    return lines


def _hand(played: crystalla.Crystalla) -> str:
    return f"with {walks.pieces_text(played.players, played.hand)} in hand"


def _pile(played: crystalla.Crystalla, pile: int) -> str:
    """Return a pile: `a1 112 (8) TA`."""
    top = f" {texts.card_text(played.tops[pile])}" if played.cards else ""
    pieces = walks.pieces_text(played.players, played.pieces[pile])
    return f"{walks.name(pile)} {pieces} ({played.heights[pile]}){top}"


# -- what happened -----------------------------------------------------------------------------------------
def entry(position: str, seat: int, word: str) -> str:
    """Return "": `events` tells every step of a seat."""
    return ""


def events(state: State) -> list[dict[str, Any]]:
    """Return what the action just applied did: `kind`, `seat`, `action`, and `left` (a pile's height) with takes.

    For the kinds see `Crystalla.events`.
    """
    found = []
    for kind, seat, action, numbers in state.events():
        event: dict[str, Any] = {"kind": kind, "seat": seat + 1, "action": state.action_text(seat, action)}
        if kind == "takes":
            event["left"] = numbers[0]
        found.append(event)
    return found


def tell(event: dict[str, Any]) -> str:
    """Return one of `events` as a sentence without its full stop."""
    seat, action = f"seat {event['seat']}", event["action"]
    pile, _, piece = action.partition("=")
    if event["kind"] == "counts":
        return f"{seat} enters {piece} {COUNTS[display.LETTERS.index(pile)].replace('_', ' ')}"
    whose = "a neutral piece" if piece == "N" else f"a piece of seat {piece}"
    gift = f"the crystal piece {piece}" if piece else "a crystal piece"
    return {
        "begins": f"seat {action[1:]} begins",
        "keeps": f"{seat} keeps the start cards",
        "swaps": f"{seat} swaps a start card",
        "picks": f"{seat} picks start card {action[1:]}",
        "stands": f"{seat} starts on pile {action}",
        "lifts": f"{seat} takes all pieces from {action}",
        "drops": f"{seat} drops {whose} on {pile}",
        "takes": f"{seat} takes the card of {action}, {event.get('left')} left",
        "rebuilds": f"{seat} rebuilds the pile from {action}",
        "places": f"{seat} places the card in column {pile}, large segment to the {piece}",
        "gives": f"{seat} gives {gift} to seat {pile.lstrip('G')}",
        "covers": f"{seat} {_covers(action)}",
        "removed": f"{seat} cannot lay {gift}, and it is out of the game",
        "lapses": f"no crystal piece is left for {seat}",
        "passes": f"{seat}'s turn is over",
    }[event["kind"]]


def _covers(action: str) -> str:
    if action == "laid":
        return "lays the crystal piece"
    return "cannot lay the crystal piece" if action == "lost" else f"lays the crystal piece on {action[1:]}"


def sum_up(events: list[dict[str, Any]]) -> str:
    """Return the events of an action in one line: "drops b1=2, takes the card of b1 (7 left)"."""
    said = []
    for event in events:
        kind, action = event["kind"], event["action"]
        left = f" ({event['left']} left)" if kind == "takes" else ""
        who = f"{event['seat']} " if kind in ("removed", "lapses", "counts", "covers") else ""
        what = "the card of " + action if kind == "takes" else "" if action == "-" else action
        said.append(f"{who}{kind} {what}".rstrip() + left)
    return ", ".join(said)
