"""Put the firmware's sources into a built wheel, as onthree_host/_firmware; pyproject.toml says all the rest.

The virtual boards need those sources, and so does whoever compiles them for a Pico. In a checkout (and an
editable install) they are read from firmware/ itself, so nothing is copied there. `onthree_host/sources.py` is
the one reader of both.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithFirmware(build_py):
    """The usual build of Python packages, and then a copy of firmware/'s .py files."""

    def run(self):
        """Build; an editable install keeps to the checkout."""
        super().run()
        if getattr(self, "editable_mode", False):
            return
        source = Path(__file__).parent / "firmware"
        target = Path(self.build_lib) / "onthree_host" / "_firmware"
        shutil.rmtree(target, ignore_errors=True)
        for path in sorted(source.rglob("*.py")):
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


setup(cmdclass={"build_py": BuildWithFirmware})
