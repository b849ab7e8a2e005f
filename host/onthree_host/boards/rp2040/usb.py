"""The PC's end of the USB cable: a host that behaves like a real one, well or badly.

rp2040py brings the enumeration and the CDC class. Three things a real host does are added:

- it sends nothing when it has nothing to send. rp2040py answers every armed OUT endpoint with an empty packet
  10 us later, for ever, which would keep the firmware in its interrupt handler and never let it sleep;
- it sends a start-of-frame every millisecond while the device listens for them. MicroPython waits for 16 of
  them after DTR before it lets early prints out;
- it may stop reading. A closed port is not read at all and its DTR is down; a port held open by a program that
  has stopped reading keeps DTR up, and then the device's buffer fills.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.peripherals.usb import INTR_DEV_SOF, SOF_RD
from rp2040py.usb.cdc import USBCDC

from onthree_host.boards.rp2040.chip import Chip

_MILLISECOND = 1e6  # nanoseconds
_DTR, _RTS = 1, 2


class UsbHost:
    """The serial port as the PC's driver sees it. `received` keeps every byte the device ever sent."""

    def __init__(self, chip: Chip, *, opened: bool = True) -> None:
        """Plug the cable in. With `opened` a program has the port open from the start, so DTR comes up."""
        self.received = bytearray()
        self.arrivals: list[tuple[float, int]] = []  # (us, bytes received after it)
        self.on_data: list[Callable[[bytes], None]] = []
        self.opened = opened
        self.stalled = self._was_stalled = False
        self._gone = False
        self.ready = False  # the device has been configured
        self._chip = chip
        self._usb: Any = chip.mcu.usb_ctrl
        self._cdc: Any = USBCDC(self._usb)
        self._cdc.on_serial_data = self._data
        self._cdc.on_device_connected = self._connected
        self._taken = 0
        self._to_device = bytearray()
        self._armed = 0  # bytes the device's OUT endpoint waits for, 0: it does not wait
        self._unread: list[bytes] = []  # packets the device has ready while nobody reads
        self._unconfirmed = 0
        self._quiet_when_idle()
        self._read_only_when_open()
        self._frames()
        chip.on_stop.append(self._device_stopped)

    # -- the program at the port -------------------------------------------------------------------------
    def write(self, data: bytes) -> None:
        """Send bytes to the device as fast as it takes them."""
        self._to_device += data
        self._serve_out()

    def open(self) -> None:
        """A program opens the port: it is read, and DTR comes up."""
        self.opened = True
        self._lines()
        self._resume()

    def close(self) -> None:
        """The program closes the port: DTR falls, nobody reads, what was not sent or taken yet is dropped."""
        self.opened = False
        self._taken = len(self.received)
        self._to_device.clear()
        self._lines()

    def stall(self) -> None:
        """The program stops reading but keeps the port open (DTR stays up)."""
        self.stalled = self._was_stalled = True

    def resume(self) -> None:
        """The program reads again."""
        self.stalled = False
        self._resume()

    # -- the same as the port has it (boards/port.py) -----------------------------------------------------
    @property
    def dtr(self) -> bool:
        """Whether a program has the port open."""
        return self.opened

    @property
    def blocked(self) -> int:
        """Writes of the device that had to wait: none while the PC reads; after a stall nobody can tell from here."""
        if self._was_stalled:
            raise NotImplementedError("a Pico does not tell that it waits for the PC: look at the times of its loop")
        return 0

    @property
    def waiting(self) -> int:
        """Bytes that came and were not taken yet."""
        return len(self.received) - self._taken

    def take(self, n: int) -> bytes:
        """Return at most `n` of them."""
        data = bytes(self.received[self._taken : self._taken + n])
        self._taken += len(data)
        return data

    # -- from the device ---------------------------------------------------------------------------------
    def _connected(self) -> None:
        self.ready = True

    def _data(self, buffer: bytes | bytearray) -> None:
        data = bytes(buffer)
        self.received += data
        self.arrivals.append((self._chip.now_us, len(self.received)))
        for action in self.on_data:
            action(data)

    @property
    def _reading(self) -> bool:
        return self.opened and not self.stalled and not self._gone

    def _read_only_when_open(self) -> None:
        usb, cdc = self._usb, self._cdc
        indicate, deliver = usb._indicate_buffer_ready, usb.on_endpoint_write

        def indicate_buffer_ready(endpoint: int, out: bool) -> None:
            if endpoint == cdc._in_endpoint and not out and not self._reading:
                self._unconfirmed += 1
                return
            indicate(endpoint, out)

        def on_endpoint_write(endpoint: int, buffer: bytes) -> None:
            if endpoint == cdc._in_endpoint and not self._reading:
                self._unread.append(bytes(buffer))
                return
            deliver(endpoint, buffer)

        usb._indicate_buffer_ready, usb.on_endpoint_write = indicate_buffer_ready, on_endpoint_write
        self._indicate = indicate

    def _resume(self) -> None:
        """Take the packets that waited, then tell the device so."""
        if not self._reading:
            return
        packets, self._unread = self._unread, []
        for packet in packets:
            self._data(packet)
        count, self._unconfirmed = self._unconfirmed, 0
        for _ in range(count):
            self._indicate(self._cdc._in_endpoint, False)

    # -- to the device -----------------------------------------------------------------------------------
    def _quiet_when_idle(self) -> None:
        usb, cdc = self._usb, self._cdc
        answer = usb.on_endpoint_read

        def on_endpoint_read(endpoint: int, size: int) -> None:
            if endpoint <= 0 or endpoint != cdc._out_endpoint:
                answer(endpoint, size)
                return
            self._armed = size
            self._serve_out()

        usb.on_endpoint_read = on_endpoint_read

    def _serve_out(self) -> None:
        if self._armed and self._to_device:
            packet = bytes(self._to_device[: self._armed])
            del self._to_device[: self._armed]
            self._armed = 0
            self._usb.endpoint_read_done(self._cdc._out_endpoint, packet)

    def _lines(self) -> None:
        if self.ready:
            self._cdc.set_control_lines(dtr=self.opened, rts=self.opened)

    # -- the bus -----------------------------------------------------------------------------------------
    def _frames(self) -> None:
        """Start-of-frame interrupts while the device has them enabled, and DTR only for an open port."""
        usb, cdc = self._usb, self._cdc
        read, write, lines = usb.read_uint32, usb.write_uint32, cdc._cdc_set_control_line_state

        def frame() -> None:
            self._ticking = False
            if usb._int_enable & INTR_DEV_SOF:
                usb._sof_frame_number = int(self._chip.now_us // 1000) & 0x7FF
                usb._int_raw |= INTR_DEV_SOF
                usb.check_interrupts()
                tick()

        def tick() -> None:
            self._ticking = True
            alarm.schedule(_MILLISECOND)

        def write_uint32(offset: int, value: int) -> None:
            write(offset, value)
            if usb._int_enable & INTR_DEV_SOF and not self._ticking:
                tick()

        def read_uint32(offset: int) -> int:
            if offset == SOF_RD and usb._int_raw & INTR_DEV_SOF:
                usb._int_raw &= ~INTR_DEV_SOF
                usb.check_interrupts()
            return int(read(offset))

        def control_lines(value: int | None = None, interface: int | None = None) -> None:
            if value is None:  # the end of the enumeration
                value = _DTR | _RTS if self.opened else 0
            lines(value, interface)

        self._ticking = False
        alarm = self._chip.alarm(frame)
        usb.read_uint32, usb.write_uint32, cdc._cdc_set_control_line_state = read_uint32, write_uint32, control_lines

    def unplug(self) -> None:
        """The device is gone for good: nothing that was on its way arrives any more."""
        self._gone = True

    def _device_stopped(self) -> None:
        """The chip restarts or lost power: it is off the bus, and what it had under way is gone."""
        self.ready = False
        self._armed = self._unconfirmed = 0
        self._unread.clear()
        self._to_device.clear()
