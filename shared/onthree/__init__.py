"""On Three, the half that the Pico and the PC share: rules, chance, records and the line between them.

Pure: no I/O, no clock, no `machine`, no `random`. Importing it runs nothing.
"""

VERSION = "0.1.0"
