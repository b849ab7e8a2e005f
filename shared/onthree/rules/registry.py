"""The games there are, by name; a game's module is loaded only when it is asked for."""

from onthree.compat import TYPE_CHECKING
from onthree.rules.game import RuleError, State

if TYPE_CHECKING:
    from types import ModuleType

GAMES = ("crossing",)


def load(name: str) -> "ModuleType":
    """Return the rules module of the game `name`; RuleError when there is no such game."""
    if name not in GAMES:
        raise RuleError("There is no game {}; there are {}.".format(name, ", ".join(GAMES)))
    module = "onthree.rules." + name
    return __import__(module, None, None, ("NAME",))


def state_at(position: str) -> "tuple[ModuleType, State]":
    """Return the module and the state of a position text of any game, by its first word `game/1`."""
    name = position.strip().split("/", 1)[0]
    module = load(name)
    return module, module.from_position(position)
