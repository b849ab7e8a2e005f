# The os module with repeatable noise (runs under MicroPython).
import vmlink
from uos import *  # noqa: F403


def urandom(n):
    noise = bytearray(n)
    vmlink.call_into(vmlink.URANDOM, 0, n, noise)
    return bytes(noise)


def uname():
    return ("rp2", "rp2", "1.26.1", "v1.26.1 (virtual board)", "Virtual Raspberry Pi Pico with RP2040")
