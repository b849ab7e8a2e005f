# The thread by which this MicroPython hangs on the virtual board: one request, one answer, time stands still
# between them. Runs under MicroPython's unix port. The other end is boards/child.py and boards/unix.py.
#
# A request is four 64-bit ints (operation, a, b, bytes that follow) and the bytes. An answer is six (result,
# ticks in us, level of all GPIOs, interrupts, bytes that follow, bit 0 if input waits and bit 1 if output would not
# have to) and three ints (pin, ticks,
# levels) for each interrupt that happened meanwhile, and the bytes. Nothing here allocates once it is imported,
# so that firmware may lock its heap.
import sys
from array import array

import micropython

SLEEP = 1  # a: until this tick
WAIT = 2  # a: until this tick or -1; or an interrupt; b: or input (bit 0), or room for output (bit 1)
SPIN = 3  # a: us; a loop asks for the time again and again
PIN_MODE = 4  # a: pin, b: 0 input, 1 output
PIN_OUT = 5  # a: pin, b: level
PIN_IRQ = 6  # a: pin, b: trigger, 0 for none
PWM = 7  # a: pin, b: Hz << 16 | duty
I2C_SETUP = 8  # a: Hz, b: timeout in us
I2C_WRITE = 9  # a: address, b: 1 to stop
I2C_READ = 10  # a: address | stop << 8, b: how many
I2C_SCAN = 11
FLASH_READ = 12  # a: address, b: how many
FLASH_PROGRAM = 13  # a: address
FLASH_ERASE = 14  # a: block
URANDOM = 15  # b: how many
WDT = 16  # a: timeout in us, 0 to stop it
RESET = 17  # a: 0 hard, 1 soft, 2 into the bootloader; never answered
ENDED = 18  # main.py came to its end; never answered
ISR_FAILED = 19  # an interrupt handler raised; never answered
HELLO = 20  # answer: device id, 8 bytes; a: reset cause as result
SCRATCH = 21  # a: what the register is to hold, or -1; answer: what it holds

_rx = open("/dev/fd/" + sys.argv[1], "rb")
_tx = open("/dev/fd/" + sys.argv[2], "wb")
# "l" has 64 bits here too, and unlike "q" its items are small ints, which need no allocation.
_request = array("l", [0] * 4)
_answer = array("l", [0] * 6)
_interrupt = array("l", [0] * 3)
state = array("l", [0] * 4)  # ticks in us, levels, in an interrupt, times asked for the time since the last request
NOW = 0
LEVELS = 1
IN_ISR = 2
ASKED = 3
handlers = [None] * 32  # by pin
hard = [False] * 32
pins = [None] * 32
_soft = array("b", [0] * 32)


def send(op, a, b, n):
    if state[IN_ISR]:
        raise RuntimeError("an interrupt handler used a slow peripheral")
    _request[0] = op
    _request[1] = a
    _request[2] = b
    _request[3] = n
    _tx.write(_request)


def receive(into=None):
    # Return the result; bytes that follow go into `into`.
    _rx.readinto(_answer)
    soft = False
    for _ in range(_answer[3]):
        _rx.readinto(_interrupt)
        pin = _interrupt[0]
        if not hard[pin]:
            _soft[pin] = 1
            soft = True
            continue
        state[NOW] = _interrupt[1]
        state[LEVELS] = _interrupt[2]
        _run(pin)
    state[NOW] = _answer[1]
    state[LEVELS] = _answer[2]
    state[ASKED] = 0
    if _answer[4]:
        _rx.readinto(into, _answer[4])
    if soft:
        _run_soft()
    return _answer[0]


def _run(pin):
    handler = handlers[pin]
    if handler is None:
        return
    state[IN_ISR] = 1
    micropython.heap_lock()
    failed = None
    try:
        handler(pins[pin])
    except Exception as e:
        failed = e
    micropython.heap_unlock()
    state[IN_ISR] = 0
    if failed is not None:
        sys.stdout.write("Uncaught exception in IRQ callback handler\n")
        sys.print_exception(failed)
        send(ISR_FAILED, pin, 0, 0)
        receive()


def _run_soft():
    for pin in range(32):
        if _soft[pin]:
            _soft[pin] = 0
            if handlers[pin] is not None:
                handlers[pin](pins[pin])


def call(op, a=0, b=0):
    send(op, a, b, 0)
    return receive()


def call_with(op, a, b, data, n):
    # A request with the first n bytes of `data`.
    send(op, a, b, n)
    if n:
        _tx.write(data, n)
    return receive()


def call_into(op, a, b, into):
    # A request whose answer's bytes go into `into`.
    send(op, a, b, 0)
    return receive(into)


def input_waits():
    return _answer[5] & 1


def output_fits():
    return _answer[5] & 2


def now():
    # Ticks in us. A loop that only asks for the time must see it pass: 1 us for each time it asked.
    if not state[IN_ISR]:
        state[ASKED] += 1
        if state[ASKED] >= 200:
            call(SPIN, 200)
    return state[NOW]


device_id = bytearray(8)
reset_cause = call_into(HELLO, 0, 0, device_id)
