# main.py of an emulated Pico for pico_memory.py: the real app, and a look at the heap in each game. pico_memory.py puts
# MODULES before it: whether every import is weighed. That needs much of the stack, so there is one game only then.
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


if MODULES:  # noqa: F821
    builtins.__import__ = weighed
from device import app  # noqa: E402
from onthree.rules import registry  # noqa: E402


def look(what):
    gc.collect()
    print("free", what, gc.mem_free())
    micropython.mem_info()  # has the largest free block


def game(table, name):
    """Begin a game of six and look at its first decision."""
    table.entry = registry.GAMES.index(name)
    table.lobby().take()
    table.lobby().done()
    for pod in range(6):
        table.feed()
        table.pod = pod
        table.lobby().join()
    table.feed()
    table.lobby().start()
    table.feed()
    table.draw()
    look(name)
    table.feed()
    table.play.stop()
    table.draw()
    table.feed()


def run(table):
    table.feed()
    look("menu")
    try:
        for name in registry.GAMES[: 1 if MODULES else 9]:  # noqa: F821
            game(table, name)
    except Exception as error:
        print("failed", repr(error))
        sys.print_exception(error)
    table.running = False


app.App.run = run
import start  # noqa: E402, F401

builtins.__import__ = real
for name in sorted(kept):
    print("kept", name, kept[name])
print("DONE")
