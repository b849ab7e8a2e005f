"""Fair dice pass the tests, unfair ones are caught by the same tests, and the page shows what the command prints."""

import json
import sys
from pathlib import Path

import pytest

from onthree import chance, match
from onthree.rules import registry
from onthree.tools import dice
from onthree_host import fairness
from tests.host import logs

np = pytest.importorskip("numpy", reason="numpy is not installed (the extra `fairness`)")
pytest.importorskip("scipy", reason="scipy is not installed (the extra `fairness`)")

PAGE = Path(__file__).resolve().parents[2] / "shared" / "games" / "fairness.md"
MILLION = 1_000_000


def fair(sides, rolls=MILLION):
    return fairness.throw(fairness.key_of("test", sides), sides, rolls)


def raw(count, seed="test"):
    """Bytes of a stream, as a die that makes a mistake with them would use them."""
    return fairness.throw(fairness.key_of(seed, 256), 256, count)


# -- the rolls are those of the games ----------------------------------------------------------------------------
@pytest.mark.parametrize("sides", [*range(2, 101), 256])
def test_rolls_in_bulk_are_the_streams_own(sides):
    key = fairness.key_of("a game", sides)
    stream = chance.Stream(key)
    assert fairness.throw(key, sides, 2500).tolist() == [stream.below(sides) for _ in range(2500)]


def test_a_series_that_is_not_the_streams_is_never_tested(monkeypatch):
    monkeypatch.setattr(chance.Stream, "below", lambda self, n: 0)
    with pytest.raises(AssertionError, match="not what the stream of the games gives"):
        fair(6, 100)


# -- the figures, by hand ----------------------------------------------------------------------------------------
def test_faces_and_pairs_by_hand():
    """20 pairs of a coin: 8 x 00, 4 x 01, 2 x 10, 6 x 11.

    Faces: 22 and 18 of 20 each, so 4/20 + 4/20. Pairs: 5 of each expected, (9 + 1 + 9 + 1) / 5 = 4. p from tables.
    """
    rolls = np.array([0, 0] * 8 + [0, 1] * 4 + [1, 0] * 2 + [1, 1] * 6)
    found = fairness.examine(rolls, 2)
    assert (found.faces.chi2, found.faces.df) == (pytest.approx(0.4), 1)
    assert found.faces.p == pytest.approx(0.5271, abs=1e-4)
    assert (found.pairs.chi2, found.pairs.df) == (pytest.approx(4), 3)
    assert found.pairs.p == pytest.approx(0.2615, abs=1e-4)


def test_runs_by_hand():
    """48 runs of a coin and one cut off: 24 of 1, 6 of 2, 18 longer; 24, 12 and 12 expected: 0 + 3 + 3."""
    rolls, face = [], 0
    for length in [1] * 24 + [2] * 6 + [3] * 18 + [5]:
        rolls += [face] * length
        face = 1 - face
    runs = fairness.examine(np.array(rolls), 2).runs
    assert (runs.chi2, runs.df) == (pytest.approx(6), 2)
    assert runs.p == pytest.approx(0.0498, abs=1e-4)


def test_games_are_not_sewn_together():
    """Forty times the games 001 and 100 of a coin: pairs 00 and 10, runs of 2 and 1 that are not cut off.

    Pairs: 40 and 40 where 20 of each of the four are expected, 4 x 400/20. Runs: 40, 40, 0, 0 where 40, 20, 10, 10 are.
    """
    rolls = np.array([0, 0, 1, 1, 0, 0] * 40)
    apart = fairness.examine(rolls, 2, games=[3] * 80)
    assert apart.pairs.chi2 == pytest.approx(80)
    assert (apart.runs.chi2, apart.runs.df) == (pytest.approx(20 + 10 + 10), 3)
    sewn = fairness.examine(rolls, 2)  # 80 x 00, 40 x 11 of 30 each
    assert sewn.pairs.chi2 == pytest.approx((50**2 + 10**2 + 30**2 + 30**2) / 30)


def test_too_few_rolls_are_not_tested():
    found = fairness.examine(np.array([0, 1, 2]), 6)
    assert (found.faces, found.pairs, found.runs) == (None, None, None)
    assert found.fair()


