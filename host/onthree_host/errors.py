"""Every failure that can be expected, in one tree. The message is one sentence that says what to do.

The command line prints it on stderr and leaves with `exit_code`: 1 where the answer is no or something was
found wrong, 2 where the command was used wrongly. Whatever is not in this tree is a mistake of ours.
"""


class OnThreeError(Exception):
    """Something that can happen to anyone, explained in one sentence."""

    exit_code = 1


class UsageError(OnThreeError):
    """An argument, a file or a text that the user gave is not what the command needs."""

    exit_code = 2


class StoreError(OnThreeError):
    """The database cannot be opened, read or written."""


class LinkError(OnThreeError):
    """The device and this program do not come together."""


class LinkLost(LinkError):
    """The port is gone: unplugged, or taken away by the system."""


class BoardError(OnThreeError):
    """A board, real or virtual, is missing or does not do what it should."""
