"""The same games of Crystalla on CPython and on MicroPython: every position, packed state, legal action and event."""

import random
import subprocess
from pathlib import Path

from onthree.rules import crystalla
from tests.both import crystalla_histories
from tests.host.test_both_on_micropython import micropython

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = 60


def requests():
    """Requests for random games, half of them with cards, all options varied."""
    draw = random.Random(5)
    for i in range(GAMES):
        cards = "cards" if i % 2 else "tracker"
        options = [f"{name}={draw.choice(values)}" for name, values in crystalla.OPTIONS if name != "track"]
        if cards == "tracker" and i % 10 == 0:
            options.append("track=turns")
        yield f"{2 + i % 3} {draw.randrange(2**31)} {cards} {' '.join(options)}"


def test_the_same_games_on_both_interpreters():
    asked = list(requests())
    program = str(ROOT / "tests" / "both" / "crystalla_histories.py")
    done = subprocess.run(
        [micropython(), "-X", "heapsize=16m", program, str(ROOT), str(ROOT / "shared")],
        check=True,
        input="\n".join(asked) + "\n",
        capture_output=True,
        text=True,
        timeout=300,
    )
    answers = done.stdout.split("\n.\n")
    assert answers.pop() == "" and len(answers) == len(asked) == GAMES
    for request, answer in zip(asked, answers, strict=True):
        assert answer == crystalla_histories.answer(request), request
