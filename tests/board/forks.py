"""Many tests on one booted Pico: each runs in a child process that starts from the same instruction."""

import os
import pickle
import traceback


def in_child(function):
    """Return what `function()` returns in a forked child; its failure is raised here with the child's traceback.

    An emulated Pico takes six seconds of processor time to boot the firmware, and a fork none.
    """
    return _finish(*_start(function))


def in_children(functions, at_once=2):
    """Return what each of the functions returns in a child of its own, `at_once` of them at a time."""
    results = []
    for i in range(0, len(functions), at_once):
        started = [_start(function) for function in functions[i : i + at_once]]
        results += [_finish(*child) for child in started]
    return results


def _start(function):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = (True, function())
        except BaseException:
            answer = (False, traceback.format_exc())
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    return child, reading


def _finish(child, reading):
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        raise AssertionError("the child came to no end")
    worked, result = pickle.loads(data)
    if not worked:
        raise AssertionError(result)
    return result
