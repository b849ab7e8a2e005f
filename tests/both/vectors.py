"""The checked examples of tests/vectors.jsonl, one JSON object a line: each is one test of the game it names.

A kind of line is checked by a function registered in test_vectors.py. Lines of games that are not in the registry
yet wait, and are counted out loud.
"""

import json

from onthree.rules import registry
from tests.both.playing import file_text


def lines(game=None):
    """The lines of one game, or all."""
    found = [json.loads(line) for line in file_text("tests/vectors.jsonl").split("\n") if line.strip()]
    return [line for line in found if game in (None, line["game"])]


def cases():
    """(label, line) of every line whose game there is."""
    found = []
    for name in registry.GAMES:
        found += [("{} {} {}".format(name, line["kind"], line["id"]), line) for line in lines(name)]
    return found


def waiting():
    """One sentence on the lines whose game there is not, or none."""
    counted = {}
    for line in lines():
        if line["game"] not in registry.GAMES:
            counted[line["game"]] = counted.get(line["game"], 0) + 1
    if not counted:
        return ""
    words = ", ".join("{} {}".format(name, counted[name]) for name in sorted(counted))
    return "{} lines of tests/vectors.jsonl wait for games not written yet: {}.".format(sum(counted.values()), words)
