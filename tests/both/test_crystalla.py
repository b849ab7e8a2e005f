"""The rules of Crystalla, each named in a test: the setup, the walk, the awards, the display, the end."""

from onthree import cards
from onthree.rules import crystalla, crystalla_box
from onthree.rules.crystalla_display import emerald_flowers, read_display
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL
from tests.both.crystalla_table import (
    WithCards,
    changed,
    field,
    fill,
    go,
    late,
    packed_example,
    say,
    tracked,
    with_cards,
    words,
)
from tests.both.playing import Dice, choose, do, refuses


# -- the setup --------------------------------------------------------------------------------------------
def test_the_box():
    """CR1: 90 cards of two segments, three pieces a colour, 36 crystal pieces of two shapes, seven crystals."""
    packed = packed_example()
    crystalla.check_cards(packed)
    assert sum(packed[:49]) == 90 and sum(packed[49:63]) == 36
    assert crystalla.cards_title(packed) == "Invented cards for Crystalla"
    for wrong in (b"", packed[:62], bytes([packed[0] + 1]) + packed[1:], packed[:49] + b"\x00" + packed[50:]):
        refuses(crystalla.check_cards, wrong)
    refuses(crystalla.check_cards, bytes([90]) + bytes(48) + packed[49:])
    refuses(crystalla.check_cards, packed + b"\n")
    text = tracked(4).position()
    refuses(crystalla.from_position, changed(text, piles="1111,-,-/-,-,-/-,-,-"))
    refuses(crystalla.from_position, changed(text, piles="111,1,-/-,-,-/-,-,-"))


def test_start_cards():
    """CR2: three cards each, each seat may give one back once, and all are placed before the first turn."""
    state = say(WithCards().new(2), "F2")
    assert state.current() == CHANCE and max(state.chance_outcomes()) == 2
    say(state, "TA TR TE AT AR AE")
    assert field(state, "hands") == "TA.TR.TE/AT.AR.AE" and state.current() == 1
    assert words(state) == "K S1 S2 S3"
    say(state, "S2")
    assert state.current() == CHANCE and field(state, "aside") == "-.AR"
    say(state, "HH" if state.pool[48] else "HC")
    assert field(state, "hands") == "TA.TR.TE/AT.HC.AE" and state.current() == 0, "once"
    say(state, "K")
    assert state.current() == 1 and words(state) == "C1 C2 C3"
    say(state, "C2 a=ne")
    assert words(state) == "C1 C3"
    say(state, "C3 a=nw b=sw")  # the last card is no choice
    assert field(state, "displays").split("|")[1] == "-,-,-,-/AE1,-,-,-/HC2,AT4,-,-"
    assert state.current() == 0
    say(state, "C1 a=nw C3 a=nw a=nw")
    assert state.current() == CHANCE and field(state, "phase") == "reveal"


def test_nobody_has_to_swap():
    """CR2: without cards the device only asks; nothing in the piles changes."""
    state = say(crystalla.new(3), "F1 K S K")
    assert field(state, "phase") == "choose" and sum(state.heights) == 81


def test_four_players():
    """CR3: nine piles, and everybody's three pieces together in another corner."""
    state = tracked(4)
    assert field(state, "piles") == "111,-,222/-,-,-/333,-,444"
    assert len(state.heights) == 9


def test_three_players():
    """CR4: nine piles, three stacks of three pieces and one of the neutral colour."""
    state = tracked(3)
    assert field(state, "piles") == "111N,-,222N/-,-,-/333N,-,-"
    go(state, "a1: b1=N b2=1 a2=1 a1=1")
    assert field(state, "piles") == "1,N,222N/1,1,-/333N,-,-"


def test_two_players():
    """CR5: six piles, the pieces in opposite corners, no other colours."""
    state = tracked(2)
    assert field(state, "piles") == "111,-,-/-,-,222"
    refuses(crystalla.from_position, changed(state.position(), piles="111,-,3/-,-,222"))
    refuses(crystalla.from_position, changed(state.position(), piles="111,-,-/-,-,222/-,-,-"))


