"""What all tests share: where things are, and what happens to tests that need the official firmware."""

import os
from pathlib import Path

import hypothesis
import pytest

from onthree_host.boards import uf2 as firmware_file

ROOT = Path(__file__).resolve().parent.parent
NO_UF2 = "no MicroPython UF2 found"
# Else one process would begin these when the others are done. On the emulated Pico: 2 to 5 minutes each.
LONGEST = (
    "test_pico_power.py", "test_deploy.py", "test_pico_faults.py", "test_endurance.py",
    "test_tools_on_both.py", "test_crisscross_on_both.py", "test_pico_memory.py",
)  # fmt: skip

# The same examples on every machine, and no failure for being slow; HYPOTHESIS_PROFILE=default looks for new ones.
hypothesis.settings.register_profile("onthree", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "onthree"))


@pytest.fixture(scope="session")
def root():
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def uf2():
    """The UF2's path. A test that asks for it counts as marked `pico`, and is skipped where there is none."""
    return wanted_uf2()


def wanted_uf2():
    """Return the UF2's path or None; a path named in vain ends the run with its sentence."""
    try:
        return firmware_file.find()
    except firmware_file.Uf2Error as error:
        raise pytest.UsageError(str(error))


def pytest_configure():
    """Refuse to begin where `make test-pico` could only skip."""
    if wanted_uf2() is None and os.environ.get("ONTHREE_REQUIRE_UF2"):
        raise pytest.UsageError(f"{NO_UF2}: set ONTHREE_UF2 to the path of {firmware_file.NAME}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what needs the UF2 before `-m` chooses, and skip it where there is none; the longest files come first."""
    found = wanted_uf2()
    for item in items:
        if "uf2" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pico)
        if found is None and item.get_closest_marker("pico"):
            item.add_marker(pytest.mark.skip(reason=NO_UF2))
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


def pytest_terminal_summary(terminalreporter):
    """Say in one line how many tests the missing UF2 cost."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(1 for report in skipped if NO_UF2 in str(report.longrepr))
    if count:
        terminalreporter.write_line(
            f"{count} tests on the emulated Pico were skipped: {NO_UF2} (ONTHREE_UF2 names one, {firmware_file.NAME})."
        )
