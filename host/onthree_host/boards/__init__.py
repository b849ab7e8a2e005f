"""Boards: whatever speaks the link. `unix` and `pico` are virtual, on the same models in `parts`."""
