"""Frames: sealed, found again in any noise, cut anywhere; memory bounded."""

from onthree import wire
from onthree.compat import crc32
from onthree.wire import BROKEN, CONSOLE, MESSAGE, Framer, frame, intact, seal
from tests.both.playing import Dice

BODY = b'{"k":"ack","seq":41}'
SEALED = b'{"k":"ack","seq":41,"crc":"62ab5f4e"}'
FRAME = b"\x1e" + SEALED + b"\n"


def body_of(length):
    """An object whose frame's object has `length` bytes."""
    return b'{"x":"' + b"y" * (length - 18 - 7) + b'"}'


def listen(data, sizes=(100000,), limit=wire.MAX_FRAME):
    """What a Framer makes of data that comes in pieces of these sizes, and of the line's end."""
    framer = Framer(limit)
    found = []
    i = 0
    while data:
        size = sizes[i % len(sizes)]
        found += framer.feed(data[:size])
        data = data[size:]
        i += 1
    return found + framer.flush()


def test_a_frame_is_what_the_protocol_says():
    assert seal(BODY) == SEALED
    assert frame(BODY) == FRAME
    assert "%08x" % crc32(BODY[:-1]) == "62ab5f4e"
    assert crc32(b"123456789") == 0xCBF43926  # the check value of this CRC everywhere
    assert wire.PROTOCOL == 1


def test_a_seal_of_small_numbers_keeps_its_zeros():
    for i in range(2000):
        sealed = seal(b'{"i":%d}' % i)
        assert len(sealed) == len(b'{"i":%d}' % i) + 17
        assert intact(sealed)


def test_intact_notices_every_flipped_bit_and_every_cut():
    assert intact(SEALED)
    for i in range(len(SEALED)):
        for bit in range(8):
            spoilt = bytearray(SEALED)
            spoilt[i] ^= 1 << bit
            assert not intact(bytes(spoilt)), (i, bit)
        assert not intact(SEALED[:i]), i
        assert not intact(SEALED[i + 1 :]), i
    for text in (b"", b"{}", b"{", SEALED + b" ", b" " + SEALED, SEALED.upper(), b',"crc":"00000000"}'):
        assert not intact(text), text


def test_a_frame_is_found_however_it_is_cut():
    two = FRAME + frame(b'{"k":"hello"}')
    expected = [(MESSAGE, SEALED), (MESSAGE, seal(b'{"k":"hello"}'))]
    for size in range(1, len(two) + 1):
        assert listen(two, (size,)) == expected, size


def test_the_longest_frame_is_a_message_however_it_is_cut_and_one_byte_more_is_not():
    longest = frame(body_of(wire.MAX_FRAME))
    assert len(longest) == wire.MAX_FRAME + 2
    for sizes in ((1,), (7,), (481,), (482,), (480, 1)):
        assert listen(longest, sizes) == [(MESSAGE, longest[1:-1])], sizes
    try:
        frame(body_of(wire.MAX_FRAME + 1))
    except ValueError:
        pass
    else:
        raise AssertionError("too long a frame was made")
    long = b"\x1e" + seal(body_of(wire.MAX_FRAME + 1)) + b"\n"
    for sizes in ((1,), (7,), (481,), (482,), (100000,)):
        assert [kind for kind, _ in listen(long + FRAME, sizes) if kind == MESSAGE] == [MESSAGE], sizes


