"""A game on the table, whatever game: choose in secret, count, reveal, result, the scores.

The handlers here are named in `states.TABLE`. What a choice is and how things look is the game's own, in
`screens/<game>.py`; what follows from it is the rules'. A choice lies in `choices` and on its own pod until the
reveal, nowhere else: neither hub, log nor line learns anything of it but that there is one.

The count itself is in `count.py`. Only after it is anything resolved, drawn from the bag, written or sent. Where
seats act openly, one alone or several, the room is `turn.py`.

A game with secret choices has in its screen module, beside what is drawn here: PAGES, pick(), last(state) and
sitting(state). It may have chose(panel, state, old, new), which draws on a pod another choice where the old one is.
Every game has title(state), what the hub calls this moment.
"""

from device import buzzer, states
from device.count import LAST
from device.displays import HUB_BIT
from device.screens import common
from device.settings import REVEAL_MS
from device.words import en as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import registry
from onthree.rules.game import NONE, SIMULTANEOUS, TERMINAL

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from device.app import App
    from device.displays import Panel

NEVER = -1
_SEATS = const(6)
_LOOK_MS = const(20_000)  # in which nobody can roll so often that it takes the room of a game
_GREET_MS = const(2500)  # how long a resumed game says that it goes on


class Play:
    """The game under way. Seats count from 0; `choices` holds an action a seat, 0 for none."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.rules: ModuleType | None = None
        self.screen: Any = None  # the module device.screens.<game>, and the state's VARIANT if it has one
        self.values = bytearray()  # index of each option's value, for playing again
        self.choices = bytearray(_SEATS)
        self.hidden = bytearray(_SEATS)  # 1: the pod does not show its choice any more
        self._menus: list[Any] = [b""] * _SEATS  # legal choices of each seat
        self.must = 0  # seats that must choose, or it is counted again
        self.waited = 0  # the seats that were missing at the last count
        self._hide_at = [NEVER] * _SEATS
        self._on = bytearray(_SEATS)  # the choice that each seat's pod shows, 0 where it shows something else
        self._chose: Any = None  # the screen module's
        self._seat = bytearray(_SEATS)  # seat of each pod
        self._page = 0
        self._told: Any = ()  # what the last turn did to each seat
        self._sat = 0  # the seats that were on break in it
        self._title = ""
        self.open = False  # the game's choices lie open
        self.endless = False  # a tool: it goes on until it is stopped
        self._looked = 0  # ticks_ms of the last look at its room in the log
        self.race: Any = None  # the room of a game whose first press wins (race.py)
        self._before = states.MENU  # the state in which somebody asked to stop

    # -- begin and go on -----------------------------------------------------------------------------------
    def begin(self) -> None:
        """Take the seats of a game that was just started or resumed, and go to its first decision."""
        app = self.app
        table = app.table
        self.rules = table.rules
        self.values = bytearray(table.state.options)
        variant = getattr(table.state, "VARIANT", "")  # a game that is played in two ways has screens for each
        self.screen = __import__("device.screens." + table.rules.NAME + variant, None, None, ("title",))
        self.endless = table.rules.NAME in registry.TOOLS
        self._looked = app.clock.ticks_ms()
        self.open = getattr(table.state, "OPEN", getattr(table.rules, "OPEN", False))
        app.turn.take(self.screen)
        self._chose = getattr(self.screen, "chose", None)
        if hasattr(self.screen, "hub_race"):
            self.race = __import__("device.race", None, None, ("Race",)).Race(app)
        joined = 0
        for pod in range(_SEATS):
            self._seat[pod] = _SEATS
            self._on[pod] = NONE
        for seat, pod in enumerate(table.pods):
            self._seat[pod] = seat
            joined |= 1 << pod
        app.displays.joined = joined
        app.close_lobby()
        self._told = ()
        self._follow()

    def close(self) -> None:
        """Let go of the game's modules."""
        self.rules = self.screen = self.race = self._chose = None
        self.endless = False
        self.app.turn.take(None)
        self._told = ()

    def rejoin(self) -> None:
        """Go on with a game after a power cut; the hub says so for a moment."""
        self.begin()
        if self.app.state in (states.CHOOSE, states.TURN, states.READY):
            self._told = ()
            self._title = words.RESUMED
            self.app.go(states.GREET)
            self.app.after(_GREET_MS)

    def go_on(self) -> None:
        """Go on to the next decision."""
        self._follow()

    def _follow(self) -> None:
        """Enter the state that the game's position asks for."""
        current = self.app.table.state.current()
        self._page = 0
        if current == SIMULTANEOUS and self.race:
            self.race.open()
        elif current == SIMULTANEOUS and not self.open:
            self._choose()
        elif current == TERMINAL and self.app.table.shown:
            self.app.beep(buzzer.END)
            self.app.go(states.FINAL)
        else:
            self.app.turn.open()

    def seat(self) -> int:
        """Return the seat of the pod that was pressed; 6 if nobody plays with it."""
        return self._seat[self.app.pod]

    def front(self) -> bool:
        """Turn the hub to its first page; return whether it was there already."""
        was, self._page = self._page, 0
        return was == 0

    def page(self) -> None:
        """Turn the hub to its next page."""
        self._page += 1
        self.app.dirty |= HUB_BIT

    def keep_room(self, now: int) -> None:
        """Now and then look whether a tool has nearly filled the log, and stop it: a game always finds room."""
        app = self.app
        if app.clock.ticks_diff(now, self._looked) < _LOOK_MS or app.state not in (states.RESULT, states.TURN):
            return
        self._looked = now
        if not app.journal.broken and not app.journal.may_start():
            app.table.stop(words.LOG_FULL)
            app.lobby().notice(words.FULL, states.MENU)

    # -- choosing ------------------------------------------------------------------------------------------
    def _choose(self) -> None:
        app = self.app
        state = app.table.state
        if not state.actors():  # all are on break: the turn passes
            self._resolve()
            self.result()
            return
        self.must = 0
        for seat in range(_SEATS):
            menu = state.legal_actions(seat) if seat < state.players else b""
            self._menus[seat] = bytes(menu)
            self.choices[seat] = NONE
            self._reset_hiding(seat)
            if menu and NONE not in menu:
                self.must |= 1 << seat
        self.waited = 0
        if self.screen.last(state):
            app.beep(buzzer.LAST_TURN)
        app.go(states.CHOOSE)

    def _reset_hiding(self, seat: int) -> None:
        self.hidden[seat] = 0
        self._hide_at[seat] = NEVER

    def choose(self) -> None:
        """Change the choice of the pod that was pressed."""
        app = self.app
        seat = self.seat()
        old = self.choices[seat] if seat < _SEATS else NONE
        if self.pick() < 0:
            return
        app.dirty |= 1 << app.pod
        if self.waited or not (old and self.choices[seat]):  # else nobody else sees anything of it
            app.dirty |= HUB_BIT
        self.waited = 0
        self.hidden[seat] = 0
        if app.settings.hide_ms:
            self._hide_at[seat] = app.clock.ticks_add(app.clock.ticks_ms(), app.settings.hide_ms)
            self._next_hiding()
        self._auto()

    def pick(self) -> int:
        """Let the game say what the press means; return the seat, or -1 if it means nothing. Allocates nothing."""
        app = self.app
        seat = self._seat[app.pod]
        if seat >= _SEATS or not self._menus[seat]:
            return -1
        players: int = app.table.state.players
        self.choices[seat] = self.screen.pick(self._menus[seat], seat, players, app.button, self.choices[seat])
        return seat

    def _auto(self) -> None:
        """Have the count begin by itself some time after the last press, once all have chosen."""
        auto = self.app.settings.auto_ms
        if auto and not self.app.table.state.actors() & ~self.chosen():
            self.app.after(auto)
        else:
            self.app.never()

    def chosen(self) -> int:
        """Return the seats that have chosen, as bits."""
        bits = 0
        for seat in range(_SEATS):
            if self.choices[seat]:
                bits |= 1 << seat
        return bits

    def conceal(self, now: int) -> None:
        """Hide the choices whose time has come from their own pods."""
        app = self.app
        if app.state != states.CHOOSE:
            return
        for seat, pod in enumerate(app.table.pods):
            at = self._hide_at[seat]
            if at != NEVER and app.clock.ticks_diff(now, at) >= 0:
                self._hide_at[seat] = NEVER
                self.hidden[seat] = 1
                app.dirty |= 1 << pod
        self._next_hiding()

    def _next_hiding(self) -> None:
        nearest = NEVER
        for at in self._hide_at:
            if at != NEVER and (nearest == NEVER or self.app.clock.ticks_diff(at, nearest) < 0):
                nearest = at
        self.app.soon(nearest)

    def again(self) -> None:
        """Go back to choosing. The pods get their own pictures while they are still lit, and then show them."""
        app = self.app
        app.go(states.CHOOSE)
        self._next_hiding()
        app.draw()
        app.displays.reveal()

    def missing(self, seats: int) -> None:
        """Let the hub say which seats (as bits) have not chosen."""
        self.waited = seats
        self.app.beep(buzzer.ERROR)
        self.app.dirty |= HUB_BIT

    def revealed(self) -> None:
        """Enter what all pods have just shown, and show on the hub what came of it."""
        app = self.app
        app.state = states.REVEAL
        self._title = ""
        app.dirty = HUB_BIT
        app.draw()
        self._resolve()
        app.dirty |= HUB_BIT
        app.after(REVEAL_MS)

    # -- what comes of it ----------------------------------------------------------------------------------
    def _resolve(self) -> None:
        """Enter the choices, draw what follows, and have it all in the log."""
        table = self.app.table
        state = table.state
        self._sat = self.screen.sitting(state)
        title = self.screen.title(state)
        table.joint(self.choices[: state.players])
        for seat in range(_SEATS):
            self.choices[seat] = NONE
        self._told = table.state.events()
        self._title = title
        self._page = 0

    def came(self, told: "Any", title: str) -> None:
        """Show the result of what another room has entered: `told` for each seat."""
        self._told = told
        self._title = title
        self._page = 0
        self.result()

    def result(self) -> None:
        """Show each pod what the turn brought it; the next turn comes by itself, if it is set so."""
        app = self.app
        page = self._page
        app.go(states.RESULT)
        self._page = page
        if app.settings.result_ms:
            app.after(app.settings.result_ms)

    # -- stop ----------------------------------------------------------------------------------------------
    def ask(self) -> None:
        """Ask whether the game shall stop, unless it is over anyway."""
        app = self.app
        if app.table.state.current() == TERMINAL:
            return
        self._before = app.state
        app.go(states.STOP)

    def stop(self) -> None:
        """Stop the game."""
        self.app.table.stop(words.STOPPED)
        self.leave()

    def leave(self) -> None:
        """Go to the menu."""
        self.app.leave()

    def resume(self) -> None:
        """Do not stop the game."""
        app = self.app
        app.go(self._before)
        if self._before == states.CHOOSE:
            self._auto()
            self._next_hiding()
        elif self._before == states.REVEAL:
            self.result()
        elif self._before == states.RESULT and app.settings.result_ms:
            app.after(app.settings.result_ms)
        elif self._before == states.TURN:
            app.turn.show()
        elif self._before in (states.READY, states.RACE):
            self.race.open()

    # -- screens -------------------------------------------------------------------------------------------
    def secret(self) -> bool:
        """Return whether pods show what others may not know, and something else is still to happen before they may."""
        state = self.app.state
        return state == states.CHOOSE or (state == states.COUNT and self.app.count.number != LAST)

    def draw_hub(self, panel: "Panel") -> None:
        """Draw the hub for the present state; before the reveal it knows who has chosen, not what."""
        state = self.app.state
        game = self.app.table.state
        screen = self.screen
        if state == states.COUNT:
            screen.hub_count(panel, self.app.count.number)
        elif state == states.CHOOSE:
            if self.waited:
                common.recount(panel, words.RECOUNT, self.waited)
            else:
                screen.hub_choose(panel, game, self._page % screen.PAGES, self.chosen())
        elif state == states.GREET:
            common.resumed(panel, screen.title(game))
        elif state == states.STOP:
            common.stop(panel)
        elif state == states.TURN:
            self.app.turn.draw_hub(panel, self._page)
        elif state in (states.READY, states.RACE):
            screen.hub_race(panel, game, self.race)
        elif state == states.FINAL:
            screen.hub_final(panel, game, self._page, self.app.table.shown)
        elif not self._title:
            screen.hub_count(panel, LAST)
        else:
            screen.hub_result(panel, game, self._told, self._sat, self._title, self._page % (screen.PAGES + 1))

    def draw_pod(self, panel: "Panel", pod: int) -> None:
        """Draw a pod for the present state."""
        state = self.app.state
        game = self.app.table.state
        seat = self._seat[pod]
        if seat >= _SEATS or state == states.GREET:
            panel.fill(0)
        elif state == states.COUNT:
            self.screen.pod_reveal(panel, game, seat, self.choices[seat])
        elif state == states.CHOOSE:
            self._draw_choice(panel, seat)
            return
        elif state == states.RESULT and self._told:
            self.screen.pod_result(panel, game, self._told[seat], self._sat)
        elif state == states.TURN:
            self.app.turn.draw_pod(panel, seat)
        elif state in (states.READY, states.RACE):
            self.screen.pod_race(panel, game, seat, self.race)
        elif state == states.FINAL:
            self.screen.pod_final(panel, game, seat)
        if seat < _SEATS:
            self._on[seat] = NONE

    def _draw_choice(self, panel: "Panel", seat: int) -> None:
        """Draw a pod while people choose; only the choice, where that is all that has changed."""
        old, new, hidden = self._on[seat], self.choices[seat], self.hidden[seat]
        game = self.app.table.state
        if self._chose and old and new and not hidden:
            panel.frame[:] = panel.shown
            self._chose(panel, game, old, new)
        else:
            self.screen.pod_choose(panel, game, seat, new, hidden, self._menus[seat])
        self._on[seat] = NONE if hidden else new
