"""Crystalla's lines of tests/vectors.jsonl, until test_vectors.py finds the game in the registry."""

from tests.both import vectors
from tests.both.crystalla_vectors import CHECKS


def _lines():
    return [("{} {}".format(line["kind"], line["id"]), line) for line in vectors.lines("crystalla")]


def test_line(case):
    CHECKS["crystalla " + case["kind"]](case)


def test_all_lines_are_here():
    assert len(_lines()) == 41


CASES = {"test_line": _lines}
