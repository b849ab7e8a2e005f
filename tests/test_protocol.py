"""shared/README.md says what the code does: every kind and member, every number; and frames survive any line."""

import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onthree import chance, records, wire
from tests.conftest import ROOT

TEXT = (ROOT / "shared" / "README.md").read_text(encoding="utf-8")
TYPES = {"int": int, "str": str}


def section(title):
    """The text under a heading, up to the next one of its level or above."""
    level, start = next(
        (len(match[1]), match.end()) for match in re.finditer(r"^(#+) (.*)$", TEXT, re.M) if match[2].startswith(title)
    )
    end = re.search(rf"^#{{1,{level}}} ", TEXT[start:], re.M)
    return TEXT[start : start + end.start() if end else len(TEXT)]


def tables(text):
    """The Markdown tables of a text: lists of rows, each a list of cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.M):
        rows = [[cell.strip().strip("`") for cell in row.strip().strip("|").split("|")] for row in block.splitlines()]
        found.append([rows[0], *rows[2:]])
    return found


def described(rows):
    """A table of kinds and members as records.py has them."""
    kinds = []
    for kind, member, type_, meaning in rows[1:]:
        assert meaning, (kind, member)
        if kind:
            assert not type_
            kinds.append((kind, []))
        else:
            kinds[-1][1].append((member, TYPES[type_]))
    return tuple((kind, tuple(members)) for kind, members in kinds)


def test_every_record_is_described_and_no_other():
    head, kinds = tables(section("Records"))
    assert tuple((name, TYPES[type_]) for name, type_, meaning in head[1:] if meaning) == records.HEAD
    assert described(kinds) == records.RECORDS


def test_every_message_is_described_and_no_other():
    from_device, from_pc = tables(section("Messages"))
    assert described(from_device) == records.FROM_DEVICE
    assert described(from_pc) == records.FROM_PC


def test_the_numbers_of_the_protocol_are_those_of_the_code():
    assert f"# The protocol, version {wire.PROTOCOL}" in TEXT
    assert f"at most {wire.MAX_FRAME} bytes" in TEXT
    assert f"at most {records.WINDOW} bytes uncredited" in section("A conversation")
    assert f"secret: {chance.SECRET_BYTES} bytes" in section("Chance")


def test_the_frame_shown_is_a_frame():
    (shown,) = re.findall(r"RS (\{.*\}) LF", section("Frames"))
    assert wire.intact(shown.encode())
    assert records.read(records.FROM_PC, shown.encode()) == {"k": "ack", "seq": 41}
    assert shown in wire.__doc__


def test_every_file_of_the_room_that_is_named_exists():
    named = re.findall(r"`(onthree/[a-z/]+\.py)`", TEXT)
    assert len(named) >= 6
    for name in named:
        assert (ROOT / "shared" / name).is_file(), name


# -- any line ------------------------------------------------------------------------------------------------------
VALUES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters='"\\'), max_size=60)
BODIES = st.builds(lambda x: records.message(records.FROM_PC, "ping", x), VALUES)
NOISE = st.binary(max_size=80).map(lambda noise: noise.replace(b"\x1e", b"").replace(b"\n", b""))


def listen(data, cuts):
    framer = wire.Framer()
    found = []
    at = 0
    for cut in [*sorted(cut % (len(data) + 1) for cut in cuts), len(data)]:
        found += framer.feed(data[at:cut])
        at = cut
    return found + framer.flush()


@given(st.lists(st.tuples(NOISE, BODIES)), st.lists(st.integers(0, 10**6), max_size=20))
def test_frames_among_noise_all_arrive_however_the_line_cuts_them(pairs, cuts):
    data = b"".join(noise + wire.frame(body) for noise, body in pairs)
    found = listen(data, cuts)
    assert [text for kind, text in found if kind == wire.MESSAGE] == [wire.seal(body) for _, body in pairs]
    assert b"".join(text for kind, text in found if kind == wire.CONSOLE) == b"".join(noise for noise, _ in pairs)


@given(st.lists(BODIES, min_size=1, max_size=5), st.data())
def test_a_spoilt_byte_costs_the_frame_in_which_it_stands_and_no_other(bodies, data):
    frames = [wire.frame(body) for body in bodies]
    line = bytearray(b"".join(frames))
    at = data.draw(st.integers(0, len(line) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda value: value != line[at]))
    touched, end = 0, len(frames[0])
    while at >= end:
        touched += 1
        end += len(frames[touched])
    line[at] = value
    messages = [text for kind, text in listen(bytes(line), []) if kind == wire.MESSAGE]
    assert messages == [wire.seal(body) for i, body in enumerate(bodies) if i != touched]


@given(st.binary(max_size=3000), st.lists(st.integers(0, 3000), max_size=10))
def test_whatever_comes_little_is_kept_and_what_is_whole_is_whole(data, cuts):
    framer = wire.Framer(100)
    at = 0
    for cut in [*sorted(cut for cut in cuts if cut <= len(data)), len(data)]:
        for kind, text in framer.feed(data[at:cut]):
            assert (kind == wire.MESSAGE) <= (text[-11:-2] == b'"%08x' % zlib.crc32(text[:-17]))
        at = cut
        assert len(framer._rest) <= 101


@given(st.one_of(st.binary(max_size=200), st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)))
def test_reading_anything_raises_nothing_but_a_record_error(text):
    raw = text if isinstance(text, bytes) else repr(text).encode("utf-8", "surrogatepass")
    for table in (records.RECORDS, records.FROM_DEVICE, records.FROM_PC):
        with pytest.raises(records.RecordError):
            records.read(table, raw)
