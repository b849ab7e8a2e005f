"""Seats that act openly: one alone, or several at once that need not wait for one another.

Each awaited seat has an action on offer on its own pod: A offers the next, C enters it, B takes the own last entry
back. When nobody is awaited any more, chance or the end waits for a word, so that entries can still be taken back:
C on the speaker's pod or on the hub; where the table itself speaks, it does so after the setting auto_ms.

What a game's screen module may have for this, each with a plain default here:

    offer(state, seat, action)   the action offered after `action`; the first one after NOTHING
    vary(state, seat, action)    what B makes of the offer while the seat is awaited; NOTHING: B takes back
    waits(state)                 whether chance waits for a word now
    speaker(state, last)         the seat that may say it, or HUB; `last` is the seat that acted last
    moved(panel, state, seat, old, new)  draws on a pod another offer where the old one is; False: draw it anew
    APART                        True: a pod shows nothing of what others enter for the same roll
    alike(panel, state, step)    draws on a pod what all pods show alike of what was just drawn, and returns where
                                 (Displays.together); with QUICK a quick first look, for the hub, too
    tumbles(state)               whether the draw that was just made can be shown by an animation
    pad_at(state, seat)          for score pads that a PC may fill in, see pads.py
    leaf(state, seat, page)      the page that A turns to on the pod of a seat that waits; 0 is what pod_turn draws,
                                 pod_page(panel, state, seat, page) draws the others
    limits(state)                seconds a turn and a seat, 0 for none: there is a clock; then hub_clock() draws it

and what it has to have: hub_turn(panel, state, page, step), pod_turn(panel, state, seat, offer, step), where `step`
counts an animation down to 0.
"""

from device import states
from device.displays import HUB_BIT
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL, RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from device.app import App
    from device.clock import Clock
    from device.displays import Panel
    from device.pads import Pads

NOTHING = -1  # no action is on offer
HUB = -1  # speaker(): nobody's pod
QUICK = -1  # a step before any animation
_SEATS = const(6)
_STEP_MS = const(100)  # of an animation
_PODS = const(63)


def next_offer(state: "Any", seat: int, action: int) -> int:
    """Return the legal action after `action`, round and round; the first one if it is none of them."""
    legal = state.legal_actions(seat)
    found = False
    for candidate in legal:
        if found:
            return int(candidate)
        found = candidate == action
    return int(legal[0]) if len(legal) else NOTHING


def following(offers: "Sequence[int]", action: int) -> int:
    """Return the offer after `action`, round and round; the first one if it is none of them."""
    return offers[(offers.index(action) + 1) % len(offers)] if action in offers else offers[0]


def preceding(offers: "Sequence[int]", action: int) -> int:
    """Return the offer before `action`; NOTHING if it is the first, or none of them."""
    at = offers.index(action) if action in offers else 0
    return offers[at - 1] if at else NOTHING


def _no_variation(state: "Any", seat: int, action: int) -> int:
    return NOTHING


def _always(state: "Any") -> bool:
    return True


def _never(state: "Any") -> bool:
    return False


def _not_moved(panel: "Panel", state: "Any", seat: int, old: int, new: int) -> bool:
    return False


def _last_actor(state: "Any", last: int) -> int:
    return last


