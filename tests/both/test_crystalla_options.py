"""The options of Crystalla, and how it decides what the rulebook leaves open; what no position can be."""

from onthree.match import Match
from onthree.rules import crystalla, crystalla_display
from onthree.rules.game import CHANCE, TERMINAL
from tests.both.crystalla_table import WithCards, changed, field, fill, go, late, say, tracked, with_cards, words
from tests.both.playing import ON_CPYTHON, Dice, choose, do, refuses


def cells(display):
    return crystalla_display.read_display(display)[0]


def adjoin(display, same_card=True):
    """The pairs of adjoining segments of the same crystal, as words such as `a3L-b3S`."""
    beside = crystalla_display.adjoining(cells(display), same_card)
    found = []
    for one in range(24):
        for other in range(one + 1, 24):
            assert beside[one] >> other & 1 == beside[other] >> one & 1
            if beside[one] >> other & 1:
                found.append(name(one) + "-" + name(other))
    return " ".join(found)


def name(segment):
    return "abcd"[segment // 2 % 4] + str(segment // 8 + 1) + "LS"[segment & 1]


def test_geometry():
    """CR-A1: a segment owns the two card edges at its corner, the small one has the opposite corner."""
    #                                    the large segment's corner: its edge to the right
    for left, owns in (("1", "S"), ("2", "L"), ("3", "L"), ("4", "S")):
        for right, owned in (("1", "L"), ("2", "S"), ("3", "S"), ("4", "L")):
            display = "-,-,-,-/-,-,-,-/{}{},{}{},-,-".format(
                "CT" if owns == "L" else "TC", left, "CA" if owned == "L" else "AC", right
            )
            assert adjoin(display) == "a3{}-b3{}".format(owns, owned), display
    for above, owns in (("1", "S"), ("2", "S"), ("3", "L"), ("4", "L")):
        for below, owned in (("1", "L"), ("2", "L"), ("3", "S"), ("4", "S")):
            upper = ("CT" if owns == "L" else "TC") + above
            lower = ("CA" if owned == "L" else "AC") + below
            assert adjoin("-,-,-,-/{},-,-,-/{},-,-,-".format(upper, lower)) == "a2{}-a3{}".format(owns, owned)


def test_emerald_by_corners_or_by_hand():
    """CR-A2: four emerald segments around an inner point; or the seats enter their flowers."""
    flower = "-,-,-,-/EA3,TE2,-,-/AE4,ET1,-,-"
    assert crystalla_display.emerald_flowers(cells(flower)) == 1
    state = finished(3, {"emerald_model": "manual"})
    assert words(state, 0) == words(state, 1) == "E=0 E=1 E=2 E=3 E=4 E=5 E=6"
    fill(state, 2, "E=2")
    fill(state, 0, "E=1")
    fill(state, 1, "E=0")
    assert state.current() == TERMINAL and [dict(state.breakdown(seat))["emerald"] for seat in range(3)] == [23, 0, 46]
    assert field(state, "pads") == "1/0/2"


def finished(players, options):
    """A whole game with cards up to where the pads are filled in, or to its end."""
    state = WithCards().new(players, options)
    dice = Dice(7)
    while field(state, "phase") not in ("count", "end"):
        do(state, *choose(state, dice))
    return state


def ruby(display, model="pairs", same_card=True):
    return crystalla_display.counts(cells(display), model, same_card)[2]


def test_ruby_models():
    """CR-A3: the most pairs that can be made at once, every shared edge, or what the seats enter."""
    row = "-,-,-,-/-,-,-,-/RT2,RR1,TR3,-"
    assert adjoin(row).split() == ["a3L-b3L", "b3L-b3S", "b3S-c3S"]
    assert (ruby(row), ruby(row, "edges")) == (2, 3)
    ring = "-,-,-,-/RA3,RT4,-,-/RA2,RT1,-,-"
    assert (ruby(ring), ruby(ring, "edges")) == (2, 4), "40 for a ring would be more than an emerald flower"
    star = "-,-,-,-/RT3,-,-,-/RR1,RT1,-,-"
    assert (ruby(star), ruby(star, "edges")) == (2, 3) if "a3S-b3L" in adjoin(star) else (1, 2)
    state = finished(2, {"ruby_model": "manual"})
    assert words(state, 1).split()[-1] == "R=12"
    fill(state, 0, "R=2")
    fill(state, 1, "R=0")
    assert [dict(state.breakdown(seat))["ruby"] for seat in range(2)] == [20, 0]


def slow_pairs(left, beside):
    """The most disjoint pairs, by trying everything."""
    if not left:
        return 0
    one = left[0]
    best = slow_pairs(left[1:], beside)
    for other in left[1:]:
        if beside[one] >> other & 1:
            best = max(best, 1 + slow_pairs([segment for segment in left[1:] if segment != other], beside))
    return best


def test_most_pairs_against_trying_everything():
    """CR-A3: the quick way finds as many pairs as all ways together."""
    dice = Dice(3)
    for _ in range(400 if ON_CPYTHON else 40):
        display = bytearray(12)
        for i in range(12):
            large = 3 if dice.below(5) < 3 else 1
            small = 3 if dice.below(5) < 3 else 1
            display[i] = large << 5 | small << 2 | dice.below(4)
        for same_card in (True, False):
            beside = crystalla_display.adjoining(display, same_card)
            rubies = [s for s in range(24) if crystalla_display.crystal(display[s >> 1], s) == 3]
            groups = []
            while rubies:
                group = [rubies[0]]
                for one in group:
                    group += [s for s in rubies if beside[one] >> s & 1 and s not in group]
                rubies = [s for s in rubies if s not in group]
                groups.append(sorted(group))
            expected = sum(slow_pairs(group, beside) for group in groups if len(group) < 13)
            if all(len(group) < 13 for group in groups):
                assert crystalla_display.counts(display, "pairs", same_card)[2] == expected


def test_segments_of_one_card():
    """CR-A4: the two segments of a card adjoin, or do not; touching at a point never counts."""
    card = "-,-,-,-/-,-,-,-/CC1,-,-,-"
    assert adjoin(card) == "a3L-a3S" and adjoin(card, False) == ""
    assert crystalla_display.counts(cells(card), "pairs", False)[4] == 2
    assert late(2, {"same_card_adjoins": "off"}, card).counts(0)[4] == 2
    assert late(2, None, card).counts(0)[4] == 1
    assert adjoin("-,-,-,-/CT3,AE1,-,-/AE1,CT1,-,-") == "", "corner to corner"


def test_three_players_choose_their_piles():
    """CR-A5: with three the start piles are three corners, or each seat chooses one."""
    state = say(crystalla.new(3, {"start3": "manual", "start_swap": "off"}), "F2")
    assert state.current() == 1 and field(state, "phase") == "corners" and len(words(state).split()) == 9
    say(state, "b2")
    assert state.current() == 2 and "b2" not in words(state)
    say(state, "a1 c2")
    assert field(state, "piles") == "333N,-,-/-,222N,111N/-,-,-" and field(state, "phase") == "choose"


def test_when_pairs_are_counted():
    """CR-A6: when the walk is over, or after every drop; pairs that were there before get nothing."""
    piles = "11234,1,-/-,-,-/-,-,-"
    walk = "a1: b1=1 b2=2 a2=4 a1=3 b1=1"
    assert go(tracked(4, piles=piles), walk).turn == 2
    text = tracked(4, piles=piles).position()
    state = go(crystalla.from_position(text + " award_eval=each_drop"), walk)
    assert field(state, "to") == "1", "two of seat 1 stood on b1 for a while"
    state = go(tracked(4, piles="1,2,-/-,-,-/44,-,-"), "a1: b1=1")
    assert state.turn == 2


def test_swapping():
    """CR-A7: a card given back cannot come as the new one, but lies in the piles later; or nobody swaps."""
    state = say(WithCards().new(2), "F1 TA TA TE HA HC HD S1")
    assert field(state, "aside") == "TA.-"
    assert not state.chance_outcomes()[state.parse_action(CHANCE, "TA")], "the box has two of them"
    say(state, "TT K C1 a=nw C2 a=nw a=nw C1 a=nw C2 a=nw a=nw")
    assert field(state, "phase") == "reveal" and state.chance_outcomes()[state.parse_action(CHANCE, "TA")] == 1
    state = say(WithCards().new(2, {"start_swap": "off"}), "F1 TA TA TE HA HC HD")
    assert field(state, "phase") == "pick"


def test_donors():
    """CR-A8: the active seat says which pile rebuilds an empty one, of those that keep a card; there always is one."""
    state = go(tracked(2, piles="1,-,-/-,-,-", heights="14,1,14/13,13,13", turn=17), "a1: b1=1")
    assert state.current() == 0 and words(state) == "a1 c1 a2 b2 c2"
    least = "9,1,9/9,3,9/3,4,4"
    state = go(tracked(4, piles="1,-,-/-,-,-/-,-,-", heights=least, turn=33), "a1: b1=1")
    assert words(state) == "a1 c1 a2 c2 b3 c3", "78 - 36 = 42 cards are left, so a pile has six or more"


def test_no_crystals_left():
    """CR-A9: without a crystal piece to give awards lapse; one that nobody can lay may be given and is lost."""
    state = go(tracked(4, piles="12,2,-/-,1,-/-,-,-", laid="9.9.9.8", removed="1"), "a1: b1=2 b2=1")
    assert state.turn == 2
    assert [event[:2] for event in state.events()][-2:] == [("lapses", 0), ("lapses", 1)]
    state = late(4, piles="1,1,-/-,-,-/-,-,-", stack="0000000/0000000", open="-")
    say(go(state, "a1: b1=1"), "a=nw")
    state.apply([kind for kind, weight in enumerate(state.chance_outcomes()) if weight][0])
    assert state.turn == 34
    state = go(tracked(4, piles="1,1,-/-,-,-/-,-,-"), "a1: b1=1")
    say(state, "lost")
    assert field(state, "removed") == "1" and field(state, "laid") == "0.0.0.0"


def test_diamond_table():
    """CR-A10: the table is as printed, and another one can be handed in."""
    assert crystalla_display.DIAMOND == (0, 0, 1, 2, 5, 25, 30, 35)
    other = (0, 0, 1, 2, 5, 8, 13, 21)
    for size in range(10):
        found = (0, 0, 0, 0, 0, (size,), 0)
        assert crystalla_display.points(found, 0)[5][1] == crystalla_display.DIAMOND[min(size, 7)]
        assert crystalla_display.points(found, 0, other)[5][1] == other[min(size, 7)]


def test_hematite_may_be_given():
    """CR-A11: hematite can be given to somebody, and counts as theirs."""
    state = late(
        3, display="-,-,-,-/-,-,-,-/TT1,-,-,-", piles="1,1,-/-,-,-/-,-,-", stack="1111111/1111111", open="LT.LH.SA.SE"
    )
    say(go(state, "a1: b1=1"), "d=nw")
    state.apply([kind for kind, weight in enumerate(state.chance_outcomes()) if weight][0])
    before = state.counts(0)[6]
    say(state, "1=LH")
    state.apply(state.legal_actions(0)[0])
    assert state.counts(0)[6] == before + 1


def test_first_player_by_hand():
    """CR-A12: the first player is drawn, or seat 1 enters who it is."""
    state = crystalla.new(4, {"first_player": "manual", "start_swap": "off"})
    assert state.current() == 0 and words(state) == "F1 F2 F3 F4"
    assert say(state, "F3").current() == 2 and state.turn == 1


def test_edges_of_the_tableau():
    """CR-A13: the starting tableau has no segments: nothing adjoins at the border of the grid."""
    assert adjoin("-,-,-,-/-,-,-,-/CT1,-,-,CA2") == ""
    assert crystalla_display.counts(bytes(12)) == (0, 0, 0, 0, 0, (), 0)


def test_seats_around_the_table():
    """CR3: the seats' corners by rows, or clockwise."""
    state = say(crystalla.new(4, {"corners": "clockwise", "start_swap": "off"}), "F1")
    assert field(state, "piles") == "111,-,222/-,-,-/444,-,333"


def test_turns_only():
    """CR24: without walks the device keeps turns and rounds, and the pads in the end."""
    state = say(crystalla.new(3, {"track": "turns"}), "F3 K K K")
    assert state.current() == 2 and words(state) == "done" and not any(state.pieces) and not any(state.heights)
    rounds = []
    while field(state, "phase") == "choose":
        rounds.append(state.round())
        say(state, "done")
    assert rounds == [1 + i // 3 for i in range(27)] and field(state, "phase") == "count"


def test_taking_back():
    """A walk can be taken back step by step until its card is placed, with Match; never another seat's."""
    match = Match(crystalla, 4, "start_swap=off first_player=manual")
    match.play(0, match.state.parse_action(0, "F1"))
    for word in ("a1", "b1=1", "b2=1"):
        match.play(0, match.state.parse_action(0, word))
    match.undo(0)
    assert field(match.state, "walk") == "a1:b1=1" and field(match.state, "hand") == "11"
    match.play(0, match.state.parse_action(0, "c1=1"))
    match.play(0, match.state.parse_action(0, "c2=1"))
    assert match.state.current() == 1
    match.undo(0)
    assert match.state.current() == 0 and field(match.state, "walk") == "a1:b1=1,c1=1"
    match.play(0, match.state.parse_action(0, "c2=1"))
    match.play(1, match.state.parse_action(1, "c1"))
    refuses(match.undo, 0)


def test_taking_back_on_the_pad():
    """A number on the pad can be taken back as long as the game is not over, whatever others have entered since."""
    match = Match(crystalla, 2, "track=turns start_swap=off first_player=manual")
    match.play(0, match.state.parse_action(0, "F1"))
    for turn in range(18):
        match.play(turn % 2, match.state.parse_action(0, "done"))
    match.play(0, match.state.parse_action(0, "T=7"))
    match.play(1, match.state.parse_action(1, "T=2"))
    match.undo(0)
    assert field(match.state, "pads") == "-/2"
    match.play(0, match.state.parse_action(0, "T=6"))
    assert field(match.state, "pads") == "6/2"


def test_a_seat_without_pieces_passes():
    """CR9: a position may have fewer pieces; who has none on the table lets the turn pass."""
    state = tracked(4, piles="-,-,222/-,-,-/-,-,-")
    assert words(state) == "-"
    say(state, "-")
    assert state.current() == 1 and state.turn == 2


# -- positions that cannot be -----------------------------------------------------------------------------
def _wrong_without_cards():
    """(name, text) of positions that no game can hold."""
    choose_ = tracked(4)
    walking = go(tracked(4, piles="12,2,-/-,1,-/-,-,-"), "a1: b1=2")
    due = go(tracked(4, piles="12,2,-/-,1,-/-,-,-"), "a1: b1=2 b2=1")
    given = say(go(tracked(4, piles="12,2,-/-,1,-/-,-,-"), "a1: b1=2 b2=1"), "G1")
    donor = go(tracked(4, piles="1,-,-/-,-,-/-,-,-", heights="9,1,9/9,9,9/8,8,8", turn=9), "a1: b1=1")
    found = []
    for state, fields in (
        (choose_, {"turn": 0}),
        (choose_, {"turn": 37}),
        (choose_, {"first": "-"}),
        (choose_, {"first": 5}),
        (choose_, {"phase": "walk"}),
        (choose_, {"phase": "place"}),
        (choose_, {"phase": "count"}),
        (choose_, {"phase": "nothing"}),
        (choose_, {"phase": "lot", "turn": 0}),
        (choose_, {"phase": "swap seat=1", "turn": 0}),
        (choose_, {"heights": "9,9,9/9,9,9/9,9,9"}),
        (choose_, {"heights": "9,9,9/9,9,9/8,8,7"}),
        (choose_, {"heights": "9,9,9/9,9,9/8,16,0"}),
        (choose_, {"piles": "111,-,222/-,-,-/333,-,445"}),
        (choose_, {"piles": "111,-,222/-,-,-/333,-,54"}),
        (choose_, {"piles": "111,-,222/-,-,-/333,-,N"}),
        (choose_, {"piles": "111,-,222/-,-,-"}),
        (choose_, {"piles": "21,-,222/-,-,-/333,-,-"}),
        (choose_, {"piles": "111,,222/-,-,-/333,-,444"}),
        (choose_, {"heights": "09,9,9/9,9,9/8,8,8"}),
        (choose_, {"heights": "9,9/9,9,9,9/8,8,8"}),
        (choose_, {"laid": "25.0.0.0"}),
        (choose_, {"laid": "9.9.9.9", "removed": 1}),
        (choose_, {"laid": "0.0.0"}),
        (choose_, {"piles": "111,-,222/-,-,-/333,-,444 walk=a1:b1=1"}),
        (walking, {"hand": "-"}),
        (walking, {"hand": "3"}),
        (walking, {"walk": "a1:b2=2"}),
        (walking, {"walk": field(walking, "walk") + ","}),
        (walking, {"walk": "a1:b1=3"}),
        (walking, {"walk": "a1"}),
        (walking, {"walk": "d1:b1=2"}),
        (walking, {"walk": "a1:b1=2,a1=1"}),
        (walking, {"walk": "c1:b1=2", "piles": "-,22,3/-,1,-/-,-,-"}),
        (walking, {"first": "3"}),
        (due, {"due": "0000"}),
        (due, {"due": "1000"}),
        (due, {"due": "1110"}),
        (due, {"due": "11"}),
        (due, {"laid": "9.9.9.9"}),
        (due, {"phase": "choose"}),
        (due, {"phase": "donor"}),
        (given, {"to": 2}),
        (given, {"to": 3}),
        (given, {"to": 5}),
        (donor, {"heights": "9,1,9/9,9,9/8,8,8"}),
        (donor, {"heights": "0,9,9/9,9,9/8,8,8"}),
    ):
        found.append((str(len(found)), changed(state.position(), **fields)))
    return found


def _wrong_with_cards():
    start = with_cards(4)
    late_ = late(4, piles="1,1,-/-,-,-/-,-,-", stack="1111111/1111111", open="LC.LD.SA.SE")
    placing = go(late(4, piles="1,1,-/-,-,-/-,-,-"), "a1: b1=1")
    swapping = say(WithCards().new(2), "F1 TA TA TE HA HC HD")
    picking = say(crystalla.unpack(swapping.pack()), "K K")
    again = say(crystalla.unpack(swapping.pack()), "S1")
    found = []
    for state, fields in (
        (start, {"cards": None}),
        (start, {"cards": "nothing!"}),
        (start, {"pool": "1212121/1212121"}),
        (start, {"pool": field(start, "pool").replace("2", "3", 1)}),
        (start, {"pool": field(start, "pool").replace("1", "X", 1)}),
        (start, {"pool": field(start, "pool").replace("/", "", 1)}),
        (start, {"stack": "9999999/0000000"}),
        (start, {"stack": "123/123"}),
        (start, {"open": "-"}),
        (start, {"open": "SA.LT.LT.SA"}),
        (start, {"open": "XX"}),
        (start, {"tops": "-" + field(start, "tops")[2:]}),
        (start, {"tops": "TX" + field(start, "tops")[2:]}),
        (start, {"displays": "-"}),
        (
            late_,
            {
                "displays": "|".join(
                    ["TA1,TA1,TA1,TA1/TA1,TA1,TA1,TA1/TA1,TA1,TA1,TA1"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3
                )
            },
        ),
        (late_, {"displays": "|".join(["-,-,-,-/TA1,-,-,-/-,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/TA5,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/T,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/ZA1,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/BB1,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/4A1,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-,-/-,-,-/-,-,-,-"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (late_, {"displays": "|".join(["-,-,-,-/-,-,-,-/-,-,-,-,TA1"] + ["-,-,-,-/-,-,-,-/-,-,-,-"] * 3)}),
        (placing, {"card": "-"}),
        (placing, {"card": "TX"}),
        (swapping, {"hands": "TA.TA.TE/HA.HC.-"}),
        (swapping, {"aside": "TA.-"}),
        (swapping, {"seat": 3}),
        (swapping, {"phase": "pick", "seat": 2}),
        (picking, {"hands": "-.-.-/HA.HC.HD"}),
        (again, {"seat": 2}),
        (again, {"hands": "-.-.TE/HA.HC.HD"}),
        (again, {"hands": "TA.TA.TE/HA.HC.HD"}),
    ):
        text = changed(state.position(), **fields)
        assert text != state.position(), fields
        found.append((str(len(found)), text))
    return found


def test_wrong_position(case):
    refuses(crystalla.from_position, case)


def test_wrong_bytes():
    """Bytes with one of them changed are refused, or are the packed state of what they say."""
    dice = Dice(5)
    for state in (tracked(4), late(2), go(late(4, piles="12,2,-/-,1,-/-,-,-"), "a1: b1=2 b2=1")):
        packed = state.pack()
        for at in range(len(packed)):
            wrong = bytearray(packed)
            wrong[at] = (wrong[at] + 1 + dice.below(255)) & 255
            try:
                other = crystalla.unpack(bytes(wrong))
            except crystalla.RuleError:
                continue
            assert other.pack() == bytes(wrong)
            assert crystalla.from_position(other.position()).pack() == bytes(wrong)


def _wrong():
    return [("bare " + name_, text) for name_, text in _wrong_without_cards()] + [
        ("cards " + name_, text) for name_, text in _wrong_with_cards()
    ]


CASES = {"test_wrong_position": _wrong}
