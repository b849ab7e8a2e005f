"""How the lines on Crossing Heroes in tests/vectors.jsonl are checked, each kind by one function."""

from onthree.rules import heroes, heroes_words
from onthree.rules import heroes_grid as grid
from onthree.rules import heroes_points as values
from tests.both.heroes_table import act, draw_all, fields, keep, scene, tracking

AROUND = "nw=11 n=12 ne=13 w=14 e=15 sw=16 s=17 se=18"


def complete(line):
    """By the grid alone, and on a table whose cards say what the line says."""
    cell = heroes_words.CELLS.index(line["cell"])
    found = grid.around(cell, grid.read_edges(line["skills"]))
    assert grid.contains(found, grid.symbols(line["need"])) == line["complete"]
    if len(line["need"]) < 2:
        return  # a Trial asks for 2 to 5 symbols (CH15), so there is no card like this
    laid = [word.split("=") for word in line["skills"].split()]
    trial = 11 + cell
    name = keep(
        [(trial, line["need"] + " apollo 0+0 flat 7")], [(20 + i, letters) for i, (_, letters) in enumerate(laid)]
    )
    state = scene(AROUND, " ".join(["{}={}".format(edge, 20 + i) for i, (edge, _) in enumerate(laid)]), cards=name)
    assert bool(state.done[0] >> cell & 1) == line["complete"]


def zeus(line):
    """By the numbers alone, and by telling the tracker of one completed Trial after the other."""
    completed = line["completed_per_god"]
    assert values.sets(completed) == line["sets"]
    if not any(completed):
        return
    trials = ".".join([str(number) for number in completed])
    text = "heroes/1 players=1 turn={} seat=1 first=1 phase=trial gold=1 sets=0 trials={} completed=0.0.0.0 items=- "
    state = heroes.from_position((text + "left=2.1 bought=0").format(sum(completed), trials))
    rewards = 0
    for god, number in enumerate(completed):
        for _ in range(number):
            act(state, values.GODS[god])
            if fields(state)["phase"] == "zeus":
                rewards += 1
                act(state, "cup")
    assert rewards == line["sets"] and fields(state)["sets"] == str(rewards)


def glory(line):
    """By the table, and on the pad of a game that is over."""
    for count, worth in enumerate(line["scores_for_0_to_8"]):
        assert values.glory_points(count) == worth
        state = tracking(1)
        for _ in range(8):
            act(state, "apollo 0 - -")
        act(state, "0 {}".format(count))
        assert state.breakdown(0) == [("trials", 0), ("hero", 0), ("glory", worth), ("items", 0)]


def skill_refill(line):
    """On a table with such rows: the picks are taken for a Trial above them."""
    rows = line["rows"]
    shown = "/".join([".".join([_number(rows, r, c) for c in range(5)]) for r in range(2)])
    place = min(int(pick[0]) for pick in line["picks"])
    trial = (place, "LL apollo 0+{} flat 3".format(len(line["picks"])))
    state = scene(skills=shown, cards=keep([trial], [(number, "L") for number in range(1, 71)]))
    act(state, "T{} nw {}".format(place, " ".join(line["picks"])))
    assert int(fields(state)["gold"]) - 1 == line["gold"]
    assert [event[0] for event in state.events()] == (["refill"] if line["refill"] else [])
    dealt = [word for word in draw_all(state).split() if word[0] == "S"]
    assert len(dealt) == line["cards_dealt"]
    assert fields(state)["skills"].replace("/", ".").split(".").count("0") == (0 if line["refill"] else _gaps(line))


def _number(rows, r, c):
    return str(1 + 5 * r + c) if rows[r][c] == "#" else "0"


def _gaps(line):
    return sum(row.count(".") for row in line["rows"]) + len(line["picks"])


CHECKS = {
    "heroes complete": complete,
    "heroes zeus": zeus,
    "heroes glory": glory,
    "heroes skill_refill": skill_refill,
}
