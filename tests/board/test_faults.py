"""What goes wrong on a table, on the virtual board: cables, bus, serial port, power."""

import pytest

from onthree_host.boards.errors import PowerLost
from onthree_host.boards.flash import BLOCK, Flash, FlashOp, apply, tear


def free_flash(blocks=32):
    return Flash(blocks=blocks, erase_us=0, program_us=0)


def test_an_absent_pod_is_eio_after_its_address(talk):
    one = talk(pods=2)
    result, us = one.ask("show 4 x").split()[1:]
    assert result == "OSError:5"
    assert int(us) < 200


def test_unplugging_in_mid_frame_is_a_short_count(talk):
    one = talk()
    one.ask("draw 1 before")
    board = one.board
    board.at_us(board.now_us + 10_000, lambda: board.unplug(1))
    one.port.write(b"show 2 after\n")
    count, us = one.line().split()[1:]
    assert 200 < int(count) < 600
    assert 9_000 < int(us) < 12_000
    assert board.pod(1).glass.dark
    board.plug(1)
    assert one.ask("draw 1 again").startswith("drew 1025 ")
    board.run_for_us(100_000)
    assert board.pod(1).words() == "again"


def test_a_loose_cable_is_mended_by_plugging(talk):
    one = talk()
    one.ask("draw 0 before")
    one.board.loosen(0, 100)
    assert int(one.ask("show 1 after").split()[1]) < 101
    one.board.plug(0)
    assert one.ask("show 1 after").startswith("drew 1025 ")


def test_a_hung_bus_times_out_and_comes_back(talk):
    one = talk()
    board = one.board
    board.hang_bus()
    assert one.ask("draw hub x") == "drew OSError:110 10000"
    board.hang_bus(False)
    assert one.ask("draw hub x").startswith("drew 1025 ")
    board.at_us(board.now_us + 5_000, board.hang_bus)
    one.port.write(b"draw hub y\n")
    result, us = one.line().split()[1:]
    assert result == "OSError:110"
    assert 14_900 < int(us) < 15_200


def test_held_data_is_freed_with_clock_pulses(talk):
    one = talk()
    one.board.parts.bus.hold_sda(9)
    assert one.ask("draw hub x").startswith("drew OSError:110 ")
    assert one.ask("clock_bus 9") == "clocked"
    assert one.ask("draw hub x").startswith("drew 1025 ")


def test_a_missing_mux_hub_or_pod(talk):
    one = talk()
    one.board.no_mux()
    one.board.no_hub()
    assert one.ask("scan") == "scan"
    one.board.no_mux(False)
    assert one.ask("scan") == "scan 112"
    one.board.no_hub(False)
    assert one.ask("scan") == "scan 61 112"


def test_one_pod_may_sit_on_the_main_bus(talk):
    one = talk(pods=1)
    one.board.parts.wire_directly(0)
    assert one.ask("scan") == "scan 60 61"
    assert one.ask("show - hello").startswith("drew 1025 ")


def test_a_stuck_button_is_one_edge(talk):
    one = talk()
    board = one.board
    board.stick(3, "A")
    ((_, levels),) = one.stamps(1)
    assert not levels >> board.parts.wiring.pin(3, "A") & 1
    board.press(3, "A")
    board.run_for(2)
    assert one.port.read_all() == b""
    board.stick(3, "A", False)
    one.stamps(1)


def test_an_unplugged_pods_buttons_do_nothing(talk):
    one = talk()
    board = one.board
    board.unplug(0)
    board.press(0, "A")
    board.run_for(1)
    assert one.port.read_all() == b""


def test_a_pc_that_stops_reading_costs_a_second_a_write_and_is_counted(talk):
    one = talk()
    one.port.stall()
    before = one.board.now_us
    one.port.write(b"spam 4\necho done\n")  # 4 x 64 bytes fit
    one.board.run_for_us(100_000)
    assert one.port.blocked == 1  # "done" did not
    one.board.run_for(3)
    one.port.resume()
    one.board.run_for_us(1_000)
    text = one.port.read_all().decode()
    assert [line[:4] for line in text.split("\n") if line] == ["0000", "0001", "0002", "0003"]
    assert one.ask("time").split()[1] == str(one.board.now_us)
    assert one.board.now_us - before >= 3_000_000


