"""The golden playthroughs of tests/playthroughs: whole games as text, one a game and number of players; some of tools.

`python tests/both/golden.py --check` compares them with the rules as they are, `--write` writes them anew, with
further words only those whose name begins so; under MicroPython the same, byte for byte. Read the diff after
writing: a playthrough that changed is a rule that changed.
"""

import sys

# The tools' playthroughs: which tool, how many players, what options.
TOOLS = (
    ("reveal", 4, "pick=hands count=3"),
    ("reveal", 2, "pick=numbers highest=9"),
    ("dice", 3, "dice=4 keep=drop_lowest"),
    ("dice", 1, "dice=5 faces=symbols"),
    ("order", 3, ""),
    ("order", 6, "what=order"),
    ("rounds", 2, ""),
    ("rounds", 4, "by=bids ties=lot first=rotate ends=passed"),
    ("buzzer", 3, ""),
)
# Games whose options at their second value leave something out, or that chance would not play: (file, game, players,
# options).
MORE = (
    ("crisscross-advanced", "crisscross", 2, {"advanced": "on"}),
    ("crisscross-paper", "crisscross", 2, {"mode": "paper"}),
    ("crisscross-stuck", "crisscross", 2, {"mode": "digital"}),
)
# Where the two seats of `crisscross-stuck` enter, round after round: both sheets are stuck as early as can be (CC6).
STUCK = ("c1d1 b2b3 d2e2 a3a4 c3c4 e3e4 d4d5 b5c5", "c1c2 e1e2 b2b3 d2d3 a3a4 c4d4 e4e5 b5c5")
# Games of hundreds of small steps: so many of them to one position, which keeps a playthrough readable.
EVERY = {"heroes": 7}


def _find_packages():
    here = __file__.replace("\\", "/")
    root = here.rsplit("/", 3)[0] if here.count("/") >= 3 else "."
    for folder in (root, root + "/shared"):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def names():
    """(file, game, players, options) of every playthrough there has to be."""
    from onthree.rules import registry
    from onthree.rules.game import parse_options

    found = []
    for game in registry.GAMES:
        module = registry.load(game)
        for players in range(module.MIN_PLAYERS, module.MAX_PLAYERS + 1):
            found.append(("{}-{}".format(game, players), game, players, {}))
        # One more with every option away from its default, as far as they go together.
        options = {name: values[1] for name, values in module.OPTIONS}
        found.append(("{}-options".format(game), game, module.MAX_PLAYERS, options))
    found += MORE
    for tool, players, options in TOOLS:
        found.append(("{}-{}".format(tool, players), tool, players, parse_options(options)))
    return found


def text(name, game, players, options):
    """The text of one playthrough."""
    from onthree.rules import registry
    from tests.both.playing import Dice, choose, history

    state = registry.load(game).new(players, options)
    lines = ["A random game of {} for {}, written by tests/both/golden.py.".format(game, players)]
    dice = Dice(sum(ord(letter) for letter in name))
    how = choose_stuck if name == "crisscross-stuck" else choose
    lines += history(state, dice, packed=True, every=EVERY.get(game, 1), how=how)
    return "\n".join(lines) + "\n"


def choose_stuck(state, dice):
    """Choose as playing.choose does, but enter rolls where STUCK says."""
    from onthree.rules.game import SIMULTANEOUS
    from tests.both.playing import choose

    who, actions = choose(state, dice)
    for seat, cells in enumerate(STUCK) if who == SIMULTANEOUS else ():
        for action in state.legal_actions(seat):
            word = state.action_text(seat, action)  # c1=A,d1=B
            if word[:2] + word[5:7] == cells.split(" ")[state.round - 1]:
                actions[seat] = action
    return who, actions


def main(arguments):
    _find_packages()
    from tests.both.playing import file_text, root

    wanted = [word for word in arguments if not word.startswith("-")]
    if "--check" not in arguments and "--write" not in arguments:
        print(__doc__)
        return 2
    wrong = 0
    for name, game, players, options in names():
        if wanted and not any(name.startswith(word) for word in wanted):
            continue
        file = "tests/playthroughs/{}.txt".format(name)
        fresh = text(name, game, players, options)
        if "--write" in arguments:
            with open(root() + "/" + file, "w") as out:
                out.write(fresh)
            continue
        try:
            same = file_text(file) == fresh
        except OSError:
            same = False
        if not same:
            wrong += 1
            print("{} is missing or not what the rules play now.".format(file))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
