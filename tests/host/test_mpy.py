"""What a Pico gets: compiled, without what only people and checkers read, and quick to find in its flash."""

import pytest

from onthree_host.mpy import device_contents


@pytest.fixture(scope="module")
def compiled():
    """The .mpy files, path on the device -> bytes."""
    return {path: data for path, data in device_contents().items() if path.endswith(".mpy")}


def test_a_file_that_is_only_a_docstring_is_left_at_home(compiled):
    assert "device/app.mpy" in compiled
    assert "device/__init__.mpy" not in compiled
    assert "onthree/__init__.mpy" in compiled  # it has the version


def test_no_file_is_so_small_that_littlefs_keeps_it_in_the_folders_block(compiled):
    assert min(len(data) for data in compiled.values()) > 512


def test_nothing_is_imported_for_a_type_checker_on_a_pico(compiled):
    assert [path for path, data in compiled.items() if b"collections.abc" in data or b"typing" in data] == []


def test_a_file_goes_by_its_modules_name_which_the_pico_has_to_keep_anyway(compiled):
    assert b"device.play\0" in compiled["device/play.mpy"]
    assert [path for path, data in compiled.items() if b".py\0" in data] == []