CORPUS = (
    (b"", []),
    (b"\n", [(CONSOLE, b"")]),
    (b"boot noise\n", [(CONSOLE, b"boot noise")]),
    (b"no end", [(CONSOLE, b"no end")]),
    (b"Traceback:\r\n  what\r\n", [(CONSOLE, b"Traceback:\r"), (CONSOLE, b"  what\r")]),
    (b"half a line" + FRAME, [(CONSOLE, b"half a line"), (MESSAGE, SEALED)]),
    (FRAME + b">>> " + FRAME, [(MESSAGE, SEALED), (CONSOLE, b">>> "), (MESSAGE, SEALED)]),
    (FRAME[:20] + FRAME, [(BROKEN, FRAME[1:20]), (MESSAGE, SEALED)]),
    (FRAME[5:] + FRAME, [(CONSOLE, FRAME[5:-1]), (MESSAGE, SEALED)]),
    (FRAME[:10], [(BROKEN, FRAME[1:10])]),
    (b"\x1e", []),
    (b"\x1e\n", [(BROKEN, b"")]),
    (b"\x1e\x1e" + FRAME, [(MESSAGE, SEALED)]),
    (b"\x1eprint(1)\n", [(BROKEN, b"print(1)")]),
    (SEALED + b"\n", [(CONSOLE, SEALED)]),
    (b"\x1e" + SEALED + b"\r\n", [(BROKEN, SEALED + b"\r")]),  # text mode has been at it
    (FRAME + FRAME, [(MESSAGE, SEALED), (MESSAGE, SEALED)]),
    (b"\x00\xff\x80" + FRAME, [(CONSOLE, b"\x00\xff\x80"), (MESSAGE, SEALED)]),
    (FRAME[:9] + FRAME[10:] + FRAME, [(BROKEN, (FRAME[:9] + FRAME[10:])[1:-1]), (MESSAGE, SEALED)]),
)


def test_noise_is_console_text_and_spoilt_frames_are_broken():
    for data, expected in CORPUS:
        assert listen(data) == expected, data
        messages = [text for kind, text in expected if kind == MESSAGE]
        for size in (1, 2, 3, 16):
            assert [text for kind, text in listen(data, (size,)) if kind == MESSAGE] == messages, (data, size)


def test_a_line_that_never_ends_is_handed_on_in_pieces():
    framer = Framer(100)
    given = b""
    kept = []
    for i in range(500):
        piece = b"%d no end " % i
        given += piece
        kept += framer.feed(piece)
        assert len(framer._rest) <= 101
    kept += framer.feed(b"\n" + FRAME)
    assert b"".join(text for kind, text in kept if kind == CONSOLE) == given
    assert kept[-1] == (MESSAGE, SEALED)


def test_a_frame_that_begins_within_an_endless_line_is_found():
    noise = b"x" * 300
    for size in (1, 50, 90, 1000):
        found = listen(noise + FRAME + noise, (size,), 100)
        assert [text for kind, text in found if kind == MESSAGE] == [SEALED], size


def test_what_goes_through_noise_comes_out_as_it_was():
    """Frames among noise without RS at their seams: all come out, in order, and nothing else does."""
    dice = Dice(7)
    for _ in range(150):
        data = b""
        sent = []
        for _ in range(dice.below(6)):
            if dice.below(2):
                noise = bytes(dice.below(256) for _ in range(dice.below(40)))
                data += noise.replace(b"\x1e", b"\x1e\x1e") + b"\n" * dice.below(2)
            body = b'{"k":"draw","n":%d,"x":"%s"}' % (dice.below(100), b"R " * dice.below(20))
            sent.append(seal(body))
            data += frame(body)
        sizes = [1 + dice.below(60) for _ in range(5)]
        assert [text for kind, text in listen(data, sizes) if kind == MESSAGE] == sent


def test_nothing_is_lost_and_nothing_invented():
    """Whatever comes, its bytes come out again in order, but for the RS and LF between the pieces."""
    dice = Dice(11)
    for _ in range(150):
        data = b""
        for _ in range(1 + dice.below(8)):
            at = dice.below(30)
            data += dice.one_of((FRAME, FRAME[:at], FRAME[at:], b"\x1e", b"\n", b"text", b"\xff"))
        found = listen(data, (1 + dice.below(50),))
        out = b"".join(text for _, text in found)
        assert out == data.replace(b"\x1e", b"").replace(b"\n", b""), data
