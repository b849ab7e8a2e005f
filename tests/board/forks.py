"""Many tests on one booted Pico: each runs in a child process that starts from the same instruction."""

import os
import pickle
import traceback


def in_child(function):
    """Return what `function()` returns in a forked child; its failure is raised here with the child's traceback.

    An emulated Pico takes ten seconds of processor time to boot the firmware, and a fork none.
    """
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
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        raise AssertionError("the child came to no end")
    worked, result = pickle.loads(data)
    if not worked:
        raise AssertionError(result)
    return result
