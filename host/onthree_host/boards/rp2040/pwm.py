"""What a PWM pin plays: the slice's registers read as a frequency and a duty, when firmware sets them.

The counter itself does not run here. Nothing on the table reads it, and three alarms a period would wake the
simulation thousands of times a second while a tone sounds.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.gpio_pin import FUNCTION_PWM

from onthree_host.boards.rp2040.chip import Chip

_CSR, _DIV, _CC, _TOP = 0x00, 0x04, 0x0C, 0x10
_CHANNEL_BYTES = 0x14
_EN = 0xA0  # the enable bits of all slices
_CSR_EN, _CSR_PHASE = 1, 2
_SETTLE_NS = 50_000.0  # a new pitch is several registers; what they say in between is not heard


class PwmPin:
    """Calls `heard(frequency in Hz, duty 0..1)` at every change; (0, 0) is silence."""

    def __init__(self, chip: Chip, pin: int, heard: Callable[[float, float], None]) -> None:
        self._mcu: Any = chip.mcu
        self._pin, self._heard = pin, heard
        self._index = (pin >> 1) & 7
        self._channel: Any = self._mcu.pwm.channels[self._index]
        self._channel.update_enable = lambda: None  # the counter stands still
        self._last = (0.0, 0.0)
        self._alarm = chip.alarm(self._settled)
        chip.on_stop.append(self._silence)
        write = self._mcu.pwm.write_uint32

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            if offset >= _EN or offset // _CHANNEL_BYTES == self._index:
                self._look()

        self._mcu.pwm.write_uint32 = write_uint32

    def _tone(self) -> tuple[float, float]:
        channel = self._channel
        if not channel.csr & _CSR_EN or self._mcu.gpio[self._pin].function_select != FUNCTION_PWM:
            return (0.0, 0.0)
        divider = ((channel.div >> 4) or 256) + (channel.div & 15) / 16
        period = (channel.top + 1) * (2 if channel.csr & _CSR_PHASE else 1)
        compare = (channel.cc >> 16 if self._pin & 1 else channel.cc) & 0xFFFF
        duty = min(1.0, compare / (channel.top + 1))
        # A level that never changes makes no sound, whichever level it is.
        return (self._mcu.clk_sys / divider / period, duty) if 0 < duty < 1 else (0.0, 0.0)

    def _look(self) -> None:
        tone = self._tone()
        if tone == self._last:
            return
        if tone[0] and self._last[0]:
            self._alarm.schedule(_SETTLE_NS)
        else:
            self._last = tone
            self._heard(*tone)

    def _settled(self) -> None:
        tone = self._tone()
        if tone != self._last:
            self._last = tone
            self._heard(*tone)

    def _silence(self) -> None:
        if self._last != (0.0, 0.0):
            self._last = (0.0, 0.0)
            self._heard(0.0, 0.0)
