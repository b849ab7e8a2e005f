"""The one place that knows which interpreter this is.

Everything else in `onthree` imports from here what MicroPython and CPython spell differently, so that
no other module needs a `try: import`. Importing this module decides; nothing else happens.
"""

from binascii import crc32, hexlify, unhexlify
from hashlib import sha256
from json import loads

try:
    from micropython import const
except ImportError:  # CPython: a constant is just its value

    def const(value):  # type: ignore[misc, no-untyped-def]
        """Return `value`: MicroPython's compiler folds the call away, CPython simply calls it."""
        return value


TYPE_CHECKING = False  # mypy reads it as true; MicroPython has no `typing` to import

__all__ = ("TYPE_CHECKING", "const", "crc32", "hexlify", "loads", "sha256", "unhexlify")
