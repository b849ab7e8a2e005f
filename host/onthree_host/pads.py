"""Send score pads to a device whose seats are filling in theirs: they become offers on the pods, and nothing more."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onthree_host.errors import LinkError, LinkLost
from onthree_host.link import Answer, Hello, Link, Port

_SILENCE = 4.0  # seconds without a greeting after which nobody is there
_PATIENCE = 1.5  # seconds until a pad is sent again
_TRIES = 3
_PART = 100  # characters of a pad in one message: a device hears no longer one than 160 bytes


@dataclass(frozen=True)
class Sent:
    """What the device said to the pad of a seat (from 1)."""

    seat: int
    taken: bool
    text: str


class Sender:
    """One conversation with whatever is at a port. `clock` gives the port's seconds."""

    def __init__(self, port: Port, clock: Callable[[], float]) -> None:
        self._link = Link(port)
        self._clock = clock
        self._greeted = False
        self._answers: list[Answer] = []

    def send(self, texts: Sequence[str]) -> list[Sent]:
        """Send the pads of seats 1, 2, ... ("" for none), and close the port; LinkError if nobody answers."""
        try:
            self._until(lambda: self._greeted, _SILENCE)
            if not self._greeted:
                raise LinkError("Nothing answers there: is On Three on it? 'onthree doctor' looks what is wrong.")
            return [self._fill(seat, text) for seat, text in enumerate(texts, 1) if text]
        except LinkLost:
            raise LinkError("The device went away: plug it in again, and send the pad once more.")
        finally:
            self._link.close()

    def _fill(self, seat: int, text: str) -> Sent:
        """Send a pad, a long one in parts; return the last answer, or the first one that refuses."""
        at = 0
        for part in textwrap.wrap(text, _PART, break_on_hyphens=False):
            sent = self._send(seat, at, part)
            if not sent.taken:
                break
            at += len(part.split())
        return sent

    def _send(self, seat: int, at: int, text: str) -> Sent:
        for _ in range(_TRIES):
            self._answers.clear()
            self._link.fill_pad(seat, at, text)
            self._until(lambda: bool(self._answers), _PATIENCE)
            for answer in self._answers:
                return Sent(seat, answer.kind == "pad", str(answer.members["text"]))
        raise LinkError("The device does not answer: try once more when no count is running.")

    def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Let the conversation go on until `condition()`, or for so many seconds."""
        end = self._clock() + seconds
        while not condition() and self._clock() < end:
            for event in self._link.poll(self._clock()):
                if isinstance(event, Hello):
                    self._link.listen(event.next)  # from here on nothing is silent, and nothing is asked for
                    self._greeted = True
                elif isinstance(event, Answer) and event.kind in ("pad", "error"):
                    self._answers.append(event)
