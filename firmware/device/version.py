"""The version of the firmware, as the device tells it to a PC and writes it into its boot records."""

VERSION = "0.1.0"
