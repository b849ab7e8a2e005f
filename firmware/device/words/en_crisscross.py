"""What people read on the device in Criss Cross, in English; the rules are as in `en.py`."""

OPTION_NAMES = {
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
POINTS = "Points"
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
ON_PAPER_KEYS = "A enter  C paper"
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
