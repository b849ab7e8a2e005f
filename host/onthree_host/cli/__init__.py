"""The command `onthree`. Each command is one file here with `register(subparsers)` and `run(args)`.

A command's file imports what it works with inside `run`, so that `onthree --help` answers at once, and when
the first word names a command only that one is loaded. `run` returns the exit code: 0 fine, 1 no or found
wrong, 2 bad use. What goes wrong in a way that can be expected arrives here as an OnThreeError.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from onthree_host.errors import OnThreeError, UsageError

# The order in which `onthree --help` lists the commands; others follow by name.
_ORDER = ("demo", "log", "games", "show", "verify", "score", "resolve", "stats", "export")

_INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C ended


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found wrong as a UsageError."""
        raise UsageError(f"{self.prog}: {message} (see '{self.prog} --help').")


def commands() -> list[str]:
    """Return the names of all commands, in the order of the help."""
    names = [info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_")]
    return sorted(names, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))


def _load(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def build_parser(only: str | None = None) -> Parser:
    """Return the parser of all commands, or of the one command `only`."""
    parser = Parser(
        prog="onthree",
        description="A table companion for board games: everyone chooses in secret, all choices appear on three.",
        epilog="'onthree COMMAND --help' explains a command and gives an example. Start with 'onthree demo'.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for name in commands() if only is None else [only]:
        _load(name).register(subparsers)
    return parser


def _dispatch(argv: Sequence[str]) -> int:
    first = argv[0] if argv else ""
    args = build_parser(first if first in commands() else None).parse_args(argv)
    if args.version:
        try:
            print(f"onthree {version('onthree')}")
        except PackageNotFoundError:
            print("onthree, not installed")
        return 0
    if args.command is None:
        raise UsageError("Say what to do: 'onthree --help' lists the commands, and 'onthree demo' shows a game.")
    code: int = _load(args.command).run(args)
    sys.stdout.flush()
    return code


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code. Never raises for what a user or a cable can do."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without some letter shows `?` for it
    try:
        return _dispatch(sys.argv[1:] if argv is None else argv)
    except OnThreeError as error:
        sentence, _, more = str(error).partition("\n")
        if more:  # what a firmware printed before it died
            sentence += f" (All of it is in {_keep_details()}.)"
        print(sentence, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has left. Python would complain once more while it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        print(f"This is a mistake in On Three: please report it with the file {_keep_details()}.", file=sys.stderr)
        return 1


def _keep_details() -> Path:
    """Write the traceback where the user can find it; return the file."""
    handle, name = tempfile.mkstemp(prefix="onthree-error-", suffix=".txt")
    with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"onthree {' '.join(sys.argv[1:])}\nPython {sys.version}\n\n{traceback.format_exc()}")
    return Path(name)
