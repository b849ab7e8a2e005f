"""A virtual board with buttons, displays and buzzer of the firmware but no game: a test says what they do.

with Desk() as desk:
    desk.do("hub.text('HELLO', 0, 0)")      # a line of Python, done by MicroPython on the board
    desk.do("hub.send()", locked=True)      # the same with the heap locked
    assert desk.board.hub.words() == "HELLO"
"""

from pathlib import Path

from onthree_host.boards.unix import UnixBoard

MAIN = Path(__file__).parent / "desk_main.py"
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PUMP_US = 100_000


class Desk:
    """`begin`: set the displays up at once and wait until their charge pumps are up."""

    def __init__(self, board=None, *, begin=True, **options):
        self.board = board or UnixBoard(main=MAIN, firmware=FIRMWARE, **options)
        self.port = self.board.port
        self.port.timeout = 60.0
        assert self._line() == "ready"
        if begin:
            self.do("d.begin(time.ticks_ms())")
            self.board.run_for_us(PUMP_US)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.board.close()

    def _line(self):
        return self.port.readline().decode().strip()

    def do(self, line, locked=False):
        """Do one line of Python and return the text of its value. AssertionError if it raised."""
        self.port.write((("locked " if locked else "") + line + "\n").encode())
        answer = self._line()
        assert answer[:2] == "= ", f"{line!r} answered {answer!r}"
        return answer[2:]

    def frame(self, panel):
        """Return what was drawn on a panel last, 1024 bytes."""
        return bytes.fromhex(self.do(f"hexed({panel}.frame)"))

    def traffic(self, line, locked=False):
        """Do a line; return (transfers, data bytes) that it put on the bus."""
        bus = self.board.parts.bus
        before = bus.transfers, bus.bytes
        self.do(line, locked)
        return bus.transfers - before[0], bus.bytes - before[1]
