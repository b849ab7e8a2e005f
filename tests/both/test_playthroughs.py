"""The rules play the golden games of tests/playthroughs as they always did, byte for byte, on both interpreters."""

from tests.both import golden
from tests.both.playing import file_text


def _playthroughs():
    return [(named[0], named) for named in golden.names()]


def test_playthrough(case):
    name = case[0]
    fresh = golden.text(*case).split("\n")
    kept = file_text("tests/playthroughs/{}.txt".format(name)).split("\n")
    for i in range(min(len(fresh), len(kept))):
        assert fresh[i] == kept[i], "line {}: {} instead of {}".format(i + 1, fresh[i], kept[i])
    assert len(fresh) == len(kept)


CASES = {"test_playthrough": _playthroughs}
