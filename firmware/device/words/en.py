"""Every word that people read on the device, in English. Another language is another file like this.

A line of a display holds 16 characters, a doubled one 8. Texts with {} are filled in by the screen that draws
them. What the game shows during the count stands here ready to be drawn, because nothing may be made then.
"""

PRODUCT = "On Three"

# -- before a game --------------------------------------------------------------------------------------------
GAMES = {"crossing": ("Crossing", "3 to 6 players"), "crisscross": ("Criss Cross", "1 to 6 players")}
SETTINGS = "Settings"
MENU_KEYS = "A next    C open"
OPTION_KEYS = "A next  B change"
OPTION_DONE = "C go on"
OPTION_COUNT = "{} of {}"
JOIN = "Press your pod"
JOIN_HASH = "Draws sealed by"
JOIN_NOBODY = "nobody yet"
JOIN_KEYS = "B back"
JOIN_START = "B back   C start"
JOIN_MORE = "{} more"
POD_JOIN = "Press to"
POD_JOIN_2 = "play"
POD_IN = "You are in"
POD_LEAVE = "C: not me"
RESUMED = "The game goes on"
SPOILT = "The last game could not be taken up again. The log says why."
FULL = "The log is full. Connect a PC and run: onthree log"
FLASH = "The flash does not take this. Try again, or restart the table."
READ = "C: read"

# -- what is wrong, at boot -----------------------------------------------------------------------------------
NO_HUB = "hub display missing"
NO_POD = "pod {} display missing"
NO_MUX = "mux missing"
STUCK = "pod {} button {} stuck"
STUCK_HUB = "hub button {} stuck"
BOOT_TITLE = "Not found:"
BOOT_PODS = "Pods"
BOOT_MUX = "Pod switch (mux)"
BOOT_KEYS = "C go on"
REPL = "REPL"
REPL_1 = "Hub A was held."
REPL_2 = "USB is open for"
REPL_3 = "mpremote."
REPL_PC = "A PC asked for"
FATAL = "Sorry"
FATAL_1 = "Something went"
FATAL_2 = "wrong. I restart"
FATAL_3 = "and go on."
FATAL_RECORD = "restart after {} in {}"

# -- any game -------------------------------------------------------------------------------------------------
STOP_TITLE = "Stop"
STOP_ASK = "this game?"
STOP_KEYS = "A stop C go on"
STOPPED = "stopped at the table"
GIVEN_UP = "not started"
FINAL_KEYS = "A more B menu"
FINAL_AGAIN = "C new game"
SECRET = "Secret of draws"
PLACE = "{}. seat {}"
YOUR_PLACE = "Place {} of {}"
REMATCH = "Tie: play again!"

SETTING_NAMES = {
    "count_ms": "Count",
    "auto_ms": "Start of count",
    "hide_ms": "Hide choices",
    "result_ms": "Next turn",
    "roll_ms": "Dice roll",
    "sound": "Sound",
}
SETTING_VALUES = {
    "count_ms": {700: "normal", 500: "fast", 1000: "slow"},
    "auto_ms": {4000: "after 4 s", 0: "hub C only", 8000: "after 8 s"},
    "hide_ms": {0: "no", 1000: "after 1 s"},
    "result_ms": {10000: "after 10 s", 0: "hub C only", 20000: "after 20 s"},
    "roll_ms": {600: "tumbling", 0: "at once"},
    "sound": {1: "on", 0: "off"},
}
MILLISECONDS = "{} ms"

# -- Crossing -------------------------------------------------------------------------------------------------
OPTION_NAMES = {
    "end_rule": "Bag empty",
    "shortage": "Few stones left",
    "protect_empty": "Protect nothing",
    "empty_targets": "Point at nothing",
    "no_choice": "No choice made",
    "final_tie": "Tie at the end",
    "show_scores": "Scores shown",
    "scoring": "Scoring",
    "distributor": "Distributor",
    "mode": "Sheets",
    "start_cell": "Start cell",
    "advanced": "Advanced game",
    "diag_zero": "Diagonal of 0",
    "tie_diag": "Diagonal in ties",
    "roller": "Who rolls",
    "start_symbol": "Start symbols",
    "symbols": "Symbols",
}
OPTION_VALUES = {
    "final_turn": "one last turn",
    "immediate": "game ends",
    "distributor": "distributor",
    "round_robin": "one each",
    "in_order": "in order",
    "allow": "allowed",
    "forbid": "forbidden",
    "abstain": "sits out",
    "random_mushroom": "a mushroom drawn",
    "recount": "count again",
    "shared": "shared win",
    "replay": "play again",
    "end_only": "at the end",
    "always": "always",
    "classic": "classic",
    "remake2020": "2020 values",
    "digital": "on the pods",
    "paper": "on paper",
    "top_left": "top left",
    "top_middle": "top middle",
    "off": "off",
    "on": "on",
    "double": "twice",
    "single": "once",
    "exclude": "not at all",
    "rotate": "in turn",
    "device": "the table",
    "choose": "chosen",
    "roll": "rolled",
    "lines": "/ X O",
    "shapes": "dot and star",
}
SEAT = "seat {}"

