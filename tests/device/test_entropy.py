"""The 32 secret bytes: a hash of all that is handed in, so none of it may be without effect."""

import sys
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "firmware"))

from device.entropy import secret

ID = bytes(range(8))


def noise(n):
    return bytes(range(100, 100 + n))


def test_it_is_the_hash_of_what_stands_in_the_docstring():
    text = b"onthree/secret/1" + bytes(range(100, 132)) + b"8:" + ID + b"3;" + b"123456;" + b"-7;"
    assert secret(noise, ID, 3, 123456, -7) == sha256(text).digest()


def test_every_input_counts_and_so_does_where_one_number_ends():
    found = [
        secret(noise, ID, 3, 1, 23),
        secret(bytes, ID, 3, 1, 23),
        secret(noise, ID[::-1], 3, 1, 23),
        secret(noise, ID, 4, 1, 23),
        secret(noise, ID, 3, 12, 3),
        secret(noise, ID, 3, 1, 2, 3),
        secret(noise, ID, 3),
    ]
    assert len(set(found)) == len(found)
    assert {len(one) for one in found} == {32}
