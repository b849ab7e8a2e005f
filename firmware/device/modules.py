"""What is in memory only while it is needed: the lobby while no game runs, a game's rules and screen while it does."""

import sys

_GAMES = (
    "onthree.rules.", "onthree.tools.", "device.screens.", "device.words.en_",
    "device.race", "device.clock", "device.pads", "device.decks", "onthree.cards",
)  # fmt: skip
_KEPT = ("onthree.rules.game", "onthree.rules.registry", "device.screens.common", "device.screens.menu")


def forget(*names: str) -> None:
    """Drop loaded modules, so that the next import loads them anew and their memory can be used meanwhile."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)


def forget_games() -> None:
    """Drop the rules, screens and words of all games."""
    for name in list(sys.modules):
        if name.startswith(_GAMES) and name not in _KEPT:
            forget(name)
