"""The app: it sleeps until a button, a byte or a deadline wakes it, and does what `states.TABLE` says.

One step of the loop: talk to the PC; sleep; move the beeps on; hand every press, oldest first, to the handler of the
state the table is in; do what is due; draw what has changed; look after displays and flash. Nothing polls, nothing
waits in a handler.

While `hushed` (from the start of a count to the reveal) a step allocates nothing, reads and writes no byte of the
port and does not touch the flash: whatever could would be heard or seen by somebody, or make the count late.
"""

import gc
import sys

from device import states
from device.buttons import HUB, LONG, PRESS, STUCK, B
from device.displays import HUB_BIT
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from device.broom import Broom
    from device.buttons import Buttons
    from device.buzzer import Buzzer
    from device.count import Count
    from device.displays import Displays
    from device.journal import Journal
    from device.link import Link
    from device.lobby import Lobby
    from device.play import Play
    from device.settings import Settings
    from device.table import Table
    from device.turn import Turn

NEVER = -1
_NAP_MS = const(900)  # the longest sleep, so that the watchdog is fed in time
_ALL = const(127)
_EVEN_US = const(20_000)  # for drawing a secret; what a choice changes takes less
_LETTERS = "ABC"
_LOADING = const(16384)  # bytes after which rubbish is collected while a game is loaded: what stays lies close together


