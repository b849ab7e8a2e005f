"""Whole games of Crossing Heroes with the invented cards, as text: tests/playthroughs/cards/heroes-*.txt.

`python tests/both/heroes_playthroughs.py` writes them anew; test_heroes_games.py compares them on both interpreters.
A paragraph is a turn: the position and its bytes, then what was drawn (in brackets) and done, and what came of it.
"""

import sys


def _find_packages():
    here = __file__.replace("\\", "/")
    root = here.rsplit("/", 3)[0] if here.count("/") >= 3 else "."
    for folder in (root, root + "/shared"):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def names():
    """(file, players, options, whether the cards are generous) of every playthrough."""
    found = [("heroes-{}".format(players), players, {}, players % 2 == 0) for players in range(1, 6)]
    found.append(("heroes-options", 5, {"god_trials_count": "completed_only", "gold_limit": "30"}, True))
    return found


def text(name, players, options, generous):
    """The text of one playthrough."""
    from onthree.compat import hexlify
    from onthree.rules.game import CHANCE, TERMINAL
    from tests.both.heroes_table import WithCards, fields, keep, keep_generous, told
    from tests.both.playing import Dice, choose

    dice = Dice(sum(ord(letter) for letter in name))
    state = WithCards(keep_generous() if generous else keep()).new(players, options)
    lines = ["A random game of heroes for {}, written by tests/both/heroes_playthroughs.py.".format(players)]
    steps = []
    while state.current() != TERMINAL:
        if fields(state)["phase"] == "choose":
            _end(lines, steps, state)
            lines.append("   packed " + hexlify(state.pack()).decode())
            steps = ["seat {}:".format(state.current() + 1)]
        who, action = choose(state, dice)
        word = state.action_text(who, action)
        state.apply(action)
        if who == CHANCE:
            steps.append("[{}]".format(word))
        else:
            steps.append(word + "".join([" ({})".format(event) for event in told(state)]))
    _end(lines, steps, state)
    lines.append("scores {}; places {}".format(_numbers(state.scores()), _numbers(state.ranking())))
    for seat in range(players):
        parts = ", ".join("{} {}".format(what, points) for what, points in state.breakdown(seat))
        lines.append("seat {}: {}".format(seat + 1, parts))
    return "\n".join(lines) + "\n"


def _end(lines, steps, state):
    if steps:
        lines.append("   " + " ".join(steps))
    lines.append(state.position())


def _numbers(values):
    return " ".join([str(value) for value in values])


def main():
    _find_packages()
    from tests.both.playing import root

    for name, players, options, generous in names():
        with open("{}/tests/playthroughs/cards/{}.txt".format(root(), name), "w") as out:
            out.write(text(name, players, options, generous))


if __name__ == "__main__":
    main()
