"""What the table can be doing, what can happen, and what is then done: one table.

A row is a state, a column an event, a cell the handler: a method of the app's `lobby` (everything before a game),
`play` (the game), `count`, `turn` (open choices) or `race` (the buzzer). An empty cell is an event that means nothing
there, and changes nothing. Time is an event like a button: a handler asks for it with `app.after(ms)`, and only the
last asking counts.
"""

from onthree.compat import const

# States.
BOOT = const(0)  # what is missing or stuck is being shown
MENU = const(1)  # which game
OPTIONS = const(2)  # by which rules; the settings of the table, too
JOIN = const(3)  # who plays: everybody presses a button of the own pod
CHOOSE = const(4)  # everybody chooses in secret
COUNT = const(5)  # one, two, three; nothing is allocated, written or sent
REVEAL = const(6)  # all pods show all choices
RESULT = const(7)  # what came of it
TURN = const(8)  # one or several seats act openly, or chance waits for a word
FINAL = const(9)  # the scores
STOP = const(10)  # stop this game, really?
NOTICE = const(11)  # a sentence on the hub, until somebody has read it
GREET = const(12)  # a game goes on after a power cut
READY = const(13)  # the buzzer: a press would be a false start
RACE = const(14)  # the buzzer: the first press wins

# Events. Those of pods tell the app which pod and when: app.pod, app.stamp.
POD_A = const(0)
POD_B = const(1)
POD_C = const(2)
HUB_A = const(3)
HUB_B = const(4)
HUB_C = const(5)
HUB_HELD = const(6)  # hub B held down; its press came first
TIME = const(7)
EVENTS = const(8)

# fmt: off
TABLE = (
    # (state, its name for the PC and for tests,
    #     pod A, pod B, pod C,
    #     hub A, hub B, hub C, hub B held, time)
    (BOOT, "boot",
        "", "", "",
        "", "", "lobby.open", "", "lobby.open"),
    (MENU, "menu",
        "", "", "",
        "lobby.next", "", "lobby.take", "", ""),
    (OPTIONS, "options",
        "", "", "",
        "lobby.option", "lobby.value", "lobby.done", "lobby.far", ""),
    (JOIN, "join",
        "lobby.join", "lobby.join", "lobby.leave",
        "", "lobby.back", "lobby.start", "", "lobby.start"),
    (CHOOSE, "choose",
        "play.choose", "play.choose", "play.choose",
        "play.page", "", "count.start", "play.ask", "count.start"),
    (COUNT, "count",
        "count.change", "count.change", "count.change",
        "", "count.cancel", "", "", "count.beat"),
    (REVEAL, "reveal",
        "", "", "",
        "", "", "play.go_on", "play.ask", "play.result"),
    (RESULT, "result",
        "", "", "",
        "play.page", "", "play.go_on", "play.ask", "play.go_on"),
    (TURN, "turn",
        "turn.next", "turn.back", "turn.enter",
        "play.page", "", "turn.word", "play.ask", "turn.tick"),
    (FINAL, "final",
        "", "", "",
        "play.page", "play.leave", "lobby.again", "", ""),
    (STOP, "stop",
        "", "", "",
        "play.stop", "", "play.resume", "", ""),
    (NOTICE, "notice",
        "", "", "",
        "", "", "lobby.read", "", ""),
    (GREET, "greet",
        "", "", "",
        "", "", "play.go_on", "", "play.go_on"),
    (READY, "ready",
        "race.false_start", "race.false_start", "race.false_start",
        "", "", "race.go", "play.ask", ""),
    (RACE, "race",
        "race.press", "race.press", "race.press",
        "", "", "race.end", "play.ask", "race.end"),
)
# fmt: on

# What the journal does in a calm moment (`Journal.work`), as bits.
AHEAD = const(1)  # have the next records' file and its block ready: they will come
WRITE = const(2)  # flush what waits, a fault perhaps
TIDY = const(4)  # delete a segment that a PC has
NOTE = const(8)  # note what a PC has; no game is under way

# What it may do in each state. While choices are open or presses are timed that is nothing: an erase makes a stamp
# late, and of two quick presses it may hide one.
DUTIES = bytes(
    (
        WRITE,  # boot
        WRITE | TIDY | NOTE,  # menu
        WRITE,  # options
        WRITE | AHEAD,  # join
        0,  # choose
        0,  # count
        WRITE | AHEAD,  # reveal
        WRITE | AHEAD | TIDY,  # result
        WRITE | AHEAD | TIDY,  # turn
        WRITE | TIDY | NOTE,  # final
        WRITE,  # stop
        WRITE,  # notice
        WRITE | AHEAD,  # greet
        AHEAD,  # ready: at its very beginning, as it is done in the first calm moment
        0,  # race
    )
)


def name(state: int) -> str:
    """Return the name of a state."""
    return TABLE[state][1]
