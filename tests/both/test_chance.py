"""Chance: known answers, computed here a second time with nothing but hashlib; no bias; nothing taken needlessly."""

from hashlib import sha256

from onthree import chance
from onthree.compat import hexlify, unhexlify
from onthree.rules.game import RuleError

SECRET = bytes(range(32))
JOIN = b"1:1234567 3:2345678 4:3456789"


def hexed(data):
    return hexlify(data).decode()


def stream_of(text):
    """The stream of bytes of a key, as long as anybody here needs it."""
    key = sha256(b"onthree/1" + SECRET + text).digest()
    return b"".join(sha256(key + bytes(7) + bytes([i])).digest() for i in range(250))


def numbers_below(n, data):
    """All numbers below n that the bytes give, by the words of shared/README.md."""
    k = 0
    while 256**k < n:
        k += 1
    found = []
    for at in range(0, len(data) - k + 1, k):
        v = 0
        for byte in data[at : at + k]:
            v = v * 256 + byte
        if v < 256**k // n * n:
            found.append(v % n)
    return found


def stream(text=JOIN):
    return chance.Stream(chance.stream_key(SECRET, text))


def with_bytes(*values):
    """A stream that gives these bytes first."""
    made = stream()
    made._block = bytes(values) + bytes(32 - len(values))
    made._at = 0
    return made


def test_commit_and_key_are_the_hashes_that_the_protocol_names():
    assert chance.commitment(SECRET) == sha256(SECRET).digest()
    assert hexed(chance.commitment(SECRET)) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert chance.stream_key(SECRET, JOIN) == sha256(b"onthree/1" + SECRET + JOIN).digest()
    assert chance.SECRET_BYTES == 32


def test_known_answers():
    """The first numbers of one game's stream; a change of any of them would make every old log unverifiable."""
    made = stream()
    assert hexed(bytes(made.below(256) for _ in range(40))) == FIRST_40
    for n, numbers in KNOWN:
        made = stream()
        assert [made.below(n) for _ in range(len(numbers))] == numbers, n


# Made once with CPython's hashlib: key = SHA-256("onthree/1" 00..1f "1:1234567 3:2345678 4:3456789").
FIRST_40 = "5e2b160f59341b2f7be55a6b603f2916c3effe58349978d3d4d6691dc32b74e2aa2b90e23a549bdb"
KNOWN = (
    (2, [0, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1]),
    (6, [4, 1, 4, 3, 5, 4, 3, 5, 3, 1, 0, 5]),
    (20, [14, 3, 2, 15, 9, 12, 7, 7, 3, 9, 10, 7]),
    (60, [34, 43, 22, 15, 29, 52, 27, 47, 3, 49, 30, 47]),
    (256, [94, 43, 22, 15, 89, 52, 27, 47, 123, 229, 90, 107]),
    (300, [107, 247, 36, 59, 217, 47, 39, 18, 59, 12, 265, 31]),
    (100000, [71414, 5876, 81627, 30891, 7625, 91951, 68724, 57939, 48521, 50507, 60202, 55138]),
)


def test_every_number_is_as_hashlib_says():
    for n in (
        2,
        3,
        4,
        5,
        6,
        7,
        10,
        12,
        20,
        60,
        100,
        128,
        129,
        255,
        256,
        257,
        300,
        1000,
        65535,
        65536,
        65537,
        10**6,
        2**31,
        2**40 + 1,
    ):
        for join in (b"", JOIN, b"1:1"):
            expected = numbers_below(n, stream_of(join))[:200]
            made = chance.Stream(chance.stream_key(SECRET, join))
            assert [made.below(n) for _ in range(len(expected))] == expected, n


def test_secret_and_join_both_decide():
    def first(secret, join):
        made = chance.Stream(chance.stream_key(secret, join))
        return [made.below(256) for _ in range(16)]

    assert first(SECRET, JOIN) == first(SECRET, JOIN)
    assert first(SECRET, JOIN) != first(SECRET, b"1:1234567 3:2345678 4:3456788")
    assert first(SECRET, JOIN) != first(SECRET[:31] + b"\x00", JOIN)


