"""What the device and the PC tell each other: the kinds of record and message, and their text.

A record is a fact of the log. It has a sequence number that never restarts, stays in the device's flash until
the PC has it, and is stored there under (device, seq) just as it came. A message has no number and is not kept.
Both are flat JSON objects of ints and plain text, members in the order of the tables here, no spaces. These
tables are the one source: shared/README.md explains them, and a test compares the two.
"""

from onthree.compat import TYPE_CHECKING, loads

if TYPE_CHECKING:
    from typing import Any

    Fields = tuple[tuple[str, type], ...]
    Table = tuple[tuple[str, Fields], ...]

# Members that every record begins with. dev: 16 hex digits; ms: milliseconds since this boot.
HEAD = (("seq", int), ("dev", str), ("boot", int), ("ms", int), ("k", str))

RECORDS = (
    ("boot", (("fw", str), ("py", str), ("why", str))),
    ("commit", (("g", int), ("commit", str))),
    (
        "start",
        (("g", int), ("game", str), ("players", int), ("opt", str), ("pods", str), ("join", str), ("h", str)),
    ),
    ("draw", (("g", int), ("n", int), ("x", str), ("h", str))),
    ("move", (("g", int), ("n", int), ("seat", int), ("a", str), ("h", str))),
    ("undo", (("g", int), ("n", int), ("seat", int), ("h", str))),
    ("end", (("g", int), ("scores", str), ("rank", str), ("secret", str))),
    ("stop", (("g", int), ("n", int), ("why", str), ("secret", str))),
    ("fault", (("text", str),)),
)

FROM_DEVICE = (
    (
        "hello",
        (
            ("proto", int),
            ("dev", str),
            ("boot", int),
            ("fw", str),
            ("py", str),
            ("first", int),
            ("next", int),
        ),
    ),
    ("pong", (("x", str),)),
    (
        "status",
        (
            ("ms", int),
            ("heap", int),
            ("flash", int),
            ("unread", int),
            ("displays", str),
            ("stuck", str),
            ("state", str),
        ),
    ),
    ("pad", (("seat", int), ("text", str))),
    ("bye", ()),
    ("error", (("text", str),)),
)

FROM_PC = (
    ("hello", ()),
    ("from", (("seq", int),)),
    ("credit", (("bytes", int),)),
    ("ack", (("seq", int),)),
    ("ping", (("x", str),)),
    ("status", ()),
    ("pad", (("seat", int), ("at", int), ("text", str))),
    ("repl", ()),
)

WINDOW = 240  # bytes the device may send ahead of the PC's credit; the Pico's USB buffer holds 256

_forms: "dict[int, str]" = {}  # id of a tuple of members -> its text with % where the values go


class RecordError(ValueError):
    """An object is not a record or message of this protocol. The message says why."""


def fields(table: "Table", kind: str) -> "Fields":
    """Return the members of `kind` in `table`; RecordError if there is no such kind."""
    for name, members in table:
        if name == kind:
            return members
    raise RecordError("there is no kind {}".format(kind))


def _form(members: "Fields") -> str:
    """Return the text of an object with % where the values go; made once, for the Pico is slow at joining texts."""
    form = _forms.get(id(members))
    if form is None:
        form = ",".join('"{}":{}'.format(name, "%d" if kind is int else '"%s"') for name, kind in members)
        _forms[id(members)] = form
    return form


def _check_values(members: "Fields", values: "tuple[Any, ...]") -> None:
    if len(members) != len(values):
        raise RecordError("{} values for {} members".format(len(values), len(members)))
    for i, (name, kind) in enumerate(members):
        if type(values[i]) is not kind:
            raise RecordError("{} is not {}".format(name, "a number" if kind is int else "text"))
        if kind is str:
            plain(values[i])


def plain(text: str) -> str:
    """Return `text` if JSON needs no escapes for it; RecordError otherwise."""
    raw = text.encode()
    if raw and (min(raw) < 0x20 or len(raw) != len(text) or b'"' in raw or b"\\" in raw or b"\x7f" in raw):
        raise RecordError("{!r} cannot stand in a record".format(text))
    return text


def record(seq: int, dev: str, boot: int, ms: int, kind: str, *values: "Any") -> bytes:
    """Return the object of a record of `kind`, its own members' values in the order of RECORDS, without crc."""
    members = fields(RECORDS, kind)
    _check_values(members, values)
    form = "{" + _form(HEAD) + "," + _form(members) + "}"
    return (form % ((seq, dev, boot, ms, kind) + values)).encode()


def message(table: "Table", kind: str, *values: "Any") -> bytes:
    """Return the object of a message of `kind` in FROM_DEVICE or FROM_PC, without crc."""
    members = fields(table, kind)
    _check_values(members, values)
    if not members:
        return ('{"k":"' + kind + '"}').encode()
    return ('{"k":"' + kind + '",' + _form(members) % values + "}").encode()


def read(table: "Table", text: bytes) -> "dict[str, Any]":
    """Return the members of a message (or of a record, with RECORDS); RecordError if it is not one of `table`.

    `text` is the object as it travels, with or without its crc member, which is not checked here.
    """
    try:
        found = loads(text)
    except (ValueError, TypeError):  # MicroPython's TypeError: a list cannot be a member's name
        raise RecordError("it is not JSON")
    if not isinstance(found, dict):
        raise RecordError("it is not an object")
    found.pop("crc", None)
    kind = found.get("k")
    if not isinstance(kind, str):
        raise RecordError("it has no kind")
    expected = 1
    if table is RECORDS:
        expected = len(HEAD)
        _check(HEAD, found)
    members = fields(table, kind)
    _check(members, found)
    if len(found) != expected + len(members):
        raise RecordError("a {} has no other members than its own".format(kind))
    return found


def _check(members: "Fields", found: "dict[str, Any]") -> None:
    for name, kind in members:
        if type(found.get(name)) is not kind:
            raise RecordError("{} is missing or not {}".format(name, "a number" if kind is int else "text"))
