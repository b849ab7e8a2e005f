"""A position of Criss Cross as one line of text. Loaded when it is asked for: the device never does."""

from onthree.compat import TYPE_CHECKING
from onthree.rules import notation
from onthree.rules.crisscross_pack import check
from onthree.rules.crisscross_rounds import ROUNDS
from onthree.rules.crisscross_sheet import LETTERS, read_sheet, sheet_text
from onthree.rules.game import RuleError, options_text

if TYPE_CHECKING:
    from onthree.rules.crisscross import CrissCross
    from onthree.rules.crisscross_rounds import Rounds
    from onthree.rules.game import Options


def heading(state: "Rounds") -> str:
    """Return the part of a position's text that both kinds of state have."""
    roll = "--" if state.roll < 0 else LETTERS[state.roll // 6] + LETTERS[state.roll % 6]
    placed = notation.bits_text(state.placed, state.players)
    return "crisscross/1 players={} round={} roll={} placed={}".format(state.players, state.round, roll, placed)


def with_options(text: str, state: "Rounds", options: "Options") -> str:
    """Return a position's text with the options that are not at their default."""
    chosen = options_text(options, state.options)
    return text + " " + chosen if chosen else text


def read_heading(state: "Rounds", found: "dict[str, str]") -> None:
    """Fill round, roll and placed from the fields of a text."""
    state.round = notation.number(notation.take(found, "round"), 0, ROUNDS, "The round")
    roll = notation.take(found, "roll")
    if roll != "--":
        if len(roll) != 2 or roll[0] not in LETTERS or roll[1] not in LETTERS:
            raise RuleError("A roll is two of A to F, or -- before it; not {}.".format(roll))
        state.roll = LETTERS.index(roll[0]) * 6 + LETTERS.index(roll[1])
    state.placed = notation.bits(notation.take(found, "placed"), state.players, "The field placed")


def position(state: "CrissCross", options: "Options") -> str:
    """Return the position in one line; see crisscross for its fields."""
    text = heading(state) + " sheets=" + "|".join([sheet_text(sheet) for sheet in state.sheets])
    return with_options(text, state, options)


def read(state: "CrissCross", found: "dict[str, str]") -> None:
    """Fill `state` from the fields of a text; RuleError if no game can stand like that."""
    read_heading(state, found)
    sheets = notation.parts(notation.take(found, "sheets"), "|", state.players, "The field sheets")
    state.sheets = [read_sheet(sheet) for sheet in sheets]
    nothing_left(found)
    check(state)


def nothing_left(found: "dict[str, str]") -> None:
    """RuleError for a field that no position has."""
    if found:
        raise RuleError("There is no field {} in this position.".format(min(found)))