DIGITS = ("0", "1", "2", "3", "4", "5", "6")
COLOURS = ("R", "B", "Y", "W")
TURN = "Turn {}"
LAST_TURN = "LAST TURN"
BAG = "bag {}"
SAFE = "safe"
SCORE = "score"
GO_ON = "C go on"
COUNT = ("1", "2", "3")
YOU = "Seat {}"
POD_MUSHROOM = "A mushroom"
POD_TILE = "B player"
POD_PROTECT = "C protect"
HIDDEN = "chosen"
NO_CHOICE = "-"
ON_BREAK = "On break"
BREAK_NEXT = "this turn"
RECOUNT = "Not all chose"
RECOUNT_KEYS = "C count anyway"
TAKES = "{} {} +{}"
PROTECTS = "{} P {}"
PROTECTS_NOTHING = "nothing"
CROWDED = "{} {} crowded"
BLOCKED = "{} {} protected"
NOTHING = "{} {} was empty"
SITS = "{} -  on break"
ABSENT = "{} -  no choice"
YOU_TAKE = "You take"
YOU_PROTECT = "Safe now"
YOU_CROWDED = "Crowded"
YOU_BLOCKED = "Guarded"
YOU_NOTHING = "Empty"
YOU_SIT = "On break"
YOU_ABSENT = "No pick"
SPLIT_TITLE = "Seat {}:"
SPLIT_LEFT = "{} left in bag"
SPLIT_AT = "Mushroom {}"
SPLIT_KEYS = "A other C take"
SPLIT_UNDO = "B back"
SPLIT_DONE = "All given?"
SPLIT_DONE_KEYS = "B back  C yes"
SPLIT_WAIT = "shares out the"
SPLIT_WAIT_2 = "last stones"
PARTS = {
    "trios": "trios",
    "singles": "singles",
    "white": "white",
    "red": "red",
    "blue": "blue",
    "yellow": "yellow",
}

# -- Criss Cross ----------------------------------------------------------------------------------------------
ROUND = "Round {}"
ROUND_OF = "Round {} of {}"
START_TITLE = "Start symbols"
START_POD = "Your start"
START_KEYS = "A other C take"
CHOOSES = "Seat {} chooses"
ROLL = "Roll"
ROLLS = "rolls"
ROLL_KEYS = "C roll"
POD_ROLL = "C roll"
TABLE_ROLLS = ("The hub", "rolls")
POD_BACK = "B back"
PLACE_KEYS = ("A move", "B turn", "C enter")
ENTERED = "entered"
STUCK_NOW = "stuck"
STUCK_POD = ("stuck:", "you sit", "out")
OVER = "The end"
POD_OVER = ("The end", "", "hub C:", "points")
SCORE_KEYS = "C count points"
BEST = "best {}"
TIED = "({})"
DIAGONAL = "diag."
DIAGONAL_IS = "dia {}"
PLACE_OF = "{}. of {}"
RANKS = {
    "Cross Master": "Cross Master",
    "X-tra Special": "X-tra Special",
    "Symbol Simon": "Symbol Simon",
    "Line Sweeper": "Line Sweeper",
    "Column Counter": "Column Counter",
}
SAY_DONE = "C done"
SAY_DONE_OR = "C done  A stuck"
SAY_STUCK_OR = "C stuck  A done"
SAID_DONE = "done     B back"
SAID_STUCK = "stuck    B back"
LEFT = "paper"
LINES = "{}/{}"
ON_PAPER = "Paper"
ON_PAPER_2 = "add up by hand"
FIRST_LINE_KEYS = "A other  C take"
LINE_KEYS = "A + B back C ok"
LINE_NAMES = {
    "row 1": "row 1",
    "row 2": "row 2",
    "row 3": "row 3",
    "row 4": "row 4",
    "row 5": "row 5",
    "column a": "col a",
    "column b": "col b",
    "column c": "col c",
    "column d": "col d",
    "column e": "col e",
    "diagonal": "diagonal",
}
