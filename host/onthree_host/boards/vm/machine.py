# The machine module of the virtual board (runs under MicroPython): RP2040 peripherals that the host models.
import vmlink
from vmlink import call, state

PWRON_RESET = 1
WDT_RESET = 3
_GPIO_IN = 0xD0000004
_TIMERAWL = 0x40054028
_WATCHDOG_CTRL_CLEAR = 0x4005B000
_WATCHDOG_ENABLE = 1 << 30
_WATCHDOG_SCRATCH0 = 0x4005800C
_EIO = 5


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __new__(cls, id, *args, **kwargs):
        n = _number(id)
        if vmlink.pins[n] is None:
            self = super().__new__(cls)
            self._n = n
            self._mode = 0
            self._out = 0
            vmlink.pins[n] = self
        return vmlink.pins[n]

    def __init__(self, id, mode=-1, pull=-1, *, value=None, drive=0, alt=-1):
        self.init(mode, pull, value=value)

    def __repr__(self):
        return "Pin(GPIO%d)" % self._n

    def init(self, mode=-1, pull=-1, *, value=None, drive=0, alt=-1):
        if value is not None:
            self._out = 1 if value else 0
            call(vmlink.PIN_OUT, self._n, self._out)
        if mode >= 0:
            self._mode = mode
            call(vmlink.PIN_MODE, self._n, 1 if mode in (self.OUT, self.OPEN_DRAIN) else 0)

    def value(self, x=None):
        if x is None:
            return state[vmlink.LEVELS] >> self._n & 1
        x = 1 if x else 0
        if x != self._out:
            self._out = x
            call(vmlink.PIN_OUT, self._n, x)
        return None

    def __call__(self, x=None):
        return self.value(x)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(1 - self._out)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, hard=False, priority=1):
        n = self._n
        vmlink.handlers[n] = handler
        vmlink.hard[n] = hard
        call(vmlink.PIN_IRQ, n, 0 if handler is None else trigger)
        return self


def _number(id):
    if isinstance(id, Pin):
        return id._n
    if isinstance(id, str):
        id = 25 if id == "LED" else int(id[2:] if id.startswith("GP") else id)
    if not 0 <= id < 30:
        raise ValueError("invalid pin")
    return id


class _Mem32:
    # Only the registers that firmware has a reason to use.
    def __getitem__(self, address):
        if address == _GPIO_IN:
            return state[vmlink.LEVELS]
        if address == _TIMERAWL:
            return vmlink.now() & 0xFFFFFFFF
        if address == _WATCHDOG_SCRATCH0:
            return call(vmlink.SCRATCH, -1)
        raise ValueError("the virtual board has no register 0x%08x" % address)

    def __setitem__(self, address, value):
        if address == _WATCHDOG_CTRL_CLEAR and value == _WATCHDOG_ENABLE:
            call(vmlink.WDT, 0)
            return
        if address == _WATCHDOG_SCRATCH0:
            call(vmlink.SCRATCH, value & 0xFFFFFFFF)
            return
        raise ValueError("the virtual board has no register 0x%08x" % address)


mem32 = _Mem32()


class I2C:
    def __init__(self, id=0, *, scl=None, sda=None, freq=400000, timeout=50000):
        call(vmlink.I2C_SETUP, freq, timeout)

    def writeto(self, addr, buf, stop=True):
        return _checked(vmlink.call_with(vmlink.I2C_WRITE, addr, 1 if stop else 0, buf, len(buf)))

    def writevto(self, addr, vector, stop=True):
        n = 0
        for part in vector:
            n += len(part)
        vmlink.send(vmlink.I2C_WRITE, addr, 1 if stop else 0, n)
        for part in vector:
            if len(part):
                vmlink._tx.write(part)
        return _checked(vmlink.receive())

    def readfrom_into(self, addr, buf, stop=True):
        _checked(vmlink.call_into(vmlink.I2C_READ, addr | (256 if stop else 0), len(buf), buf))

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf, stop)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        size = addrsize // 8
        n = self.writevto(addr, (memaddr.to_bytes(size, "big"), buf))
        if n != len(buf) + size:
            raise OSError(_EIO)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        self.writeto(addr, memaddr.to_bytes(addrsize // 8, "big"), False)
        self.readfrom_into(addr, buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)

    def scan(self):
        mask = bytearray(16)
        vmlink.call_into(vmlink.I2C_SCAN, 0, 0, mask)
        return [i for i in range(128) if mask[i >> 3] >> (i & 7) & 1]


def _checked(result):
    if result < 0:
        raise OSError(-result)
    return result


class SoftI2C(I2C):
    def __init__(self, scl, sda, *, freq=400000, timeout=50000):
        super().__init__(freq=freq, timeout=timeout)


class PWM:
    def __init__(self, dest, *, freq=0, duty_u16=0, duty_ns=-1, invert=False):
        self._n = _number(dest)
        self._freq = 0
        self._duty = 0
        self.init(freq=freq, duty_u16=duty_u16)

    def init(self, *, freq=0, duty_u16=-1):
        if freq:
            self._check(freq)
            self._freq = freq
        if duty_u16 >= 0:
            self._duty = duty_u16
        self._send()

    def _check(self, freq):
        if freq < 8:
            raise ValueError("freq too small")
        if freq > 62500000:
            raise ValueError("freq too large")

    def _send(self):
        call(vmlink.PWM, self._n, self._freq << 16 | self._duty)

    def freq(self, value=None):
        if value is None:
            return self._freq
        self._check(value)
        self._freq = value
        self._send()
        return None

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self._duty = max(0, min(65535, value))
        self._send()
        return None

    def deinit(self):
        self._freq = self._duty = 0
        self._send()


class WDT:
    def __init__(self, id=0, timeout=5000):
        if timeout > 8388:
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        call(vmlink.WDT, self._us)


def unique_id():
    return bytes(vmlink.device_id)


def reset_cause():
    return vmlink.reset_cause


def reset():
    call(vmlink.RESET, 0)


def soft_reset():
    raise SystemExit


def bootloader(timeout_ms=0):
    call(vmlink.RESET, 2)


def freq(hz=None):
    return 125000000


def idle():
    call(vmlink.WAIT, state[vmlink.NOW] + 1000)


def lightsleep(ms=-1):
    call(vmlink.WAIT, -1 if ms < 0 else state[vmlink.NOW] + ms * 1000)


def disable_irq():
    return 1


def enable_irq(was):
    pass
