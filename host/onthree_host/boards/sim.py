"""A discrete-event clock: things arranged for a time, and one activity that takes time.

Times are nanoseconds here. Nothing happens by itself: `step` moves to whatever comes next.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator

Activity = Generator[int, None, None]  # yields the time to be resumed at
NEVER = 1 << 62


class Simulation:
    """The clock. Events at the same time happen in the order they were arranged, before the activity goes on."""

    def __init__(self) -> None:
        self.now = 0
        self.limit = 0  # of the step that runs; an activity that jumps ahead by itself stops here
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._activity: Activity | None = None
        self._wake = NEVER

    def at(self, ns: int, action: Callable[[], None]) -> None:
        """Arrange something; a time that has passed means as soon as possible."""
        self._order += 1
        heapq.heappush(self._events, (max(ns, self.now), self._order, action))

    @property
    def busy(self) -> bool:
        """True while there is an activity."""
        return self._activity is not None

    def begin(self, activity: Activity) -> None:
        """Make this the activity and run it to its first wait."""
        self._activity = activity
        self._resume()

    def drop(self) -> None:
        """Forget the activity, as when the power goes."""
        self._activity = None
        self._wake = NEVER

    def wake(self) -> None:
        """Resume the activity now, whatever it waits for."""
        if self._activity is not None:
            self._wake = self.now

    def free_until(self) -> int:
        """Return the time up to which nothing else happens, so that an activity may move `now` itself."""
        return min(self.limit, self._events[0][0]) if self._events else self.limit

    def step(self, limit: int) -> None:
        """Do the next thing, or move to `limit` if that comes first."""
        self.limit = limit
        event = self._events[0][0] if self._events else NEVER
        if min(event, self._wake) > limit:
            self.now = max(self.now, limit)
        elif event <= self._wake:
            self.now = max(self.now, event)
            heapq.heappop(self._events)[2]()
        else:
            self.now = max(self.now, self._wake)
            self._resume()

    def _resume(self) -> None:
        activity = self._activity
        if activity is None:
            return
        try:
            self._wake = next(activity)
        except StopIteration:
            if self._activity is activity:
                self.drop()
