"""The scenes of Crossing Heroes with the cards on the table, for the album of pictures (see pictures.py)."""

from tests.board.heroes import Heroes
from tests.board.pictures_tools import pages

STATE = "heroes-tracker"


def enter(crowd, words):
    """The seat whose turn it is enters one word after the other; return the seat."""
    for word in words.split():
        crowd.asked()
        seat = crowd.state.current()
        crowd.enter(seat, word)
    crowd.desk.listen_for(0.3)
    return seat


def show(table, crowd, title, presses="", hub=True):
    """Take the pod of the seat that is asked, after some presses, and the hub."""
    seat = crowd.state.current()
    table.tap(seat, presses)
    table.board.run_for(0.2)
    table.take_pod(seat, STATE, title)
    if hub:
        table.take_hub(STATE, title)


def a_turn(table):
    """Four seats: every phase of a turn, with all that can be answered."""
    with table.seated(Heroes, 4) as crowd:
        (seat,) = crowd.asked()
        table.board.run_for(0.3)
        show(table, crowd, "which Trial?")
        show(table, crowd, "another god", "A", hub=False)
        show(table, crowd, "the Muses, Trials", "AAA", hub=False)
        show(table, crowd, "the Muses, a row of Skills", "A", hub=False)
        table.take_pod((seat + 1) % 4, STATE, "another seat plays")
        crowd.tap(seat, "BBBBB")
        crowd.desk.listen_for(0.5)
        enter(crowd, "muse-items")
        show(table, crowd, "no Gold for the Muses")
        enter(crowd, "poseidon")
        show(table, crowd, "the Trial's Gold")
        enter(crowd, "2")
        show(table, crowd, "anything more?")
        for presses, title in (("A", "a Skill with Gold"), ("A", "two columns empty"), ("A", "a Trial is completed")):
            show(table, crowd, title, presses, hub=False)
        crowd.tap(seat, "BBB")
        crowd.desk.listen_for(0.4)
        enter(crowd, "icon refill poseidon -")
        show(table, crowd, "an Item?")
        for item, presses in enumerate(("A", "A", "AAAAA", "AAA", "AA")):
            show(table, crowd, f"an Item on offer, {item + 1}", presses, hub=False)
        crowd.tap(seat, "B" * 12)
        crowd.desk.listen_for(1)
        enter(crowd, "torch")
        show(table, crowd, "what the Torch cost")
        enter(crowd, "2")
        show(table, crowd, "after a Torch")
        enter(crowd, "-")
        table.take_pod(seat, STATE, "the turn is over, and can be taken back")
        show(table, crowd, "the next seat's turn")
        enter(crowd, "hermes 0 -")
        show(table, crowd, "an Item, or go on", hub=False)


def a_rich_game(table):
    """Two seats: Zeus, many Items, the pads with all kinds of values, the end."""
    gods = ("apollo", "athena", "hermes", "poseidon")
    items = iter(("bow", "cauldron", "sandals", "trident", "lyre", "cup", "bow"))
    with table.seated(Heroes, 2) as crowd:
        (rich,) = crowd.asked()
        table.board.run_for(0.3)
        for turn in range(8):
            god = gods[turn % 4]
            enter(crowd, f"{god} 2 icon icon refill {god}")
            if turn == 3:
                show(table, crowd, "Zeus")
            if turn % 4 == 3:
                enter(crowd, "club")
            enter(crowd, "- -" if turn == 7 else f"- {next(items)} 3")
            enter(crowd, "poseidon 0 - -")
            if turn in (0, 5):
                pages(table, STATE, f"after turn {turn + 1}")
        table.board.run_for(0.3)
        table.take_pod(1 - rich, STATE, "the pads begin")
        table.tap(rich, "AAAA")
        table.board.run_for(0.2)
        table.take_pod(rich, STATE, "hero symbols")
        table.take_hub(STATE, "the pads begin")
        fill(table, crowd, rich)
        table.hub("C", 1)
        pages(table, STATE, "the end", 5)
        for seat, title in ((rich, "the winner"), (1 - rich, "the other")):
            table.take_pod(seat, STATE, f"the end, {title}")


def fill(table, crowd, rich):
    """Fill in the pads, with pictures of every kind of value."""
    crowd.tap(rich, "BBBB")
    crowd.desk.listen_for(0.4)
    words = "4 3 flat 7 glory 2 item 1 poseidon 3 double 6 double-item 1 double-glory 2 double-poseidon 3".split()
    for number, word in enumerate(words):
        if number == 1:
            table.tap(rich, "AAA")
            table.board.run_for(0.2)
            table.take_pod(rich, STATE, "Glory")
            crowd.tap(rich, "BBB")
            crowd.desk.listen_for(0.3)
        if number >= 2:
            presses = crowd.offers(rich).index(word)
            table.tap(rich, "A" * presses)
            table.board.run_for(0.2)
            table.take_pod(rich, STATE, f"Trial {number // 2}, {'a number' if number % 2 else word}")
            crowd.tap(rich, "B" * presses)
            crowd.desk.listen_for(0.1 + 0.1 * presses)
        crowd.enter(rich, word)
    table.board.run_for(0.2)
    table.take_hub(STATE, "one pad is full")
    table.take_pod(rich, STATE, "a full pad")
    crowd.enter(1 - rich, "9")
    crowd.enter(1 - rich, "0")
    table.board.run_for(0.3)
    table.take_hub(STATE, "all pads are full")
    table.take_pod(1 - rich, STATE, "a pad without Trials")


SCENES = (a_turn, a_rich_game)
