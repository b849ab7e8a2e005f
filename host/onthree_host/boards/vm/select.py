# The select module on the virtual board (runs under MicroPython): waiting is one request to the host.
import sys

import uselect  # MicroPython's own, of which this module has the place
import vmlink

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16
_POLL = 3  # MP_STREAM_POLL, the ioctl request of a stream
_input = uselect.poll()
_input.register(sys.stdin, uselect.POLLIN)


class _Poll:
    def __init__(self):
        self._objects = []
        self._masks = []
        self._ready = []
        self._pair = [None, 0]  # reused by ipoll, as MicroPython reuses its tuple
        self._at = 0
        self._once = 0

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        for i in range(len(self._objects)):
            if self._objects[i] is obj:
                self._masks[i] = eventmask
                return
        self._objects.append(obj)
        self._masks.append(eventmask)
        self._ready.append(0)

    def modify(self, obj, eventmask):
        for i in range(len(self._objects)):
            if self._objects[i] is obj:
                self._masks[i] = eventmask
                return
        raise OSError(2)

    def unregister(self, obj):
        for i in range(len(self._objects)):
            if self._objects[i] is obj:
                self._objects.pop(i)
                self._masks.pop(i)
                self._ready.pop(i)
                return

    def _is_serial(self, obj):
        return obj is sys.stdin or obj is sys.stdin.buffer or obj is sys.stdout or obj is sys.stdout.buffer

    def _check(self):
        # Fill self._ready; return how many are.
        n = 0
        for i in range(len(self._objects)):
            obj = self._objects[i]
            if obj is sys.stdin or obj is sys.stdin.buffer:
                events = self._masks[i] & POLLIN if vmlink.input_waits() else 0
            elif obj is sys.stdout or obj is sys.stdout.buffer:
                events = self._masks[i] & POLLOUT if vmlink.output_fits() else 0
            else:
                events = obj.ioctl(_POLL, self._masks[i])
            self._ready[i] = events
            if events:
                n += 1
        return n

    def _wait(self, timeout):
        if not timeout and len(self._objects) == 1 and self._masks[0] == POLLIN and self._is_serial(self._objects[0]):
            # A byte that has come takes no time to find, and so needs no request: nothing else can happen meanwhile.
            for _ in _input.ipoll(0):
                self._ready[0] = POLLIN
                return 1
        start = vmlink.state[vmlink.NOW]
        deadline = -1 if timeout < 0 else start + timeout * 1000
        wanted = 0
        # What is ready already costs one look at the input and no time.
        for i in range(len(self._objects)):
            obj = self._objects[i]
            if self._is_serial(obj):
                wanted |= 1 if self._masks[i] & POLLIN else 0
                wanted |= 2 if self._masks[i] & POLLOUT else 0
            elif obj.ioctl(_POLL, self._masks[i]):
                deadline = 0
                break
        while True:
            vmlink.call(vmlink.WAIT, deadline, wanted)
            n = self._check()
            if n or (deadline >= 0 and vmlink.state[vmlink.NOW] >= deadline):
                return n

    def poll(self, timeout=-1):
        if not self._wait(timeout):
            return []
        return [(self._objects[i], self._ready[i]) for i in range(len(self._objects)) if self._ready[i]]

    def ipoll(self, timeout=-1, flags=0):
        self._wait(timeout)
        self._at = 0
        self._once = flags & 1
        return self

    def __iter__(self):
        return self

    def __next__(self):
        while self._at < len(self._ready):
            i = self._at
            self._at += 1
            if self._ready[i]:
                self._pair[0] = self._objects[i]
                self._pair[1] = self._ready[i]
                if self._once:
                    self._masks[i] = 0
                return self._pair
        raise StopIteration


def poll():
    return _Poll()
