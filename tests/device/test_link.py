"""The device's end of the line, joined with a PC written straight from shared/README.md, over lines good and bad."""

import random
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "firmware"))

from device.journal import Journal
from device.link import Link, StdioPort
from onthree import wire
from onthree.records import FROM_DEVICE, FROM_PC, RECORDS, WINDOW, message, read
from onthree_host.link import Hello, Recorded
from onthree_host.link import Link as HostLink

DEV = "00112233aabbccdd"
FIFO = 256  # bytes of the Pico's USB buffer
STATUS = (100000, 200000, 3, "hub 1 2", "", "menu")


class Line:
    """The USB cable as both ends see it: the device's buffer holds 256 bytes, and a write that does not fit blocks."""

    def __init__(self):
        self.to_device = bytearray()
        self.to_pc = bytearray()
        self.blocked = 0  # writes that would have waited for the PC
        self.written = 0
        self.most = 0
        self.spoil = lambda data: data  # what happens to bytes on their way

    # as the device sees it
    def readinto(self, buffer):
        count = min(len(buffer), len(self.to_device))
        buffer[:count] = self.to_device[:count]
        del self.to_device[:count]
        return count

    def write(self, data):
        self.blocked += len(self.to_pc) + len(data) > FIFO
        self.to_pc += data
        self.written += len(data)
        self.most = max(self.most, len(self.to_pc))
        return len(data)

    def writable(self):
        return len(self.to_pc) < FIFO

    # as the PC sees it
    def send(self, data):
        self.to_device += self.spoil(data)

    def receive(self, size):
        data = bytes(self.to_pc[:size])
        del self.to_pc[:size]
        return self.spoil(data)


class Pc:
    """A PC as the protocol wants it. `store` is its database; one step is a few milliseconds."""

    def __init__(self, line, name, store):
        self.line = line
        self.name = name
        self.store = store
        self.console = bytearray()
        self.errors = []
        self.framer = wire.Framer()
        self.asked = 0
        self.ask()

    def say(self, kind, *values):
        self.line.send(wire.frame(message(FROM_PC, kind, *values)))

    def ask(self):
        self.hello = None
        self.following = False
        self.asked += 1
        self.silence = 0
        self.say("hello")
        self.say("ping", f"{self.name}{self.asked}")

    def step(self, size=64):
        data = self.line.receive(size)
        self.silence = 0 if data else self.silence + 1
        again = self.silence > 40
        if self.following:
            self.received += len(data)
        for kind, text in self.framer.feed(data):
            if kind == wire.CONSOLE:
                self.console += text
            elif kind == wire.BROKEN or not self.take(text):
                again = again or self.following
        if again:
            self.ask()
        elif self.following and data:
            self.say("credit", self.received)

    def take(self, text):
        """Return whether the message or record is what was to come."""
        if text.startswith(b'{"seq":'):
            record = read(RECORDS, text)
            seq = record["seq"]
            assert self.store.setdefault(seq, text) == text
            if not self.following or seq < self.expected:
                return True
            if seq > self.expected:
                return False
            self.expected = seq + 1
            self.say("ack", seq)
            return True
        found = read(FROM_DEVICE, text)
        if found["k"] == "hello":
            self.hello = found
        elif found["k"] == "pong" and found["x"] == f"{self.name}{self.asked}" and self.hello and not self.following:
            self.expected = max(self.first_gap(), self.hello["first"])
            self.received = 0
            self.following = True
            self.say("from", self.expected)
            self.say("ack", self.expected - 1)
        elif found["k"] == "error":
            self.errors.append(found["text"])
        return True

    def first_gap(self):
        """Return the number up to which nothing is missing (what was gone for good left aside)."""
        seq = max(self.hello["first"], 1)
        while seq in self.store:
            seq += 1
        return seq


class Table:
    """A device with its app, in one folder; and whoever is at the other end of its line."""

    def __init__(self, segment=700):
        self.folder = tempfile.mkdtemp(prefix="onthree-")
        self.segment = segment
        self.line = Line()
        self.logged = {}
        self.stores = {"a": {}, "b": {}}
        self.pc = None
        self.boot()

    def boot(self):
        self.line.to_device.clear()
        self.journal = Journal(self.folder, DEV, lambda: 7, self.segment)
        self.journal.recover()
        self.link = Link(self.journal, self.line, ("0.1", "1.26.1"), lambda: STATUS)
        self.log(1)

    def log(self, count):
        for i in range(count):
            seq = self.journal.log("fault", "something " * (i % 4))
            self.logged[seq] = self.journal._pending[-1][1:-1]
        assert self.journal.flush()

    def connect(self, name):
        self.pc = Pc(self.line, name, self.stores[name])

    def run(self, steps):
        for _ in range(steps):
            self.link.pump()
            if self.pc:
                self.pc.step()

    def settle(self, name="a"):
        """Everything works again: let the PC catch up."""
        self.line.spoil = lambda data: data
        self.link.quiet(False)
        self.connect(name)
        for _ in range(400):
            self.run(50)
            if self.journal.unread == 0 and self.pc.following and self.pc.expected == self.journal.durable:
                return
        raise AssertionError("the PC never caught up")

    def check(self):
        """Every record has arrived somewhere, unchanged."""
        for name in "ab":
            for seq, text in self.stores[name].items():
                assert text == self.logged[seq]
        together = set(self.stores["a"]) | set(self.stores["b"])
        assert together == set(range(1, self.journal.durable))

    def close(self):
        self.link._reader.close()
        shutil.rmtree(self.folder)


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


