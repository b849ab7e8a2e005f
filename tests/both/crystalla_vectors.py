"""How the lines of tests/vectors.jsonl on Crystalla are checked, by their kind; see test_vectors.py."""

from onthree.rules import crystalla, crystalla_display, crystalla_walk
from onthree.rules.game import RuleError
from tests.both.crystalla_table import field, go, tracked, words

PLAYERS = {"3x3": 4, "2x3": 2}


def walk(line):
    players = PLAYERS[line["grid"]]
    text = "{}:{}".format(line["start"], " ".join(place + "=1" for place in line["path"].split()))
    legal = True
    try:
        crystalla_walk.read_walk(players, text.encode())
    except RuleError:
        legal = False
    assert legal == line["legal"]
    # And by a game's own legal actions, as far as there are pieces for it.
    pieces = "".join(
        sorted("11122233344"[i] if players == 4 else "111222"[i % 6] for i in range(len(line["path"]) // 3 + 1))
    )
    empty = "-,-,-/-,-,-/-,-,-" if players == 4 else "-,-,-/-,-,-"
    names = [name.strip() for name in "a1 b1 c1 a2 b2 c2 a3 b3 c3".split()]
    rows = empty.replace("/", ",").split(",")
    rows[names.index(line["start"])] = pieces
    piles = "/".join(",".join(rows[i : i + 3]) for i in range(0, len(rows), 3))
    state = tracked(players, piles=piles)
    state.apply(state.parse_action(0, line["start"]))
    for place in line["path"].split():
        steps = [word for word in words(state).split() if word.startswith(place + "=")]
        if not steps:
            assert not line["legal"]
            return
        state.apply(state.parse_action(0, steps[0]))
    assert line["legal"]


def walk_count(line):
    for grid in ("3x3", "2x3"):
        piles = crystalla_walk.pile_count(PLAYERS[grid])
        for name in line[grid]:
            found = _walks(piles, crystalla_walk.find(name), -1, line["length"])
            assert found == line[grid][name], (grid, name, found)


def _walks(piles, at, before, length):
    if not length:
        return 1
    return sum(_walks(piles, to, at, length - 1) for to in crystalla_walk.beside(piles, at, before))


def turn(line):
    state = tracked(PLAYERS[line["grid"]], piles=line["piles"], first=line["active"])
    go(state, line["walk"])
    assert field(state, "piles") == line["after"]
    taken = [event for event in state.events() if event[0] == "takes"]
    assert len(taken) == 1 and state.action_text(0, taken[0][2]) == line["card_from"]
    awards = [name.split("=") for name in line["awards"]]
    owners = sorted(int(owner) - 1 for _, owner in awards)
    due = [seat for seat in range(state.players) if (field(state, "due") or "0000")[seat] == "1"]
    if len(owners) == 1:  # nothing to choose: the device asks the owner at once
        assert due == [] and field(state, "to") == str(owners[0] + 1)
    else:
        assert due == owners
    for pile, owner in awards:
        pieces = state.pieces[crystalla_walk.find(pile)]
        assert crystalla_walk.count_of(pieces, int(owner) - 1) == 2


def tourmaline(line):
    for segments, worth in enumerate(line["scores_for_0_to_8"]):
        table = crystalla_display.points((segments, 0, 0, 0, 0, (), 0), 0)
        assert table[0] == ("tourmaline", worth) and sum(points for _, points in table) == worth


def diamond(line):
    table = crystalla_display.points((0, 0, 0, 0, 0, tuple(line["groups"]), 0), 0)
    assert table[5] == ("diamond", line["score"])


def hematite(line):
    """By the pads of a whole game: all that anybody enters is hematite."""
    pads = "/".join("0.0.0.0.0.0.{}".format(segments) for segments in line["segments"])
    state = tracked(4)
    text = state.position().replace("turn=1", "turn=36").replace("phase=choose", "phase=end pads=" + pads)
    state = crystalla.from_position(text)
    assert state.scores() == line["rows"]
    assert [dict(state.breakdown(seat))["hematite"] for seat in range(4)] == line["rows"]


CHECKS = {
    "crystalla walk": walk,
    "crystalla walk_count": walk_count,
    "crystalla turn": turn,
    "crystalla tourmaline": tourmaline,
    "crystalla diamond": diamond,
    "crystalla hematite": hematite,
}
