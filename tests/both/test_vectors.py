"""Every line of tests/vectors.jsonl is a test (see vectors.py)."""

from onthree.rules import crisscross, crossing
from onthree.rules.crisscross_sheet import diagonal, has_pair, line_points, read_sheet
from tests.both import crystalla_vectors, heroes_vectors, vectors


def crossing_resolve(line):
    state = crossing.from_position(line["position"])
    assert state.position() == line["position"]
    actions = [state.parse_action(seat, word) for seat, word in enumerate(line["moves"].split())]
    state.apply_joint(actions)
    after = state.position()
    assert " {} ".format(line["after"]) in after + " ", after
    # What the notation calls P is also what pointing at the own tile means (CX-A7).
    words = line["moves"].split()
    own = [state.parse_action(seat, "T{}".format(seat + 1)) if word == "P" else 0 for seat, word in enumerate(words)]
    assert [action or actions[seat] for seat, action in enumerate(own)] == actions


def crossing_refill(line):
    needs = crossing.need(line["mushroom_totals"])
    assert needs == line["need"]
    assert crossing.share(needs, line["bag"], "round_robin") == line["round_robin"]
    assert crossing.share(needs, line["bag"], "in_order") == line["in_order"]
    assert _leaves(needs, (), line["bag"]) == line["legal_splits"]
    if len(needs) > 1:  # as many mushrooms as a game can have: ask the game itself, too
        splits = _played_splits(line)
        assert len(splits) == len(set(splits)) == line["legal_splits"]
        assert all(sum(split) == line["bag"] and not any(a > b for a, b in zip(split, needs)) for split in splits)


def _leaves(needs, given, left):
    if len(given) == len(needs):
        return 1
    low, high = crossing.give_range(needs, len(given), left)
    return sum(_leaves(needs, given + (stones,), left - stones) for stones in range(low, high + 1))


def _played_splits(line):
    """Every split that the distributor can reach by its G actions, as tuples of stones due."""
    totals = line["mushroom_totals"]
    players = len(totals) + 1
    nothing = "/".join(["0.0.0.0"] * players)
    text = "crossing/1 players={} turn=4 last=0 phase=choose bag=0.{}.0.0 mushrooms={} tiles={} claimed={} break={}"
    state = crossing.from_position(
        text.format(
            players,
            line["bag"],
            "/".join("{}.0.0.0".format(total) for total in totals),
            nothing,
            nothing,
            "1" * players,
        )
    )
    state.apply_joint([0] * players)
    found = []
    open_ends = [state.pack()]
    while open_ends:
        packed = open_ends.pop()
        state = crossing.unpack(packed)
        if state.current() == crossing.CHANCE:
            found.append(tuple(state.due()))
            continue
        assert state.current() == 0 and len(state.legal_actions(0)) > 1, "a step without a choice is skipped"
        for action in state.legal_actions(0):
            state = crossing.unpack(packed)
            state.apply(action)
            open_ends.append(state.pack())
    return found


def crossing_score(line):
    stones = [int(count) for count in line["stones"].split(".")]
    for scoring in ("classic", "remake2020"):
        assert crossing.score(stones, scoring) == line[scoring]
        assert sum(points for _, points in crossing.points(stones, scoring)) == line[scoring]


# The rule book's two example sheets use all six symbols, the lines copied from it write one letter for two of them
# and contradict their own points (CC-E1 would have a run of three in row 3). This is how the rule book has them.
PRINTED = {
    "CC-E1": "AABBC/ADBBE/EDFFE/BDFBE/AEFCE",
    "CC-E2": "AABAC/CDDCE/CFDEE/CCAAE/CFBBB",
}


def crisscross_line(line):
    cells = [".ABCDEF".index(letter) for letter in line["line"]]
    assert line_points(cells) == line["score"]
    assert line_points(cells, 1) == (line["score"] or -5)
    assert line_points(list(reversed(cells))) == line["score"]


def crisscross_sheet(line):
    text = PRINTED.get(line["id"], line["sheet"])
    totals = {}
    advanced = {"advanced": "on"}
    single = {"advanced": "on", "diag_zero": "single"}
    for name, options in (("basic", {}), ("advanced", advanced), ("advanced_diag_single", single)):
        state = crisscross.paper([read_sheet(text)], options)
        totals[name] = state.total(0)
        if not options:
            parts = [points for _, points in state.breakdown(0)]
            assert parts[:5] == line["rows"] and parts[5:] == line["columns"]
            assert state.best_line(0) == line["best_line"]
    empty = sum([1 << i for i, cell in enumerate(read_sheet(text)) if not cell])
    assert has_pair(empty) != line["stuck"]
    assert totals == dict([(name, line[name]) for name in totals])
    assert diagonal(read_sheet(text)) == (line["diagonal"] or -5)


CHECKS = {
    "crisscross line": crisscross_line,
    "crisscross sheet": crisscross_sheet,
    "crossing resolve": crossing_resolve,
    "crossing refill": crossing_refill,
    "crossing score": crossing_score,
}
CHECKS.update(crystalla_vectors.CHECKS)
CHECKS.update(heroes_vectors.CHECKS)


def test_line(case):
    CHECKS["{} {}".format(case["game"], case["kind"])](case)


def test_no_line_is_lost():
    """Each of the 109 lines is either a test here or counted as waiting."""
    every = vectors.lines()
    assert len(every) == 109
    assert len({(line["game"], line["kind"], line["id"]) for line in every}) == len(every)
    sentence = vectors.waiting()
    left = int(sentence.split()[0]) if sentence else 0
    assert len(vectors.cases()) + left == len(every) and len(vectors.lines("crossing")) == 29


CASES = {"test_line": vectors.cases}
