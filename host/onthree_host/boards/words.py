"""The words that the firmware writes on its displays (firmware/device/words/), read as plain data."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from onthree_host.boards.errors import BoardError


def read_words(firmware: Path, game: str) -> dict[str, Any]:
    """Return the names and values of the words for any game and of those of one game."""
    folder = firmware / "device" / "words"
    try:
        return runpy.run_path(str(folder / "en.py")) | runpy.run_path(str(folder / f"en_{game}.py"))
    except (OSError, ImportError) as error:
        raise BoardError(f"the firmware's words cannot be read: {error}")


def plain(text: str) -> str:
    """Return a text as Panel.words() would show it: single blanks."""
    return " ".join(text.split())
