"""The firmware's displays, run by MicroPython on the part models: what is on the wire, and what a player sees."""

import random

import pytest

from onthree_host.boards.glass import letters
from tests.device.desk import PUMP_US, Desk

BIT_US = 2.5
PODS = range(6)
HUB = 64


@pytest.fixture
def desk():
    with Desk() as desk:
        yield desk


def pixels(frame):
    """The set pixels of 1024 bytes, as (x, y)."""
    return {(i % 128, i // 128 * 8 + bit) for i, byte in enumerate(frame) for bit in range(8) if byte >> bit & 1}


# -- drawing ---------------------------------------------------------------------------------------------------


def enlarged(text, x, y, scale):
    """The pixels of a text in squares of `scale`, as far as they are on the display: worked out one by one."""
    found = set()
    for k, letter in enumerate(text):
        for column, bits in enumerate(letters()[letter]):
            for row in range(8):
                if bits >> row & 1:
                    left, top = x + (k * 8 + column) * scale, y + row * scale
                    found |= {(left + i, top + j) for i in range(scale) for j in range(scale)}
    return {(x, y) for x, y in found if 0 <= x < 128 and 0 <= y < 64}


@pytest.mark.parametrize(
    ("text", "x", "y", "scale"),
    [
        ("A", 0, 0, 2),
        ("go!", 5, 3, 3),
        ("42", -9, -7, 4),
        ("edge", 100, 50, 3),
        ("x", 200, 80, 2),
        ("sixteen letters!", 0, 8, 4),
    ],
)
def test_big_text_is_the_font_in_squares_and_is_cut_off_at_the_edges(desk, text, x, y, scale):
    desk.do(f"pods[0].big({text!r}, {x}, {y}, {scale})")
    assert pixels(desk.frame("pods[0]")) == enlarged(text, x, y, scale)


def test_text_can_be_taken_out_of_a_white_ground(desk):
    desk.do("hub.fill(1)")
    desk.do("hub.big('Go', 3, 4, 3, 0)")
    everything = {(x, y) for x in range(128) for y in range(64)}
    assert pixels(desk.frame("hub")) == everything - enlarged("Go", 3, 4, 3)


def test_numbers_and_centred_text(desk):
    assert desk.do("hub.number(0, 0, 0)") == "8"
    assert desk.do("hub.number(1305, 16, 0, 2)") == "80"
    desk.do("hub.centred('Ready?', 24, 2)")
    desk.do("hub.centred('go', 56)")
    expected = enlarged("0", 0, 0, 1) | enlarged("1305", 16, 0, 2)
    expected |= enlarged("Ready?", 16, 24, 2) | enlarged("go", 56, 56, 1)
    assert pixels(desk.frame("hub")) == expected


def test_inverting_a_rectangle_twice_is_nothing_and_once_is_the_rectangle(desk):
    for x, y, width, height in [(3, 5, 20, 30), (-5, -5, 10, 10), (120, 60, 50, 50), (0, 8, 128, 8), (10, 10, 0, 5)]:
        desk.do("hub.fill(0)")
        desk.do(f"hub.invert({x}, {y}, {width}, {height})")
        inside = {(i, j) for i in range(x, x + width) for j in range(y, y + height)}
        assert pixels(desk.frame("hub")) == {(i, j) for i, j in inside if 0 <= i < 128 and 0 <= j < 64}
        desk.do(f"hub.invert({x}, {y}, {width}, {height})")
        assert not any(desk.frame("hub"))


def test_the_pictures_are_those_drawn_in_the_source(desk):
    source = (desk.board._firmware / "device" / "glyphs.py").read_text().splitlines()
    icons = [line[4:].split() for line in source if line.startswith("#   ") and len(line.split()) == 6]
    stones = [line[4:].split() for line in source if line.startswith("#   ") and len(line.split()) == 5]
    assert (len(icons), len(stones)) == (16, 8)
    for kind, drawn in (("icon", icons), ("stone", stones)):
        for which in range(len(drawn[0])):
            desk.do("hub.fill(0)")
            desk.do(f"hub.{kind}({which}, 30, 20)")
            expected = {(30 + x, 20 + y) for y, row in enumerate(drawn) for x, c in enumerate(row[which]) if c == "#"}
            assert pixels(desk.frame("hub")) == expected


def test_stones_of_four_colours_differ_by_many_pixels(desk):
    found = []
    for which in range(4):
        desk.do("hub.fill(0)")
        desk.do(f"hub.stone({which}, 0, 0)")
        found.append(pixels(desk.frame("hub")))
    for one in range(4):
        for other in range(one):
            assert len(found[one] ^ found[other]) >= 4


# -- sending ---------------------------------------------------------------------------------------------------


def test_at_first_all_displays_are_dark_and_not_noise(desk):
    assert desk.do("d.present()") == "127"
    for panel in [desk.board.hub, *map(desk.board.pod, PODS)]:
        assert not any(any(glass) for _, glass in panel.model.log.pictures())
        assert panel.model.on
        assert panel.model.unknown == []


def test_each_panel_shows_what_was_drawn_for_it(desk):
    desk.do("draw(hub, 'HUB')", locked=True)
    for pod in PODS:
        desk.do(f"draw(pods[{pod}], 'P{pod}')", locked=True)
    assert desk.board.hub.words() == "HUB"
    assert [desk.board.pod(pod).words() for pod in PODS] == [f"P{pod}" for pod in PODS]


def test_only_what_changed_is_sent(desk):
    desk.do("pods[2].text('sixteen letters!', 0, 8)")
    assert desk.traffic("pods[2].send()", locked=True) == (2, 1 + 7 + 128)  # the mux, one line
    assert desk.traffic("pods[2].send()", locked=True) == (0, 0)
    desk.do("pods[2].text('_', 40, 8)")
    assert desk.traffic("pods[2].send()", locked=True) == (1, 7 + 8)  # one letter; the mux is there already
    desk.do("pods[2].fill(0)")
    desk.do("pods[2].text('sixteen letters!', 0, 8)")
    desk.do("pods[2].text('_', 40, 8)")
    assert desk.traffic("pods[2].send()", locked=True) == (0, 0)  # drawn from scratch, the same as before
    desk.do("pods[2].pixel(0, 0, 1)")
    desk.do("pods[2].pixel(127, 63, 1)")
    assert desk.traffic("pods[2].send()", locked=True) == (2, 2 * (7 + 4))


def test_whatever_is_drawn_the_display_holds_the_frame(desk):
    chance = random.Random(7)
    for _ in range(60):
        for _ in range(chance.randrange(1, 5)):
            x, y = chance.randrange(-10, 130), chance.randrange(-10, 70)
            width, height = chance.randrange(1, 40), chance.randrange(1, 30)
            desk.do(
                chance.choice(
                    [
                        f"pods[1].fill_rect({x}, {y}, {width}, {height}, {chance.randrange(2)})",
                        f"pods[1].pixel({x}, {y}, {chance.randrange(2)})",
                        f"pods[1].invert({x}, {y}, {width}, {height})",
                        f"pods[1].big('ab', {x}, {y}, {chance.randrange(1, 5)})",
                        f"pods[1].fill({chance.randrange(2)})",
                    ]
                )
            )
        desk.do("pods[1].send()", locked=True)
        assert bytes(desk.board.parts.panels[1].ram) == desk.frame("pods[1]")
    assert not any(desk.board.pod(0).glass.data)


# -- hidden choices --------------------------------------------------------------------------------------------


def choices(desk, pods, locked=False):
    for pod in pods:
        desk.do(f"draw(pods[{pod}], 'CHOICE {pod}')", locked)


def test_hidden_panels_are_all_lit_and_reveal_is_one_instant(desk):
    desk.do("d.joined = 0b101101")
    joined, others = [0, 2, 3, 5], [1, 4]
    hidden_from = desk.board.now_us
    assert desk.traffic("d.hide()", locked=True) == (2, 1 + 2)
    choices(desk, PODS, locked=True)
    assert all(desk.board.pod(pod).glass.lit for pod in joined)
    assert [desk.board.pod(pod).words() for pod in others] == ["CHOICE 1", "CHOICE 4"]
    called = desk.board.now_us
    assert desk.traffic("d.reveal()", locked=True) == (2, 1 + 2)
    shown = {desk.board.pod(pod).first_shown("CHOICE", hidden_from) for pod in joined}
    assert len(shown) == 1
    assert called < shown.pop() < called + 1000
    assert [desk.board.pod(pod).words() for pod in joined] == [f"CHOICE {pod}" for pod in joined]
    for pod in joined:  # dark, lit, the choice: nothing in between
        assert len(desk.board.pod(pod).history(hidden_from)) == 3


def test_a_panel_that_is_missing_does_not_keep_the_others_from_revealing(desk):
    desk.do("d.joined = 63")
    desk.do("d.hide()", locked=True)
    desk.board.unplug(3)
    choices(desk, PODS, locked=True)
    called = desk.board.now_us
    desk.do("d.reveal()", locked=True)
    shown = {desk.board.pod(pod).first_shown("CHOICE", called) for pod in PODS if pod != 3}
    assert len(shown) == 1
    assert desk.do("d.present()") == str(127 - 8)


def test_a_pod_that_comes_back_during_the_count_is_lit_and_reveals_with_the_others(desk):
    desk.do("d.joined = 63")
    desk.board.unplug(3)
    choices(desk, PODS, locked=True)
    desk.do("d.hide()", locked=True)
    desk.board.plug(3)
    back = desk.board.now_us
    desk.do("idle(1200)")
    assert desk.board.pod(3).glass.lit
    assert {glass.lit or glass.dark for _, glass in desk.board.pod(3).history(back)} == {True}
    desk.do("d.reveal()", locked=True)
    assert len({desk.board.pod(pod).first_shown("CHOICE", back) for pod in PODS}) == 1


def test_reveal_goes_pod_by_pod_where_the_broadcast_is_not_acknowledged(desk):
    desk.do("d.joined = 7")
    desk.do("d.hide()")
    choices(desk, range(3))
    desk.do("d.bus._mask_was = d.bus.select")
    desk.do("d.bus.select = lambda mask: mask in (1, 2, 4) and d.bus._mask_was(mask)")
    desk.do("d.reveal()")
    assert [desk.board.pod(pod).words() for pod in range(3)] == ["CHOICE 0", "CHOICE 1", "CHOICE 2"]


ALIKE = "alike = lambda panel: (panel.fill_rect(0, 40, 128, 16, 0), panel.text('ALIKE', 0, 40), (0, 40, 128, 16))[2]"


def test_what_pods_show_alike_goes_to_all_of_them_at_once_and_the_rest_stays(desk):
    choices(desk, PODS)
    for pod, text in ((0, "old"), (4, "older")):  # whatever stood there is gone on each of them
        desk.do(f"pods[{pod}].frame[:] = pods[{pod}].shown; pods[{pod}].text({text!r}, 80, 48); pods[{pod}].send()")
    desk.do(ALIKE)
    called = desk.board.now_us
    transfers, sent = desk.traffic("d.together(0b110111, alike)")
    assert (transfers, sent) == (3, 1 + 2 * 7 + 5 * 8 + 5 * 8)  # the mux; a line of text; where "older" stood
    for pod in PODS:
        words = f"CHOICE {pod}" if pod == 3 else f"CHOICE {pod} ALIKE"
        assert desk.board.pod(pod).words() == words
        assert bytes.fromhex(desk.do(f"hexed(pods[{pod}].shown)")) == desk.board.pod(pod).glass.data
    assert len({desk.board.pod(pod).first_shown("ALIKE", called) for pod in PODS if pod != 3}) == 1
    assert desk.board.hub.words() == ""
    desk.do("draw(hub, 'HUB')")
    desk.do(f"d.together({HUB + 1}, alike)")
    assert desk.board.hub.words() == "HUB ALIKE"


def test_pods_that_do_not_answer_when_all_are_told_are_drawn_when_they_are_back(desk):
    choices(desk, PODS)
    for pod in PODS:
        desk.board.unplug(pod)
    desk.do(ALIKE)
    desk.do("d.together(63, alike)")
    assert desk.do("d.present()") == str(HUB)
    assert desk.traffic("d.together(63, alike)") == (0, 0)
    for pod in PODS:
        desk.board.plug(pod)
    desk.do("idle(1500)")
    assert [desk.board.pod(pod).words() for pod in PODS] == [f"CHOICE {pod} ALIKE" for pod in PODS]


# -- faults ----------------------------------------------------------------------------------------------------


def test_a_pod_unplugged_is_noticed_costs_next_to_nothing_and_is_redrawn_when_it_is_back(desk):
    choices(desk, PODS)
    desk.board.unplug(4)
    before = desk.board.now_us
    desk.do("draw(pods[4], 'news')", locked=True)
    assert desk.board.now_us - before < 1000
    assert desk.do("d.present()") == str(127 - 16)
    assert desk.traffic("draw(pods[4], 'more news')", locked=True) == (0, 0)
    desk.do("idle(3000)")
    assert desk.do("d.present()") == str(127 - 16)
    desk.board.plug(4)
    desk.do("idle(1500)")
    assert desk.do("d.present()") == "127"
    assert desk.board.pod(4).words() == "more news"


def test_a_pod_that_lost_its_supply_for_a_moment_is_redrawn_although_it_never_failed_to_answer(desk):
    choices(desk, PODS)
    desk.board.unplug(5)
    desk.board.plug(5)
    desk.do("idle(1500)")
    assert desk.board.pod(5).words() == "CHOICE 5"


def test_a_nack_in_mid_frame_is_noticed(desk):
    desk.board.loosen(1, 40)
    desk.do("pods[1].text('sixteen letters!', 0, 24)")
    desk.do("pods[1].send()", locked=True)  # one transfer, whose end nobody took; nothing is raised
    assert desk.do("d.present()") == str(127 - 2)
    desk.board.plug(1)
    desk.do("idle(1500)")
    assert desk.do("d.present()") == "127"
    assert desk.board.pod(1).words() == "sixteen letters!"


def test_a_display_that_cannot_be_read_is_not_missing_and_not_set_up_again_and_again(desk):
    desk.do("told = d.bus.status")
    desk.do("d.bus.status = lambda address: told(address) if address == 0x70 else -1")  # the mux can
    desk.do("idle(1100)")
    assert desk.do("d.present()") == "127"
    written = [panel.data_bytes for panel in desk.board.parts.panels]
    desk.do("idle(3000)")
    assert [panel.data_bytes for panel in desk.board.parts.panels] == written


@pytest.mark.parametrize("locked", [False, True])
def test_a_hung_bus_is_recovered_and_everything_is_drawn(desk, locked):
    desk.board.parts.bus.hold_sda(5)
    before = desk.board.now_us
    choices(desk, PODS, locked)
    assert desk.board.now_us - before < 200_000
    desk.do("idle(2000)")
    assert desk.do("d.present()") == "127"
    assert [desk.board.pod(pod).words() for pod in PODS] == [f"CHOICE {pod}" for pod in PODS]


def test_a_bus_that_stays_dead_costs_12_ms_a_second_and_comes_back(desk):
    desk.board.hang_bus()
    desk.do("d.bus._recover = lambda: False")
    before = desk.board.now_us
    choices(desk, PODS)
    assert desk.board.now_us - before < 20_000  # one timeout, not seven
    assert desk.do("d.present()") == "0"
    before = desk.board.parts.bus.transfers
    desk.do("idle(3000)")
    assert desk.board.parts.bus.transfers == before
    desk.board.hang_bus(False)
    desk.do("d.bus._recover = recover")
    desk.do("idle(2100)")
    assert desk.do("d.present()") == "127"
    assert desk.board.pod(2).words() == "CHOICE 2"


def test_a_reveal_survives_a_hang(desk):
    desk.do("d.joined = 63")
    desk.do("d.hide()")
    choices(desk, PODS)
    desk.board.parts.bus.hold_sda(3)
    desk.do("d.reveal()", locked=True)
    desk.do("idle(1500)")
    assert [desk.board.pod(pod).words() for pod in PODS] == [f"CHOICE {pod}" for pod in PODS]


def test_fewer_pods_than_sockets():
    with Desk(pods=4) as desk:
        assert desk.do("d.present()") == str(HUB | 0b1111)
        choices(desk, PODS)
        assert [desk.board.pod(pod).words() for pod in range(4)] == [f"CHOICE {pod}" for pod in range(4)]


def test_without_a_mux_the_hub_works_alone():
    with Desk(begin=False) as desk:
        desk.board.no_mux()
        desk.do("d.begin(time.ticks_ms())")
        desk.do("draw(hub, 'alone')")
        desk.board.run_for_us(PUMP_US)
        assert desk.do("(d.present(), d.mux_missing)") == f"({HUB}, True)"
        assert desk.board.hub.words() == "alone"
        desk.board.no_mux(False)
        desk.do("idle(1500)")
        assert desk.do("(d.present(), d.mux_missing)") == "(127, False)"


def test_without_a_mux_one_pod_straight_on_the_bus_is_pod_1():
    with Desk(begin=False) as desk:
        desk.board.parts.wire_directly(0)
        desk.do("d.begin(time.ticks_ms())")
        desk.board.run_for_us(PUMP_US)
        assert desk.do("d.present()") == str(HUB | 1)
        desk.do("d.joined = 1")
        desk.do("d.hide()")
        choices(desk, [0, 1])
        assert desk.board.pod(0).glass.lit
        desk.do("d.reveal()")
        assert desk.board.pod(0).words() == "CHOICE 0"


def test_a_mux_that_fails_in_a_game_never_shows_one_players_choice_to_another(desk):
    desk.do("draw(pods[3], 'mine')")  # the mux has joined pod 4's channel
    mux = desk.board.parts.mux
    mux.nack_after = 0
    desk.do("draw(pods[0], 'secret')")
    assert [desk.board.pod(pod).words() for pod in PODS] == ["", "", "", "mine", "", ""]
    mux.nack_after = None
    desk.do("idle(1500)")
    assert desk.board.pod(0).words() == "secret"


def test_a_mux_that_acknowledges_and_does_not_switch_is_noticed_within_a_second(desk):
    desk.do("draw(pods[3], 'mine')")  # the mux has joined pod 4's channel, and stays there
    desk.board.stick_mux()
    desk.do("idle(1000)")
    assert desk.do("(d.present(), d.mux_missing)") == f"({HUB}, True)"
    desk.do("draw(pods[0], 'secret')")
    desk.do("draw(pods[3], 'news')")
    desk.do("idle(3000)")  # that channel 4 is joined where 4 was asked for means nothing
    assert [desk.board.pod(pod).words() for pod in PODS] == ["", "", "", "mine", "", ""]
    desk.board.stick_mux(False)
    desk.do("idle(1500)")
    assert desk.do("(d.present(), d.mux_missing)") == "(127, False)"
    assert [desk.board.pod(pod).words() for pod in PODS] == ["secret", "", "", "news", "", ""]


def test_the_hubs_display_may_be_missing():
    with Desk(begin=False) as desk:
        desk.board.no_hub()
        desk.do("d.begin(time.ticks_ms())")
        choices(desk, PODS)
        desk.board.run_for_us(PUMP_US)
        assert desk.do("d.present()") == "63"
        assert desk.board.pod(5).words() == "CHOICE 5"
