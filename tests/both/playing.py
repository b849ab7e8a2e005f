"""What the rules' tests share: chance that is the same on both interpreters, random games, a game as text.

Works for every game through the contract alone. Files here named test_*.py are found and run by pytest under
CPython and by run.py under MicroPython; this one only helps them.
"""

import sys

from onthree.compat import hexlify
from onthree.rules import registry
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError
from onthree.tools.tool import Tool

ON_CPYTHON = sys.implementation.name == "cpython"
_LONG = {"heroes": 8}  # games with so many times the steps of others
ENOUGH = 12  # reveals, rolls or rounds of a tool, which goes on until it is stopped


def root():
    """The checkout's folder, found from this file (no os.path on MicroPython)."""
    here = __file__.replace("\\", "/")
    return here.rsplit("/", 3)[0] if here.count("/") >= 3 else "."


def file_text(name):
    """The text of a file, its name counted from the checkout's folder."""
    with open(root() + "/" + name) as file:
        return file.read()


class Dice:
    """Wichmann and Hill's generator: three small remainders, so that all its numbers are small ints anywhere."""

    def __init__(self, seed):
        self.a = 1 + seed % 30268
        self.b = 1 + seed * 7 % 30306
        self.c = 1 + seed // 30268 % 30322
        for _ in range(8):
            self.below(2)

    def below(self, limit):
        self.a = a = self.a * 171 % 30269
        self.b = b = self.b * 172 % 30307
        self.c = c = self.c * 170 % 30323
        return (a + b + c) % limit

    def one_of(self, values):
        return values[self.below(len(values))]

    def weighted(self, weights):
        at = self.below(sum(weights))
        outcome = 0
        while at >= weights[outcome]:
            at -= weights[outcome]
            outcome += 1
        return outcome


def games(module, few, many):
    """As many random games of a module as a test needs: `many` under CPython; fewer of a game of many small steps."""
    return max(1, (many if ON_CPYTHON else few) // stride(module))


def stride(module):
    """How many steps of a game a test may pass over, so that a game of many small steps costs what others do."""
    return _LONG.get(module.NAME, 1)


def new_game(module, players, dice, varied=True):
    """A new game; with `varied` half of the options are not at their default."""
    while True:
        chosen = {}
        if varied:
            for name, values in module.OPTIONS:
                if dice.below(2):
                    chosen[name] = dice.one_of(values)
        try:
            return module.new(players, chosen)
        except RuleError:  # options that do not go together, such as the sixth of five seats
            pass


def tables(tools=registry.TOOLS):
    """(name, (module, players)) for every game and number of players, and for tools with few and with many."""
    found = []
    for name in registry.GAMES + tools:
        module = registry.load(name)
        numbers = range(module.MIN_PLAYERS, module.MAX_PLAYERS + 1)
        for players in numbers if name in registry.GAMES else (numbers[0], numbers[-1]):
            found.append(("{}-{}".format(name, players), (module, players)))
    return found


def over(state):
    """Whether a game is over, or a tool has been used enough."""
    return state.current() == TERMINAL or isinstance(state, Tool) and state.count >= ENOUGH


def legal(state, seat):
    """What a seat may do as a list; of a range too long to list, both ends."""
    actions = state.legal_actions(seat)
    return list(actions) if len(actions) < 5000 else [actions[i] for i in (0, 1, 2, len(actions) - 1)]


def allowed(state, seat, action):
    """Whether a seat may do that; MicroPython looks for a number in a range by going through all of it."""
    actions = state.legal_actions(seat)
    return actions[0] <= action <= actions[-1] if isinstance(actions, range) else action in actions


def choose(state, dice):
    """Choose something legal; return (CHANCE or SIMULTANEOUS or a seat, the action or the list of them)."""
    who = state.current()
    if who == CHANCE:
        return who, dice.weighted(state.chance_outcomes())
    if who != SIMULTANEOUS:
        return who, dice.one_of(state.legal_actions(who))
    actions = []
    for seat in range(state.players):
        able = state.legal_actions(seat)
        actions.append(dice.one_of(able) if able else NONE)
    return who, actions


def do(state, who, action):
    if who == SIMULTANEOUS:
        state.apply_joint(action)
    else:
        state.apply(action)


def refuses(call, *arguments):
    """The sentence of the RuleError that the call raises."""
    try:
        call(*arguments)
    except RuleError as error:
        sentence = str(error)
        assert sentence.endswith(".") and sentence[0] == sentence[0].upper(), sentence
        return sentence
    raise AssertionError("{} was accepted".format(arguments))


def seats_of(bits):
    return [seat for seat in range(16) if bits >> seat & 1]


def words_of(state, who, action):
    """The notation of a step that is about to be done."""
    if who == SIMULTANEOUS:
        return " ".join(state.action_text(seat, one) for seat, one in enumerate(action))
    return state.action_text(who, action)


def history(state, dice, packed=False, every=1, how=choose):
    """Play to the end; yield the lines of a text that tells everything the contract shows on the way.

    Of a game with many steps only `every` so many have the position and what may be done then. `how` is who chooses
    what: choose() or something like it.
    """
    told = []
    step = 0
    while True:
        step += 1
        assert step < 2000, "this game does not end"
        whole = step % every == 0 or step == 1 or over(state)
        if whole:
            yield "{}. {}".format(step, state.position())
            if packed:
                yield "   packed " + hexlify(state.pack()).decode()
        if over(state):
            break
        if whole and state.current() == CHANCE:
            weights = state.chance_outcomes()
            words = [
                "{}:{}".format(state.action_text(CHANCE, i), weights[i]) for i in range(len(weights)) if weights[i]
            ]
            yield "   chance has " + " ".join(words)
        for seat in seats_of(state.actors()) if whole else ():
            words = [state.action_text(seat, action) for action in legal(state, seat)]
            yield "   seat {} may {}".format(seat + 1, " ".join(words))
        who, action = how(state, dice)
        name = "chance" if who == CHANCE else "all" if who == SIMULTANEOUS else "seat {}".format(who + 1)
        yield "   {}: {}".format(name, words_of(state, who, action))
        do(state, who, action)
        events = state.events()
        if events != told:
            told = events
            for kind, seat, one, counts in events:
                numbers = ".".join(str(count) for count in counts)
                yield "   seat {} {} {} {}".format(seat + 1, kind, state.action_text(seat, one), numbers)
    yield "scores {}; places {}".format(
        " ".join(str(points) for points in state.scores()), " ".join(str(place) for place in state.ranking())
    )
    for seat in range(state.players):
        parts = ", ".join("{} {}".format(name, points) for name, points in state.breakdown(seat))
        yield "seat {}: {}".format(seat + 1, parts)