class App:
    """The table's life between power-on and power-off.

    `clock`: ticks_ms, ticks_us, ticks_add, ticks_diff (the module time). `sleep(ms, port)`: wait until a button moves,
    a byte comes (if `port`) or `ms` have passed. `secret(*ticks)`: 32 secret bytes. `feed`: called once a step, for
    the watchdog. `link` is set by whoever makes it, as it needs `status` first. `heap`: None, or (lock, unlock) to be
    called around the time in which nothing may be allocated, for the tests.
    """

    # From the first `prepare` on; before, the menu is there sooner without them.
    table: "Table"
    play: "Play"
    turn: "Turn"
    count: "Count"
    broom: "Broom"

    def __init__(
        self,
        buttons: "Buttons",
        displays: "Displays",
        buzzer: "Buzzer",
        journal: "Journal",
        settings: "Settings",
        clock: "Any",
        sleep: "Callable[[int, bool], None]",
        secret: "Callable[..., bytes]",
        feed: "Callable[[], None]",
    ) -> None:
        self.buttons = buttons
        self.displays = displays
        self.buzzer = buzzer
        self.journal = journal
        self.settings = settings
        self.clock = clock
        self.sleep = sleep
        self.secret = secret
        self.feed = feed
        self.link: Link | None = None
        self.heap: tuple[Callable[[], Any], Callable[[], Any]] | None = None
        self.state = states.BOOT
        self.running = True
        self.anew = False  # once it does not run any more: main.py is to start everything anew
        self.hushed = False
        self.pod = 0  # of the press being handled
        self.button = 0
        self.stamp = 0
        self.dirty = 0  # panels to be drawn, as bits (displays.HUB_BIT)
        self._even_us = 0  # ticks_us up to which this step took the same time whatever was chosen
        self.complaints: list[str] = []  # what was not right at boot, for the hub
        self.stuck = 0  # buttons reported stuck, bit 3 * pod + button
        self._noted = 0  # those of them that are in the log
        self.seen = _ALL  # displays that answered when last looked at
        self._dark = False  # no pod can be reached
        self._at = NEVER  # ticks_ms of the next TIME event
        self._soon = NEVER  # ticks_ms at which a pod hides its choice
        self._stirred = False  # something has happened in this step
        self._more = False  # the next one is to come at once
        self.entry = 0  # of the menu; here because the lobby comes and goes
        self.looked = False  # whether a game under way was looked for
        self._lobby: Lobby | None = None
        self.prepared = False
        self._handlers: list[Any] = [name for row in states.TABLE for name in row[2:]]

    def prepare(self) -> None:
        """Load what every game needs, once a boot."""
        if self.prepared:
            return
        gc.threshold(_LOADING)
        from device.broom import Broom
        from device.count import Count
        from device.play import Play
        from device.table import Table
        from device.turn import Turn

        self.prepared = True
        self.broom = Broom(self.clock)
        self.table = Table(self.journal, self.feed)
        self.play = Play(self)
        self.turn = Turn(self)
        self.count = Count(self)
        self._handlers = [self._handler(name) for name in self._handlers]

    def _handler(self, name: str) -> "Callable[[], None] | str":
        """Return the method that a cell of the table names, looked up once, because that allocates.

        The lobby's and the race's stay names: these rooms come and go.
        """
        room, _, method = name.partition(".")
        if not name or room in ("lobby", "race"):
            return name
        found: Callable[[], None] = getattr(getattr(self, room), method)
        return found

    def lobby(self) -> "Lobby":
        """Return the lobby, loaded if it is not there; no game is under way then."""
        if self._lobby is None:
            from device.lobby import Lobby

            self._lobby = Lobby(self)
        return self._lobby

    def close_lobby(self) -> None:
        """Let go of the lobby: the memory is a game's now."""
        self._lobby = None
        forget("device.lobby", "device.screens.menu")
        gc.collect()
        gc.threshold(-1)

    def leave(self) -> None:
        """Go from a game to the menu: end the app, and main.py starts it anew with its memory in one piece.

        Not while records wait for a flash that refuses them: then the menu has to do with the memory as it is.
        """
        if self.prepared and self.journal.flush():
            self.anew = True
            self.running = False
        else:
            self.lobby().open()

    # -- for the handlers ----------------------------------------------------------------------------------
    def go(self, state: int) -> None:
        """Enter a state: no time is asked for, everything is drawn anew."""
        self.state = state
        self._at = NEVER
        self.dirty = _ALL

    def after(self, ms: int) -> None:
        """Ask for a TIME event in `ms` milliseconds, in place of the one asked for before."""
        self._at = self.clock.ticks_add(self.clock.ticks_ms(), ms)

    def never(self) -> None:
        """Ask for no TIME event."""
        self._at = NEVER

    def soon(self, at_ms: int) -> None:
        """Ask for `play.conceal` at the ticks_ms `at_ms`, or NEVER."""
        self._soon = at_ms

    def beep(self, pattern: "tuple[tuple[int, int], ...]") -> None:
        """Begin a pattern of buzzer.py."""
        self.buzzer.play(pattern, self.clock.ticks_ms())

    def hush(self, on: bool) -> None:
        """Begin or end the time of no allocation, no port and no flash."""
        if on:
            if self.link:
                self.link.quiet(True)
            self.broom.sweep()
            self.hushed, self._more = True, False
            return
        self.hushed = False
        self.displays.look_again()
        if self.link:
            self.link.quiet(False)

    def drain(self) -> None:
        """Handle all presses that have come."""
        buttons = self.buttons
        while buttons.next():
            if buttons.kind == PRESS:
                self.pod = buttons.pod
                self.button = buttons.button
                self.stamp = buttons.stamp
                self.happen((states.HUB_A if self.pod == HUB else states.POD_A) + self.button)
            elif buttons.kind == LONG:
                if buttons.pod == HUB and buttons.button == B:
                    self.happen(states.HUB_HELD)
            elif buttons.kind == STUCK:
                self.stuck |= 1 << (3 * buttons.pod + buttons.button)

    def draw(self, only: int = _ALL) -> None:
        """Draw and send the panels that are dirty, of those in `only` (as bits).

        The hub's comes first where all change and during a count, else last: whoever pressed sees it at once.
        """
        dirty = self.dirty & only
        if not dirty:
            return
        self.dirty ^= dirty
        outside = self.state <= states.JOIN or self.state == states.NOTICE
        room: Lobby | Play = self.lobby() if outside else self.play
        first = dirty == _ALL or self.state == states.COUNT
        if first and dirty & HUB_BIT:
            self._draw_hub(room)
        if dirty & ~HUB_BIT:
            self._draw_pods(room, dirty)
        if not first and dirty & HUB_BIT:
            self._draw_hub(room)

    def _draw_hub(self, room: "Lobby | Play") -> None:
        panel = self.displays.hub
        panel.fill(0)  # all panels are drawn in the same frame
        room.draw_hub(panel)
        if self._dark and self.state != states.COUNT:
            panel.fill_rect(0, 0, 128, 8, 1)
            panel.text(words.CHECK_MUX, 0, 0, 0)
        panel.send()
        self._even_us = self.clock.ticks_us()

    def _draw_pods(self, room: "Lobby | Play", pods: int) -> None:
        """Draw and send the panels of `pods` (as bits)."""
        even = room.secret()
        for pod in range(6):
            if pods >> pod & 1:
                panel = self.displays.pods[pod]
                panel.fill(0)
                room.draw_pod(panel, pod)
                panel.send()
                if even:
                    self._even()

    def _even(self) -> None:
        """Let drawing a pod that shows a secret take the same time whatever it shows.

        How many bytes a choice changed must not be seen in when the next thing happens, the hub's picture or a beep.
        """
        clock = self.clock
        self._even_us = clock.ticks_add(self._even_us, _EVEN_US)
        left: int = clock.ticks_diff(self._even_us, clock.ticks_us())
        if left > 0:
            clock.sleep_us(left)

    # -- the loop ------------------------------------------------------------------------------------------
    def fault(self, text: str) -> None:
        """Log something the device noticed; it goes to flash with the next flush."""
        self.journal.log("fault", text[:80])

    def run(self) -> None:
        """Live until somebody wants the REPL."""
        while self.running:
            self.step()

    def step(self) -> None:
        """Do one round of the loop; see the module."""
        self.feed()
        rest = self._rest()
        link = self.link
        if not self.hushed and link and link.pump():
            rest = 0
        self.sleep(rest, not self.hushed)
        now = self.clock.ticks_ms()
        self._even_us = self.clock.ticks_us()
        self.buzzer.tick(now)
        self.drain()
        if self._due(self._at, now):
            self._at = NEVER
            self.happen(states.TIME)
        self.draw()
        if not self.hushed:
            self._housekeeping(now)

    def happen(self, event: int) -> None:
        """Do what the table says for an event in this state, or nothing."""
        self._stirred = True
        handler = self._handlers[self.state * states.EVENTS + event]
        if callable(handler):
            handler()
        elif handler:
            room, _, method = handler.partition(".")
            getattr(self.lobby() if room == "lobby" else self.play.race, method)()

    def _due(self, at: int, now: int) -> bool:
        return at != NEVER and self.clock.ticks_diff(now, at) >= 0

    def _rest(self) -> int:
        """Return for how many ms there is nothing to do."""
        if self.dirty or self._more:
            return 0
        now = self.clock.ticks_ms()
        rest = self._sooner(self._at, now, _NAP_MS)
        rest = self._sooner(self.buzzer.next_deadline_ms, now, rest)
        rest = self._sooner(self.buttons.next_deadline_ms, now, rest)
        if not self.hushed:
            rest = self._sooner(self._soon, now, rest)
            rest = self._sooner(self.broom.next_deadline_ms if self.prepared else NEVER, now, rest)
            rest = self._sooner(self.displays.next_deadline_ms, now, rest)
        return rest

    def _sooner(self, at: int, now: int, rest: int) -> int:
        if at == NEVER:
            return rest
        wait: int = self.clock.ticks_diff(at, now)
        return max(0, wait) if wait < rest else rest

    def _housekeeping(self, now: int) -> None:
        """Do what has time: hide choices, look for displays, note faults, tidy flash and memory, hear the PC."""
        if self._due(self._soon, now):
            self._soon = NEVER
            self.play.conceal(now)
        if self._due(self.displays.next_deadline_ms, now):
            self.displays.poll_missing(now)
            self._note_displays()
        if self.stuck & ~self._noted:
            self.note_stuck()
        if self.link and self.link.repl_wanted:
            self.running = False
        self._more = self._stirred or self.journal.work(states.DUTIES[self.state])
        if self._more and self.state == states.JOIN:
            self.dirty |= HUB_BIT  # it shows the hash once that is in flash
        if self.prepared:
            self.broom.tick(now, self._stirred)
            if self.play.endless and not self._more:
                self.play.keep_room(now)
        self._stirred = False

    def _note_displays(self) -> None:
        """Log which displays of the players have gone, and say on the hub if all pods have."""
        dark = self.displays.mux_lost
        if dark != self._dark:
            self._dark = dark
            self.dirty |= HUB_BIT
            if dark:
                self.fault(words.NO_MUX)
        present = self.displays.present()
        gone = self.seen & ~present & (self.displays.joined | HUB_BIT)
        self.seen = present
        if gone & HUB_BIT:
            self.fault(words.NO_HUB)
        for pod in range(6):
            if gone >> pod & 1:
                self.fault(words.NO_POD.format(pod + 1))

    def note_stuck(self) -> None:
        """Log which buttons are stuck, each once a boot."""
        for bit in range(21):
            if (self.stuck & ~self._noted) >> bit & 1:
                self.fault(stuck_text(bit))
        self._noted |= self.stuck

    # -- for the PC ----------------------------------------------------------------------------------------
    def status(self) -> "tuple[int, int, int, int, str, str, str]":
        """Return the values of a status message: nothing in it depends on a choice not yet revealed."""
        self._stirred = True  # so that the broom does the rest when it is calm
        (self.broom.sweep if self.prepared else gc.collect)()
        room = 0 if self.journal.broken else self.journal.room()
        present = self.displays.present()
        shown = " ".join(["hub"] * (present >> 6 & 1) + [str(pod + 1) for pod in range(6) if present >> pod & 1])
        names = ("1", "2", "3", "4", "5", "6", "hub")
        stuck = " ".join(names[bit // 3] + _LETTERS[bit % 3] for bit in range(21) if self.stuck >> bit & 1)
        return self.clock.ticks_ms(), gc.mem_free(), room, self.journal.unread, shown, stuck, states.name(self.state)


def forget(*names: str) -> None:
    """Drop loaded modules, so that the next import loads them anew and their memory can be used meanwhile."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)


def stuck_text(bit: int) -> str:
    """Return the sentence about the stuck button `bit` of `App.stuck`."""
    letter = _LETTERS[bit % 3]
    return words.STUCK_HUB.format(letter) if bit // 3 == HUB else words.STUCK.format(bit // 3 + 1, letter)
