"""What all tests share: where things are, and what happens to tests that need the official firmware."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UF2_NAME = "RPI_PICO-v1.26.1.uf2"
NO_UF2 = "no MicroPython UF2 found"


def find_uf2():
    """Return the path of the Pico's MicroPython firmware, or None: ONTHREE_UF2 first, then the cache folder."""
    named = os.environ.get("ONTHREE_UF2")
    if named:
        return Path(named) if Path(named).is_file() else None
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = cache / "onthree" / UF2_NAME
    return path if path.is_file() else None


@pytest.fixture(scope="session")
def root():
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def uf2():
    """The UF2's path. A test that asks for it counts as marked `pico`, and is skipped where there is none."""
    return find_uf2()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark what needs the UF2 before `-m` chooses, and skip it where there is none."""
    found = find_uf2()
    for item in items:
        if "uf2" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pico)
        if found is None and item.get_closest_marker("pico"):
            item.add_marker(pytest.mark.skip(reason=NO_UF2))
    if found is None and os.environ.get("ONTHREE_REQUIRE_UF2"):
        raise pytest.UsageError(
            f"{NO_UF2}: put {UF2_NAME} into the folder onthree of your cache folder, or set ONTHREE_UF2 to its path"
        )


def pytest_terminal_summary(terminalreporter):
    """Say in one line how many tests the missing UF2 cost."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(1 for report in skipped if NO_UF2 in str(report.longrepr))
    if count:
        terminalreporter.write_line(
            f"{count} tests on the emulated Pico were skipped: {NO_UF2} (set ONTHREE_UF2 to the path of {UF2_NAME})."
        )