# -- whole conversations ----------------------------------------------------------------------------------------
ACTIONS = st.one_of(
    st.tuples(st.just("log"), st.integers(1, 9)),
    st.tuples(st.just("run"), st.integers(1, 120)),
    st.tuples(st.just("pump"), st.integers(1, 60)),  # the PC does not read meanwhile
    st.tuples(st.just("connect"), st.sampled_from("ab")),
    st.tuples(st.just("vanish"), st.just(0)),
    st.tuples(st.just("ask twice"), st.just(0)),
    st.tuples(st.just("reboot"), st.just(0)),
    st.tuples(st.just("tidy"), st.booleans()),
    st.tuples(st.just("count"), st.integers(1, 40)),
)
NOISES = st.one_of(
    st.tuples(st.just("garbage to the device"), st.binary(max_size=60)),
    st.tuples(st.just("garbage to the PC"), st.binary(max_size=60)),
    st.tuples(st.just("spoil"), st.integers(0, 2**32)),
    st.tuples(st.just("mend"), st.just(0)),
)


def spoiler(seed):
    """Bytes on their way get lost, doubled, or changed: one piece in eight."""
    chance = random.Random(seed)

    def spoil(data):
        if not data or chance.random() > 0.12:
            return data
        at = chance.randrange(len(data))
        to = chance.randrange(at, len(data)) + 1
        how = chance.randrange(4)
        if how == 0:
            return data[:at] + data[to:]
        if how == 1:
            return data[:to] + data[at:]
        if how == 2:
            return data[:at]
        return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]

    return spoil


def act(table, action, value):
    if action == "log":
        table.log(value)
    elif action == "run":
        table.run(value)
    elif action == "pump":
        for _ in range(value):
            table.link.pump()
    elif action == "connect":
        table.connect(value)
    elif action == "vanish":
        table.pc = None
    elif action == "ask twice" and table.pc:
        table.pc.ask()
        table.pc.ask()
    elif action == "reboot":
        table.boot()
    elif action == "tidy":
        table.journal.tidy(value)
    elif action == "count":
        table.link.quiet(True)
        table.run(value)
        table.link.quiet(False)
    elif action == "garbage to the device":
        table.line.to_device += value
    elif action == "garbage to the PC":
        table.line.to_pc += value[: max(0, FIFO - len(table.line.to_pc))]
    elif action == "spoil":
        table.line.spoil = spoiler(value)
    elif action == "mend":
        table.line.spoil = lambda data: data


@given(st.lists(ACTIONS, max_size=25))
@settings(max_examples=120, deadline=None)
def test_on_a_good_line_everything_arrives_and_no_write_ever_waits(actions):
    table = Table()
    for action, value in actions:
        act(table, action, value)
    table.settle()
    table.check()
    assert table.line.blocked == 0
    table.close()


@given(st.lists(st.one_of(ACTIONS, NOISES), max_size=30))
@settings(max_examples=200, deadline=None)
def test_on_a_bad_line_everything_arrives_once_the_line_is_good(actions):
    table = Table()
    for action, value in actions:
        act(table, action, value)
    table.settle()
    table.check()
    table.close()


@pytest.mark.parametrize("seed", range(6))
def test_on_a_line_that_stays_bad_everything_arrives_too(seed):
    table = Table()
    table.line.spoil = spoiler(seed)
    table.connect("a")
    for i in range(40):
        table.log(i % 5 + 1)
        table.run(60)
        table.journal.tidy(i % 3 == 0)
    for _ in range(300):
        table.run(100)
        if len(table.stores["a"]) == table.journal.durable - 1:
            break
    table.check()
    assert table.pc.asked > 1
    table.close()


# -- with the PC's own end of the line ------------------------------------------------------------------------
class SerialPort:
    """A Line as pyserial would show it."""

    def __init__(self, line):
        self.line = line

    @property
    def in_waiting(self):
        return len(self.line.to_pc)

    def read(self, size=1):
        return self.line.receive(size)

    def write(self, data):
        self.line.send(data)
        return len(data)

    def close(self):
        pass


@pytest.mark.parametrize("seed", [None, 1, 2, 3])  # None: a good line
def test_the_two_ends_understand_each_other(seed):
    table = Table()
    if seed is not None:
        table.line.spoil = spoiler(seed)
    pc = HostLink(SerialPort(table.line))
    store = table.stores["a"]
    for now in range(9000):
        table.link.pump()
        for event in pc.poll(now / 500):
            if isinstance(event, Hello):
                pc.listen(len(store) + 1)
            elif isinstance(event, Recorded):
                store[event.members["seq"]] = event.heard.raw
                pc.stored(event.members["seq"])
        if now % 300 == 0 and now < 6000:
            table.log(now % 7 + 1)
        if now % 50 == 0:
            table.journal.tidy(True)
        if now == 3000:
            table.boot()
        if now == 6000:
            table.line.spoil = lambda data: data
    table.check()
    if seed is None:
        assert table.line.blocked == 0
        assert table.journal.unread == 0
    table.close()


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
    buffer = memoryview(bytearray(64))
    assert port.readinto(buffer) == 3
    assert bytes(buffer[:3]) == b"abc"
    assert port.readinto(buffer) == 0
    assert not port.writable()
    stream.room = 1
    assert port.writable()
    port.write(b"xyz")
    assert stream.out == b"xyz"
