"""`onthree deploy`: put the firmware on a Pico."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_command, add_json, print_json, printable, read_text

if TYPE_CHECKING:
    from onthree_host.deploy import Device, Plan
    from onthree_host.link import Hello


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "deploy",
        "put the firmware on a Pico that runs MicroPython 1.26 or later, and start it",
        "onthree deploy\nonthree deploy --dry-run\nonthree deploy --port /dev/ttyACM0\n"
        "onthree deploy --cards mine.json",
    )
    parser.add_argument("--port", metavar="PORT", help="the serial port (otherwise the Pico that is plugged in)")
    parser.add_argument("--dry-run", action="store_true", help="say what would change, change nothing, restart")
    parser.add_argument("--cards", metavar="FILE", help="a card file to put there, too ('onthree cards' checks it)")
    parser.add_argument("--source", action="store_true", help="send sources, not compiled files: starts more slowly")
    parser.add_argument("--wait", type=float, default=15.0, metavar="SECONDS", help="for the greeting (15)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Deploy; everything that can go wrong is an OnThreeError."""
    from onthree_host import deploy
    from onthree_host.mpy import device_contents

    contents = device_contents(plain=args.source)
    deck = _read_cards(args.cards) if args.cards else None
    port = deploy.choose(args.port)
    _note(f"Asking the board at {port} to pause.")
    deploy.leave_app(port)
    device = deploy.look(port)
    todo = deploy.plan(device, contents)
    _note(f"{printable(device.machine.encode())}, MicroPython {device.python}: {_summary(todo)}.")
    if not args.dry_run and todo.changes:
        done = 0

        def copied(path: str) -> None:
            nonlocal done
            done += 1
            _note(f"  {done:3} of {len(todo.copy)}  {path}")

        deploy.carry_out(port, device, todo, copied)
        deploy.check(port, contents)
        _note("Every file compared: all as sent.")
    if deck and not args.dry_run:
        deploy.put(port, *deck)
        _note(f"{deck[0]} has the cards.")
    if not args.dry_run:
        _note("Restarting.")
    hello = deploy.restart(port, args.wait) if not args.dry_run or "main.py" in device.files else None
    _report(args, port, device, todo, hello)
    return 0


def _read_cards(name: str) -> tuple[str, bytes]:
    """Return where the cards of a card file go on the device, and their bytes; UsageError if they cannot be played."""
    from onthree_host import cards

    data = cards.parse(read_text(name))
    return f"journal/{data['game']}.cards", cards.compile(data)


def _summary(todo: Plan) -> str:
    if not todo.changes:
        return f"all {len(todo.keep)} files are up to date"
    return f"{len(todo.copy)} files to copy, {len(todo.remove)} to remove, {len(todo.keep)} unchanged"


def _report(args: argparse.Namespace, port: str, device: Device, todo: Plan, hello: Hello | None) -> None:
    if args.json:
        print_json(
            {
                "port": port,
                "board": device.machine,
                "micropython": device.python,
                "dry_run": args.dry_run,
                "copied": sorted(todo.copy),
                "removed": todo.remove,
                "unchanged": len(todo.keep),
                "device": hello.dev if hello else None,
                "firmware": hello.fw if hello else None,
            }
        )
        return
    if args.dry_run:
        for path in sorted(todo.copy):
            print(f"copy    {path}")
        for path in todo.remove:
            print(f"remove  {path}")
    if hello is not None:
        print(f"On Three {printable(hello.fw.encode())} runs on device {printable(hello.dev.encode())} at {port}.")


def _note(text: str) -> None:
    """Say what the program is doing: on stderr, so that stdout has only the result."""
    print(text, file=sys.stderr, flush=True)
