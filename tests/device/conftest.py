"""Lets these tests import the firmware as the Pico does: `device` is a top-level package there."""

import subprocess
import sys
import types
from pathlib import Path

import pytest

from onthree_host.boards.interpreter import find_micropython
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "firmware"))

# What is machine code on the Pico runs here as it stands.
sys.modules["micropython"] = types.ModuleType("micropython")
sys.modules["micropython"].viper = lambda function: function
__import__("device.fast", fromlist=["ptr8"]).ptr8 = memoryview

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "journal"


@pytest.fixture(scope="session")
def micropython():
    """Run a script of this folder on MicroPython's unix port, with arguments; return what it printed."""
    program = find_micropython()

    def run(script, *arguments):
        command = [program, "-X", "heapsize=48m", str(HERE / script), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    return run
