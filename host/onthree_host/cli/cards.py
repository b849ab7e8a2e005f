"""`onthree cards`: check a card file, or print an invented one to start from."""

from __future__ import annotations

import argparse

from onthree_host.cli._common import add_command, add_json, print_json, read_text
from onthree_host.errors import UsageError


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "cards",
        "check a card file, or print an invented one",
        "onthree cards check mine.json\nonthree cards example heroes > mine.json",
    )
    parser.add_argument("what", metavar="WHAT", choices=("check", "example"), help="'check' or 'example'")
    parser.add_argument("file", metavar="FILE", help="the card file, or '-' for stdin; with 'example' a game")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Say what is missing or impossible in a card file, and leave with 1 if anything is; or print an example."""
    from onthree_host import cards

    if args.what == "example":
        if args.file not in cards.GAMES:
            raise UsageError(f"There are invented cards for {', '.join(cards.GAMES)}, not for {args.file}.")
        print(cards.example(args.file), end="")
        return 0
    data = cards.parse(read_text(args.file))
    wrong = cards.check(data)
    name = "" if wrong else cards.name_of(data)
    if args.json:
        print_json({"game": data["game"], "title": data.get("title"), "cards": name, "wrong": wrong})
    elif wrong:
        print("\n".join(wrong))
    else:
        print(f"{data['title']}: complete. A game of {data['game']} with these cards has the option cards={name}.")
    return 1 if wrong else 0
