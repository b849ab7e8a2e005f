# Put before a program for an emulated Pico (see Figures in pico_rig.py): how long calls take, by name the longest.
import gc
import time

worst = {}


def timed(name, f, *arguments):
    start = time.ticks_us()
    result = f(*arguments)
    spent = time.ticks_diff(time.ticks_us(), start)
    if spent > worst.get(name, 0):
        worst[name] = spent
    return result


def timed_clean(name, f, *arguments):
    """Time a call that no collection of what others threw away can fall into."""
    gc.collect()
    return timed(name, f, *arguments)


def slowest(*but):
    """Return the longest time of all names, without those in `but`."""
    return max([worst[name] for name in worst if name not in but])


def report():
    """Print every name's longest time."""
    for name in sorted(worst):
        print("rules." + name, worst[name])