def test_a_pc_that_reads_again_ends_the_wait(talk):
    one = talk()
    one.port.stall()
    one.port.write(b"spam 5\n")
    one.board.at_us(one.board.now_us + 300_000, one.port.resume)
    start = one.board.now_us
    one.board.run_until(lambda: one.board.fifo.waiting >= 320, 2_000_000)
    assert 300_000 <= one.board.now_us - start < 310_000
    assert one.port.blocked == 1
    assert len(one.port.read_all().splitlines()) == 5


def test_with_dtr_down_nothing_waits_and_stale_bytes_come_first(talk):
    one = talk()
    one.port.write(b"sleep 100\nspam 100\nsleep 1\n")
    one.port.close()
    one.board.run_for(1)
    assert one.board.fifo.blocked == 0
    with pytest.raises(OSError, match="closed"):
        one.port.read(1)
    one.port.open()
    stale = one.port.read_all()
    assert len(stale) == 256
    assert stale.endswith(b"slept 1000\n")


def test_power_goes_at_any_request(talk):
    one = talk(flash=free_flash())
    board = one.board
    board.kill_at(board.rpcs + 30)
    with pytest.raises(PowerLost, match="request"):
        one.ask("append never")
        one.ask("toggle 100")
    assert not board.powered
    with pytest.raises(OSError, match="disconnected"):
        one.port.read_all()
    board.power_on()
    one.listen()
    assert one.ask("echo alive") == "alive"


@pytest.mark.parametrize("torn", [False, True])
def test_power_goes_at_every_flash_operation_of_an_append(talk, torn):
    one = talk(flash=free_flash())
    board = one.board
    one.ask("append kept")
    kept = ["kept"]
    cuts = 0
    for op in range(12):
        text = f"{op:02d}" * 200
        board.cut_at_op(op, torn)
        try:
            assert one.ask(f"append {text}") == "appended"
            kept.append(text)
        except PowerLost:
            cuts += 1
            board.power_on()
            one.listen()
        board.flash.cut_at(None)
        found = one.ask("list").split()[1:]
        assert found in (kept, [*kept, text])  # littlefs: the whole append or nothing
        kept = found
    assert cuts >= 3


def test_the_image_after_any_operation_can_be_made_afterwards(talk):
    one = talk(flash=free_flash())
    flash = one.board.flash
    flash.record()
    images = [bytes(flash.image)]
    for i in range(3):
        one.ask(f"append {str(i) * 500}")
        images.append(bytes(flash.image))
    assert flash.image_at(0) == images[0]
    assert flash.image_at(len(flash.log)) == images[-1]
    torn = [flash.image_at(op, torn=True, seed=3) for op in range(len(flash.log))]
    assert torn == [flash.image_at(op, torn=True, seed=3) for op in range(len(flash.log))]
    assert any(image not in (flash.image_at(op), flash.image_at(op + 1)) for op, image in enumerate(torn))


def test_flash_only_clears_bits_and_tears_repeatably():
    image = bytearray(b"\xff" * (2 * BLOCK))
    apply(image, FlashOp(0, 16, b"\xf0\x0f"))
    apply(image, FlashOp(0, 16, b"\x3c\xff"))
    assert image[15:19] == b"\xff\x30\x0f\xff"
    apply(image, FlashOp(0, 0, None))
    assert image == b"\xff" * (2 * BLOCK)
    programmed = FlashOp(0, 256, bytes(256))
    torn = bytearray(image)
    tear(torn, programmed, 5)
    assert 0 < torn.count(0) < 256
    again = bytearray(image)
    tear(again, programmed, 5)
    assert torn == again
    erased = bytearray(BLOCK)
    tear(erased, FlashOp(0, 0, None), 5)
    assert 0 < sum(map(int.bit_count, erased)) < 8 * BLOCK


def test_a_cut_before_an_operation_leaves_the_image_alone():
    flash = free_flash(2)
    flash.program(0, b"\x00" * 512, 0)
    assert flash.ops == 2
    flash.cut_at(3)
    flash.program(1024, b"\x01", 0)
    before = bytes(flash.image)
    with pytest.raises(PowerLost, match="before flash operation 3"):
        flash.erase(0, 0)
    assert flash.image == before
    flash.erase(0, 0)
    assert flash.erases == [1, 0]
