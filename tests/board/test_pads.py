"""Score pads that a PC sends to games whose points are on paper: offered on the pods, entered there, counted alike."""

from onthree.rules.game import CHANCE
from onthree_host import games
from tests.board.crosses import Crosses

MODE, ADVANCED = 0, 2  # in the order of the menu
SHEETS = ["AABBC/AABBC/DDBCC/DFEEA/DFFEA", "ABCDE/FABCD/EFABC/DEFAB/CDEFA"]


def test_sheets_on_paper_are_entered_with_one_button(seated):
    crowd = seated(Crosses, 2, [(MODE, 1), (ADVANCED, 1)])
    crowd.start_symbols("AB")
    pad = {"options": {"advanced": True}, "sheets": SHEETS}
    name, texts = games.pad_words(pad)
    assert name == "crisscross"
    refused = "It is not time for the score pads."
    assert crowd.offer_pads(texts) == [(False, refused)] * 2  # the rounds come first
    while not crowd.state.scoring():
        if crowd.state.current() == CHANCE:
            crowd.roll()
        for seat in crowd.awaited():
            crowd.answer(seat, "C")
    assert [taken for taken, _ in crowd.offer_pads(texts)] == [True, True]
    for seat in range(2):
        for word in texts[seat].split():
            assert crowd.answer(seat, "C")["a"] == word
    crowd.count_points()
    assert crowd.verified()["scores"] == " ".join(map(str, games.load(name).read_pad(pad).scores))
