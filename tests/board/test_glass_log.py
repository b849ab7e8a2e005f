"""Whatever is sent to a display, its log ends with what the glass shows, and never tells of the future."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from onthree_host.boards.parts import PUMP_US, SSD1306

COMMANDS = st.sampled_from([0xAE, 0xAF, 0xA4, 0xA5, 0xA6, 0xA7, 0x8D14, 0x8D10])
STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 0, 1, 500, PUMP_US - 1, PUMP_US]),  # us later
        st.one_of(COMMANDS, st.binary(min_size=1, max_size=9)),
    ),
    max_size=40,
)


def send(panel, what):
    panel.start(False)
    if isinstance(what, int):
        panel.write(0x00)
        for byte in what.to_bytes(2 if what > 255 else 1, "big"):
            panel.write(byte)
    else:
        panel.write(0x40)
        for byte in what:
            panel.write(byte)
    panel.stop()


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_the_log_agrees_with_the_glass_at_every_time(steps):
    now = [0]
    panel = SSD1306(0x3C, lambda: now[0])
    for command in (0xA1, 0xC8, 0x8D14, 0xAF):
        send(panel, command)
    seen = {}
    for later, what in steps:
        now[0] += later
        send(panel, what)
        seen[now[0]] = panel.glass()
    pictures = list(panel.log.pictures(until=now[0]))
    assert [us for us, _ in pictures] == sorted({us for us, _ in pictures})
    for us, glass in seen.items():
        assert [shown for at, shown in pictures if at <= us][-1] == glass
    for (_, one), (_, other) in itertools.pairwise(pictures):
        assert one != other
