"""`onthree log`: listen to a device, keep what it tells, tell it on."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from onthree_host.cli._common import add_cards, add_command, add_db, keep_cards, open_for_writing, printable
from onthree_host.errors import BoardError, LinkError, LinkLost, UsageError

if TYPE_CHECKING:
    from onthree_host.recorder import Recorder
    from onthree_host.store import Store

_PATIENCE = 6.0  # seconds after which a device that does not answer is worth a word, or the end with --once
_LOOK_AGAIN = 0.5  # seconds between two looks for a port that has gone


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "log",
        "listen to a device: fetch the games it has played, then follow the one being played",
        "onthree log\nonthree log --once\nonthree log --port /dev/ttyACM0 --db friday.db",
    )
    parser.add_argument("--port", metavar="PORT", help="the serial port (otherwise the Pico that is plugged in)")
    parser.add_argument("--once", action="store_true", help="fetch what there is and leave")
    parser.add_argument("--wait", action="store_true", help="wait for a device if none is plugged in")
    parser.add_argument("--json", action="store_true", help="print the records themselves, one JSON object a line")
    add_cards(parser)
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    """Listen until Ctrl-C, or until everything is here with --once."""
    from onthree_host.boards import serial

    if args.once and args.wait:
        raise UsageError("Choose --once or --wait, not both.")
    keep_cards(args)
    name = None if args.wait else serial.choose(args.port)
    with open_for_writing(args.db) as store:
        listener = Listener(store, args.json)
        try:
            while True:
                name = name or _wait_for_port(args.port)
                try:
                    if _listen(name, listener, args.once):
                        return 0
                except LinkLost:
                    if args.once:
                        raise
                    note(f"{name} has gone; waiting for it to come back.")
                    listener.part()
                    name = None
        except KeyboardInterrupt:
            note(f"Stopped listening. Everything heard is in {store.path}.")
            raise


def note(text: str) -> None:
    """Say what the program is doing: on stderr, so that stdout has only the games."""
    print(text, file=sys.stderr, flush=True)


def _wait_for_port(named: str | None) -> str:
    """Return the port to open once there is one that can be opened."""
    from onthree_host.boards import serial

    said = ""
    while True:
        try:
            name = serial.choose(named)
            serial.open_port(name).close()
            return name
        except (BoardError, UsageError, LinkError) as error:
            if str(error) != said:
                said = str(error)
                note(said)
            time.sleep(_LOOK_AGAIN)


def _listen(name: str, listener: Listener, once: bool) -> bool:
    """Listen on one port until it goes (LinkLost), or return True when `once` and all is here."""
    from onthree_host.boards import serial
    from onthree_host.recorder import Recorder

    recorder = Recorder(serial.open_port(name), listener.store)
    note(f"Listening on {name}.")
    opened = time.monotonic()
    patient = True
    try:
        while True:
            for event in recorder.poll(time.monotonic()):
                listener.heed(event, recorder)
            if once and recorder.caught_up:
                return True
            if patient and listener.known is None and time.monotonic() - opened > _PATIENCE:
                patient = False
                silence = f"Nothing answers on {name}: is On Three on it? 'onthree deploy' installs it."
                if once:
                    raise LinkError(silence)
                note(silence)
    finally:
        for event in recorder.close():
            listener.heed(event, recorder)


class Listener:
    """Prints what a recorder hears, for people or as records."""

    def __init__(self, store: Store, as_json: bool = False) -> None:
        from onthree_host.story import Teller

        self.store = store
        self.known: Any = None  # the device's last hello
        self.new = 0
        self._json = as_json
        self._teller = Teller()
        self._caught_up = False
        self._ended: list[tuple[str, int]] = []  # games whose last record is not stored yet

    def part(self) -> None:
        """The device has gone: greet whoever comes next."""
        self.known = None
        self.new = 0

    def heed(self, event: Any, recorder: Recorder) -> None:
        """Print one event."""
        from onthree_host.link import Answer, Console, Hello, Recorded
        from onthree_host.recorder import Lost, Stored

        if isinstance(event, Hello):
            self._greet(event)
        elif isinstance(event, Recorded):
            self._record(event)
        elif isinstance(event, Stored):
            self._stored(event, recorder)
        elif isinstance(event, Console):
            if not event.broken:
                note(f"  device says: {printable(event.text)}")
        elif isinstance(event, Lost):
            note(
                f"Records {event.first} to {event.last} are no longer on the device and not in {self.store.path}: "
                "another computer has fetched them."
            )
        elif isinstance(event, Answer) and event.kind == "error":
            note(f"  device says: {printable(event.members['text'].encode())}")

    def _greet(self, hello: Any) -> None:
        if self.known is None or (hello.dev, hello.boot) != (self.known.dev, self.known.boot):
            self._caught_up = False
            ours = self.store.next_seq(hello.dev)
            missing = max(0, hello.next - max(ours, hello.first))
            note(
                f"Device {printable(hello.dev.encode())}, firmware {printable(hello.fw.encode())}: "
                + (f"{missing} new records to fetch." if missing else "no new records.")
            )
        self.known = hello

    def _record(self, event: Any) -> None:
        if self._json:
            print(event.heard.raw.decode("ascii"), flush=True)
        else:
            print(printable(self._teller.tell(event.members).line().encode()), flush=True)
        if event.heard.kind in ("end", "stop") and event.heard.g is not None:
            self._ended.append((event.heard.dev, event.heard.g))

    def _stored(self, event: Any, recorder: Recorder) -> None:
        from onthree_host.verify import verify_game

        self.new += event.new
        for dev, seq in event.conflicts:
            note(f"Record {seq} of {dev} came again with other contents: kept aside, 'onthree verify' reports it.")
        ended, self._ended = self._ended, []
        for dev, g in ended:
            verdict = verify_game(self.store.game_records(dev, g))
            note(f"game {g}: {verdict.sentence()}")
        if recorder.caught_up and not self._caught_up:
            self._caught_up = True
            note(f"Caught up: {self.new} new records in {self.store.path}.")
