"""What people read on the device in Crossing Heroes, in English; the rules are as in `en.py`."""

OPTION_NAMES = {
    "god_trials_count": "A god's Trials",
    "gold_limit": "Gold",
}
OPTION_VALUES = {
    "all": "all count",
    "completed_only": "completed count",
    "unlimited": "no limit",
    "30": "30 in all",
}

TITLE = "Turn {}"
OF = "{}/{}"  # so many completed of so many placed
TURN = "Turn {}/8"
TURN_SEAT = "Turn {}/8 seat {}"
PHASES = "Muses Trial Item"  # what a turn consists of; the hub marks what is under way
ALL = "seat   done item"  # a coin in the gap
PLAYS = "seat {} plays"

GODS = ("Apollo", "Athena", "Hermes", "Poseidon")
GODS_SHORT = "Apo Ath Her Pos"
ITEMS = (
    "club",
    "bow",
    "cauldron",
    "helmet",
    "sword",
    "spear",
    "trident",
    "sandals",
    "owl",
    "lyre",
    "torch",
    "cup",
)
DOUBLES = "{}, doubles"  # what an Item is for
EACH_GOD = "{} each {}"
CUP = "2 each Glory"
TORCH = "3, a Skill now"
TWICE = "{} x2"
NO_ITEMS = "no Items yet"
MORE_ITEMS = "and {} more"

# What is asked, by phase: first, choose, bonus, trial, zeus, buy, cost, after.
ASKS = (
    "",
    "Which Trial?",
    "The Trial's Gold",
    "Anything more?",
    "Zeus: free Item",
    "Buy an Item?",
    "Cost of {}",
    "Anything more?",
)
MUSES = "Muses, 1 Gold:"
ROWS = ("Trials", "Skills a", "Skills b", "Items")
ROWS_WHY = ("deal a new row", "upper row anew", "lower row anew", "deal a new row")
COMPLETED = "Completed:"
COMPLETED_WHY = "flip the Trial"
NO_MORE = "No"
ICON = "Skill with Gold"
REFILL = "2 columns empty"
REFILL_WHY = "fill all gaps"
REMINDER = "2 columns empty?"
ONE_GOLD = "+1 Gold"
NO_ITEM = "No Item"
NONE_OPEN = "none is open"
NO_GOLD = "no Gold left"

# What has just happened; a coin follows where Gold moved.
TOLD = {
    "muses": "Muses -{}",
    "trial": "Trial +{}",
    "icon": "Skill +{}",
    "refill": "Refill +{}",
}
BOUGHT = "{} -{}"
DONE = "{} done"
BY_SEAT = "{} "  # on the hub, before it

# Keys: at the first offer B takes the own last entry back, after it B goes back to the offer before.
FIRST_OK = "A+ B undo C ok"
OK_KEYS = "A+ B-  C ok"
ONLY_OK = "B undo C go on"
UNDO = "B undo"

PADS = "Score pads"
PAD_FULL = "Pad full"
IS_FULL = "full"
COUNT_KEYS = "C count points"
HERO = "Hero symbols"
HERO_WHY = "on own Skills"
GLORY = "Glory"
GLORY_WHY = "Skills and Items"
TRIAL_OF = "Trial {} of {}"
GOD_TRIAL = "{}, {} of {}"
FIXED = "It scores"
POINTS = "points"
KINDS = ("points", "Glory", "Item")  # beside the gods
FIXED_WHY = "a fixed number"
PER = "points for each"
PER_GOD = "Trial"
DOUBLED = "doubled by Item"
EACH = "each {}"
TWICE_EACH = "2x each {}"
BEFORE_DOUBLING = "before doubling"
WORTH = "{} points"

PARTS = ("Trials", "Hero", "Glory", "Items")
GOLD_LEFT = "Gold left"
