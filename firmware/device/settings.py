"""What the owners of a table set once: how fast it counts, whether it beeps. Kept in a small text file.

Every setting is a number, mostly milliseconds. The menu offers the values in SETTINGS; the file may hold any
other from 0 on, which is how the tests count faster than people can.

    name=value        one a line; unknown names and anything else that makes no sense is passed over

`heap_lock=1`, which the menu does not offer, locks the heap during the count: then an allocation is an error.
"""

import os

from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

# name, values the menu offers, the default first
SETTINGS = (
    ("count_ms", (700, 500, 1000)),  # from one beat of the count to the next
    ("auto_ms", (4000, 0, 8000)),  # after the last choice until the count begins by itself; 0: only by the hub
    ("hide_ms", (0, 1000)),  # after a press until the pod hides its choice again; 0: it stays visible
    ("result_ms", (10000, 0, 20000)),  # how long a result stays until the next turn; 0: until the hub's button
    ("roll_ms", (600, 0)),  # how long dice tumble before they show what they fell on; 0: at once
    ("sound", (1, 0)),
)
REVEAL_MS = 2500  # all pods show all choices this long before they turn to their own results
_MOST = 3_600_000


class Settings:
    """The settings of this table, as attributes named as in SETTINGS. Call `load` once, `save` after a change."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.count_ms = self.auto_ms = self.hide_ms = self.result_ms = self.roll_ms = self.sound = self.heap_lock = 0
        for name, values in SETTINGS:
            setattr(self, name, values[0])

    def load(self) -> None:
        """Read the file, if there is one."""
        try:
            with open(self.path) as file:
                text = file.read(400)
        except OSError:
            return
        for line in text.split("\n"):
            name, _, value = line.strip().partition("=")
            if value.isdigit() and int(value) <= _MOST and isinstance(getattr(self, name, None), int):
                setattr(self, name, int(value))

    def save(self) -> bool:
        """Write the file so that a power cut leaves the old one or the new one; return whether it worked."""
        text = "".join("{}={}\n".format(name, self.get(name)) for name, _ in SETTINGS)
        try:
            with open(self.path + ".new", "w") as file:
                file.write(text)
            os.rename(self.path + ".new", self.path)
        except OSError:
            return False
        return True

    def get(self, name: str) -> int:
        """Return the value of the setting `name`."""
        value: Any = getattr(self, name)
        return int(value)

    def change(self, index: int) -> None:
        """Set the setting number `index` of SETTINGS to its next value in the menu."""
        name, values = SETTINGS[index]
        now = self.get(name)
        at = values.index(now) + 1 if now in values else 0
        setattr(self, name, values[at % len(values)])
