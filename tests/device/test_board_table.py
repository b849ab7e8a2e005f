"""The table of pins: plain data that any Python reads, without two uses of one pin."""

import ast
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "firmware" / "device" / "board.py"


def table():
    """The names and values of the file, which must all be literals."""
    values = {}
    for statement in ast.parse(PATH.read_text()).body[1:]:
        assert isinstance(statement, ast.Assign), ast.dump(statement)
        values[statement.targets[0].id] = ast.literal_eval(statement.value)
    return values


def test_every_gpio_of_the_pico_has_at_most_one_use():
    board = table()
    used = [pin for pod in board["POD_BUTTONS"] for pin in pod] + list(board["HUB_BUTTONS"]) + list(board["SPARE"])
    used += [board["I2C_SDA"], board["I2C_SCL"], board["BUZZER"], board["LED"]]
    assert sorted(used) == [*range(23), 25, 26, 27, 28]  # GP23, 24 and 29 are the Pico's own
    assert len(board["POD_BUTTONS"]) == len(board["POD_CHANNELS"]) == board["SEATS"]


def test_pins_suit_what_they_are_used_for():
    board = table()
    # RP2040 datasheet 1.4.3: I2C0 is on GP0, 1, 4, 5, ...; SDA on the even ones. Bit n of GPIO_IN is GPn.
    assert (board["I2C_BUS"], board["I2C_SDA"] % 4, board["I2C_SCL"] % 4) == (0, 0, 1)
    assert board["GPIO_IN"] == 0xD0000000 + 4
    assert len({board["HUB_ADDRESS"], board["POD_ADDRESS"], board["MUX_ADDRESS"]}) == 3


def test_the_time_limit_of_a_transfer_is_above_the_longest_and_a_hang_is_short():
    board = table()
    longest = (1 + 7 + 128) * 9 * 1_000_000 / board["I2C_HZ"]  # address, header, one page
    assert 2 * longest < board["I2C_TIMEOUT_US"] <= 20_000
