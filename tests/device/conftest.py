"""Lets these tests import the firmware as the Pico does: `device` is a top-level package there."""

import sys
import types

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "firmware"))

# What is machine code on the Pico runs here as it stands.
sys.modules["micropython"] = types.ModuleType("micropython")
sys.modules["micropython"].viper = lambda function: function
__import__("device.fast", fromlist=["ptr8"]).ptr8 = memoryview