def test_only_whole_bytes_are_taken_and_none_where_nothing_is_to_decide():
    made = stream()
    assert made.taken() == 0
    assert made.below(1) == 0
    assert made.taken() == 0
    made.below(2)
    assert made.taken() == 1
    made.below(256)
    assert made.taken() == 2
    made.below(257)
    assert made.taken() >= 4
    made = stream()
    for i in range(1, 70):
        made.below(256)
        assert made.taken() == i


def test_a_value_in_the_last_incomplete_run_is_thrown_away():
    made = with_bytes(252, 255, 251)  # below 6: 252 is the first that would favour 0 to 3
    assert made.below(6) == 251 % 6
    assert made.taken() - stream().taken() == made._at - 32 == 3 - 32
    made = with_bytes(255, 255, 0xFD, 0xE8, 0xFD, 0xE7)  # below 1000: 65000 = 0xFDE8
    assert made.below(1000) == 64999 % 1000
    made = with_bytes(1, 2)
    assert made.below(65536) == 0x0102
    made = with_bytes(255)
    assert made.below(256) == 255


def test_a_number_may_reach_over_the_end_of_a_block():
    made = stream()
    for _ in range(31):
        made.below(256)
    data = stream_of(JOIN)
    assert made.below(65536) == data[31] * 256 + data[32]


def test_nothing_to_choose_from_is_an_error():
    made = stream()
    for call, argument in ((made.below, 0), (made.below, -1), (made.draw, ()), (made.draw, (0, 0))):
        try:
            call(argument)
        except ValueError as error:
            assert not isinstance(error, RuleError)
        else:
            raise AssertionError(argument)
    assert made.taken() == 0


def test_a_weighted_draw_takes_the_outcome_in_whose_span_the_number_falls():
    for value, outcome in ((0, 1), (2, 1), (3, 3), (4, 4), (8, 4)):
        assert with_bytes(value).draw((0, 3, 0, 1, 5)) == outcome, value
    assert with_bytes(9).draw((0, 3, 0, 1, 5)) == 1  # 9 is 0 again
    made = stream()
    assert made.draw((0, 0, 1)) == 2
    assert made.taken() == 0
    weights = (4, 0, 2, 9)
    numbers = numbers_below(15, stream_of(JOIN))[:100]
    made = stream()
    assert [made.draw(weights) for _ in numbers] == [0 if v < 4 else 2 if v < 6 else 3 for v in numbers]


def test_a_die_given_as_bytes_falls_as_one_given_as_a_list():
    for sides in (1, 2, 6, 100, 255):
        one, other = stream(), stream()
        assert [one.draw(b"\x01" * sides) for _ in range(40)] == [other.draw([1] * sides) for _ in range(40)]
        assert one.taken() == other.taken()
    assert stream().draw(b"\x02\x01\x01") == stream().draw((2, 1, 1))


def test_all_numbers_are_equally_likely():
    """Chi-square: the sum of squares stays within five standard deviations of what equal chances give."""
    for n in (2, 3, 5, 6, 7, 15, 60, 100, 200, 255):
        made = stream()
        draws = 40 * n if n > 20 else 4000
        seen = [0] * n
        for _ in range(draws):
            seen[made.below(n)] += 1
        expected = draws / n
        squares = sum((count - expected) ** 2 for count in seen) / expected
        assert abs(squares - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5, (n, squares)


def test_dice_of_two_bytes_have_no_bias_either():
    """Below 40000 a mere remainder of two bytes would make the first 25536 numbers twice as likely: 78 % of all."""
    made = stream()
    low = sum(1 for _ in range(3000) if made.below(40000) < 25536)
    assert abs(low / 3000 - 0.6384) < 0.04


def test_the_secret_can_be_read_back_from_hex():
    assert unhexlify(hexed(SECRET)) == SECRET
