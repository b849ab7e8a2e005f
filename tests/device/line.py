"""A device's end of the line with its journal, a cable, and a PC written straight from shared/README.md."""

import random
import shutil
import tempfile

from device.journal import Journal
from device.link import Link
from onthree import wire
from onthree.records import FROM_DEVICE, FROM_PC, RECORDS, fields, message, read

DEV = "00112233aabbccdd"
FIFO = 256  # bytes of the Pico's USB buffer
STATUS = tuple(12345 if kind is int else "some text" for _, kind in fields(FROM_DEVICE, "status"))


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
    def readable(self):
        return bool(self.to_device)

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
        self.journal = Journal(self.folder, DEV, lambda: 7, lambda: None, self.segment)
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
