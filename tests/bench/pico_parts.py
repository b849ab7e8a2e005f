# main.py of an emulated Pico for pico.py: the rules and the line, without the app around them.
import gc
import os
import select
import sys
import time

import micropython

from device import journal, link
from onthree import chance, match
from onthree.compat import TYPE_CHECKING
from onthree.rules import crossing
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL

if TYPE_CHECKING:  # they are put before this program
    from pico_timed import report, slowest, timed, worst


def pick(state, seat, n):
    legal = timed("legal_actions", state.legal_actions, seat)
    return legal[n % len(legal)] if legal else 0


def play_rules():
    """Six seats, a whole game, every call of the contract timed."""
    stream = chance.Stream(chance.stream_key(bytes(32), b"1:1"))
    game = match.Match(crossing, 6, "", stream)
    turns = 0
    packed = 0
    while game.state.current() != TERMINAL and turns < 6:
        state = game.state
        gc.collect()
        if state.current() == CHANCE:
            timed("deal", game.deal)
        elif state.current() == SIMULTANEOUS:
            actions = bytes([pick(state, seat, turns + seat) for seat in range(6)])
            timed("resolve", game.play_joint, actions)
            turns += 1
        else:
            timed("act", game.play, pick(state, state.current(), 0))
        packed = max(packed, len(timed("pack", state.pack)))
        state.position()  # its module is loaded only now
        timed("position", state.position)
        timed("scores", state.scores)
        timed("breakdown", state.breakdown, 0)
        timed("ranking", state.ranking)
        timed("view", state.view, 0)
        timed("seal", game.seal)
    print("rules.packed", packed)
    print("rules.turn", worst["resolve"])
    print("rules.slowest", slowest())
    report()


def speak():
    """Records for the PC, each step of the link timed; the PC stops reading half-way."""
    os.mkdir("j")
    log = journal.Journal("j", "0123456789abcdef", time.ticks_ms, lambda: None)
    log.recover()
    for n in range(40):
        log.log("move", 1, n, 0, "M1 M2 T3 P - M1", "0123456789abcdef")
        if n % 4 == 3:
            log.flush()
    readable, room = select.poll(), select.poll()
    readable.register(sys.stdin, select.POLLIN)
    room.register(sys.stdout, select.POLLOUT)
    port = link.StdioPort(sys.stdin.buffer, sys.stdout.buffer, readable, room)
    line = link.Link(log, port, ("bench", "1.26"), lambda: ())
    micropython.kbd_intr(-1)
    print("LISTEN")
    gc.collect()
    heard = steps = longest = 0
    spoken = []  # records read back from flash
    fresh = []  # records just written
    start = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), start) < 4000:
        before = time.ticks_us()
        line._hear(64)
        sent = line._sent
        between = time.ticks_us()
        line.speak()
        after = time.ticks_us()
        heard = max(heard, time.ticks_diff(between, before))
        spent = time.ticks_diff(after, between)
        longest = max(longest, spent)
        if line._sent > sent + 100:  # a whole record, not the rest of one
            (spoken if line._reader.seq <= log.recent_seq else fresh).append(spent)
        if line.following and line._reader.seq == log.durable:
            log.log("move", 1, 99, 0, "M1 M2 T3 P - M1", "0123456789abcdef")
            log.flush()
        steps += 1
        time.sleep_ms(2)
        if steps % 50 == 0:
            gc.collect()
    micropython.kbd_intr(3)
    print()
    print("link.heard", heard)
    for name, times in (("spoken", spoken), ("fresh", fresh)):
        times.sort()
        print("link.sent", len(times))
        print("link." + name, times[len(times) // 2])
        print("link." + name + ".max", times[-1])
    print("link.step.max", longest)


play_rules()
speak()
print("DONE")
