"""A link and a store together: what a device tells is stored, and acknowledged once it is.

Many records are stored in one transaction, because each costs the disk a wait; but nothing waits longer than
a moment, so that a game's turn is on disk before the players have looked up.
"""

from __future__ import annotations

from dataclasses import dataclass

from onthree_host.errors import LinkError
from onthree_host.link import Console, Event, Hello, Link, Port, Recorded
from onthree_host.store import Heard, Store

_BATCH = 500  # records in one transaction at most
_MOMENT = 0.2  # seconds that a record waits for others to share its transaction


@dataclass(frozen=True)
class Stored:
    """So many records were stored; `caught_up` when the device had no more at its last hello."""

    new: int
    conflicts: list[tuple[str, int]]
    caught_up: bool


@dataclass(frozen=True)
class Lost:
    """Records `first` to `last` are neither here nor on the device any more: another computer has them."""

    first: int
    last: int


Heeded = Event | Stored | Lost


class Recorder:
    """Keeps what comes over a port in a store. Call `poll` again and again, and `close` at the end."""

    def __init__(self, port: Port, store: Store) -> None:
        self.link = Link(port)
        self.store = store
        self.caught_up = False
        self._known: Hello | None = None
        self._until = 0  # the device's `next` at its hello
        self._next = 0  # the number after the last record stored or waiting
        self._records: list[Heard] = []
        self._console: list[tuple[str | None, bytes]] = []
        self._since: float | None = None  # how long something has been waiting

    def poll(self, now: float) -> list[Heeded]:
        """Read, store when it is time, acknowledge; return what happened, in order."""
        happened: list[Heeded] = []
        for event in self.link.poll(now):
            happened.append(event)
            if isinstance(event, Hello):
                happened += self._begin(event)
            elif isinstance(event, Recorded):
                self._records.append(event.heard)
                self._next = event.heard.seq + 1
            elif isinstance(event, Console):
                self._console.append((self._known.dev if self._known else None, event.text))
        if self._records or self._console:
            self._since = now if self._since is None else self._since
            complete = self._records and not self.caught_up and self._next >= self._until
            if complete or len(self._records) >= _BATCH or now - self._since >= _MOMENT:
                happened.append(self._store())
        return happened

    def close(self) -> list[Heeded]:
        """Store what is waiting and let go of the port."""
        happened: list[Heeded] = []
        for event in self.link.close():
            happened.append(event)
            if isinstance(event, Console):
                self._console.append((self._known.dev if self._known else None, event.text))
        if self._records or self._console:
            happened.append(self._store(acknowledge=False))
        return happened

    def _begin(self, hello: Hello) -> list[Heeded]:
        """Ask for what is missing here."""
        happened: list[Heeded] = []
        if self._records:
            happened.append(self._store())
        if self._known is None or (hello.dev, hello.boot) != (self._known.dev, self._known.boot):
            self.store.note_device(hello.dev, hello.fw, hello.py, hello.boot)
        self._known = hello
        ours = self.store.next_seq(hello.dev)
        if ours > hello.next:
            raise LinkError(
                f"Device {hello.dev} counts its records from {hello.next} on, but {self.store.path} has {ours - 1} of "
                "it already: its memory has been erased, so choose a new file with --db."
            )
        if hello.first > ours:
            happened.append(Lost(ours, hello.first - 1))
        start = max(ours, hello.first)
        self._next = start
        self._until = hello.next
        self.caught_up = start >= hello.next
        self.link.listen(start)
        if ours > hello.first:
            self.link.stored(ours - 1)  # the acknowledgement may have been lost on its way
        return happened

    def _store(self, acknowledge: bool = True) -> Stored:
        added = self.store.add(self._records, self._console)
        if self._records and acknowledge:
            self.link.stored(self._records[-1].seq)
        self._records.clear()
        self._console.clear()
        self._since = None
        self.caught_up = self.caught_up or self._next >= self._until
        return Stored(added.new, added.conflicts, self.caught_up)
