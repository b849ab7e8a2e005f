"""Lets these tests import the firmware as the Pico does: `device` is a top-level package there."""

import sys

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "firmware"))
