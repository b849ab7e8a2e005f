"""`onthree fairness`: test the dice, or what a device has drawn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from onthree_host.cli._common import add_command, add_db, add_json, columns, open_for_reading, print_json
from onthree_host.errors import UsageError

if TYPE_CHECKING:
    from onthree_host.fairness import Outcome, Series

_USUAL = "2,4,6,8,10,12,20,100"
_MOST_ROLLS = 100_000_000


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = add_command(
        subparsers,
        "fairness",
        "test whether dice are fair: faces, pairs and runs, by chi-square",
        "onthree fairness\nonthree fairness --sides 2-100 --rolls 1000000\nonthree fairness --device",
    )
    parser.add_argument(
        "--sides", default=_USUAL, metavar="LIST", help=f"which dice: 6, 2-100, 4,6,8 (usual: {_USUAL})"
    )
    parser.add_argument("--rolls", type=int, default=1_000_000, metavar="N", help="rolls of each (usual: a million)")
    parser.add_argument("--seed", default="on three", metavar="TEXT", help="another text gives other rolls")
    parser.add_argument("--device", action="store_true", help="test what the logged games have drawn instead")
    add_db(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Test; 0 if nothing speaks against fairness, 1 if something does."""
    from onthree_host import fairness

    sides = [] if args.device else _read_sides(args.sides)
    if not args.device and args.db is not None:
        raise UsageError("Only --device reads a database: leave out --db, or add --device.")
    if not 10 <= args.rolls <= _MOST_ROLLS:
        raise UsageError(f"The rolls can be 10 to {_MOST_ROLLS}, not {args.rolls}.")
    fairness.require_packages()
    if args.device:
        return _device(args)
    series = [fairness.examine(fairness.throw(fairness.key_of(args.seed, n), n, args.rolls), n) for n in sides]
    return _show(args, series)


def _read_sides(text: str) -> list[int]:
    """Return the numbers of sides in a list such as `4,6,10-12`; UsageError if it is none."""
    from onthree_host.fairness import MOST_SIDES

    found: list[int] = []
    for word in text.split(","):
        low, dash, high = word.partition("-")
        if not dash:
            high = low
        if not (low.isascii() and low.isdecimal() and high.isascii() and high.isdecimal()):
            raise UsageError(f"The sides are a list such as 6 or 4,6,10-12, not {text!r}.")
        if not 2 <= int(low) <= int(high) <= MOST_SIDES:
            raise UsageError(f"A die here has 2 to {MOST_SIDES} sides, not {word}.")
        found += range(int(low), int(high) + 1)
    return found


def _device(args: argparse.Namespace) -> int:
    from onthree_host import logged_draws

    with open_for_reading(args.db) as store:
        logged = logged_draws.read(store)
        path = store.path
    if not logged.draws:
        raise UsageError(f"Nothing was drawn in the games in {path} yet: 'onthree demo' plays one.")
    code = _show(args, logged_draws.examine(logged))
    if not args.json:
        print(
            f"{logged.games} games"
            + (f"; {logged.wrong} more left out, 'onthree verify' says why" * bool(logged.wrong))
        )
    return code


def _show(args: argparse.Namespace, series: list[Series]) -> int:
    from onthree_host.fairness import LIMIT

    fair = all(one.fair() for one in series)
    if args.json:
        print_json({"fair": fair, "limit": LIMIT, "series": [one.facts() for one in series]})
        return 0 if fair else 1
    heading = ["game", "outcomes", "draws"] if args.device else ["sides", "rolls"]
    for name in ("faces", "pairs", "runs"):
        heading += [f"{name} chi2", "df", "p"]
    table = [heading]
    for one in series:
        row = [one.what] * bool(args.device) + [str(one.sides), str(one.rolls)]
        table.append(row + _cells(one.faces) + _cells(one.pairs) + _cells(one.runs))
    print("\n".join(columns(table)))
    outcomes = [outcome for one in series for outcome in one.outcomes()]
    if not outcomes:
        print("too few draws for any test")
    else:
        lowest = min(outcome.p for outcome in outcomes)
        verdict = "nothing speaks against fairness" if fair else "UNFAIR"
        print(f"{len(outcomes)} tests, lowest p {_p(lowest)} (limit {LIMIT:g}): {verdict}")
    return 0 if fair else 1


def _cells(outcome: Outcome | None) -> list[str]:
    return ["-", "-", "-"] if outcome is None else [f"{outcome.chi2:.1f}", str(outcome.df), _p(outcome.p)]


def _p(value: float) -> str:
    return f"{value:.6f}" if value >= 1e-6 else f"{value:.1e}"
