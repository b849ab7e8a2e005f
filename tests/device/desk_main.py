# A main.py for a virtual board: the firmware's buttons, displays and buzzer without the game, in the hands of a test.
# It does the Python lines that come over the port and answers each with one line; see desk.py.
import gc
import select
import sys
import time

import machine
import micropython

from device import board
from device.buttons import Buttons, Wake
from device.buzzer import Buzzer
from device.displays import Displays

if hasattr(micropython, "alloc_emergency_exception_buf"):  # as main.py does
    micropython.alloc_emergency_exception_buf(100)


def make_bus():
    pins = machine.Pin(board.I2C_SCL), machine.Pin(board.I2C_SDA)
    return machine.I2C(board.I2C_BUS, scl=pins[0], sda=pins[1], freq=board.I2C_HZ, timeout=board.I2C_TIMEOUT_US)


def recover():
    clock = machine.Pin(board.I2C_SCL, machine.Pin.OPEN_DRAIN, value=1)
    data = machine.Pin(board.I2C_SDA, machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(9):
        if data.value():
            break
        clock.value(0)
        time.sleep_us(5)
        clock.value(1)
        time.sleep_us(5)
    free = bool(data.value())
    make_bus()
    return free


def make_buttons():
    gpios = [gpio for pod in board.POD_BUTTONS for gpio in pod] + list(board.HUB_BUTTONS)
    pins = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in gpios]
    edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
    return Buttons(pins, gpios, machine.mem32, board.GPIO_IN, time, edges, wake)


def hexed(data):
    return "".join(f"{byte:02x}" for byte in data)


def draw(panel, text, y=24):
    # What the app does with a panel: draw it from scratch and send it.
    panel.fill(0)
    panel.centred(text, y)
    return panel.send()


def events():
    # What the buttons have to tell, "kind.pod.button.stamp" each.
    found = []
    while b.next():
        found.append(f"{b.kind}.{b.pod}.{b.button}.{b.stamp}")
    return " ".join(found)


def idle(ms):
    # What the app's loop does: sleep until a deadline or an edge, ask a display whether it is there.
    end = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(end, time.ticks_ms()) > 0:
        rest = time.ticks_diff(end, time.ticks_ms())
        if d.next_deadline_ms >= 0:
            rest = min(rest, max(0, time.ticks_diff(d.next_deadline_ms, time.ticks_ms())))
        for _ in poll.ipoll(rest):
            pass
        while b.next():
            pass
        if d.next_deadline_ms >= 0 and time.ticks_diff(time.ticks_ms(), d.next_deadline_ms) >= 0:
            d.poll_missing(time.ticks_ms())


def locked(line):
    # Do a line with the heap locked: whatever allocates in it fails.
    exec("def locked_line():\n    return " + line, globals())
    gc.collect()
    micropython.heap_lock()
    try:
        return locked_line()  # noqa: F821
    finally:
        micropython.heap_unlock()


wake = Wake()
poll = select.poll()
poll.register(wake, select.POLLIN)
wake.set()
for _ in poll.ipoll(0):
    pass
b = make_buttons()
d = Displays(make_bus(), recover, board, time)
hub = d.hub
pods = d.pods
z = Buzzer(machine.PWM(machine.Pin(board.BUZZER)), time)
ears = select.poll()
ears.register(sys.stdin, select.POLLIN)
print("ready")
while True:
    for _ in ears.ipoll(-1):
        pass
    line = sys.stdin.readline().strip()
    try:
        if line.startswith("locked "):
            print("=", locked(line[7:]))
        elif "=" in line.split("(")[0]:
            exec(line)
            print("= None")
        else:
            print("=", eval(line))
    except Exception as error:
        print("!", repr(error))
