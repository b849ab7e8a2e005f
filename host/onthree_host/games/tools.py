"""The tools on the PC: what a reveal, a roll or a buzzer's round came to, in words. There is nothing to add up."""

from __future__ import annotations

from typing import Any, cast

from onthree.rules.game import State
from onthree.tools.buzzer import SIMULTANEOUS_US, Buzzer
from onthree.tools.dice import Dice
from onthree.tools.rounds import Rounds
from onthree.tools.tool import Tool
from onthree_host.errors import UsageError
from onthree_host.games import Result, chooses


def read_pad(pad: dict[str, Any]) -> Result:
    """Refuse: nobody scores in a tool."""
    raise UsageError("Nobody scores with a tool: 'onthree score' adds up games.")


def table(state: State) -> list[str]:
    """Return where the tool stands, in one line."""
    tool = cast(Tool, state)
    if isinstance(tool, Rounds):
        who = tool.current()
        turn = f", seat {who + 1} to play" if who >= 0 else ""
        passed = "".join(f" {seat + 1}" for seat in range(tool.players) if tool.passed >> seat & 1)
        return [f"round {tool.count + 1}{turn}" + (f", passed:{passed}" if passed else "")]
    what = {"dice": "rolls", "reveal": "reveals", "buzzer": "rounds"}.get(tool.name)
    return [f"{tool.count} {what} so far"] if what else []


# -- what happened -----------------------------------------------------------------------------------------
def entry(position: str, seat: int, word: str) -> str:
    """Return the plain words; what came of it follows with `events`."""
    return chooses(seat, word)


def events(state: State) -> list[dict[str, Any]]:
    """Return what the last reveal, roll or round came to.

    `kind` chose: `seat`, `action`, `same` (seats with that choice). `kind` bid: `seat`, `action`, `place`. `kind`
    rolled: `seat` (0 for all), `dice` (words), `kept` (words), `total` (None for symbols). `kind` pressed: `seat`,
    `place`, `late_us`, `tied`. `kind` early: `seat`.
    """
    tool = cast(Tool, state)
    if isinstance(tool, Dice):
        seats = [seat + 1 for _, seat, _, _ in tool.events()]
        return [{"kind": "rolled", "seat": seats[0] if len(seats) == 1 else 0, **_rolled(tool)}] if seats else []
    found = []
    for kind, seat, action, counts in tool.events():
        event: dict[str, Any] = {"kind": kind, "seat": seat + 1}
        if isinstance(tool, Buzzer):
            if counts:
                place, late = counts
                tied = sum(other == place for other, _, _ in tool.presses()) > 1
                event |= {"place": place, "late_us": late, "tied": tied}
        else:
            event |= {"action": tool.action_text(seat, action), "place" if kind == "bid" else "same": counts[0]}
        if kind != "none":
            found.append(event)
    return found


def _rolled(dice: Dice) -> dict[str, Any]:
    roll = dice.last[0]
    words = [dice.action_text(-1, face) for face in roll]
    kept = [word for i, word in enumerate(words) if dice.kept(roll) >> i & 1]
    return {"dice": words, "kept": kept, "total": None if dice.symbols else dice.total(roll)}


def tell(event: dict[str, Any]) -> str:
    """Return one of `events` as a sentence without its full stop."""
    seat = f"seat {event['seat']}" if event["seat"] else "all"
    if event["kind"] == "bid":
        return f"{seat} bid {event['action']} and is number {event['place']}"
    if event["kind"] == "chose":
        others = event["same"] - 1
        return f"{seat} chose {event['action']}" + (f", like {others} other{'s' * (others > 1)}" if others else "")
    if event["kind"] == "rolled":
        kept = "" if event["kept"] == event["dice"] else f", of which {' '.join(event['kept'])} count"
        total = "" if event["total"] is None else f": {event['total']}"
        return f"{seat} rolled {' '.join(event['dice'])}{kept}{total}"
    if event["kind"] == "early":
        return f"{seat} pressed before go, a false start"
    late = f", {_milliseconds(event['late_us'])} after the first" if event["late_us"] else ""
    tied = f" (a tie: less than {_milliseconds(SIMULTANEOUS_US)} apart)" if event["tied"] else ""
    return f"{seat} takes place {event['place']}{late}{tied}"


def _milliseconds(us: int) -> str:
    return f"{us / 1000:g} ms"


def sum_up(events: list[dict[str, Any]]) -> str:
    """Return the events in one line, as short as people at the table would put it."""
    if not events:
        return ""
    if events[0]["kind"] == "bid":
        order = sorted(events, key=lambda event: event["place"])
        return "order " + ", ".join(f"{event['seat']} (bid {event['action']})" for event in order)
    if events[0]["kind"] == "chose":
        choices = dict.fromkeys(event["action"] for event in events)
        tally = {choice: [str(e["seat"]) for e in events if e["action"] == choice] for choice in choices}
        return ", ".join(f"{choice} x{len(seats)} ({' '.join(seats)})" for choice, seats in tally.items())
    return "; ".join(tell(event) for event in events)