class Turn:
    """The open decision under way. `offers[seat]` is the action on show at its pod."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.offers = [NOTHING] * _SEATS
        self.pages = bytearray(_SEATS)  # to which those who wait have turned
        self._pads: Pads | None = None  # what a PC has sent for this game, once it has
        self.step = 0  # of an animation, counted down; 0: none
        self._last = HUB  # the seat that acted last
        self._hooks: Any = ()
        self.clock: Clock | None = None

    def take(self, screen: "Any") -> None:
        """Learn how the game whose screens these are wants it, once a game; None lets go of it."""
        self._last = HUB
        self.step = 0
        self.pages = bytearray(_SEATS)
        self._pads = None
        self._screen = screen
        self.clock = None
        if hasattr(screen, "limits"):
            from device.clock import Clock

            self.clock = Clock(self.app, *screen.limits(self.app.table.state))
        self._hooks = (
            getattr(screen, "offer", next_offer),
            getattr(screen, "vary", _no_variation),
            getattr(screen, "waits", _always),
            getattr(screen, "speaker", _last_actor),
            getattr(screen, "tumbles", _never),
            getattr(screen, "moved", _not_moved),
            getattr(screen, "alike", None),
            getattr(screen, "APART", False),
            getattr(screen, "leaf", None),
        )

    # -- asking --------------------------------------------------------------------------------------------
    def open(self) -> None:
        """Ask the seats that the position awaits, or wait for the word."""
        state = self.app.table.state
        if not state.actors() and not self._hooks[2](state):
            self._speak()
            return
        self._offer(state.actors())
        self.show()

    def show(self) -> None:
        """Show the decision again, as it was."""
        self.app.go(states.TURN)
        if self.clock:
            self.clock.begin(self.app.table.state.current())
        self._time()

    def _offer(self, seats: int) -> None:
        """Make each of `seats` (bits) its first offer."""
        state = self.app.table.state
        for seat in range(_SEATS):
            if seats >> seat & 1:
                self.pages[seat] = 0
                sent = self._pads.offer(state, seat) if self._pads else NOTHING
                self.offers[seat] = self._hooks[0](state, seat, NOTHING) if sent == NOTHING else sent

    def _speaker(self) -> int:
        """Return the seat that may say the word; at the end there is none, so that nobody ends it by mistake."""
        state = self.app.table.state
        return HUB if state.current() == TERMINAL else int(self._hooks[3](state, self._last))

    def _time(self) -> None:
        """Ask for the time at which the animation or the table itself goes on."""
        app = self.app
        if self.step:
            app.after(_STEP_MS)
        elif self.clock:
            app.after(self.clock.next_ms())
        elif app.settings.auto_ms and not app.table.state.actors() and self._speaker() == HUB:
            app.after(app.settings.auto_ms)
        else:
            app.never()

    # -- buttons and time ----------------------------------------------------------------------------------
    def next(self) -> None:
        """Offer the next action; for a seat that waits, turn its pod's page."""
        if self._change(0) or not self._hooks[8]:
            return
        app = self.app
        seat = app.play.seat()
        if seat < _SEATS:
            self.pages[seat] = self._hooks[8](app.table.state, seat, self.pages[seat])
            app.dirty |= 1 << app.pod

    def back(self) -> None:
        """Vary the offer, or take back the own last entry."""
        if self._change(1):
            return
        app = self.app
        seat = app.play.seat()
        before = app.table.state.actors()
        if seat < _SEATS and app.table.undo(seat):
            self._moved(seat, before)

    def enter(self) -> None:
        """Enter the action on offer; after the last one, say the word that chance waits for."""
        app = self.app
        seat = app.play.seat()
        before = app.table.state.actors()
        if seat >= _SEATS:
            return
        if before >> seat & 1:
            try:
                app.table.act(seat, self.offers[seat], self._entered)
            except RuleError:  # the position has changed under the offer
                self._offer(1 << seat)
                app.dirty |= 1 << app.pod
                return
            self._moved(seat, before)
        elif not before and seat == self._speaker():
            self._speak()

    def word(self) -> None:
        """Say on the hub the word that chance or the end waits for."""
        if not self.app.table.state.actors():
            self._speak()
        elif self.clock:
            self.clock.pause()
            self.app.dirty |= HUB_BIT

    def tick(self) -> None:
        """Move the animation or the clock on, or let the table itself say the word."""
        if self.clock:
            self.clock.tick()
            self.app.dirty |= HUB_BIT
            self._time()
            return
        if not self.step:
            self.word()
            return
        tumbling = self._hooks[4](self.app.table.state)  # not if all have entered it meanwhile
        self.step = self.step - 1 if tumbling else 0
        if self._hooks[6] and tumbling:
            self._alike(self.step)
        if not self._hooks[6] or not self.step:
            self.app.dirty |= _PODS
        self.app.dirty |= HUB_BIT
        self._time()

    def _change(self, how: int) -> bool:
        """Let the game offer another action to the seat that pressed; return whether there is one."""
        app = self.app
        state = app.table.state
        seat = app.play.seat()
        if seat >= _SEATS or not state.actors() >> seat & 1:
            return False
        action = self._hooks[how](state, seat, self.offers[seat])
        if action == NOTHING:
            return False
        old = self.offers[seat]
        self.offers[seat] = action
        panel = app.displays.pods[app.pod]
        panel.frame[:] = panel.shown
        if self.step or app.dirty >> app.pod & 1 or not self._hooks[5](panel, state, seat, old, action):
            app.dirty |= 1 << app.pod
        else:
            panel.send()
        return True

    # -- the PC --------------------------------------------------------------------------------------------
    def fill(self, seat: int, at: int, text: str) -> str:
        """Offer a seat what a PC has written on its score pad, as in pads.py; return a sentence, or raise RuleError."""
        app = self.app
        if app.state != states.TURN:
            raise RuleError("It is not time for the score pads.")
        table = app.table
        if not self._pads:
            from device.pads import Pads

            self._pads = Pads(self._screen)
        told = self._pads.fill(table.rules, table.state, seat, at, text)
        if table.state.actors() >> seat & 1:
            self._offer(1 << seat)
            app.dirty |= 1 << table.pods[seat]
        return told

    # -- what comes of it ----------------------------------------------------------------------------------
    def _entered(self) -> None:
        """Show the pod that was pressed what it has entered, before the log has it."""
        app = self.app
        state = app.table.state
        if self._is_open() and (state.actors() or self._hooks[2](state)):
            self._offer(state.actors() & 1 << app.play.seat())
            app.dirty |= 1 << app.pod
            app.draw(1 << app.pod)  # the others have not been offered anything yet

    def _moved(self, seat: int, before: int) -> None:
        """Go on after `seat` entered something or took it back; who is awaited as `before` keeps the offer."""
        app = self.app
        self._last = seat
        state = app.table.state
        if self.clock:
            self.clock.rest()
        if self._is_open():
            awaited = state.actors()
            self._offer(awaited & (~before | 1 << seat))
            if self._hooks[7] and awaited and not awaited & ~before & ~(1 << seat):
                app.dirty |= 1 << app.pod | HUB_BIT
                self._time()
                return
            if awaited or self._hooks[2](state):
                self.show()
                return
            self._speak()
            return
        app.play.go_on()

    def _is_open(self) -> bool:
        """Return whether the position is one for this room."""
        return self.app.play.open or self.app.table.state.current() != SIMULTANEOUS

    def _speak(self) -> None:
        """Let chance draw, or the game end."""
        app = self.app
        app.table.settle(self._drawn)
        if app.state == states.TURN and app.table.state.actors() and self._is_open():
            self._time()
            return
        app.play.go_on()

    def _drawn(self) -> None:
        """Show what chance gave, before anything else is done with it: the hub first."""
        app = self.app
        state = app.table.state
        if app.state != states.TURN or not state.actors() or not self._is_open() or state.current() == CHANCE:
            return
        waited = app.play.front()
        self.step = steps = app.settings.roll_ms // _STEP_MS if self._hooks[4](state) else 0
        quick = self._hooks[6] and not steps
        if quick:
            self._alike(QUICK, HUB_BIT if waited else 0)
        if not quick or not waited:
            app.dirty |= HUB_BIT
            app.draw()
        if self._hooks[6]:
            self._alike(steps)
        self._offer(state.actors())
        app.dirty |= _PODS
        app.draw()
        app.dirty |= HUB_BIT

    def _alike(self, step: int, hub: int = 0) -> None:
        """Show on all pods at once, with HUB_BIT on the hub too, what they show alike of what was drawn."""
        app = self.app
        state = app.table.state
        app.displays.together(app.displays.joined | hub, lambda panel: self._hooks[6](panel, state, step))

    # -- screens -------------------------------------------------------------------------------------------
    def draw_hub(self, panel: "Panel", page: int) -> None:
        """Draw the hub."""
        play = self.app.play
        play.screen.hub_turn(panel, self.app.table.state, page, self.step)
        if self.clock:
            play.screen.hub_clock(panel, self.app.table.state, self.clock, page)

    def draw_pod(self, panel: "Panel", seat: int) -> None:
        """Draw the pod of a seat."""
        state = self.app.table.state
        awaited = state.actors() >> seat & 1
        if self.pages[seat] and not awaited:
            self.app.play.screen.pod_page(panel, state, seat, self.pages[seat])
            return
        offer = self.offers[seat] if awaited else NOTHING
        self.app.play.screen.pod_turn(panel, state, seat, offer, self.step)
