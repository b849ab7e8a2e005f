"""Logs of games that nobody played: the records a device would have sent, made with the same Match."""

import hashlib
import random

from onthree import chance, match, wire
from onthree.records import record
from onthree.rules import registry
from onthree.rules.game import NONE, SIMULTANEOUS, TERMINAL

DEV = "e6614c311b7e5a2b"


class Log:
    """A device's log as it grows. `records` are the sealed records in order.

    `apart`: open entries come seat by seat, as from pods; else all seats enter at once.
    """

    def __init__(self, seed=0, dev=DEV, apart=False):
        self.apart = apart
        self.random = random.Random(seed)
        self.dev = dev
        self.records = []
        self.boot = 1
        self.ms = 400
        self.g = 0

    def add(self, kind, *values):
        self.ms += self.random.randrange(5, 9000)
        sealed = wire.seal(record(len(self.records) + 1, self.dev, self.boot, self.ms, kind, *values))
        self.records.append(sealed)
        return sealed

    def restart(self, why="power"):
        """The device is switched off and on."""
        self.boot += 1
        self.ms = 0
        self.add("boot", "0.1.0", "1.26.1", why)

    def game(self, players=4, options="", name="crossing", turns=None, ending="end", interrupt=False):
        """Play one game at random; return the match as it ended. `turns` stops it after so many moves."""
        self.g += 1
        secret = hashlib.sha256(f"{self.dev} {self.g} {self.random.random()}".encode()).digest()
        join = " ".join(f"{pod + 1}:{self.random.randrange(10**6, 10**7)}" for pod in range(players))
        played = match.Match(
            registry.load(name), players, options, chance.Stream(chance.stream_key(secret, join.encode()))
        )
        pods = "".join(str(pod + 1) for pod in range(players))
        self.add("commit", self.g, chance.commitment(secret).hex())
        self.add("start", self.g, name, players, options, pods, join, played.digest())
        self._play(played, turns, interrupt)
        if turns is not None and played.state.current() != TERMINAL:
            if ending != "none":
                self.add("stop", self.g, played.entries, "players", secret.hex())
        else:
            scores, places = match.numbers(played.state.scores()), match.numbers(played.state.ranking())
            self.add("end", self.g, scores, places, secret.hex())
        return played

    def _play(self, played, turns, interrupt):
        moves = 0
        while played.state.current() != TERMINAL and moves != turns:
            words = played.deal()
            if words:
                self.add("draw", self.g, played.entries, words, played.seal())
            elif played.state.current() == SIMULTANEOUS and not self.apart:
                words = played.play_joint([self.choose(played.state, seat) for seat in range(played.state.players)])
                self.add("move", self.g, played.entries, 0, words, played.seal())
                moves += 1
            else:
                seat = next(seat for seat in range(6) if played.state.actors() >> seat & 1)
                words = played.play(seat, self.choose(played.state, seat))
                self.add("move", self.g, played.entries, seat + 1, words, played.seal())
                moves += 1
            if interrupt and moves == 3:
                interrupt = False
                self.restart()

    def choose(self, state, seat):
        actions = state.legal_actions(seat)
        return self.random.choice(actions) if len(actions) else NONE


def resealed(sealed, **changes):
    """A record with members changed and a crc that fits: what a forger would write."""
    import json

    found = json.loads(sealed)
    found.pop("crc")
    found.update(changes)
    return wire.seal(json.dumps(found, separators=(",", ":")).encode())


def games(count, players=4, seed=0):
    """The records of `count` games of `players` on one device."""
    log = Log(seed)
    log.add("boot", "0.1.0", "1.26.1", "power")
    for _ in range(count):
        log.game(players)
    return log.records
