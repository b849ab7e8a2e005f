"""Reading the one-line texts that positions are written in: `game/1 name=value name=value ...`.

Every game's `from_position` starts here, so that what is wrong with a text is said the same way in all
of them. A number is plain decimal digits, without sign, blanks or leading zeros, so that a text that is
accepted is also the text that `position()` writes.
"""

from onthree.compat import TYPE_CHECKING, loads
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence


def fields(text: str, heading: str) -> "dict[str, str]":
    """Return the fields of a position text by name; `heading` is its first word, such as `crossing/1`."""
    words = text.split()
    if not words or words[0] != heading:
        raise RuleError("A position of this game begins with {}.".format(heading))
    found: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise RuleError("A field is written name=value, not {}.".format(word))
        if name in found:
            raise RuleError("The field {} is there twice.".format(name))
        found[name] = value
    return found


def raw(text: str) -> bytes:
    """Return a text as bytes, with a `?` for each letter that no notation has, whatever a shell or a file put there."""
    return text.encode("ascii", "replace")


def raw_fields(text: str, heading: str) -> "dict[bytes, bytes]":
    """Return what `fields` returns as bytes: MicroPython looks each new text up among all words that it knows."""
    words = raw(text).split()
    if not words or words[0] != heading.encode():
        raise RuleError("A position of this game begins with {}.".format(heading))
    found: dict[bytes, bytes] = {}
    for word in words[1:]:
        name, equals, value = word.partition(b"=")
        if not equals or not name or not value:
            raise RuleError("A field is written name=value, not {}.".format(word.decode()))
        if name in found:
            raise RuleError("The field {} is there twice.".format(name.decode()))
        found[name] = value
    return found


def take(found: "dict[str, str]", name: str) -> str:
    """Return the field `name` and take it out of `found`; RuleError when it is missing."""
    if name not in found:
        raise RuleError("The field {} is missing.".format(name))
    return found.pop(name)


def number(text: str, low: int, high: int, what: str) -> int:
    """Return the int that `text` writes; RuleError unless low <= it <= high. `what` names it in the sentence."""
    try:
        value = int(text) if len(text) <= 6 else low - 1
    except ValueError:
        value = low - 1
    if value < low or value > high or str(value) != text:
        raise RuleError("{} can be from {} to {}, not {}.".format(what, low, high, text))
    return value


def take_raw(found: "dict[bytes, bytes]", name: bytes) -> bytes:
    """Return the field `name` of `raw_fields` and take it out of `found`; RuleError when it is missing."""
    if name not in found:
        raise RuleError("The field {} is missing.".format(name.decode()))
    return found.pop(name)


def take_text(found: "dict[bytes, bytes]", name: bytes) -> str:
    """Return what `take_raw` returns as text."""
    return take_raw(found, name).decode()


def take_digit(found: "dict[bytes, bytes]", name: bytes, low: int, high: int) -> int:
    """Return the number in the field `name` and take it out of `found`; RuleError unless low <= it <= high < 10."""
    raw = take_raw(found, name)
    digit = raw[0] - 48
    if len(raw) > 1 or digit < low or digit > high:
        raise RuleError("The field {} can be from {} to {}, not {}.".format(name.decode(), low, high, raw.decode()))
    return digit


def numbers(raw: bytes, most: int, what: str) -> bytes:
    """Return the numbers with a dot between each, up to `most` (under 256); RuleError for what is written otherwise.

    JSON's reader takes all at once, many times faster than one by one.
    """
    try:
        found = bytes(loads(b"[" + raw.replace(b".", b",") + b"]"))
    except (ValueError, TypeError):
        found = b""
    dotted = b"." + raw  # every number has its dot, and one that begins with 0 is 0
    fits = len(found) == dotted.count(b".") and max(found) <= most and raw.replace(b".", b"").isdigit()
    if not fits or dotted.count(b".0") != found.count(b"\0") or b".00" in dotted:
        raise RuleError("{} can be from 0 to {}, with a dot between each, not {}.".format(what, most, raw.decode()))
    return found


def parts(text: str, mark: str, count: int, what: str) -> "Sequence[str]":
    """Return the `count` pieces of `text` between `mark`s; RuleError when there are more or fewer."""
    pieces = text.split(mark)
    if len(pieces) != count:
        raise RuleError("{} has {} parts with {} between them, not {}.".format(what, count, mark, text))
    return pieces


def bits(text: str, count: int, what: str) -> int:
    """Return the bits of a text of 0 and 1, one a seat, seat 1 first and in bit 0: `010` is 2."""
    if len(text) != count or not all(c in "01" for c in text):
        raise RuleError("{} is {} digits 0 or 1, one a seat, not {}.".format(what, count, text))
    return sum(1 << i for i in range(count) if text[i] == "1")


def bits_text(value: int, count: int) -> str:
    """Return the text that `bits` reads."""
    return "".join("1" if value >> i & 1 else "0" for i in range(count))
