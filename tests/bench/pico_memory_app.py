# main.py of an emulated Pico for pico_memory.py: the real app, and a look at the heap in each game, as players leave
# one and open the next. pico_memory.py puts two lines before it: MODULES, whether every import is weighed, and ENTRIES,
# the numbers in the menu of what is to be opened. Weighing needs much of the stack.
import builtins
import gc
import sys

import micropython

real = builtins.__import__
inside = [0]  # bytes kept by what the imports under way have imported
kept = {}


def weighed(name, *more):
    if name in sys.modules:
        return real(name, *more)
    gc.collect()
    before = gc.mem_alloc()
    inside.append(0)
    module = real(name, *more)
    gc.collect()
    bytes = gc.mem_alloc() - before
    own = bytes - inside.pop()
    if name not in kept and name != "start":  # which runs the app before its import is over
        kept[name] = own
    inside[-1] += bytes
    return module


if MODULES:  # noqa: F821 - it is put before this program, as is ENTRIES
    builtins.__import__ = weighed
from device import app, states  # noqa: E402 - so late that they are weighed


def look(what):
    gc.collect()
    print("free", what, gc.mem_free())
    micropython.mem_info()  # has the largest free block


def game(table):
    """Begin a game of all who may play, look at its first decision, and give it up."""
    table.lobby().take()
    if table.state == states.OPTIONS:
        table.lobby().done()
    for pod in range(6):
        table.feed()
        table.pod = pod
        table.lobby().join()
    table.feed()
    table.lobby().start()
    table.feed()
    table.draw()
    table.journal.close()
    gc.collect()
    while table.journal.work(states.AHEAD):  # as after a sweep: its open file stands where there is room first
        table.feed()
    look(table.table.rules.NAME)
    table.feed()
    table.play.stop()


def run(table):
    """Open the next entry; after it the app starts anew, and which comes next is kept as the menu's entry is."""
    table.feed()
    gc.collect()
    table.journal.flush()  # as the loop would
    look("menu")
    at = table.entry
    try:
        table.entry = ENTRIES[at]  # noqa: F821
        game(table)
    except Exception as error:
        print("failed", repr(error))
        sys.print_exception(error)
    table.entry = at + 1
    if table.entry == len(ENTRIES):  # noqa: F821
        table.anew = False
    table.running = False


app.App.run = run
import start  # noqa: E402, F401 - it runs the app, and that needs the line before

builtins.__import__ = real
for name in sorted(kept):
    print("kept", name, kept[name])
print("DONE")
