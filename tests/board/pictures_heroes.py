"""The scenes of Crossing Heroes with a card file for the album of pictures (see pictures.py)."""

from onthree import cards as packed_cards
from onthree_host import cards
from tests.board.pictures_tools import pages, sit_down
from tests.both.heroes_table import keep_generous

STATE = "heroes"
PLAYERS = 3
QUESTIONS = ("C ok", "C go on")


def asked(table):
    """Return the pod that is asked something."""
    for _ in range(30):
        for pod in range(PLAYERS):
            if any(words in table.board.pod(pod).words() for words in QUESTIONS):
                return pod
        table.board.run_for(0.1)
    raise AssertionError("nobody is asked")


def enter(table, presses="C"):
    """Enter something at the pod that is asked; return the pod."""
    pod = asked(table)
    table.tap(pod, presses)
    table.board.run_for(0.3)
    return pod


def until(table, words, buys="C"):
    """Enter whatever is on offer, `buys` where an Item can be bought, until hub or pod say `words`; return the pod."""
    for _ in range(400):
        pod = asked(table)
        said = table.board.pod(pod).words()
        if words in said or words in table.board.hub.words():
            return pod
        enter(table, buys if "Buy an Item?" in said else "C")
    raise AssertionError(f"nobody says {words!r}")


def invented(table):
    """The cards that come with On Three: a first turn, and what stands on the displays after some."""
    while "Crossing Heroes" not in table.board.hub.words():
        table.hub("A")
    table.hub("CAA")
    table.take_hub(STATE, "which cards?")
    table.hub("AC")
    for pod in range(PLAYERS):
        table.tap(pod, "A")
    table.hub("C", 0.6)
    pod = asked(table)
    table.take_hub(STATE, "the first turn")
    table.take_pod(pod, STATE, "which Trial?")
    table.take_pod((pod + 1) % PLAYERS, STATE, "nothing laid yet")
    table.tap(pod, "AAAA")
    table.take_pod(pod, STATE, "Muses?")
    table.tap(pod, "BBBBC")
    table.board.run_for(0.3)
    table.take_pod(pod, STATE, "where does the Trial go?")
    enter(table)
    table.take_hub(STATE, "Skills are taken")
    table.take_pod(pod, STATE, "which Skill?")
    enter(table)
    table.take_pod(pod, STATE, "which second Skill?")
    enter(table)
    table.take_pod(pod, STATE, "where does the first Skill go?")
    table.tap(pod, "A")
    table.take_pod(pod, STATE, "or there?")
    for _ in range(50):
        enter(table)
    for _ in range(20):
        if "A cards" in table.board.pod(0).words():
            break
        enter(table)
    table.take_pod(0, STATE, "while others play")
    table.tap(0, "A")
    table.take_pod(0, STATE, "an own Trial")
    pages(table, STATE, "some turns later", 7)


def generous(table):
    """Cards with which Trials are soon complete: Zeus, a Torch, and the end."""
    sit_down(table, "Crossing Heroes", PLAYERS, "AA")
    pod = until(table, "Buy an Item?")
    table.tap(pod, "A")
    table.take_pod(pod, STATE, "an Item for Gold")
    pod = until(table, "Torch: Skill", "AC")
    table.take_hub(STATE, "a Torch's Skill")
    table.take_pod(pod, STATE, "a Torch's Skill")
    pod = until(table, "Zeus: free Item", "AC")
    table.take_hub(STATE, "Zeus")
    table.take_pod(pod, STATE, "Zeus")
    for _ in range(20):
        enter(table)
        if "A cards" in table.board.pod(pod).words():
            break
    table.take_pod(pod, STATE, "some Trials complete")
    for _ in range(9):
        if "Hero, Items" not in table.board.pod(pod).words():
            table.tap(pod, "A")
    table.take_pod(pod, STATE, "the own Hero and Items")
    for _ in range(300):
        if "C count points" in table.board.hub.words():
            break
        if "C new game" in table.board.hub.words():
            raise AssertionError("the end came with a card that was dealt")
        enter(table)
    table.take_hub(STATE, "before the points are counted")
    table.hub("C", 1)
    pages(table, STATE, "the end")
    table.take_pod(0, STATE, "the end")


def with_invented(board):
    """Put the invented cards into the flash."""
    board.flash.put("heroes.cards", cards.compile(cards.parse(cards.example("heroes"))))


def with_generous(board):
    """Put other cards there."""
    board.flash.put("heroes.cards", packed_cards.find("heroes", keep_generous()))


SCENES = ((invented, with_invented), (generous, with_generous))
