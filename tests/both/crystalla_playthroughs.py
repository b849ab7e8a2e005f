"""Whole games of Crystalla as text: tests/playthroughs/crystalla-*.txt without cards, cards/crystalla-*.txt with the
invented ones, where a paragraph is a turn.

`python tests/both/crystalla_playthroughs.py` writes them anew; test_crystalla_games.py compares them on both
interpreters. Those without cards are what golden.py writes when the game is in the registry.
"""

import sys


def _find_packages():
    here = __file__.replace("\\", "/")
    root = here.rsplit("/", 3)[0] if here.count("/") >= 3 else "."
    for folder in (root, root + "/shared"):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def names():
    """(folder, file, players, options, whether with cards) of every playthrough."""
    from tests.both.crystalla_table import WithCards, crystalla

    found = []
    for folder, module in (("", crystalla), ("cards/", WithCards())):
        for players in (2, 3, 4):
            found.append((folder, "crystalla-{}".format(players), players, {}, folder != ""))
        options = {name: values[1] for name, values in module.OPTIONS}
        found.append((folder, "crystalla-options", 4, options, folder != ""))
    # Three players choose where they start and name who begins; flowers are counted by hand.
    options = {"start3": "manual", "first_player": "manual", "award_eval": "each_drop", "ruby_model": "manual"}
    return found + [("cards/", "crystalla-3-by-hand", 3, options, True)]


def text(name, players, options, with_cards):
    """The text of one playthrough."""
    from onthree.rules import crystalla
    from tests.both.playing import Dice, history

    dice = Dice(sum(ord(letter) for letter in name))
    lines = ["A random game of crystalla for {}, written by tests/both/golden.py.".format(players)]
    if with_cards:
        lines = ["A random game of crystalla for {}, written by tests/both/crystalla_playthroughs.py.".format(players)]
        lines += turns(players, options, dice)
    else:
        lines += history(crystalla.new(players, options), dice, packed=True)
    return "\n".join(lines) + "\n"


def turns(players, options, dice):
    """A game with cards: the position and its bytes before each turn, then what was drawn (in brackets) and done."""
    from onthree.compat import hexlify
    from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL
    from tests.both.crystalla_table import WithCards, field
    from tests.both.playing import choose, do, words_of

    state = WithCards().new(players, options)
    steps = []
    while state.current() != TERMINAL:
        if field(state, "phase") in ("swap", "choose", "count") or not steps:
            if steps:
                yield "   " + " ".join(steps)
            yield state.position()
            yield "   packed " + hexlify(state.pack()).decode()
            steps = ["{}:".format("all" if state.current() < 0 else "seat {}".format(state.current() + 1))]
        who, action = choose(state, dice)
        word = words_of(state, who, action)
        do(state, who, action)
        if who == CHANCE:
            steps.append("[{}]".format(word))
        else:
            told = [] if who == SIMULTANEOUS else state.events()[1:]
            steps.append(word + "".join([" ({} {})".format(kind, seat + 1) for kind, seat, _, _ in told]))
    yield "   " + " ".join(steps)
    yield state.position()
    numbers = " ".join([str(points) for points in state.scores()]), " ".join([str(place) for place in state.ranking()])
    yield "scores {}; places {}".format(*numbers)
    for seat in range(players):
        parts = ", ".join("{} {}".format(what, points) for what, points in state.breakdown(seat))
        yield "seat {}: {}".format(seat + 1, parts)


def main():
    _find_packages()
    from tests.both.playing import root

    for folder, name, players, options, with_cards in names():
        with open("{}/tests/playthroughs/{}{}.txt".format(root(), folder, name), "w") as out:
            out.write(text(name, players, options, with_cards))


if __name__ == "__main__":
    main()
