"""What people read on the device in Crossing, in English; the rules are as in `en.py`."""

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
}

REMATCH = "Tie: play again!"
COLOURS = ("R", "B", "Y", "W")
MARKS = ("M", "T")  # of a mushroom and of a tile, as in a result
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
SPLIT_STONES = "stones"
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
