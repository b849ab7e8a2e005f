"""A round of Criss Cross on both virtual boards, with sheets on the pods and on paper, and a power cut in its midst."""

from onthree.rules.game import CHANCE
from onthree_host.verify import verify_log
from tests.board.crosses import Crosses
from tests.board.on_both import power_cut
from tests.device.test_symbols import table

PAPER = [(0, 1)]  # the option `mode`
TEN_MS = 10_000


def test_a_round_with_sheets_on_the_pods_and_a_power_cut_in_its_midst(tables):
    def body(desk):
        crowd = Crosses(desk, range(2))
        crowd.sit_down()
        crowd.start_symbols("CA")
        desk.listen_for(0.5)
        crowd.shows(0, "C roll")
        shown_within_ten_ms(crowd)
        crowd.place(0)
        before = crowd.state.position()
        off = desk.board.now_us
        power_cut(desk)
        crowd.says("The game goes on")
        if tables.pico:  # on the unix board it is over before the glass is lit
            assert desk.board.hub.first_shown("One moment", off) is not None
        crowd.says("Round 1 of 12")
        desk.listen_for(0.5)
        assert crowd.state.position() == before
        crowd.answer(0, "B", "undo")  # until the roll an entry can be taken back, on the same roll as before
        crowd.place(0)
        crowd.place(1)
        assert crowd.state.current() == CHANCE
        crowd.roll(by_hub=True)
        assert crowd.state.round == 2
        refuses_undo(crowd)
        assert all(verdict.ok for verdict in verify_log(desk.store.records()))

    tables.play(body)


def shown_within_ten_ms(crowd):
    """Roll; both symbols are on the hub and on every pod, side by side, within 10 ms of the press."""
    board = crowd.board
    pressed = board.now_us
    crowd.roll()
    crowd.desk.listen_for(0.3)
    large = table("LARGE")
    one, two = (large[32 * symbol :][:32] for symbol in divmod(crowd.state.roll, 6))
    rows = [one[16 * half :][:16] + bytes(4) + two[16 * half :][:16] for half in (0, 1)]
    for panel in [board.hub, board.pod(0), board.pod(1)]:
        at = panel.first_shown(lambda glass: all(row in glass.data for row in rows), pressed)
        assert at is not None
        assert at - (pressed + 70_000) <= TEN_MS  # answer() presses so much later


def refuses_undo(crowd):
    records = len(crowd.desk.records)
    crowd.tap(0, "B")
    crowd.desk.listen_for(0.4)
    assert len(crowd.desk.records) == records


def test_a_round_with_sheets_on_paper(tables):
    def body(desk):
        crowd = Crosses(desk, range(2))
        crowd.sit_down(PAPER)
        crowd.start_symbols("AB")
        crowd.roll()
        for seat in range(2):
            crowd.shows(seat, "C done")
        assert crowd.answer(0, "C")["a"] == "done"
        crowd.answer(0, "B", "undo")
        crowd.answer(1, "C")
        crowd.answer(0, "C")
        crowd.roll()
        assert crowd.state.round == 2
        refuses_undo(crowd)
        assert all(verdict.ok for verdict in verify_log(desk.store.records()))

    tables.play(body)
