"""Chance that anyone can check afterwards.

Before a game the device makes a 32-byte secret and shows its hash, so that it cannot choose another one
later. Then the players join, and the microseconds of their presses are mixed in, so that the secret alone
decides nothing. At the end the secret is shown, and whoever has the log can make every draw again:

    commit  = SHA-256(secret)
    key     = SHA-256("onthree/1" || secret || join)          join: the text of the start record
    block i = SHA-256(key || i as 8 bytes, big-endian)        i = 0, 1, 2, ...

The blocks one after the other are the stream of bytes. A number below n takes the fewest whole bytes that
can hold n values, big-endian; a value in the incomplete last run of n is thrown away and the next bytes are
taken, so that every number is equally likely (no modulo bias).
"""

from onthree.compat import TYPE_CHECKING, const, sha256

if TYPE_CHECKING:
    from collections.abc import Sequence

SECRET_BYTES = const(32)
_BLOCK = const(32)
_DOMAIN = b"onthree/1"


def commitment(secret: bytes) -> bytes:
    """Return the 32 bytes that are shown and logged before the game."""
    return sha256(secret).digest()


def stream_key(secret: bytes, join: bytes) -> bytes:
    """Return the 32-byte key of a game's stream from the secret and the join text of its start record."""
    return sha256(_DOMAIN + secret + join).digest()


class Stream:
    """The draws of one game, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = b""
        self._at = _BLOCK
        self._blocks = 0

    def taken(self) -> int:
        """Return the number of bytes of the stream used so far."""
        return self._blocks * _BLOCK - (_BLOCK - self._at)

    def _next_block(self) -> None:
        self._block = sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
        self._blocks += 1
        self._at = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely; n = 1 takes no bytes. ValueError for n < 1."""
        if n <= 1:
            if n == 1:
                return 0
            raise ValueError("a draw needs at least one outcome")
        if n > 256:
            return self._below_many(n)
        limit = 256 - 256 % n  # one byte, as nearly always: a die is drawn sooner without the loop over its bytes
        while True:
            at = self._at
            if at == _BLOCK:
                self._next_block()
                at = 0
            self._at = at + 1
            value = self._block[at]
            if value < limit:
                return value % n

    def _below_many(self, n: int) -> int:
        """Do the same for more than a byte's worth of outcomes."""
        span = 256
        size = 1
        while span < n:
            span <<= 8
            size += 1
        limit = span - span % n
        while True:
            value = 0
            for _ in range(size):
                if self._at == _BLOCK:
                    self._next_block()
                value = value << 8 | self._block[self._at]
                self._at += 1
            if value < limit:
                return value % n

    def draw(self, weights: "Sequence[int]") -> int:
        """Return the index of one of `weights`, each as likely as its weight; ValueError if all are 0."""
        if isinstance(weights, bytes) and weights.count(b"\x01") == len(weights):
            return self.below(len(weights))  # a die: the same outcome as below, found without counting
        left = self.below(sum(weights))
        index = 0
        for weight in weights:
            if left < weight:
                return index
            left -= weight
            index += 1
        raise ValueError("a weight is negative")
