"""A child for the comparison of both interpreters: reads `game players seed name=value ...`, writes the whole game.

One request a line on stdin; the answer is the game as text, then a line with a single full stop. It ends with its
input. The folders to import from are its arguments.
"""

import sys


def answer(request):
    """The text of the game that a request names, played by its seed."""
    from onthree.rules import registry
    from onthree.rules.game import parse_options
    from tests.both.playing import Dice, history

    game, players, seed, options = (request.strip() + " ").split(" ", 3)
    state = registry.load(game).new(int(players), parse_options(options))
    return "\n".join(history(state, Dice(int(seed)), packed=True))


def main():
    sys.path[:0] = sys.argv[1:]
    for request in sys.stdin:
        print(answer(request))
        print(".")


if __name__ == "__main__":
    main()
