"""The scenes of Crystalla for the album of pictures (see pictures.py): with the cards on the table, and with a file."""

from onthree.rules import crystalla
from onthree.rules.crystalla_text import PHASES
from onthree_host import cards
from tests.board.crystals import Crystals
from tests.board.pictures_tools import pages, sit_down

STATE = "crystalla"
TURNS_ONLY = "AAAAAAAAB"  # the ninth option
QUESTIONS = ("C take", "C drop", "C enter", "C ok", "C turn done")


def asked(table, players):
    """Return the pod that is asked something."""
    for _ in range(20):
        for pod in range(players):
            if any(words in table.board.pod(pod).words() for words in QUESTIONS):
                return pod
        table.board.run_for(0.1)
    raise AssertionError("nobody is asked")


def until(table, players, words):
    """Enter whatever is on offer until a pod says `words`; return the pod."""
    for _ in range(200):
        pod = asked(table, players)
        if words in table.board.pod(pod).words():
            return pod
        table.tap(pod, "C")
        table.board.run_for(0.2)
    raise AssertionError(f"no pod says {words!r}")


def four(table):
    """Four seats, the cards on the table."""
    sit_down(table, "Crystalla", 4)
    table.take_hub(STATE, "start cards")
    pod = asked(table, 4)
    table.take_pod(pod, STATE, "one start card for another?")
    table.take_pod((pod + 1) % 4, STATE, "another seat is asked")
    pod = until(table, 4, "C take")
    table.take_hub(STATE, "the first turn")
    table.take_pod(pod, STATE, "which pile?")
    table.tap(pod, "C")
    table.board.run_for(0.3)
    table.take_hub(STATE, "a walk")
    table.take_pod(pod, STATE, "the first step")
    table.tap(pod, "A")
    table.take_pod(pod, STATE, "the other way")
    table.take_pod((pod + 1) % 4, STATE, "another seat walks")
    pod = until(table, 4, "Lay a crystal")
    table.take_hub(STATE, "a crystal piece is laid")
    table.take_pod(pod, STATE, "a crystal piece")
    table.tap(pod, "A")
    table.take_pod(pod, STATE, "a crystal piece that cannot be laid")
    pages(table, STATE, "a turn of four")


def two(table):
    """Two seats: piles, then score pads."""
    sit_down(table, "Crystalla", 2, TURNS_ONLY)
    until(table, 2, "C turn done")
    table.take_hub(STATE, "turns only")
    table.take_pod(asked(table, 2), STATE, "turns only")
    until(table, 2, "Tourmaline")
    table.take_hub(STATE, "score pads")
    table.take_pod(0, STATE, "tourmaline, 0")
    for pod, presses in ((0, "AAAACAACACACAACAAACCAC"), (1, "ACCCCACCAC")):
        for number, button in enumerate(presses):
            table.tap(pod, button)
            if (pod, number) in ((0, 4), (0, 19)):
                table.take_pod(pod, STATE, f"a pad after {number + 1} presses")
    table.take_pod(0, STATE, "a full pad")
    table.hub("C", 1)
    pages(table, STATE, "the end")
    table.take_pod(0, STATE, "the end")


def by_hand(table):
    """Three seats who say who begins and where they stand."""
    sit_down(table, "Crystalla", 3, "AAAB" + "AAAB")  # start3 and first_player: manual
    table.take_hub(STATE, "who begins is said by hand")
    table.take_pod(asked(table, 3), STATE, "who begins?")
    pod = until(table, 3, "C take")
    table.take_hub(STATE, "start piles are chosen")
    table.take_pod(pod, STATE, "a start pile?")


def empty(table):
    """Four seats who all end their walks on the same pile, until it is empty."""
    with table.seated(Crystals, 4) as crowd:
        while crowd.phase == "swap":
            crowd.enter(crowd.asked()[0], "K")
        given = False
        while crowd.phase != "donor":
            (seat,) = crowd.asked()
            if crowd.phase == "choose":
                for word in _walk_to(crowd.state, seat, "b2"):
                    crowd.enter(seat, word)
            elif crowd.phase == "award" and not given:
                given = True
                table.board.run_for(0.3)
                table.take_hub(STATE, "a crystal piece is given")
                table.take_pod(seat, STATE, "a crystal piece for whom?")
                crowd.enter(seat)
            else:
                crowd.enter(seat)
        table.board.run_for(0.3)
        table.take_hub(STATE, "a pile is empty")
        (seat,) = crowd.asked()
        table.take_pod(seat, STATE, "which pile helps?")
        table.tap(seat, "A")
        table.take_pod(seat, STATE, "or another pile")


def _walk_to(state, seat, pile):
    """Return the words of a walk that ends on `pile`, or of any if there is none."""
    paths = [()]
    while paths:
        path = paths.pop()
        other = crystalla.unpack(state.pack())
        for word in path:
            other.apply_by(seat, other.parse_action(seat, word))
        if path and PHASES[other.phase] != "walk":
            if path[-1].startswith(pile) or not paths:
                return path
            continue
        paths += [(*path, other.action_text(seat, action)) for action in other.legal_actions(seat)]
    return ()


def with_cards(table):
    """Three seats with the invented cards."""
    sit_down(table, "Crystalla", 3, "AAAAAAAAA")
    table.take_pod(asked(table, 3), STATE, "with cards, start cards")
    table.take_pod(until(table, 3, "turn C ok"), STATE, "with cards, the first card")
    pod = until(table, 3, "C take")
    table.take_hub(STATE, "with cards, the first turn")
    table.take_pod(pod, STATE, "with cards, which pile?")
    table.take_pod((pod + 1) % 3, STATE, "with cards, another seat's own display")
    table.take_pod(until(table, 3, "Crystal for"), STATE, "with cards, which crystal piece?")
    table.tap(asked(table, 3), "C")
    table.board.run_for(0.3)
    table.take_pod(asked(table, 3), STATE, "with cards, where to lay it?")
    pages(table, STATE, "with cards", 6)


def deck(board):
    """Put the invented cards into the flash."""
    board.flash.put("crystalla.cards", cards.compile(cards.parse(cards.example("crystalla"))))


SCENES = ((four, None), (two, None), (by_hand, None), (empty, None), (with_cards, deck))
