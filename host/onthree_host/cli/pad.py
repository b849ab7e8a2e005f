"""`onthree pad`: fill in the score pads of the running game from a file, for the seats to confirm."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from onthree_host.cli._common import add_command, add_json, print_json, printable, read_text
from onthree_host.errors import UsageError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "pad",
        "fill in the score pads of the running game from a file; each seat confirms its own on its pod",
        "onthree pad pad.json\n"
        """echo '{"players": [{"tourmaline": 4, "amethyst": 3}, {"tourmaline": 2}]}' | onthree pad -""",
    )
    parser.add_argument("pad", metavar="FILE", help="the pad as for 'onthree score' (JSON), or '-' for stdin")
    parser.add_argument("--port", metavar="PORT", help="the serial port (otherwise the Pico that is plugged in)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Send it; 0 if the device took the pads of all seats, 1 if not."""
    from onthree_host import games
    from onthree_host.boards import serial
    from onthree_host.pads import Sender

    game, texts = games.pad_words(_read(args.pad))
    if not any(texts):
        raise UsageError("There is nothing on this pad.")
    port = serial.open_port(serial.choose(args.port))
    sent = Sender(port, time.monotonic).send(texts)
    if args.json:
        pads = [{"seat": one.seat, "words": texts[one.seat - 1], "taken": one.taken, "text": one.text} for one in sent]
        print_json({"game": game, "pads": pads})
    else:
        for one in sent:
            print(printable(one.text.encode()))
    return 0 if all(one.taken for one in sent) else 1


def _read(name: str) -> Any:
    try:
        return json.loads(read_text(name))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The pad is not JSON: {error}.")
