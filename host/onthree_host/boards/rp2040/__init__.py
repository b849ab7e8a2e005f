"""A Raspberry Pi Pico without the Pico: rp2040py as a chip, the PC's end of its USB cable, its flash, its pins.

Nothing here knows the game. `boards/pico.py` puts the table's parts onto the chip.
"""
