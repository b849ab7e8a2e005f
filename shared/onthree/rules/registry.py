"""The games and the tools there are, by name; a module is loaded only when it is asked for.

A tool (dice, a reveal, ...) keeps the contract of a game, so it is played, logged and checked like one; but nobody
scores in it, and most go on until they are stopped.
"""

from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from onthree.rules.game import State

GAMES = ("crossing", "crisscross", "crystalla", "heroes")
TOOLS = ("reveal", "dice", "order", "rounds", "buzzer")


def load(name: str) -> "ModuleType":
    """Return the rules module of the game or tool `name`; RuleError when there is none of that name."""
    if name in GAMES:
        module = "onthree.rules." + name
    elif name in TOOLS:
        module = "onthree.tools." + name
    else:
        from onthree.rules.game import RuleError  # a menu needs no more than the names

        raise RuleError("There is no game {}; there are {}.".format(name, ", ".join(GAMES + TOOLS)))
    return __import__(module, None, None, ("NAME",))


def state_at(position: str) -> "tuple[ModuleType, State]":
    """Return the module and the state of a position text of any game or tool, by its first word `game/1`."""
    name = position.strip().split("/", 1)[0]
    module = load(name)
    return module, module.from_position(position)
