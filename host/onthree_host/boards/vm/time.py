# The time module on simulated time (runs under MicroPython). Ticks wrap at 2**30, as on the Pico.
import utime
import vmlink

_PERIOD = 1 << 30
_MASK = _PERIOD - 1
_HALF = _PERIOD >> 1
_EPOCH = 1767225600  # 2026-01-01: a Pico without a clock set says 2021, and nobody may rely on either

gmtime = utime.gmtime
localtime = utime.localtime
mktime = utime.mktime


def ticks_us():
    return vmlink.now() & _MASK


def ticks_ms():
    return vmlink.now() // 1000 & _MASK


def ticks_cpu():
    return vmlink.now() & _MASK


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(a, b):
    return ((a - b + _HALF) & _MASK) - _HALF


def sleep_us(us):
    if us > 0:
        vmlink.call(vmlink.SLEEP, vmlink.state[vmlink.NOW] + us)


def sleep_ms(ms):
    sleep_us(ms * 1000)


def sleep(seconds):
    sleep_us(int(seconds * 1000000))


def time():
    return _EPOCH + vmlink.now() // 1000000


def time_ns():
    return _EPOCH * 1000000000 + vmlink.now() * 1000
