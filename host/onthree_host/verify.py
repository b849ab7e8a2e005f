"""Is this log true? Each game is played again by the shared rules, and every record must follow.

Checked of each record: checksum, form, its number (one more than the last, so nothing is missing), its device,
boot and time (never backwards), its game. Of the game: the secret is the one the device had committed to, every
draw is what the secret and the players' presses give, every move is allowed, the digest after each record is
ours, and so are the final scores and places. A game that is not over yet keeps its secret, so its draws are
only checked to have been possible; the verdict says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from onthree.match import Match, MatchError, begin, secret_of
from onthree.records import RecordError
from onthree_host import cards, decode

ENDED, STOPPED, UNFINISHED = "ended", "stopped", "unfinished"

_ADDRESS = re.compile(rb'{"seq":(\d+),"dev":"([^"]*)",')
_OF_A_GAME = b',"g":'
_NO_GAME = "there is no game in these records"


@dataclass(frozen=True)
class Verdict:
    """What came of checking one game. `ok` says that nothing is wrong; `reason` is about record `seq` if not."""

    ok: bool
    ending: str  # ENDED, STOPPED or UNFINISHED
    chance_checked: bool
    dev: str = ""
    g: int | None = None
    game: str = ""
    players: int = 0
    options: str = ""
    records: int = 0  # from its first to its last, with those of the device between them
    turns: int = 0  # move records
    scores: Sequence[int] = field(default=())
    places: Sequence[int] = field(default=())
    seq: int | None = None
    reason: str = ""

    def sentence(self) -> str:
        """Return the verdict in one sentence."""
        if not self.ok:
            where = "" if self.seq is None else f"record {self.seq}: "
            return f"WRONG, {where}{self.reason}"
        if self.ending == ENDED:
            return f"verified: {self.records} records, every move, draw and score is right"
        if self.ending == STOPPED:
            return f"verified: {self.records} records, every move and draw is right; the game was stopped"
        return f"so far right: {self.records} records; unfinished, so chance is unchecked until the secret is shown"

    def facts(self) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        return asdict(self)


class _Wrong(Exception):
    """What is wrong, and at which record."""

    def __init__(self, seq: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seq = seq
        self.reason = reason


class _Check:
    """One game on its way through the checks."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self._last: dict[str, Any] = {}
        self.start: dict[str, Any] = {}
        self.end: dict[str, Any] = {}
        self.match: Match | None = None
        self.ending = UNFINISHED
        self.turns = 0
        self.chance_checked = False

    def read(self, sealed: Sequence[bytes], then: int | None) -> None:
        """Decode the records and check what holds them together."""
        decoded = decode.batch(sealed)
        if decoded is None:  # find out which of them is wrong, and whether an earlier one is
            for raw in sealed:
                self._add(self._decoded(raw))
        else:
            for found in decoded:
                self._add(found)
        if not self.records:
            raise _Wrong(None, "there are no records")
        if then is not None and then != self._last["seq"] + 1:
            raise _Wrong(*_misplaced(self._last["seq"], then))

    def _decoded(self, raw: bytes) -> dict[str, Any]:
        try:
            return decode.record(raw)
        except RecordError as error:
            raise _Wrong(self._last["seq"] + 1 if self._last else None, f"{error}")

    def _add(self, found: dict[str, Any]) -> None:
        """Take the next record, if it can follow the last one."""
        last = self._last
        seq = found["seq"]
        if last:
            if seq != last["seq"] + 1:
                raise _Wrong(*_misplaced(last["seq"], seq))
            if found["dev"] != last["dev"]:
                raise _Wrong(seq, f"it is of device {found['dev']}, not {last['dev']}")
            if found["boot"] == 0:
                raise _Wrong(seq, f"it stands in for another one: {found.get('text')}")
            if found["boot"] != last["boot"]:
                if found["boot"] < last["boot"]:
                    raise _Wrong(seq, f"it is of boot {found['boot']} of the device, after one of boot {last['boot']}")
            elif found["ms"] < last["ms"]:
                raise _Wrong(seq, f"its time, {found['ms']} ms, is before that of the last record, {last['ms']} ms")
        self._last = found
        self.records.append(found)

    def play(self) -> None:
        """Play the game again."""
        commit, secret = self._secret()
        number = commit["g"]
        match = None
        for found in self.records:
            kind = found["k"]
            if kind == "boot" or kind == "fault" or found is commit:
                continue
            seq = found["seq"]
            if found["g"] != number:
                raise _Wrong(seq, f"it is of game {found['g']}, in the midst of game {number}")
            if self.ending != UNFINISHED:
                raise _Wrong(seq, f"the game was over before this {kind} record")
            try:
                if match is not None and kind in ("draw", "move", "undo"):
                    match.follow(found)
                    self.turns += kind == "move"
                elif kind == "start" and match is None:
                    self.start = found
                    cards.provide(found["opt"])
                    self.match = match = begin(found, secret)
                else:
                    self._end(found, match)
            except MatchError as error:
                raise _Wrong(seq, str(error))
        self.chance_checked = secret is not None

    def _secret(self) -> tuple[dict[str, Any], bytes | None]:
        """Return the commit record, and the secret if the game has shown it."""
        games = [found for found in self.records if "g" in found]
        if not games:
            raise _Wrong(None, _NO_GAME)
        if games[0]["k"] != "commit":
            seq = games[0]["seq"]
            raise _Wrong(seq, "the game does not begin with a commit record, so records before it are missing")
        last = games[-1]
        if last["k"] not in ("end", "stop"):
            return games[0], None
        try:
            return games[0], secret_of(last, games[0]["commit"])
        except MatchError as error:
            raise _Wrong(last["seq"], str(error))

    def _end(self, found: dict[str, Any], match: Match | None) -> None:
        kind = found["k"]
        if kind == "stop":
            entries = 0 if match is None else match.entries
            if found["n"] != entries:
                raise MatchError(f"it stops after entry {found['n']}, but there are {entries}")
            self.ending = STOPPED
        elif kind == "end" and match is not None:
            match.finish(found)
            self.end = found
            self.ending = ENDED
        else:
            raise MatchError(f"a {kind} record cannot stand here")

    def verdict(self, wrong: _Wrong | None) -> Verdict:
        """Return what came of it."""
        own = [found for found in self.records if "g" in found]
        first = own[0] if own else {}
        return Verdict(
            ok=wrong is None,
            ending=self.ending,
            chance_checked=self.chance_checked,
            dev=first.get("dev", ""),
            g=first.get("g"),
            game=self.start.get("game", ""),
            players=self.start.get("players", 0),
            options=self.start.get("opt", ""),
            records=own[-1]["seq"] - own[0]["seq"] + 1 if own else 0,
            turns=self.turns,
            scores=tuple(map(int, self.end.get("scores", "").split())),  # `finish` has compared them with ours
            places=tuple(map(int, self.end.get("rank", "").split())),
            seq=None if wrong is None else wrong.seq,
            reason="" if wrong is None else wrong.reason,
        )


