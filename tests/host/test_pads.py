"""`score` and `resolve`: what needs no store and no device."""

import json

import pytest

from tests.both.test_vectors import PRINTED as SHEETS

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


# -- Criss Cross -------------------------------------------------------------------------------------------------
SHEET = "A..../...../...../...../....."
# The rule book's examples: all six symbols, worth 28 in the basic and 24 in the advanced game.
PRINTED = (SHEETS["CC-E1"], SHEETS["CC-E2"])


def sheets(run, *written, **chosen):
    pad = {"options": chosen, "sheets": list(written)}
    return run("score", "crisscross", "-", "--json", stdin=json.dumps(pad).encode())


def test_the_rule_books_sheets(run):
    code, out, _ = sheets(run, *PRINTED)
    assert code == 0
    assert json.loads(out)["scores"] == [28, 26] and "rank" not in json.loads(out)
    alone = json.loads(sheets(run, PRINTED[1], advanced=True)[1])
    assert (alone["scores"], alone["ranking"], alone["rank"]) == ([24], [1], "Symbol Simon")
    assert alone["breakdown"][0]["diagonal"] == 8 and alone["breakdown"][0]["column b"] == -5
    drawn = run("score", "crisscross", "-", stdin=json.dumps({"sheets": [PRINTED[0]]}).encode())[1]
    assert "A   D   B   B   E    2" in drawn and "2   3   5   2   8   28" in drawn and "X-tra Special" in drawn


@pytest.mark.parametrize(
    "pad",
    [
        {"sheets": []},
        {"sheets": [SHEET] * 7},
        {"sheets": ["AABBC"]},
        {"sheets": [SHEET.replace("A", "G")]},
        {"sheets": [7]},
        {"sheets": [SHEET], "options": {"advanced": "maybe"}},
        {"sheets": [SHEET], "players": []},
    ],
)
def test_what_is_no_pad_of_criss_cross(run, is_sentence, pad):
    code, out, err = run("score", "crisscross", "-", stdin=json.dumps(pad).encode())
    assert (code, out) == (2, "")
    assert is_sentence(err), err


def test_resolve_enters_placements(run, is_sentence):
    alone = f"crisscross/1 players=1 round=1 roll=AD placed=0 sheets={SHEET}"
    code, out, err = run("resolve", alone, "b1=A c1=D", "--json")
    assert code == 0, err
    after = json.loads(out)["position"]
    assert after == "crisscross/1 players=1 round=2 roll=-- placed=0 sheets=AAD../...../...../...../....."
    assert json.loads(run("resolve", *alone.split(), "c1=D", "b1=A", "--json")[1])["position"] == after
    two = f"crisscross/1 players=2 round=1 roll=AD placed=00 sheets={SHEET}|B{SHEET[1:]}"
    assert "placed=01" in run("resolve", two, "- b1=A,c1=D")[1]
    for moves in ("- -", "b1=A,c1=D", "b1=A,c1=B -", "a1=A,b1=D -", "b1=A,c1=D - -"):
        code, out, err = run("resolve", two, moves)
        assert (code, out) == (2, ""), moves
        assert is_sentence(err), err


def test_the_pads_in_the_readme_add_up(run, root):
    """By hand: 15 and 5; rows 4 4 4 2 2, columns 5 2 3 4 3, the diagonal 2 twice; 10 + 14 + 10 + 23 + 6 + 5, and six
    tourmalines with 2 for each of 3 hematites; 8 + 6 + 6 + 5.
    """
    text = (root / "host" / "README.md").read_text(encoding="utf-8").split("### A score pad")[1].split("###")[0]
    blocks = [block for block in text.split("\n\n") if block.startswith("    {")]
    assert len(blocks) == 4
    scores = []
    for game, block in zip(("crossing", "crisscross", "crystalla", "heroes"), blocks, strict=True):
        code, out, err = run("score", game, "-", "--json", stdin=block.encode())
        assert code == 0, err
        facts = json.loads(out)
        scores.append(facts["scores"])
        assert ("missing" in facts) == (game in ("crystalla", "heroes"))
    assert scores == [[15, 5], [16 + 17 + 2 * 2], [68, 21 + 6], [25]]
