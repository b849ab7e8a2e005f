"""Is the chance fair? Chi-square tests of rolls made from the very stream that games draw from.

A roll of a die is a `Stream.below(sides)` of `onthree.chance`. For millions of them that is too slow in Python, so
here the stream's bytes come in bulk and numpy does the rejecting; the beginning of every series is compared with what
`Stream.below` itself gives, each time.

Three tests, each of the hypothesis that all rolls are independent and all faces equally likely:

- faces: how often each face came; sides - 1 degrees of freedom.
- pairs: how often each pair of faces came, rolls 1 and 2, 3 and 4, ... (not 2 and 3, so that pairs are independent);
  sides^2 - 1 degrees of freedom.
- runs: how long the same face came again and again. A run ends with probability 1 - 1/sides, so lengths have a
  geometric distribution; the long ones are taken together so that at least 10 are expected. The last run is left out.

A p-value is the probability that a fair die gives a chi-square as large or larger. One below LIMIT is called unfair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from onthree import chance
from onthree_host.errors import OnThreeError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rolls = npt.NDArray[np.int64]

LIMIT = 1e-6
MOST_SIDES = 256  # a roll takes one byte
_COMPARED = 1000  # rolls of each series that are made in the slow way too
_EXPECTED = 10  # at least so many runs of a length, or of it and longer ones
_TINY = 1e-9
_PER_PAIR = 5  # at least so many of each pair are expected, or there is no test of pairs


class PackagesMissing(OnThreeError):
    """The statistics packages are not installed; the message says how to get them."""


@dataclass(frozen=True)
class Outcome:
    """What one test came to."""

    chi2: float
    df: int
    p: float


@dataclass(frozen=True)
class Series:
    """The tests of one series of rolls; None where the rolls are too few for a test."""

    sides: int
    rolls: int
    faces: Outcome | None
    pairs: Outcome | None
    runs: Outcome | None
    what: str = ""

    def outcomes(self) -> list[Outcome]:
        """Return the tests that were made."""
        return [outcome for outcome in (self.faces, self.pairs, self.runs) if outcome is not None]

    def fair(self) -> bool:
        """Tell whether no test gives reason for doubt."""
        return all(outcome.p >= LIMIT for outcome in self.outcomes())

    def facts(self) -> dict[str, Any]:
        """Return the series as JSON has it."""
        return {**asdict(self), "fair": self.fair()}


def require_packages() -> None:
    """Raise PackagesMissing, in a sentence, unless numpy and scipy are there."""
    try:
        import numpy  # noqa: F401
        import scipy.stats  # noqa: F401
    except ImportError:
        raise PackagesMissing("This needs numpy and scipy: install them with pip, or On Three as onthree[fairness].")


# -- the rolls ---------------------------------------------------------------------------------------------
def key_of(seed: str, sides: int) -> bytes:
    """Return the key of the stream for a series: as in a game, the secret and the presses being made from texts."""
    secret = sha256(f"{seed} {sides}".encode()).digest()
    return chance.stream_key(secret, b"fairness")


def throw(key: bytes, sides: int, rolls: int) -> Rolls:
    """Return `rolls` rolls from 0 to sides - 1 of the stream with this key, as `Stream.below` would give them."""
    import numpy as np

    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"a die here has 2 to {MOST_SIDES} sides")
    limit = 256 - 256 % sides
    parts: list[npt.NDArray[np.uint8]] = []
    missing, block = rolls, 0
    while missing > 0:
        more = missing * 256 // limit // 32 + 2
        data = b"".join([sha256(key + i.to_bytes(8, "big")).digest() for i in range(block, block + more)])
        block += more
        values = np.frombuffer(data, dtype=np.uint8)
        parts.append(values[values < limit])
        missing -= len(parts[-1])
    found: Rolls = np.concatenate(parts)[:rolls].astype(np.int64) % sides
    stream = chance.Stream(key)
    for i, roll in enumerate(found[:_COMPARED].tolist()):
        if stream.below(sides) != roll:
            raise AssertionError(f"roll {i + 1} of a die of {sides} is not what the stream of the games gives")
    return found


# -- the tests ---------------------------------------------------------------------------------------------
def examine(rolls: Rolls, sides: int, what: str = "", games: Sequence[int] = ()) -> Series:
    """Return the tests of rolls from 0 to sides - 1. `games` are the numbers of rolls of each game, in order.

    Pairs and runs do not reach from one game into the next.
    """
    import numpy as np

    ends = np.cumsum(games if len(games) else [len(rolls)])
    return Series(sides, len(rolls), _faces(rolls, sides), _pairs(rolls, sides, ends), _runs(rolls, sides, ends), what)


def _outcome(counts: Rolls, expected: Any) -> Outcome:
    from scipy.stats import chi2

    statistic = float(((counts - expected) ** 2 / expected).sum())
    return Outcome(statistic, len(counts) - 1, float(chi2.sf(statistic, len(counts) - 1)))


def _faces(rolls: Rolls, sides: int) -> Outcome | None:
    import numpy as np

    if len(rolls) < _PER_PAIR * sides:
        return None
    return _outcome(np.bincount(rolls, minlength=sides), np.full(sides, len(rolls) / sides))


def _pairs(rolls: Rolls, sides: int, ends: Rolls) -> Outcome | None:
    import numpy as np

    cells = sides * sides
    both: list[Rolls] = []
    start = 0
    for end in ends.tolist():
        even = (end - start) // 2 * 2
        both.append(rolls[start : start + even : 2] * sides + rolls[start + 1 : start + even : 2])
        start = end
    pairs = np.concatenate(both)
    if len(pairs) < _PER_PAIR * cells:
        return None
    return _outcome(np.bincount(pairs, minlength=cells), np.full(cells, len(pairs) / cells))


def _runs(rolls: Rolls, sides: int, ends: Rolls) -> Outcome | None:
    import numpy as np

    found: list[Rolls] = []
    start = 0
    for end in ends.tolist():
        last = np.flatnonzero(np.diff(rolls[start:end]))  # where a run ends; the last one may have been cut off
        found.append(np.diff(last, prepend=-1))
        start = end
    lengths = np.concatenate(found)
    longest = 1
    while len(lengths) * sides**-longest >= _EXPECTED:
        longest += 1
    longest -= 1  # so many lengths have their own count, what is longer has one together
    if longest < 1:
        return None
    expected = len(lengths) * np.array([(1 - 1 / sides) * sides ** -(n - 1) for n in range(1, longest + 1)])
    expected = np.append(expected, len(lengths) * sides**-longest)
    counts = np.bincount(np.minimum(lengths, longest + 1) - 1, minlength=longest + 1)
    return _outcome(counts, expected)


def weighed(what: str, draws: Sequence[tuple[Sequence[int], int]]) -> Series:
    """Return the test of draws whose weights change, as (weights, outcome): stones from a bag that gets empty.

    How often each outcome came, less the sum of its probabilities, has a covariance that is a sum too; the statistic
    is the square of the difference measured by it, and has as many degrees of freedom as the covariance has rank.
    With equal weights it is the chi-square of the faces.
    """
    import numpy as np
    from scipy.stats import chi2

    size = max(len(weights) for weights, _ in draws)
    difference, covariance = np.zeros(size), np.zeros((size, size))
    for weights, drawn in draws:
        p = np.zeros(size)
        p[: len(weights)] = np.array(weights) / sum(weights)
        difference -= p
        difference[drawn] += 1
        covariance += np.diag(p) - np.outer(p, p)
    # Probabilities add up to 1, so one direction has no variance but for rounding: what is below _TINY is nothing.
    df = int(np.linalg.matrix_rank(covariance, tol=_TINY * np.trace(covariance), hermitian=True))
    if not df or len(draws) < _PER_PAIR * size:
        return Series(size, len(draws), None, None, None, what)
    statistic = float(difference @ np.linalg.pinv(covariance, rcond=_TINY, hermitian=True) @ difference)
    return Series(size, len(draws), Outcome(statistic, df, float(chi2.sf(statistic, df))), None, None, what)
