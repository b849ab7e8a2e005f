"""The device: what runs on the Pico around the shared rules. `main.py` hands in pins, buses and clocks."""