def test_pile_heights():
    """CR6: 78, 81 or 84 cards in piles as equal as can be."""
    assert sorted(tracked(4).heights) == [8] * 3 + [9] * 6
    assert sorted(tracked(3).heights) == [9] * 9
    assert sorted(tracked(2).heights) == [14] * 6
    assert [crystalla_box.height_sum(players) for players in (2, 3, 4)] == [84, 81, 78]
    state = with_cards(4)
    assert sorted(state.heights) == [8] * 3 + [9] * 6 and all(state.tops) and sum(state.pool) == 78 - 9


def test_open_crystals():
    """CR7: two crystal pieces of each shape are open, 32 are not."""
    state = with_cards(3)
    assert sum(state.open[:7]) == 2 and sum(state.open[7:]) == 2 and sum(state.stack) == 32


def test_first_player():
    """CR8: the first player is drawn, every seat as likely; then it goes clockwise."""
    state = crystalla.new(3, {"start_swap": "off"})
    assert state.current() == CHANCE and list(state.chance_outcomes()) == [1, 1, 1]
    say(state, "F2")
    turns = []
    for _ in range(4):
        turns.append(state.current())
        seat = state.current()
        while state.current() == seat and state.turn == len(turns):
            state.apply(state.legal_actions(seat)[0])
        while state.turn == len(turns):
            say(state, "laid")
    assert turns == [1, 2, 0, 1]


# -- the walk ---------------------------------------------------------------------------------------------
def test_choosing_a_pile():
    """CR9: a pile with a piece of one's own; all pieces on it come in the hand, whoever's they are."""
    state = tracked(4, piles="12,2,-/3,11,-/-,-,4")
    assert words(state) == "a1 b2"
    refuses(state.apply, state.parse_action(0, "b1"))
    say(state, "a1")
    assert field(state, "hand") == "12" and field(state, "piles") == "-,2,-/3,11,-/-,-,4"


def test_steps():
    """CR10: one piece on each pile of the walk, any one, until the hand is empty."""
    state = go(tracked(4, piles="1234,-,-/-,-,-/-,-,-"), "a1:")
    assert words(state) == "b1=1 b1=2 b1=3 b1=4 a2=1 a2=2 a2=3 a2=4"
    say(state, "b1=3")
    assert words(state) == "c1=1 c1=2 c1=4 b2=1 b2=2 b2=4"
    refuses(state.apply, state.parse_action(0, "c1=3"))
    say(state, "b2=1 b3=2")
    assert state.current() == 0 and state.turn == 1
    say(state, "a3=4")
    assert field(state, "piles") == "-,3,-/-,1,-/4,2,-" and state.turn == 2


def test_no_diagonal_and_no_way_back():
    """CR11: not diagonally, not straight back; any other pile may come again, the first one, too."""
    state = go(tracked(4, piles="112234,-,-/-,-,-/-,-,-"), "a1: b1=1")
    assert "straight back" in refuses(state.apply, state.parse_action(0, "a1=1"))
    assert "beside" in refuses(state.apply, state.parse_action(0, "a2=1"))
    say(state, "b2=1 a2=2 a1=2 b1=3")
    assert field(state, "piles") == "2,13,-/2,1,-/-,-,-" and words(state) == "c1=4 b2=4"


def test_the_card():
    """CR12: the top card of the pile where the last piece falls, whoever's it is; the pieces stay."""
    state = tracked(4, piles="12,-,-/-,-,-/-,-,-")
    go(state, "a1: b1=1 c1=2")
    assert list(state.heights) == [9, 9, 8, 9, 9, 9, 8, 8, 8] and field(state, "piles") == "-,1,2/-,-,-/-,-,-"
    state = with_cards(4)
    top = field(state, "tops").split("/")[1].split(",")[0]
    go(state, "a1: b1=1 b2=1 a2=1")
    assert field(state, "card") == top and field(state, "tops").split("/")[1].split(",")[0] == "-"


