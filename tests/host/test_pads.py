"""`score` and `resolve`: what needs no store and no device."""

import json

import pytest

POSITION = (
    "crossing/1 players=3 turn=4 last=0 phase=choose bag=14.14.16.5 mushrooms=1.0.1.0/0.1.1.0 "
    "tiles=2.0.0.1/0.3.0.0/1.0.0.0 claimed=0.0.0.0/0.0.0.0/0.0.0.0 break=000"
)


# -- score and resolve -------------------------------------------------------------------------------------------
def score(run, pad, *more):
    return run("score", "crossing", "-", *more, stdin=json.dumps(pad).encode())


def test_the_pad_of_the_design(run):
    pad = {"options": {}, "players": [{"red": 3, "blue": 2, "yellow": 4, "white": 1}]}
    code, out, _ = score(run, pad, "--json")
    assert code == 0
    assert json.loads(out) == {
        "scores": [15],
        "ranking": [1],
        "breakdown": [{"trios": 10, "singles": 3, "white": 2}],
    }
    assert "15" in score(run, pad)[1]


def test_every_score_of_the_examples(run, root):
    rows = [json.loads(line) for line in (root / "tests/vectors.jsonl").read_text().splitlines()]
    rows = [row for row in rows if row["game"] == "crossing" and row["kind"] == "score"]
    assert rows
    for row in rows:
        stones = dict(zip(("red", "blue", "yellow", "white"), map(int, row["stones"].split("."))))
        for scoring in ("classic", "remake2020"):
            out = score(run, {"options": {"scoring": scoring}, "players": [stones]}, "--json")[1]
            assert json.loads(out)["scores"] == [row[scoring]]


def test_ties_go_to_the_white_stones(run):
    pad = {"players": [{"red": 2}, {"white": 1}, {"blue": 2}]}
    assert json.loads(score(run, pad, "--json")[1])["ranking"] == [2, 1, 2]


@pytest.mark.parametrize(
    "pad",
    [
        [],
        {},
        {"players": []},
        {"players": {}},
        {"players": [[]]},
        {"players": [{"green": 1}]},
        {"players": [{"red": -1}]},
        {"players": [{"red": 1.5}]},
        {"players": [{"red": True}]},
        {"players": [{"red": "3"}]},
        {"players": [{"red": 19}]},
        {"players": [{"red": 10}, {"red": 10}]},
        {"players": [{}] * 7},
        {"players": [{}], "extra": 1},
        {"players": [{}], "options": {"scoring": "2021"}},
        {"players": [{}], "options": {"weather": "fine"}},
        {"players": [{}], "options": []},
    ],
    ids=str,
)
def test_a_bad_pad_is_one_sentence_and_exit_2(run, pad, is_sentence):
    code, out, err = score(run, pad)
    assert (code, out) == (2, "")
    assert is_sentence(err), err


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[" * 100000, b"NaN"])
def test_a_pad_that_is_no_json_is_one_sentence_and_exit_2(run, text, is_sentence):
    code, out, err = run("score", "crossing", "-", stdin=text)
    assert (code, out) == (2, "")
    assert is_sentence(err), err


def test_every_resolved_example(run, root):
    rows = [json.loads(line) for line in (root / "tests/vectors.jsonl").read_text().splitlines()]
    rows = [row for row in rows if row["game"] == "crossing" and row["kind"] == "resolve"]
    assert rows
    for row in rows:
        code, out, err = run("resolve", row["position"], row["moves"], "--json")
        assert code == 0, err
        assert row["after"] in json.loads(out)["position"]


def test_resolve_in_words(run):
    code, out, _ = run("resolve", POSITION, "T2 T1 M1")
    assert code == 0
    assert out.splitlines()[:3] == [
        "Seat 1 takes 3 blue from seat 2's tile.",
        "Seat 2 takes 2 red and 1 white from seat 1's tile.",
        "Seat 3 takes 1 red and 1 yellow from mushroom 1.",
    ]
    assert out.splitlines()[3].startswith("crossing/1 players=3 turn=4 ")
    assert run("resolve", *POSITION.split(), "T2", "T1", "M1")[1] == out


def test_resolve_asks_the_distributor(run):
    position = (
        "crossing/1 players=3 turn=20 last=0 phase=split bag=1.0.0.0 mushrooms=0.0.0.0/0.0.0.0 "
        "tiles=0.0.0.0/0.0.0.0/0.0.0.0 claimed=9.9.9.3/4.4.4.1/4.4.4.1 break=000 due=-.-"
    )
    code, out, err = run("resolve", position, "G1", "--json")
    assert code == 0, err
    assert "due=1.0" in json.loads(out)["position"]
    assert run("resolve", position, "M1")[0] == 2
    assert run("resolve", position, "G1 G1")[0] == 2
