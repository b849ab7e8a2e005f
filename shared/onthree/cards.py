"""Cards that a game is played with: packed lists, handed in by whoever has them, found again by their name.

The lists of cards are not public, so a game must do without; with one, the device and the PC play the whole game.
A card file (JSON, on the PC) becomes a few bytes, laid out as its game likes: the packed cards. Their name is the
first 8 hex digits of SHA-256(game "|" packed cards). A game is started with the option `cards=<name>`, so that the
log says which cards they were; a side that does not have them says so, and cannot mistake others for them.

How a game uses this:
- its module has `check_cards(packed)`, which raises RuleError, in a sentence, for cards it cannot be played with;
- whoever has cards (the device from flash, the PC from a file) calls `keep(module, packed)` before `new`;
- `new` begins with `options, name = take_option(options)`; with a name, `find(NAME, name)` returns the bytes;
- `position()` writes `cards=<name>` with the options, `pack()` writes the name's 4 bytes (`unhexlify`); a state whose
  text and bytes hold all of its cards needs no `find` to be read back, others call it there, too.
"""

from onthree.compat import TYPE_CHECKING, const, hexlify, sha256
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

_NAME_LENGTH = const(8)
_kept: "dict[str, bytes]" = {}  # "game name" -> packed cards


def name_of(game: str, packed: bytes) -> str:
    """Return the name of packed cards, 8 hex digits."""
    return hexlify(sha256(game.encode() + b"|" + packed).digest()[: _NAME_LENGTH // 2]).decode()


def keep(module: "ModuleType", packed: bytes) -> str:
    """Check cards of a game's module and keep them for `find`; return their name. RuleError if they do not fit."""
    module.check_cards(packed)
    name = name_of(module.NAME, packed)
    _kept[module.NAME + " " + name] = bytes(packed)
    return name


def find(game: str, name: str) -> bytes:
    """Return the packed cards that were kept under `name`; RuleError if they were not."""
    packed = _kept.get(game + " " + name)
    if packed is None:
        raise RuleError("The cards {} of {} are not here: their card file is needed.".format(name, game))
    return packed


def forget() -> None:
    """Let go of all cards, to have the memory back."""
    _kept.clear()


def is_name(text: str) -> bool:
    """Return whether `text` is written as a name is."""
    return len(text) == _NAME_LENGTH and not text.strip("0123456789abcdef")


def take_option(options: "Mapping[str, str] | None") -> "tuple[Mapping[str, str] | None, str]":
    """Return the options without `cards`, and its value or ""; RuleError for a value that is no name."""
    if not options or "cards" not in options:
        return options, ""
    name = options["cards"]
    if not is_name(name):
        raise RuleError("The option cards is the name of a card file, 8 hex digits, not {}.".format(name))
    return {option: options[option] for option in options if option != "cards"}, name


def check_total(what: str, found: int, wanted: int) -> None:
    """Raise RuleError unless there are as many of `what` ("cards") as the box holds."""
    if found != wanted:
        raise RuleError("The box holds {} {}, not {}.".format(wanted, what, found))