def test_the_card_is_placed_first():
    """CR13: the card comes into the display before any crystal piece is given; then the next card is turned up."""
    state = late(4, piles="12,2,-/-,1,-/-,-,-")
    go(state, "a1: b1=2 b2=1")
    assert field(state, "phase") == "place" and field(state, "due") == "1100"
    say(state, "d=se")
    assert field(state, "phase") == "reveal"
    say(state, words_of_chance(state)[0])
    assert field(state, "phase") in ("award", "choose")


def test_an_empty_pile():
    """CR14: an emptied pile is rebuilt with three cards from the bottom of another one."""
    heights = "8,1,9/8,8,9/8,3,4"
    state = tracked(4, piles="12,-,-/-,-,-/-,-,-", heights=heights, turn=21)
    go(state, "a1: a2=1 a1=2") if "a1=2" in words(state) else say(state, "a1 a2=2 b2=1")
    assert state.turn == 22, "nothing is empty yet"
    state = tracked(4, piles="1,-,-/-,-,-/-,-,-", heights=heights, turn=21)
    go(state, "a1: b1=1")
    assert field(state, "phase") == "donor" and words(state) == "a1 c1 a2 b2 c2 a3 c3"
    refuses(state.apply, state.parse_action(0, "b3"))
    say(state, "c3")
    assert field(state, "heights") == "8,3,9/8,8,9/8,3,1" and state.turn == 22
    state = late(4, piles="1,-,-/-,-,-/-,-,-", heights="6,1,6/6,6,6/5,5,5")
    tops = list(state.tops)
    go(state, "a1: b1=1")
    say(state, "a3 a=nw")
    assert field(state, "phase") == "reveal" and field(state, "heights") == "6,3,6/6,6,6/2,5,5"
    say(state, words_of_chance(state)[-1])
    assert [pile for pile in range(9) if state.tops[pile] != tops[pile]] in ([1], []), "the other top cards stay"


# -- awards -----------------------------------------------------------------------------------------------
def test_awards():
    """CR15: exactly two of a colour brought together; the active seat says in which order and which piece."""
    opened = {"stack": "1111111/1111111", "open": "LA.LC.SA.SE"}
    state = late(4, display="-,-,-,-/-,-,-,-/TT1,-,-,-", piles="123,2,-/33,1,-/-,-,-", **opened)
    go(state, "a1: b1=2 b2=1 a2=3")
    say(state, "a=nw")
    say(state, words_of_chance(state)[0])
    assert field(state, "due") == "1100" and state.current() == 0
    assert words(state) == "1=LA 1=LC 1=SA 1=SE 2=LA 2=LC 2=SA 2=SE"
    twin = crystalla.unpack(state.pack())
    say(state, "1=SA")
    assert state.current() == 0 and field(state, "crystal") == "SA" and words(state) == "+a2 +a3"
    say(state, "+a3")
    assert field(state, "phase") == "crystals" and sum(state.open) == 3, "refilled at once"
    say(state, words_of_chance(state)[0])
    assert sum(state.open) == 4 and state.current() == 0 and words(state).startswith("2=L")
    assert "1=" not in words(state)
    say(twin, "2=LC")  # the other order; seat 2 has nothing to lay it on
    assert twin.events()[-1][:2] == ("removed", 1) and field(twin, "due") == "1000"


def words_of_chance(state):
    """The words of all outcomes that are possible now."""
    weights = state.chance_outcomes()
    return [state.action_text(CHANCE, outcome) for outcome, weight in enumerate(weights) if weight]


