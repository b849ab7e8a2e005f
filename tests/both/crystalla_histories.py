"""As histories.py, for Crystalla: reads `players seed cards-or-not name=value ...`, writes the whole game as text."""

import sys


def answer(request):
    """The text of the game that a request names, played by its seed."""
    from onthree.rules import crystalla
    from onthree.rules.game import parse_options
    from tests.both.crystalla_table import WithCards
    from tests.both.playing import Dice, history

    players, seed, cards, options = (request.strip() + " ").split(" ", 3)
    module = WithCards() if cards == "cards" else crystalla
    return "\n".join(history(module.new(int(players), parse_options(options)), Dice(int(seed)), packed=True))


def main():
    sys.path[:0] = sys.argv[1:]
    for request in sys.stdin:
        print(answer(request))
        print(".")


if __name__ == "__main__":
    main()
