"""What several commands share: the options they have in common, and how facts are printed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onthree_host.errors import UsageError

if TYPE_CHECKING:
    from onthree_host.store import Store


def add_command(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, example: str
) -> argparse.ArgumentParser:
    """Return the parser of a new command; its help ends with `example`, its description is the summary."""
    return subparsers.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="Example:\n" + "\n".join("  " + line for line in example.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_db(parser: argparse.ArgumentParser) -> None:
    """Give the command `--db`."""
    parser.add_argument(
        "--db", type=Path, metavar="FILE", help="the database of games (otherwise the one in your data folder)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Give the command `--json`."""
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


def add_cards(parser: argparse.ArgumentParser) -> None:
    """Give the command `--cards`; what the user names goes to the rules as soon as it is read."""
    parser.add_argument(
        "--cards", type=Path, action="append", default=[], metavar="FILE", help="a card file of games played with one"
    )


def keep_cards(args: argparse.Namespace) -> None:
    """Hand the card files of `--cards` to the rules; UsageError for one that cannot be played with."""
    from onthree_host import cards

    for file in args.cards:
        cards.add(file)


def open_for_reading(path: Path | None) -> Store:
    """Return the store a command reads from. UsageError or StoreError when there is none to read."""
    from onthree_host.store import Store, default_path

    if path is None:
        path = default_path()
        if not path.exists():
            raise UsageError(f"There is no {path} yet: 'onthree demo' plays a game, 'onthree log' hears a device.")
    return Store.open(path, writable=False)


def open_for_writing(path: Path | None) -> Store:
    """Return the store a command writes to, made if it is not there yet."""
    from onthree_host.store import Store, default_path

    if path is None:
        path = default_path()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"The folder {path.parent} cannot be made ({error.strerror}): choose a file with --db.")
    return Store.open(path)


def print_json(facts: Any) -> None:
    """Print facts for a program to read."""
    print(json.dumps(facts, indent=2, ensure_ascii=False))


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of stdin for `-`; UsageError if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"The file {name} cannot be read: {error.strerror}.")


def read_text(name: str) -> str:
    """Return the text of a file, or of stdin for `-`; UsageError if it cannot be read."""
    try:
        return read_bytes(name).decode()
    except UnicodeDecodeError:
        raise UsageError(f"The file {name} is not text in UTF-8.")


def printable(text: bytes) -> str:
    """Return text from a device fit for a terminal: whatever is no plain letter, as an escape or line, is escaped."""
    return "".join(chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in text.rstrip())


def columns(rows: list[list[str]]) -> list[str]:
    """Return a table, its heading first, as lines: each column as wide as it needs, numbers to the right."""
    lines = [""] * len(rows)
    for column in zip(*rows, strict=True):
        width = max(map(len, column))
        numeric = all(cell.replace(".", "").isdigit() or cell in "-?" for cell in column[1:])
        for i, cell in enumerate(column):
            lines[i] += (cell.rjust(width) if numeric else cell.ljust(width)) + "  "
    return [line.rstrip() for line in lines]