def test_no_awards():
    """CR16: three of a colour are nothing, and neither is the neutral colour."""
    state = tracked(4, piles="1,11,-/-,-,-/-,-,-")
    go(state, "a1: b1=1")
    assert state.turn == 2
    state = tracked(3, piles="1N,N,-/-,-,-/-,-,-")
    go(state, "a1: b1=N b2=1")
    assert field(state, "piles") == "-,NN,-/-,1,-/-,-,-" and state.turn == 2
    state = tracked(4, piles="14,4,-/-,-,-/-,-,-")
    go(state, "a1: b1=4 b2=1")
    assert state.current() == 3 and words(state) == "laid lost", "a fourth seat is not neutral"


def test_an_empty_stack():
    """CR17: when a stack is empty the other shape is opened, so that four are open as long as there are any."""
    state = late(4, piles="1,1,-/-,-,-/-,-,-", stack="0000000/0001001", open="LT.LE.SA.SC")
    go(state, "a1: b1=1")
    say(state, "a=nw")
    say(state, words_of_chance(state)[0])
    say(state, "1=LT")
    if field(state, "phase") == "cover":
        state.apply(state.legal_actions(0)[0])
    assert words_of_chance(state) == ["SE", "SH"]
    say(state, "SH")
    assert field(state, "open") == "LE.SA.SC.SH" and field(state, "stack") == "0000000/0001000"


# -- the display ------------------------------------------------------------------------------------------
def test_columns():
    """CR18: four columns of three; a card falls to the lowest free cell."""
    state = to_place("-,-,-,-/AE1,-,-,-/HC2,AT4,-,-")
    say(state, "b=se")
    assert field(state, "displays").split("|")[0] == "-,-,-,-/AE1,TA3,-,-/HC2,AT4,-,-"
    state = to_place("TA1,-,-,-/AE1,-,-,-/HC2,AT4,-,-")
    assert "a=" not in words(state)
    assert "three cards" in refuses(state.apply, state.parse_action(0, "a=nw"))
    refuses(to_place, "-,-,-,-/AE1,-,-,-/-,AT4,-,-")
    refuses(to_place, "-,-,-,-/-,-,-,-/-,-,-,-,-")


def to_place(display):
    """A state in which seat 1 has the card TA to place in this display."""
    state = go(late(4, display=display, piles="1,-,-/-,-,-/-,-,-"), "a1: b1=1")
    return crystalla.from_position(changed(state.position(), card="TA"))


def test_turning_a_card():
    """CR19: a card may be turned: its large segment towards any of the four corners."""
    assert words(to_place("-,-,-,-/-,-,-,-/-,-,-,-")).startswith("a=nw a=ne a=se a=sw b=nw")
    for corner, digit in (("nw", 1), ("ne", 2), ("se", 3), ("sw", 4)):
        state = say(to_place("-,-,-,-/-,-,-,-/-,-,-,-"), "c=" + corner)
        assert field(state, "displays").startswith("-,-,-,-/-,-,-,-/-,-,TA{},-|".format(digit))


def test_a_card_has_to_be_placed():
    """CR20: there is no way round placing the card."""
    state = to_place("-,-,-,-/-,-,-,-/-,-,-,-")
    assert len(state.legal_actions(0)) == 16 and 0 not in state.legal_actions(0)
    refuses(state.apply, 0)


def test_cards_stay():
    """CR21, CR22: what lies in a display stays as it is, and in the end there are 12 cards in each."""
    for players in (2, 3, 4):
        dice = Dice(players)
        state = WithCards().new(players)
        before = [bytes(12)] * players
        while state.current() != TERMINAL:
            do(state, *choose(state, dice))
            for seat in range(players):
                cells = bytes(state.cells[seat])
                moved = [i for i in range(12) if before[seat][i] and (cells[i] ^ before[seat][i]) & 3]
                assert not moved and sum(1 for cell in cells if cell) >= sum(1 for cell in before[seat] if cell)
                before[seat] = cells
        assert all(all(cells) for cells in state.cells)


