"""The 32 secret bytes a game's chance starts from.

Before MicroPython 1.28 the Pico's os.urandom reads the ring oscillator, whose quality nobody promises; from then on it
is pico_rand (see shared/games/fairness.md). Neither is the only source: what differs from Pico to Pico (its unique
id), from boot to boot (the boot number) and from game to game (the microseconds at which people press) is hashed with
it. The result is as good as the best of them.
"""

from onthree.compat import TYPE_CHECKING, sha256

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET_BYTES = 32
_LABEL = b"onthree/secret/1"


def secret(urandom: "Callable[[int], bytes]", unique_id: bytes, boot: int, *ticks: int) -> bytes:
    """Return 32 secret bytes: SHA-256 over fresh random bytes and everything else that is handed in.

    `urandom(n)` gives n bytes; `unique_id` is the Pico's (8 bytes); `boot` the number of this boot; `ticks` any
    number of clock readings (ticks_us, ticks_cpu, the stamps of presses), negative ones too.
    """
    pool = sha256(_LABEL)
    pool.update(urandom(SECRET_BYTES))
    pool.update(b"%d:" % len(unique_id))
    pool.update(unique_id)
    for number in (boot,) + ticks:
        pool.update(b"%d;" % number)
    return bytes(pool.digest())
