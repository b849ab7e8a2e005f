"""A device at the other end of a line, by the protocol in shared/README.md, on time that the test moves."""

from onthree import wire
from onthree.records import FROM_DEVICE, FROM_PC, WINDOW, RecordError, message, read


class Line:
    """Bytes on their way to the PC: nothing happens to them. Tests put worse lines in its place."""

    def carry(self, data):
        return data


class FakeDevice:
    """Answers and sends records; also the port that the PC reads (read, write, in_waiting, close)."""

    def __init__(self, records, line=None, first=1, proto=wire.PROTOCOL, dev="e6614c311b7e5a2b"):
        self.log = list(records)  # sealed; number i + 1 at i
        self.line = line or Line()
        self.first = first
        self.proto = proto
        self.dev = dev
        self.boot = 1
        self.acked = 0
        self.busy = False  # a count is running: nothing is read or written
        self.gone = False  # the cable is out
        self.most_ahead = 0  # uncredited bytes at most
        self.froms = 0
        self.clock = lambda: 60.0  # seconds since it was switched on
        self.fw = "0.1.0"
        self.heap = 150000
        self.flash = 900000
        self.displays = "hub 1 2 3 4"
        self.stuck = ""
        self.pads = []  # (seat, words before, words) that came
        self.refused = {}  # seat -> why its pad is not taken
        self._to_pc = bytearray()
        self._to_device = bytearray()
        self.restart()

    def restart(self):
        """The device boots: it forgets the conversation, and whatever was in its buffers."""
        self.boot += 1
        self._framer = wire.Framer(160)
        self._next = None
        self._outgoing = b""
        self._sent = self._credit = 0
        self._to_device.clear()

    def say(self, text):
        """Console text, as a print would give it."""
        self._to_pc += self.line.carry(text)

    # -- the port, as the PC sees it
    @property
    def in_waiting(self):
        self.check()
        self.work()
        return len(self._to_pc)

    def read(self, size=1):
        self.check()
        self.work()
        data = bytes(self._to_pc[:size])
        del self._to_pc[:size]
        return data

    def write(self, data):
        self.check()
        self._to_device += data
        return len(data)

    def close(self):
        pass

    def check(self):
        if self.gone:
            raise OSError(5, "Input/output error")

    # -- the device
    def work(self):
        """Do what the device would have done by now."""
        if self.busy:
            return
        data, self._to_device = bytes(self._to_device), bytearray()
        for kind, text in self._framer.feed(data):
            if kind == wire.MESSAGE:
                try:
                    self._obey(read(FROM_PC, text))
                except RecordError as error:
                    self._reply("error", str(error).replace('"', "'"))
        self._send()

    def _obey(self, found):
        kind = found["k"]
        if kind == "hello":
            self._next = None
            self._outgoing = b""
            last = len(self.log) + 1
            self._reply("hello", self.proto, self.dev, self.boot, self.fw, "1.26.1", self.first, last)
        elif kind == "from":
            self.froms += 1
            self._next = max(found["seq"], self.first)
            self._outgoing = b""
            self._sent = self._credit = 0
        elif kind == "credit":
            self._credit = max(self._credit, min(found["bytes"], self._sent))
        elif kind == "ack":
            assert found["seq"] <= len(self.log)
            self.acked = max(self.acked, found["seq"])
        elif kind == "ping":
            self._reply("pong", found["x"])
        elif kind == "status":
            self._reply("status", *self.status)
        elif kind == "pad":
            self.pads.append((found["seat"], found["at"], found["text"]))
            if found["seat"] in self.refused:
                self._reply("error", self.refused[found["seat"]])
            else:
                self._reply("pad", found["seat"], "Seat {} has it.".format(found["seat"]))
        elif kind == "repl":
            self._reply("bye")

    @property
    def status(self):
        ms = round(1000 * self.clock()) % (1 << 30)
        unread = len(self.log) - self.acked
        return ms, self.heap, self.flash, unread, self.displays, self.stuck, "menu"

    def _reply(self, kind, *values):
        self._outgoing += wire.frame(message(FROM_DEVICE, kind, *values))

    def _send(self):
        while True:
            if not self._outgoing and self._next is not None and self._next <= len(self.log):
                self._outgoing = b"\x1e" + self.log[self._next - 1] + b"\n"
                self._next += 1
            room = WINDOW - (self._sent - self._credit) if self._next is not None else len(self._outgoing)
            part, self._outgoing = self._outgoing[:room], self._outgoing[room:]
            if not part:
                return
            if self._next is not None:
                self._sent += len(part)
                self.most_ahead = max(self.most_ahead, self._sent - self._credit)
            self._to_pc += self.line.carry(part)
