"""Conversations of the device's link with a PC over lines good and bad: every record arrives, whatever happens."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onthree_host.link import Hello, Recorded
from onthree_host.link import Link as HostLink
from tests.device.line import FIFO, Table, spoiler

ACTIONS = st.one_of(
    st.tuples(st.just("log"), st.integers(1, 9)),
    st.tuples(st.just("run"), st.integers(1, 120)),
    st.tuples(st.just("pump"), st.integers(1, 60)),  # the PC does not read meanwhile
    st.tuples(st.just("connect"), st.sampled_from("ab")),
    st.tuples(st.just("vanish"), st.just(0)),
    st.tuples(st.just("ask twice"), st.just(0)),
    st.tuples(st.just("reboot"), st.just(0)),
    st.tuples(st.just("tidy"), st.booleans()),
    st.tuples(st.just("count"), st.integers(1, 40)),
)
NOISES = st.one_of(
    st.tuples(st.just("garbage to the device"), st.binary(max_size=60)),
    st.tuples(st.just("garbage to the PC"), st.binary(max_size=60)),
    st.tuples(st.just("spoil"), st.integers(0, 2**32)),
    st.tuples(st.just("mend"), st.just(0)),
)


def act(table, action, value):
    if action == "log":
        table.log(value)
    elif action == "run":
        table.run(value)
    elif action == "pump":
        for _ in range(value):
            table.link.pump()
    elif action == "connect":
        table.connect(value)
    elif action == "vanish":
        table.pc = None
    elif action == "ask twice" and table.pc:
        table.pc.ask()
        table.pc.ask()
    elif action == "reboot":
        table.boot()
    elif action == "tidy":
        table.journal.tidy(value)
    elif action == "count":
        table.link.quiet(True)
        table.run(value)
        table.link.quiet(False)
    elif action == "garbage to the device":
        table.line.to_device += value
    elif action == "garbage to the PC":
        table.line.to_pc += value[: max(0, FIFO - len(table.line.to_pc))]
    elif action == "spoil":
        table.line.spoil = spoiler(value)
    elif action == "mend":
        table.line.spoil = lambda data: data


@given(st.lists(ACTIONS, max_size=25))
@settings(max_examples=120, deadline=None)
def test_on_a_good_line_everything_arrives_and_no_write_ever_waits(actions):
    table = Table()
    for action, value in actions:
        act(table, action, value)
    table.settle()
    table.check()
    assert table.line.blocked == 0
    table.close()


@given(st.lists(st.one_of(ACTIONS, NOISES), max_size=30))
@settings(max_examples=200, deadline=None)
def test_on_a_bad_line_everything_arrives_once_the_line_is_good(actions):
    table = Table()
    for action, value in actions:
        act(table, action, value)
    table.settle()
    table.check()
    table.close()


@pytest.mark.parametrize("seed", range(6))
def test_on_a_line_that_stays_bad_everything_arrives_too(seed):
    table = Table()
    table.line.spoil = spoiler(seed)
    table.connect("a")
    for i in range(40):
        table.log(i % 5 + 1)
        table.run(60)
        table.journal.tidy(i % 3 == 0)
    for _ in range(300):
        table.run(100)
        if len(table.stores["a"]) == table.journal.durable - 1:
            break
    table.check()
    assert table.pc.asked > 1
    table.close()


# -- with the PC's own end of the line ------------------------------------------------------------------------
class SerialPort:
    """A Line as pyserial would show it."""

    def __init__(self, line):
        self.line = line

    @property
    def in_waiting(self):
        return len(self.line.to_pc)

    def read(self, size=1):
        return self.line.receive(size)

    def write(self, data):
        self.line.send(data)
        return len(data)

    def close(self):
        pass


@pytest.mark.parametrize("seed", [None, 1, 2, 3])  # None: a good line
def test_the_two_ends_understand_each_other(seed):
    table = Table()
    if seed is not None:
        table.line.spoil = spoiler(seed)
    pc = HostLink(SerialPort(table.line))
    store = table.stores["a"]
    for now in range(9000):
        table.link.pump()
        for event in pc.poll(now / 500):
            if isinstance(event, Hello):
                pc.listen(len(store) + 1)
            elif isinstance(event, Recorded):
                store[event.members["seq"]] = event.heard.raw
                pc.stored(event.members["seq"])
        if now % 300 == 0 and now < 6000:
            table.log(now % 7 + 1)
        if now % 50 == 0:
            table.journal.tidy(True)
        if now == 3000:
            table.boot()
        if now == 6000:
            table.line.spoil = lambda data: data
    table.check()
    if seed is None:
        assert table.line.blocked == 0
        assert table.journal.unread == 0
    table.close()
