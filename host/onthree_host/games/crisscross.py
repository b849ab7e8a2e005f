"""Criss Cross on the PC: the sheets kept on paper added up and drawn, and what happened in words."""

from __future__ import annotations

from typing import Any, cast

from onthree.rules import crisscross
from onthree.rules.crisscross_paper import WORTH, Paper
from onthree.rules.crisscross_rounds import ADVANCED, Rounds
from onthree.rules.crisscross_sheet import CELLS, DIAGONAL, EMPTY, LETTERS, diagonal, read_sheet, solo_rank
from onthree.rules.game import RuleError, State
from onthree_host.errors import UsageError
from onthree_host.games import Result, listed, members, options

_SWITCH = {"true": "on", "false": "off"}


# -- the score pad -----------------------------------------------------------------------------------------
def read_pad(pad: dict[str, Any]) -> Result:
    """Return the result of `{"options": {"advanced": true}, "sheets": ["AABBC/AABBC/DDBCC/D.EE./DFFEA", ...]}`.

    A single sheet also has its solo rank (CC9), as `rank`.
    """
    state = _sheets_of(pad)
    scores = state.scores()
    lines = []
    for seat in range(state.players):
        lines += ["", *picture(state, seat)]
    facts = {}
    if state.players == 1:
        facts["rank"] = solo_rank(scores[0])
        lines += ["", f"Played alone: {facts['rank']}."]
    breakdown = [dict(state.breakdown(seat)) for seat in range(state.players)]
    return Result(scores, state.ranking(), breakdown, facts, lines)


def pad_words(pad: dict[str, Any]) -> list[str]:
    """Return for each sheet of a pad what its seat enters on its pod: the points of its lines, `4 0 2 ...`."""
    state = _sheets_of(pad)
    texts = []
    for seat, sheet in enumerate(state.sheets):
        worth = [points for name, points in state.breakdown(seat) if name != DIAGONAL]
        if state.options[ADVANCED]:
            worth.append(diagonal(sheet))  # once, however often it counts
        texts.append(" ".join(str(points) for points in worth))
    return texts


def _sheets_of(pad: dict[str, Any]) -> crisscross.CrissCross:
    """Return the position of the sheets of a pad; UsageError in a sentence if it is none."""
    members(pad, "The pad", ("options", "sheets"))
    chosen = {name: _SWITCH.get(value, value) for name, value in options(pad.get("options", {})).items()}
    written = []
    for i, text in enumerate(listed(pad, "sheets", 1, crisscross.MAX_PLAYERS)):
        if not isinstance(text, str):
            raise UsageError(f"Sheet {i + 1} is a text such as AABBC/AABBC/DDBCC/D.EE./DFFEA, not {text!r}.")
        try:
            written.append(read_sheet(text))
        except RuleError as error:
            raise UsageError(f"Sheet {i + 1}: {error}")
    try:
        return crisscross.paper(written, chosen)
    except RuleError as error:
        raise UsageError(str(error))


def picture(state: crisscross.CrissCross, seat: int) -> list[str]:
    """Return a sheet as lines: its cells, each row's points to the right, each column's below, the total in the corner.

    In the advanced game the diagonal stands above its upper end, as it counts.
    """
    worth = dict(state.breakdown(seat))
    letters = EMPTY + LETTERS
    lines = [f"sheet {seat + 1}        a   b   c   d   e"]
    if "diagonal" in worth:
        lines[0] += f"   diagonal {worth['diagonal']}"
    for row in range(5):
        cells = "   ".join(letters[symbol] for symbol in state.sheets[seat][5 * row : 5 * row + 5])
        lines.append(f"           {row + 1}   {cells}  {worth[f'row {row + 1}']:>3}")
    below = "".join(f"{worth[f'column {letter}']:>4}" for letter in "abcde")
    lines.append(f"            {below}  {state.total(seat):>3}")
    return lines


# -- the table ---------------------------------------------------------------------------------------------
def table(state: State) -> list[str]:
    """Return the sheets side by side, with the round and its roll; of sheets on paper what was said and entered."""
    played = cast(Rounds, state)
    rolled = f", roll {LETTERS[played.roll // 6]}{LETTERS[played.roll % 6]}" if played.roll >= 0 else ""
    lines = [f"round {played.round}{rolled}" if played.round else "start symbols"]
    seats = range(played.players)
    lines += _on_paper(played) if isinstance(played, Paper) else _sheets(cast(crisscross.CrissCross, state))
    done = [str(seat + 1) for seat in seats if played.placed >> seat & 1]
    stuck = [str(seat + 1) for seat in seats if played.stuck >> seat & 1]
    if done:
        lines.append("  entered: " + " ".join(done))
    if stuck:
        lines.append("  stuck: " + " ".join(stuck))
    return lines


def _sheets(played: crisscross.CrissCross) -> list[str]:
    letters = EMPTY + LETTERS
    seats = range(played.players)
    lines = ["  " + "".join(f"seat {seat + 1:<6}" for seat in seats).rstrip()]
    for start in range(0, CELLS, 5):
        rows = ["".join(letters[symbol] for symbol in played.sheets[seat][start : start + 5]) for seat in seats]
        lines.append("  " + "".join(f"{row:11}" for row in rows).rstrip())
    return lines


def _on_paper(played: Paper) -> list[str]:
    letters = EMPTY + LETTERS
    lines = []
    for seat, score in enumerate(played.scores()):
        entered = " ".join(str(WORTH[index]) for index in played.lines[seat])
        if played.left >> seat & 1:
            entered = "points left to paper"
        elif entered:
            entered += f"  ({score} points)"
        lines.append(f"  seat {seat + 1}  starts with {letters[played.start_of(seat)]}  {entered}".rstrip())
    return lines


# -- what happened -----------------------------------------------------------------------------------------
def entry(position: str, seat: int, word: str) -> str:
    """Return in words where a seat starts, what it writes on its sheet, or what it says of a sheet on paper."""
    if "=" in word:
        pairs = [pair.split("=") for pair in word.split(",")]
        return f"seat {seat} writes " + " and ".join(f"{symbol} on {cell}" for cell, symbol in pairs)
    if word in LETTERS:
        return f"seat {seat} starts with {word}"
    if word.isdecimal():
        return f"seat {seat} enters {word} points for a line"
    words = {"done": "has the roll on its sheet", "stuck": "cannot enter the roll", "-": "leaves the points to paper"}
    return f"seat {seat} {words[word]}"


def events(state: State) -> list[dict[str, Any]]:
    """Return the seats that cannot enter anything any more: `kind` stuck, `seat`."""
    played = cast(Rounds, state)
    return [{"kind": "stuck", "seat": seat + 1} for seat in range(played.players) if played.stuck >> seat & 1]


def tell(event: dict[str, Any]) -> str:
    """Return one of `events` as a sentence without its full stop."""
    return f"seat {event['seat']} has no two empty cells side by side left and sits out"


def sum_up(events: list[dict[str, Any]]) -> str:
    """Return the events in one line: "2 3 stuck"."""
    return " ".join(str(event["seat"]) for event in events) + " stuck" if events else ""
