"""What people read on the device in Crossing Heroes with a card file, beside what is in `en_heroes.py`."""

# What the active seat does, by phase: deal, hero, first, choose, cell, skill, torch, edge, zeus, buy, end.
ASKS = (
    "",
    "",
    "",
    "Which Trial?",
    "Trial: where?",
    "Take a Skill",
    "Torch: Skill",
    "Skill: where?",
    "Zeus: an Item",
    "Buy an Item?",
    "The end",
)
BOUGHT = "Item -{}"  # what has just happened
ZEUS_CALLS = "pleases Zeus"

TRIAL = "Trial {}"  # of the row
TRIALS = "Trials"
NEXT = ">"  # the Trial on the deck
SKILLS_TO_TAKE = "{} of"  # the Skills after it
NO_SKILL = "no Skill"
PLUS = "+{}"  # Gold
POINTS = "{} points"
DOUBLED = "{}, x2 {}"
EACH = "{} each {}"
EACH_GLORY = "{} each Glory"
EACH_ITEM = "{} each Item"
FOR_ITEM = "It"  # after the points for each Item
TAKE = "take {}"
TWO = "x2"  # two Skills are to be taken
PUT = "at {}"
THEN = ">"  # before the next Skill to be laid
ITEMS = "Items"
HAS_ITEMS = "{} Items"
COSTS = "costs {}"
FREE = "free"
BUY = "Buy an Item?"
ZEUS = "Zeus: free Item"

OK_KEYS = "A+ B-     C ok"  # as long as FIRST_OK, so that a step changes little

# Who waits can look at the own Trials and Items.
WAIT = "seat {}   A cards"
WAIT_UNDO = "A cards   B undo"
NEXT_CARD = "seat {}    A more"
OWN_TRIAL = "Trial {} of {}"
OWN_HERO = "Hero, Items"
DONE = "completed"
OPEN = "not complete"