def test_covering():
    """CR23: on a segment of the same shape that shows another crystal and has no piece; if there is none it is lost."""
    display = "-,-,-,-/TA1,-,-,-/aE2,RT4,Ra1,-"
    state = to_cover(display, "LT")
    assert words(state) == "+b3 +c3"  # a2 shows it, a3's large segment is covered
    say(state, "+c3")
    assert field(state, "displays").split("|")[0] == "-,-,-,-/TA1,-,-,-/aE2,RT4,ta1,-"
    assert words(to_cover(display, "SA")) == "+a3 +b3"
    lost = to_cover("-,-,-,-/-,-,-,-/TA1,tR2,-,-", "LT")
    assert lost.events()[-1][:2] == ("removed", 0) and field(lost, "phase") == "crystals"
    refuses(say, to_cover(display, "LT"), "+a3")


def to_cover(display, piece):
    """A state in which seat 1 has given itself this piece; its new card has been taken away again."""
    opened = {"LT": "LT.LC.SE.SH", "SA": "LC.LD.SA.SE"}[piece]
    state = late(4, display=display, piles="1,1,-/-,-,-/-,-,-", stack="1111111/1111111", open=opened)
    go(state, "a1: b1=1")
    say(state, "d=nw")
    say(state, words_of_chance(state)[0])
    displays = "|".join([display] + field(state, "displays").split("|")[1:])
    return say(crystalla.from_position(changed(state.position(), displays=displays)), "1=" + piece)


# -- the end ----------------------------------------------------------------------------------------------
def test_nine_turns():
    """CR24: nine turns each, then the score; without cards the seats fill in their pads first."""
    for players in (2, 3, 4):
        state = tracked(players)
        turns = [0] * players
        while state.turn and field(state, "phase") != "count":
            if field(state, "phase") == "choose":
                turns[state.current()] += 1
            state.apply(state.legal_actions(state.current())[0])
        assert turns == [9] * players and state.turn == 9 * players
    assert state.current() == SIMULTANEOUS and state.actors() == 0b1111
    fill(state, 0, "T=4 A=4 R=1 E=1 C=2 D=4")
    assert words(state, 0) == "D=0 D=2 D=3 D=4"
    fill(state, 3, "T=0 A=1")
    fill(state, 0, "D=0 H=2")
    assert state.actors() == 0b1110 and state.legal_actions(0) == []
    refuses(state.apply_by, 0, state.parse_action(0, "H=2"))
    refuses(state.apply_by, 1, state.parse_action(1, "A=2"))
    while state.current() != TERMINAL:
        state.apply_joint([(state.legal_actions(seat) or [0])[0] for seat in range(4)])
    assert field(state, "pads").split("/")[0] == "4.4.1.1.2.4.0.2"
    assert state.scores() == [10 + 14 + 10 + 23 + 6 + 5, 4, 4, 4]


def test_segments():
    """CR25: large and small count alike, a piece replaces what it covers, so a full display has 24 segments."""
    dice = Dice(25)
    state = WithCards().new(3)
    while state.current() != TERMINAL:
        do(state, *choose(state, dice))
    for cells in state.cells:
        kinds = [cell >> 5 for cell in cells] + [cell >> 2 & 7 for cell in cells]
        assert len(kinds) == 24 and min(kinds) >= 1
    one = counted("-,-,-,-/-,-,-,-/TA1,AT2,tA3,aT1")
    assert one[:2] == (4, 4), one


def counted(display, options=None):
    """What a display has, by a game's own count."""
    return late(2, options, display).counts(0)


def worth(display, crystal, options=None):
    """The points of a display for one crystal."""
    state = late(2, options, display)
    assert sum(points for _, points in state.breakdown(0)) == state.scores()[0]
    return dict(state.breakdown(0))[crystal]


def test_tourmaline():
    """CR26: by the number of segments, wherever they are."""
    assert worth("-,-,-,-/-,-,-,-/TT1,AT2,tA3,-", "tourmaline") == 10
    assert worth("-,-,-,-/-,-,-,-/-,-,-,-", "tourmaline") == 0
    assert worth("-,-,-,-/TT1,-,-,-/TT1,TT2,TT3,-", "tourmaline") == 28