def _misplaced(seq: int, at: int) -> tuple[int, str]:
    if at == seq + 2:
        return seq + 1, "it is missing"
    if at > seq:
        return seq + 1, f"it is missing, and so are all up to record {at - 1}"
    if at == seq:
        return at, "it is there twice"
    return at, f"it comes after record {seq}, out of order"


def verify_game(records: Sequence[bytes], then: int | None = None) -> Verdict:
    """Check one game from its commit record to its last; `records` are sealed objects, verbatim, in order.

    Records between them that are of no game (boot, fault) must be there as well, or a gap would not show.
    `then` is the number of the record that comes after them in the log, if there is one.
    """
    check = _Check()
    try:
        check.read(records, then)
        check.play()
    except _Wrong as wrong:
        return check.verdict(wrong)
    return check.verdict(None)


def verify_log(records: Iterable[bytes]) -> Iterator[Verdict]:
    """Check every game of a whole log, in the order it is in; yield one verdict a game.

    A log begins anywhere and can be of several devices. From its first record on nothing may be missing. Records
    of a device that has not played yet get a verdict only if something is wrong with them.
    """
    for pieces in _games(records).values():
        for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
            then = _ADDRESS.match(after[0]) if after else None
            verdict = verify_game(piece, int(then[1]) if then else None)
            if verdict.reason != _NO_GAME:
                yield verdict


def _games(records: Iterable[bytes]) -> dict[bytes, list[list[bytes]]]:
    """Return device -> its games; each lasts until the next commit record, the first has what came before."""
    found: dict[bytes, list[list[bytes]]] = {}
    dev = b""
    for raw in records:
        address = _ADDRESS.match(raw)
        if address:  # a line that is no record stays with its neighbours, where it will be found wrong
            dev = address[2]
        pieces = found.setdefault(dev, [[]])
        if b',"k":"commit",' in raw and any(_OF_A_GAME in earlier for earlier in pieces[-1]):
            pieces.append([])
        pieces[-1].append(raw)
    return found