# -- fair and unfair ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("sides", range(2, 101))
def test_the_stream_is_fair_in_short(sides):
    """The short form of `make fairness`: 100,000 rolls of every die."""
    found = fairness.examine(fair(sides, 100_000), sides)
    assert len(found.outcomes()) == 3
    assert found.fair(), found


@pytest.mark.parametrize(("sides", "rolls"), [(3, 3 * MILLION), *((n, MILLION) for n in (5, 6, 10, 12, 20, 100))])
def test_a_byte_modulo_sides_is_caught(sides, rolls):
    """The commonest mistake: some faces come once more often among 256 bytes. Three sides need more rolls."""
    assert fairness.examine(raw(rolls) % sides, sides).faces.p < fairness.LIMIT
    assert fairness.examine(fair(sides, rolls), sides).fair()


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_a_loaded_face_of_one_percent_is_caught(sides):
    """One roll in a hundred is turned into the highest face."""
    rolls = fair(sides)
    turned = fairness.throw(fairness.key_of("loaded", 100), 100, MILLION) == 0
    rolls[turned] = sides - 1
    assert fairness.examine(rolls, sides).faces.p < fairness.LIMIT


@pytest.mark.parametrize(("sides", "period"), [(6, 4096), (6, 65536), (20, 65536), (100, 65536), (100, 400_000)])
def test_a_repeating_stream_is_caught(sides, period):
    rolls = np.resize(fair(sides, period), MILLION)
    assert not fairness.examine(rolls, sides).fair()


def test_a_die_that_never_repeats_itself_is_caught_by_its_runs_and_pairs():
    steps = fairness.throw(fairness.key_of("steps", 5), 5, MILLION) + 1
    rolls = np.cumsum(steps) % 6
    found = fairness.examine(rolls, 6)
    assert found.faces.p >= fairness.LIMIT
    assert found.pairs.p < fairness.LIMIT
    assert found.runs.p < fairness.LIMIT


def test_draws_with_changing_weights():
    """Stones from a bag, by the real stream; then with the last kind drawn one time in ten where another was."""
    stream = chance.Stream(bytes(32))
    draws, bag = [], [0, 0, 0]
    for i in range(9000):
        if not sum(bag):
            bag = [18, 18, 6]
        stone = stream.draw(bag)
        draws.append((tuple(bag), stone, i % 10 == 0))
        bag[stone] -= 1
    found = fairness.weighed("bag", [(weights, stone) for weights, stone, _ in draws])
    assert found.faces.df == 2
    assert found.fair()
    cheated = [(w, 2 if cheat and w[2] else stone) for w, stone, cheat in draws]
    assert not fairness.weighed("bag", cheated).fair()


def test_equal_weights_make_the_chi_square_of_the_faces():
    rolls = fair(6, 600)
    found = fairness.weighed("", [([1] * 6, roll) for roll in rolls.tolist()])
    assert found.faces.chi2 == pytest.approx(fairness.examine(rolls, 6).faces.chi2)
    assert found.faces.df == 5


# -- the command -------------------------------------------------------------------------------------------------
def test_the_command_prints_a_line_a_die(run):
    code, out, _ = run("fairness", "--sides", "6,10-12", "--rolls", "20000")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == "sides rolls faces chi2 df p pairs chi2 df p runs chi2 df p".split()
    assert [line.split()[0] for line in lines[1:-1]] == ["6", "10", "11", "12"]
    assert lines[-1].startswith("12 tests, lowest p ")
    facts = json.loads(run("fairness", "--sides", "6", "--rolls", "20000", "--json")[1])
    assert facts["fair"] is True
    assert facts["series"][0]["faces"]["df"] == 5
    other = json.loads(run("fairness", "--sides", "6", "--rolls", "20000", "--json", "--seed", "x")[1])
    assert other["series"][0]["faces"]["chi2"] != facts["series"][0]["faces"]["chi2"]


@pytest.mark.parametrize(
    "words",
    ["--sides 1", "--sides 300", "--sides six", "--sides 6-", "--sides 9-4", "--rolls 0", "--rolls x", "--db x.db"],
)
def test_bad_use_is_one_sentence(run, words, is_sentence):
    code, out, err = run("fairness", *words.split())
    assert (code, out) == (2, "")
    assert is_sentence(err)


