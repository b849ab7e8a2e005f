"""When the table writes what it has to write: in calm moments, and never while choices are open."""

import re

import pytest

from onthree_host.boards.flash import BLOCK

SECOND = 1_000_000


def records(board):
    """Return the bytes of all records in the flash."""
    return b"".join(data for name, data in sorted(board.flash.files().items()) if name.endswith(".log"))


def faults(crowd):
    return [record["text"] for record in crowd.desk.records if record["k"] == "fault"]


def invited(table):
    """Three people and their board, which asks them this very moment who plays."""
    crowd = table(3, sit=False)
    board = crowd.board
    crowd.turn_to("Crossing")
    crowd.hub("C")
    board.hub_press("C")
    board.run_until(lambda: "nobody yet" in board.hub.words(), 2 * SECOND)
    return crowd, board


def test_the_hash_of_the_draws_is_shown_once_it_is_in_flash(table):
    crowd, board = invited(table)
    assert b'"k":"commit"' not in records(board)
    board.run_until(lambda: re.search(r"\b[0-9a-f]{16}\b", board.hub.words()), SECOND)
    shown = re.search(r"\b[0-9a-f]{16}\b", board.hub.words())[0]
    assert b'"commit":"' + shown.encode() in records(board)
    crowd.join()
    crowd.desk.listen_for(0.3)
    assert crowd.desk.last("commit")["commit"].startswith(shown)


def test_a_player_who_presses_before_that_plays_all_the_same(table):
    crowd, board = invited(table)
    for pod in range(3):
        board.press(pod, "A", 50)
    board.run_until(lambda: "C start" in board.hub.words(), SECOND)
    board.run_for(0.1)  # nobody presses the same button twice in a tenth of a second
    board.hub_press("C")
    crowd.desk.listen(lambda: "start" in crowd.desk.kinds(), what="the start")
    crowd.desk.listen(crowd.settled, what="the first turn")
    kinds = crowd.desk.kinds()
    assert kinds[kinds.index("commit") :] == ["commit", "start", "draw"]
    assert [verdict.ok for verdict in crowd.desk.verdicts()] == [True]


def test_what_is_noticed_in_the_menu_is_in_the_log_at_once(table):
    crowd = table(3, sit=False)
    crowd.says("C open")
    assert faults(crowd) == []
    crowd.board.press(1, "A", 20_000)  # stuck
    crowd.desk.listen(lambda: faults(crowd), 12, "the fault in the log")
    crowd.desk.listen_for(1)
    ops = crowd.board.flash.ops
    crowd.desk.listen_for(5)
    assert crowd.board.flash.ops == ops  # and that is all


@pytest.mark.parametrize("turns", [0, 2])
def test_while_choices_are_open_nothing_is_written(table, turns):
    crowd = table(3)
    board = crowd.board
    for _ in range(turns):
        crowd.turn()
    crowd.choosing()
    crowd.desk.listen_for(0.5)
    ops = board.flash.ops
    board.unplug(crowd.pods[2])
    crowd.tap(0, "A")
    crowd.tap(1, "A")
    crowd.desk.listen_for(4)
    assert board.flash.ops == ops
    assert faults(crowd) == []
    board.plug(crowd.pods[2])
    crowd.desk.listen_for(2)
    crowd.tap(2, "A")
    crowd.desk.listen_for(0.5)
    assert board.flash.ops == ops
    crowd._reveal("the reveal")
    crowd.desk.listen(lambda: faults(crowd), 3, "the fault in the log")


def test_a_turn_finds_its_block_erased(table):
    """What a flush erases itself is the folder's block, every twelve turns or so."""
    crowd = table(4)
    board = crowd.board
    ready = 0  # turns in which pages are programmed, and only then a block is erased
    for _ in range(6):
        crowd.choosing()
        crowd.desk.listen_for(0.5)
        board.flash.record()
        crowd.turn()
        crowd.desk.listen_for(1)
        erases = [op.data is None for op in board.flash.log]
        assert sum(erases) in (1, 2)
        ready += not erases[0]
    assert ready >= 5


class Looked(bytearray):
    """A flash's image that counts how often the last block of a file is read that only littlefs has a look at."""

    block = -1
    looks = 0

    def __getitem__(self, place):
        if isinstance(place, slice) and (place.start or 0) // BLOCK == self.block:
            self.looks += 1
        return super().__getitem__(place)


def test_littlefs_looks_for_free_blocks_again_before_it_must(table):
    """On a flash almost empty nothing would make it look a second time in a game."""
    content = b"nobody opens this".ljust(5000, b".") + b"its last block"

    def prepare(board):
        board.flash.put("firmware", content)
        board.flash.image = Looked(board.flash.image)
        board.flash.image.block = board.flash.image.index(content[-100:]) // BLOCK

    crowd = table(3, prepare=prepare)
    image = crowd.board.flash.image
    before = image.looks
    assert before > 0  # when it took the first one after the start
    crowd.play()
    assert crowd.moves() > 12
    assert image.looks > before
    assert crowd.verified()
