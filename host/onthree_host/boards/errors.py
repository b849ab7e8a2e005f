"""What can go wrong with a virtual board, each as one sentence."""

from __future__ import annotations

from onthree_host.errors import BoardError

__all__ = ["BoardCrashed", "BoardError", "NoTime", "PowerLost"]


class BoardCrashed(BoardError):
    """The firmware ended by itself or hung. `console` is the end of what it wrote: the traceback, as a rule."""

    def __init__(self, message: str, console: str = "") -> None:
        super().__init__(f"{message}\n{console}" if console else message)
        self.console = console


class PowerLost(BoardError):
    """The power went, because a test had asked for it at this point; `power_on()` boots from the flash as it is."""


class NoTime(BoardError):
    """What was waited for did not happen in the simulated time allowed."""
