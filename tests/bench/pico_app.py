# main.py of an emulated Pico for pico.py: the real app with stop watches around it and the same
# chance in every run, told when it has ended.
import time

_START = time.ticks_us()
from array import array  # noqa: E402 - this is timed, as the next two are

from device import app, journal, states, table  # noqa: E402 - as above
from onthree import chance  # noqa: E402 - as above

_LOADED = time.ticks_us()
ticks_us, ticks_diff = time.ticks_us, time.ticks_diff
blocks = array("i", [0] * 16)  # by state: the longest time between two sleeps, us
enters = array("i", [0] * 16)  # the same where it ended in another state: by that state
flushes = []  # (ticks_ms, us)
pieces = array("i", [0])  # the longest of all that the journal does at a time, us
resolved = array("i", [0])


class Watched:
    """The app's sleep, with a look at the clock before and after. Allocates nothing."""

    def __init__(self, sleep):
        self.sleep = sleep
        self.woke = ticks_us()
        self.state = 15  # none yet
        self.app = None

    def __call__(self, ms, port):
        spent = ticks_diff(ticks_us(), self.woke)
        now = self.app.state
        times = blocks if now == self.state else enters
        if spent > times[now]:
            times[now] = spent
        self.sleep(ms, port)
        self.state = self.app.state
        self.woke = ticks_us()


def watch_app():
    build = app.App.__init__

    def init(self, buttons, displays, buzzer, log, settings, clock, sleep, secret, feed):
        watched = Watched(sleep)
        watched.app = self
        build(self, buttons, displays, buzzer, log, settings, clock, watched, secret, feed)

    app.App.__init__ = init


def watch_journal():
    for name in ("flush", "work", "open_game", "close_game"):
        watch(name, getattr(journal.Journal, name))


def watch(name, method):
    def timed(self, *arguments):
        began = ticks_us()
        done = method(self, *arguments)
        spent = ticks_diff(ticks_us(), began)
        if spent > pieces[0]:
            pieces[0] = spent
        if spent > 500 and name == "flush":
            flushes.append((time.ticks_ms(), spent))
        return done

    setattr(journal.Journal, name, timed)


def watch_rules():
    joint = table.Table.joint

    def timed(self, actions):
        before = len(flushes)
        began = ticks_us()
        joint(self, actions)
        spent = ticks_diff(ticks_us(), began) - sum(us for _, us in flushes[before:])
        resolved[0] = max(resolved[0], spent)

    table.Table.joint = timed


def draw_the_same():
    """Let chance give the same in every run: else a figure would change with what falls, not with the firmware."""
    key = bytes(range(32))
    chance.stream_key = lambda secret, join: key


draw_the_same()
watch_app()
watch_journal()
watch_rules()
import start  # noqa: E402, F401 - it runs the app, and that needs the lines before

print("load.us", ticks_diff(_LOADED, _START))
for number in range(len(states.TABLE)):
    print("block." + states.name(number), blocks[number])
    print("enter." + states.name(number), enters[number])
for at, us in flushes:
    print("flush", at, us)
print("piece.us", pieces[0])
print("turn.us", resolved[0])
print("END")
