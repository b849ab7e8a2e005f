# main.py of an emulated Pico: drives displays and buttons and prints what it measures, one line a figure.
# The PC's side, io.py, presses the buttons and looks at the glass.
import gc
import select
import time

import machine
import micropython

micropython.alloc_emergency_exception_buf(100)
_START = time.ticks_us()

from device import board, fast  # noqa: E402
from device.buttons import PRESS, Buttons, Wake  # noqa: E402
from device.displays import MUSHROOM, Displays  # noqa: E402

_LOADED = time.ticks_us()
_PRESSES = 240


def make_pin(number):
    return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)


def make_buttons(wake):
    gpios = [number for pod in board.POD_BUTTONS for number in pod] + list(board.HUB_BUTTONS)
    pins = [make_pin(number) for number in gpios]
    gc.collect()
    before = gc.mem_alloc()
    edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
    buttons = Buttons(pins, gpios, machine.mem32, board.GPIO_IN, time, edges, wake)
    gc.collect()
    print("heap.input", gc.mem_alloc() - before)
    return buttons


def make_displays():
    pins = machine.Pin(board.I2C_SDA), machine.Pin(board.I2C_SCL)
    i2c = machine.I2C(board.I2C_BUS, sda=pins[0], scl=pins[1], freq=board.I2C_HZ, timeout=board.I2C_TIMEOUT_US)
    gc.collect()
    before = gc.mem_alloc()
    displays = Displays(i2c, lambda: False, board, time)
    gc.collect()
    print("heap.displays", gc.mem_alloc() - before)
    start = time.ticks_us()
    displays.begin(time.ticks_ms())
    print("begin.us", time.ticks_diff(time.ticks_us(), start))
    print("present", displays.present())
    return displays


def timed(name, action):
    # Nothing may be allocated: the heap is locked while `action` runs.
    gc.collect()
    micropython.heap_lock()
    start = time.ticks_us()
    action()
    took = time.ticks_diff(time.ticks_us(), start)
    micropython.heap_unlock()
    print(name, took)


def draw_all(displays):
    pod = displays.pods[2]

    def char():
        pod.text("x", 40, 24)
        pod.send()

    def line():
        pod.text("sixteen letters!", 0, 40)
        pod.send()

    def cursor():
        pod.invert(0, 0, 16, 16)
        pod.invert(24, 0, 16, 16)
        pod.send()

    def full():
        fast.spoil(pod.frame, pod.shown)
        pod.send()

    def nothing():
        pod.send()

    for which in range(5):
        pod.icon(which, which * 24, 0)
    pod.send()
    timed("char.us", char)
    timed("line.us", line)
    timed("cursor.us", cursor)
    timed("full.us", full)
    timed("nothing.us", nothing)
    timed("draw.big4.us", lambda: pod.big("3", 48, 16, 4))
    timed("draw.big2_line.us", lambda: pod.big("8 chars!", 0, 16, 2))
    timed("draw.icon.us", lambda: pod.icon(MUSHROOM, 100, 40))
    timed("draw.text_line.us", lambda: pod.text("sixteen letters!", 0, 40))
    timed("draw.number.us", lambda: pod.number(128, 0, 40, 2))
    timed("draw.fill.us", lambda: pod.fill(0))
    timed("poll.us", lambda: displays.poll_missing(0))


def choices(displays):
    for number in range(6):
        pod = displays.pods[number]
        pod.fill(0)
        pod.text("CHOICE", 8 * number, 16)
        pod.send()


def reveal(displays):
    displays.joined = 63
    timed("hide.us", displays.hide)
    timed("send6.us", lambda: choices(displays))
    time.sleep_ms(150)
    print("reveal.at", time.ticks_us())
    time.sleep_ms(5)
    micropython.heap_lock()
    start = time.ticks_us()
    displays.reveal()
    took = time.ticks_diff(time.ticks_us(), start)
    micropython.heap_unlock()
    print("reveal.us", took)
    print("reveal.call", start)


def collect(name, buttons, poll, panel, limit_ms):
    # Fetch presses for `limit_ms`, drawing `panel` all the while if there is one; the heap is locked.
    count = 0
    gc.collect()
    print("start." + name, time.ticks_us())
    start = time.ticks_ms()
    worst = 0
    fullest = 0
    before = gc.mem_alloc()
    micropython.heap_lock()
    while time.ticks_diff(time.ticks_ms(), start) < limit_ms:
        if panel is None:
            for _ in poll.ipoll(50):
                pass
        else:
            panel.fill(0)
            panel.text("sixteen letters!", 0, 24)
            panel.big("42", 40, 32, 3)
            fast.spoil(panel.frame, panel.shown)
            panel.send()
        waiting = 0
        for pin in buttons._ring.who:
            if pin is not None:
                waiting += 1
        fullest = max(fullest, waiting)
        begun = time.ticks_us()
        while buttons.next():
            if buttons.kind == PRESS and count < _PRESSES:
                stamps[count] = buttons.stamp
                who[count] = buttons.pod * 3 + buttons.button
                count += 1
        took = time.ticks_diff(time.ticks_us(), begun)
        worst = max(worst, took)
    micropython.heap_unlock()
    allocated[0] += gc.mem_alloc() - before
    print("worst." + name, worst)
    print("fullest." + name, fullest)
    print("lost." + name, buttons.lost)
    for i in range(count):
        print("press." + name, who[i], stamps[i])
    print("end." + name, count)


stamps = [0] * _PRESSES
who = [0] * _PRESSES
allocated = [0]
print("import.us", time.ticks_diff(_LOADED, _START))
wake = Wake()
poll = select.poll()
poll.register(wake, select.POLLIN)
wake.set()
for _ in poll.ipoll(0):  # the first answer makes the tuple that all later ones use
    pass
buttons = make_buttons(wake)
displays = make_displays()
draw_all(displays)
reveal(displays)
collect("idle", buttons, poll, None, 650)
collect("drawing", buttons, poll, displays.pods[1], 650)
collect("bouncing", buttons, poll, displays.pods[1], 3400)
collect("bouncing_idle", buttons, poll, None, 3400)
collect("pairs", buttons, poll, displays.pods[1], 2000)
collect("pairs_idle", buttons, poll, None, 2000)
print("heap.presses", allocated[0])
print("DONE")
