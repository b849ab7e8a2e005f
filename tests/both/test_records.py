"""Records and messages: exact text, read back, everything else refused with a reason."""

from onthree import records, wire
from onthree.records import FROM_DEVICE, FROM_PC, HEAD, RECORDS, RecordError, message, plain, read, record
from onthree.rules import registry

DEV = "e6614c311b7e5a2b"
DIGEST = "0123456789abcdef"
HASH = "ab" * 32


def reason(call, *arguments):
    """The sentence of the RecordError that the call raises."""
    try:
        call(*arguments)
    except RecordError as error:
        return str(error)
    raise AssertionError("{} was accepted".format(arguments))


def sample(kind, i):
    """A value for member number i."""
    return 7 * i + 1 if kind is int else "text {}".format(i)


def test_a_record_is_written_in_the_order_of_its_table():
    assert record(41, DEV, 3, 12345, "move", 2, 17, 0, "M1 T3 P", DIGEST) == (
        b'{"seq":41,"dev":"e6614c311b7e5a2b","boot":3,"ms":12345,"k":"move",'
        b'"g":2,"n":17,"seat":0,"a":"M1 T3 P","h":"0123456789abcdef"}'
    )
    assert record(1, DEV, 1, 0, "fault", "") == (
        b'{"seq":1,"dev":"e6614c311b7e5a2b","boot":1,"ms":0,"k":"fault","text":""}'
    )


def test_a_message_is_written_in_the_order_of_its_table():
    assert message(FROM_PC, "hello") == b'{"k":"hello"}'
    assert message(FROM_PC, "credit", 1234567890123) == b'{"k":"credit","bytes":1234567890123}'
    assert message(FROM_DEVICE, "hello", 1, DEV, 2, "0.1.0", "1.26.1", 1, 42) == (
        b'{"k":"hello","proto":1,"dev":"e6614c311b7e5a2b","boot":2,"fw":"0.1.0","py":"1.26.1","first":1,"next":42}'
    )


def test_everything_in_the_tables_is_read_back():
    for kind, members in RECORDS:
        values = [sample(member[1], i) for i, member in enumerate(members)]
        text = record(5, DEV, 2, 99, kind, *values)
        for found in (read(RECORDS, text), read(RECORDS, wire.seal(text))):
            assert found["k"] == kind
            assert [found[name] for name, _ in HEAD] == [5, DEV, 2, 99, kind]
            assert [found[name] for name, _ in members] == values
            assert len(found) == len(HEAD) + len(members)
    for table in (FROM_DEVICE, FROM_PC):
        for kind, members in table:
            values = [sample(member[1], i) for i, member in enumerate(members)]
            found = read(table, wire.seal(message(table, kind, *values)))
            assert found["k"] == kind
            assert [found[name] for name, _ in members] == values


def test_kinds_and_members_have_names_of_their_own():
    for table in (RECORDS, FROM_DEVICE, FROM_PC):
        kinds = [kind for kind, _ in table]
        assert len(set(kinds)) == len(kinds)
        for _, members in table:
            names = [name for name, _ in members] + ["crc", "k"]
            if table is RECORDS:
                names += [name for name, _ in HEAD if name != "k"]
            assert len(set(names)) == len(names)
            assert all(kind is int or kind is str for _, kind in members)


def test_what_cannot_be_written():
    assert reason(record, 1, DEV, 1, 0, "nonsense") == "there is no kind nonsense"
    assert reason(record, 1, DEV, 1, 0, "fault") == "0 values for 1 members"
    assert reason(message, FROM_PC, "ack", 1, 2) == "2 values for 1 members"
    assert reason(message, FROM_PC, "commit", 1, "x") == "there is no kind commit"
    assert reason(message, FROM_PC, "ack", "1") == "seq is not a number"
    assert reason(message, FROM_PC, "ack", True) == "seq is not a number"
    assert reason(message, FROM_PC, "ping", 1) == "x is not text"
    for text in ('say "x"', "back\\slash", "line\n", "tab\t", "\x1e", "\x00", "\x7f", "f\u00fcnf", "\u0663"):
        assert reason(plain, text).endswith(" cannot stand in a record")
        assert reason(record, 1, DEV, 1, 0, "fault", text).endswith(" cannot stand in a record")


