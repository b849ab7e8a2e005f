"""`log` on a pseudo terminal, on real time."""

import os
import select
import signal
import sqlite3
import subprocess
import sys
import threading
import tty

import pytest

from onthree_host.store import Store
from tests.host import logs
from tests.host.device import FakeDevice, Line


# -- listening ---------------------------------------------------------------------------------------------------
class Cable:
    """A pseudo terminal with a fake device behind it, on real time."""

    def __init__(self, device):

        self.device = device
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.name = os.ttyname(self.slave)
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def carry(self):

        while not self.stop.is_set():
            if select.select([self.master], [], [], 0.005)[0]:
                self.device.write(os.read(self.master, 512))
            data = self.device.read(self.device.in_waiting)
            if data:
                os.write(self.master, data)

    def close(self):

        self.stop.set()
        self.thread.join()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def cable(log):
    made = Cable(FakeDevice(log.records))
    yield made
    made.close()


def test_log_once_fetches_everything_and_leaves(run, cable, tmp_path, log):
    path = tmp_path / "heard.db"
    code, out, err = run("log", "--port", cable.name, "--once", "--db", path)
    assert code == 0, err
    with Store.open(path, writable=False) as store:
        assert list(store.records()) == log.records
    assert "game 1, turn 1: " in out
    assert "game 1: verified" in err
    assert f"Caught up: {len(log.records)} new records" in err
    code, out, err = run("log", "--port", cable.name, "--once", "--db", path)
    assert (code, out) == (0, "")
    assert "no new records" in err


def test_log_as_json_prints_the_records(run, cable, tmp_path, log):
    code, out, _ = run("log", "--port", cable.name, "--once", "--json", "--db", tmp_path / "heard.db")
    assert code == 0
    assert out.encode().splitlines() == log.records


def listening(command):
    """Start a program that Ctrl-C can end, even where the tests themselves run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)


def test_log_follows_until_ctrl_c(cable, tmp_path, log):
    path = tmp_path / "heard.db"
    command = [sys.executable, "-m", "onthree_host.cli", "log", "--port", cable.name, "--db", str(path)]
    process = listening(command)
    while "Caught up" not in process.stderr.readline():
        pass
    more = logs.Log(11)
    more.restart()
    more.game(4)
    more.game(3, interrupt=True)
    more.game(5, "no_choice=random_mushroom", turns=4)
    more.restart("watchdog")
    cable.device.log.append(more.records[-1])
    for line in process.stdout:
        if "the device starts (watchdog" in line:
            break
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Stopped listening" in err
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT COUNT(*) FROM records").fetchone()[0] == len(more.records)


def test_log_says_when_nothing_answers(run, cable, tmp_path, monkeypatch, is_sentence):
    monkeypatch.setattr("onthree_host.cli.log._PATIENCE", 0.3)
    cable.device.busy = True
    code, out, err = run("log", "--port", cable.name, "--once", "--db", tmp_path / "heard.db")
    assert (code, out) == (1, "")
    assert "Nothing answers" in err
    assert is_sentence(err.splitlines()[-1] + "\n")


def test_what_a_device_says_cannot_steer_the_terminal(run, cable, tmp_path):
    class Haunted(Line):
        def carry(self, data):
            return data + b"\x1b[2J\x07boo\r\n" if b"pong" in data else data

    cable.device.line = Haunted()
    _, _, err = run("log", "--port", cable.name, "--once", "--db", tmp_path / "heard.db")
    assert "\x1b" not in err
    assert "\\x1b[2J\\x07boo" in err


def test_log_comes_back_when_the_device_does(tmp_path, log):
    port, path = tmp_path / "port", tmp_path / "heard.db"
    half = len(log.records) // 2
    first = Cable(FakeDevice(log.records[:half]))
    port.symlink_to(first.name)
    command = [sys.executable, "-m", "onthree_host.cli", "log", "--port", str(port), "--db", str(path)]
    process = listening(command)
    said = []

    def until(words):
        while words not in (said[-1] if said else ""):
            said.append(process.stderr.readline())
            assert process.poll() is None, said

    try:
        until("Caught up")
        port.unlink()
        first.close()
        until("waiting for it to come back")
        second = Cable(FakeDevice(log.records))
        port.symlink_to(second.name)
        until("Caught up")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
    second.close()
    assert process.returncode == 130
    with Store.open(path, writable=False) as store:
        assert list(store.records()) == log.records
