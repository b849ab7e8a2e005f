"""What people read on the device in the tools, in English; the rules are as in `en.py`."""

OPTION_NAMES = {
    "pick": "Choose from",
    "count": "How many",
    "highest": "Numbers up to",
    "dice": "Dice",
    "sides": "Sides",
    "faces": "Faces",
    "keep": "Which count",
    "k": "Kept or dropped",
    "ask": "Who rolls",
    "what": "Draw the",
    "by": "Turns go",
    "ties": "Equal bids",
    "first": "First player",
    "ends": "Round over",
    "turn_limit": "Seconds a turn",
    "seat_limit": "Minutes a seat",
}
OPTION_VALUES = {
    "letters": "letters",
    "answers": "yes no maybe",
    "hands": "rock paper ...",
    "colours": "colours",
    "numbers": "numbers",
    "cards": "ace king ...",
    "directions": "north east ...",
    "symbols": "symbols",
    "all": "all",
    "highest": "the highest",
    "lowest": "the lowest",
    "drop_highest": "not the highest",
    "drop_lowest": "not the lowest",
    "any": "anybody",
    "together": "all, on three",
    "first": "first player",
    "order": "whole order",
    "clockwise": "clockwise",
    "bids": "by secret bids",
    "seat": "by seat",
    "lot": "by lot",
    "same": "stays seat 1",
    "rotate": "moves on",
    "once": "after one each",
    "passed": "when all passed",
    "off": "no limit",
}
OPTION_OTHER = "{}"

COUNT = ("1", "2", "3")
NO_CHOICE = "-"
HIDDEN = "chosen"
YOU = "Seat {}"
GO_ON = "C go on"

REVEAL = "Reveal {}"
TALLY = "{} x {}"
SEAT_CHOSE = "{} {}"
NAME_KEYS = ("A next", "B back one", "C nothing")
NUMBER_KEYS = ("A one more", "B ten more", "C nothing")
ALONE = "only you"
ALIKE = "{} chose it"
YOU_NOTHING = "no choice"

ROLL = "Roll {}"
NO_ROLL = "no roll yet"
TOTAL = "= {}"
PAST_ROLL = "{:>3}: {}"
POD_ROLL = "C roll"
HUB_ROLL = "any pod: C roll"
READY = "A ready"
IS_READY = "ready"
NOT_READY = "B not yet"
DICE_FALL = "roll!"

BEGINS = "begins"
YOU_BEGIN = ("You", "begin")
YOUR_NUMBER = "you are number"

ROUND = "Round {}"
YOUR_TURN = "Your turn"
TURN_OF = "Seat {}"
DONE = "done"
PASS = "pass"
TURN_KEYS = "A other C take"
TAKE_BACK = "B take back"
PASSED = "passed"
BIDS = "Bids 0 to 20"
BID_KEYS = ("A one more", "B five more", "C none yet")
BID_LINE = "{}: bids {}"
PAUSE_KEYS = "C pause"
PAUSED = "C paused, go on"
TIME_UP = "time is up"

BUZZER = "Buzzer {}"
WAIT = "Wait ..."
WAIT_KEYS = "C go"
GO = "GO!"
GO_KEYS = "C end"
PRESS = "press!"
EARLY = "too early"
EARLY_SEAT = "{}: too early"
PRESSED = "pressed"
FIRST = "first!"
TIE = "tie!"
NOT_PRESSED = "-"
LATER = "+{} ms"