def test_every_printable_letter_but_two_may_stand_in_a_record():
    letters = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\')
    assert plain(letters) == letters
    assert plain("") == ""
    assert read(RECORDS, record(1, DEV, 1, 0, "fault", letters))["text"] == letters


def test_what_is_no_record_or_message_is_refused_with_a_reason():
    for text, why in (
        (b"", "it is not JSON"),
        (b"{", "it is not JSON"),
        (b'{"k":"ack","seq":1', "it is not JSON"),
        (b'{"k":"ack","seq":1}x', "it is not JSON"),
        (b"\xff\xfe{}", "it is not JSON"),
        (b"[1,2]", "it is not an object"),
        (b'"ack"', "it is not an object"),
        (b"1", "it is not an object"),
        (b"null", "it is not an object"),
        (b"{}", "it has no kind"),
        (b'{"k":1}', "it has no kind"),
        (b'{"k":["ack"]}', "it has no kind"),
        (b'{"k":"nonsense"}', "there is no kind nonsense"),
        (b'{"k":"ack"}', "seq is missing or not a number"),
        (b'{"k":"ack","seq":"1"}', "seq is missing or not a number"),
        (b'{"k":"ack","seq":1.0}', "seq is missing or not a number"),
        (b'{"k":"ack","seq":true}', "seq is missing or not a number"),
        (b'{"k":"ack","seq":null}', "seq is missing or not a number"),
        (b'{"k":"ping","x":1}', "x is missing or not text"),
        (b'{"k":"ping","x":["a"]}', "x is missing or not text"),
        (b'{"k":"hello","seq":1}', "a hello has no other members than its own"),
    ):
        assert reason(read, FROM_PC, text) == why, text
    good = record(1, DEV, 1, 0, "fault", "x")
    for old, new, why in (
        (b'"seq":1', b'"seq":"1"', "seq is missing or not a number"),
        (b'"boot":1,', b"", "boot is missing or not a number"),
        (b'"dev":"', b'"device":"', "dev is missing or not text"),
        (b'"k":"fault"', b'"k":"boot"', "fw is missing or not text"),
        (b"}", b',"more":1}', "a fault has no other members than its own"),
    ):
        assert reason(read, RECORDS, good.replace(old, new)) == why


def test_a_record_of_the_longest_texts_fits_into_a_frame():
    """Every game and tool, all options at their longest, six seats that joined after days, numbers of years."""
    many = 10**10
    join = " ".join("{}:{}".format(pod, 2**30 - pod) for pod in range(1, 7))
    for name in registry.GAMES + registry.TOOLS:
        module = registry.load(name)
        words = []
        for option, values in module.OPTIONS:
            longest = max(values, key=len)
            words.append("{}={}".format(option, longest))
        text = record(many, DEV, many, many, "start", many, name, 6, " ".join(words), "123456", join, DIGEST)
        assert len(wire.frame(text)) <= wire.MAX_FRAME + 2, (name, len(text))
    text = record(many, DEV, many, many, "end", many, "-1000 " * 6, "1 " * 6, HASH)
    assert len(wire.frame(text)) <= wire.MAX_FRAME + 2
    text = record(many, DEV, many, many, "stop", many, many, "x" * 100, HASH)
    assert len(wire.frame(text)) <= wire.MAX_FRAME + 2
    text = record(many, DEV, many, many, "commit", many, HASH)
    assert len(wire.frame(text)) <= wire.MAX_FRAME + 2


def test_a_pc_never_has_to_send_more_than_a_device_reads():
    for kind, members in FROM_PC:
        values = [10**18 if member[1] is int else "x" * 60 for member in members]
        assert len(wire.seal(message(FROM_PC, kind, *values))) <= 160


def test_the_window_leaves_room_in_the_usb_buffer():
    assert records.WINDOW <= 256
