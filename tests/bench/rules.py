"""How fast and how big the rules are, through the public contract: `python tests/bench/rules.py`.

Runs on both interpreters; under CPython it also starts MicroPython's unix port on itself. Rates are the best of several
rounds, since other programs can only slow a round down. `--quick` measures less; `--alone` starts no MicroPython.
"""

import gc
import random
import sys
import time

ON_CPYTHON = sys.implementation.name == "cpython"
AIMS = {"cpython": 8000, "micropython": 4000}

PEERS = (
    ("bare bytearrays without a contract", "14,200 /s"),
    ("the same with packed piles", "28,400 /s"),
    ("plain dataclasses", "5,300 /s"),
    ("OpenSpiel, as a Python game", "1,000 to 1,750 /s"),
    ("PettingZoo", "650 to 1,570 /s"),
    ("boardgame.io", "180 to 200 /s"),
)


def find_packages() -> str:
    """Put the checkout's folders on the path; return its root."""
    here = __file__.replace("\\", "/")
    root = here.rsplit("/", 3)[0] if here.count("/") >= 3 else "."
    for folder in (root, root + "/shared"):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    return root


def clock_us() -> float:
    """Return a running count of microseconds that this process has had, whatever else the machine does."""
    if ON_CPYTHON:
        return time.process_time_ns() / 1000
    return 1e6 * time.clock()  # type: ignore[attr-defined, no-any-return]


def play(module, players, bits):
    """Play a random game to its end through the contract; return the state."""
    state = module.new(players)
    while True:
        who = state.current()
        if who == -1:  # CHANCE
            weights = state.chance_outcomes()
            at = bits(16) % sum(weights)
            outcome = 0
            while at >= weights[outcome]:
                at -= weights[outcome]
                outcome += 1
            state.apply(outcome)
        elif who == -2:  # SIMULTANEOUS
            actions = []
            for seat in range(players):
                legal = state.legal_actions(seat)
                actions.append(legal[bits(16) % len(legal)] if legal else 0)
            state.apply_joint(actions)
        elif who == -3:  # TERMINAL
            return state
        else:
            legal = state.legal_actions(who)
            state.apply(legal[bits(16) % len(legal)])


def best_us(call, count, rounds, prepare=None):
    """Return the microseconds of one `call()`, the best of `rounds` rounds of `count`, each after `prepare()`."""
    best = 0.0
    for _ in range(rounds):
        if prepare:
            prepare()
        gc.collect()
        start = clock_us()
        for _ in range(count):
            call()
        took = (clock_us() - start) / count
        if not best or took < best:
            best = took
    return best


def speed(quick: bool) -> None:
    """Print games and calls a second."""
    from onthree.rules import crossing
    from tests.bench.table import Table, number

    bits = random.getrandbits
    name = sys.implementation.name
    table = Table(f"Crossing on {name}, one core")
    rounds = 6 if quick else 24
    for players in (4, 3, 5, 6):
        rate = 1e6 / best_us(lambda players=players: play(crossing, players, bits), 200, rounds)
        peers = f"aim {number(AIMS[name])}" if players == 4 else ""
        table.add(f"random {players}-player games", number(rate) + " /s", peers)
        if players == 4:
            for peer, figure in PEERS:
                table.add("", "", f"{peer}: {figure}")
    turn = crossing.from_position(
        "crossing/1 players=6 turn=5 last=0 phase=choose bag=6.6.6.2 mushrooms=1.1.0.0/0.1.1.0/2.0.0.0/0.0.1.1/1.0.0.0 "
        "tiles=1.0.0.0/0.1.0.0/1.1.0.0/0.0.2.0/2.0.0.1/0.0.0.0 "
        "claimed=0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 break=000001"
    )
    packed = turn.pack()
    text = turn.position()
    copies: list[crossing.Crossing] = []

    def resolve() -> None:
        copies.pop().apply_joint(moves)

    def copy() -> None:
        copies[:] = [crossing.unpack(packed) for _ in range(1000)]

    moves = [turn.parse_action(seat, word) for seat, word in enumerate("M1 M1 T4 P T3 -".split())]
    for what, call in (
        ("a 6-seat turn resolved, refill planned", resolve),
        ("pack, 6 seats", turn.pack),
        ("unpack with its checks", lambda: crossing.unpack(packed)),
        ("position as text", turn.position),
        ("position read with its checks", lambda: crossing.from_position(text)),
        ("scores", turn.scores),
    ):
        table.add(what, number(best_us(call, 1000, rounds, copy)) + " us")
    table.print()


def sizes() -> None:
    """Print bytes of packed states, and under MicroPython what the heap holds and what a game allocates."""
    before = 0 if ON_CPYTHON else _heap()
    from onthree.rules import crossing

    loaded = 0 if ON_CPYTHON else _heap() - before
    from tests.bench.table import Table, number

    table = Table(f"Crossing's bytes on {sys.implementation.name}", "budget")
    for players in (3, 4, 5, 6):
        state = crossing.new(players)
        longest = 0
        while state.current() != -3:
            longest = max(longest, len(state.pack()))
            _step(state)
        table.add(f"packed state, {players} seats, at most", f"{longest} B", "128 B")
    if not ON_CPYTHON:
        word = "64-bit words here, 32 on a Pico: about half"
        table.add("heap kept by the loaded rules (source compiled here)", number(loaded) + " B", word)
        for players in (4, 6):
            del state
            before = _heap()
            state = crossing.new(players)
            for _ in range(4 * players):
                _step(state)
            table.add(f"heap of a state in play, {players} seats", number(_heap() - before) + " B")
        before = _heap()
        gc.disable()
        play(crossing, 4, random.getrandbits)
        table.add("allocated by a 4-player game, driver included", number(gc.mem_alloc() - before) + " B")  # type: ignore[attr-defined]
        gc.enable()
    table.print()


def _step(state) -> None:
    who = state.current()
    if who == -1:
        weights = state.chance_outcomes()
        state.apply(max(range(len(weights)), key=lambda i: weights[i]))
    elif who == -2:
        state.apply_joint(
            [state.legal_actions(seat)[-1] if state.legal_actions(seat) else 0 for seat in range(state.players)]
        )
    else:
        state.apply(state.legal_actions(who)[0])


def _heap() -> int:
    gc.collect()
    return gc.mem_alloc()  # type: ignore[attr-defined, no-any-return]


def main(arguments: "list[str]") -> int:
    """Print the tables; return 0."""
    find_packages()
    sizes()
    speed("--quick" in arguments)
    if ON_CPYTHON and "--alone" not in arguments:
        import subprocess

        from onthree_host.boards.errors import BoardError
        from onthree_host.boards.interpreter import find_micropython

        try:
            command = find_micropython()
        except BoardError as error:
            print(error)
            return 0
        sys.stdout.flush()
        words = [command, "-X", "heapsize=32m", __file__]
        return subprocess.run(words + arguments, check=False).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
