"""`onthree doctor`: say what is wrong with a device or a set-up, and what to do about it."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_command, add_db, add_json, print_json, printable
from onthree_host.errors import BoardError, OnThreeError, UsageError

if TYPE_CHECKING:
    from onthree_host.boards.base import Board
    from onthree_host.doctor import Report

_SIGNS = {"ok": "ok", "note": "note", "wrong": "WRONG"}
_READ_SECONDS = 0.02  # simulated; how long a look at a virtual board's port lasts


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "doctor",
        "say what is wrong with a device or a set-up, and what to do",
        "onthree doctor\nonthree doctor --port /dev/ttyACM0 --json\nonthree doctor --board unix",
    )
    parser.add_argument("--port", metavar="PORT", help="the serial port (otherwise the Pico that is plugged in)")
    parser.add_argument("--board", choices=("unix", "pico"), help="examine a virtual device in place of a real one")
    add_json(parser)
    add_db(parser)


def run(args: argparse.Namespace) -> int:
    """Examine; 0 if nothing is wrong, 1 if something is."""
    from onthree_host import doctor

    if args.port and args.board:
        raise UsageError("Choose --port or --board, not both.")
    here = doctor.computer(args.db)
    there = _virtual(args.board) if args.board else _real(args.port)
    wrong = here.wrong + there.wrong
    if args.json:
        print_json({"fine": not wrong, "computer": here.as_json(), "device": there.as_json()})
        return 1 if wrong else 0
    _show("This computer", here)
    _show("The device", there)
    if wrong:
        print("One thing is wrong." if wrong == 1 else f"{wrong} things are wrong.")
    else:
        print("Nothing is wrong.")
    return 1 if wrong else 0


def _real(named: str | None) -> Report:
    from onthree_host import doctor
    from onthree_host.boards import serial

    try:
        name = serial.choose(named)
        port = serial.open_port(name)
    except OnThreeError as error:
        return doctor.absent(error)
    return doctor.Examination(port, name, time.monotonic).run()


def _virtual(kind: str) -> Report:
    from onthree_host import doctor

    try:
        board = _board(kind)
    except BoardError as error:
        return doctor.absent(error)
    with board:
        port = board.port
        port.timeout = _READ_SECONDS
        return doctor.Examination(port, f"the virtual {kind} board", lambda: board.now_us / 1e6).run()


def _board(kind: str) -> Board:
    if kind == "unix":
        from onthree_host.boards.unix import UnixBoard

        return UnixBoard()
    try:
        from onthree_host.boards.pico import PicoBoard
    except ImportError:
        raise BoardError("The emulator is not installed: pip install 'onthree[pico]' brings it.")
    return PicoBoard()


def _show(title: str, report: Report) -> None:
    print(title)
    for finding in report.findings:
        print(f"  {_SIGNS[finding.level]:5}  {printable(finding.text.encode())}")
    print()
