"""The PC's side of the line against a device on simulated time."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onthree import wire
from onthree.records import WINDOW
from onthree_host.errors import LinkError, LinkLost
from onthree_host.link import Answer, Console, Hello, Recorded, RoundTrip
from onthree_host.recorder import Lost, Recorder
from onthree_host.store import Store
from tests.host import logs
from tests.host.device import FakeDevice, Line


def games(count=2):
    return logs.games(count, players=3)


def listen(recorder, seconds=30.0, start=0.0, step=0.01):
    """Poll for so long, or until everything the device has is stored; return what happened."""
    happened = []
    now = start
    while now < start + seconds:
        happened += recorder.poll(now)
        now += step
    return happened


def kinds(happened, kind):
    return [event for event in happened if isinstance(event, kind)]


def test_every_record_is_stored_acknowledged_and_verbatim(store):
    device = FakeDevice(games())
    happened = listen(Recorder(device, store), 5)
    assert [event.heard.raw for event in kinds(happened, Recorded)] == device.log
    assert list(store.records()) == device.log
    assert device.acked == len(device.log)
    assert device.most_ahead <= WINDOW


def test_what_is_stored_is_not_asked_for_again(store):
    device = FakeDevice(games())
    listen(Recorder(device, store), 5)
    device.log += logs.games(4, players=3)[len(device.log) :]
    happened = listen(Recorder(device, store), 5)
    seqs = [event.heard.seq for event in kinds(happened, Recorded)]
    assert seqs == list(range(seqs[0], len(device.log) + 1))
    assert seqs[0] > len(games())
    assert list(store.records()) == device.log


def test_a_record_is_acknowledged_only_when_it_is_committed(store, tmp_path):
    device = FakeDevice(games(1))
    seen_by_others = []
    with Store.open(tmp_path / "games.db", writable=False) as other:
        recorder = Recorder(device, store)
        for i in range(500):
            recorder.poll(i * 0.01)
            device.work()
            seen_by_others.append(other.next_seq(device.dev) - 1 >= device.acked)
    assert device.acked == len(device.log)
    assert all(seen_by_others)


def test_new_records_arrive_within_a_moment(store):
    device = FakeDevice(games(1))
    recorder = Recorder(device, store)
    listen(recorder, 10)
    device.log += logs.games(2, players=3)[len(device.log) :][:3]
    listen(recorder, 1, start=10)
    assert store.next_seq(device.dev) == len(device.log) + 1


def test_a_count_that_silences_the_device_loses_nothing(store):
    device = FakeDevice(games())
    recorder = Recorder(device, store)
    listen(recorder, 0.05)
    device.busy = True
    listen(recorder, 60, start=0.05, step=0.1)
    device.busy = False
    listen(recorder, 10, start=61)
    assert list(store.records()) == device.log


def test_a_restarted_device_is_found_out_and_followed(store):
    device = FakeDevice(games(1))
    recorder = Recorder(device, store)
    listen(recorder, 5)
    device.restart()
    device.log += logs.games(2, players=3)[len(device.log) :]
    happened = listen(recorder, 15, start=5)
    assert list(store.records()) == device.log
    assert kinds(happened, Hello)[-1].boot == device.boot


def test_idle_listening_costs_a_few_bytes_every_few_seconds(store):
    device = FakeDevice(games(1))
    recorder = Recorder(device, store)
    listen(recorder, 60, step=0.05)
    before = device.froms
    listen(recorder, 60, start=60, step=0.05)
    assert 10 <= device.froms - before <= 20


def test_console_text_is_kept_and_not_taken_for_a_message(store):
    device = FakeDevice(games(1))
    device.say(b"MPY: soft reboot\r\nTraceback (most recent call last):\r\n")
    device.say(b'{"k":"hello","proto":9}\n')
    happened = listen(Recorder(device, store), 5)
    assert b"MPY: soft reboot\r" in store.console()
    assert b'{"k":"hello","proto":9}' in store.console()
    assert len(kinds(happened, Console)) == 3
    assert list(store.records()) == device.log


@pytest.mark.parametrize(("proto", "advice"), [(0, "onthree deploy"), (2, "newer On Three")])
def test_another_version_of_the_protocol_is_a_plain_sentence(store, proto, advice):
    device = FakeDevice(games(1), proto=proto)
    with pytest.raises(LinkError, match=advice):
        listen(Recorder(device, store), 5)
    assert device.acked == 0


def test_another_version_is_recognised_whatever_else_its_hello_has(store):
    device = FakeDevice([])
    device.say(wire.frame(b'{"k":"hello","proto":7,"more":"x"}'))
    with pytest.raises(LinkError, match="version 7"):
        listen(Recorder(device, store), 1)


def test_records_that_another_computer_has_fetched_are_named(store):
    device = FakeDevice(games(), first=21)
    happened = listen(Recorder(device, store), 5)
    assert kinds(happened, Lost) == [Lost(1, 20)]
    assert list(store.records()) == device.log[20:]


def test_an_erased_device_is_not_mixed_with_its_former_self(store):
    listen(Recorder(FakeDevice(games()), store), 5)
    erased = FakeDevice(games(1)[:5])
    with pytest.raises(LinkError, match="erased"):
        listen(Recorder(erased, store), 5)
    assert erased.acked == 0


def test_a_pulled_cable_is_told_from_silence(store):
    device = FakeDevice(games())
    recorder = Recorder(device, store)
    recorder.poll(0.0)
    recorder.poll(0.01)
    device.gone = True
    with pytest.raises(LinkLost):
        recorder.poll(0.02)
    recorder.close()


def test_what_was_heard_before_the_cable_was_pulled_is_stored(store):
    device = FakeDevice(games(1)[:3])
    recorder = Recorder(device, store)
    heard = 0
    for i in range(6):
        heard += len(kinds(recorder.poll(i * 0.001), Recorded))
    assert 0 < heard <= 3
    device.gone = True
    recorder.close()
    assert store.next_seq(device.dev) == heard + 1


def test_a_record_of_an_unknown_kind_is_kept_all_the_same(store):
    known = games(1)[:2]
    strange = wire.seal(b'{"seq":3,"dev":"e6614c311b7e5a2b","boot":1,"ms":90000,"k":"mood","how":"fine"}')
    device = FakeDevice([*known, strange])
    listen(Recorder(device, store), 5)
    assert list(store.records()) == device.log
    assert device.acked == 3


def test_a_record_that_cannot_be_one_is_kept_as_text_and_holds_up_no_other(store):
    impossible = wire.seal(b'{"seq":3,"dev":"e6614c311b7e5a2b","boot":1,"ms":%d,"k":"boot"}' % 2**70)
    device = FakeDevice([*games(1)[:2], impossible, *games(1)[3:]])
    listen(Recorder(device, store), 5)
    assert list(store.records()) == device.log[:2] + device.log[3:]
    assert impossible in store.console()


def test_what_is_not_even_a_record_does_not_make_a_storm_of_questions(store):
    device = FakeDevice([*games(1)[:2], wire.seal(b'{"seq":"three"}'), *games(1)[3:]])
    listen(Recorder(device, store), 60)
    assert device.froms < 20
    assert list(store.records()) == device.log[:2]


def test_a_round_trip_and_a_status(store):
    device = FakeDevice(games(1))
    recorder = Recorder(device, store)
    listen(recorder, 2)
    recorder.link.ping(2.0)
    recorder.link.ask_status()
    happened = recorder.poll(2.25)
    assert kinds(happened, RoundTrip) == [RoundTrip(0.25)]
    assert kinds(happened, Answer)[0].members["unread"] == 0


def test_leaving_for_the_repl_is_answered(store):
    device = FakeDevice([])
    recorder = Recorder(device, store)
    listen(recorder, 1)
    recorder.link.open_repl()
    assert kinds(listen(recorder, 1, start=1), Answer)[0].kind == "bye"


def test_the_same_line_twice_is_stored_once(store):
    class Twice(Line):
        def carry(self, data):
            return data + data if data.startswith(b"\x1e") and data.endswith(b"\n") else data

    device = FakeDevice(games(), Twice())
    listen(Recorder(device, store), 60)
    assert list(store.records()) == device.log
    assert store.conflicts() == []


class BadLine(Line):
    """Garbles, drops, doubles and invents bytes at random, as rarely as `calm` says."""

    def __init__(self, seed, calm):
        self.random = random.Random(seed)
        self.calm = calm

    def carry(self, data):
        if self.random.random() < self.calm:
            return data
        at = self.random.randrange(len(data) + 1)
        return self.random.choice(
            [
                data[:at],
                data[at:],
                data + data[at:],
                data[:at] + self.random.randbytes(self.random.randrange(1, 40)) + data[at:],
                data[:at] + b"\x1e" + data[at:],
                data[:at] + b"\n" + data[at:],
                bytes(b ^ (1 << self.random.randrange(8)) if i == at else b for i, b in enumerate(data)),
            ]
        )


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), calm=st.sampled_from([0.7, 0.9, 0.98]))
def test_whatever_the_line_does_every_record_arrives_once(tmp_path_factory, seed, calm):
    device = FakeDevice(games(1), BadLine(seed, calm))
    with Store.open(tmp_path_factory.mktemp("bad") / "games.db") as store:
        recorder = Recorder(device, store)
        now = 0.0
        while device.acked < len(device.log) and now < 3000:
            recorder.poll(now)
            now += 0.05
        assert list(store.records()) == device.log
        assert store.conflicts() == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=600), max_size=20))
def test_garbage_alone_is_never_a_record(chunks):
    from onthree_host.link import Link

    class Port:
        in_waiting = 0

        def read(self, size=1):
            return chunks.pop(0) if chunks else b""

        def write(self, data):
            return len(data)

        def close(self):
            pass

    link = Link(Port())
    for i in range(len(chunks) + 1):
        assert not [event for event in link.poll(i * 0.1) if not isinstance(event, Console)]
    link.close()
