"""Everything before a game: what is wrong at boot, the menu, the options, who plays.

The handlers here are named in `states.TABLE`; each does one thing and says which state comes next.
"""

import sys

from device import buzzer, states
from device.app import forget
from device.screens import menu as screen
from device.settings import SETTINGS
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import registry

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from device.app import App
    from device.displays import Panel

_GOES_ON = const(1)  # as in table.py, which is loaded for a game only
_SPOILT = const(2)
_ENTRIES = registry.GAMES + registry.TOOLS
_FAR = const(10)  # so many values a long press goes on
_OF_GAMES = (
    "onthree.rules.", "onthree.tools.", "device.screens.", "device.words.en_",
    "device.race", "device.clock", "device.pads", "device.decks", "onthree.cards",
)  # fmt: skip
_OF_ALL = ("onthree.rules.game", "onthree.rules.registry", "device.screens.common", "device.screens.menu")
_AGAIN_MS = const(2000)  # after the last of the same players has joined again, until their game begins


class Lobby:
    """The table between games. The entries of the menu (`app.entry`): games, tools, settings."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.rules: ModuleType | None = None  # of the entry, loaded when it is opened
        self.values = bytearray()  # index of each option's value; one more if there is a card file, 0 to play with it
        self.deck = ""  # the name of the cards in flash, for the game of the entry
        self.title = ""  # and their title
        self.at = 0  # the option on show
        self.joined: list[tuple[int, int]] = []  # (pod, microseconds of its press), in order of the presses
        self.earlier: list[int] = []  # pods of the game before, when the same people play again
        self.text = ""  # of a notice
        self._then = states.MENU  # the state after it

    # -- boot and menu -------------------------------------------------------------------------------------
    def open(self) -> None:
        """Take up the game under way, once a boot; else show the menu."""
        app = self.app
        found = 0
        if not app.looked:
            app.looked = True
            if app.journal.game:
                screen.wait(app.displays.hub)  # 5 ms a record, and a tool may have thousands
                app.displays.hub.send()
                app.prepare()
                found = app.table.resume()
        if found == _GOES_ON:
            app.play.rejoin()
        elif found == _SPOILT:
            self.notice(words.SPOILT, states.MENU)
        else:
            self._menu()

    def _menu(self) -> None:
        app = self.app
        if app.prepared:
            app.table.match = None
            app.play.close()
        app.displays.joined = 0
        self.earlier = []
        self.rules = None
        for name in list(sys.modules):
            if name.startswith(_OF_GAMES) and name not in _OF_ALL:
                forget(name)
        app.go(states.MENU)

    def notice(self, text: str, then: int) -> None:
        """Show a sentence until hub C; then go on with the state `then`."""
        self.text = text
        self._then = then
        self.app.go(states.NOTICE)

    def read(self) -> None:
        """Leave a notice."""
        if self._then == states.MENU:
            self.app.leave()
        else:
            self.app.go(self._then)

    def next(self) -> None:
        """Show the next entry of the menu."""
        self.app.entry = (self.app.entry + 1) % (len(_ENTRIES) + 1)
        self.app.go(states.MENU)

    def take(self) -> None:
        """Open the entry on show."""
        self.at = 0
        if self.app.entry == len(_ENTRIES):
            self.rules = None
        else:
            if not self.app.journal.may_start():
                self.notice(words.FULL, states.MENU)
                return
            self.app.prepare()
            self.rules = registry.load(_ENTRIES[self.app.entry])
            self.values = bytearray(len(self.rules.OPTIONS))
            self._find_deck(True)
            if not self.values:
                self.gather()
                return
        self.app.go(states.OPTIONS)

    def _find_deck(self, wanted: bool) -> None:
        """Look for a card file of the game in flash, to be played with if `wanted`."""
        from device import decks

        self.deck, self.title = decks.take(self.app.journal.folder, self.rules.NAME) if self.rules else ("", "")
        if self.deck:
            self.values.append(0 if wanted else 1)

    # -- options and settings ------------------------------------------------------------------------------
    def option(self) -> None:
        """Show the next option."""
        count = len(self.values) if self.rules else len(SETTINGS)
        self.at = (self.at + 1) % count
        self.app.go(states.OPTIONS)

    def far(self) -> None:
        """Give an option with many values the tenth next one: the press has given it the next one before."""
        if self.rules and self.at < len(self.rules.OPTIONS):
            many = len(self.rules.OPTIONS[self.at][1])
            if many > _FAR:
                self.values[self.at] = (self.values[self.at] + _FAR - 1) % many
                self.app.go(states.OPTIONS)

    def value(self) -> None:
        """Give the option on show its next value."""
        if self.rules:
            spec = self.rules.OPTIONS
            many = len(spec[self.at][1]) if self.at < len(spec) else 2
            self.values[self.at] = (self.values[self.at] + 1) % many
        else:
            self.app.settings.change(self.at)
            self.app.buzzer.muted = not self.app.settings.sound
        self.app.go(states.OPTIONS)

    def done(self) -> None:
        """Go on: with the players, or from the settings back to the menu."""
        if self.rules:
            self.gather()
        elif self.app.settings.save():
            self.app.go(states.MENU)
        else:
            self.notice(words.FLASH, states.MENU)

    # -- who plays -----------------------------------------------------------------------------------------
    def gather(self) -> None:
        """Make and log the secret of a new game, show its hash, and wait for the players."""
        app = self.app
        self.joined = []
        try:
            app.table.promise(app.secret(app.clock.ticks_us(), app.stamp))
        except OSError:
            self.notice(words.FLASH, states.MENU)
            return
        app.displays.joined = 0
        app.go(states.JOIN)

    def again(self) -> None:
        """Play the same game with the same options once more; the same players have only to press."""
        app = self.app
        if not app.journal.may_start():
            self.notice(words.FULL, states.MENU)
            return
        self.earlier = app.table.pods
        self.rules = app.play.rules
        self.values = bytearray(app.play.values)
        self._find_deck(getattr(app.table.state, "cards", "") != "")
        self.gather()

    def join(self) -> None:
        """Note that the pod of the press plays."""
        app = self.app
        if self._place(app.pod) >= 0 or not self.rules or len(self.joined) == self.rules.MAX_PLAYERS:
            return
        self.joined.append((app.pod, app.stamp))
        app.beep(buzzer.JOIN)
        self._redraw()

    def leave(self) -> None:
        """Note that the pod of the press does not play after all."""
        pod = self.app.pod
        if self._place(pod) < 0:
            return
        self.joined = [(other, stamp) for other, stamp in self.joined if other != pod]
        self._redraw()

    def _redraw(self) -> None:
        app = self.app
        app.go(states.JOIN)
        if self.earlier and sorted(pod for pod, _ in self.joined) == self.earlier:
            app.after(_AGAIN_MS)

    def _place(self, pod: int) -> int:
        """Return the seat that a pod would have now, or -1."""
        pods = sorted(other for other, _ in self.joined)
        return pods.index(pod) if pod in pods else -1

    def _missing(self) -> int:
        return max(0, self.rules.MIN_PLAYERS - len(self.joined)) if self.rules else 0

    def back(self) -> None:
        """Give up the game that was to begin."""
        self.app.table.stop(words.GIVEN_UP)
        self.app.leave()

    def start(self) -> None:
        """Begin the game, if enough have joined."""
        app = self.app
        if self._missing() or not self.rules:
            return
        from onthree.rules.game import RuleError, options_text

        options = options_text(self.rules.OPTIONS, self.values)
        if self.deck and not self.values[-1]:
            options += (" " if options else "") + "cards=" + self.deck
        try:
            app.table.start(self.rules.NAME, options, self.joined)
        except RuleError as error:
            self.notice(str(error), states.JOIN)
            return
        app.play.begin()

    # -- screens -------------------------------------------------------------------------------------------
    def secret(self) -> bool:
        """Return whether pods show what others may not know."""
        return False

    def draw_hub(self, panel: "Panel") -> None:
        """Draw the hub for the present state."""
        state = self.app.state
        if state == states.BOOT:
            screen.boot(panel, self.app.complaints)
        elif state == states.MENU:
            self._draw_menu(panel)
        elif state == states.OPTIONS:
            self._draw_option(panel)
        elif state == states.JOIN:
            pods = sorted(pod for pod, _ in self.joined)
            journal = self.app.journal
            commit = self.app.table.commit if journal.durable > journal.began else ""  # not before it is in flash
            screen.join(panel, commit, pods, self._missing())
        else:
            screen.notice(panel, self.text)

    def _draw_menu(self, panel: "Panel") -> None:
        if self.app.entry == len(_ENTRIES):
            screen.menu(panel, words.SETTINGS, "")
        else:
            name = _ENTRIES[self.app.entry]
            screen.menu(panel, *(words.GAMES.get(name) or words.TOOLS[name]))

    def _draw_option(self, panel: "Panel") -> None:
        if self.rules:
            spec = self.rules.OPTIONS
            if self.at == len(spec):
                title = self.title if not self.values[-1] else words.CARDS_NONE
                screen.option(panel, words.CARDS, title, self.at, len(self.values))
                return
            name, allowed = spec[self.at]
            value = allowed[self.values[self.at]]
            file = "tools" if self.rules.NAME in registry.TOOLS else self.rules.NAME
            own: Any = __import__("device.words.en_" + file, None, None, ("OPTION_NAMES",))
            other = own.OPTION_OTHER if hasattr(own, "OPTION_OTHER") else words.SEAT
            text = own.OPTION_VALUES.get(value) or other.format(value)
            screen.option(panel, own.OPTION_NAMES[name], text, self.at, len(self.values))
            return
        name, _ = SETTINGS[self.at]
        now = self.app.settings.get(name)
        text = words.SETTING_VALUES[name].get(now) or words.MILLISECONDS.format(now)
        screen.option(panel, words.SETTING_NAMES[name], text, self.at, len(SETTINGS))

    def draw_pod(self, panel: "Panel", pod: int) -> None:
        """Draw a pod for the present state: it says something only while people join."""
        if self.app.state == states.JOIN:
            screen.pod_join(panel, self._place(pod))
        else:
            panel.fill(0)
