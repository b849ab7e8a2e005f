"""Score pads that a PC sends to games whose points are on paper: offered on the pods, entered there, counted alike."""

import pytest

from onthree.rules.game import CHANCE
from onthree_host import games
from onthree_host.boards.unix import UnixBoard
from onthree_host.pads import Sender
from onthree_host.store import Store
from tests.board.crosses import Crosses
from tests.board.crowd import Desk, put_file

MODE, ADVANCED = 0, 2  # in the order of the menu
SHEETS = ["AABBC/AABBC/DDBCC/DFEEA/DFFEA", "ABCDE/FABCD/EFABC/DEFAB/CDEFA"]


@pytest.fixture
def crowd(tmp_path):
    with UnixBoard(start=False) as board, Store.open(tmp_path / "log.db") as store:
        put_file(board.flash, "settings", b"roll_ms=0\nauto_ms=0\n")
        board.power_on()
        board.run_for(0.6)
        yield Crosses(Desk(board, store), range(2))


def send(crowd, texts):
    """Send pads as `onthree pad` does; return whether each was taken."""
    crowd.desk.recorder.close()
    port = crowd.board.port
    port.open()
    port.timeout = 0.02
    sent = Sender(port, lambda: crowd.board.now_us / 1e6).send(texts)
    port.open()
    crowd.desk.plug()
    crowd.desk.listen_for(1)
    return [one.taken for one in sent]


def test_sheets_on_paper_are_entered_with_one_button(crowd):
    crowd.sit_down([(MODE, 1), (ADVANCED, 1)])
    crowd.start_symbols("AB")
    pad = {"options": {"advanced": True}, "sheets": SHEETS}
    name, texts = games.pad_words(pad)
    assert name == "crisscross"
    assert send(crowd, texts) == [False, False]  # the rounds come first
    while not crowd.state.scoring():
        if crowd.state.current() == CHANCE:
            crowd.roll()
        for seat in crowd.awaited():
            crowd.answer(seat, "C")
    assert send(crowd, texts) == [True, True]
    for seat in range(2):
        for word in texts[seat].split():
            assert crowd.answer(seat, "C")["a"] == word
    assert crowd.count_points()["scores"] == " ".join(map(str, games.load(name).read_pad(pad).scores))
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]
