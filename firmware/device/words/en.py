"""Every word that people read on the device, in English. Another language is other files like these.

A game's own words are in `en_<game>.py`, which is in memory only while that game is played.

A line of a display holds 16 characters, a doubled one 8. Texts with {} are filled in by the screen that draws
them. What the game shows during the count stands here ready to be drawn, because nothing may be made then.
"""

PRODUCT = "On Three"

# -- before a game --------------------------------------------------------------------------------------------
GAMES = {
    "crossing": ("Crossing", "3 to 6 players"),
    "crisscross": ("Criss Cross", "1 to 6 players"),
    "crystalla": ("Crystalla", "2 to 4 players"),
    "heroes": ("Crossing Heroes", "1 to 5 players"),
}
TOOLS = {
    "reveal": ("Reveal", "2 to 6 players"),
    "dice": ("Dice", "1 to 6 players"),
    "order": ("Who begins?", "2 to 6 players"),
    "rounds": ("Rounds", "1 to 6 players"),
    "buzzer": ("Buzzer", "2 to 6 players"),
}
SETTINGS = "Settings"
MENU_KEYS = "A next    C open"
OPTION_KEYS = "A next  B change"
OPTION_DONE = "C go on"
OPTION_COUNT = "{} of {}"
CARDS = "Cards"
CARDS_NONE = "on the table"
JOIN = "Press your pod"
JOIN_HASH = "Draws sealed by"
JOIN_NOBODY = "nobody yet"
JOIN_KEYS = "B back"
JOIN_START = "B back   C start"
JOIN_MORE = "{} more"
POD_JOIN = "Press to"
POD_JOIN_2 = "play"
POD_IN = "You are in: seat"
POD_LEAVE = "C: not me"
READING = "One moment ..."
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
BOOT_TITLE = "Please check:"
BOOT_PODS = "Pods"
BOOT_MUX = "Pod switch (mux)"
CHECK_MUX = "Check pod switch"
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
LOG_FULL = "log full"
FINAL_KEYS = "A more B menu"
FINAL_AGAIN = "C new game"
SECRET = "Secret of draws"
PLACE = "{}. seat {}"
YOUR_PLACE = "Place {} of {}"
SEAT = "seat {}"
DIGITS = ("0", "1", "2", "3", "4", "5", "6")
RECOUNT = "Not all chose"
RECOUNT_KEYS = "C count anyway"

# -- settings -------------------------------------------------------------------------------------------------
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