def test_without_the_packages_it_says_what_to_install(run, monkeypatch, is_sentence):
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    code, _, err = run("fairness")
    assert code == 1
    assert is_sentence(err)
    assert "onthree[fairness]" in err


def test_an_unfair_die_makes_the_exit_code_1(run, monkeypatch):
    unfair = raw(MILLION) % 6
    monkeypatch.setattr(fairness, "throw", lambda key, sides, rolls: unfair)
    code, out, _ = run("fairness", "--sides", "6")
    assert code == 1
    assert "UNFAIR" in out


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
def test_the_page_shows_what_make_fairness_prints(run, sides):
    text = PAGE.read_text()
    out = run("fairness", "--sides", str(sides))[1].splitlines()[1]
    assert out.split() in [line.split() for line in text.splitlines()]
    rows = [line.split() for line in text.splitlines() if line.startswith("    ") and line.split()[1:2] == ["1000000"]]
    assert [int(row[0]) for row in rows] == list(range(2, 101))
    assert all(float(row[at]) >= fairness.LIMIT for row in rows for at in (4, 7, 10))


# -- the logs ----------------------------------------------------------------------------------------------------
class Loaded:
    """A stream that shows the last face where a fair one showed the first: a device that cheats in a game's log."""

    taken = 0

    def __init__(self):
        self.fair = chance.Stream(bytes(32))

    def draw(self, weights):
        return self.fair.draw(weights) or len(weights) - 1


def rolled(log, stream, rolls):
    """Add an unfinished game of 20 dice."""
    log.g += 1
    played = match.Match(registry.load("dice"), 2, "dice=20", stream)
    log.add("commit", log.g, chance.commitment(bytes(32)).hex())
    log.add("start", log.g, "dice", 2, "dice=20", "12", "1:1 2:2", played.digest())
    for _ in range(rolls):
        log.add("move", log.g, played.entries + 1, 2, played.play(1, dice.ROLL), played.seal())
        words = played.deal()
        log.add("draw", log.g, played.entries, words, played.seal())


def test_what_the_logged_games_drew_is_fair(run, fill, tmp_path):
    log = logs.Log(9)
    for _ in range(3):
        log.game(4)
        log.game(4, "what=order", "order")
        log.game(2, "dice=20", "dice", turns=30)
    path = fill(tmp_path / "games.db", log.records)
    code, out, _ = run("fairness", "--device", "--db", path)
    assert code == 0
    assert out.splitlines()[-1] == "9 games"
    found = json.loads(run("fairness", "--device", "--db", path, "--json")[1])["series"]
    kinds = {(one["what"], one["sides"]): one["rolls"] for one in found}
    assert kinds["dice", 6] == 3 * 29 * 20  # stopped when the thirtieth roll had been asked for
    assert [kinds["order", n] for n in (2, 3, 4)] == [3, 3, 3]
    assert kinds["crossing, weighed", 4] > 100


def test_a_device_that_cheats_in_its_log_is_caught(run, fill, tmp_path):
    log = logs.Log(9)
    rolled(log, Loaded(), 60)
    code, out, _ = run("fairness", "--device", "--db", fill(tmp_path / "loaded.db", log.records))
    assert code == 1
    assert "UNFAIR" in out


def test_games_whose_log_is_wrong_are_left_out_and_nothing_drawn_is_said(run, fill, tmp_path, is_sentence):
    log = logs.Log(9)
    log.game(4)
    at = next(i for i, raw in enumerate(log.records) if b'"k":"draw"' in raw)
    bad = [*log.records[:at], logs.resealed(log.records[at], h="0" * 16), *log.records[at + 1 :]]
    code, _, err = run("fairness", "--device", "--db", fill(tmp_path / "bad.db", bad))
    assert code == 2
    assert is_sentence(err)
    other = logs.Log(10, dev="0" * 16)
    rolled(other, chance.Stream(bytes(32)), 5)
    out = run("fairness", "--device", "--db", fill(tmp_path / "bad.db", other.records))[1]
    assert out.splitlines()[-1] == "1 games; 1 more left out, 'onthree verify' says why"
