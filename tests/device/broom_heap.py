"""A heap full of small holes that the broom sweeps and fills. For MicroPython, with some 500 KB of heap.

    micropython tests/device/broom_heap.py      prints one JSON object

What a calm moment has freed, and how far from room in one piece the next small object goes, in bytes.
"""

import gc
import json
import os
import sys
import time

ROOT = (os.getcwd() + "/" + __file__ if __file__[0] != "/" else __file__).rsplit("/", 3)[0]
sys.path[:0] = [ROOT + folder for folder in ("/shared", "/firmware")]

from device.broom import Broom  # noqa: E402 - it is found by the lines above

broom = Broom(time)
gc.collect()
kept = [bytearray(100) for _ in range(300)]
rubbish = bytearray(50000)
for at in range(0, 300, 3):
    kept[at] = None
rubbish = None
figures = {}
broom.tick(0, True)
used = gc.mem_alloc()
broom.tick(500, False)
figures["freed"] = used - gc.mem_alloc()
broom.tick(500, False)
here = id(object())
figures["away"] = id((0,) * 2048) - here
print(json.dumps(figures))
