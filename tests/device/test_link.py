"""The device's end of the line, message by message; conversations have a file of their own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.link import Link, StdioPort
from onthree import wire
from onthree.records import FROM_DEVICE, FROM_PC, RECORDS, WINDOW, message, read
from onthree.rules.game import RuleError
from tests.device.line import FIFO, STATUS, Table


@pytest.fixture
def table():
    table = Table()
    yield table
    table.close()


def say(table, kind, *values):
    table.line.send(wire.frame(message(FROM_PC, kind, *values)))


def answers(table, steps=60):
    """What the device says, as (kind, bytes) of the framer."""
    found = []
    framer = wire.Framer()
    for _ in range(steps):
        table.link.pump()
        found += framer.feed(table.line.receive(999))
    return found + framer.flush()


def test_nothing_is_said_unasked(table):
    table.log(5)
    assert answers(table) == []
    say(table, "hello")
    say(table, "ping", "7")
    (_, hello), (_, pong) = answers(table)
    assert hello.startswith(
        b'{"k":"hello","proto":1,"dev":"00112233aabbccdd","boot":1,"fw":"0.1","py":"1.26.1","first":1,"next":7,'
    )
    assert pong.startswith(b'{"k":"pong","x":"7",')
    table.log(5)
    assert answers(table) == []


def test_records_come_from_the_number_asked_for_on(table):
    table.log(9)
    table.connect("a")
    table.run(60)
    assert sorted(table.pc.store) == list(range(1, 11))
    table.log(3)
    table.run(20)
    assert sorted(table.pc.store) == list(range(1, 14))
    table.check()
    assert table.journal.unread == 0
    assert table.pc.asked == 1
    assert table.line.blocked == 0


def test_a_pc_that_knows_some_gets_the_rest(table):
    table.log(9)
    say(table, "from", 8)
    records = [read(RECORDS, text)["seq"] for _, text in answers(table, 80)[:2]]
    assert records == [8, 9]


def test_no_more_than_the_window_is_ahead_of_the_credit(table):
    table.log(30)
    say(table, "from", 1)
    for _ in range(200):
        table.link.pump()
    assert table.line.written == WINDOW
    table.line.receive(100)
    say(table, "credit", 100)
    for _ in range(200):
        table.link.pump()
    assert table.line.written == WINDOW + 100
    say(table, "credit", 50)  # late: changes nothing
    say(table, "credit", 10**12)  # more than was sent
    table.line.receive(WINDOW)
    for _ in range(200):
        table.link.pump()
    assert table.line.written == 2 * WINDOW + 100
    assert table.line.blocked == 0


def test_before_the_first_credit_a_full_buffer_is_noticed(table):
    """A PC that vanished has left the USB buffer full; the next one asks, but does not read yet."""
    table.log(30)
    say(table, "from", 1)
    for _ in range(200):
        table.link.pump()
    assert len(table.line.to_pc) == WINDOW
    for kind, *values in (("hello",), ("ping", "x"), ("status",), ("from", 1), ("hello",), ("from", 5)):
        say(table, kind, *values)
        for _ in range(100):
            table.link.pump()
    assert len(table.line.to_pc) == FIFO
    assert table.line.blocked == 0
    table.connect("a")
    table.run(600)
    assert len(table.pc.store) == 31


def test_nothing_is_read_or_written_during_a_count(table):
    table.log(3)
    table.connect("a")
    table.run(5)
    table.link.quiet(True)
    written = table.line.written
    waiting = len(table.line.to_device)
    for _ in range(20):
        assert not table.link.pump()
        assert not table.link.speak()
    assert table.line.written == written
    assert len(table.line.to_device) == waiting
    table.link.quiet(False)
    table.run(300)
    assert len(table.pc.store) == 4


def test_a_record_that_is_not_flushed_is_not_sent(table):
    table.connect("a")
    table.run(100)
    table.journal.log("fault", "not yet")
    table.run(100)
    assert sorted(table.pc.store) == [1]
    table.journal.flush()
    table.run(20)
    assert sorted(table.pc.store) == [1, 2]


def test_status_repl_and_bye(table):
    say(table, "status")
    ((kind, text),) = answers(table)
    assert kind == wire.MESSAGE
    assert tuple(read(FROM_DEVICE, text).values())[1:] == STATUS
    assert not table.link.repl_wanted
    say(table, "repl")
    assert answers(table) == []
    assert table.link.repl_wanted
    table.link.bye()
    assert not table.link.idle()
    assert [read(FROM_DEVICE, text)["k"] for _, text in answers(table)] == ["bye"]
    assert table.link.idle()


def test_a_score_pad_goes_to_the_table_and_its_word_back(table):
    say(table, "pad", 2, 0, "T=4")
    assert [read(FROM_DEVICE, text)["text"] for _, text in answers(table)] == ["there is no score pad here"]
    heard = []

    def fill(seat, at, text):
        heard.append((seat, at, text))
        if text == "no":
            raise RuleError('It is not "time" for that.')
        return "taken"

    table.link.fill = fill
    say(table, "pad", 2, 5, "T=4 A=3")
    say(table, "pad", 1, 0, "no")
    found = [read(FROM_DEVICE, text) for _, text in answers(table)]
    assert found[0] == {"k": "pad", "seat": 2, "text": "taken"}
    assert found[1] == {"k": "error", "text": "It is not ?time? for that."}
    assert heard == [(1, 5, "T=4 A=3"), (0, 0, "no")]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"k":"launch"}', "there is no kind launch"),
        (b'{"k":"obey"}', "there is no kind obey"),
        (b'{"k":"from"}', "seq is missing or not a number"),
        (b'{"k":"from","seq":"1"}', "seq is missing or not a number"),
        (b'{"k":"from","seq":true}', "seq is missing or not a number"),
        (b'{"k":"from","seq":99}', "there is no record 99 yet"),
        (b'{"k":"ack","seq":99}', "record 99 has not been sent"),
        (b'{"k":"ack","seq":1,"and":2}', "a ack has no other members than its own"),
        (b'{"k":["from"]}', "it has no kind"),
        (b'{"k":}', "it is not JSON"),
        (b"{[1]:2}", "it is not JSON"),
        (b"[" * 100, "it is not JSON"),
        (b'{"k":"ping","x":"\\n"}', "'?n' cannot stand in a record"),
        (b'{"k":"ping","x":"\\ud800"}', None),
    ],
)
def test_what_is_no_message_is_answered_by_one_sentence(table, body, why):
    table.line.send(b"\x1e" + wire.seal(body) + b"\n")
    found = [read(FROM_DEVICE, text) for kind, text in answers(table) if kind == wire.MESSAGE]
    if body[:1] != b"{":
        assert [error["text"] for error in found] == ["a frame was broken"]
    else:
        (error,) = found
        assert error["k"] == "error"
        assert why is None or error["text"] == why
    assert not table.link.following
    assert table.journal.acked == 0


def test_every_message_of_the_table_has_its_handler():
    for kind, _ in FROM_PC:
        assert callable(getattr(Link, "_on_" + kind))
    handlers = {name[4:] for name in dir(Link) if name.startswith("_on_")}
    assert handlers == {kind for kind, _ in FROM_PC}


@given(st.lists(st.binary(max_size=300), max_size=12))
@settings(max_examples=60, deadline=None)
def test_garbage_is_dropped_and_little_of_it_kept(chunks):
    table = Table()
    for chunk in chunks:
        table.line.to_device += chunk.replace(b"\x1e", b"\x1e{")
        table.line.to_device += b"print(1)\r\nimport os\r\x03\x04"
        for _ in range(12):
            table.link.pump()
            assert len(table.link._framer._rest) <= 161 + 64
            assert table.link._waiting <= 600
        table.line.to_pc.clear()
    table.line.to_device += b"\n"
    table.connect("a")
    for _ in range(10):
        table.run(60)
    assert sorted(table.pc.store) == [1]
    assert table.line.blocked == 0
    table.close()


def test_errors_do_not_pile_up_when_nobody_reads(table):
    for _ in range(500):
        say(table, "from", 10**6)
        say(table, "ack", 10**6)
        for _ in range(4):
            table.link.pump()
    assert len(table.line.to_pc) <= FIFO
    assert table.link._waiting <= 600
    assert table.line.blocked == 0


# -- stdin and stdout as a port -----------------------------------------------------------------------------------
class Stream:
    def __init__(self, data=b"", room=0):
        self.data = bytearray(data)
        self.room = room
        self.out = bytearray()

    def readinto(self, buffer):
        assert len(buffer) == 1, "more would wait"
        buffer[0] = self.data.pop(0)
        return 1

    def write(self, data):
        self.out += data
        return len(data)


class Poll:
    def __init__(self, ready):
        self.ready = ready

    def ipoll(self, timeout):
        assert timeout == 0
        return iter([("stream", 1)] if self.ready() else [])


def test_stdio_is_read_singly_and_never_waited_for():
    stream = Stream(b"abc")
    port = StdioPort(stream, stream, Poll(lambda: stream.data), Poll(lambda: stream.room))
    assert port.readable()
    buffer = memoryview(bytearray(64))
    assert port.readinto(buffer) == 3
    assert bytes(buffer[:3]) == b"abc"
    assert port.readinto(buffer) == 0
    assert not port.readable()
    assert not port.writable()
    stream.room = 1
    assert port.writable()
    port.write(b"xyz")
    assert stream.out == b"xyz"