def test_amethyst():
    """CR27: 7 for each pair, wherever they are."""
    assert worth("-,-,-,-/-,-,-,-/TA1,AT2,AT3,AA1", "amethyst") == 14
    assert worth("-,-,-,-/-,-,-,-/TA1,-,-,-", "amethyst") == 0


def test_ruby():
    """CR28: 10 for each flower of two adjoining segments; a half is nothing."""
    assert worth("-,-,-,-/-,-,-,-/RA2,RT1,-,-", "ruby") == 10
    assert worth("-,-,-,-/-,-,-,-/RA1,RT2,-,-", "ruby") == 0, "the card edges between them belong to others"
    assert worth("-,-,-,-/-,-,-,-/RR1,-,-,RT2", "ruby") == 10


def test_emerald():
    """CR29: 23 for four emerald segments around a point, of either size; fewer are nothing."""
    assert worth("-,-,-,-/EA3,TE2,-,-/AE4,ET1,-,-", "emerald") == 23
    assert worth("-,-,-,-/EA3,TE2,-,-/AE4,HT1,-,-", "emerald") == 0
    assert worth("-,-,-,-/EA1,TE2,-,-/AE4,ET1,-,-", "emerald") == 0, "one looks away"
    every = "EE1,EE2,EE3,EE4/EE2,EE1,EE4,EE3/EE3,EE4,EE1,EE2"
    assert emerald_flowers(read_display(every)[0]) == 3, "the most there can be"


def test_citrine():
    """CR30: 3 for each connected group, a single segment is one."""
    assert worth("-,-,-,-/-,-,-,-/CA1,-,-,TC1", "citrine") == 6
    assert worth("-,-,-,-/-,-,-,-/CA2,CT1,HC1,-", "citrine") == 6
    assert worth("-,-,-,-/-,-,-,-/CC2,CC1,CC2,CC1", "citrine") == 3


def test_diamond():
    """CR31: by the size of each connected group."""
    assert worth("-,-,-,-/-,-,-,-/DA2,DT1,-,TD1", "diamond") == 1
    assert worth("-,-,-,-/-,-,-,-/DD2,DD1,-,-", "diamond") == 5
    assert worth("-,-,-,-/DD1,-,-,-/DD2,DA1,-,-", "diamond") == 25
    assert counted("-,-,-,-/DD1,-,-,-/DD2,DA1,-,TD1")[5] == (5, 1)


def test_hematite():
    """CR32: 2 points for every other player, for each hematite segment in a display, a piece that was given, too."""
    text = "-,-,-,-/-,-,-,-/HA1,hT2,TH1,-"
    assert worth(text, "hematite") == 0
    state = late(3, display=text)
    assert [dict(state.breakdown(seat))["hematite"] for seat in range(3)] == [0, 6, 6]


def test_the_winner():
    """CR33: the highest total wins, a tie is shared."""
    state = tracked(4)
    pads = "1.0.0.0.0.0.0/2.0.0.0.0.0.0/2.0.0.0.0.0.0/0.0.0.0.0.0.0"
    text = changed(state.position(), turn="36", phase="end pads=" + pads)
    state = crystalla.from_position(text)
    assert state.scores() == [1, 3, 3, 0] and state.ranking() == [3, 1, 1, 4]


def test_cards_that_are_not_here():
    """A game names its cards; without the card file it cannot be played."""
    name = cards.keep(crystalla, packed_example())
    assert cards.is_name(name) and field(crystalla.new(4, {"cards": name}), "cards") == name
    assert "card file" in refuses(crystalla.new, 4, {"cards": "00000000"})
    refuses(crystalla.new, 4, {"cards": "example"})
    refuses(cards.keep, crystalla, b"no cards")
    refuses(crystalla.new, 4, {"cards": name, "track": "turns"})
