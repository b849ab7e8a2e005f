"""The words that the firmware writes on its displays (firmware/device/words/en.py), read as plain data."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from onthree_host.boards.errors import BoardError


def read_words(firmware: Path) -> dict[str, Any]:
    """Return the module's names and values."""
    path = firmware / "device" / "words" / "en.py"
    try:
        return runpy.run_path(str(path))
    except (OSError, ImportError) as error:
        raise BoardError(f"the firmware's words cannot be read: {error}")


def plain(text: str) -> str:
    """Return a text as Panel.words() would show it: single blanks."""
    return " ".join(text.split())
